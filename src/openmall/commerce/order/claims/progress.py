"""Progress of claims: state transitions of items, restored stock, refunds, and withdrawal."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.billing.refunds import restoration
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.creation import RefundTerms, create_refund, were_paid
from openmall.commerce.order.billing.refunds.execution import begin_refund, execute_refund
from openmall.commerce.order.billing.refunds.recalculation import recalculate_order
from openmall.commerce.order.claims import replacements, selection
from openmall.commerce.order.claims.kinds import CANCELLATION, EXCHANGE, RETURN, Kind
from openmall.commerce.order.claims.refusals import (
    CLAIM_REFUND_BEGUN,
    CLAIM_WITHDRAWN_WHOLE,
    ITEM_IN_STATE_ALREADY,
    UNPAID_ITEMS_APART,
)
from openmall.commerce.order.claims.shape import Claim, Step
from openmall.commerce.order.fulfilment import order_stock
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.placement.checkout import order_requote
from openmall.commerce.order.states import (
    Actor,
    Status,
    Transition,
    is_bought,
    state_before_claim,
)
from openmall.commerce.store.coupons_setting import Viewpoint
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import ZERO

_UNPAID: Final[dict[Actor, Transition]] = {
    "merchant": "cancel unpaid, by shop",
    "customer": "cancel unpaid, by buyer",
    "time": "expire unpaid",
}
_AWAITING_REFUND: Final[dict[Status, Status]] = {"C40": "C41", "R40": "R41"}
"""State of a claim's last step -> state in which its refund is awaited."""


async def advance(
    call: Call,
    kind: Kind,
    aggregate: OrderAggregate,
    claim: Claim,
    lines: Sequence[OrderLine],
    step: Step,
    *,
    who: Actor = "merchant",
    variants: Mapping[int, str] | None = None,
) -> tuple[Claim, bool]:
    """Advance a claim to `step`; return the claim, and whether a refund was executed.

    Items that await payment are cancelled at once, whatever the step of a cancellation, and the
    rest of an unpaid order is quoted again. `variants`: of an exchange, number of an item ->
    variant code of its replacement. Raises Invalid (422) when an item's state does not allow the
    step.
    """
    setting = await current(call, OrdersSetting)
    awaited = await refund_store.find(call, claim.claim_code)
    are_unpaid = {kind is CANCELLATION and line.item.order_status == "N00" for line in lines}
    if len(are_unpaid) > 1:
        # one claim has one refund, and one state of its items
        raise Invalid(UNPAID_ITEMS_APART, parameter="order_item_code")
    if are_unpaid == {True}:
        # No money was received, so that nothing is to be accepted or refunded.
        step, transition = kind.last, _UNPAID[who]
    else:
        collected = claim.pickup_completed == "T"
        transition = kind.steps[step, collected]
        given = awaited is not None and awaited.refund.status == "T"
        # With deferred refunds ("D") the last step leaves items in the state before the refund,
        # unless it was executed before.
        later = setting.refund_processing_setting == "D" and not given
        if step == kind.last and later and kind.refund_later is not None:
            transition = kind.refund_later
    # All or none: one item in another state refuses the step for all.
    if len(transitions.move(call, lines, transition, who=who)) < len(lines):
        raise Invalid(
            ITEM_IN_STATE_ALREADY, parameter="order_item_code", status=lines[0].item.order_status
        )
    claim = _dated(call, kind, aggregate, claim, lines, step)
    # Replacements take their stock at the first step and are released for shipping at the last:
    # the promised variant cannot be sold meanwhile.
    if kind is EXCHANGE and not claim.new_item_nos:
        added = await replacements.add_replacements(call, aggregate, lines, variants or {}, claim)
        claim = replace(claim, new_item_nos=[line.item.item_no for line in added])
    claim = await _restore_stock(call, kind, aggregate, claim, lines, setting)
    await _restore_coupons(call, aggregate, claim, lines, when="B")
    done = False
    if kind is EXCHANGE:
        if step == kind.last:
            await _restore_coupons(call, aggregate, claim, lines, when="A")
            await replacements.release_replacements(call, aggregate, claim)
    elif not is_bought(lines[0].item.order_status):
        if awaited is None:
            # The rest is requoted first: what returns depends on the discounts and the shipping
            # fee that the rest still earns.
            await order_requote.requote_remainder(call, aggregate)
            awaited = await create_refund(call, aggregate, lines, _terms(setting, claim))
        at_once = step == kind.last and setting.refund_processing_setting == "S"
        paid = were_paid(aggregate.order, lines)
        if paid and at_once and awaited.refund.status != "T":
            # A refund through a gateway is requested here and made later: the items wait in the
            # state before it.
            awaited, waits = await begin_refund(
                call, aggregate, awaited, gateway_cancel=claim.payment_gateway_cancel
            )
            if waits:
                _await_refund(call, lines)
            else:
                await execute_refund(call, aggregate, awaited)
                done = True
    await recalculate_order(call, aggregate)
    return claim, done


