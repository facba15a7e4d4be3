"""The recorded writes of an app in a mall: whether each can be undone, and what undid it.

No values are shown: those of before are in no log of calls. The back office of the mall shows them.
"""

from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.commerce.undo import office as undo_office
from openmall.commerce.undo import search as write_search
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.office import ComparedRow
from openmall.commerce.undo.store import RecordedWrite
from openmall.contract.journal.record import MASK
from openmall.events.request_log.redaction import is_about_people
from openmall.http.web.languages import marked
from openmall.pages.console import authority, curl, events, plan_sight
from openmall.pages.console.page_context import PageContext, Time, time
from openmall.pages.console.plan_sight import Place

PAGE_SIZE: Final = 50
"""Writes, and changed rows of one, on a page."""
STATES: Final = {
    "open": (marked("Can be undone"), "good"),
    "undone": (marked("Undone"), ""),
    "refused": (marked("Cannot be undone"), "bad"),
}
"""State of a write -> its label and the kind of its badge."""


class WriteRow(Struct, frozen=True):
    """A recorded write, ready to be listed."""

    write: RecordedWrite
    at: Time
    expires: Time
    label: str
    badge: str
    undone_by: RecordedWrite | None
    """The write that undid it; None: none that is known."""
    undone_at: Time | None
    is_undone_by_app: bool
    call: str
    """Address of the call in the app's log; empty: the log does not have it."""
    address: str


async def show_list(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/writes`: list writes in a mall, newest first."""
    query, mall_ids = context.query, await plan_sight.mall_ids(context)
    mall_id = query.text("mall") or next(iter(mall_ids), "")
    state = query.text("state") if query.text("state") in STATES else ""
    before = plan_sight.number(query.text("before"))
    where = await plan_sight.place(context, mall_id) if mall_id else None
    rows: list[WriteRow] = []
    if where is not None:
        async with context.database.reading(mall_id) as db:
            found = await write_search.of_app(
                db,
                context.app.client_id,
                state=state,
                before=before,
                now=int(where.clock.now()),
                limit=PAGE_SIZE + 1,
            )
            undoers = await write_search.by_numbers(db, [each.undone_by for each in found])
        rows = await _rows(context, where, found, undoers)
    page = f"{context.app_home}/writes?{urlencode({'mall': mall_id, 'state': state})}"
    return context.show(
        "recorded_writes.html",
        rows=rows[:PAGE_SIZE],
        mall=mall_id,
        mall_ids=mall_ids[:PAGE_SIZE],
        where=where,
        state=state,
        states=[(each, context.translate(label)) for each, (label, _) in STATES.items()],
        days=_days(context, where),
        newest=page if before else "",
        older=f"{page}&before={rows[PAGE_SIZE - 1].write.write_no}"
        if len(rows) > PAGE_SIZE
        else "",
    )


def _days(context: PageContext, where: Place | None) -> int:
    """Return for how many days writes of a mall are kept; 0: they are not recorded."""
    if where is None:
        return 0
    return context.services.client.undo.of_mall(where.mall.undo_days).days or 0


async def _rows(
    context: PageContext,
    where: Place,
    found: list[RecordedWrite],
    undoers: dict[int, RecordedWrite],
) -> list[WriteRow]:
    calls = await plan_sight.call_addresses(context, [each.request_id for each in found])
    return [_row(context, where, each, undoers, calls) for each in found]


def _row(
    context: PageContext,
    where: Place,
    write: RecordedWrite,
    undoers: dict[int, RecordedWrite],
    calls: dict[str, str],
) -> WriteRow:
    label, badge = STATES[write.state]
    undoer = undoers.get(write.undone_by)
    return WriteRow(
        write,
        time(write.created_at, exact=True),
        time(write.expires_at),
        context.translate(label),
        badge,
        undoer,
        time(undoer.created_at) if undoer else None,
        undoer is not None and undoer.client_id == context.app.client_id,
        calls.get(write.request_id, ""),
        f"{context.app_home}/writes/{where.mall.mall_id}/{write.write_no}",
    )


async def show(context: PageContext) -> Response:
    """Handle `GET .../writes/{where}/{write_no}`: what a write changed, and its conflicts."""
    where = await plan_sight.place(context, context.path_values["where"])
    write_no = plan_sight.number(context.path_values["write_no"])
    offset = plan_sight.number(context.query.text("offset"))
    mall_id = where.mall.mall_id
    async with context.database.reading(mall_id) as db:
        write = await write_store.find(db, write_no)
        if (
            write is None
            or write.client_id != context.app.client_id
            or write.expires_at <= where.clock.now()
        ):
            raise plan_sight.not_found()
        sight = plan_sight.sight(context, where, db)
        content = await undo_office.compare(sight, write)
        undoers = await write_search.by_numbers(db, [write.undone_by])
    [row] = await _rows(context, where, [write], undoers)
    rows = [_shown(where, write, each) for each in content.rows]
    last = offset + PAGE_SIZE
    return context.show(
        "recorded_write.html",
        row=row,
        mall=mall_id,
        list=f"{context.app_home}/writes?{urlencode({'mall': mall_id})}",
        is_own=where.is_own,
        origin=context.mall_origin(mall_id),
        office=context.staff_address(mall_id),
        rows=[
            (each, context.translate(plan_sight.CHANGES[each.change])) for each in rows[offset:last]
        ],
        total=len(rows),
        conflicts=sum(1 for each in rows if each.moved) if write.state == "open" else 0,
        first=offset + 1,
        last=min(last, len(rows)),
        movements=[
            (each.resource, *((each.object, each.amount) if where.is_own else (MASK, MASK)))
            for each in content.movements
        ],
        announced=[
            (events.label(each.event_no, context.translate), each.event_no, each.count)
            for each in content.not_undone
        ],
        newer=f"{row.address}?offset={max(0, offset - PAGE_SIZE)}" if offset else "",
        older=f"{row.address}?offset={last}" if last < len(rows) else "",
        curl=_commands(context, where, row),
    )


def _shown(where: Place, write: RecordedWrite, row: ComparedRow) -> ComparedRow:
    if where.is_own or not is_about_people(write.scope):
        return row
    return replace(row, object=MASK)


def _commands(context: PageContext, where: Place, row: WriteRow) -> list[tuple[str, str]]:
    """Return the curl commands that look at a write, try its undo, and undo it."""
    origin = context.mall_origin(where.mall.mall_id)
    trust = authority.FILE_NAME if authority.needed(context) else ""
    path = f"writes/{row.write.write_no}"
    found = [(marked("Fetch the write"), curl.admin(path, origin=origin, trust=trust))]
    if row.write.state == "open":
        undo = curl.admin(
            f"{path}/undo", origin=origin, method="POST", body='{"request": {}}', trust=trust
        )
        found += [
            (marked("Rehearse the undo"), f"{undo} \\\n  -H 'Prefer: handling=rehearse'"),
            (marked("Undo the write"), undo),
        ]
    return [(context.translate(name), command) for name, command in found]
