"""The one writer of points and credits: a customer's account in a shop, locked while it is open.

Every change is a row of the ledger in the same transaction, and no balance is ever below zero.
Callers with several customers in one transaction go through them in the order of their member ids,
to avoid deadlocks.
"""

from collections.abc import Collection, Mapping
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.customer.customers import balance_store as balances
from openmall.commerce.customer.customers.balance_store import Balance
from openmall.commerce.mileage.entries import store as entry_store
from openmall.commerce.mileage.entries.refusals import AMOUNT_NOT_POSITIVE, BALANCE_TOO_SMALL
from openmall.commerce.mileage.entries.store import Lot
from openmall.commerce.mileage.entries.tables import Pot
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import hundredths, money
from openmall.contract.refusal import Phrase


def in_hundredths(amount: Decimal) -> int:
    """Return a positive amount in hundredths; any other is Invalid (422)."""
    if amount <= 0:
        raise Invalid(AMOUNT_NOT_POSITIVE, parameter="amount")
    return hundredths(amount)


class NotEnough(Invalid):
    """A customer has less than the amount to deduct."""


def not_enough(call: Call, pot: Pot, amount: Decimal, *, parameter: str) -> NotEnough:
    """Return the refusal to take more than the `amount` that a customer has of a pot."""
    return NotEnough(
        BALANCE_TOO_SMALL,
        parameter=parameter,
        amount=str(amount),
        currency=call.mall.shops[call.shop_no].currency,
        pot=Phrase("credits") if pot == "credits" else Phrase("points"),
    )


async def balance(call: Call, member_id: str, pot: str) -> int:
    """Return what a customer has of a pot in the call's shop, in hundredths, and lock it."""
    amount: int = getattr(await balances.locked(call, member_id), pot)
    return amount


async def to_spend(call: Call, member_id: str) -> dict[Pot, Decimal]:
    """Return how much a customer can spend now in the call's shop, of each pot, without a lock."""
    now = call.clock.now()
    left: dict[Pot, int] = {"points": 0, "credits": 0}
    for lot in await entry_store.lots(call, member_id, *left):
        if lot.expires_at is None or lot.expires_at > now:
            left[lot.pot] += lot.remaining
    return {pot: money(amount) for pot, amount in left.items()}


class Reason(Struct, frozen=True, kw_only=True):
    """The reason of a change. `order_date`: UTC seconds, when the order was placed."""

    cause: str
    """The code that is answered as `case`."""
    reason: str = ""
    order_id: str = ""
    order_date: int | None = None
    admin_id: str = ""


class BalanceChange(Struct, frozen=True, kw_only=True):
    """An applied change; amounts in hundredths, negative for deductions."""

    pot: Pot
    amount: int
    balance: int
    """Points or credits to spend afterwards."""
    why: Reason


class EarlierChange(Struct, frozen=True, kw_only=True):
    """What an earlier change gave to lots, and took from them: ledger row -> hundredths."""

    given: Mapping[int, int]
    taken: Mapping[int, int]
    reason: str
    """Why it is reversed."""


