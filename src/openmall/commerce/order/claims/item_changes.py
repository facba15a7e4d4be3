"""Changes of one item: a claim that is requested or not any more, the parcels it is sent in."""

from typing import Final, TypedDict

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.commerce.order.claims import requests, selection
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.kinds import CANCELLATION, EXCHANGE, RETURN, Kind
from openmall.commerce.order.claims.refusals import (
    CLAIM_REASON_MISSING,
    CLAIM_STATUS_MISSING,
    CLAIM_TYPE_MISSING,
    ITEM_NOT_SENT_IN_STATE,
    ITEM_SENT_BEFORE,
    MORE_THAN_BOUGHT,
    OTHER_QUANTITY_REQUESTED,
    REQUEST_HAS_OTHER_QUANTITY,
)
from openmall.commerce.order.claims.requests import refusal_handler
from openmall.commerce.order.claims.shape import ChangedItem, Claim
from openmall.commerce.order.claims.takes import (
    ItemClaimChange,
    ItemQuantity,
    RequestRejection,
    Undoing,
)
from openmall.commerce.order.claims.unearned_items import with_unearned
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Invoice
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.states import OVER
from openmall.commerce.shipping import carriers
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH

_KINDS: Final = {"C": CANCELLATION, "R": RETURN}
_OF_SHIPPING: Final = ("multi_invoice", "shipping_expected_date")
_OF_CLAIM: Final = ("claim_type", "claim_reason_type", "claim_reason", "claim_quantity")


async def change_item(call: Call, params: ItemClaimChange) -> ChangedItem:
    """Update an item of an order: whether its buyer asks for a claim, and how it travels.

    Raises Invalid (422) for a claim that the item's state does not allow.
    """
    fields = {
        name: value for name, value in sent_fields(params).items() if name not in _OF_SHIPPING
    }
    answer = ChangedItem(**{**fields, "shop_no": call.shop_no})
    new = False
    if params.multi_invoice is not UNSET:
        new, answer = await _change_parcels(call, params, answer)
    if params.shipping_expected_date is not UNSET:
        dated, answer = await _change_date(call, params, answer)
        new = new or dated
    if params.claim_status is UNSET:
        for name in _OF_CLAIM:
            if getattr(params, name) is not UNSET:
                raise Invalid(CLAIM_STATUS_MISSING, parameter="claim_status")
        if not new:
            raise NotModified()
        return answer
    if params.claim_type is UNSET:
        raise Invalid(CLAIM_TYPE_MISSING, parameter="claim_type")
    kind = _KINDS[params.claim_type]
    try:
        return await (_request_claim if params.claim_status == "T" else _withdraw_request)(
            call, kind, params, answer
        )
    except NotModified:
        if not new:
            raise
        return answer


class _Reason(TypedDict, total=False):
    """Why items are claimed."""

    claim_reason_type: Undoing
    claim_reason: str


async def _request_claim(
    call: Call, kind: Kind, params: ItemClaimChange, answer: ChangedItem
) -> ChangedItem:
    aggregate = await order_store.lock(call, params.order_id)
    line = order_store.find_line(aggregate.lines, params.order_item_code)
    item = line.item
    if params.claim_reason_type is UNSET:
        raise Invalid(CLAIM_REASON_MISSING, parameter="claim_reason_type")
    quantity = item.quantity if params.claim_quantity is UNSET else params.claim_quantity
    reason: _Reason = {"claim_reason_type": params.claim_reason_type}
    if params.claim_reason is not UNSET:
        reason["claim_reason"] = params.claim_reason
    if item.order_status == kind.asked:
        if quantity != item.quantity:
            raise Invalid(
                REQUEST_HAS_OTHER_QUANTITY,
                parameter="claim_quantity",
                status=item.order_status,
                quantity=item.quantity,
            )
        return await _change_reason(call, aggregate, line, reason, answer)
    if quantity > item.quantity:
        raise Invalid(MORE_THAN_BOUGHT, parameter="claim_quantity", quantity=item.quantity)
    code = params.order_item_code
    lines = await selection.select_claimed(
        call, aggregate, [ItemQuantity(order_item_code=code, quantity=quantity)]
    )
    if kind is not EXCHANGE:
        lines = await with_unearned(call, aggregate, lines)
    claim = Claim(
        claim_code=await claim_store.new_code(call, kind.letter),
        shop_no=call.shop_no,
        order_id=params.order_id,
        kind=kind.name,
        step="requested",
        item_nos=[line.item.item_no for line in lines],
        requested_date=moment(call.clock.now()),
        **reason,
    )
    await requests.record_request(call, kind, aggregate, claim, lines)
    return replace(answer, order_item_code=lines[0].item.order_item_code, claim_quantity=quantity)


