"""Order settings: what customers may ask for after ordering, and what happens by itself.

Specification: "Orders setting"; "Update order settings". A plain settings resource.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from openmall.contract.money import ZERO
from openmall.contract.operation import get, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE
from openmall.standard.settings import Setting, change_setting, read_setting

ClaimType = Literal["S", "D"]
"""S basic options, D advanced options."""
ClaimButton = Literal[
    "cancel_N10",
    "cancel_N20",
    "cancel_N22",
    "cancel_N21",
    "exchange_N00",
    "exchange_N10",
    "exchange_N20",
    "exchange_N22",
    "exchange_N21",
    "exchange_N30",
    "exchange_N40",
    "return_N30",
    "return_N40",
]
"""A request button, and the order status in which it is shown."""
ButtonsFrom = Literal["order_date", "shipend_date"]
"""Request buttons are shown from the day of the order, or of its delivery."""
Recover = Literal["T", "F", "M"]
"""Stock comes back: T by itself, F not at all, M after asking."""
Processing = Literal["S", "D"]
"""Refunds are processed: S together with the claim, D separately."""
Benefit = Literal["F", "T", "U"]
"""Discounts at a claim: F by total amount, T by selected item, U worked out again."""
AddressButton = Literal["N00", "N10", "N20", "N22"]
"""Order status up to which the receiver's address may be changed."""
CashUnit = Literal["D", "T"]
"""Unpaid orders are cancelled after: D days, T hours."""
Days30 = Annotated[int, Meta(ge=1, le=30)]
Days10 = Annotated[int, Meta(ge=1, le=10)]
Days365 = Annotated[int, Meta(ge=1, le=365)]
Period = Annotated[int, Meta(ge=1, le=23)]
Fee = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal(999_999_999)})]


class StockRecover(Struct, frozen=True, kw_only=True):
    """Whether stock comes back when an order is cancelled before or after payment, or returned."""

    cancel_before: Recover | None = None
    cancel_after: Recover | None = None
    cancel_return: Recover | None = None


class OrdersSetting(Setting, frozen=True, kw_only=True):
    """A shop's order settings; the defaults are what a new shop has."""

    claim_request: Flag = "T"
    claim_request_type: ClaimType | None = "S"
    """None while customers may not ask for claims."""
    claim_request_button_exposure: list[ClaimButton] = field(
        default_factory=lambda: ["cancel_N10", "cancel_N20", "exchange_N40", "return_N40"]
    )
    claim_request_button_date_type: ButtonsFrom = "order_date"
    claim_request_button_period: int = 30
    stock_recover: Flag = "T"
    stock_recover_base: Recover = "T"
    stock_recover_individual: StockRecover = StockRecover()
    refund_processing_setting: Processing = "S"
    claim_request_auto_accept: Flag = "F"
    refund_benefit_setting: Benefit = "F"
    use_product_prepare_status: Flag = "T"
    use_purchase_confirmation_button: Flag = "F"
    purchase_confirmation_button_set_date: date | None = None
    use_purchase_confirmation_auto_check: Flag = "F"
    purchase_confirmation_auto_check_day: int | None = None
    purchase_confirmation_auto_check_set_date: date | None = None
    use_additional_fields: Flag = "F"
    customer_pays_return_shipping: Flag = "F"
    refund_bank_account_required: Flag = "F"
    exchange_shipping_fee: Decimal = ZERO
    return_shipping_fee: Decimal = ZERO
    auto_delivery_completion: Flag = "F"
    delivery_completion_after_days: int | None = None
    receiver_address_modify_button_exposure: AddressButton | None = None
    auto_cancel: Flag = "F"
    auto_cancel_cash_unit: CashUnit = "D"
    auto_cancel_cash_period: int | None = None
    auto_cancel_virtual_account_period: int | None = None
    auto_cancel_cvs_period: int | None = None
    use_shipped_auto_check_start_day: Flag = "F"
    shipped_auto_check_start_day: date | None = None


class StockRecoverChange(Struct, frozen=True, kw_only=True):
    cancel_before: Recover | None | UnsetType = UNSET
    cancel_after: Recover | None | UnsetType = UNSET
    cancel_return: Recover | None | UnsetType = UNSET


class OrdersSettingChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent to change order settings; null takes a day or date away."""

    refund_benefit_setting: Benefit | UnsetType = UNSET
    use_product_prepare_status: Flag | UnsetType = UNSET
    use_purchase_confirmation_button: Flag | UnsetType = UNSET
    purchase_confirmation_button_set_date: date | None | UnsetType = UNSET
    use_purchase_confirmation_auto_check: Flag | UnsetType = UNSET
    purchase_confirmation_auto_check_day: Days30 | None | UnsetType = UNSET
    purchase_confirmation_auto_check_set_date: date | None | UnsetType = UNSET
    claim_request: Flag | UnsetType = UNSET
    claim_request_type: ClaimType | UnsetType = UNSET
    claim_request_button_exposure: Annotated[list[ClaimButton], Meta(max_length=13)] | UnsetType = (
        UNSET
    )
    claim_request_button_date_type: ButtonsFrom | UnsetType = UNSET
    claim_request_button_period: Days365 | UnsetType = UNSET
    stock_recover: Flag | UnsetType = UNSET
    stock_recover_base: Recover | UnsetType = UNSET
    stock_recover_individual: StockRecoverChange | UnsetType = UNSET
    refund_processing_setting: Processing | UnsetType = UNSET
    claim_request_auto_accept: Flag | UnsetType = UNSET
    refund_bank_account_required: Flag | UnsetType = UNSET
    exchange_shipping_fee: Fee | UnsetType = UNSET
    return_shipping_fee: Fee | UnsetType = UNSET
    auto_delivery_completion: Flag | UnsetType = UNSET
    delivery_completion_after_days: Days30 | None | UnsetType = UNSET
    receiver_address_modify_button_exposure: AddressButton | None | UnsetType = UNSET
    auto_cancel: Flag | UnsetType = UNSET
    auto_cancel_cash_unit: CashUnit | UnsetType = UNSET
    auto_cancel_cash_period: Period | None | UnsetType = UNSET
    auto_cancel_virtual_account_period: Days10 | None | UnsetType = UNSET
    auto_cancel_cvs_period: Days10 | None | UnsetType = UNSET
    use_shipped_auto_check_start_day: Flag | UnsetType = UNSET
    shipped_auto_check_start_day: date | None | UnsetType = UNSET


def readable(setting: OrdersSetting) -> OrdersSetting:
    """Return settings as they are read: without claims there is no type of claims to read."""
    if setting.claim_request == "T":
        return setting
    return msgspec.structs.replace(setting, claim_request_type=None)


OPERATIONS = [
    get(
        "orders/setting",
        read_setting(OrdersSetting, readable),
        takes=ShopParams,
        gives=OrdersSetting,
        key="order",
        scope=READ_STORE,
    ),
    put(
        "orders/setting",
        change_setting(OrdersSetting, OrdersSettingChange, readable),
        takes=OrdersSettingChange,
        gives=OrdersSetting,
        key="order",
        scope=WRITE_STORE,
        shows=OrdersSettingChange.__struct_fields__,
    ),
]
