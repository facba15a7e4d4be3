"""Writes outbox events and activity log rows in the transaction of the change they describe.

Specification: "Activitylogs (Store)". Event, log row and change are committed or rolled back
together.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

import msgspec
from sqlalchemy import bindparam, insert

from openmall.contract.call import Call
from openmall.contract.call_state import CallState
from openmall.contract.events import Event
from openmall.contract.journal import changed_fields
from openmall.contract.journal.changes import record_cause
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.contract.json_values import Encodable, Json
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue
from openmall.tracing.current import REQUEST, TRACEPARENT

MAX_CONTENT_LENGTH: Final = 500
MAX_VALUE_LENGTH: Final = 60
"""Characters of a value in the `content` of a row; `changes` has the full value."""
SECRET_WORDS: Final = re.compile("secret|password|token|_key|senderkey|authorization", re.I)
"""A field whose name contains one of these is logged as changed, never with its value."""
MASK: Final = "***"
BROWSER: Final = "browser"
"""`type` of the rows for actions of a manager in the browser."""
WHOLE_MALL: Final = 1
"""Shop of an action that concerns no single shop: sign-ins, staff, apps, designs."""

Action = Literal[
    "sign-in", "sign-out", "app install", "app change", "app remove", "app action",
    "app charge pay", "app charge cancel", "app charge end", "app charge refund",
    "manager add", "manager change", "manager remove", "message resend",
    "manager invite", "manager password", "session end", "two-step change",
    "role add", "role change", "role remove",
    "account link", "account unlink", "sign-in provider change",
    "message template change", "message template reset", "restock notices", "payment app",
    "stripe change",
    "payments change",
    "design copy", "design change", "design publish", "design remove",
    "report save", "report mail change", "report remove",
    "company change", "closing change",
    "approval rule add", "approval rule remove",
]  # fmt: skip
_Recorded = Mapping[str, tuple[Encodable, Encodable]]
"""Field -> (before, after)."""
AuditEntry = tuple[str, _Recorded]
"""An audit entry: subject and changes."""


def _insert_all_columns(table: Any) -> Statement:
    return Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))


INSERT_ACTIVITY: Final = _insert_all_columns(ACTIVITY)
INSERT_EVENT: Final = _insert_all_columns(EVENT)


class Person(Protocol):
    """A manager of a shop, as the activity log names them."""

    @property
    def user_id(self) -> str: ...

    @property
    def manager_type(self) -> str:
        """P head admin, A sub-admin, S supplier."""
        ...


def request_id() -> str:
    """Return the id of the current request; empty outside of requests."""
    return REQUEST.get()


async def write_call(state: CallState) -> None:
    """Add the call's events to the outbox and its row to the activity log.

    Calls of the storefront only add events: the activity log is about the managers of the shop.
    """
    call = state.call
    await record_cause(state)
    now = int(call.clock.now())
    if call.storefront or call.shopper is not None:
        await write_events(call)
        return
    events, entries = call.effects.events, call.effects.audit_entries
    if not events and not state.publishes_later:
        process_no = await sequences.allocate(call.db, "activity_log")
    else:
        # of events first, as everywhere: transactions that lock them in different orders deadlock
        first = await sequences.allocate_two(call.db, ("event", len(events)), ("activity_log", 1))
        process_no = first["activity_log"]
        if events:
            await call.db.defer(INSERT_EVENT, _outbox_rows_of_call(call, first["event"]))
    identity = call.identity
    content, changes = render_entries(entries or [(call.path, {})])
    row: dict[str, BoundValue] = {
        "process_no": process_no,
        "mode": "P",
        "type": state.operation.key,
        "content": content,
        "action": state.operation.name,
        "process_date": now,
        "manager_id": identity.user_id,
        "account": identity.user_id,
        "manager_type": identity.user_type or "P",
        "client_id": identity.app.client_id,
        "shop_no": call.shop_no,
        "changes": changes,
    }
    await call.db.defer(INSERT_ACTIVITY, [row])


async def allocate_with_events(call: Call, name: str, *, count: int) -> int:
    """Allocate numbers of the series `name` and of all events of the call, in one statement.

    For a handler that publishes no further event; returns the first number of `name`.
    """
    effects = call.effects
    first = await sequences.allocate_two(call.db, (name, count), ("event", len(effects.events)))
    effects.first_event = first["event"]
    return first[name]


async def write_events(call: Call) -> None:
    """Add the call's events to the outbox without a row in the activity log."""
    effects = call.effects
    if effects.events:
        first = effects.first_event
        if first is None:
            first = await sequences.allocate(call.db, "event", count=len(effects.events))
        await call.db.defer(INSERT_EVENT, _outbox_rows_of_call(call, first))


