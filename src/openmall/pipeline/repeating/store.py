"""The answers of calls that named a key, kept in the transaction of what they changed."""

from typing import Final

from msgspec import Struct
from sqlalchemy import Index, Text, bindparam, delete, or_, select, tuple_, update

from openmall.database.resealing import AT_ONCE
from openmall.database.schema import number, shop_table, text
from openmall.database.seal import MARK
from openmall.database.session import Row, Session
from openmall.database.statements import Statement

CLEARED_AT_ONCE: Final = 20
"""Answers that are too old, removed in passing by a call that brings one: more than it adds."""

ANSWER: Final = shop_table(
    "repeatable_answer",
    text("owner"),
    text("operation"),
    text("key"),
    text("asked"),
    number("status"),
    text("body"),
    text("session"),
    number("until"),
    key=("owner", "operation", "key"),
    wide=True,
)
"""`asked`: what tells whether the same was asked. `status` 0: the call is being carried out.

`session`: the shopper's session that went out with the answer, sealed; empty for none. `body` is
sealed where the operation answers secrets.
`until`: UTC seconds.
"""
Index("ix_repeatable_answer_until", ANSWER.c.mall_id, ANSWER.c.until)

_A: Final = ANSWER.c
_NAMES: Final = ("owner", "operation", "key")
_THIS: Final = (
    _A.mall_id == bindparam("mall_id"),
    *(_A[name] == bindparam(f"this_{name}") for name in _NAMES),
)
_CLAIM: Final = Statement(
    lambda insert: (
        insert(ANSWER)
        .values({c.name: bindparam(c.name) for c in _A})
        .on_conflict_do_nothing(index_elements=["mall_id", "owner", "operation", "key"])
    )
)
_FIND: Final = Statement(select(_A.asked, _A.status, _A.body, _A.session).where(*_THIS))
_KEEP: Final = Statement(
    update(ANSWER)
    .where(*_THIS)
    .values({name: bindparam(name) for name in ("status", "body", "session")})
)
_OLD: Final = Statement(
    select(_A.owner, _A.operation, _A.key)
    .where(_A.mall_id == bindparam("mall_id"), _A.until <= bindparam("now"))
    .order_by(_A.until)
    .limit(CLEARED_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_SEALED: Final = Statement(
    select(_A.owner, _A.operation, _A.key, _A.body, _A.session)
    .where(
        _A.mall_id == bindparam("mall_id"),
        or_(_A.session != "", _A.body.startswith(MARK)),
        tuple_(_A.owner, _A.operation, _A.key)
        > tuple_(*(bindparam(f"after_{name}", type_=Text) for name in _NAMES)),
    )
    .order_by(_A.owner, _A.operation, _A.key)
    .limit(AT_ONCE)
    .with_for_update()
)
_SEAL_ANEW: Final = Statement(
    update(ANSWER).where(*_THIS).values(body=bindparam("body"), session=bindparam("session"))
)
_FORGET_OLD: Final = Statement(delete(ANSWER).where(*_THIS, _A.until <= bindparam("now")))


class Key(Struct, frozen=True, kw_only=True):
    """What makes two calls the same: whose, which operation, and the name the client gave it."""

    owner: str
    operation: str
    key: str


class Kept(Struct, frozen=True, kw_only=True):
    """What is known of a call that was carried out."""

    asked: str
    status: int
    body: str
    session: str


async def claim(db: Session, key: Key, *, asked: str, until: int) -> bool:
    """Take a key for this transaction; False when a call has it that was carried out.

    On PostgreSQL it waits for a call that has the key and is not done; on SQLite writes take turns.
    """
    new = {"owner": key.owner, "operation": key.operation, "key": key.key, "asked": asked}
    return bool(await db.run(_CLAIM, **new, status=0, body="", session="", until=until))


async def find(db: Session, key: Key) -> Kept | None:
    """Return what was answered to the call that had a key."""
    row = await db.one(_FIND, **_this(key))
    return None if row is None else Kept(asked=row[0], status=row[1], body=row[2], session=row[3])


async def keep(db: Session, key: Key, *, status: int, body: str, session: str) -> None:
    """Write what was answered to the call that has a key."""
    await db.run(_KEEP, **_this(key), status=status, body=body, session=session)


async def clear_away(db: Session, key: Key, now: int) -> None:
    """Remove what was kept under this key for long enough, and some of what was under others."""
    # its own first: what two calls lock beyond that is never the same
    await db.run(_FORGET_OLD, **_this(key), now=now)
    rows = await db.all(_OLD, now=now)
    old = [Key(owner=owner, operation=operation, key=name) for owner, operation, name in rows]
    if old:
        await db.many(_FORGET_OLD, [{**_this(each), "now": now} for each in old])


async def sealed(db: Session, after: Key) -> list[Row]:
    """Return the next answers with something sealed: owner, operation, key, body, session."""
    at = {"after_owner": after.owner, "after_operation": after.operation, "after_key": after.key}
    return await db.all(_SEALED, **at)


async def seal_anew(db: Session, key: Key, *, body: str, session: str) -> None:
    """Write what is sealed of an answer as it is sealed now."""
    await db.run(_SEAL_ANEW, **_this(key), body=body, session=session)


def _this(key: Key) -> dict[str, str]:
    return {"this_owner": key.owner, "this_operation": key.operation, "this_key": key.key}
