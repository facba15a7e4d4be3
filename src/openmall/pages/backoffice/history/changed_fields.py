"""Fields before and after a change: named as the pages name them, with values for people.

Rows as they are stored and resources in terms of the API are both shown: an amount is an integer of
hundredths in the one, and a decimal string in the other.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from openmall.api.pipeline.internal_client import InternalClient
from openmall.contract.crud import settings
from openmall.contract.journal import record
from openmall.contract.json_values import Encodable
from openmall.contract.money import money
from openmall.database.seal import MARK
from openmall.http.web.languages import marked
from openmall.pages.backoffice import rendering
from openmall.pages.backoffice.page_context import PageContext, time
from openmall.pages.backoffice.settings import asked_fields, fields
from openmall.pages.backoffice.settings.resource import Resource
from openmall.pages.backoffice.settings.resources import RESOURCES

MOST_CHARACTERS: Final = 300
"""Characters that are shown of a value."""
DOCUMENTS: Final = frozenset({"listed", "detail", "content", "buyer", "receiver"})
"""Columns with a JSON document, whose fields are shown one by one."""
_AMOUNTS: Final = frozenset(
    {"price", "retail_price", "supply_price", "additional_amount", "additional_price"}
)
_MOMENTS: Final = frozenset({"created_date", "updated_date", "register_date"})
_UNSEEN: Final = frozenset(
    {
        "product_code",
        "shop_no",
        "product_no",
        "updated_date",
        "price_excluding_tax",
        "margin_rate",
    }
)
"""Fields that say nothing to people, or follow from others."""
_LABELS: Final = {
    "product_name": marked("Name"),
    "eng_product_name": marked("English name"),
    "supply_product_name": marked("Name for suppliers"),
    "internal_product_name": marked("Internal name"),
    "model_name": marked("Model"),
    "custom_product_code": marked("SKU"),
    "custom_variant_code": marked("SKU"),
    "price": marked("Price"),
    "retail_price": marked("Retail price"),
    "supply_price": marked("Supply price"),
    "additional_amount": marked("Additional price"),
    "display": marked("Display"),
    "selling": marked("Sale"),
    "sold_out": marked("Sold out"),
    "summary_description": marked("Summary"),
    "simple_description": marked("Short description"),
    "description": marked("Description"),
    "mobile_description": marked("Description on phones"),
    "product_tag": marked("Tags"),
    "brand_code": marked("Brand"),
    "manufacturer_code": marked("Manufacturer"),
    "trend_code": marked("Trend"),
    "supplier_code": marked("Supplier"),
    "classification_code": marked("Classification"),
    "product_weight": marked("Weight"),
    "product_material": marked("Material"),
    "product_condition": marked("Condition"),
    "tax_type": marked("Tax"),
    "tax_rate": marked("Tax rate"),
    "origin_place_value": marked("Place of origin"),
    "detail_image": marked("Picture"),
    "list_image": marked("Picture in lists"),
    "tiny_image": marked("Small picture in lists"),
    "small_image": marked("Small picture"),
    "image": marked("Picture"),
    "additional_image": marked("Further pictures"),
    "minimum_quantity": marked("Minimum quantity"),
    "maximum_quantity": marked("Maximum quantity"),
    "quantity": marked("Quantity"),
    "safety_inventory": marked("Safety stock"),
    "use_inventory": marked("Track stock"),
    "display_soldout": marked("Show as sold out"),
    "display_order": marked("Order"),
    "category_name": marked("Name"),
    "use_display": marked("Display"),
    "display_type": marked("Shown on"),
    "use_main": marked("On the start page"),
    "brand_name": marked("Name"),
    "use_brand": marked("In use"),
    "search_keyword": marked("Search words"),
    "manufacturer_name": marked("Name"),
    "president_name": marked("Representative"),
    "use_manufacturer": marked("In use"),
    "trend_name": marked("Name"),
    "use_trend": marked("In use"),
    "classification_name": marked("Name"),
    "classification_description": marked("Description"),
    "use_classification": marked("In use"),
    "origin_name": marked("Name"),
    "default": marked("Default"),
    "contact": marked("Phone"),
    "secondary_contact": marked("Second phone"),
    "phone": marked("Phone"),
    "email": marked("Email address"),
    "homepage": marked("Website"),
    "zipcode": marked("Postcode"),
    "country_code": marked("Country"),
    "address1": marked("Address"),
    "address2": marked("Address, second line"),
    "memo": marked("Memo"),
    "author_id": marked("Author"),
    "title": marked("Title"),
    "content": marked("Text"),
    "name": marked("Name"),
    "status": marked("State"),
    "path": marked("Address in the shop"),
    "target": marked("Leads to"),
    "custom_name": marked("Name"),
    "property_name": marked("Name"),
    "property_value": marked("Value"),
    "meta_title": marked("Title for search engines"),
    "meta_author": marked("Author for search engines"),
    "meta_description": marked("Description for search engines"),
    "meta_keywords": marked("Keywords for search engines"),
    "meta_alt": marked("Text for pictures"),
    "search_engine_exposure": marked("Shown to search engines"),
    "created_date": marked("Created"),
    "labels": marked("Labels"),
    "order_status": marked("Order state"),
    "tracking_no": marked("Tracking number"),
    "shipping_message": marked("Delivery note"),
    "cellphone": marked("Mobile phone"),
    "buyer_name": marked("Name"),
    "receiver_name": marked("Name"),
    "receiver_address": marked("Address"),
    "writer": marked("Author"),
    "reply_status": marked("State of the answer"),
    "source": marked("Content"),
}
"""Field -> its name on the pages; of others the name in the API is shown."""
_CODES: Final = {
    "display": {"T": marked("Displayed"), "F": marked("Hidden")},
    "use_display": {"T": marked("Displayed"), "F": marked("Hidden")},
    "selling": {"T": marked("On sale"), "F": marked("Not on sale")},
    "status": {"T": marked("Yes"), "F": marked("No")},
}
_YES: Final = {"T": marked("Yes"), "F": marked("No")}
_NOTHING: Final = "–"


_STORED_AS: Final = {
    "AutomailsSetting": "automatic-mails",
    "BoardNotice": "privacy-boards",
    "InformationTexts": "information",
    "JoinNotice": "privacy-join",
    "OrderNotice": "privacy-orders",
    "OwnRate": "currency",
}
"""Struct of stored settings -> their form, where the operation answers another struct."""


class ShownField(Struct, frozen=True, kw_only=True):
    """A field before and after a change, as text."""

    name: str
    """As in the API: `price`."""
    label: str
    before: str
    after: str
    now: str = ""
    """As it is, where that is asked for."""


def compare(
    context: PageContext,
    before: Mapping[str, Encodable] | None,
    after: Mapping[str, Encodable] | None,
    *,
    currency: str,
    setting: str = "",
    now: Mapping[str, Encodable] | None = None,
) -> list[ShownField]:
    """Return the fields that differ; of a created or deleted resource, those that have a value.

    `setting`: name of the struct of settings that the row holds.
    """
    if setting:
        sides = [_setting_values(setting, side) for side in (before, after, now)]
    else:
        sides = [_fields(side or {}) for side in (before, after, now)]
    labels = setting_labels(context, setting) if setting else {}
    found = []
    for name in {**sides[0], **sides[1]}:
        values = [side.get(name) for side in sides]
        if values[0] == values[1] or name.partition(".")[0] in _UNSEEN:
            continue
        texts = [display(context, name, value, currency) for value in values]
        if texts[0] == texts[1] == _NOTHING:
            continue
        found.append(
            ShownField(
                name=name,
                label=_label(context, name, labels),
                before=texts[0],
                after=texts[1],
                now=texts[2],
            )
        )
    return found


def display(context: PageContext, name: str, value: Encodable, currency: str) -> str:
    """Return a value as people read it, at most `MOST_CHARACTERS` of it."""
    last = name.rpartition(".")[2]
    if value is None or value in ("", [], {}):
        return _NOTHING
    if _is_secret(last, value):
        return record.MASK
    if last in _AMOUNTS:
        return _amount(value, currency)
    if last in _MOMENTS and isinstance(value, int):
        return time(value).text
    if isinstance(value, bool):
        value = "T" if value else "F"
    if isinstance(value, str) and value in ("T", "F"):
        return context.translate(_CODES.get(last, _YES)[value])
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        value = ", ".join(map(str, value))
    if isinstance(value, str):
        value = rendering.text(value) or value
    return record.render_value(
        record.redacted({last: (value, value)})[last][0], most=MOST_CHARACTERS
    )


def _is_secret(name: str, value: Encodable) -> bool:
    # sealed texts are secrets whatever their field is called
    sealed = isinstance(value, str) and value.startswith(MARK)
    return sealed or record.SECRET_WORDS.search(name) is not None


def _amount(value: Encodable, currency: str) -> str:
    try:
        amount = money(value) if isinstance(value, int) else Decimal(str(value))
    except InvalidOperation:
        return str(value)
    return rendering.money(str(amount), currency)


def _setting_values(setting: str, side: Mapping[str, Encodable] | None) -> dict[str, Encodable]:
    """Return stored settings as the shop has them; fields that were never set have defaults."""
    document = _document((side or {}).get("content") or "{}") or {}
    try:
        kind = settings.kind_of(setting)
        document = msgspec.to_builtins(msgspec.convert(document, kind, strict=False))
    except (settings.UnknownSetting, msgspec.ValidationError):
        pass  # of another version of the program: shown as they are stored
    if setting == asked_fields.STORED_AS:
        document = asked_fields.by_field(document)
    return dict(_flat(document, ""))


def _fields(values: Mapping[str, Encodable]) -> dict[str, Encodable]:
    """Return the fields of a row, those of its documents among them."""
    found: dict[str, Encodable] = {}
    for name, value in values.items():
        document = _document(value) if name in DOCUMENTS else None
        found |= {name: value} if document is None else dict(_flat(document, ""))
    return found


def _document(value: Encodable) -> dict[str, Encodable] | None:
    try:
        document = msgspec.json.decode(value) if isinstance(value, str) else value
    except msgspec.DecodeError:
        return None
    return document if isinstance(document, dict) else None


def _flat(document: dict[str, Encodable], inside: str) -> Iterable[tuple[str, Encodable]]:
    for name, value in document.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{inside}{name}.")
        else:
            yield f"{inside}{name}", value


def _label(context: PageContext, name: str, labels: Mapping[str, str]) -> str:
    found = labels.get(name) or _LABELS.get(name.rpartition(".")[2])
    return context.translate(found) if found else name.replace("_", " ")


def resource_of_setting(context: PageContext, setting: str) -> Resource | None:
    """Return the form that shows settings, by the name of their struct; None: there is none."""
    return _forms(context.client).get(setting.partition(" ")[0])


def page_of_setting(context: PageContext, setting: str) -> tuple[str, str] | None:
    """Return the last step of the address, and the title, of the page that shows settings."""
    if setting == asked_fields.STORED_AS:
        return asked_fields.SLUG, asked_fields.TITLE
    form = resource_of_setting(context, setting)
    return (form.slug, form.title) if form else None


@lru_cache(maxsize=1)
def _forms(client: InternalClient) -> dict[str, Resource]:
    """Return the forms of settings by the name of their struct."""
    answered = {
        operation.gives.__name__: each
        for each in RESOURCES.values()
        if (operation := client.operation("admin", "PUT", each.path)).gives is not None
    }
    return answered | {name: RESOURCES[slug] for name, slug in _STORED_AS.items()}


def setting_labels(context: PageContext, setting: str) -> dict[str, str]:
    """Return the labels of settings, by the paths of their fields: `print_type.receipt_print`."""
    if setting == asked_fields.STORED_AS:
        return asked_fields.labels(context)
    resource = resource_of_setting(context, setting)
    if resource is None:
        return {}
    takes = context.client.operation("admin", "PUT", resource.path).takes
    without = ("shop_no", *filter(None, [resource.key_field]), *resource.without)
    return {
        field.name: field.label for part in fields.parts(takes, without) for field in part.fields
    }
