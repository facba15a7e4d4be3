"""Order settings: requests that customers may send after ordering, and automatic transitions.

Specification: "Orders setting"; "Update order settings". A plain settings resource.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct, field

from openmall.contract.crud.changes import READ_ONLY, Takes, changes_of
from openmall.contract.crud.settings import Setting, change_setting, read_setting
from openmall.contract.labels import Hint, Label, Values
from openmall.contract.money import ZERO
from openmall.contract.params import Flag, ShopParams, amount_bounds
from openmall.contract.resource import Resource

ClaimType = Annotated[Literal["S", "D"], Values({"S": Label("Basic"), "D": Label("Advanced")})]
"""S basic options, D advanced options."""
ClaimButton = Annotated[
    Literal[
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
    ],
    Values(
        {
            "cancel_N10": Label("Cancel: preparing the product"),
            "cancel_N20": Label("Cancel: preparing the parcel"),
            "cancel_N22": Label("Cancel: on hold"),
            "cancel_N21": Label("Cancel: waiting to be sent"),
            "exchange_N00": Label("Exchange: before payment (never shown)"),
            "exchange_N10": Label("Exchange: preparing the product"),
            "exchange_N20": Label("Exchange: preparing the parcel"),
            "exchange_N22": Label("Exchange: on hold"),
            "exchange_N21": Label("Exchange: waiting to be sent"),
            "exchange_N30": Label("Exchange: on the way"),
            "exchange_N40": Label("Exchange: delivered"),
            "return_N30": Label("Return: on the way"),
            "return_N40": Label("Return: delivered"),
        }
    ),
]
"""A request button, and the order status in which it is shown."""
ClaimButtons = Annotated[list[ClaimButton], Meta(max_length=13)]
ButtonsFrom = Annotated[
    Literal["order_date", "shipend_date"],
    Values(
        {"order_date": Label("the day of the order"), "shipend_date": Label("the day of delivery")}
    ),
]
"""Request buttons are shown from the day of the order, or of its delivery."""
Recover = Annotated[
    Literal["T", "F", "M"],
    Values({"T": Label("Yes"), "F": Label("No"), "M": Label("Ask every time")}),
]
"""Stock comes back: T by itself, F not at all, M after asking."""
Processing = Annotated[
    Literal["S", "D"], Values({"S": Label("together with the request"), "D": Label("separately")})
]
"""Refunds are processed: S together with the claim, D separately."""
ClaimDiscountRule = Annotated[
    Literal["F", "T", "U"],
    Values(
        {
            "F": Label("By the total amount: discounts stay with the rest, which gets cheaper"),
            "T": Label("By the item: each takes its share of discounts, points and credits along"),
            "U": Label("Recalculated: discounts go with the item, points and credits stay"),
        }
    ),
]
"""Discounts at a claim: F by total amount, T by selected item, U recalculated."""
AddressButton = Annotated[
    Literal["N00", "N10", "N20", "N22"],
    Values(
        {
            "N00": Label("before payment"),
            "N10": Label("preparing the product"),
            "N20": Label("preparing the parcel"),
            "N22": Label("on hold"),
        }
    ),
]
"""Order status up to which the receiver's address may be changed."""
CashUnit = Annotated[Literal["D", "T"], Values({"D": Label("Days"), "T": Label("Hours")})]
"""Unpaid orders are cancelled after: D days, T hours."""
Days30 = Annotated[int, Meta(ge=1, le=30)]
Days10 = Annotated[int, Meta(ge=1, le=10)]
Days365 = Annotated[int, Meta(ge=1, le=365)]
Period = Annotated[int, Meta(ge=1, le=23)]
Fee = Annotated[Decimal, Meta(extra=amount_bounds(0, 999_999_999))]


class StockRecover(Struct, frozen=True, kw_only=True):
    """Restoration of stock when an order is cancelled before or after payment, or returned."""

    cancel_before: Annotated[Recover | None, Label("Cancelled before payment")] = None
    cancel_after: Annotated[Recover | None, Label("Cancelled after payment")] = None
    cancel_return: Annotated[Recover | None, Label("Returned")] = None


