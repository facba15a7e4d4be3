"""Order form settings: who may order, and what the form asks for and shows.

Specification: "Orderform setting". A plain settings resource.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.contract.crud.changes import Takes, changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label, Values
from openmall.contract.params import Flag

BuyLimit = Annotated[
    Literal["M", "A"], Values({"M": Label("Members only"), "A": Label("Everybody")})
]
"""Shoppers who may order: M members, A everybody."""
InputType = Annotated[
    Literal["A", "S"], Values({"A": Label("All fields"), "S": Label("Short form")})
]
"""A all fields of the form, S the short form."""
Key = Annotated[str, Meta(max_length=100)]


class OrderFormField(Struct, frozen=True, kw_only=True):
    """A field the form asks for, by its name; an empty `key`: none is set."""

    key: Annotated[str, Label("Name of the field"), Takes(Key)] = ""
    use: Annotated[Flag, Label("Use")] = "F"
    required: Annotated[Flag, Label("Required")] = "F"


class PrintableDocuments(Struct, frozen=True, kw_only=True):
    """Documents of an order that customers may print."""

    invoice_print: Annotated[Flag, Label("Invoice")] = "F"
    receipt_print: Annotated[Flag, Label("Receipt")] = "F"
    address_print: Annotated[Flag, Label("Address label")] = "F"


class OrderformSetting(Setting, frozen=True, kw_only=True):
    """A shop's order form settings; the defaults are what a new shop has."""

    buy_limit_type: Annotated[BuyLimit, Label("Who can order")] = "A"
    guest_purchase_button_display: Annotated[Flag, Label("Show a button for guests")] = "T"
    junior_purchase_block: Annotated[Flag, Label("Minors cannot order")] = "F"
    reservation_order: Annotated[Flag, Label("Accept bookings")] = "F"
    discount_amount_display: Annotated[Flag, Label("Show discounts")] = "T"
    order_item_delete: Annotated[Flag, Label("Items can be removed in the order form")] = "T"
    quick_signup: Annotated[Flag, Label("Guests can sign up while ordering")] = "F"
    check_order_info: Annotated[Flag, Label("Confirm order details before payment")] = "F"
    order_form_input_type: Annotated[InputType, Label("Length of the form")] = "A"
    shipping_info: Annotated[OrderFormField, Label("Additional field: shipping")] = OrderFormField()
    order_info: Annotated[OrderFormField, Label("Additional field: order")] = OrderFormField()
    china_taiwan_id_input: Annotated[
        Flag, Label("Ask for an identity number in China and Taiwan")
    ] = "F"
    print_type: Annotated[PrintableDocuments, Label("Documents customers can print")] = (
        PrintableDocuments()
    )
    orderform_additional_enabled: Annotated[Flag, Label("Use additional fields")] = "F"


OPERATIONS = setting_operations(
    "orderform/setting",
    OrderformSetting,
    changes_of(OrderformSetting),
    area="store",
    key="orderform",
)