def _outbox_rows_of_call(call: Call, first: int) -> Iterator[dict[str, BoundValue]]:
    effects, now = call.effects, int(call.clock.now())
    return outbox_rows(
        call.mall.mall_id,
        effects.events,
        first,
        now,
        browser=call.browser,
        entries=effects.audit_entries,
    )


def outbox_rows(
    mall_id: str,
    events: Sequence[Event],
    first: int,
    now: int,
    *,
    browser: int = 0,
    entries: Sequence[AuditEntry] = (),
) -> Iterator[dict[str, BoundValue]]:
    """Return the outbox rows of `events`, numbered from `first` on.

    `browser`: number of the visitor's browser; 0: not known. `entries`: the audit entries of the
    same change, which name the changed fields of some events.
    """
    traceparent = TRACEPARENT.get() or None
    changed = changed_fields.of_events(events, entries)
    request_id = REQUEST.get() or None
    for sequence, (event, fields) in enumerate(zip(events, changed, strict=True), first):
        yield {
            "sequence": sequence,
            "event_no": event.event_no,
            "resource": msgspec.json.encode(
                {"mall_id": mall_id, **msgspec.to_builtins(event)}
            ).decode(),
            "created_at": now,
            "browser": browser,
            "traceparent": traceparent,
            "changed_fields": fields,
            "request_id": request_id,
        }


async def write_browser_action(
    db: Session,
    clock: Clock,
    person: Person,
    *,
    action: Action,
    shop_no: int,
    subject: str,
    client_id: str = "",
    changes: _Recorded | None = None,
) -> None:
    """Add a manager's action in the browser to the activity log.

    `shop_no`: of the shop that it concerns, or `WHOLE_MALL`; `client_id`: of the affected app, if
    any.
    """
    content, changes_json = render_entries([(subject, changes or {})])
    await db.run(
        INSERT_ACTIVITY,
        process_no=await sequences.allocate(db, "activity_log"),
        mode="P",
        type=BROWSER,
        content=content,
        action=action,
        process_date=int(clock.now()),
        manager_id=person.user_id,
        account=person.user_id,
        manager_type=person.manager_type,
        client_id=client_id,
        shop_no=shop_no,
        changes=changes_json,
    )


def render_entries(entries: Sequence[AuditEntry]) -> tuple[str, str]:
    """Render audit entries: `content` as text for people, and `changes` as JSON."""
    redacted_entries = [(subject, redacted(changes)) for subject, changes in entries]
    content = "; ".join(
        f"{subject}: {_render_changes(changes)}" if changes else subject
        for subject, changes in redacted_entries
    )
    if len(redacted_entries) == 1:
        [(_, combined)] = redacted_entries
    else:
        # the same field may be in several entries
        combined = {
            f"{subject}: {name}": pair
            for subject, changes in redacted_entries
            for name, pair in changes.items()
        }
    return content[:MAX_CONTENT_LENGTH], msgspec.json.encode(combined).decode()


def _render_changes(changes: Mapping[str, Sequence[Encodable]]) -> str:
    most = MAX_VALUE_LENGTH
    return ", ".join(
        f"{name} {render_value(before, most=most)} -> {render_value(after, most=most)}"
        for name, (before, after) in changes.items()
    )


def render_value(value: Encodable, *, most: int) -> str:
    """Render a changed value for people, on one line of at most `most` characters."""
    plain = msgspec.to_builtins(value)
    text = plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()
    line = " ".join(text[: most * 4].split())
    if len(line) <= most and len(text) <= most * 4:
        return line or '""'
    return f"{line[: most - 1]}…"


def redacted(changes: _Recorded) -> dict[str, Sequence[Encodable]]:
    """Redact the values of secret fields in `changes`, at any depth."""
    return {
        name: [MASK, MASK] if _is_secret(name) else [_redacted_value(value) for value in pair]
        for name, pair in changes.items()
    }


def redacted_object(content: dict[str, Json]) -> dict[str, Json]:
    """Redact the values of secret fields in an object, at any depth."""
    redacted_content: dict[str, Json] = _redacted_value(content)
    return redacted_content


def _is_secret(name: str) -> bool:
    return SECRET_WORDS.search(name) is not None


def _redacted_value(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, dict):
        return {
            name: MASK if _is_secret(str(name)) else _redacted_value(inner)
            for name, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [_redacted_value(inner) for inner in value]
    return value
