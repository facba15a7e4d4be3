"""Claims that buyers request: stored with their details, and refused by the shop."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.commerce.order.billing.refunds.recalculation import recalculate_order
from openmall.commerce.order.claims import (
    announcements,
    exchange_variants,
    progress,
    refusals,
    selection,
    wishes,
)
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.kinds import CANCELLATION, EXCHANGE, Kind
from openmall.commerce.order.claims.progress import save_claimed, withdraw_claim
from openmall.commerce.order.claims.refusals import (
    BUYER_REQUESTS_OFF,
    EXCHANGED_FOR_OTHER_PRODUCT,
    EXCHANGED_QUANTITY_DIFFERS,
    ITEM_IN_STATE_ALREADY,
    NO_SUCH_CLAIM_REQUESTED,
    PICKUP_ADDRESS_MISSING,
    REFUND_ACCOUNT_MISSING,
)
from openmall.commerce.order.claims.shape import (
    Claim,
    ClaimedItem,
    GatewayCancellation,
    Pickup,
    RejectedRequest,
    RequestedClaim,
    Wish,
)
from openmall.commerce.order.claims.takes import (
    CancellationRequest,
    ExchangeRequest,
    RequestRejection,
    ReturnRequest,
)
from openmall.commerce.order.claims.unearned_items import with_unearned
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.product.variants import codes
from openmall.commerce.store import accounts
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.database import sequences

_ACCOUNT: Final = (
    "refund_bank_code", "refund_bank_name", "refund_bank_account_no",
    "refund_bank_account_holder",
)  # fmt: skip
_PAID_INTO_ACCOUNTS: Final = frozenset(("cash", "icash", "cvs"))
"""Payment methods that can only be refunded into a bank account."""
RequestDraft = CancellationRequest | ReturnRequest | ExchangeRequest


def request_handler(kind: Kind) -> Callable[[Call, RequestDraft], Awaitable[RequestedClaim]]:
    """Return the handler of requests for claims of a kind."""

    async def ask(call: Call, params: RequestDraft) -> RequestedClaim:
        return await _request(call, kind, params)

    ask.__doc__ = f"Ask for the {kind.name} of items of an order."
    return ask


async def _request(call: Call, kind: Kind, params: RequestDraft) -> RequestedClaim:
    """Create a requested claim, where the shop's settings allow it."""
    setting = await current(call, OrdersSetting)
    if setting.claim_request != "T":
        raise Invalid(BUYER_REQUESTS_OFF, parameter="order_id")
    aggregate = await order_store.lock(call, params.order_id)
    _check_account(setting, aggregate.order.payment_method, params)
    lines = await selection.select_claimed(call, aggregate, params.items)
    if kind is not EXCHANGE:
        lines = await with_unearned(call, aggregate, lines)
    claim = await record_request(
        call, kind, aggregate, await _claim(call, kind, params, lines), lines
    )
    return RequestedClaim(
        shop_no=call.shop_no,
        order_id=params.order_id,
        exchange_request_no=claim.exchange_request_no,
        items=claimed_items(lines),
    )


async def record_request(
    call: Call, kind: Kind, aggregate: OrderAggregate, claim: Claim, lines: Sequence[OrderLine]
) -> Claim:
    """Store a requested claim; return it with its progress.

    Items that await payment are cancelled at once. Where the shop's settings say so, the request is
    accepted automatically. Raises Invalid (422) for an item that is requested already.
    """
    setting = await current(call, OrdersSetting)
    before = aggregate.order
    unpaid = kind is CANCELLATION and all(line.item.order_status == "N00" for line in lines)
    mark_claimed(claim, lines)
    if unpaid:
        claim, _ = await progress.advance(
            call, kind, aggregate, claim, lines, kind.last, who="customer"
        )
    else:
        if len(transitions.move(call, lines, kind.ask, who="customer")) < len(lines):
            raise Invalid(ITEM_IN_STATE_ALREADY, parameter="order_item_code", status=kind.asked)
        for line in lines:
            line.item = replace(line.item, **{kind.asked_date: claim.requested_date})
        if setting.claim_request_auto_accept == "T":
            claim, _ = await progress.advance(
                call, kind, aggregate, claim, lines, "accepted", who="time"
            )
        else:
            await recalculate_order(call, aggregate)
    await claim_store.add(call, claim)
    await progress.save_claimed(call, before, aggregate, lines)
    announcements.announce_claim(call, kind, aggregate, claim, step="" if unpaid else "request")
    return claim


def mark_claimed(claim: Claim, lines: Sequence[OrderLine]) -> None:
    """Write a claim into its items, with their states before it."""
    for line in lines:
        item = line.item
        again = item.claim_code != "" and item.order_status_before_cs is not None
        line.item = replace(
            item,
            order_status_before_cs=item.order_status_before_cs if again else item.order_status,
            claim_code=claim.claim_code,
            claim_quantity=item.quantity,
            claim_reason_type=claim.claim_reason_type,
            claim_reason=claim.claim_reason,
            refund_bank_name=claim.refund_bank_name,
            refund_bank_account_no=claim.refund_bank_account_no,
            refund_bank_account_holder=claim.refund_bank_account_holder,
            request_undone=None,
        )


def claimed_items(lines: Sequence[OrderLine]) -> list[ClaimedItem]:
    """Return items as they are answered to a claim."""
    return [
        ClaimedItem(order_item_code=line.item.order_item_code, quantity=line.item.quantity)
        for line in lines
    ]


