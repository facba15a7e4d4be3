"""Requests for cash receipts.

No issuer is connected, so a receipt stays requested until it is withdrawn.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.customer.redaction import redacted
from openmall.commerce.order.amounts import included_tax
from openmall.commerce.order.billing.cashreceipts import store
from openmall.commerce.order.billing.cashreceipts.refusals import (
    CASH_RECEIPT_EXISTS,
    CASH_RECEIPT_IN_OTHER_STATE,
    CASH_RECEIPT_NOT_REQUESTED,
    RECEIPT_CELLPHONE_MISSING,
    RECEIPT_COMPANY_MISSING,
)
from openmall.commerce.order.billing.cashreceipts.shape import (
    CancelledReceipt,
    ChangedReceipt,
    ListedReceipt,
    Receipt,
    ReceiptCancellation,
    ReceiptChange,
    ReceiptDraft,
    ReceiptPath,
    ReceiptsQuery,
    Shipped,
    Status,
)
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.refusals import ORDER_CANCELLED
from openmall.commerce.order.states import OVER
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, hundredths, money, smallest_unit
from openmall.contract.refusals import END_BEFORE_START
from openmall.database import sequences

_TAX: Final = 10
"""Percent of value added tax contained in a taxed price."""
_OPEN: Final = frozenset(("request", "issued"))
_PLAIN: Final = frozenset(Receipt.__struct_fields__) - {"cellphone", "company_registration_no"}
"""Fields of a receipt that the activity log may contain."""


async def list_receipts(call: Call, query: ReceiptsQuery) -> Sequence[ListedReceipt]:
    """Retrieve a list of cash receipts, the last that was asked for first."""
    if query.end_date < query.start_date:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    found = []
    for order, name, receipt in await store.page(call, query):
        found.append(
            ListedReceipt(
                cashreceipt_no=receipt.cashreceipt_no,
                approval_no=receipt.approval_no,
                request_date=moment(receipt.request_date).date(),
                order_id=order.order_id,
                member_id=order.member_id,
                name=name,
                order_price_amount=order.actual_order_amount.order_price_amount,
                vat=money(receipt.vat),
                subtotal=money(receipt.tax_amount + receipt.tax_free_amount),
                order_status=_shipped(order),
                status=receipt.status,
                pg_name=",".join(order.payment_gateway_names or ()),
            )
        )
    return found


def _shipped(order: Order) -> Shipped:
    if order.canceled != "F":
        return "canceled" if order.canceled == "T" else "partially_canceled"
    if order.paid == "F":
        return "unpaid"
    if order.shipping_status == "T":
        return "shipped"
    return "shipping" if order.shipping_status == "M" else "unshipped"


async def create(call: Call, draft: ReceiptDraft) -> ChangedReceipt:
    """Request a cash receipt for the amount of an order."""
    order, _, _ = await order_store.get(call, draft.order_id, to_change=True)
    if order.canceled == "T":
        raise Invalid(ORDER_CANCELLED, parameter="order_id")
    there = _OPEN & await store.statuses(call, draft.order_id)
    if there:
        raise Invalid(CASH_RECEIPT_EXISTS, parameter="order_id", status=min(there))
    taxed, taxfree, vat = await _amounts(call, order)
    company = draft.company_registration_no
    receipt = Receipt(
        shop_no=call.shop_no,
        cashreceipt_no=await sequences.allocate(call.db, "cash_receipt"),
        order_id=draft.order_id,
        type=draft.type,
        company_registration_no=None if company is UNSET else company,
        cellphone="" if draft.cellphone is UNSET else draft.cellphone,
        request_date=int(call.clock.now()),
        tax_amount=hundredths(taxed),
        tax_free_amount=hundredths(taxfree),
        vat=hundredths(vat),
    )
    _require_whom(receipt)
    await store.add(call, receipt)
    call.journal(_subject(receipt), redacted(differences_from_nothing(receipt), plain=_PLAIN))
    return _answer(receipt)


async def change(call: Call, params: ReceiptChange) -> ChangedReceipt:
    """Update whom a cash receipt that is not issued yet is for."""
    before = await _find(call, params)
    if before.status != "request":
        raise Invalid(CASH_RECEIPT_NOT_REQUESTED, parameter="cashreceipt_no")
    after = patched(before, params)
    _require_whom(after)
    await store.change(call, after)
    call.journal(_subject(after), redacted(differences(before, after), plain=_PLAIN))
    return _answer(after)


async def cancel(call: Call, params: ReceiptCancellation) -> CancelledReceipt:
    """Withdraw the request for a cash receipt, or one that was issued."""
    before = await _find(call, params)
    status: Status = "canceled_request" if params.type == "request" else "canceled_issuance"
    if before.status == status:
        raise NotModified()
    if before.status != ("request" if params.type == "request" else "issued"):
        raise Invalid(CASH_RECEIPT_IN_OTHER_STATE, parameter="cashreceipt_no")
    after = replace(before, status=status)
    await store.change(call, after)
    call.journal(_subject(after), differences(before, after))
    return CancelledReceipt(
        cashreceipt_no=after.cashreceipt_no, order_id=after.order_id, status=after.status
    )


async def _find(call: Call, params: ReceiptPath) -> Receipt:
    await order_store.get(call, params.order_id, to_change=True)
    return await store.find(call, params)


async def _amounts(call: Call, order: Order) -> tuple[Decimal, Decimal, Decimal]:
    """Return the taxed and the untaxed amount of an order, and the tax contained."""
    lines = (await order_store.lines_of(call, [order.order_id]))[order.order_id]
    taxfree = ZERO
    for line in lines:
        if line.item.tax_rate == 0 and line.item.order_status not in OVER:
            share = line.share
            off = share.discount + share.points + share.credits
            taxfree += line.item.payment_amount - off
    amount = order.actual_order_amount
    total = amount.total_amount_due + amount.payment_amount
    taxfree = min(taxfree, total)
    taxed = total - taxfree
    return taxed, taxfree, included_tax(taxed, _TAX, smallest_unit(order.currency))


def _require_whom(receipt: Receipt) -> None:
    """Raise Invalid (422) for a receipt without a recipient."""
    if receipt.type == "business" and not receipt.company_registration_no:
        raise Invalid(RECEIPT_COMPANY_MISSING, parameter="company_registration_no")
    if receipt.type == "personal" and not receipt.cellphone:
        raise Invalid(RECEIPT_CELLPHONE_MISSING, parameter="cellphone")


def _subject(receipt: Receipt) -> str:
    return f"cash receipt {receipt.cashreceipt_no} of order {receipt.order_id}"


def _answer(receipt: Receipt) -> ChangedReceipt:
    taxed, vat = money(receipt.tax_amount), money(receipt.vat)
    return ChangedReceipt(
        cashreceipt_no=receipt.cashreceipt_no,
        approval_no=receipt.approval_no,
        order_id=receipt.order_id,
        type=receipt.type,
        company_registration_no=receipt.company_registration_no,
        cellphone=receipt.cellphone,
        tax_amount=taxed,
        tax_free_amount=money(receipt.tax_free_amount),
        supply_price=taxed - vat,
        vat=vat,
    )
