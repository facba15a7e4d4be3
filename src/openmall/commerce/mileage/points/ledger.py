"""Changes of points: spend, earn, confirm, return, revoke, expire.

Points belong to a customer in one shop, an amount of its currency. Every function locks the
customer's balance there; an order is locked before it.
"""

from decimal import Decimal
from typing import Final, Literal

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.mileage.entries import store as entry_store
from openmall.commerce.mileage.entries.account import (
    Account,
    EarlierChange,
    Reason,
    in_hundredths,
    open_account,
)
from openmall.commerce.mileage.entries.tables import Pot
from openmall.commerce.mileage.points import cases
from openmall.commerce.mileage.points.cases import Case
from openmall.commerce.mileage.points.events import PointsChanged
from openmall.contract.call import Call
from openmall.contract.money import hundredths, money

Pending = Literal["", "order", "coupon"]
"""Event that points are pending for: none, or the confirmation of the purchase, earned by the
purchase itself or by a coupon used for it.
"""
_PENDING: Final[dict[str, Pot]] = {
    "": "points",
    "order": "unavailable_points",
    "coupon": "unavailable_coupon_points",
}
_CAUSES: Final[dict[Pot, str]] = {
    "unavailable_points": cases.EARNED,
    "unavailable_coupon_points": cases.COUPON,
}
_WAITING: Final[tuple[Pot, ...]] = ("unavailable_points", "unavailable_coupon_points")


async def spend(
    call: Call,
    member_id: str,
    amount: Decimal,
    order_id: str,
    *,
    order_date: int | None = None,
) -> Decimal:
    """Pay `amount` of an order with points, those that expire first; return the remaining points.

    `order_date`: UTC seconds. Raises NotFound (404) for an unknown customer, and NotEnough (422)
    for more than they have.
    """
    changed = in_hundredths(amount)
    await customer_store.require(call, member_id)
    account = await _open(call, member_id)
    why = Reason(cause=cases.SPENT, order_id=order_id, order_date=order_date)
    await account.deduct("points", changed, why, used=True)
    return _announce(call, member_id, account)


async def earn(
    call: Call,
    member_id: str,
    amount: Decimal,
    order_id: str,
    *,
    pending: Pending = "order",
    expires_at: int | None = None,
    order_date: int | None = None,
) -> Decimal:
    """Give a customer points for an order; return their available points.

    `pending`: what the points wait for. `expires_at`: UTC seconds from which they cannot be spent.
    Raises NotFound (404) for an unknown customer.
    """
    changed = in_hundredths(amount)
    await customer_store.require(call, member_id)
    account = await _open(call, member_id)
    pot = _PENDING[pending]
    why = Reason(cause=_CAUSES.get(pot, cases.EARNED), order_id=order_id, order_date=order_date)
    await account.add(pot, changed, why, expires_at=expires_at)
    return _announce(call, member_id, account)


async def give_points(call: Call, member_id: str, amount: Decimal, *, case: Case) -> Decimal:
    """Give a customer points without an order; return their available points.

    `case`: the reason. Raises NotFound (404) for an unknown customer.
    """
    changed = in_hundredths(amount)
    await customer_store.require(call, member_id)
    account = await _open(call, member_id)
    await account.add("points", changed, Reason(cause=case))
    return _announce(call, member_id, account)


async def confirm(call: Call, member_id: str, order_id: str) -> Decimal:
    """Make an order's pending points available on its confirmation; return how many.

    Their age starts with the confirmation. Idempotent.
    """
    account = await _open(call, member_id)
    rows = await entry_store.earned_lots(call, member_id, order_id, *_WAITING)
    confirmed = 0
    now = int(call.clock.now())
    for lot in await entry_store.lots(call, member_id, *_WAITING):
        if lot.entry_no in rows:
            why = Reason(cause=_CAUSES[lot.pot], order_id=order_id)
            await account.deduct_lots(lot.pot, [lot], why)
            await account.add(
                "points", lot.remaining, why, available_at=now, expires_at=lot.expires_at
            )
            confirmed += lot.remaining
    _announce(call, member_id, account)
    return money(confirmed)


async def make_pending(call: Call, member_id: str, order_id: str) -> Decimal:
    """Make an order's confirmed points pending again; return how many.

    Points spent meanwhile are not recovered.
    """
    account = await _open(call, member_id)
    rows = await entry_store.earned_lots(call, member_id, order_id, "points")
    back = [
        lot for lot in await entry_store.lots(call, member_id, "points") if lot.entry_no in rows
    ]
    for pot, cause in _CAUSES.items():
        lots = [lot for lot in back if rows[lot.entry_no] == cause]
        for lot in lots:
            why = Reason(cause=cause, order_id=order_id)
            await account.deduct_lots("points", [lot], why)
            await account.add(pot, lot.remaining, why, expires_at=lot.expires_at)
    _announce(call, member_id, account)
    return money(sum(lot.remaining for lot in back))


