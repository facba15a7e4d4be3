"""The operations of recorded writes. No specification knows them: they are openmall's own
extension.

A write is of the shop: it is seen and undone by every app whose token may call its operation.
"""

from typing import Any, Final

from openmall.commerce.undo import ranges, reverted_rows, rules
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.shape import (
    AnnouncedEvents,
    LostRows,
    RecordedChange,
    RecordedMovement,
    SkippedWrite,
    UndoneWrite,
    UndoneWrites,
    Write,
    WriteLine,
    WritePath,
    WriteQuery,
    WriteRangeUndo,
    WriteUndo,
)
from openmall.commerce.undo.store import WriteRange
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.resource import Resource


async def list_writes(call: Call, params: WriteQuery) -> list[WriteLine]:
    """Retrieve the recorded writes of the shop, the newest first.

    Writes are recorded where the installation says so, and kept for some days.
    """
    found = await write_store.listed(
        call.db, sorted(call.identity.scopes), limit=params.limit + 1, offset=params.offset
    )
    call.effects.more = len(found) > params.limit
    return [WriteLine(**line_of(each)) for each in found[: params.limit]]


async def read_write(call: Call, params: WritePath) -> Write:
    """Retrieve a recorded write: what an undo would revert, and what it would not."""
    return Write(**await _whole(call, await rules.require(call, params.write_no)))


async def undo_write(call: Call, params: WriteUndo) -> UndoneWrite:
    """Undo a write: fields get their former values unless they were changed again since.

    After such a change nothing is done, and the response is 409 with the conflicts, unless
    `decisions` say of each what becomes of it. The undo is a write of its own, which can be undone.
    """
    write = await rules.require(call, params.write_no, to_change=True)
    whole = await _whole(call, write)
    undone = await rules.undo(call, write, params.decisions)
    whole |= {"state": "undone"}
    return UndoneWrite(
        **whole, reverted=undone.reverted, countered=undone.countered, kept=undone.kept
    )


async def undo_writes(call: Call, params: WriteRangeUndo) -> UndoneWrites:
    """Undo the writes of an app, or of a manager in the back office, in a range of time.

    The newest first, and at most 500 in a call, all in one transaction: where one conflict is left
    undecided, nothing is done and the response is 409. What cannot be undone stays, and is named.
    """
    wanted = WriteRange(
        client_id=params.client_id,
        user_id=params.user_id,
        start_date=params.start_date,
        end_date=params.end_date,
    )
    done = await ranges.undo_range(call, wanted, params.decisions)
    return UndoneWrites(
        undone=[WriteLine(**line_of(each) | {"state": "undone"}) for each in done.undone],
        skipped=[
            SkippedWrite(write_no=each.write_no, operation=each.operation, reason=reason)
            for each, reason in done.skipped
        ],
        reverted=done.reverted,
        countered=done.countered,
        kept=done.kept,
        not_undone=[
            AnnouncedEvents(event_no=number, count=count)
            for number, count in done.announced.items()
        ],
        more=done.more,
    )


async def _whole(call: Call, write: write_store.RecordedWrite) -> dict[str, Any]:
    content = await rules.content_of(call, write)
    return {
        **line_of(write),
        "changes": [
            RecordedChange(
                resource=row.table,
                object=reverted_rows.object_of(row),
                change="created" if row.before is None else "updated" if row.after else "deleted",
                fields=sorted(row.before or row.after or ()),
            )
            for row in content.rows
        ],
        "movements": [
            RecordedMovement(resource=resource, object=each.named, amount=each.amount)
            for resource, each in content.movements()
        ],
        "not_undone": [
            AnnouncedEvents(event_no=number, count=count)
            for number, count in rules.announced(content).items()
        ],
        "not_restored": [
            LostRows(resource=table, count=count) for table, count in sorted(content.lost.items())
        ],
    }


def line_of(write: write_store.RecordedWrite) -> dict[str, Any]:
    """Return the fields of a `WriteLine`."""
    return {
        "write_no": write.write_no,
        "operation": write.operation,
        "client_id": write.client_id,
        "user_id": write.user_id,
        "state": write.state,
        "reason": write.reason,
        "undoes": write.undoes or None,
        "created_date": moment(write.created_at),
        "expires_date": moment(write.expires_at),
    }


_WRITES: Final = Resource(Write, area="application", key="write", listed="writes")
OPERATIONS: Final = [
    _WRITES.giving(WriteLine).listing("writes", list_writes, takes=WriteQuery, links=True),
    _WRITES.get("writes/{write_no}", read_write, takes=WritePath),
    _WRITES.giving(UndoneWrite).post("writes/{write_no}/undo", undo_write, takes=WriteUndo),
    _WRITES.giving(UndoneWrites).post(
        "writes/undo", undo_writes, takes=WriteRangeUndo, key="writes"
    ),
]
