"""Parameters of claims."""

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.billing.refunds.shape import RefundMethod
from openmall.commerce.order.orders.takes import ItemCode, OrderId, OrderPath
from openmall.contract.params import EntityNo, Flag, ShopParams, ShortText

Words = Annotated[str, Meta(max_length=2000)]
Holder = Annotated[str, Meta(max_length=15)]
BankName = Annotated[str, Meta(max_length=250)]
InvoiceNo = Annotated[str, Meta(max_length=40)]
CompanyName = Annotated[str, Meta(max_length=30)]
FailReason = Annotated[str, Meta(max_length=100)]
ClaimCode = str
"""`C20260301-0000007`; of an exchange `B20260301-0000007`."""
Reason = Literal["A", "B", "C", "L", "D", "E", "F", "G", "H", "I"]
Undoing = Literal["A", "B", "J", "C", "L", "D", "E", "F", "K", "G", "H", "I"]
VariantCode = str


class ItemQuantity(Struct, frozen=True, kw_only=True):
    """A quantity of an item."""

    order_item_code: ItemCode
    quantity: EntityNo


class ExchangeItemQuantity(Struct, frozen=True, kw_only=True):
    """A quantity of an item, and the variant it is exchanged for."""

    order_item_code: ItemCode
    quantity: EntityNo
    exchange_variant_code: VariantCode | UnsetType = UNSET


class ItemSelection(Struct, frozen=True, kw_only=True):
    order_item_code: ItemCode


class PickupChange(Struct, frozen=True, kw_only=True):
    """Address at which a parcel is picked up."""

    name: ShortText | UnsetType = UNSET
    phone: ShortText | UnsetType = UNSET
    cellphone: ShortText | UnsetType = UNSET
    zipcode: ShortText | UnsetType = UNSET
    address1: ShortText | UnsetType = UNSET
    address2: ShortText | UnsetType = UNSET


class PickupDraft(Struct, frozen=True, kw_only=True):
    """Address at which a buyer wants a parcel to be picked up."""

    name: ShortText
    phone: ShortText | UnsetType = UNSET
    cellphone: ShortText
    zipcode: ShortText | UnsetType = UNSET
    address1: ShortText
    address2: ShortText


class ClaimDraft(ShopParams, frozen=True, kw_only=True):
    """Items to claim; all that are not over when none is named."""

    order_id: OrderId
    recover_inventory: Flag | UnsetType = UNSET
    add_memo_too: Flag = "F"


class MoneyClaimDraft(ClaimDraft, frozen=True, kw_only=True):
    """Items to claim for a refund."""

    items: list[ItemQuantity] | UnsetType = UNSET
    payment_gateway_cancel: Flag = "F"
    """T: the gateway that took the payment pays it back. F: it does not; the refund of such a
    payment waits until it is executed."""
    recover_coupon: Flag = "F"
    recover_coupon_no: str | UnsetType = UNSET
    reason: Words | UnsetType = UNSET
    claim_reason_type: Reason | UnsetType = UNSET
    refund_bank_code: ShortText | UnsetType = UNSET
    refund_bank_name: BankName | UnsetType = UNSET
    refund_bank_account_no: ShortText | UnsetType = UNSET
    refund_bank_account_holder: Holder | UnsetType = UNSET


class CancellationDraft(MoneyClaimDraft, frozen=True, kw_only=True):
    status: Literal["canceled", "canceling", "accepted"]
    refund_method_code: RefundMethod | UnsetType = UNSET


class ShortageDraft(CancellationDraft, frozen=True, kw_only=True):
    """A cancellation of items that are out of stock."""

    recover_inventory: Flag = "F"
    """Missing units are not restored by default."""
    keep_auto_calculation: Flag = "F"
    collect_gift: Flag = "F"
    """T: gifts and units without price that the rest of the order does not earn are cancelled too;
    F: the buyer keeps them.
    """