async def schedule_confirmation(
    call: Call, member_id: str, order_id: str, *, at: int | None
) -> None:
    """Set when an order's pending points become available (UTC seconds); None: not yet known.

    A worker confirms them at that time.
    """
    await entry_store.set_available(call, member_id, order_id, *_WAITING, at=at)


async def return_points(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Return points spent on an order to the customer; return how many.

    At most those spent on it that were not returned yet. They keep their expiry. Works for a former
    customer as well, so that the ledger stays consistent.
    """
    changed = in_hundredths(amount)
    account = await _open(call, member_id)
    why = Reason(cause=cases.CAME_BACK, order_id=order_id)
    back = await account.restore("points", changed, why)
    _announce(call, member_id, account)
    return money(back)


async def refund(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Refund an order to a customer in points; return their available points.

    Raises NotFound (404) for an unknown customer.
    """
    changed = in_hundredths(amount)
    await customer_store.require(call, member_id)
    account = await _open(call, member_id)
    await account.add("points", changed, Reason(cause=cases.CAME_BACK, order_id=order_id))
    return _announce(call, member_id, account)


async def revoke_points(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Revoke points earned by an order; return how many.

    Pending points go first, then the remaining ones of the order, then any others of the customer;
    fewer than `amount` when they were spent, as balances never fall below zero.
    """
    changed = in_hundredths(amount)
    account = await _open(call, member_id)
    why = Reason(cause=cases.TAKEN_BACK, order_id=order_id)
    taken = 0
    for pot in (*_WAITING, "points"):
        missing = changed - taken
        rows = await entry_store.earned_lots(call, member_id, order_id, pot)
        there = [
            lot for lot in await entry_store.lots(call, member_id, pot) if lot.entry_no in rows
        ]
        share = min(missing, sum(lot.remaining for lot in there))
        if share:
            await account.deduct(pot, share, why, only=rows)
            taken += share
    share = min(changed - taken, account.balance.points)
    if share:
        await account.deduct("points", share, why)
    _announce(call, member_id, account)
    return money(taken + share)


async def change_by_hand(
    call: Call, member_id: str, amount: Decimal, *, reason: str, order_id: str, admin_id: str
) -> Decimal:
    """Add `amount`, or deduct it when it is negative, by hand of the shop's staff.

    Returns the available points. Raises NotFound (404), NotEnough (422).
    """
    changed = in_hundredths(abs(amount))
    await customer_store.require(call, member_id)
    account = await _open(call, member_id)
    why = Reason(cause=cases.BY_HAND, reason=reason, order_id=order_id, admin_id=admin_id)
    if amount > 0:
        await account.add("points", changed, why)
    else:
        await account.deduct("points", changed, why)
    return _announce(call, member_id, account)


async def reverse(call: Call, member_id: str, earlier: EarlierChange) -> None:
    """Reverse an earlier change of points. Raises NotFound (404), NotEnough (422)."""
    await customer_store.require(call, member_id)
    account = await _open(call, member_id)
    await account.reverse("points", cases.BY_HAND, earlier)
    _announce(call, member_id, account)


async def expire(
    call: Call, member_id: str, *, issued_before: int = 0, standard: Decimal = Decimal(0)
) -> Decimal:
    """Expire due points, or those added before `issued_before` (UTC seconds).

    The age applies to customers with at least `standard` points. Returns how many expired.
    """
    account = await open_account(call, member_id)
    await _expire(call, member_id, account, issued_before=issued_before, standard=standard)
    _announce(call, member_id, account)
    return money(-sum(moved.amount for moved in account.changes if moved.pot == "points"))


async def _open(call: Call, member_id: str) -> Account:
    """Open a customer's account and remove expired points."""
    account = await open_account(call, member_id)
    await _expire(call, member_id, account)
    return account


async def _expire(
    call: Call,
    member_id: str,
    account: Account,
    *,
    issued_before: int = 0,
    standard: Decimal = Decimal(0),
) -> None:
    aged = issued_before if account.balance.points >= hundredths(standard) else 0
    now = int(call.clock.now())
    over = [
        lot
        for lot in await entry_store.lots(call, member_id, "points", *_WAITING)
        if (lot.expires_at is not None and lot.expires_at <= now)
        or (lot.pot == "points" and lot.issued_at < aged)
    ]
    for pot in ("points", *_WAITING):
        why = Reason(cause=cases.EXPIRED, reason="Expired Points")
        await account.deduct_lots(pot, [lot for lot in over if lot.pot == pot], why)


def _announce(call: Call, member_id: str, account: Account) -> Decimal:
    """Announce the changes of available points, and return the available points."""
    for moved in account.changes:
        if moved.pot == "points":
            call.publish(PointsChanged.of(call, member_id, moved))
    return money(account.balance.points)
