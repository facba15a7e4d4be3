"""Writes down what somebody did, in the transaction of the deed itself.

Specification: "Activitylogs (Store)". An event that is announced and a line that is logged exist
exactly when the change does.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, Protocol

import msgspec
from sqlalchemy import bindparam, insert

from openmall.contract.call import Call
from openmall.contract.events import Event
from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.journal.tables import ACTIVITY, EVENT
from openmall.tracing.current import TRACEPARENT

LONGEST_CONTENT: Final = 500
LONGEST_VALUE: Final = 60
"""Characters of a value in the `content` of a line; `changes` keeps all of it."""
SECRET_WORDS: Final = re.compile("secret|password|token|_key|senderkey|authorization", re.I)
"""A field whose name holds one of these is logged as changed, never with its value."""
MASK: Final = "***"
BROWSER: Final = "browser"
"""`type` of the lines that say what a manager did in the browser."""

Action = Literal[
    "sign-in", "sign-out", "app install", "app change", "app remove",
    "manager add", "manager change", "manager remove",
]  # fmt: skip
Changes = dict[str, tuple[Any, Any]]
"""Field -> (before, after)."""
Deed = tuple[str, Changes]
"""What was done to what."""


def _all(table: Any) -> Statement:
    return Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))


LOG: Final = _all(ACTIVITY)
ANNOUNCE: Final = _all(EVENT)


class Person(Protocol):
    """Somebody who manages a shop."""

    @property
    def user_id(self) -> str: ...

    @property
    def manager_type(self) -> str:
        """P head admin, A sub-admin, S supplier."""
        ...


async def call(call: Call) -> None:
    """Add the call's events to the outbox and its line to the activity log.

    What shoppers and visitors without a session do is announced, but is no activity of those who
    manage the shop: nobody else writes into their log.
    """
    now = int(call.clock.now())
    if call.storefront or call.shopper is not None:
        await events(call)
        return
    if not call.events:
        process_no = await numbers.take(call.db, "activity_log")
    else:
        first = await numbers.take_two(call.db, ("event", len(call.events)), ("activity_log", 1))
        process_no = first["activity_log"]
        await call.db.many(ANNOUNCE, _announced(call, first["event"]))
    identity = call.identity
    content, changes = told(call.deeds or [(call.path, {})])
    await call.db.run(
        LOG,
        process_no=process_no,
        mode="P",
        type=call.operation.key,
        content=content,
        action=call.operation.name,
        process_date=now,
        manager_id=identity.user_id,
        account=identity.user_id,
        manager_type=identity.user_type or "P",
        client_id=identity.app.client_id,
        shop_no=call.shop_no,
        changes=changes,
    )


async def events(call: Call) -> None:
    """Add the call's events to the outbox, and nothing to the activity log."""
    if call.events:
        first = await numbers.take(call.db, "event", count=len(call.events))
        await call.db.many(ANNOUNCE, _announced(call, first))


def _announced(call: Call, first: int) -> Iterator[dict[str, Any]]:
    now = int(call.clock.now())
    return announced(call.mall.mall_id, call.events, first, now, browser=call.browser)


def announced(
    mall_id: str, events: Sequence[Event], first: int, now: int, *, browser: int = 0
) -> Iterator[dict[str, Any]]:
    """Return the rows of the outbox that tell of `events`, numbered from `first` on.

    `browser`: the number of the one in which they happened.
    """
    traceparent = TRACEPARENT.get() or None
    for sequence, event in enumerate(events, first):
        yield {
            "sequence": sequence,
            "event_no": event.event_no,
            "resource": msgspec.json.encode(
                {"mall_id": mall_id, **msgspec.to_builtins(event)}
            ).decode(),
            "created_at": now,
            "browser": browser,
            "traceparent": traceparent,
        }


async def browser(
    db: Session,
    clock: Clock,
    person: Person,
    *,
    action: Action,
    subject: str,
    client_id: str = "",
    changes: Changes | None = None,
) -> None:
    """Add a line to the activity log: what a manager did in the browser.

    `client_id`: of the app it was done to, if any.
    """
    content, kept = told([(subject, changes or {})])
    await db.run(
        LOG,
        process_no=await numbers.take(db, "activity_log"),
        mode="P",
        type=BROWSER,
        content=content,
        action=action,
        process_date=int(clock.now()),
        manager_id=person.user_id,
        account=person.user_id,
        manager_type=person.manager_type,
        client_id=client_id,
        shop_no=1,
        changes=kept,
    )


def told(deeds: Sequence[Deed]) -> tuple[str, str]:
    """Return what a line says of `deeds`: its `content` for people, its `changes` as JSON."""
    safe = [(subject, masked(changes)) for subject, changes in deeds]
    content = "; ".join(
        f"{subject}: {_in_words(changes)}" if changes else subject for subject, changes in safe
    )
    if len(safe) == 1:
        [(_, kept)] = safe
    else:
        # the same field of several things
        kept = {
            f"{subject}: {name}": pair
            for subject, changes in safe
            for name, pair in changes.items()
        }
    return content[:LONGEST_CONTENT], msgspec.json.encode(kept).decode()


def _in_words(changes: dict[str, Any]) -> str:
    return ", ".join(
        f"{name} {words(before, most=LONGEST_VALUE)} -> {words(after, most=LONGEST_VALUE)}"
        for name, (before, after) in changes.items()
    )


def words(value: Any, *, most: int) -> str:
    """Return a value of a change as a person reads it, on one line of at most `most` characters."""
    plain = msgspec.to_builtins(value)
    text = plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()
    line = " ".join(text[: most * 4].split())
    if len(line) <= most and len(text) <= most * 4:
        return line or '""'
    return f"{line[: most - 1]}…"


def masked(changes: Changes) -> dict[str, Any]:
    """Return `changes` with the values of secret-like fields replaced, at any depth."""
    return {
        name: [MASK, MASK] if _is_secret(name) else [_masked_value(value) for value in pair]
        for name, pair in changes.items()
    }


def _is_secret(name: str) -> bool:
    return SECRET_WORDS.search(name) is not None


def _masked_value(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, dict):
        return {
            name: MASK if _is_secret(str(name)) else _masked_value(inner)
            for name, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [_masked_value(inner) for inner in value]
    return value
