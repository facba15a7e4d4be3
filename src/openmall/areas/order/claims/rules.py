"""What a shop owner would recognise: items are claimed, claims move on, are refused or withdrawn.

One mechanism for cancellations, returns and exchanges; in what they differ says `kinds.py`, and
from which states an item can be claimed `states.py`.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from openmall.areas.order import autocalculation
from openmall.areas.order.claims import asking, choosing, moving_on, store, telling, withdrawing
from openmall.areas.order.claims.kinds import CANCELLATION, EXCHANGE, KINDS, RETURN, Kind
from openmall.areas.order.claims.shape import (
    Claim,
    ClaimChanged,
    Collection,
    ExchangeMade,
    Exchanging,
    Made,
    Named,
    Pickup,
    ReturnMade,
    Step,
)
from openmall.areas.order.claims.takes import (
    CancellationDraft,
    ClaimChange,
    CollectionChange,
    ExchangeDraft,
    ReturnDraft,
    ShortageDraft,
)
from openmall.areas.order.orders import moving
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.refunds import store as refunds
from openmall.areas.order.states import OPEN_CLAIM
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified

_TAKEN_ALONG: Final = (
    "claim_reason_type", "refund_bank_code", "refund_bank_name", "refund_bank_account_no",
    "refund_bank_account_holder", "recover_inventory", "recover_coupon", "recover_coupon_no",
    "pickup_completed", "request_pickup", "exchanged_after_collected", "carrier_id",
    "return_invoice_no", "return_shipping_company_name", "return_invoice_success",
    "return_invoice_fail_reason", "add_memo_too", "undone", "undone_reason_type",
    "undone_reason", "expose_order_detail", "exposed_undone_reason",
)  # fmt: skip
"""What a claim is told word for word."""


async def cancel(call: Call, draft: CancellationDraft) -> Made:
    """Cancel items of an order."""
    _, claim, lines = await _made(call, CANCELLATION, draft, {})
    return Made(**_answer(call, draft.status, claim, lines))


async def cancel_short(call: Call, draft: ShortageDraft) -> Made:
    """Cancel items of an order of which the shop has too few.

    Where it does not say otherwise that is the reason, and from then on what the order costs is
    not worked out anew by itself any more; this cancellation still is.
    """
    if draft.claim_reason_type is UNSET:
        draft = replace(draft, claim_reason_type="H")
    _, claim, lines = await _made(call, CANCELLATION, draft, {})
    if draft.keep_auto_calculation == "F" and await autocalculation.is_on(call, draft.order_id):
        await autocalculation.remove(call, draft.order_id)
    return Made(**_answer(call, draft.status, claim, lines))


async def take_return(call: Call, draft: ReturnDraft) -> ReturnMade:
    """Take items of an order back."""
    _, claim, lines = await _made(call, RETURN, draft, {})
    return ReturnMade(
        **_answer(call, draft.status, claim, lines), pickup_completed=claim.pickup_completed
    )


async def exchange(call: Call, draft: ExchangeDraft) -> ExchangeMade:
    """Exchange items of an order for others."""
    wished: dict[str, str] = {}
    if draft.items is not UNSET:
        for each in draft.items:
            if each.exchange_variant_code is not UNSET:
                wished[each.order_item_code] = each.exchange_variant_code
    if draft.same_product == "F":
        items = [] if draft.items is UNSET else draft.items
        if not items or len(wished) < len(items):
            raise Invalid(
                "It is said for what each item is exchanged.", parameter="exchange_variant_code"
            )
    whole, claim, lines = await _made(
        call, EXCHANGE, draft, {} if draft.same_product == "T" else wished
    )
    new = choosing.of_claim(whole, claim.new_item_nos)
    instead = {line.item.original_item_no[-1]: line.item.variant_code for line in new}
    return ExchangeMade(
        shop_no=call.shop_no,
        order_id=claim.order_id,
        status=draft.status,
        claim_code=claim.claim_code,
        items=[
            Exchanging(
                order_item_code=line.item.order_item_code,
                quantity=line.item.quantity,
                exchange_variant_code=instead[line.item.item_no]
                if draft.same_product == "F"
                else None,
            )
            for line in lines
        ],
        exchanged_items=[Named(order_item_code=line.item.order_item_code) for line in new],
    )


def _answer(call: Call, status: Step, claim: Claim, lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "shop_no": call.shop_no,
        "order_id": claim.order_id,
        "status": status,
        "claim_code": claim.claim_code,
        "items": asking.claimed(lines),
    }


async def _made(
    call: Call,
    kind: Kind,
    draft: CancellationDraft | ReturnDraft | ExchangeDraft,
    wished: dict[str, str],
) -> tuple[Whole, Claim, list[Line]]:
    """Let the shop claim items, or go on with what a buyer asked for.

    Items that await payment are called off at once, whatever is said.
    """
    whole = await orders.whole(call, draft.order_id)
    before = whole.order
    named = [] if draft.items is UNSET else [each.order_item_code for each in draft.items]
    code = await _new_code(call, kind, whole, named)
    lines = await choosing.claimed(call, whole, draft.items)
    told = told_of(draft)
    claim = await _open_claim(call, kind, whole, lines)
    new = claim is None
    if claim is None:
        claim = Claim(
            claim_code=code or await store.new_code(call, kind.letter),
            shop_no=call.shop_no,
            order_id=whole.order.order_id,
            kind=kind.name,
            item_nos=[line.item.item_no for line in lines],
        )
    claim = replace(claim, **told)
    asking.begin(claim, lines)
    variants = {
        line.item.item_no: wished.get(named[at] if named else "", line.item.variant_code)
        for at, line in enumerate(lines)
    }
    step: Step = draft.status
    claim, given = await moving_on.to_step(call, kind, whole, claim, lines, step, variants=variants)
    await (store.add if new else store.change)(call, claim)
    await moving_on.keep_claimed(call, before, whole, lines)
    _tell(call, kind, whole, claim, given=given)
    return whole, claim, lines


async def _new_code(call: Call, kind: Kind, whole: Whole, named: list[str]) -> str:
    """Return the code of a new claim; empty when one may be open already.

    Numbers are taken before units are put by or let go, so that no two wait for each other.
    """
    meant = moving.chosen(whole, named or None)
    if any(line.item.order_status in OPEN_CLAIM for line in meant):
        return ""
    return await store.new_code(call, kind.letter)


async def _open_claim(call: Call, kind: Kind, whole: Whole, lines: Sequence[Line]) -> Claim | None:
    """Return the claim that is open about items, where one is about all of them and no other.

    Items of a claim that is about others as well leave it, unless its refund is worked out.
    """
    codes = {line.item.claim_code for line in lines if line.item.order_status in OPEN_CLAIM}
    if not codes:
        return None
    numbers = [line.item.item_no for line in lines]
    whole_claim = None
    for code in codes:
        claim = await store.find(call, code)
        if claim is None:
            continue
        if KINDS[claim.kind] is not kind:
            raise Invalid(f"There is a {claim.kind} of the item.", parameter="order_item_code")
        left = [number for number in claim.item_nos if number not in numbers]
        if len(codes) == 1 and not left and len(claim.item_nos) == len(numbers):
            whole_claim = claim
        elif await refunds.find(call, code) is not None or claim.new_item_nos:
            raise Invalid("The claim moves on as a whole.", parameter="order_item_code")
        else:
            await store.change(call, replace(claim, item_nos=left))
    return whole_claim


def told_of(said: Struct) -> dict[str, Any]:
    """Return what was said of a claim, by the names it has there."""
    found = {
        name: value for name in _TAKEN_ALONG if (value := getattr(said, name, UNSET)) is not UNSET
    }
    reason = getattr(said, "reason", UNSET)
    if reason is not UNSET:
        found["claim_reason"] = reason
    methods = getattr(said, "refund_method_code", UNSET)
    if methods is not UNSET:
        found["refund_method_code"] = [methods] if isinstance(methods, str) else methods
    pickup = getattr(said, "pickup", UNSET)
    if pickup is not UNSET:
        given = {name: None if v is UNSET else v for name, v in asdict(pickup).items()}
        found["pickup"] = Pickup(**given)
    return found


def _tell(call: Call, kind: Kind, whole: Whole, claim: Claim, *, given: bool) -> None:
    words = {"accepted": "accept", "canceling": "process", "processing": "process"}
    deed = "" if claim.step == kind.last else words.get(claim.step, "collect")
    telling.claimed(call, kind, whole, claim, deed=deed)
    if given:
        telling.refunded(call, whole)


def changing(kind: Kind) -> Callable[[Call, Any], Awaitable[ClaimChanged]]:
    """Return what moves a claim of a kind on."""

    async def change(call: Call, params: ClaimChange) -> ClaimChanged:
        return await _change(call, kind, params)

    change.__doc__ = f"Update a claim: how far the {kind.name} is, or that it is withdrawn."
    return change


async def _change(call: Call, kind: Kind, params: ClaimChange) -> ClaimChanged:
    whole = await orders.whole(call, params.order_id)
    before = whole.order
    claim = await store.find(call, params.claim_code)
    if claim is None or claim.order_id != params.order_id or claim.kind != kind.name:
        raise NotFound(f"The order has no such {kind.name}.", parameter="claim_code")
    if claim.undone == "T":
        if params.undone == "T":
            raise NotModified()
        raise Invalid(
            "A claim that was withdrawn is in no state to move on.", parameter="claim_code"
        )
    lines = _meant(whole, claim, params)
    after = replace(claim, **told_of(params))
    given = False
    if params.undone == "T":
        after = await withdrawing.withdraw(call, kind, whole, after, lines)
        deed = "undo"
    else:
        step = _step(kind, claim, after, getattr(params, "status", UNSET))
        if step is None:
            deed = "change"
        else:
            if len(lines) < len(claim.item_nos):
                raise Invalid("A claim moves on as a whole.", parameter="items")
            after, given = await moving_on.to_step(call, kind, whole, after, lines, step)
            deed = ""
    if after == claim:
        raise NotModified()
    await store.change(call, after)
    await moving_on.keep_claimed(call, before, whole, lines)
    if deed:
        telling.claimed(call, kind, whole, after, deed=deed)
    else:
        _tell(call, kind, whole, after, given=given)
    return _changed(call, after, lines)


def _meant(whole: Whole, claim: Claim, params: ClaimChange) -> list[Line]:
    lines = choosing.of_claim(whole, claim.item_nos)
    items = getattr(params, "items", UNSET)
    if items is UNSET:
        return lines
    by_code = {line.item.order_item_code: line for line in lines}
    for each in items:
        if each.order_item_code not in by_code:
            raise Invalid(
                f"There is no such item in the claim: {each.order_item_code}.",
                parameter="order_item_code",
            )
    return [by_code[code] for code in dict.fromkeys(each.order_item_code for each in items)]


def _step(kind: Kind, before: Claim, after: Claim, status: Any) -> Step | None:
    """Return how far a claim goes now; None where only what is known of it changes."""
    collected = after.pickup_completed == "T" and before.pickup_completed != "T"
    if status is not UNSET:
        said: Step = status
        return said if said != before.step or collected else None
    if not collected:
        return None
    if kind is EXCHANGE:
        return "exchanged" if after.exchanged_after_collected == "T" else "collected"
    return before.step if before.step != "requested" else "accepted"


async def collect(call: Call, params: CollectionChange) -> Collection:
    """Update a collection that was asked for: the number under which it travels."""
    claim = await store.of_collection(call, params.request_no)
    if claim is None:
        raise NotFound("The collection does not exist.", parameter="request_no")
    whole = await orders.whole(call, claim.order_id)
    claim = await store.find(call, claim.claim_code)
    assert claim is not None
    if claim.return_invoice_no == params.collect_tracking_no:
        raise NotModified()
    after = replace(claim, return_invoice_no=params.collect_tracking_no)
    await store.change(call, after)
    call.journal(
        f"collection {params.request_no}",
        {"collect_tracking_no": (claim.return_invoice_no, after.return_invoice_no)},
    )
    lines = choosing.of_claim(whole, claim.item_nos)
    return Collection(
        shop_no=call.shop_no,
        request_no=params.request_no,
        order_id=claim.order_id,
        order_item_code=[line.item.order_item_code for line in lines],
        shipping_company_name=claim.return_shipping_company_name or "",
        collect_tracking_no=params.collect_tracking_no,
    )


def _changed(call: Call, claim: Claim, lines: Sequence[Line]) -> ClaimChanged:
    names = set(ClaimChanged.__struct_fields__) & set(Claim.__struct_fields__) - {"shop_no"}
    return ClaimChanged(
        **{name: getattr(claim, name) for name in names},
        shop_no=call.shop_no,
        status=claim.step,
        items=[Named(order_item_code=line.item.order_item_code) for line in lines],
    )
