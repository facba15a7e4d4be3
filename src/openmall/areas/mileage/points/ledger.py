"""What whoever sells does with points: spend, earn, confirm, give back, take back, let expire.

Points are of a customer in one shop, an amount of its currency. Every function locks what the
customer has there. Orders are placed before: whoever locks an order does so first.
"""

from decimal import Decimal
from typing import Final, Literal

from openmall.areas.customer.customers import store as customers
from openmall.areas.mileage.entries import store
from openmall.areas.mileage.entries.account import Account, Why, open_account, some
from openmall.areas.mileage.entries.tables import Pot
from openmall.areas.mileage.points import cases
from openmall.areas.mileage.points.cases import Case
from openmall.areas.mileage.points.events import PointsChanged
from openmall.contract.call import Call
from openmall.contract.money import hundredths, money

Pending = Literal["", "order", "coupon"]
"""What points wait for: nothing, or the confirmation of the purchase that brings them, by itself or
by a coupon that was used for it."""
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
    """Pay `amount` of an order with points, those first that expire first; return what is left.

    `order_date`: UTC seconds. Raises NotFound (404) for who is no customer, and
    NotEnough (422) for more than they have.
    """
    changed = some(amount)
    await customers.require(call, member_id)
    account = await _opened(call, member_id)
    why = Why(cause=cases.SPENT, order_id=order_id, order_date=order_date)
    await account.take_out("points", changed, why, used=True)
    return _told(call, member_id, account)


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
    """Give a customer points for an order; return what they can spend.

    `pending`: what the points wait for. `expires_at`: UTC seconds from which they cannot be spent.
    Raises NotFound (404) for who is no customer.
    """
    changed = some(amount)
    await customers.require(call, member_id)
    account = await _opened(call, member_id)
    pot = _PENDING[pending]
    why = Why(cause=_CAUSES.get(pot, cases.EARNED), order_id=order_id, order_date=order_date)
    await account.put_in(pot, changed, why, expires_at=expires_at)
    return _told(call, member_id, account)


async def give(call: Call, member_id: str, amount: Decimal, *, case: Case) -> Decimal:
    """Give a customer points that no order brings; return what they can spend.

    `case`: why. Raises NotFound (404) for who is no customer.
    """
    changed = some(amount)
    await customers.require(call, member_id)
    account = await _opened(call, member_id)
    await account.put_in("points", changed, Why(cause=case))
    return _told(call, member_id, account)


async def confirm(call: Call, member_id: str, order_id: str) -> Decimal:
    """Let points be spent that waited for the confirmation of an order; return how many.

    They are as old as the confirmation. Twice does no more than once.
    """
    account = await _opened(call, member_id)
    rows = await store.came_in(call, member_id, order_id, *_WAITING)
    confirmed = 0
    now = int(call.clock.now())
    for lot in await store.lots(call, member_id, *_WAITING):
        if lot.entry_no in rows:
            why = Why(cause=_CAUSES[lot.pot], order_id=order_id)
            await account.let_go(lot.pot, [lot], why)
            await account.put_in(
                "points", lot.remaining, why, available_at=now, expires_at=lot.expires_at
            )
            confirmed += lot.remaining
    _told(call, member_id, account)
    return money(confirmed)


async def wait_again(call: Call, member_id: str, order_id: str) -> Decimal:
    """Let points wait again that an order brought and that were confirmed; return how many.

    What was spent of them meanwhile does not come back.
    """
    account = await _opened(call, member_id)
    rows = await store.came_in(call, member_id, order_id, "points")
    back = [lot for lot in await store.lots(call, member_id, "points") if lot.entry_no in rows]
    for pot, cause in _CAUSES.items():
        lots = [lot for lot in back if rows[lot.entry_no] == cause]
        for lot in lots:
            why = Why(cause=cause, order_id=order_id)
            await account.let_go("points", [lot], why)
            await account.put_in(pot, lot.remaining, why, expires_at=lot.expires_at)
    _told(call, member_id, account)
    return money(sum(lot.remaining for lot in back))


