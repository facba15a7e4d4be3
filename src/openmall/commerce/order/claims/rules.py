"""Claims of the shop: created, advanced, refused or withdrawn.

One mechanism for cancellations, returns and exchanges. `kinds.py` has their differences, and
`states.py` the states from which an item can be claimed.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypedDict

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from openmall.commerce.order import autocalculation
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.claims import announcements, progress, refusals, requests, selection
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.kinds import CANCELLATION, EXCHANGE, KINDS, RETURN, Kind
from openmall.commerce.order.claims.progress import withdraw_claim
from openmall.commerce.order.claims.refusals import (
    CLAIM_HAS_NO_SUCH_ITEM,
    CLAIM_ITEMS_MOVE_TOGETHER,
    CLAIM_WAS_WITHDRAWN,
    EXCHANGE_VARIANT_MISSING,
    ITEM_HAS_OTHER_CLAIM,
    ORDER_HAS_NO_SUCH_CLAIM,
)
from openmall.commerce.order.claims.shape import (
    Claim,
    ClaimChanged,
    ClaimedItem,
    ClaimItemRef,
    Collection,
    CreatedClaim,
    CreatedExchange,
    CreatedReturn,
    ItemToExchange,
    Pickup,
    Step,
)
from openmall.commerce.order.claims.takes import (
    CancellationDraft,
    ClaimChange,
    CollectionChange,
    ExchangeDraft,
    ReturnDraft,
    ShortageDraft,
)
from openmall.commerce.order.claims.unearned_items import with_unearned
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.states import OPEN_CLAIM
from openmall.commerce.store import accounts
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

_COPIED_FIELDS: Final = (
    "claim_reason_type", "refund_bank_code", "refund_bank_name", "refund_bank_account_no",
    "refund_bank_account_holder", "recover_inventory", "recover_coupon", "recover_coupon_no",
    "payment_gateway_cancel", "pickup_completed", "request_pickup", "exchanged_after_collected",
    "carrier_id", "return_invoice_no", "return_shipping_company_name", "return_invoice_success",
    "return_invoice_fail_reason", "add_memo_too", "undone", "undone_reason_type",
    "undone_reason", "expose_order_detail", "exposed_undone_reason",
)  # fmt: skip
"""Parameters that a claim stores as they are sent."""


async def cancel(call: Call, draft: CancellationDraft) -> CreatedClaim:
    """Cancel items of an order."""
    _, claim, lines = await _claim(call, CANCELLATION, draft, {})
    return CreatedClaim(**_answer(call, draft.status, claim, lines))


async def cancel_short(call: Call, draft: ShortageDraft) -> CreatedClaim:
    """Cancel items of an order that are out of stock.

    Out of stock is the default reason. From then on the automatic calculation of the order is off,
    unless `keep_auto_calculation` says otherwise; this cancellation still uses it. The buyer keeps
    gifts that the rest of the order does not earn, unless `collect_gift` is T.
    """
    if draft.claim_reason_type is UNSET:
        draft = replace(draft, claim_reason_type="H")
    collects = draft.collect_gift == "T"
    _, claim, lines = await _claim(call, CANCELLATION, draft, {}, collects=collects)
    if draft.keep_auto_calculation == "F" and await autocalculation.is_on(call, draft.order_id):
        await autocalculation.remove(call, draft.order_id)
    return CreatedClaim(**_answer(call, draft.status, claim, lines))


async def take_return(call: Call, draft: ReturnDraft) -> CreatedReturn:
    """Take items of an order back."""
    _, claim, lines = await _claim(call, RETURN, draft, {})
    return CreatedReturn(
        **_answer(call, draft.status, claim, lines), pickup_completed=claim.pickup_completed
    )


async def exchange(call: Call, draft: ExchangeDraft) -> CreatedExchange:
    """Exchange items of an order for others."""
    wished: dict[str, str] = {}
    if draft.items is not UNSET:
        for each in draft.items:
            if each.exchange_variant_code is not UNSET:
                wished[each.order_item_code] = each.exchange_variant_code
    if draft.same_product == "F":
        items = [] if draft.items is UNSET else draft.items
        if not items or len(wished) < len(items):
            raise Invalid(EXCHANGE_VARIANT_MISSING, parameter="exchange_variant_code")
    aggregate, claim, lines = await _claim(
        call, EXCHANGE, draft, {} if draft.same_product == "T" else wished
    )
    new = selection.lines_of_claim(aggregate, claim.new_item_nos)
    instead = {line.item.original_item_no[-1]: line.item.variant_code for line in new}
    return CreatedExchange(
        shop_no=call.shop_no,
        order_id=claim.order_id,
        status=draft.status,
        claim_code=claim.claim_code,
        items=[
            ItemToExchange(
                order_item_code=line.item.order_item_code,
                quantity=line.item.quantity,
                exchange_variant_code=instead[line.item.item_no]
                if draft.same_product == "F"
                else None,
            )
            for line in lines
        ],
        exchanged_items=[ClaimItemRef(order_item_code=line.item.order_item_code) for line in new],
    )


class _Answer(TypedDict):
    """What every answer to a new claim has."""

    shop_no: int
    order_id: str
    status: Step
    claim_code: str
    items: list[ClaimedItem]


def _answer(call: Call, status: Step, claim: Claim, lines: Sequence[OrderLine]) -> _Answer:
    return {
        "shop_no": call.shop_no,
        "order_id": claim.order_id,
        "status": status,
        "claim_code": claim.claim_code,
        "items": requests.claimed_items(lines),
    }


async def _claim(
    call: Call,
    kind: Kind,
    draft: CancellationDraft | ReturnDraft | ExchangeDraft,
    wished: dict[str, str],
    *,
    collects: bool = True,
) -> tuple[OrderAggregate, Claim, list[OrderLine]]:
    """Claim items for the shop, or advance the claim that a buyer requested.

    Items that await payment are cancelled at once, whatever the status. `collects`: with the gifts
    and units without price that the rest of the order does not earn.
    """
    aggregate = await order_store.lock(call, draft.order_id)
    before = aggregate.order
    named = [] if draft.items is UNSET else [each.order_item_code for each in draft.items]
    code = await _new_code(call, kind, aggregate, named)
    lines = await selection.select_claimed(call, aggregate, draft.items)
    if collects and kind is not EXCHANGE:
        lines = await with_unearned(call, aggregate, lines)
    fields = claim_fields(draft)
    claim = await _open_claim(call, kind, aggregate, lines)
    new = claim is None
    if claim is None:
        claim = Claim(
            claim_code=code or await claim_store.new_code(call, kind.letter),
            shop_no=call.shop_no,
            order_id=aggregate.order.order_id,
            kind=kind.name,
            item_nos=[line.item.item_no for line in lines],
        )
    claim = replace(claim, **fields)
    requests.mark_claimed(claim, lines)
    # items that are claimed along with the named ones are the last
    variants = {
        line.item.item_no: wished.get(named[at] if at < len(named) else "", line.item.variant_code)
        for at, line in enumerate(lines)
    }
    step: Step = draft.status
    claim, given = await progress.advance(
        call, kind, aggregate, claim, lines, step, variants=variants
    )
    await (claim_store.add if new else claim_store.change)(call, claim)
    await progress.save_claimed(call, before, aggregate, lines)
    _announce(call, kind, aggregate, claim, given=given)
    return aggregate, claim, lines


async def _new_code(call: Call, kind: Kind, aggregate: OrderAggregate, named: list[str]) -> str:
    """Return the code of a new claim; empty when one may be open already.

    Numbers are taken before stock is reserved or released, so that no two calls deadlock.
    """
    meant = transitions.select_lines(aggregate, named or None)
    if any(line.item.order_status in OPEN_CLAIM for line in meant):
        return ""
    return await claim_store.new_code(call, kind.letter)


async def _open_claim(
    call: Call, kind: Kind, aggregate: OrderAggregate, lines: Sequence[OrderLine]
) -> Claim | None:
    """Return the open claim that has exactly these items; None: there is none.

    Items of a claim with further items leave it, unless its refund is created.
    """
    codes = {line.item.claim_code for line in lines if line.item.order_status in OPEN_CLAIM}
    if not codes:
        return None
    numbers = [line.item.item_no for line in lines]
    whole_claim = None
    for code in codes:
        claim = await claim_store.find(call, code)
        if claim is None:
            continue
        if KINDS[claim.kind] is not kind:
            raise Invalid(
                ITEM_HAS_OTHER_CLAIM, parameter="order_item_code", kind=refusals.KINDS[claim.kind]
            )
        left = [number for number in claim.item_nos if number not in numbers]
        if len(codes) == 1 and not left and len(claim.item_nos) == len(numbers):
            whole_claim = claim
        elif await refund_store.find(call, code) is not None or claim.new_item_nos:
            raise Invalid(CLAIM_ITEMS_MOVE_TOGETHER, parameter="order_item_code")
        else:
            await claim_store.change(call, replace(claim, item_nos=left))
    return whole_claim


def claim_fields(source: Struct) -> dict[str, Any]:
    """Return the fields of a claim that a draft or a change has. Raises Invalid (422)."""
    found = {
        name: value
        for name in _COPIED_FIELDS
        if (value := getattr(source, name, UNSET)) is not UNSET
    }
    accounts.require_refund_account(found)
    reason = getattr(source, "reason", UNSET)
    if reason is not UNSET:
        found["claim_reason"] = reason
    methods = getattr(source, "refund_method_code", UNSET)
    if methods is not UNSET:
        found["refund_method_code"] = [methods] if isinstance(methods, str) else methods
    pickup = getattr(source, "pickup", UNSET)
    if pickup is not UNSET:
        given = {name: None if v is UNSET else v for name, v in asdict(pickup).items()}
        found["pickup"] = Pickup(**given)
    return found


def _announce(
    call: Call, kind: Kind, aggregate: OrderAggregate, claim: Claim, *, given: bool
) -> None:
    step_words = {"accepted": "accept", "canceling": "process", "processing": "process"}
    step_word = "" if claim.step == kind.last else step_words.get(claim.step, "collect")
    announcements.announce_claim(call, kind, aggregate, claim, step=step_word)
    if given:
        announcements.announce_refund(call, aggregate)


def change_handler(kind: Kind) -> Callable[[Call, ClaimChange], Awaitable[ClaimChanged]]:
    """Return the handler that changes claims of a kind."""

    async def change(call: Call, params: ClaimChange) -> ClaimChanged:
        return await _change(call, kind, params)

    change.__doc__ = f"Update a claim: how far the {kind.name} is, or that it is withdrawn."
    return change


async def _change(call: Call, kind: Kind, params: ClaimChange) -> ClaimChanged:
    aggregate = await order_store.lock(call, params.order_id)
    before = aggregate.order
    claim = await claim_store.find(call, params.claim_code)
    if claim is None or claim.order_id != params.order_id or claim.kind != kind.name:
        raise NotFound(
            ORDER_HAS_NO_SUCH_CLAIM, parameter="claim_code", kind=refusals.KINDS[kind.name]
        )
    if claim.undone == "T":
        if params.undone == "T":
            raise NotModified()
        raise Invalid(CLAIM_WAS_WITHDRAWN, parameter="claim_code")
    lines = _selected_lines(aggregate, claim, params)
    after = replace(claim, **claim_fields(params))
    given = False
    if params.undone == "T":
        after = await withdraw_claim(call, kind, aggregate, after, lines)
        step_word = "undo"
    else:
        step = _step(kind, claim, after, getattr(params, "status", UNSET))
        if step is None:
            step_word = "change"
        else:
            if len(lines) < len(claim.item_nos):
                raise Invalid(CLAIM_ITEMS_MOVE_TOGETHER, parameter="items")
            after, given = await progress.advance(call, kind, aggregate, after, lines, step)
            step_word = ""
    if after == claim:
        raise NotModified()
    await claim_store.change(call, after)
    await progress.save_claimed(call, before, aggregate, lines)
    if step_word:
        announcements.announce_claim(call, kind, aggregate, after, step=step_word)
    else:
        _announce(call, kind, aggregate, after, given=given)
    return _changed(call, after, lines)


def _selected_lines(
    aggregate: OrderAggregate, claim: Claim, params: ClaimChange
) -> list[OrderLine]:
    lines = selection.lines_of_claim(aggregate, claim.item_nos)
    items = getattr(params, "items", UNSET)
    if items is UNSET:
        return lines
    by_code = {line.item.order_item_code: line for line in lines}
    for each in items:
        if each.order_item_code not in by_code:
            raise Invalid(
                CLAIM_HAS_NO_SUCH_ITEM, parameter="order_item_code", item_code=each.order_item_code
            )
    return [by_code[code] for code in dict.fromkeys(each.order_item_code for each in items)]


def _step(kind: Kind, before: Claim, after: Claim, status: Step | UnsetType) -> Step | None:
    """Return the step a claim advances to; None: only its details change."""
    collected = after.pickup_completed == "T" and before.pickup_completed != "T"
    if status is not UNSET:
        return status if status != before.step or collected else None
    if not collected:
        return None
    if kind is EXCHANGE:
        return "exchanged" if after.exchanged_after_collected == "T" else "collected"
    return before.step if before.step != "requested" else "accepted"


async def collect(call: Call, params: CollectionChange) -> Collection:
    """Update a collection that was asked for: the number under which it travels."""
    claim = await claim_store.of_collection(call, params.request_no)
    if claim is None:
        raise NotFound(DOES_NOT_EXIST, parameter="request_no", resource=Phrase("collection"))
    aggregate = await order_store.lock(call, claim.order_id)
    claim = await claim_store.find(call, claim.claim_code)
    assert claim is not None
    if claim.return_invoice_no == params.collect_tracking_no:
        raise NotModified()
    after = replace(claim, return_invoice_no=params.collect_tracking_no)
    await claim_store.change(call, after)
    call.journal(
        f"collection {params.request_no}",
        {"collect_tracking_no": (claim.return_invoice_no, after.return_invoice_no)},
    )
    lines = selection.lines_of_claim(aggregate, claim.item_nos)
    return Collection(
        shop_no=call.shop_no,
        request_no=params.request_no,
        order_id=claim.order_id,
        order_item_code=[line.item.order_item_code for line in lines],
        shipping_company_name=claim.return_shipping_company_name or "",
        collect_tracking_no=params.collect_tracking_no,
    )


def _changed(call: Call, claim: Claim, lines: Sequence[OrderLine]) -> ClaimChanged:
    names = set(ClaimChanged.__struct_fields__) & set(Claim.__struct_fields__) - {"shop_no"}
    return ClaimChanged(
        **{name: getattr(claim, name) for name in names},
        shop_no=call.shop_no,
        status=claim.step,
        items=[ClaimItemRef(order_item_code=line.item.order_item_code) for line in lines],
    )
