"""What the back office's pages show of recorded writes, with the values before and after.

Apps have `writes` of the admin API, which shows no values. A manager sees the writes of the areas
that they may view, and undoes those that they may edit.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.undo import reverted_rows, row_store, rules
from openmall.commerce.undo import search as write_search
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.admin import line_of
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.commerce.undo.shape import (
    AnnouncedEvents,
    LostRows,
    RecordedMovement,
    State,
    WriteLine,
    WritePath,
    WriteUndo,
)
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    Number,
    Offset8000,
    Params,
    StartDate,
)
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.contract.sight import Sight
from openmall.contract.undo import DAY_SECONDS

ROWS: Final = 50
"""Changed rows on a page of a write."""
MOST_CONFLICTS: Final = 200
"""Conflicts that a page lists; of more, the rest is decided by a further page."""
Text = Annotated[str, Meta(max_length=100)]
Kind = Literal["created", "updated", "deleted"]


class OfficeWriteQuery(Params, frozen=True, kw_only=True):
    """Which recorded writes are listed."""

    client_id: Text | UnsetType = UNSET
    """Of an app."""
    in_office: Flag = "F"
    """T: only those that were made on the back office's own pages."""
    user_id: Text | UnsetType = UNSET
    """Of a manager."""
    area: Text | UnsetType = UNSET
    """Of an area of the admin API, such as `product`."""
    state: State | UnsetType = UNSET
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    limit: Limit100 = 30
    offset: Offset8000 = 0


class OfficeWritePath(WritePath, frozen=True, kw_only=True):
    offset: Number = 0
    """Changed rows that are left out."""


class OfficeWriteLine(WriteLine, frozen=True, kw_only=True):
    """A recorded write, as a page lists it."""

    path: str
    scope: str
    request_id: str
    """Of the request that made it, with others of one form; empty: not known."""


class ComparedRow(Struct, frozen=True, kw_only=True):
    """A stored row that a write changed: as it was, as the write left it, and as it is.

    Values are as stored: money in hundredths, secrets sealed.
    """

    resource: str
    object: str
    key: dict[str, Any]
    change: Kind
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    now: dict[str, Any] | None
    moved: list[str]
    """Fields that were changed after the write; empty: none."""


class ComparedWrite(Struct, frozen=True, kw_only=True):
    """What a recorded write changed, and what an undo does not take back."""

    rows: list[ComparedRow]
    movements: list[RecordedMovement]
    not_undone: list[AnnouncedEvents]
    not_restored: list[LostRows]


class OfficeWrite(OfficeWriteLine, frozen=True, kw_only=True):
    """A recorded write with a page of its rows, and every row that has changed since."""

    total: int
    rows: list[ComparedRow]
    conflicts: list[ComparedRow]
    conflict_total: int
    movements: list[RecordedMovement]
    """Of ledgers, to which an undo adds entries of the opposite."""
    not_undone: list[AnnouncedEvents]
    not_restored: list[LostRows]
    undone_by: EntityNo | None
    """The write that has undone it."""


class OfficeUndo(Struct, frozen=True, kw_only=True):
    """A write that was undone, or would be."""

    write_no: int
    reverted: int
    countered: int
    """Movements of ledgers that get entries of the opposite."""
    kept: list[str]
    announced: int
    """Events that apps get of it."""


class Retention(Struct, frozen=True, kw_only=True):
    """How long writes are recorded, and how many bytes of them."""

    days: int
    """0: writes are not recorded."""
    megabytes: int


