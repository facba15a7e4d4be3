"""The labels of changed fields: what the pages of the back office call them.

A field is named by its path in a row or resource: `receivers.1.name`, `print_type.receipt_print`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from openmall.api.pipeline.internal_client import InternalClient
from openmall.pages.backoffice.history.field_names import (
    categories,
    community,
    customers,
    hidden,
    log,
    messages,
    orders,
    products,
    promotions,
    shared,
    shipping,
    store,
)
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.settings import asked_fields, fields
from openmall.pages.backoffice.settings.fields import FormField
from openmall.pages.backoffice.settings.resource import Resource
from openmall.pages.backoffice.settings.resources import RESOURCES
from openmall.translations.catalogues import LANGUAGES

DOCUMENTS: Final = frozenset(
    {
        "buyer", "conditions", "content", "detail", "details", "display", "document", "listed",
        "look", "receiver", "source", "terms",
    }
)  # fmt: skip
"""Columns with a JSON document, whose fields are shown one by one, where it is one."""
JSON_COLUMNS: Final = frozenset(
    {
        "additional_information", "attach_file_urls", "available_site", "choice", "files",
        "methods", "options", "path", "platforms", "product_list", "shop_amounts",
    }
)  # fmt: skip
"""Columns with a JSON value of another kind, which is shown as that of the API is."""
LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **log.LABELS,
        **store.LABELS,
        **messages.LABELS,
        **community.LABELS,
        **shipping.LABELS,
        **promotions.LABELS,
        **customers.LABELS,
        **categories.LABELS,
        **orders.LABELS,
        **products.LABELS,
        **shared.LABELS,
    }
)
"""Field -> its label; of the same field in several areas, that of the last one."""
_STORED_AS: Final = {
    "AutomailsSetting": "automatic-mails",
    "BoardNotice": "privacy-boards",
    "InformationTexts": "information",
    "JoinNotice": "privacy-join",
    "OrderNotice": "privacy-orders",
    "OwnRate": "currency",
}
"""Struct of stored settings -> their form, where the operation answers another struct."""
_LEVELS: Final = 3
"""Labels of a field and of what it lies in that are shown; of a deeper one those next to it."""
_LANGUAGE: Final = re.compile(r"([a-z]{2})_[A-Z]{2}")


class FormLabels(Struct, frozen=True):
    """The labels of fields by their paths, and of their values, as forms of settings have them."""

    labels: Mapping[str, str] = {}
    choices: Mapping[str, Mapping[str, str]] = {}
    """Path of a field -> code -> label."""


NO_LABELS: Final = FormLabels()


class _Forms(Struct, frozen=True):
    """All forms of settings."""

    by_struct: Mapping[str, Resource]
    by_key: Mapping[str, FormLabels]
    """The labels of all forms whose operations answer the same key."""
    by_field: Mapping[str, str]
    """Last step of a path -> label, of fields that have no label of their own elsewhere."""


def is_hidden(name: str) -> bool:
    """Return whether a field says nothing to people."""
    steps = name.split(".")
    return not hidden.ALL.isdisjoint((steps[0], steps[-1])) or name in hidden.OF_OWNER


def label(context: PageContext, name: str, form: FormLabels = NO_LABELS) -> str:
    """Return what a field is called, in the reader's language. `form`: labels of its settings."""
    steps = name.split(".")
    if len(steps) > 1 and steps[0] in DOCUMENTS:
        del steps[0]
    plain = ".".join(step for step in steps if not step.isdecimal())
    if plain in form.labels:
        return context.translate(form.labels[plain])
    return ": ".join([*_labels(context, steps, form)][-_LEVELS:])


def _labels(context: PageContext, steps: list[str], form: FormLabels) -> Iterator[str]:
    """Return the labels of a field and of all that it lies in, numbered within lists."""
    path, said = "", ""
    for step in steps:
        if step.isdecimal():
            said = f"{said} {step}".strip()
            continue
        if said:
            yield said
        path = f"{path}.{step}".removeprefix(".")
        known = form.labels.get(path) or known_label(context.client, step)
        said = context.translate(known) if known else _given(step)
    yield said