async def _change_reason(
    call: Call,
    aggregate: OrderAggregate,
    line: OrderLine,
    reason: _Reason,
    answer: ChangedItem,
) -> ChangedItem:
    """Change the reason of a claim that is requested already."""
    before = await claim_store.find(call, line.item.claim_code)
    assert before is not None
    after = replace(before, **reason)
    if after == before:
        raise NotModified()
    lines = selection.lines_of_claim(aggregate, after.item_nos)
    for each in lines:
        each.item = replace(each.item, **reason)
    await claim_store.change(call, after)
    await order_store.change_lines(call, aggregate.order, lines)
    changes = {name: (getattr(before, name), getattr(after, name)) for name in reason}
    call.journal(f"claim {after.claim_code}", changes)
    return replace(answer, claim_quantity=line.item.quantity)


async def _withdraw_request(
    call: Call, kind: Kind, params: ItemClaimChange, answer: ChangedItem
) -> ChangedItem:
    aggregate = await order_store.lock(call, params.order_id)
    quantity = order_store.find_line(aggregate.lines, params.order_item_code).item.quantity
    if params.claim_quantity is not UNSET and params.claim_quantity != quantity:
        raise Invalid(OTHER_QUANTITY_REQUESTED, parameter="claim_quantity", quantity=quantity)
    await refusal_handler(kind)(
        call,
        RequestRejection(
            shop_no=call.shop_no,
            order_id=params.order_id,
            order_item_code=[params.order_item_code],
            undone="T",
            reason_type=params.claim_reason_type,
            reason=params.claim_reason,
        ),
    )
    return replace(answer, claim_quantity=quantity)


async def _change_parcels(
    call: Call, params: ItemClaimChange, answer: ChangedItem
) -> tuple[bool, ChangedItem]:
    """Save the parcels of an item; return whether they changed, and the answer."""
    assert params.multi_invoice is not UNSET
    aggregate = await order_store.lock(call, params.order_id)
    line = order_store.find_line(aggregate.lines, params.order_item_code)
    item = line.item
    if item.order_status in OVER:
        raise Invalid(ITEM_NOT_SENT_IN_STATE, parameter="order_item_code", status=item.order_status)
    if sum(each.quantity for each in params.multi_invoice) > item.quantity:
        raise Invalid(MORE_THAN_BOUGHT, parameter="multi_invoice.quantity", quantity=item.quantity)
    known = {
        each.carrier_id: each
        for each in await carriers.list_carriers(call, ShopParams(shop_no=call.shop_no))
    }
    parcels = []
    for each in params.multi_invoice:
        carrier = known.get(each.shipping_company_id)
        if carrier is None:
            raise Invalid(
                NO_SUCH, parameter="multi_invoice.shipping_company_id", resource=Phrase("carrier")
            )
        parcels.append(
            Invoice(
                **asdict(each),
                shipping_company_name=carrier.shipping_carrier,
                shipping_company_code=carrier.shipping_carrier_code,
            )
        )
    answer = replace(answer, multi_invoice=parcels)
    if parcels == item.multi_invoice:
        return False, answer
    line.item = replace(item, multi_invoice=parcels)
    await order_store.change_lines(call, aggregate.order, [line])
    numbers = [[each.tracking_no for each in some] for some in (item.multi_invoice, parcels)]
    call.journal(f"item {item.order_item_code}", {"multi_invoice": (numbers[0], numbers[1])})
    return True, answer


async def _change_date(
    call: Call, params: ItemClaimChange, answer: ChangedItem
) -> tuple[bool, ChangedItem]:
    """Save when an item is expected to be sent; return whether that changed, and the answer."""
    assert params.shipping_expected_date is not UNSET
    aggregate = await order_store.lock(call, params.order_id)
    line = order_store.find_line(aggregate.lines, params.order_item_code)
    item, on = line.item, params.shipping_expected_date.isoformat()
    if item.order_status in OVER or item.shipped_date is not None:
        raise Invalid(
            ITEM_SENT_BEFORE, parameter="shipping_expected_date", status=item.order_status
        )
    answer = replace(answer, shipping_expected_date=on)
    if on == item.shipping_expected_date:
        return False, answer
    line.item = replace(item, shipping_expected_date=on)
    await order_store.change_lines(call, aggregate.order, [line])
    before = item.shipping_expected_date or None
    call.journal(f"item {item.order_item_code}", {"shipping_expected_date": (before, on)})
    return True, answer
