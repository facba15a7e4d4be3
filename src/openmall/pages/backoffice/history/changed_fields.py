"""Fields before and after a change: named as the pages name them, with values for people.

Rows as they are stored and resources in terms of the API are both shown: an amount is an integer of
hundredths in the one, and a decimal string in the other.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec import Struct

from openmall.api.pipeline.internal_client import InternalClient
from openmall.contract.crud import settings
from openmall.contract.journal import record
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.history import changed_values
from openmall.pages.backoffice.history.changed_values import NOTHING, ShownValue
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.settings import asked_fields, fields
from openmall.pages.backoffice.settings.resource import Resource
from openmall.pages.backoffice.settings.resources import RESOURCES

DOCUMENTS: Final = frozenset({"listed", "detail", "content", "buyer", "receiver"})
"""Columns with a JSON document, whose fields are shown one by one."""
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
    "zipcode": marked("Postal code"),
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
    "available_credits": marked("Credits"),
    "available_points": marked("Points"),
    "weight": marked("Weight"),
    "shipping_fee": marked("Shipping fee"),
    "payment_amount": marked("Amount"),
    "product_price": marked("Price"),
    "option_price": marked("Additional price"),
    "discount_price": marked("Discount price"),
    "group_name": marked("Name"),
    "group_no": marked("Customer group"),
    "benefit_name": marked("Name"),
    "coupon_name": marked("Name"),
    "supplier_name": marked("Name"),
    "member_id": marked("Customer"),
    "start_date": marked("From"),
    "end_date": marked("To"),
    "icon": marked("Icon"),
    "soldout_icon": marked("Icon “Sold out”"),
    "recommend_icon": marked("Icon “Recommended”"),
    "new_icon": marked("Icon “New”"),
    "has_option": marked("Options"),
    "options": marked("Options"),
    "add_category_no": marked("Categories"),
    "category_no": marked("Category"),
    "parent_category_no": marked("Parent category"),
}
"""Field -> its name on the pages; of others the words of its name in the API are shown."""
_STORED_AS: Final = {
    "AutomailsSetting": "automatic-mails",
    "BoardNotice": "privacy-boards",
    "InformationTexts": "information",
    "JoinNotice": "privacy-join",
    "OrderNotice": "privacy-orders",
    "OwnRate": "currency",
}
"""Struct of stored settings -> their form, where the operation answers another struct."""
NO_LABELS: Final[Mapping[str, str]] = MappingProxyType({})


class ShownField(Struct, frozen=True, kw_only=True):
    """A field before and after a change, as text."""

    name: str
    """As in the API: `price`."""
    label: str
    before: ShownValue
    after: ShownValue
    now: ShownValue = NOTHING
    """As it is, where that is asked for."""


def compare(
    context: PageContext,
    before: Mapping[str, Encodable] | None,
    after: Mapping[str, Encodable] | None,
    *,
    currency: str,
    setting: str = "",
    labels: Mapping[str, str] = NO_LABELS,
    now: Mapping[str, Encodable] | None = None,
) -> list[ShownField]:
    """Return the fields that differ; of a created or deleted resource, those that have a value.

    `setting`: name of the struct of settings that the row holds, whose labels are known; `labels`:
    those of other fields.
    """
    sides = [_fields(side or {}) for side in (before, after, now)]
    if setting:
        sides = [_setting_values(setting, side) for side in (before, after, now)]
        labels = setting_labels(context, setting)
    found = []
    for name in {**sides[0], **sides[1]}:
        values = [side.get(name) for side in sides]
        # the log has secrets that differ as the same mark
        same = values[0] == values[1] != record.MASK
        if same or name.partition(".")[0] in _UNSEEN:
            continue
        sight = [changed_values.shown(context, name, value, currency) for value in values]
        if sight[0] == sight[1] == NOTHING:
            continue
        if sight[0] == sight[1]:
            # texts that differ in their markup alone are shown with it
            sight = [
                changed_values.shown(context, name, value, currency, source=True)
                for value in values
            ]
        found.append(
            ShownField(
                name=name,
                label=label(context, name, labels),
                before=sight[0],
                after=sight[1],
                now=sight[2],
            )
        )
    return found


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
        found |= dict(_spread(name, value) if document is None else _flat(document, ""))
    return found


def _spread(name: str, value: Encodable) -> Iterable[tuple[str, Encodable]]:
    """Return the fields of what a field holds, such as the receivers of an order, by their paths.

    Of several they are numbered. Pictures are shown by themselves.
    """
    held = value if isinstance(value, list) else [value]
    if not held or changed_values.PICTURES.search(name):
        return [(name, value)]
    if not all(isinstance(each, dict) and each for each in held):
        return [(name, value)]
    found: list[tuple[str, Encodable]] = []
    for at, each in enumerate(held, 1):
        inside = name if len(held) == 1 else f"{name}.{at}"
        for field, content in _flat(each, ""):
            found += [(f"{inside}.{path}", part) for path, part in _spread(field, content)]
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


def label(context: PageContext, name: str, labels: Mapping[str, str]) -> str:
    """Return what a field is called on the pages. `labels`: those of its settings."""
    found = labels.get(name) or _LABELS.get(name.rpartition(".")[2])
    if found:
        return context.translate(found)
    words = name.replace("_", " ").replace(".", ": ")
    return words[:1].upper() + words[1:]


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


def labels_at(context: PageContext, path: str) -> dict[str, str]:
    """Return the labels of the settings that the operation at a path is about, if any."""
    resource = next((each for each in RESOURCES.values() if each.path == path), None)
    return {} if resource is None else _labels(context, resource)


def setting_labels(context: PageContext, setting: str) -> dict[str, str]:
    """Return the labels of settings, by the paths of their fields: `print_type.receipt_print`."""
    if setting == asked_fields.STORED_AS:
        return asked_fields.labels(context)
    resource = resource_of_setting(context, setting)
    return {} if resource is None else _labels(context, resource)


def _labels(context: PageContext, resource: Resource) -> dict[str, str]:
    takes = context.client.operation("admin", "PUT", resource.path).takes
    without = ("shop_no", *filter(None, [resource.key_field]), *resource.without)
    return {
        field.name: field.label for part in fields.parts(takes, without) for field in part.fields
    }
