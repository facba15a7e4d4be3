"""Additional fields of the checkout, as the shop manages them."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from openmall.commerce.category.categories import store as category_store
from openmall.commerce.order.placement.checkout.checkout_fields import (
    LONGEST,
    WITH_OPTIONS,
    CheckoutField,
    CheckoutFields,
    InputScope,
    InputType,
    ProductScope,
)
from openmall.commerce.order.placement.checkout.refusals import (
    FIELD_OPTION_TWICE,
    FIELD_WITHOUT_OPTIONS,
    TOO_MANY_CHECKOUT_FIELDS,
)
from openmall.commerce.product.products import store as product_store
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched, sent_fields
from openmall.contract.crud.settings import current, write_setting
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.database import sequences

MOST_FIELDS: Final = 100
"""Additional fields of a shop."""
SERIES: Final = "orderform property"
Subject = Annotated[str, Meta(min_length=1, max_length=200)]
Description = Annotated[str, Meta(max_length=500)]
Length = Annotated[int, Meta(ge=1, le=LONGEST)]
Rows = Annotated[int, Meta(ge=1, le=70)]
Percentage = Annotated[int, Meta(ge=1, le=100)]
Lines = Annotated[int, Meta(ge=1, le=999)]
OptionValues = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=100)]], Meta(max_length=50)
]


class FieldDraft(ShopParams, frozen=True, kw_only=True):
    """An additional field as it is created."""

    input_type: InputType
    is_required: Flag
    subject: Subject
    available_product_type: ProductScope
    input_scope: InputScope
    description: Description | UnsetType = UNSET
    field_length: Length | UnsetType = UNSET
    max_input_length: Length | UnsetType = UNSET
    textarea_rows: Rows | UnsetType = UNSET
    width_percentage: Percentage | UnsetType = UNSET
    option_values: OptionValues | UnsetType = UNSET
    display_lines_desktop: Lines | UnsetType = UNSET
    display_lines_mobile: Lines | UnsetType = UNSET
    category_no: EntityNo | UnsetType = UNSET
    product_no: EntityNo | UnsetType = UNSET


class FieldPath(ShopParams, frozen=True, kw_only=True):
    """One additional field."""

    orderform_property_id: str


class FieldChange(FieldPath, frozen=True, kw_only=True):
    """The changes of an additional field."""

    input_type: InputType | UnsetType = UNSET
    is_required: Flag | UnsetType = UNSET
    subject: Subject | UnsetType = UNSET
    description: Description | UnsetType = UNSET
    field_length: Length | UnsetType = UNSET
    max_input_length: Length | UnsetType = UNSET
    textarea_rows: Rows | UnsetType = UNSET
    width_percentage: Percentage | UnsetType = UNSET
    option_values: OptionValues | UnsetType = UNSET
    display_lines_desktop: Lines | UnsetType = UNSET
    display_lines_mobile: Lines | UnsetType = UNSET
    available_product_type: ProductScope | UnsetType = UNSET
    input_scope: InputScope | UnsetType = UNSET
    category_no: EntityNo | UnsetType = UNSET
    product_no: EntityNo | UnsetType = UNSET


async def listing(call: Call, query: ShopParams) -> Sequence[CheckoutField]:
    """Retrieve a list of the additional fields of the checkout."""
    return (await current(call, CheckoutFields)).properties


async def create(call: Call, draft: FieldDraft) -> CheckoutField:
    """Create an additional field of the checkout.

    It is asked while `orderform_additional_enabled` of the order form settings is T. Raises Invalid
    (422) for choices without options, and for a category or product that does not exist.
    """
    setting = await current(call, CheckoutFields, to_change=True)
    if len(setting.properties) >= MOST_FIELDS:
        raise Invalid(TOO_MANY_CHECKOUT_FIELDS, parameter="subject", most=MOST_FIELDS)
    number = await sequences.allocate(call.db, SERIES)
    created = CheckoutField(
        **{**sent_fields(draft), "shop_no": call.shop_no, "orderform_property_id": str(number)}
    )
    await _require_consistent(call, created)
    await _write(call, replace(setting, properties=[*setting.properties, created]))
    call.journal(f"checkout field {number}", differences_from_nothing(created))
    return created


async def change(call: Call, params: FieldChange) -> CheckoutField:
    """Update an additional field of the checkout.

    Orders keep the answers they have. Identical content is NotModified (409).
    """
    setting = await current(call, CheckoutFields, to_change=True)
    at = _place(setting, params.orderform_property_id)
    before = setting.properties[at]
    after = replace(patched(before, params), shop_no=call.shop_no)
    await _require_consistent(call, after)
    fields = [*setting.properties[:at], after, *setting.properties[at + 1 :]]
    await _write(call, replace(setting, properties=fields))
    call.journal(f"checkout field {params.orderform_property_id}", differences(before, after))
    return after


async def remove(call: Call, params: FieldPath) -> CheckoutField:
    """Delete an additional field of the checkout. Orders keep the answers they have."""
    setting = await current(call, CheckoutFields, to_change=True)
    at = _place(setting, params.orderform_property_id)
    fields = [*setting.properties[:at], *setting.properties[at + 1 :]]
    await _write(call, replace(setting, properties=fields))
    call.journal(f"checkout field {params.orderform_property_id}", {"deleted": (False, True)})
    return setting.properties[at]


def _place(setting: CheckoutFields, number: str) -> int:
    """Return the index of a field. Raises NotFound (404)."""
    for at, each in enumerate(setting.properties):
        if each.orderform_property_id == number:
            return at
    raise NotFound(DOES_NOT_EXIST, parameter="orderform_property_id", resource=Phrase("property"))


async def _require_consistent(call: Call, field: CheckoutField) -> None:
    """Raise Invalid (422) for a field that cannot be answered."""
    if field.input_type in WITH_OPTIONS:
        if not field.option_values:
            raise Invalid(FIELD_WITHOUT_OPTIONS, parameter="option_values")
        if len(set(field.option_values)) < len(field.option_values):
            raise Invalid(FIELD_OPTION_TWICE, parameter="option_values")
    if field.available_product_type == "C" and (
        field.category_no is None or await category_store.find(call, field.category_no) is None
    ):
        raise Invalid(DOES_NOT_EXIST, parameter="category_no", resource=Phrase("category"))
    if field.available_product_type == "P" and (
        field.product_no is None or not await product_store.of_numbers(call, [field.product_no])
    ):
        raise Invalid(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))


async def _write(call: Call, setting: CheckoutFields) -> None:
    await write_setting(call.db, call.seal, setting)


_FIELD: Final = Resource(CheckoutField, area="order", key="property", listed="properties")

OPERATIONS = [
    _FIELD.listing("orderform/properties", listing, takes=ShopParams),
    _FIELD.post("orderform/properties", create, takes=FieldDraft, objects=100, key="properties"),
    _FIELD.put("orderform/properties/{orderform_property_id}", change, takes=FieldChange),
    _FIELD.delete(
        "orderform/properties/{orderform_property_id}",
        remove,
        takes=FieldPath,
        shows=("orderform_property_id",),
    ),
]
