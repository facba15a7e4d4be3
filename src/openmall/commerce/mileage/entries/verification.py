"""Recomputes every customer's balance from the ledger."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.commerce.customer.customers import balance_store as balances
from openmall.commerce.customer.customers.balance_store import Balance
from openmall.commerce.mileage.entries import store as entry_store
from openmall.database.session import Database, Row

_AT_ONCE: Final = 500
_POTS: Final = ("points", "unavailable_points", "unavailable_coupon_points", "credits")


class Difference(Struct, frozen=True, kw_only=True):
    """A balance that differs from the sum of the ledger; amounts in hundredths."""

    mall_id: str
    member_id: str
    shop_no: int
    what: str
    """A column of the balance; with `, left`, the remainders of its lots."""
    balance: int
    ledger: int


class Report(Struct, frozen=True, kw_only=True):
    """The result of a verification."""

    malls: int
    balances: int
    differences: list[Difference]


async def verify(
    database: Database, mall_ids: list[str], *, progress: Callable[[float], None]
) -> Report:
    """Compare every balance of malls with the ledger.

    `progress` is called with the share of the malls that are done, 0 to 1.
    """
    differences: list[Difference] = []
    number = 0
    for at, mall_id in enumerate(mall_ids, 1):
        after: tuple[str, int] | None = ("", 0)
        while after is not None:
            async with database.reading(mall_id) as db:
                page = await balances.page(db, after=after, limit=_AT_ONCE)
                members = sorted({member_id for member_id, _, _ in page})
                added_up = _ledger_sums(await entry_store.sums(db, members))
            for member_id, shop_no, balance in page:
                ledger = added_up.get((member_id, shop_no), {})
                differences += [
                    Difference(
                        mall_id=mall_id,
                        member_id=member_id,
                        shop_no=shop_no,
                        what=what,
                        balance=stored,
                        ledger=ledger.get(what, 0),
                    )
                    for what, stored in _expected_sums(balance).items()
                    if stored != ledger.get(what, 0)
                ]
            number += len(page)
            after = page[-1][:2] if len(page) == _AT_ONCE else None
        progress(at / len(mall_ids))
    return Report(malls=len(mall_ids), balances=number, differences=differences)


def _expected_sums(balance: Balance) -> dict[str, int]:
    """Return the sums the ledger must have for a balance to be right."""
    pots = {pot: getattr(balance, pot) for pot in _POTS}
    left = {f"{pot}, left": amount for pot, amount in pots.items()}
    return {**pots, **left, "used_points": balance.used_points, "entries": balance.entries}


def _ledger_sums(sums: list[Row]) -> dict[tuple[str, int], dict[str, int]]:
    """Return the sums of the ledger, named as in `_expected_sums`, for each member in a shop."""
    found: dict[tuple[str, int], dict[str, int]] = {}
    for member_id, shop_no, pot, changes, left, used, rows in sums:
        account = found.setdefault((member_id, shop_no), {"entries": 0})
        account |= {pot: int(changes), f"{pot}, left": int(left)}
        account["entries"] += rows
        if pot == "points":
            account["used_points"] = -int(used or 0)
    return found
