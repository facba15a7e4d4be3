"""Numbers the marks of committed transactions: one sequence without gaps for each mall.

Numbers follow the order of commits, because only marks of committed transactions are seen and one
transaction at a time numbers those of a mall. Two writes of the same object are marked in their
order: the second waits for the lock of the first.
"""

from typing import Any, Final

import msgspec

from openmall.commerce.changes import store as change_store
from openmall.commerce.changes.resources import RESOURCES
from openmall.contract.journal import changed_fields
from openmall.contract.journal.changes import database_milliseconds
from openmall.database.feed_policies import WHOLE
from openmall.database.session import Database, Row

_MOST: Final = 5_000
"""Marks that are numbered in one transaction."""
_CAUSE_MILLISECONDS: Final = 600_000
"""A cause is kept for so long: its marks may become visible a moment after it was read."""
_NO_CAUSE: Final = ("", "", "", "", "{}")


async def number_marks(database: Database, mall_id: str) -> None:
    """Number every mark of the mall's committed transactions."""
    while True:
        async with database.writing(mall_id, shown=False) as db:
            head = await change_store.lock(db)
            if head is None:
                return
            marks = await change_store.marks(db, _MOST)
            if not marks:
                return
            transaction_nos = sorted({mark[5] for mark in marks} - {0})
            found = await change_store.causes(db, transaction_nos) if transaction_nos else []
            entries = _entries(marks, {row[0]: tuple(row[1:]) for row in found}, head)
            before = database_milliseconds() - _CAUSE_MILLISECONDS
            await change_store.add(db, entries, marks, head + len(entries), before)
        if len(marks) < _MOST:
            return


def _entries(
    marks: list[Row], causes: dict[int, tuple[Any, ...]], head: int
) -> list[dict[str, Any]]:
    """Return a change for each object of each transaction, in the order of its last mark."""
    merged: dict[tuple[int, str, str], tuple[set[str], int]] = {}
    for _, _, resource, object_, fields, transaction_no, marked_at in marks:
        if resource not in RESOURCES:
            continue  # cancellations of a shipping fee are claims that no operation retrieves
        key = (transaction_no, resource, object_)
        names, _ = merged.pop(key, (set(), 0))
        merged[key] = (names.union(filter(None, fields.split(","))), marked_at)
    entries = []
    for sequence, (key, (names, marked_at)) in enumerate(merged.items(), head + 1):
        transaction_no, resource, object_ = key
        operation, client_id, user_id, request_id, journal = causes.get(transaction_no, _NO_CAUSE)
        entries.append(
            {
                "sequence": sequence,
                "resource": resource,
                "object": object_,
                "fields": _fields(resource, object_, names, journal),
                "operation": operation,
                "client_id": client_id,
                "user_id": user_id,
                "request_id": request_id,
                "changed_at": marked_at // 1_000,
            }
        )
    return entries


def _fields(resource: str, object_: str, names: set[str], journal: str) -> str:
    """Return the names of the changed fields, separated by commas; empty: not known."""
    if WHOLE in names:
        entries = msgspec.json.decode(journal)
        journalled = changed_fields.named_by_object(entries.items()).get(object_)
        if not journalled:
            return ""
        names = (names - {WHOLE}) | journalled
    known = set(RESOURCES[resource].row.__struct_encode_fields__)
    return ",".join(sorted(names)) if names <= known else ""
