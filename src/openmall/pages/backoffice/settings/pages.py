"""The form that changes a setting."""

import hashlib
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, given_names
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.settings import asked_fields, forms, without_effect
from openmall.pages.backoffice.settings.fields import MAX_ROWS, FormField, Part, parts
from openmall.pages.backoffice.settings.resource import Resource
from openmall.pages.backoffice.settings.resources import RESOURCES
from openmall.translations.catalogues import Message

MAX_BYTES: Final = 4 * 1024 * 1024
"""Maximum number of bytes of a form: terms are long, and Korean takes three times as many bytes."""
MAX_FIELDS: Final = 1_000
"""Maximum number of fields of a form: a row of a table has several."""
_MESSAGES: Final = {"changed": marked("The settings were saved.")}


class SettingForm(Struct, frozen=True, kw_only=True):
    """The current settings and their form."""

    resource: Resource
    shop_no: int
    shops: list[tuple[int, str]]
    """Shops with their own settings; empty: one setting for all shops."""
    selected_key: str
    """Key of the selected row of several."""
    alternatives: list[tuple[str, str]]
    """Key and label of each row."""
    parts: tuple[Part, ...]
    omitted_tables: tuple[str, ...]
    """Labels of tables that are too long for a form."""
    texts: forms.Texts
    revision: str
    """Hash of the stored settings, to detect concurrent changes."""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/settings/<name>`: show the form."""
    if context.subpath == asked_fields.SLUG:
        return await asked_fields.show(context)
    setting = await _setting_form(context)
    if isinstance(setting, Resource):
        return context.show("setting_missing.html", resource=setting)
    done = _MESSAGES.get(context.visit.query.text("done"), "")
    return _page(context, setting, setting.texts, done=done)


_DEEDS: Final = Deeds("fields", without="save")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/settings/<name>`: save the fields that differ from the stored ones."""
    if context.subpath == asked_fields.SLUG:
        return await asked_fields.change(context)
    form = await context.form(deeds=_DEEDS, longest=MAX_BYTES, most=MAX_FIELDS)
    setting = await _setting_form(context)
    if isinstance(setting, Resource):
        raise _not_found()
    texts = forms.typed_texts(setting.parts, form)
    if form.deed == "fields":
        return _page(context, setting, texts, seen=form.text("seen"))
    if form.text("seen") != setting.revision:
        message = marked(
            "These settings were saved in another tab or by another user after you opened them."
            " Below are your values: save them again to replace the saved ones."
        )
        return _page(context, setting, texts, status=409, alert=context.translate(message))
    changes = forms.changed_parameters(setting.parts, setting.texts, texts)
    try:
        if not changes:
            raise NotModified()
        await context.call(
            setting.resource.path,
            {**_identifying_parameters(context, setting), **changes},
            method="PUT",
        )
    except NotModified:
        message = marked("No changes to save.")
        return _page(context, setting, texts, status=409, notice=context.translate(message))
    except ApiError as error:
        return _rejected(context, setting, texts, error)
    return redirect(
        _address(setting.resource, setting.shop_no, setting.selected_key, done="changed")
    )


def _identifying_parameters(context: PageContext, setting: SettingForm) -> dict[str, Encodable]:
    """Return the parameters that identify the settings: shop, and key of several rows."""
    takes = context.client.operation("admin", "PUT", setting.resource.path).fields
    parameters: dict[str, Encodable] = {"shop_no": setting.shop_no} if "shop_no" in takes else {}
    return (
        {**parameters, setting.resource.key_field: setting.selected_key}
        if setting.resource.key_field
        else parameters
    )


async def _setting_form(context: PageContext) -> SettingForm | Resource:
    """Return the form of the address; the resource itself if its settings do not exist yet.

    Raises PageError (404).
    """
    resource = RESOURCES.get(context.subpath)
    if resource is None:
        raise _not_found()
    shops = context.visit.mall.shops
    read_by = resource.read_by
    per_shop = "shop_no" in context.client.operation(read_by, "GET", resource.path).fields
    shop_no = context.shop.shop_no if per_shop else 1
    try:
        named = {"shop_no": shop_no} if per_shop else {}
        response = await context.call(resource.path, named, api=read_by)
    except NotFound:
        return resource
    content, alternatives, selected_key = response.content, [], ""
    if resource.key_field:
        keys = [str(each[resource.key_field]) for each in content]
        if resource.row_labels:
            alternatives = [(key, _row_label(context, resource.row_labels[key])) for key in keys]
        else:
            names = [given_names.shown(context, each[resource.label_field]) for each in content]
            alternatives = list(zip(keys, names, strict=True))
        selected_key = context.visit.query.text(resource.key_field) or alternatives[0][0]
        content = next(
            (each for each in content if str(each[resource.key_field]) == selected_key), None
        )
        if content is None:
            raise _not_found()
    takes = context.client.operation("admin", "PUT", resource.path).takes
    without = ("shop_no", *((resource.key_field,) if resource.key_field else ()), *resource.without)
    omitted = _long_tables(parts(takes, without), content)
    fields = parts(takes, (*without, *(table.name for table in omitted)))
    return SettingForm(
        resource=resource,
        shop_no=shop_no,
        shops=[(shop.shop_no, shop.name) for shop in shops.values()] if per_shop else [],
        selected_key=selected_key,
        alternatives=alternatives,
        parts=fields,
        omitted_tables=tuple(table.label for table in omitted),
        texts=forms.stored_texts(fields, content, resource.unset_flag),
        revision=hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:32],
    )


def _row_label(context: PageContext, label: str | Message) -> str:
    if isinstance(label, Message):
        return label.translate(context.language)
    return context.translate(label)


def _long_tables(fields: tuple[Part, ...], content: dict[str, Any]) -> list[FormField]:
    """Return the tables with more rows than a form can have."""
    return [
        field
        for part in fields
        for field in part.fields
        if field.kind == "rows" and len(content.get(field.name) or []) > MAX_ROWS
    ]


def _rejected(
    context: PageContext, setting: SettingForm, texts: forms.Texts, error: ApiError
) -> Response:
    """Return the form as typed, with the error beside its field."""
    fields = [field.name for part in setting.parts for field in part.fields]
    parameter = error.parameter or ""
    matching = [name for name in fields if parameter == name or parameter.startswith(f"{name}.")]
    matching = matching or [
        name for name in fields if parameter and name.startswith(f"{parameter}.")
    ]
    typed = texts.get(parameter) or texts.get(matching[0] if matching else "", "")
    message = form_errors.error_message(context, error, typed=typed)
    if matching:
        return _page(context, setting, texts, status=error.status, problems={matching[0]: message})
    return _page(context, setting, texts, status=error.status, alert=message)


def _page(
    context: PageContext,
    setting: SettingForm,
    texts: forms.Texts,
    *,
    status: int = 200,
    done: str = "",
    alert: str = "",
    notice: str = "",
    seen: str = "",
    problems: dict[str, str] | None = None,
) -> Response:
    resource = setting.resource
    return context.show(
        "setting.html",
        status=status,
        setting=setting,
        resource=resource,
        texts=texts,
        hidden=forms.hidden_fields(resource.needs, texts) - (problems or {}).keys(),
        deciders={decider for decider, _ in resource.needs.values()},
        seen=seen or setting.revision,
        done=done,
        alert=alert,
        notice=notice,
        problems=problems or {},
        address=_address(resource, setting.shop_no, setting.selected_key),
        return_address=_return_address(context, setting),
        shop_links=[
            (name, _shop_link(resource, shop_no, setting), shop_no == setting.shop_no)
            for shop_no, name in setting.shops
        ],
        links=[
            (name, _address(resource, setting.shop_no, value), value == setting.selected_key)
            for value, name in setting.alternatives
        ],
        translate=context.translate,
        hint_of=lambda field: _hint(context, resource, field),
        choices=lambda field: [(value, context.translate(label)) for value, label in field.choices],
        bounds=_bounds,
    )


def _hint(context: PageContext, resource: Resource, field: FormField) -> str:
    """Return what stands below a field: how it is filled in, and that nothing here acts on it."""
    texts = [context.translate(field.hint)] if field.hint else []
    if without_effect.is_stored_only(resource.path, field.name):
        texts.append(context.translate(without_effect.HINT))
    return " ".join(texts)


def _return_address(context: PageContext, setting: SettingForm) -> str:
    """Return the address to register at a service of sign-in; empty for other settings."""
    if not setting.resource.returns_to:
        return ""
    first = min(context.visit.mall.shops)
    shop = "" if setting.shop_no == first else f"/shop{setting.shop_no}"
    return f"{context.visit.address.origin}{shop}{setting.resource.returns_to}"


def _bounds(field: FormField) -> dict[str, Encodable]:
    """Return the HTML attributes with the bounds of a field."""
    attributes: dict[str, Encodable] = {}
    if field.max_length is not None:
        attributes["maxlength"] = field.max_length
    if field.kind == "secret":
        attributes["autocomplete"] = "off"
    if field.kind in ("number", "amount"):
        attributes["step"] = "any"
        attributes["inputmode"] = "numeric" if field.kind == "number" else "decimal"
        if field.lowest is not None:
            attributes["min"] = str(field.lowest)
        if field.highest is not None:
            attributes["max"] = str(field.highest)
    return attributes


def _address(resource: Resource, shop_no: int, selected_key: str, **more: str) -> str:
    parameters: dict[str, str | int] = {"shop_no": shop_no} if shop_no != 1 else {}
    if selected_key:
        parameters[resource.key_field] = selected_key
    query = urlencode({**parameters, **more})
    address = f"{menu_pages.SETTINGS.path}/{resource.slug}"
    return f"{address}?{query}" if query else address


def _shop_link(resource: Resource, shop_no: int, setting: SettingForm) -> str:
    """Return the address of the form in a shop; it names the basic one too, also in another's."""
    address = _address(resource, shop_no, setting.selected_key)
    if shop_no != 1:
        return address
    return f"{address}{'&' if '?' in address else '?'}shop_no=1"


def _not_found() -> PageError:
    return PageError(
        marked("Settings not found"),
        marked("There is no page at this address."),
        status=404,
    )