class Account:
    """A customer's points and credits in the call's shop, locked by `open_account`."""

    def __init__(self, call: Call, member_id: str, balance: Balance) -> None:
        self._call = call
        self._member_id = member_id
        self.balance = balance
        self.changes: list[BalanceChange] = []
        """The changes that were applied, in this order."""

    async def add(
        self,
        pot: Pot,
        amount: int,
        why: Reason,
        *,
        available_at: int | None = None,
        expires_at: int | None = None,
    ) -> None:
        """Add `amount` to a pot."""
        await self._write(
            pot, amount, why, remaining=amount, available_at=available_at, expires_at=expires_at
        )

    async def deduct(
        self,
        pot: Pot,
        amount: int,
        why: Reason,
        *,
        used: bool = False,
        only: Collection[int] | None = None,
        first: Collection[int] = (),
        parameter: str = "amount",
    ) -> None:
        """Deduct `amount` from a pot: what expires first, then the oldest.

        `used`: it is spent on an order. `only`: from the lots of these ledger rows; `first`: from
        these before others. Raises NotEnough (422), which names `parameter`.
        """
        left, taken = amount, dict[int, int]()
        lots = await entry_store.lots(self._call, self._member_id, pot)
        for lot in sorted(lots, key=lambda each: each.entry_no not in first):
            if left and (only is None or lot.entry_no in only):
                taken[lot.entry_no] = min(left, lot.remaining)
                left -= taken[lot.entry_no]
        if left:
            raise not_enough(self._call, pot, money(amount - left), parameter=parameter)
        await self._take(pot, taken, why, used=used)

    async def restore(self, pot: Pot, amount: int, why: Reason) -> int:
        """Return up to `amount` spent on the order of `why`; it keeps its age.

        Returns how much: at most what was spent on it and not returned yet.
        """
        left, back = amount, dict[int, int]()
        for spent in await entry_store.spends(self._call, self._member_id, why.order_id, pot):
            still = dict(spent.taken_from)
            # what was taken first expires first, so that it comes back last
            for entry_no in reversed(spent.taken_from):
                share = min(left, still[entry_no])
                if share:
                    back[entry_no] = back.get(entry_no, 0) + share
                    still[entry_no] -= share
                    left -= share
            if still != spent.taken_from:
                await entry_store.update_spend(
                    self._call, self._member_id, replace(spent, taken_from=still)
                )
        if back:
            await entry_store.change_lots(self._call, self._member_id, back)
            await self._write(pot, amount - left, why, used=True)
        return amount - left

    async def reverse(self, pot: Pot, cause: str, earlier: EarlierChange) -> None:
        """Reverse an earlier change by entries of its opposite, by hand of the shop's staff.

        What was spent of the given lots meanwhile is taken from others. Raises NotEnough (422),
        before anything is written.
        """
        back, amount = sum(earlier.taken.values()), sum(earlier.given.values())
        there = getattr(self.balance, pot) + back
        if there < amount:
            raise not_enough(self._call, pot, money(there), parameter="amount")
        why = Reason(cause=cause, reason=earlier.reason, admin_id=self._call.identity.user_id)
        if back:
            await entry_store.change_lots(self._call, self._member_id, earlier.taken)
            await self._write(pot, back, why)
        if amount:
            await self.deduct(pot, amount, why, first=earlier.given)

    async def deduct_lots(self, pot: Pot, lots: Collection[Lot], why: Reason) -> None:
        """Deduct all that remains of `lots`, if anything does."""
        if lots:
            await self._take(pot, {lot.entry_no: lot.remaining for lot in lots}, why)

    async def _take(
        self, pot: Pot, taken: Mapping[int, int], why: Reason, *, used: bool = False
    ) -> None:
        changes = {number: -amount for number, amount in taken.items()}
        await entry_store.change_lots(self._call, self._member_id, changes)
        taken_from = taken if used else {}
        await self._write(pot, -sum(taken.values()), why, used=used, taken_from=taken_from)

    async def _write(
        self,
        pot: Pot,
        amount: int,
        why: Reason,
        *,
        remaining: int = 0,
        used: bool = False,
        taken_from: Mapping[int, int] | None = None,
        available_at: int | None = None,
        expires_at: int | None = None,
    ) -> None:
        before = self.balance
        after = replace(before, **{pot: getattr(before, pot) + amount}, entries=before.entries + 1)
        if used and pot == "points":
            after = replace(after, used_points=after.used_points - amount)
        assert getattr(after, pot) >= 0
        to_spend = after.credits if pot == "credits" else after.points
        await entry_store.add(
            self._call,
            member_id=self._member_id,
            entry_no=after.entries,
            pot=pot,
            amount=amount,
            balance=to_spend,
            remaining=remaining,
            taken_from=entry_store.lots_text(taken_from or {}),
            used="T" if used else "F",
            cause=why.cause,
            reason=why.reason,
            order_id=why.order_id,
            order_date=why.order_date,
            issued_at=int(self._call.clock.now()),
            available_at=available_at,
            expires_at=expires_at,
            admin_id=why.admin_id,
        )
        await balances.keep(self._call, self._member_id, after)
        self.balance = after
        self.changes.append(BalanceChange(pot=pot, amount=amount, balance=to_spend, why=why))


async def open_account(call: Call, member_id: str) -> Account:
    """Lock a customer's balance in the call's shop until the transaction ends."""
    return Account(call, member_id, await balances.locked(call, member_id))