async def read_retention(call: Call, params: Params) -> Retention:
    """Retrieve how long writes are kept, so that they can be undone."""
    return Retention(days=call.undo.seconds // DAY_SECONDS, megabytes=call.undo.bytes // 1_000_000)


async def list_writes(call: Call, query: OfficeWriteQuery) -> list[OfficeWriteLine]:
    """Retrieve the recorded writes of areas that the manager may view, the newest first."""
    scopes = _viewed(call)
    if query.area is not UNSET:
        scopes = {each for each in scopes if each.partition("_")[2] == query.area}
    filters = {
        "client_id": "" if query.in_office == "T" else query.client_id,
        "user_id": query.user_id,
        "state": query.state,
        "start": query.start_date,
        "end": query.end_date,
    }
    found = await write_search.search(
        call.db,
        scopes,
        {name: value for name, value in filters.items() if value is not UNSET},
        limit=query.limit,
        offset=query.offset,
    )
    call.effects.more = found.more
    return [OfficeWriteLine(**_line(each)) for each in found.writes]


async def read_write(call: Call, params: OfficeWritePath) -> OfficeWrite:
    """Retrieve a recorded write with its rows. Raises NotFound (404)."""
    write = await write_store.find(call.db, params.write_no)
    if write is None or write.scope not in _viewed(call) or write.expires_at <= call.clock.now():
        raise NotFound(DOES_NOT_EXIST, parameter="write_no", resource=Phrase("write"))
    whole = await compare(call, write)
    conflicts = [each for each in whole.rows if each.moved] if write.state == "open" else []
    return OfficeWrite(
        **_line(write),
        total=len(whole.rows),
        rows=whole.rows[params.offset : params.offset + ROWS],
        conflicts=conflicts[:MOST_CONFLICTS],
        conflict_total=len(conflicts),
        movements=whole.movements,
        not_undone=whole.not_undone,
        not_restored=whole.not_restored,
        undone_by=await write_search.undone_by(call.db, write.write_no),
    )


async def compare(sight: Sight, write: write_store.RecordedWrite) -> ComparedWrite:
    """Return what a write changed, compared with how that is now."""
    content = await rules.content_of(sight, write)
    current = await row_store.read(sight.db, content.rows)
    return ComparedWrite(
        rows=[_compared(*each) for each in zip(content.rows, current, strict=True)],
        movements=[
            RecordedMovement(resource=resource, object=each.named, amount=each.amount)
            for resource, each in content.movements()
        ],
        not_undone=[
            AnnouncedEvents(event_no=number, count=count)
            for number, count in rules.announced(content).items()
        ],
        not_restored=[
            LostRows(resource=table, count=count) for table, count in sorted(content.lost.items())
        ],
    )


async def undo_write(call: Call, params: WriteUndo) -> OfficeUndo:
    """Undo a write, as `POST writes/{write_no}/undo` of the admin API does."""
    write = await rules.require(call, params.write_no, to_change=True)
    undone = await rules.undo(call, write, params.decisions)
    return OfficeUndo(
        write_no=write.write_no,
        reverted=undone.reverted,
        countered=undone.countered,
        kept=undone.kept,
        announced=len(call.effects.events),
    )


def _viewed(call: Call) -> set[str]:
    """Return the scopes of operations whose writes the manager may see."""
    held = call.identity.scopes
    return {
        *held,
        *(f"mall.write_{area}" for area in scope_names.AREAS if f"mall.read_{area}" in held),
    }


def _line(write: write_store.RecordedWrite) -> dict[str, Any]:
    return {
        **line_of(write),
        "path": write.path,
        "scope": write.scope,
        "request_id": write.request_id,
    }


def _compared(row: RevertedRow, current: dict[str, Any] | None) -> ComparedRow:
    names = row.before or row.after or {}
    return ComparedRow(
        resource=row.table,
        object=reverted_rows.object_of(row),
        key=row.key,
        change="created" if row.before is None else "updated" if row.after else "deleted",
        before=row.before,
        after=row.after,
        now=None if current is None else {name: current[name] for name in names},
        moved=reverted_rows.moved(row, current) or [],
    )


_WRITES: Final = Resource(OfficeWrite, area="application", key="write", listed="writes")
OPERATIONS: Final = [
    _WRITES.giving(Retention).get(
        "writes/retention", read_retention, takes=Params, key="retention"
    ),
    _WRITES.giving(OfficeWriteLine).listing("writes", list_writes, takes=OfficeWriteQuery),
    _WRITES.get("writes/{write_no}", read_write, takes=OfficeWritePath),
    _WRITES.giving(OfficeUndo).post("writes/{write_no}/undo", undo_write, takes=WriteUndo),
]