class OrdersSetting(Setting, frozen=True, kw_only=True):
    """A shop's order settings; the defaults are what a new shop has."""

    claim_request: Annotated[
        Flag, Label("Customers can ask for cancellation, exchange and return")
    ] = "T"
    claim_request_type: Annotated[
        ClaimType | None, Label("Options of such requests"), Takes(ClaimType)
    ] = "S"
    """None while customers may not ask for claims."""
    claim_request_button_exposure: Annotated[
        list[ClaimButton],
        Label("Request buttons are shown in these states"),
        Takes(ClaimButtons),
    ] = field(default_factory=lambda: ["cancel_N10", "cancel_N20", "exchange_N40", "return_N40"])
    claim_request_button_date_type: Annotated[
        ButtonsFrom, Label("Buttons are shown counted from")
    ] = "order_date"
    claim_request_button_period: Annotated[
        int, Label("Buttons are shown for days"), Takes(Days365)
    ] = 30
    stock_recover: Annotated[Flag, Label("Restock cancelled and returned items")] = "T"
    stock_recover_base: Annotated[Recover, Label("Restock by default")] = "T"
    stock_recover_individual: Annotated[StockRecover, Label("Restock case by case")] = (
        StockRecover()
    )
    refund_processing_setting: Annotated[Processing, Label("Refunds are made")] = "S"
    claim_request_auto_accept: Annotated[Flag, Label("Accept requests automatically")] = "F"
    refund_benefit_setting: Annotated[
        ClaimDiscountRule, Label("Discounts on partial cancellation")
    ] = "T"
    use_product_prepare_status: Annotated[Flag, Label("Use the state “preparing the product”")] = (
        "T"
    )
    use_purchase_confirmation_button: Annotated[Flag, Label("Customers can confirm a purchase")] = (
        "F"
    )
    purchase_confirmation_button_set_date: Annotated[
        date | None, Label("Purchases can be confirmed from")
    ] = None
    use_purchase_confirmation_auto_check: Annotated[
        Flag, Label("Confirm purchases automatically")
    ] = "F"
    purchase_confirmation_auto_check_day: Annotated[
        int | None, Label("Confirm after days"), Takes(Days30 | None)
    ] = None
    purchase_confirmation_auto_check_set_date: Annotated[
        date | None, Label("Confirm automatically after")
    ] = None
    use_additional_fields: Annotated[Flag, READ_ONLY] = "F"
    customer_pays_return_shipping: Annotated[Flag, READ_ONLY] = "F"
    refund_bank_account_required: Annotated[
        Flag, Label("A bank account for refunds is required")
    ] = "F"
    exchange_shipping_fee: Annotated[Decimal, Label("Shipping fee of an exchange"), Takes(Fee)] = (
        ZERO
    )
    return_shipping_fee: Annotated[Decimal, Label("Shipping fee of a return"), Takes(Fee)] = ZERO
    auto_delivery_completion: Annotated[Flag, Label("Mark parcels as delivered automatically")] = (
        "F"
    )
    delivery_completion_after_days: Annotated[
        int | None, Label("Delivered after days"), Takes(Days30 | None)
    ] = None
    receiver_address_modify_button_exposure: Annotated[
        AddressButton | None, Label("The address can be changed until")
    ] = None
    auto_cancel: Annotated[Flag, Label("Cancel unpaid orders automatically")] = "F"
    auto_cancel_cash_unit: Annotated[CashUnit, Label("Bank deposits: unit of the time limit")] = "D"
    auto_cancel_cash_period: Annotated[
        int | None,
        Label("Bank deposits: cancel after"),
        Hint("Days or hours, as chosen."),
        Takes(Period | None),
    ] = None
    auto_cancel_virtual_account_period: Annotated[
        int | None, Label("Virtual accounts: cancel after days"), Takes(Days10 | None)
    ] = None
    auto_cancel_cvs_period: Annotated[
        int | None, Label("Convenience stores: cancel after days"), Takes(Days10 | None)
    ] = None
    use_shipped_auto_check_start_day: Annotated[Flag, Label("Count deliveries from a day on")] = "F"
    shipped_auto_check_start_day: Annotated[date | None, Label("Count deliveries from")] = None


def readable(setting: OrdersSetting) -> OrdersSetting:
    """Return settings as they are read: without claims there is no type of claims to read."""
    if setting.claim_request == "T":
        return setting
    return msgspec.structs.replace(setting, claim_request_type=None)


OrdersSettingChange: Final = changes_of(
    OrdersSetting,
    after={
        "shop_no": (
            "refund_benefit_setting",
            "use_product_prepare_status",
            "use_purchase_confirmation_button",
            "purchase_confirmation_button_set_date",
            "use_purchase_confirmation_auto_check",
            "purchase_confirmation_auto_check_day",
            "purchase_confirmation_auto_check_set_date",
        )
    },
)
_ORDER: Final = Resource(OrdersSetting, area="store", key="order")

OPERATIONS = [
    _ORDER.get("orders/setting", read_setting(OrdersSetting, readable), takes=ShopParams),
    _ORDER.put(
        "orders/setting",
        change_setting(OrdersSetting, OrdersSettingChange, readable),
        takes=OrdersSettingChange,
        shows=OrdersSettingChange.__struct_fields__,
    ),
]