def _check_account(setting: OrdersSetting, methods: Sequence[str], params: RequestDraft) -> None:
    if setting.refund_bank_account_required != "T" or _PAID_INTO_ACCOUNTS.isdisjoint(methods):
        return
    if params.refund_bank_account_no is UNSET or not params.refund_bank_account_no:
        raise Invalid(REFUND_ACCOUNT_MISSING, parameter="refund_bank_account_no")


async def _claim(call: Call, kind: Kind, params: RequestDraft, lines: Sequence[OrderLine]) -> Claim:
    more: dict[str, Any] = {
        name: value for name in _ACCOUNT if (value := getattr(params, name)) is not UNSET
    }
    accounts.require_refund_account(more)
    # what the shop accepts by itself is paid back by itself; else the acceptance says it
    accepts = (await current(call, OrdersSetting)).claim_request_auto_accept
    more["payment_gateway_cancel"] = accepts
    if not isinstance(params, CancellationRequest):
        more |= await _return_shipment(call, params)
    if isinstance(params, ExchangeRequest):
        more["exchange_request_no"] = await sequences.allocate(call.db, "exchange request")
        more["wishes"] = await _wishes(call, params, lines)
    return Claim(
        claim_code=await claim_store.new_code(call, kind.letter),
        shop_no=call.shop_no,
        order_id=params.order_id,
        kind=kind.name,
        step="requested",
        item_nos=[line.item.item_no for line in lines],
        requested_date=moment(call.clock.now()),
        claim_reason_type=params.reason_type,
        claim_reason=params.reason,
        **more,
    )


async def _wishes(call: Call, params: ExchangeRequest, lines: Sequence[OrderLine]) -> list[Wish]:
    """Return what a buyer asks for instead of items.

    Raises Invalid (422) for a variant that is not offered instead of one of them, and for a
    quantity that none of them has.
    """
    if params.exchange_items is UNSET or not params.exchange_items:
        return []
    items = [line.item for line in lines]
    found = []
    for each in params.exchange_items:
        wish = Wish(variant_code=each.variant_code, quantity=each.quantity)
        of_product = codes.product_no(each.variant_code)
        if of_product != each.product_no or of_product not in {own.product_no for own in items}:
            raise Invalid(EXCHANGED_FOR_OTHER_PRODUCT, parameter="exchange_items.product_no")
        found.append(wish)
        if len(wishes.matched(found, items)) < len(found):
            raise Invalid(
                EXCHANGED_QUANTITY_DIFFERS,
                parameter="exchange_items.quantity",
                quantity=each.quantity,
            )
    await exchange_variants.require_offered(
        call,
        params.order_id,
        items,
        wishes.matched(found, items),
        parameter="exchange_items.variant_code",
    )
    return found


async def _return_shipment(call: Call, params: ReturnRequest | ExchangeRequest) -> dict[str, Any]:
    """Return how items come back to the shop; a requested collection gets a number."""
    found: dict[str, Any] = {}
    if params.tracking_no is not UNSET:
        found["return_invoice_no"] = params.tracking_no
    if params.shipping_company_name is not UNSET:
        found["return_shipping_company_name"] = params.shipping_company_name
    if params.request_pickup is not UNSET:
        found["request_pickup"] = params.request_pickup
    if params.request_pickup == "T":
        if params.pickup is UNSET:
            raise Invalid(PICKUP_ADDRESS_MISSING, parameter="pickup")
        found["request_no"] = await sequences.allocate(call.db, "collect request")
    if params.pickup is not UNSET:
        values = {name: None if v is UNSET else v for name, v in asdict(params.pickup).items()}
        found["pickup"] = Pickup(**values)
    return found


def refusal_handler(kind: Kind) -> Callable[[Call, RequestRejection], Awaitable[RejectedRequest]]:
    """Return the handler that refuses requested claims of a kind."""

    async def refuse(call: Call, params: RequestRejection) -> RejectedRequest:
        return await _refuse(call, kind, params)

    refuse.__doc__ = f"Refuse the {kind.name} that was asked for."
    return refuse


async def _refuse(call: Call, kind: Kind, params: RequestRejection) -> RejectedRequest:
    aggregate = await order_store.lock(call, params.order_id)
    before = aggregate.order
    lines = transitions.select_lines(aggregate, params.order_item_code)
    open_ = [line for line in lines if line.item.order_status == kind.asked]
    if not open_ and all(line.item.request_undone == kind.undone for line in lines):
        raise NotModified()
    by_claim: dict[str, list[OrderLine]] = {}
    for line in lines:
        if line not in open_:
            raise Invalid(
                NO_SUCH_CLAIM_REQUESTED,
                parameter="order_item_code",
                status=line.item.order_status,
                kind=refusals.KINDS[kind.name],
            )
        by_claim.setdefault(line.item.claim_code, []).append(line)
    details = {
        "undone_reason_type": None if params.reason_type is UNSET else params.reason_type,
        "undone_reason": None if params.reason is UNSET else params.reason,
        "expose_order_detail": params.display_reject_reason,
        "exposed_undone_reason": None if params.reject_reason is UNSET else params.reject_reason,
    }
    for code, claimed in by_claim.items():
        requested = await claim_store.find(call, code)
        assert requested is not None
        claim = await withdraw_claim(call, kind, aggregate, replace(requested, **details), claimed)
        await claim_store.change(call, claim)
    await save_claimed(call, before, aggregate, lines)
    announcements.announce_claim(call, kind, aggregate, claim, step="refuse")
    codes = [line.item.order_item_code for line in lines]
    return RejectedRequest(
        shop_no=call.shop_no,
        order_id=params.order_id,
        order_item_code=codes,
        additional_payment_gateway_cancel=GatewayCancellation(success=codes),
    )
