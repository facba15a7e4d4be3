"""What would follow from a rehearsed write, read from the rows that its transaction changed."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.commerce.mileage.entries.tables import ENTRY
from openmall.commerce.product.stock_tables import CHANGE as STOCK_CHANGE
from openmall.commerce.promotion.coupons.tables import ISSUE, USE
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.contract.money import money
from openmall.database.capture import RowChange
from openmall.database.sequences import SEQUENCE
from openmall.events.messages.tables import MESSAGE
from openmall.events.plans.shape import (
    Effects,
    PlannedCoupons,
    PlannedCredit,
    PlannedEvent,
    PlannedFile,
    PlannedMessages,
    PlannedRows,
    PlannedStock,
)

_DAY_SECONDS: Final = 86_400
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", re.ASCII)
RECORDS: Final = frozenset(
    {SEQUENCE.name, ACTIVITY.name, EVENT.name, "change_mark", "change_cause", "repeatable_answer"}
)
"""Tables with records of the write itself: numbers, activity log, outbox, change feed."""


def effects(changes: Iterable[RowChange], files: list[PlannedFile]) -> Effects:
    """Return what would follow from changed rows."""
    changed = list(changes)
    return Effects(
        events=[
            PlannedEvent(event_no=number, count=count)
            for number, count in sorted(Counter(_created(changed, EVENT.name, "event_no")).items())
        ],
        messages=[
            PlannedMessages(channel=channel, count=count)
            for channel, count in sorted(
                Counter(_created(changed, MESSAGE.name, "channel")).items()
            )
        ],
        files=files,
        stock=_stock(changed),
        balances=_balances(changed),
        coupons=_coupons(changed),
        rows=_rows(changed),
    )


class Digests(Struct, frozen=True):
    """Digests of what a write changes: equal for the same write of the same rows.

    They cover the rows of before, what columns become, and how many rows of a table are created;
    numbers and random codes of those may differ. Moments about now are all the same, and when a row
    was last updated does not count: whether that differs depends on the second of the write.
    """

    whole: str
    rows: list[str]
    """Of the changed rows one by one: by them a part of a write is recognised."""
    created: dict[str, int]
    """Table -> rows that are created."""


def digests(changes: Iterable[RowChange], now: float) -> Digests:
    """Return the digests of changed rows; `now`: UTC seconds."""
    hashed, rows, created = hashlib.sha256(), list[str](), Counter[str]()
    for each in changes:
        if each.table in RECORDS:
            continue
        if each.before is None:
            created[each.table] += 1
            continue
        after = each.after and _compared(each.after, each.changed, now)
        if after == {}:
            continue
        row = (each.table, each.key, sorted(each.before.items()), after and sorted(after.items()))
        encoded = msgspec.json.encode(row)
        hashed.update(encoded)
        rows.append(hashlib.sha256(encoded).hexdigest()[:24])
    hashed.update(msgspec.json.encode(sorted(created.items())))
    return Digests(hashed.hexdigest(), rows, created)


def is_part(changes: Iterable[RowChange], now: float, whole: dict[str, Any]) -> bool:
    """Return whether a write changes nothing but what a whole does.

    `whole`: its `digests` of rows, and how many rows of a table are `created`.
    """
    part = digests(changes, now)
    return {*part.rows} <= {*whole["digests"]} and all(
        count <= whole["created"].get(table, 0) for table, count in part.created.items()
    )


def _compared(after: dict[str, Any], changed: Iterable[str], now: float) -> dict[str, Any]:
    """Return what columns become, without moments about `now` and when the row was updated."""
    return {name: _timeless(after[name], now) for name in changed if "updated" not in name}


def _timeless(value: Any, now: float) -> Any:
    """Return a value, also one within a JSON document, without moments about `now`."""
    if isinstance(value, int):
        return "now" if abs(value - now) < _DAY_SECONDS else value
    if isinstance(value, str):
        if value[:1] in ("{", "["):
            with suppress(msgspec.DecodeError):
                return _timeless(msgspec.json.decode(value), now)
        return "moment" if _MOMENT.match(value) else value
    if isinstance(value, dict):
        return {name: _timeless(each, now) for name, each in sorted(value.items())}
    if isinstance(value, list):
        return [_timeless(each, now) for each in value]
    return value


def _new_rows(changes: list[RowChange], table: str) -> Iterator[dict[str, Any]]:
    return (
        each.after
        for each in changes
        if each.table == table and each.before is None and each.after is not None
    )


def _created(changes: list[RowChange], table: str, column: str) -> Iterator[Any]:
    return (row[column] for row in _new_rows(changes, table))


def _stock(changes: list[RowChange]) -> list[PlannedStock]:
    sums: Counter[str] = Counter()
    for row in _new_rows(changes, STOCK_CHANGE.name):
        sums[row["variant_code"]] += row["quantity_after"] - row["quantity_before"]
    return [PlannedStock(variant_code=code, quantity=sums[code]) for code in sorted(sums)]


def _balances(changes: list[RowChange]) -> list[PlannedCredit]:
    sums: Counter[tuple[str, str]] = Counter()
    for row in _new_rows(changes, ENTRY.name):
        sums[row["member_id"], row["pot"]] += row["amount"]
    return [
        PlannedCredit(member_id=member_id, balance=pot, amount=str(money(sums[member_id, pot])))
        for member_id, pot in sorted(sums)
    ]


def _coupons(changes: list[RowChange]) -> list[PlannedCoupons]:
    issued = Counter(_created(changes, ISSUE.name, "coupon_no"))
    used = Counter(_created(changes, USE.name, "coupon_no"))
    return [
        PlannedCoupons(coupon_no=str(number), issued=issued[number], used=used[number])
        for number in sorted({*issued, *used})
    ]


def _rows(changes: list[RowChange]) -> list[PlannedRows]:
    counts: dict[str, Counter[str]] = {}
    for each in changes:
        if each.table not in RECORDS:
            counts.setdefault(each.table, Counter())[kind(each.before, each.after)] += 1
    return [
        PlannedRows(
            table=table,
            created=counts[table]["created"],
            updated=counts[table]["updated"],
            deleted=counts[table]["deleted"],
        )
        for table in sorted(counts)
    ]


def kind(before: object, after: object) -> Any:
    """Return what happens to a row or resource: created, updated or deleted."""
    if before is None:
        return "created"
    return "deleted" if after is None else "updated"
