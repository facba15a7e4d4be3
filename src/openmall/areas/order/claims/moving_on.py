"""A claim moves on: its items from state to state, units to the shelf, money to the buyer."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from openmall.areas.order import shelf
from openmall.areas.order.checkout import requoting
from openmall.areas.order.claims import exchanging, giving_back, recovering
from openmall.areas.order.claims.kinds import CANCELLATION, EXCHANGE, RETURN, Kind
from openmall.areas.order.claims.shape import Claim, Step
from openmall.areas.order.orders import moving, store
from openmall.areas.order.orders.rules import keep
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.refunds import rules as refunding
from openmall.areas.order.refunds import store as refunds
from openmall.areas.order.refunds.rules import Terms
from openmall.areas.order.states import Actor, Deed, bought
from openmall.areas.store.coupons_setting import Viewpoint
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.standard.settings import current

_UNPAID: Final[dict[Actor, Deed]] = {
    "merchant": "call off",
    "customer": "give up",
    "time": "run out",
}


async def to_step(
    call: Call,
    kind: Kind,
    whole: Whole,
    claim: Claim,
    lines: Sequence[Line],
    step: Step,
    *,
    who: Actor = "merchant",
    variants: Mapping[int, str] | None = None,
) -> tuple[Claim, bool]:
    """Bring a claim's items as far as `step`; return the claim, and whether money was given back.

    Items that await payment are called off at once, however far a cancellation is to go, and what
    is left of an order that nobody paid is quoted anew.
    `variants`: of an exchange, number of an item -> what is sent instead. Raises Invalid (422)
    when an item cannot come so far from where it is, or is there already.
    """
    setting = await current(call, OrdersSetting)
    awaited = await refunds.find(call, claim.claim_code)
    unpaid = kind is CANCELLATION and all(line.item.order_status == "N00" for line in lines)
    if unpaid:
        step, deed = kind.last, _UNPAID[who]
    else:
        collected = claim.pickup_completed == "T"
        deed = kind.steps[step, collected]
        given = awaited is not None and awaited.refund.status == "T"
        later = setting.refund_processing_setting == "D" and not given
        if step == kind.last and later and kind.refund_later is not None:
            deed = kind.refund_later
    if len(moving.move(call, lines, deed, who=who)) < len(lines):
        raise Invalid(
            f"An item is in state {lines[0].item.order_status} already.",
            parameter="order_item_code",
        )
    claim = _dated(call, kind, whole, claim, lines, step)
    if kind is EXCHANGE and not claim.new_item_nos:
        made = await exchanging.prepare(call, whole, lines, variants or {}, claim)
        claim = replace(claim, new_item_nos=[line.item.item_no for line in made])
    claim = await _on_the_shelf(call, kind, whole, claim, lines, setting)
    await _coupons_back(call, whole, claim, lines, when="B")
    done = False
    if kind is EXCHANGE:
        if step == kind.last:
            await _coupons_back(call, whole, claim, lines, when="A")
            await exchanging.go_on(call, whole, claim)
    elif not bought(lines[0].item.order_status):
        if awaited is None:
            await requoting.requote(call, whole)
            awaited = await refunding.agree(call, whole, lines, _terms(setting, claim))
        at_once = step == kind.last and setting.refund_processing_setting == "S"
        paid = refunding.was_paid(whole.order, lines)
        if paid and at_once and awaited.refund.status != "T":
            await refunding.give(call, whole, awaited)
            done = True
    await refunding.brought_up(call, whole)
    return claim, done


async def keep_claimed(call: Call, before: Order, whole: Whole, lines: Sequence[Line]) -> None:
    """Write what became of an order with a claim; the log names the items that were claimed.

    What those bore may have moved to the other items.
    """
    numbers = {line.item.item_no for line in lines}
    others = [line for line in whole.lines if line.item.item_no not in numbers]
    await store.change_lines(call, whole.order, others)
    await keep(call, before, whole, lines, None)


def _dated(
    call: Call, kind: Kind, whole: Whole, claim: Claim, lines: Sequence[Line], step: Step
) -> Claim:
    """Write into a claim and its items when they came so far."""
    now = moment(call.clock.now())
    dates = {}
    if step == kind.last:
        dates[kind.done_date] = now
    if kind.collected_date is not None and claim.pickup_completed == "T":
        dates[kind.collected_date] = now
    for line in lines:
        line.item = replace(line.item, **dates)
    if kind is RETURN and step == kind.last:
        whole.order = replace(whole.order, return_confirmed_date=now)
    return replace(
        claim,
        step=step,
        accepted_date=claim.accepted_date or now,
        completed_date=now if step == kind.last else claim.completed_date,
    )


async def _on_the_shelf(
    call: Call,
    kind: Kind,
    whole: Whole,
    claim: Claim,
    lines: Sequence[Line],
    setting: OrdersSetting,
) -> Claim:
    """Put a claim's units back on the shelf, once, as soon as they are there again."""
    paid = refunding.was_paid(whole.order, lines)
    if kind is EXCHANGE:
        there = claim.pickup_completed == "T" or claim.step == kind.last
    else:
        there = not bought(lines[0].item.order_status)
    if not there or claim.put_back:
        return claim
    recover = recovering.recovers(setting, claim, paid=paid)
    if recover or not paid:
        # what is only put by for an order is let go whatever is recovered
        await shelf.give_back(call, whole.order.order_id, lines, recover=recover)
    return replace(claim, put_back=recover)


async def _coupons_back(
    call: Call, whole: Whole, claim: Claim, lines: Sequence[Line], *, when: Viewpoint
) -> None:
    await giving_back.coupons_back(
        call,
        whole,
        lines,
        asked=claim.recover_coupon == "T",
        coupon_nos=claim.recover_coupon_no,
        when=when,
    )


def _terms(setting: OrdersSetting, claim: Claim) -> Terms:
    return Terms(
        code=claim.claim_code,
        methods=claim.refund_method_code,
        reason=claim.claim_reason,
        bank_name=claim.refund_bank_name,
        bank_account_no=claim.refund_bank_account_no,
        bank_account_holder=claim.refund_bank_account_holder,
        recover_coupon=claim.recover_coupon,
        recover_coupon_no=claim.recover_coupon_no,
        fee=recovering.return_fee(setting, claim),
        shops_fault=recovering.shops_fault(claim),
    )
