"""Rewards of orders: points of items, points and credits of coupons, new coupons.

The points of items are calculated once, when the order is placed, and stored with each item. They
are given when the order is paid: credits at once; points are on hold until everything still bought
is delivered or confirmed, and for as many days more as the shop's points settings say. What claimed
items brought is revoked; what was spent of it already comes off the refund. Guests earn nothing.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec.structs import replace

from openmall.commerce.category.categories import category_placements
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.mileage.points.ledger import Pending
from openmall.commerce.order import applied_discounts, quotes
from openmall.commerce.order.counted_amounts import counted_item
from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders.shape import Place
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.states import Status, is_bought
from openmall.commerce.promotion.coupons.shape import Coupon, Site, Terms
from openmall.commerce.promotion.issues import automatic
from openmall.commerce.promotion.issues.automatic import Bought, OrderOccasion, Purchase
from openmall.commerce.store.points_setting import PointsSetting, Standard
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.moments import seconds
from openmall.contract.money import ZERO

_A_DAY: Final = 86_400
_COME: Final[dict[Standard, frozenset[Status]]] = {
    "C": frozenset(("N40", "N50")),
    "P": frozenset(("N50",)),
}
"""Standard -> states of items from which an order's points leave their hold."""
_SITES: Final[dict[Place, Site]] = {"mobile": "M", "mobile_d": "P"}


async def give_rewards(call: Call, aggregate: OrderAggregate) -> None:
    """Give a member the rewards of an order, once it is paid."""
    order = aggregate.order
    if not order.member_id:
        return
    waiting = _earned([line for line in aggregate.lines if is_bought(line.item.order_status)])
    of_coupons, credits_ = await applied_discounts.coupon_rewards(call, order.order_id)
    first: tuple[OrderOccasion, ...] = ("F",) if order.first_order == "T" else ()
    offered = await automatic.offered_on_order(call, "O", "Q", *first)
    if not (waiting or of_coupons or credits_ or offered):
        return
    if not await customer_store.is_there(call, order.member_id):
        return
    await _issue(call, aggregate, offered)
    placed = None if order.order_date is None else seconds(order.order_date)
    found: tuple[tuple[Decimal, Pending], ...] = ((waiting, "order"), (of_coupons, "coupon"))
    for amount, pending in found:
        if amount:
            await point_ledger.earn(
                call, order.member_id, amount, order.order_id, pending=pending, order_date=placed
            )
    if credits_:
        await credit_ledger.add(call, order.member_id, credits_, case="G", order_id=order.order_id)


async def update_hold(call: Call, aggregate: OrderAggregate, changed: Sequence[OrderLine]) -> None:
    """Release points once everything still bought has arrived; hold them while it has not.

    `changed`: the items that moved, in their new states.
    """
    order = aggregate.order
    if not order.member_id or not changed:
        return
    before = [line.was or line.item.order_status for line in aggregate.lines]
    now = [line.item.order_status for line in aggregate.lines]
    if all(_have_come(before, by) == _have_come(now, by) for by in _COME):
        return
    arrived = _have_come(now, "C") and not _have_come(before, "C")
    if arrived and await customer_store.is_there(call, order.member_id):
        await _issue(call, aggregate, await automatic.offered_on_order(call, "D"))
    setting = await current(call, PointsSetting)
    by, come = setting.point_issuance_standard, _have_come(now, setting.point_issuance_standard)
    if setting.unusable_points_change_type == "M" or _have_come(before, by) == come:
        return
    at = int(call.clock.now()) + setting.payment_period * _A_DAY if come else None
    await point_ledger.schedule_confirmation(call, order.member_id, order.order_id, at=at)


async def _issue(
    call: Call, aggregate: OrderAggregate, offered: Sequence[tuple[Coupon, Terms]]
) -> None:
    """Issue the coupons that the shop gives a member for an order."""
    order = aggregate.order

    async def purchase() -> Purchase:
        return await _purchase(call, aggregate)

    await automatic.issued_on_order(call, order.member_id, order.order_id, purchase, offered)


