"""The change feed: changes after a position, snapshots to begin with, and digests to compare.

Rows are read after the position they are answered with: a row may contain a later change, which the
feed repeats. A reader that applies every change in order therefore has, at the head, exactly what
the mall has.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from openmall.commerce.changes import digests, numbering, watching
from openmall.commerce.changes import resources as feed_resources
from openmall.commerce.changes import store as change_store
from openmall.commerce.changes.refusals import (
    CHANGES_NEED_SCOPE,
    CHANGES_NOT_KEPT,
    FEED_JUST_ENDED,
    ID_OF_OTHER_RESOURCE,
    LONG_WRITE_IN_PROGRESS,
)
from openmall.commerce.changes.resources import RESOURCES
from openmall.commerce.changes.shape import (
    Cause,
    Change,
    ChangePage,
    DigestPage,
    RangeDigest,
    Snapshot,
)
from openmall.commerce.changes.takes import ChangeQuery, DigestQuery, SnapshotQuery
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Gone, Invalid, Unavailable
from openmall.contract.moments import moment
from openmall.database.session import Row

MAX_DIGESTED: Final = 5_000
"""Rows of a page of digests."""
_READ_ROWS: Final = 500
"""Rows of a snapshot that are read at once."""
_START_SECONDS: Final = 5.0
_READ_SECONDS: Final = 3_600
"""That the feed was read is recorded at most once in so many seconds."""


async def list_changes(call: Call, query: ChangeQuery) -> ChangePage:
    """Retrieve the changes after a position.

    With `wait`, a call without changes returns as soon as there is one, or when so many seconds
    have passed. A position that is older than what is kept is 410: begin with a new snapshot. The
    first call of a shop begins the feed; nothing is recorded before.
    """
    names = _permitted(call, None if query.resource is UNSET else query.resource)
    head, expired = await _numbered(call)
    if query.since is UNSET:
        return ChangePage(oldest=expired, head=head, next=head, entries=[])
    since = query.since
    _require_kept(since, head=head, expired=expired)
    until = time.monotonic() + query.wait
    while True:
        found: list[Row] = []
        entries: list[Change] = []
        if since < head:
            async with call.database.reading(call.mall.mall_id, deadline=_deadline(call)) as db:
                found = await change_store.entries(
                    db, since=since, upto=head, resources=names, most=query.limit
                )
                entries = await _shown(call.on(db), found)
        left = until - time.monotonic()
        if found or left <= 0:
            break
        since, began = head, time.monotonic()
        await watching.wait(call.database, call.mall.mall_id, since, left)
        call.effects.waited += time.monotonic() - began
        head, expired = await _numbered(call)
        _require_kept(since, head=head, expired=expired)
    after = found[-1][0] if len(found) == query.limit else head
    return ChangePage(oldest=expired, head=head, next=after, entries=entries)


async def read_snapshot(call: Call, query: SnapshotQuery) -> Snapshot:
    """Retrieve all rows of a resource, page by page, with the position of the feed.

    Keep the `sequence` of the first page, store the rows of every page, then apply the changes
    since that number: the copy is complete and consistent at the head.

    With `Accept: application/jsonl` the page is JSON Lines: `sequence` and `next` on the first
    line, then `id` and `row` on a line each, in the order and the form of digests.
    """
    _permitted(call, [query.resource])
    head, _ = await _numbered(call)
    async with call.database.reading(call.mall.mall_id, deadline=_deadline(call)) as db:
        reading = call.on(db)
        ids = await _ids(reading, query.resource, query.after, query.limit)
        rows: feed_resources.Rows = {}
        for start in range(0, len(ids), _READ_ROWS):
            part = ids[start : start + _READ_ROWS]
            rows |= await feed_resources.rows(reading, query.resource, part)
            # other calls go on between two parts
            await asyncio.sleep(0)
    return Snapshot(
        sequence=head,
        next=ids[-1] if len(ids) == query.limit else None,
        ids=[each for each in ids if each in rows],
        rows=[rows[each] for each in ids if each in rows],
    )


async def read_digests(call: Call, query: DigestQuery) -> DigestPage:
    """Retrieve digests of consecutive ranges of a resource's rows.

    A copy computes the same of its rows, and retrieves only the ranges that differ again.
    """
    _permitted(call, [query.resource])
    head, _ = await _numbered(call)
    most = min(query.rows * query.ranges, MAX_DIGESTED)
    ranges, after = [], query.after
    async with call.database.reading(call.mall.mall_id, deadline=_deadline(call)) as db:
        reading = call.on(db)
        ids = await _ids(reading, query.resource, after, most)
        at_end = len(ids) < most
        for start in range(0, len(ids), query.rows) if ids else (0,):
            part = ids[start : start + query.rows]
            rows = await feed_resources.rows(reading, query.resource, part)
            lines = [(each, digests.canonical(rows[each])) for each in part if each in rows]
            is_last = at_end and start + query.rows >= len(ids)
            upto = None if is_last else part[-1]
            ranges.append(
                RangeDigest(after=after, upto=upto, count=len(lines), digest=digests.digest(lines))
            )
            after = upto or ""
            # other calls go on between two ranges
            await asyncio.sleep(0)
    return DigestPage(sequence=head, next=None if at_end else after, ranges=ranges)


def _permitted(call: Call, names: Sequence[str] | None) -> list[str]:
    """Return the names of resources that a call may read; None: all that its scopes permit.

    Raises Forbidden (403).
    """
    granted = call.identity.scopes
    if names is None:
        return [
            name for name, each in RESOURCES.items() if scope_names.permits(granted, each.scope)
        ]
    for name in names:
        scope = RESOURCES[name].scope
        if not scope_names.permits(granted, scope):
            raise Forbidden(CHANGES_NEED_SCOPE, parameter="resource", resource=name, scope=scope)
    return list(names)


def _require_kept(since: int, *, head: int, expired: int) -> None:
    """Raise Gone (410) for a position whose following changes are not kept."""
    if not expired <= since <= head:
        raise Gone(CHANGES_NOT_KEPT, parameter="since", expired=expired, head=head)


def _deadline(call: Call) -> float:
    return call.deadline + call.effects.waited


async def _numbered(call: Call) -> tuple[int, int]:
    """Return head and expired number of the feed after every committed change has its number.

    Begins the feed where the mall has none.
    """
    mall_id, now = call.mall.mall_id, int(call.machine_clock.now())
    async with call.database.reading(mall_id, deadline=_deadline(call)) as db:
        state = await change_store.state(db)
    if state is None:
        await _start(call, now)
    elif state[3]:
        await numbering.number_marks(call.database, mall_id)
    elif state[2] > now - _READ_SECONDS:
        return state[0], state[1]
    async with call.database.writing(mall_id, shown=False) as db:
        if state is None or state[2] <= now - _READ_SECONDS:
            await change_store.set_read(db, now)
        state = await change_store.state(db)
    if state is None:
        raise Unavailable(FEED_JUST_ENDED, retry_after=1)
    return state[0], state[1]


async def _start(call: Call, now: int) -> None:
    """Begin to record changes, and wait for the writes that began before.

    Numbers begin at one that no feed of the mall can have reached before: a reader of a feed that
    was ended, or of a mall that was restored, gets 410.
    """
    async with call.database.writing(call.mall.mall_id, shown=False) as db:
        await change_store.start(db, now * 10_000, now)
        is_numbered = db.dialect == "postgresql"
        number = await change_store.transaction_no(db) if is_numbered else 0
    await call.counters.invalidate_caches()
    until = time.monotonic() + _START_SECONDS
    while is_numbered:
        async with call.database.writing(call.mall.mall_id, shown=False) as db:
            if await change_store.oldest_running(db) > number:
                return
        if time.monotonic() > until:
            raise Unavailable(LONG_WRITE_IN_PROGRESS, retry_after=5)
        await asyncio.sleep(0.02)


async def _ids(call: Call, resource: str, after: str, most: int) -> list[str]:
    try:
        return await change_store.ids(call.db, resource, call.shop_no, after=after, most=most)
    except ValueError:
        raise Invalid(ID_OF_OTHER_RESOURCE, parameter="after") from None


async def _shown(call: Call, found: Sequence[Row]) -> list[Change]:
    """Return changes with their rows, which are read once for each object."""
    wanted: dict[str, dict[str, None]] = {}
    for entry in found:
        wanted.setdefault(entry[1], {})[entry[2]] = None
    rows = {name: await feed_resources.rows(call, name, list(ids)) for name, ids in wanted.items()}
    return [_change(entry, rows[entry[1]]) for entry in found]


def _change(entry: Row, rows: feed_resources.Rows) -> Change:
    sequence, resource, object_, fields, operation, client_id, user_id, request_id, at = entry
    cause = None
    if operation:
        cause = Cause(
            operation=operation, client_id=client_id, user_id=user_id, request_id=request_id
        )
    return Change(
        sequence=sequence,
        resource=resource,
        id=object_,
        deleted=object_ not in rows,
        changed_fields=fields.split(",") if fields else None,
        cause=cause,
        changed_at=moment(at),
        row=rows.get(object_),
    )