def _await_refund(call: Call, lines: Sequence[OrderLine]) -> None:
    """Put items into the states before their refund, which is executed later."""
    for line in lines:
        status = _AWAITING_REFUND[line.item.order_status]
        transitions.enter_state(line, status, int(call.clock.now()))


async def save_claimed(
    call: Call, before: Order, aggregate: OrderAggregate, lines: Sequence[OrderLine]
) -> None:
    """Save an order with a claim; the activity log names the claimed items.

    Their shares may have moved to the other items.
    """
    numbers = {line.item.item_no for line in lines}
    others = [line for line in aggregate.lines if line.item.item_no not in numbers]
    await order_store.change_lines(call, aggregate.order, others)
    await save_order(call, before, aggregate, lines, None)


def _dated(
    call: Call,
    kind: Kind,
    aggregate: OrderAggregate,
    claim: Claim,
    lines: Sequence[OrderLine],
    step: Step,
) -> Claim:
    """Return a claim with the dates of a step, and set those of its items."""
    now = moment(call.clock.now())
    dates = {}
    if step == kind.last:
        dates[kind.done_date] = now
    if kind.collected_date is not None and claim.pickup_completed == "T":
        dates[kind.collected_date] = now
    for line in lines:
        line.item = replace(line.item, **dates)
    if kind is RETURN and step == kind.last:
        aggregate.order = replace(aggregate.order, return_confirmed_date=now)
    return replace(
        claim,
        step=step,
        accepted_date=claim.accepted_date or now,
        completed_date=now if step == kind.last else claim.completed_date,
    )


async def _restore_stock(
    call: Call,
    kind: Kind,
    aggregate: OrderAggregate,
    claim: Claim,
    lines: Sequence[OrderLine],
    setting: OrdersSetting,
) -> Claim:
    """Restore the stock of a claim's items once, as soon as they are back."""
    paid = were_paid(aggregate.order, lines)
    if kind is EXCHANGE:
        there = claim.pickup_completed == "T" or claim.step == kind.last
    else:
        there = not is_bought(lines[0].item.order_status)
    if not there or claim.put_back:
        return claim
    recover = restores_stock(setting, claim, paid=paid)
    if recover or not paid:
        # reserved units are always released, whatever is recovered
        await order_stock.restore_stock(call, aggregate.order.order_id, lines, recover=recover)
    return replace(claim, put_back=recover)


async def _restore_coupons(
    call: Call,
    aggregate: OrderAggregate,
    claim: Claim,
    lines: Sequence[OrderLine],
    *,
    when: Viewpoint,
) -> None:
    await restoration.restore_coupons(
        call,
        aggregate,
        lines,
        asked=claim.recover_coupon == "T",
        coupon_nos=claim.recover_coupon_no,
        when=when,
    )


