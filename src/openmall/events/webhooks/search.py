"""SQL of the delivery log: searches attempts by filters."""

from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import ColumnElement, SelectBase, and_, bindparam, select

from openmall.contract.change import sent_fields
from openmall.contract.journal.tables import EVENT
from openmall.database import sequences
from openmall.database.schema import fixed
from openmall.database.session import Session
from openmall.database.statements import Statement, StatementCache
from openmall.events.webhooks import signing
from openmall.events.webhooks.tables import LOG

_G: Final = LOG.c
_E: Final = EVENT.c


class Attempt(Struct, frozen=True, kw_only=True):
    """One attempt to deliver an event to an app."""

    log_no: int
    log_type: str
    """G the first attempt, R a retry, T a test."""
    event_no: int
    sequence: int
    """Number of the event in its mall; 0: a test."""
    trace_id: str
    requested_at: int
    """UTC seconds."""
    took: int
    """Milliseconds."""
    endpoint: str
    attempt: int
    success: bool
    http_code: int | None
    answer: str | None
    """Beginning of the answer of a failed attempt."""
    failure: str
    """Why there was no answer; empty: there was one."""
    body: str
    """Body that was sent; without the resource when the event was swept."""


class AttemptFilter(Struct, frozen=True, kw_only=True):
    """Filters of a search for attempts."""

    event_no: int | UnsetType = UNSET
    log_type: str | UnsetType = UNSET
    success: str | UnsetType = UNSET
    sequence: int | UnsetType = UNSET
    trace_id: str | UnsetType = UNSET
    log_no: int | UnsetType = UNSET
    start: int | UnsetType = UNSET
    """UTC seconds of the earliest attempt; `end`: of the latest."""
    end: int | UnsetType = UNSET
    after: int | UnsetType = UNSET
    """Attempts behind this number, the oldest first."""
    before: int | UnsetType = UNSET
    """Attempts before this number."""


_COLUMNS: Final = tuple(
    _G[name] for name in Attempt.__struct_fields__ if name not in ("success", "body")
)
_CONDITIONS: Final[dict[str, ColumnElement[bool]]] = {
    "start": _G.requested_at >= bindparam("start"),
    "end": _G.requested_at <= bindparam("end"),
    "after": _G.log_no > bindparam("after"),
    "before": _G.log_no < bindparam("before"),
}


def _found(filters: tuple[str, ...]) -> SelectBase:
    conditions = [
        _CONDITIONS[name] if name in _CONDITIONS else _G[name] == bindparam(name)
        for name in filters
    ]
    order = _G.log_no.asc() if "after" in filters else _G.log_no.desc()
    return (
        select(*_COLUMNS, _G.success, _G.body, _E.resource, _E.changed_fields)
        .select_from(LOG)
        .outerjoin(EVENT, and_(_E.mall_id == _G.mall_id, _E.sequence == _G.sequence))
        .where(
            _G.mall_id == bindparam("mall_id"),
            _G.client_id == bindparam("client_id"),
            *conditions,
        )
        .order_by(order)
        .limit(bindparam("limit"))
    )


_FOUND: Final = StatementCache(_found)
MOST_CAUSED: Final = 100
"""Events of one call that are listed."""
RECENT: Final = 10_000
"""Newest events of a mall among which those of a call are searched: an index of their request would
cost every write with an event a page."""
_REQUEST_OF: Final = Statement(
    select(_E.request_id).where(
        _E.mall_id == bindparam("mall_id"), _E.sequence == bindparam("sequence")
    )
)
_CAUSED: Final = Statement(
    select(_E.sequence, _E.event_no)
    .where(
        _E.mall_id == bindparam("mall_id"),
        _E.sequence > bindparam("since"),
        _E.request_id == bindparam("request_id"),
    )
    .order_by(_E.sequence)
    .limit(fixed(MOST_CAUSED))
)


async def attempts(
    db: Session, client_id: str, filters: AttemptFilter, *, limit: int
) -> list[Attempt]:
    """Return attempts of an app in the session's mall: the newest first, or those `after` one."""
    values = sent_fields(filters)
    rows = await db.all(_FOUND.of(tuple(values)), client_id=client_id, limit=limit, **values)
    return [_attempt(*row) for row in rows]


async def request_of(db: Session, sequence: int) -> str:
    """Return the id of the call that caused an event; empty: none, or the event was deleted."""
    row = await db.one(_REQUEST_OF, sequence=sequence)
    return (row[0] if row else "") or ""


async def caused_by(db: Session, request_id: str) -> list[tuple[int, int]]:
    """Return sequence and event_no of the events of the session's mall that a call caused.

    They are searched among the RECENT ones.
    """
    if not request_id:
        return []
    since = await sequences.allocated(db, "event") - RECENT
    rows = await db.all(_CAUSED, request_id=request_id, since=since)
    return [(sequence, event_no) for sequence, event_no in rows]


def _attempt(*row: Any) -> Attempt:
    *columns, success, body, resource, changed_fields = row
    names = [column.name for column in _COLUMNS]
    values = dict(zip(names, columns, strict=True))
    if not body:
        body = signing.body_of(values["event_no"], resource or "{}", changed_fields).decode()
    return Attempt(**values, success=success == "T", body=body)
