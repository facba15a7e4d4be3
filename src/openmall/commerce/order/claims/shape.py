"""Claims as they are stored and as apps read them."""

from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.order.billing.refunds.shape import RefundMethod, TaxPart
from openmall.commerce.order.orders.item_shape import Invoice, Item, ReasonType
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

KindName = Literal["cancellation", "return", "exchange", "shippingfee"]
"""Subject of a claim: items, or an order's shipping fee."""
Step = Literal[
    "requested", "accepted", "canceling", "canceled", "processing", "returned", "collected",
    "exchanged",
]  # fmt: skip
"""Progress of a claim."""
InvoiceState = Literal["T", "F", "N"]
"""T handed over, F failed, N not picked up."""


class Pickup(Struct, frozen=True, kw_only=True):
    """Address at which a parcel is picked up."""

    name: str | None = None
    phone: str | None = None
    cellphone: str | None = None
    zipcode: str | None = None
    address1: str | None = None
    address2: str | None = None


class Wish(Struct, frozen=True, kw_only=True):
    """A variant that a buyer wishes for instead."""

    variant_code: str
    quantity: int


class Claim(Struct, frozen=True, kw_only=True):
    """A claim as it is stored. The defaults are those of a new one."""

    claim_code: str = ""
    shop_no: int = 1
    order_id: str = ""
    kind: KindName = "cancellation"
    step: Step = "accepted"
    item_nos: list[int] = []
    new_item_nos: list[int] = []
    """Numbers of the replacements."""
    requested_date: datetime | None = None
    accepted_date: datetime | None = None
    completed_date: datetime | None = None
    claim_reason_type: ReasonType | None = None
    claim_reason: str = ""
    refund_method_code: list[RefundMethod] = []
    refund_bank_code: str = ""
    refund_bank_name: str = ""
    refund_bank_account_no: str = ""
    refund_bank_account_holder: str = ""
    recover_inventory: Flag | None = None
    """None: the shop's settings decide."""
    recover_coupon: Flag = "F"
    recover_coupon_no: str = ""
    payment_gateway_cancel: Flag = "T"
    """T: the gateway pays back. A claim that is stored without it is of a release that always asked
    the gateway; new claims store what their call says."""
    put_back: bool = False
    """The stock of its items is restored."""
    pickup_completed: Flag = "F"
    request_pickup: Flag | None = None
    pickup: Pickup = Pickup()
    request_no: int = 0
    """Number of the requested collection; 0: none was requested."""
    exchange_request_no: int = 0
    wishes: list[Wish] = []
    exchanged_after_collected: Flag | None = None
    carrier_id: int | None = None
    return_invoice_no: str | None = None
    return_shipping_company_name: str | None = None
    return_invoice_success: InvoiceState | None = None
    return_invoice_fail_reason: str | None = None
    undone: Flag | None = None
    add_memo_too: Flag | None = None
    undone_reason_type: ReasonType | None = None
    undone_reason: str | None = None
    expose_order_detail: Flag | None = None
    exposed_undone_reason: str | None = None


class RefundAmount(Struct, frozen=True, kw_only=True):
    payment_method: str
    amount: Decimal


class Cancellation(Struct, frozen=True, kw_only=True):
    """A cancellation. Deductions from the refund are zero or below."""

    shop_no: int
    order_id: str
    claim_code: str
    claim_reason_type: ReasonType | None
    claim_reason: str
    refund_methods: list[str]
    refund_reason: str
    order_price_amount: Decimal
    refund_amounts: list[RefundAmount]
    shipping_fee: Decimal
    return_ship_type: str
    defer_commission: Decimal = ZERO
    partner_discount_amount: Decimal = ZERO
    add_discount_amount: Decimal
    member_grade_discount_amount: Decimal
    shipping_discount_amount: Decimal
    coupon_discount_amount: Decimal
    point_used: Decimal
    credit_used: Decimal
    undone: Flag
    undone_reason_type: ReasonType | None
    undone_reason: str | None
    expose_order_detail: Flag | None
    exposed_undone_reason: str | None
    items: list[Item]
    include_tax: Flag
    tax: list[TaxPart]


class ReturnAddress(Struct, frozen=True, kw_only=True):
    """Address that items are sent back to."""

    zipcode: str = ""
    address1: str = ""
    address2: str = ""
    items: list[str] = []


class PickupDetail(Struct, frozen=True, kw_only=True):
    use_pickup: Flag
    same_address: Flag | None
    name: str | None
    phone: str | None
    cellphone: str | None
    zipcode: str | None
    address: str | None


class ReturnFee(Struct, frozen=True, kw_only=True):
    """Part of a return's fee for the items of one shipping group."""

    group_no: int
    return_shipping_fee: Decimal
    items: list[str]


class Return(Cancellation, frozen=True, kw_only=True):
    """A return."""

    claim_due_date: date | None
    return_address: ReturnAddress
    pickup: PickupDetail
    return_invoice_no: str | None
    return_shipping_company_name: str | None
    pickup_request_state: Literal["E", "W", "S", "F", "T", "N"]
    """N no pickup requested, W requested, S handed over, F failed, T picked up, E other."""
    refund_shipping_fee: Decimal
    refund_regional_surcharge: Decimal = ZERO
    return_shipping_fee: Decimal
    return_shipping_fee_detail: list[ReturnFee]
    """The fee by the shipping groups of the items; empty where none is charged."""
    return_regional_surcharge: Decimal
    return_regional_surcharge_detail: list[ReturnFee]
    additional_shipping_fee: Decimal = ZERO
    international_shipping_insurance: Decimal = ZERO
    international_shipping_additional_fee: Decimal = ZERO
    carrier_id: int | None
    return_invoice_success: InvoiceState | None
    return_invoice_fail_reason: str | None


