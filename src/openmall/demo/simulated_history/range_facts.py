"""The part of a history that a report of a range counts, and arithmetic on it."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction
from typing import Any

from msgspec import Struct

from openmall.contract.moments import moment
from openmall.demo.simulated_history.history import History, Look, Order, Visit, Ware

Key = tuple[Any, ...]


class Range(Struct, frozen=True, kw_only=True):
    """The range of a report."""

    shop_no: int
    first: date
    last: date
    device: str = "total"
    by_hour: bool = False

    def has(self, at: int, device: str) -> bool:
        """Return whether an event at a moment, UTC seconds, on a device is in the range."""
        return self.first <= local(at)[0] <= self.last and self.device in ("total", device)


class RangeFacts(Struct, kw_only=True):
    """The part of a history that reports of a range count."""

    asked: Range
    visits: list[Visit]
    """Visits that began in the range."""
    looks: list[tuple[Visit, Look]]
    added: list[Ware]
    """Each time that something was put into a cart."""
    sales: list[Order]
    """Orders that were paid in the range."""

    @property
    def has_decimals(self) -> bool:
        """Whether the currency of the shop has decimals: every second shop of a world is in USD."""
        return self.asked.shop_no % 2 == 0

    def money(self, hundredths: int) -> int | float:
        """Return an amount as a number, in whole units where the currency has no decimals."""
        return hundredths / 100 if self.has_decimals else whole(hundredths)

    def number(self, hundredths: int, heads: int) -> int | float:
        """Return an amount a head as a number."""
        average = self.average(hundredths, heads)
        return float(average) if self.has_decimals else int(float(average))

    def average(self, hundredths: int, heads: int) -> str:
        """Return an amount a head with two places."""
        if self.has_decimals:
            return rounded(hundredths, heads * 100, 2)
        return f"{rounded(hundredths, heads * 100, 0)}.00"


def facts_of(history: History, asked: Range) -> RangeFacts:
    """Return the part of a history that reports of a range count: without bots."""
    visits = [
        each
        for each in history.visits
        if not each.person.bot and each.person.shop_no == asked.shop_no
    ]
    return RangeFacts(
        asked=asked,
        visits=[each for each in visits if asked.has(each.began_at // 1_000, each.person.device)],
        looks=[
            (visit, look)
            for visit in visits
            for look in visit.looks
            if asked.has(look.at // 1_000, visit.person.device)
        ],
        added=[
            each.ware
            for visit in visits
            for each in visit.additions
            if asked.has(each.at, visit.person.device)
        ],
        sales=[
            each
            for each in history.orders
            if each.paid_at is not None
            and each.person.shop_no == asked.shop_no
            and asked.has(each.paid_at, "pc" if each.visit is None else each.person.device)
        ],
    )


def local(at: int) -> tuple[date, int]:
    """Return the day and the hour of a moment at the platform's offset."""
    local = moment(at)
    return local.date(), local.hour


def grouped(things: Iterable[Any], key: Callable[[Any], Key]) -> dict[Key, list[Any]]:
    """Group items by key."""
    found: dict[Key, list[Any]] = defaultdict(list)
    for each in things:
        found[key(each)].append(each)
    return found


def rounded(part: int, of: int, places: int) -> str:
    """Return a share rounded half up; 0 of nothing."""
    many = 10**places
    units = int(Fraction(part * many, of) + Fraction(1, 2)) if of else 0
    return f"{units // many}.{units % many:0{places}}" if places else str(units)


def whole(hundredths: int) -> int:
    """Return an amount in whole units, half up."""
    return int(rounded(hundredths, 100, 0))