class ShippingFeeDraft(OrderPath, frozen=True, kw_only=True):
    """A cancellation of what is left of an order's shipping fee."""

    reason: Words | UnsetType = UNSET
    claim_reason_type: Undoing | UnsetType = UNSET
    payment_gateway_cancel: Flag = "F"
    """T: the gateway that took the payment pays it back. F: it does not; the refund of such a
    payment waits until it is executed."""
    recover_coupon: Flag = "F"
    refund_method_code: RefundMethod | UnsetType = UNSET
    refund_bank_code: ShortText | UnsetType = UNSET
    refund_bank_name: BankName | UnsetType = UNSET
    refund_bank_account_no: ShortText | UnsetType = UNSET
    refund_bank_account_holder: Annotated[str, Meta(max_length=30)] | UnsetType = UNSET


class ReturnDraft(MoneyClaimDraft, frozen=True, kw_only=True):
    status: Literal["accepted", "processing", "returned"]
    pickup_completed: Flag = "F"
    refund_method_code: list[RefundMethod] | UnsetType = UNSET
    request_pickup: Flag | UnsetType = UNSET
    pickup: PickupChange | UnsetType = UNSET
    return_invoice_no: InvoiceNo | UnsetType = UNSET
    return_shipping_company_name: CompanyName | UnsetType = UNSET


class ExchangeDraft(ClaimDraft, frozen=True, kw_only=True):
    status: Literal["accepted", "exchanged"]
    items: list[ExchangeItemQuantity] | UnsetType = UNSET
    same_product: Flag
    """T: the same variant is sent again; F: the one named with each item."""


class ClaimChange(ShopParams, frozen=True, kw_only=True):
    """A change of a claim: its progress, its withdrawal, or its details."""

    order_id: OrderId
    claim_code: ClaimCode
    undone: Literal["T"] | UnsetType = UNSET
    undone_reason_type: Undoing | UnsetType = UNSET
    undone_reason: Words | UnsetType = UNSET
    expose_order_detail: Flag | UnsetType = UNSET
    exposed_undone_reason: Words | UnsetType = UNSET


class CancellationChange(ClaimChange, frozen=True, kw_only=True):
    recover_inventory: Flag
    add_memo_too: Flag
    status: Literal["canceling"] | UnsetType = UNSET


class CancellationRefundChange(CancellationChange, frozen=True, kw_only=True):
    """A change of a cancellation of one order, with its refund."""

    refund_method_code: RefundMethod | UnsetType = UNSET
    refund_bank_code: ShortText | UnsetType = UNSET
    refund_bank_name: BankName | UnsetType = UNSET
    refund_bank_account_no: ShortText | UnsetType = UNSET
    refund_bank_account_holder: Holder | UnsetType = UNSET


class ReturnShipmentChange(ClaimChange, frozen=True, kw_only=True):
    """A change of the shipment that comes back."""

    recover_inventory: Flag | UnsetType = UNSET
    add_memo_too: Flag | UnsetType = UNSET
    pickup_completed: Flag | UnsetType = UNSET
    carrier_id: EntityNo | UnsetType = UNSET
    return_invoice_no: InvoiceNo | UnsetType = UNSET
    return_invoice_success: Literal["T", "F", "N"] | UnsetType = UNSET
    return_invoice_fail_reason: FailReason | UnsetType = UNSET
    items: list[ItemSelection] | UnsetType = UNSET


class ReturnChange(ReturnShipmentChange, frozen=True, kw_only=True):
    status: Literal["processing", "returned"] | UnsetType = UNSET
    refund_method_code: list[RefundMethod] | UnsetType = UNSET
    refund_bank_code: ShortText | UnsetType = UNSET
    refund_bank_name: BankName | UnsetType = UNSET
    refund_bank_account_no: ShortText | UnsetType = UNSET
    refund_bank_account_holder: Holder | UnsetType = UNSET
    recover_coupon: Flag | UnsetType = UNSET
    recover_coupon_no: str | UnsetType = UNSET
    request_pickup: Flag | UnsetType = UNSET
    pickup: PickupChange | UnsetType = UNSET
    return_shipping_company_name: CompanyName | UnsetType = UNSET