class ExchangeReceiver(Struct, frozen=True, kw_only=True):
    name: str = ""
    phone: str = ""
    cellphone: str = ""
    zipcode: str = ""
    address: str = ""
    shipping_message: str = ""


class Exchange(Cancellation, frozen=True, kw_only=True):
    """An exchange."""

    claim_due_date: date | None
    receiver: ExchangeReceiver
    reshipping_detail: ExchangeReceiver
    pickup: PickupDetail
    additional_payment: None = None
    """Replacements cost as much, so nothing more is paid."""
    return_invoice_no: str | None
    return_shipping_company_name: str | None
    exchanged_items: list[Item]
    carrier_id: int | None
    return_invoice_success: InvoiceState | None
    return_invoice_fail_reason: str | None


class ClaimedItem(Struct, frozen=True, kw_only=True):
    order_item_code: str
    quantity: int


class CreatedClaim(Struct, frozen=True, kw_only=True):
    """The claimed items; a partly claimed item was split."""

    shop_no: int
    order_id: str
    status: Step
    claim_code: str
    items: list[ClaimedItem]


class CreatedReturn(CreatedClaim, frozen=True, kw_only=True):
    pickup_completed: Flag


class ItemToExchange(Struct, frozen=True, kw_only=True):
    order_item_code: str
    quantity: int
    exchange_variant_code: str | None


class ClaimItemRef(Struct, frozen=True, kw_only=True):
    order_item_code: str


class CreatedExchange(Struct, frozen=True, kw_only=True):
    shop_no: int
    order_id: str
    status: Step
    claim_code: str
    items: list[ItemToExchange]
    exchanged_items: list[ClaimItemRef]


class RequestedClaim(Struct, frozen=True, kw_only=True):
    """The items of a requested claim."""

    shop_no: int
    order_id: str
    exchange_request_no: int = 0
    items: list[ClaimedItem]


class GatewayCancellation(Struct, frozen=True, kw_only=True):
    """Items whose additional payment was refunded by the payment gateway."""

    success: list[str]
    fail: list[str] | None = None


class RejectedRequest(Struct, frozen=True, kw_only=True):
    """The items of a refused request."""

    shop_no: int
    order_id: str
    undone: Literal["T"] = "T"
    order_item_code: list[str]
    additional_payment_gateway_cancel: GatewayCancellation


class ClaimChanged(Struct, frozen=True, kw_only=True):
    """A claim after a change; null: never set."""

    shop_no: int
    order_id: str
    claim_code: str
    status: Step
    pickup_completed: Flag
    carrier_id: int | None
    return_invoice_no: str | None
    return_shipping_company_name: str | None
    return_invoice_success: InvoiceState | None
    return_invoice_fail_reason: str | None
    items: list[ClaimItemRef]
    refund_method_code: list[RefundMethod]
    refund_bank_code: str
    refund_bank_account_no: str
    refund_bank_account_holder: str
    combined_refund_method: None = None
    recover_inventory: Flag | None
    exchanged_after_collected: Flag | None
    request_pickup: Flag | None
    pickup: Pickup
    undone: Flag | None
    add_memo_too: Flag | None
    undone_reason_type: ReasonType | None
    undone_reason: str | None
    expose_order_detail: Flag | None
    exposed_undone_reason: str | None


class ChangedItem(Struct, frozen=True, kw_only=True):
    """A changed item; null: not changed."""

    shop_no: int
    order_id: str
    order_item_code: str
    """Code of the split item where a part was claimed."""
    claim_type: Literal["C", "R"] | None = None
    claim_status: Flag | None = None
    claim_reason_type: ReasonType | None = None
    claim_reason: str | None = None
    claim_quantity: int | None = None
    multi_invoice: list[Invoice] = []
    shipping_expected_date: str | None = None


class CancelledFee(Struct, frozen=True, kw_only=True):
    shop_no: int
    order_id: str
    claim_code: str


class FeeCancellation(CancelledFee, frozen=True, kw_only=True):
    """A cancelled shipping fee, and its refund."""

    claim_reason_type: ReasonType | None
    claim_reason: str
    status: Literal["canceled", "canceling"]
    """canceled: refunded; canceling: the refund is pending."""
    default_shipping_fee: Decimal
    supplier_shipping_fee: Decimal
    """Part of the fee for items that suppliers ship."""
    individual_shipping_fee: Decimal
    """Part of the fee for items with a fee of their own."""
    international_shipping_fee: Decimal = ZERO
    international_shipping_insurance_fee: Decimal = ZERO
    additional_shipping_fee: Decimal = ZERO
    additional_handling_fee: Decimal = ZERO
    regional_surcharge_amount: Decimal
    refund_method: str
    shipping_discount_amount: Decimal
    coupon_discount_amount: Decimal
    refund_amount: Decimal
    """Refunded in money."""
    point_used: Decimal
    credit_used: Decimal
    mixed_refund_amount: Decimal = ZERO
    mixed_refund_methods: list[str] | None = None
    include_tax: Flag
    tax: list[TaxPart]


class Collection(Struct, frozen=True, kw_only=True):
    """A requested collection of items."""

    shop_no: int
    request_no: int
    order_id: str
    order_item_code: list[str]
    shipping_company_name: str
    collect_tracking_no: str
