"""A shopper's own points and credits: each change, with the balance after it.

Specification: "lets a shop customer read their own information"; operations and fields are ours,
named as those of the admin API are. The staff member behind a change is not shown.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.customer.customers import credentials
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.entries import search as entry_search
from openmall.commerce.mileage.entries.search import EntryFilters, EntryRow
from openmall.commerce.mileage.entries.tables import Pot
from openmall.commerce.mileage.points import cases
from openmall.commerce.mileage.points.rules import POTS
from openmall.commerce.mileage.points.takes import Category
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import money
from openmall.contract.operation import listing
from openmall.contract.params import EndDate, Limit100, Offset8000, ShopParams, StartDate
from openmall.contract.ranges import compared_by
from openmall.contract.scopes import READ_PERSONAL


class OwnChange(Struct, frozen=True, kw_only=True):
    """A change of what the shopper has; amounts of the shop's currency."""

    shop_no: int
    issue_date: datetime
    case: str
    case_text: str
    increase_amount: Decimal | None
    decrease_amount: Decimal | None
    balance: Decimal
    """Available balance after the change."""
    remaining: Decimal | None
    """Pending points after the change: they await the confirmation of the purchase."""
    available_date: datetime | None
    """Since when what had waited can be spent."""
    order_id: str
    reason: str


class OwnCredits(ShopParams, frozen=True, kw_only=True):
    """A page of changes, of all days or of some."""

    start_date: Annotated[
        StartDate | UnsetType, compared_by("the ledger compares, and bounds the period")
    ] = UNSET
    end_date: EndDate | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class OwnPoints(OwnCredits, frozen=True, kw_only=True):
    points_category: Category = "available"


async def points(call: Call, query: OwnPoints) -> Sequence[OwnChange]:
    """Retrieve a list of changes of the shopper's points, the newest first."""
    waits = query.points_category != "available"
    found = await _rows(call, query, POTS[query.points_category])
    return [_shown(call, row, cases.WORDS, waits=waits) for row in found]


async def credits_(call: Call, query: OwnCredits) -> Sequence[OwnChange]:
    """Retrieve a list of changes of the shopper's credits, the newest first."""
    found = await _rows(call, query, "credits")
    return [_shown(call, row, credit_ledger.WORDS, waits=False) for row in found]


async def _rows(call: Call, query: OwnCredits, pot: Pot) -> list[EntryRow]:
    """Return changes of the member who shops. Raises Unauthorized (401) for a guest."""
    filters = EntryFilters(
        member_id=await credentials.require(call),
        start_date=0 if query.start_date is UNSET else query.start_date,
        end_date=int(call.clock.now()) if query.end_date is UNSET else query.end_date,
    )
    return await entry_search.listing(call, pot, filters, limit=query.limit, offset=query.offset)


def _shown(call: Call, row: EntryRow, words: dict[str, str], *, waits: bool) -> OwnChange:
    return OwnChange(
        shop_no=call.shop_no,
        issue_date=moment(row.issued_at),
        case=row.cause,
        case_text=words[row.cause],
        increase_amount=money(row.amount) if row.amount > 0 else None,
        decrease_amount=money(-row.amount) if row.amount < 0 else None,
        balance=money(row.balance),
        remaining=money(row.remaining) if waits else None,
        available_date=None if row.available_at is None else moment(row.available_at),
        order_id=row.order_id,
        reason=row.reason,
    )


OPERATIONS = [
    listing(
        "customers/me/points",
        points,
        takes=OwnPoints,
        gives=OwnChange,
        key="points",
        scope=READ_PERSONAL,
    ),
    listing(
        "customers/me/credits",
        credits_,
        takes=OwnCredits,
        gives=OwnChange,
        key="credits",
        scope=READ_PERSONAL,
    ),
]