def _terms(setting: OrdersSetting, claim: Claim) -> RefundTerms:
    return RefundTerms(
        code=claim.claim_code,
        methods=claim.refund_method_code,
        reason=claim.claim_reason,
        bank_name=claim.refund_bank_name,
        bank_account_no=claim.refund_bank_account_no,
        bank_account_holder=claim.refund_bank_account_holder,
        recover_coupon=claim.recover_coupon,
        recover_coupon_no=claim.recover_coupon_no,
        fee=return_fee(setting, claim),
        shops_fault=is_shops_fault(claim),
    )


_SHOPS_FAULT: Final = frozenset("BCDFGHJKLVW")
"""Reasons that are the shop's fault: late, damaged, wrong, defective."""
_BUYERS_WISH: Final = frozenset("AEOP")
"""Reasons that are the buyer's wish: a change of mind."""


def restores_stock(setting: OrdersSetting, claim: Claim, *, paid: bool) -> bool:
    """Return whether a claim restores stock: as the claim states, else as the shop's settings."""
    if claim.recover_inventory is not None:
        return claim.recover_inventory == "T"
    if setting.stock_recover == "T":
        return setting.stock_recover_base == "T"
    each = setting.stock_recover_individual
    if claim.kind != "cancellation":
        return each.cancel_return == "T"
    return (each.cancel_after if paid else each.cancel_before) == "T"


def is_shops_fault(claim: Claim) -> bool:
    """Return whether the reason of a claim is the shop's fault."""
    return claim.claim_reason_type in _SHOPS_FAULT


def return_fee(setting: OrdersSetting, claim: Claim) -> Decimal:
    """Return the fee of a return that the buyer bears.

    Zero where the shop is at fault, the fee of the settings where it is the buyer's wish; for other
    reasons the setting `customer_pays_return_shipping` decides.
    """
    if claim.kind != "return" or is_shops_fault(claim):
        return ZERO
    theirs = claim.claim_reason_type in _BUYERS_WISH
    pays = theirs or setting.customer_pays_return_shipping == "T"
    return setting.return_shipping_fee if pays else ZERO


async def withdraw_claim(
    call: Call, kind: Kind, aggregate: OrderAggregate, claim: Claim, lines: Sequence[OrderLine]
) -> Claim:
    """Return items to their states before a claim, and take the restored stock again."""
    stays = [
        line for line in selection.lines_of_claim(aggregate, claim.item_nos) if line not in lines
    ]
    awaited = await refund_store.find(call, claim.claim_code)
    if stays and awaited is not None:
        raise Invalid(CLAIM_WITHDRAWN_WHOLE, parameter="items")
    if awaited is not None and awaited.restored == "T":
        raise Invalid(CLAIM_REFUND_BEGUN, parameter="undone")
    for line in lines:
        status = state_before_claim(line.item.order_status, line.item.order_status_before_cs)
        transitions.restore_state(
            line,
            status,
            request_undone=kind.undone,
            claim_code="",
            claim_quantity=0,
            claim_reason_type=None,
            claim_reason="",
            order_status_before_cs=None,
        )
    if awaited is not None:
        await refund_store.remove(call, claim.claim_code)
    if claim.put_back:
        await order_stock.take_stock(call, aggregate.order.order_id, lines, skip_deleted=True)
    gone = [
        line.item.item_no
        for line in selection.lines_of_claim(aggregate, claim.new_item_nos)
        if line.item.original_item_no[-1] in {each.item.item_no for each in lines}
    ]
    if gone:
        await replacements.withdraw_replacements(call, aggregate, gone)
    await recalculate_order(call, aggregate)
    if stays:
        return replace(
            claim,
            undone=None,
            item_nos=[line.item.item_no for line in stays],
            new_item_nos=[number for number in claim.new_item_nos if number not in gone],
        )
    return replace(claim, undone="T", put_back=False)