class ExchangeStatusChange(ReturnShipmentChange, frozen=True, kw_only=True):
    status: Literal["exchanged"] | UnsetType = UNSET
    exchanged_after_collected: Flag | UnsetType = UNSET


class ExchangeChange(ExchangeStatusChange, frozen=True, kw_only=True):
    return_shipping_company_name: CompanyName | UnsetType = UNSET
    request_pickup: Flag | UnsetType = UNSET
    pickup: PickupChange | UnsetType = UNSET


class ClaimRequest(ShopParams, frozen=True, kw_only=True):
    """A buyer's request for a claim."""

    order_id: OrderId
    reason: Words
    refund_bank_code: ShortText | UnsetType = UNSET
    refund_bank_name: BankName | UnsetType = UNSET
    refund_bank_account_no: ShortText | UnsetType = UNSET
    refund_bank_account_holder: Holder | UnsetType = UNSET
    items: list[ItemQuantity] | UnsetType = UNSET


class CancellationRequest(ClaimRequest, frozen=True, kw_only=True):
    reason_type: Literal["A", "B", "G", "I"]


class ReturnShipmentRequest(ClaimRequest, frozen=True, kw_only=True):
    reason_type: Literal["A", "E", "K", "J", "I"]
    pickup: PickupDraft | UnsetType = UNSET
    tracking_no: InvoiceNo | UnsetType = UNSET
    shipping_company_name: CompanyName | UnsetType = UNSET


class ReturnRequest(ReturnShipmentRequest, frozen=True, kw_only=True):
    request_pickup: Flag


class ReplacementItem(Struct, frozen=True, kw_only=True):
    """A variant that a buyer wishes for instead."""

    product_no: EntityNo
    variant_code: VariantCode
    quantity: EntityNo


class ExchangeRequest(ReturnShipmentRequest, frozen=True, kw_only=True):
    request_pickup: Flag | UnsetType = UNSET
    exchange_items: list[ReplacementItem] | UnsetType = UNSET


class InvoiceDraft(Struct, frozen=True, kw_only=True):
    """One of several parcels of an item."""

    tracking_no: InvoiceNo
    shipping_company_id: EntityNo
    """One of the shop's carriers."""
    quantity: EntityNo


class ItemClaimChange(OrderPath, frozen=True, kw_only=True):
    """A change of an item: its claim is requested or not any more, and its parcels."""

    order_item_code: ItemCode
    claim_type: Literal["C", "R"] | UnsetType = UNSET
    """C cancellation, R return."""
    claim_status: Flag | UnsetType = UNSET
    """T requested, F not any more."""
    claim_reason_type: Undoing | UnsetType = UNSET
    claim_reason: Words | UnsetType = UNSET
    claim_quantity: EntityNo | UnsetType = UNSET
    """Default: all units of the item."""
    multi_invoice: list[InvoiceDraft] | UnsetType = UNSET
    shipping_expected_date: date | UnsetType = UNSET
    """When the shop expects to send the item; its buyer reads it."""


class RequestRejection(ShopParams, frozen=True, kw_only=True):
    """A refusal of a requested claim."""

    order_id: OrderId
    order_item_code: list[ItemCode]
    undone: Literal["T"]
    reason_type: Undoing | UnsetType = UNSET
    reason: Words | UnsetType = UNSET
    display_reject_reason: Flag = "F"
    reject_reason: Words | UnsetType = UNSET


class ClaimPath(ShopParams, frozen=True, kw_only=True):
    claim_code: ClaimCode


class CollectionChange(ShopParams, frozen=True, kw_only=True):
    """The tracking number of a collection."""

    request_no: EntityNo
    collect_tracking_no: InvoiceNo