async def _purchase(call: Call, aggregate: OrderAggregate) -> Purchase:
    """Return what is still bought of an order, as automatic issues see it."""
    lines = [line for line in aggregate.lines if is_bought(line.item.order_status)]
    basis = await quotes.of_order(call, aggregate.order.order_id)
    free = {each.item_no for each in ([] if basis is None else basis.free)}
    numbers = sorted({line.item.product_no for line in lines})
    categories = await category_placements.around(call.db, numbers) if numbers else {}
    return Purchase(
        lines=[
            Bought(
                product_no=line.item.product_no,
                category_nos=categories[line.item.product_no],
                quantity=line.item.quantity,
                amount=counted_item(line, free).price,
                paid=arithmetic.line_cost(line),
            )
            for line in lines
        ],
        site=_SITES.get(aggregate.order.order_place_id, "W"),
    )


async def hold_again(call: Call, aggregate: OrderAggregate) -> None:
    """Put released points of an order on hold again, as its confirmation was withdrawn."""
    if aggregate.order.member_id:
        await point_ledger.make_pending(call, aggregate.order.member_id, aggregate.order.order_id)


async def revoke_rewards(call: Call, aggregate: OrderAggregate) -> None:
    """Revoke all rewards of a paid order that awaits payment again, as far as they are left."""
    of_coupons, credits_ = await applied_discounts.coupon_rewards(call, aggregate.order.order_id)
    await _take(call, aggregate, _earned(aggregate.lines) + of_coupons, credits_)
    await _revoke_coupons(call, aggregate, nothing_left=True)


async def revoke_rewards_of(
    call: Call, aggregate: OrderAggregate, claimed: Sequence[OrderLine]
) -> Decimal:
    """Revoke what claimed items of a paid order brought; with the last one, all it brought.

    Points, credits, and coupons that the rest of the order does not earn. Returns the worth of
    what was spent already: points and credits that the buyer does not have any more, and discounts
    of coupons on other orders.
    """
    earned, credits_ = _earned(claimed), ZERO
    for line in claimed:
        line.share = replace(line.share, earned=ZERO)
    if not any(is_bought(line.item.order_status) for line in aggregate.lines):
        of_coupons, credits_ = await applied_discounts.coupon_rewards(
            call, aggregate.order.order_id
        )
        await applied_discounts.clear_coupon_rewards(call, aggregate.order.order_id)
        earned += of_coupons
    spent = await _take(call, aggregate, earned, credits_)
    return spent + await _revoke_coupons(call, aggregate)


async def _take(
    call: Call, aggregate: OrderAggregate, earned: Decimal, credits_: Decimal
) -> Decimal:
    """Revoke points and credits; return how much of them the buyer does not have any more."""
    order, missing = aggregate.order, ZERO
    if not order.member_id:
        return missing
    if earned:
        revoke = point_ledger.revoke_points
        missing += earned - await revoke(call, order.member_id, earned, order.order_id)
    if credits_:
        revoke = credit_ledger.revoke_credits
        missing += credits_ - await revoke(call, order.member_id, credits_, order.order_id)
    return missing


async def _revoke_coupons(
    call: Call, aggregate: OrderAggregate, *, nothing_left: bool = False
) -> Decimal:
    """Revoke coupons that an order does not earn any more; return the worth of used ones."""
    order = aggregate.order
    if not order.member_id:
        return ZERO

    async def purchase() -> Purchase:
        return Purchase(lines=[]) if nothing_left else await _purchase(call, aggregate)

    paid_at = order.payment_date or order.order_date
    return await automatic.revoke_unearned(
        call,
        order.member_id,
        order.order_id,
        purchase,
        paid_at=int(call.clock.now()) if paid_at is None else seconds(paid_at),
    )


def _earned(lines: Sequence[OrderLine]) -> Decimal:
    return sum((line.share.earned for line in lines), ZERO)


def _have_come(states: Sequence[Status], by: Standard) -> bool:
    still = [status for status in states if is_bought(status)]
    return bool(still) and _COME[by].issuperset(still)
