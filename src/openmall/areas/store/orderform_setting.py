"""Order form settings: who may order, and what the form asks for and shows.

Specification: "Orderform setting". A plain settings resource.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

BuyLimit = Literal["M", "A"]
"""Who may order: M members, A everybody."""
InputType = Literal["A", "S"]
"""A all fields of the form, S the short form."""
Key = Annotated[str, Meta(max_length=100)]


class Asked(Struct, frozen=True, kw_only=True):
    """A field the form asks for, by its name; an empty `key`: none is set."""

    key: str = ""
    use: Flag = "F"
    required: Flag = "F"


class Printed(Struct, frozen=True, kw_only=True):
    """What customers may print of an order."""

    invoice_print: Flag = "F"
    receipt_print: Flag = "F"
    address_print: Flag = "F"


class OrderformSetting(Setting, frozen=True, kw_only=True):
    """A shop's order form settings; the defaults are what a new shop has."""

    buy_limit_type: BuyLimit = "A"
    guest_purchase_button_display: Flag = "T"
    junior_purchase_block: Flag = "F"
    reservation_order: Flag = "F"
    discount_amount_display: Flag = "T"
    order_item_delete: Flag = "T"
    quick_signup: Flag = "F"
    check_order_info: Flag = "F"
    order_form_input_type: InputType = "A"
    shipping_info: Asked = Asked()
    order_info: Asked = Asked()
    china_taiwan_id_input: Flag = "F"
    print_type: Printed = Printed()
    orderform_additional_enabled: Flag = "F"


class AskedChange(Struct, frozen=True, kw_only=True):
    key: Key | UnsetType = UNSET
    use: Flag | UnsetType = UNSET
    required: Flag | UnsetType = UNSET


class PrintedChange(Struct, frozen=True, kw_only=True):
    invoice_print: Flag | UnsetType = UNSET
    receipt_print: Flag | UnsetType = UNSET
    address_print: Flag | UnsetType = UNSET


class OrderformSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change order form settings; UNSET: not sent, left alone."""

    buy_limit_type: BuyLimit | UnsetType = UNSET
    guest_purchase_button_display: Flag | UnsetType = UNSET
    junior_purchase_block: Flag | UnsetType = UNSET
    reservation_order: Flag | UnsetType = UNSET
    discount_amount_display: Flag | UnsetType = UNSET
    order_item_delete: Flag | UnsetType = UNSET
    quick_signup: Flag | UnsetType = UNSET
    check_order_info: Flag | UnsetType = UNSET
    order_form_input_type: InputType | UnsetType = UNSET
    shipping_info: AskedChange | UnsetType = UNSET
    order_info: AskedChange | UnsetType = UNSET
    china_taiwan_id_input: Flag | UnsetType = UNSET
    print_type: PrintedChange | UnsetType = UNSET
    orderform_additional_enabled: Flag | UnsetType = UNSET


OPERATIONS = [
    get(
        "orderform/setting",
        read_setting(OrderformSetting),
        takes=ShopParams,
        gives=OrderformSetting,
        key="orderform",
        scope=READ_STORE,
    ),
    put(
        "orderform/setting",
        change_setting(OrderformSetting, OrderformSettingChange),
        takes=OrderformSettingChange,
        gives=OrderformSetting,
        key="orderform",
        scope=WRITE_STORE,
    ),
]