def known_label(client: InternalClient, step: str) -> str:
    """Return the label of a field by the last step of its path; empty: it has none."""
    return LABELS.get(step) or _forms(client).by_field.get(step, "")


def _given(key: str) -> str:
    """Return a key that is no field, such as a language or what the shop calls its own field."""
    if (match := _LANGUAGE.fullmatch(key)) and match[1] in LANGUAGES:
        return LANGUAGES[match[1]].name
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def resource_of_setting(context: PageContext, setting: str) -> Resource | None:
    """Return the form that shows settings, by the name of their struct; None: there is none."""
    return _forms(context.client).by_struct.get(setting.partition(" ")[0])


def page_of_setting(context: PageContext, setting: str) -> tuple[str, str] | None:
    """Return the last step of the address, and the title, of the page that shows settings."""
    if setting == asked_fields.STORED_AS:
        return asked_fields.SLUG, asked_fields.TITLE
    form = resource_of_setting(context, setting)
    return (form.slug, form.title) if form else None


def labels_at(context: PageContext, path: str) -> FormLabels:
    """Return the labels of the settings that the operation at a path is about, if any."""
    resource = next((each for each in RESOURCES.values() if each.path == path), None)
    return NO_LABELS if resource is None else form_labels(context.client, resource)


def setting_labels(context: PageContext, setting: str) -> FormLabels:
    """Return the labels of settings, by the name of their struct."""
    if setting == asked_fields.STORED_AS:
        return FormLabels(asked_fields.labels(context))
    resource = resource_of_setting(context, setting)
    return NO_LABELS if resource is None else form_labels(context.client, resource)


def labels_of_key(context: PageContext, key: str) -> FormLabels:
    """Return the labels of settings by the key of their response: `cart`."""
    return _forms(context.client).by_key.get(key, NO_LABELS)


@lru_cache(maxsize=1)
def _forms(client: InternalClient) -> _Forms:
    """Return the forms of settings, by what names them where they are changed."""
    by_struct: dict[str, Resource] = {}
    by_key: dict[str, FormLabels] = {}
    by_field: dict[str, str] = {}
    for each in RESOURCES.values():
        operation = client.operation("admin", "PUT", each.path)
        if operation.gives is not None:
            by_struct[operation.gives.__name__] = each
        found, known = form_labels(client, each), by_key.get(operation.key, NO_LABELS)
        by_key[operation.key] = FormLabels(
            {**found.labels, **known.labels}, {**found.choices, **known.choices}
        )
        for name, text in found.labels.items():
            by_field.setdefault(name.rpartition(".")[2], text)
    by_struct |= {name: RESOURCES[slug] for name, slug in _STORED_AS.items()}
    return _Forms(by_struct, by_key, by_field)


def form_labels(client: InternalClient, resource: Resource) -> FormLabels:
    """Return the labels of a form, those of its tables' columns among them."""
    takes = client.operation("admin", "PUT", resource.path).takes
    without = ("shop_no", *filter(None, [resource.key_field]), *resource.without)
    labels: dict[str, str] = {}
    choices: dict[str, Mapping[str, str]] = {}
    for part in fields.parts(takes, without):
        for depth, text in enumerate(part.labels, 1):
            labels.setdefault(".".join(part.path[:depth]), text)
        for name, field in _with_columns(part.fields):
            labels[name] = field.label
            if field.choices:
                choices[name] = dict(field.choices)
    return FormLabels(labels, choices)


def _with_columns(of_form: tuple[FormField, ...]) -> Iterator[tuple[str, FormField]]:
    for field in of_form:
        yield field.name, field
        for column in field.columns:
            yield f"{field.name}.{column.last}", column
