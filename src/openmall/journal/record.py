"""Writes down what a call did, in the transaction of the call itself.

Specification: "Activitylogs (Store)". An event that is announced and a line that is logged exist
exactly when the change does.
"""

from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, insert

from openmall.contract.call import Call
from openmall.database import numbers
from openmall.database.statements import Statement
from openmall.journal.tables import ACTIVITY, EVENT

LONGEST_CONTENT: Final = 500
SECRET_WORDS: Final = ("secret", "password", "token", "_key", "senderkey", "authorization")
"""A field whose name holds one of these is logged as changed, never with its value."""
MASK: Final = "***"


def _all(table: Any) -> Statement:
    return Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))


LOG: Final = _all(ACTIVITY)
ANNOUNCE: Final = _all(EVENT)


async def call(call: Call) -> None:
    """Add the call's events to the outbox and its line to the activity log."""
    now = int(call.clock.now())
    if not call.events:
        process_no = await numbers.take(call.db, "activity_log")
    else:
        first = await numbers.take_two(call.db, ("event", len(call.events)), ("activity_log", 1))
        process_no = first["activity_log"]
        for sequence, event in enumerate(call.events, first["event"]):
            resource = {"mall_id": call.mall.mall_id, **msgspec.to_builtins(event)}
            await call.db.run(
                ANNOUNCE,
                sequence=sequence,
                event_no=event.event_no,
                resource=msgspec.json.encode(resource).decode(),
                created_at=now,
            )
    identity = call.identity
    await call.db.run(
        LOG,
        process_no=process_no,
        mode="P",
        type=call.operation.key,
        content=_content(call)[:LONGEST_CONTENT],
        action=call.operation.name,
        process_date=now,
        manager_id=identity.user_id,
        account=identity.user_id,
        manager_type=identity.user_type or "P",
        client_id=identity.app.client_id,
        shop_no=call.shop_no,
        changes=msgspec.json.encode(masked(call.changes)).decode(),
    )


def _content(call: Call) -> str:
    what = ", ".join(call.subjects) or call.path
    names = ", ".join(call.changes)
    return f"{what}: {names}" if names else what


def masked(changes: dict[str, Any]) -> dict[str, Any]:
    """Return `changes` with the values of secret-like fields replaced, at any depth."""
    return {
        name: [MASK, MASK]
        if any(word in name.lower() for word in SECRET_WORDS)
        else [_masked_value(value) for value in pair]
        for name, pair in changes.items()
    }


def _masked_value(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, dict):
        return {
            name: MASK
            if any(word in name.lower() for word in SECRET_WORDS)
            else _masked_value(inner)
            for name, inner in value.items()
        }
    return value