async def ripen(call: Call, member_id: str, order_id: str, *, at: int | None) -> None:
    """Let points that an order brought be spent from `at` on (UTC seconds); None: they wait on.

    A worker confirms them then.
    """
    await store.ripen(call, member_id, order_id, *_WAITING, at=at)


async def give_back(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Give back points that were spent on an order; return how many came back.

    No more than were spent on it and have not come back yet. They expire when they would have. It
    works for who has left as well: the books stay right.
    """
    changed = some(amount)
    account = await _opened(call, member_id)
    why = Why(cause=cases.CAME_BACK, order_id=order_id)
    back = await account.put_back("points", changed, why)
    _told(call, member_id, account)
    return money(back)


async def refund(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Give a customer in points what they had paid for an order; return what they can spend.

    Raises NotFound (404) for who is no customer.
    """
    changed = some(amount)
    await customers.require(call, member_id)
    account = await _opened(call, member_id)
    await account.put_in("points", changed, Why(cause=cases.CAME_BACK, order_id=order_id))
    return _told(call, member_id, account)


async def take_back(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Take back points that an order brought; return how many were taken.

    Those go first that still wait, then those the order brought and that are left, then any the
    customer has: fewer than `amount` when they were spent, as nobody owes points.
    """
    changed = some(amount)
    account = await _opened(call, member_id)
    why = Why(cause=cases.TAKEN_BACK, order_id=order_id)
    taken = 0
    for pot in (*_WAITING, "points"):
        wanted = changed - taken
        rows = await store.came_in(call, member_id, order_id, pot)
        there = [lot for lot in await store.lots(call, member_id, pot) if lot.entry_no in rows]
        share = min(wanted, sum(lot.remaining for lot in there))
        if share:
            await account.take_out(pot, share, why, only=rows)
            taken += share
    share = min(changed - taken, account.balance.points)
    if share:
        await account.take_out("points", share, why)
    _told(call, member_id, account)
    return money(taken + share)


async def change_by_hand(
    call: Call, member_id: str, amount: Decimal, *, reason: str, order_id: str, admin_id: str
) -> Decimal:
    """Add `amount`, or take it away when it is below zero, because somebody of the shop says so.

    Returns what the customer can spend. Raises NotFound (404), NotEnough (422).
    """
    changed = some(abs(amount))
    await customers.require(call, member_id)
    account = await _opened(call, member_id)
    why = Why(cause=cases.BY_HAND, reason=reason, order_id=order_id, admin_id=admin_id)
    if amount > 0:
        await account.put_in("points", changed, why)
    else:
        await account.take_out("points", changed, why)
    return _told(call, member_id, account)


async def expire(
    call: Call, member_id: str, *, issued_before: int = 0, standard: Decimal = Decimal(0)
) -> Decimal:
    """Let points expire whose time is over, or that came in before `issued_before` (UTC seconds).

    The age counts for customers who have `standard` points or more. Returns how many expired.
    """
    account = await open_account(call, member_id)
    await _run_out(call, member_id, account, issued_before=issued_before, standard=standard)
    _told(call, member_id, account)
    return money(-sum(moved.amount for moved in account.moved if moved.pot == "points"))


async def _opened(call: Call, member_id: str) -> Account:
    """Return what a customer has, without what has expired."""
    account = await open_account(call, member_id)
    await _run_out(call, member_id, account)
    return account


async def _run_out(
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
        for lot in await store.lots(call, member_id, "points", *_WAITING)
        if (lot.expires_at is not None and lot.expires_at <= now)
        or (lot.pot == "points" and lot.issued_at < aged)
    ]
    for pot in ("points", *_WAITING):
        why = Why(cause=cases.EXPIRED, reason="Expired Points")
        await account.let_go(pot, [lot for lot in over if lot.pot == pot], why)


def _told(call: Call, member_id: str, account: Account) -> Decimal:
    """Announce what has changed of what can be spent, and return how much that is."""
    for moved in account.moved:
        if moved.pot == "points":
            call.announce(PointsChanged.of(call, member_id, moved))
    return money(account.balance.points)
