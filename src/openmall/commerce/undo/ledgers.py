"""What a write moved in ledgers, and the counter entries that an undo adds to them.

Lines of a ledger are never deleted. An undo adds entries of the opposite through the functions of
the ledger's only writer, so that what happened since stays, and a balance differs by what the write
moved.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from openmall.commerce.customer.customers.tables import BALANCE
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.entries.account import EarlierChange, NotEnough, balance
from openmall.commerce.mileage.entries.tables import ENTRY
from openmall.commerce.mileage.points import cases
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.mileage.points.events import PointsChanged
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock.events import InventoryChanged, StockStatusChanged
from openmall.commerce.product.stock_tables import CHANGE
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.store import VARIANT
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.money import money
from openmall.database.capture import RowChange

STOCK: Final = str(CHANGE.name)
BALANCES: Final = str(ENTRY.name)
EVENTS: Final = frozenset(
    {PointsChanged.event_no, InventoryChanged.event_no, StockStatusChanged.event_no}
)
"""Events about ledgers; the counter entries of an undo publish their own."""
_OF_ORDERS: Final = frozenset({"sale", "return"})
_POTS: Final = {"points": point_ledger.reverse, "credits": credit_ledger.reverse}
"""Pots that are changed without an order."""


class MovedStock(Struct, frozen=True, kw_only=True):
    """Units that a write added to a variant, or took."""

    variant_code: str
    units: int
    before: int
    """The quantity before the write."""

    @property
    def named(self) -> str:
        """Return how callers name it."""
        return f"{codes.product_no(self.variant_code)},{self.variant_code}"

    @property
    def amount(self) -> str:
        """Return the units, as text with a sign where they were taken."""
        return str(self.units)


class MovedBalance(Struct, frozen=True, kw_only=True):
    """What a write gave to a customer's lots of points or credits in a shop, and took from them."""

    member_id: str
    shop_no: int
    pot: str
    given: dict[int, int]
    """Ledger row of the lot -> hundredths of the shop's currency."""
    taken: dict[int, int]

    @property
    def named(self) -> str:
        """Return how callers name it."""
        return f"{self.member_id},{self.shop_no},{self.pot}"

    @property
    def amount(self) -> str:
        """Return the sum in the shop's currency."""
        return str(money(sum(self.given.values()) - sum(self.taken.values())))


class Short(Exception):
    """A counter entry would leave less than nothing, or there is nothing to add it to."""

    def __init__(self, now: str | None, then: str | None) -> None:
        super().__init__()
        self.now = now
        """The balance, as text; None: what it belongs to is gone."""
        self.then = then


def obstacles(changes: Iterable[RowChange]) -> Iterator[str]:
    """Yield why changed rows of ledgers prevent an undo."""
    for each in changes:
        row = each.after or {}
        if each.table == STOCK:
            if each.before is not None:
                yield "it changed the ledger of stock"
            elif row["reason"] in _OF_ORDERS:
                yield "it sold stock, or returned it"
            elif row["reason"] == "removed":
                yield "it removed a variant"
        elif each.table == BALANCES:
            if not row or (each.before is not None and each.changed != {"remaining"}):
                yield "it changed the ledger of points and credits"
            elif row["pot"] not in _POTS or row["used"] == "T":
                yield "it moved points or credits of an order"
        elif each.table == BALANCE.name and not row:
            yield "it removed a balance"


def moved_stock(changes: Iterable[RowChange]) -> list[MovedStock]:
    """Return what a write moved of the stock of variants."""
    lines: dict[str, list[dict[str, Any]]] = defaultdict(list)
    whole: dict[str, int] = {}
    for each in changes:
        if each.table == STOCK and each.after is not None:
            lines[each.after["variant_code"]].append(each.after)
        elif each.table == VARIANT.name and (each.before is None or each.after is None):
            # it comes and goes with its stock
            row = each.before or each.after or {}
            whole[row["variant_code"]] = 0 if each.before is None else row["quantity"]
    found = [
        MovedStock(variant_code=variant_code, units=-quantity, before=quantity)
        for variant_code, quantity in sorted(whole.items())
        if quantity
    ]
    for variant_code, rows in sorted(lines.items()):
        if variant_code in whole:
            continue
        rows.sort(key=lambda row: int(row["entry_no"]))
        before = rows[0]["quantity_before"]
        units = rows[-1]["quantity_after"] - before
        if units:
            found.append(MovedStock(variant_code=variant_code, units=units, before=before))
    return found


def moved_balances(changes: Sequence[RowChange]) -> list[MovedBalance]:
    """Return what a write moved of points and credits, without what expired by its way."""
    expired_at = {
        (each.after["member_id"], each.after["shop_no"]): each.after["issued_at"]
        for each in changes
        if each.table == BALANCES
        and each.before is None
        and each.after is not None
        and each.after["pot"] == "points"
        and each.after["cause"] == cases.EXPIRED
    }
    found: dict[tuple[str, int, str], tuple[dict[int, int], dict[int, int]]] = {}
    for each in changes:
        if each.table != BALANCES or each.after is None:
            continue
        row, before = each.after, each.before or {"remaining": 0}
        account = row["member_id"], row["shop_no"]
        at, over = expired_at.get(account), row["expires_at"]
        if at is not None and over is not None and over <= at:
            continue
        difference = row["remaining"] - before["remaining"]
        given, taken = found.setdefault((*account, row["pot"]), ({}, {}))
        if difference > 0:
            given[row["entry_no"]] = difference
        elif difference < 0:
            taken[row["entry_no"]] = -difference
    return [
        MovedBalance(member_id=member_id, shop_no=shop_no, pot=pot, given=given, taken=taken)
        for (member_id, shop_no, pot), (given, taken) in sorted(found.items())
        if given or taken
    ]


async def counter_stock(
    call: Call, moved: Sequence[MovedStock], write_no: int, *, below_zero: frozenset[str]
) -> dict[str, Short]:
    """Add counter entries to the ledger of stock; return those that cannot be added, by variant.

    `below_zero`: variants of which fewer than none may be left.
    """
    change = await stock_rules.lock_existing(call, [each.variant_code for each in moved])
    short = {}
    for each in moved:
        code, now = each.variant_code, change.quantity(each.variant_code)
        if now is None:
            short[code] = Short(None, None)
        elif now - each.units < min(0, now, each.before) and code not in below_zero:
            short[code] = Short(str(now), str(now - each.units))
        else:
            change.add(code, -each.units, "undone", f"write {write_no}")
    await change.write()
    return short


async def counter_balance(call: Call, moved: MovedBalance, write_no: int) -> None:
    """Add counter entries to the ledger of a customer's points or credits. Raises Short."""
    earlier = EarlierChange(
        given=moved.given, taken=moved.taken, reason=f"Undo of write {write_no}"
    )
    try:
        with call.in_shop(moved.shop_no):
            await _POTS[moved.pot](call, moved.member_id, earlier)
    except NotFound:
        raise Short(None, None) from None
    except NotEnough:
        held = await balance(call, moved.member_id, moved.pot)
        left = held - sum(moved.given.values()) + sum(moved.taken.values())
        raise Short(str(money(held)), str(money(left))) from None
