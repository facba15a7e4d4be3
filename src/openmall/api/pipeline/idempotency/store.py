"""The stored responses of calls with an idempotency key."""

from typing import Final

from msgspec import Struct
from sqlalchemy import Index, Text, bindparam, delete, or_, select, tuple_, update

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.api.pipeline.request_context import Key
from openmall.database.policies import left_behind, mentions
from openmall.database.reencryption import BATCH_SIZE
from openmall.database.schema import number, shop_table, text
from openmall.database.seal import MARK
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import RECORD_LEFT
from openmall.database.values import BoundValue

DELETED_AT_ONCE: Final = 20
"""Expired responses deleted by each call that adds one, and by each batch of the sweep."""

STORED_RESPONSE: Final = shop_table(
    "repeatable_answer",
    text("owner"),
    text("operation"),
    text("key"),
    text("asked"),
    number("status"),
    text("body"),
    text("session"),
    number("until"),
    backup=left_behind("is of a day, and names its call by a key of the installation"),
    undo=RECORD_LEFT,
    personal_data=mentions("owner", "operation", "body", overwritten={"body": "", "session": ""}),
    key=("owner", "operation", "key"),
    wide=True,
)
"""`asked`: keyed digest of the call's content. `status` 0: the call is in progress.

`session`: the shopper session of the response, encrypted; empty for none. `body` is encrypted
where the response has secrets.
`until`: UTC seconds.
"""
Index("ix_repeatable_answer_until", STORED_RESPONSE.c.mall_id, STORED_RESPONSE.c.until)

_A: Final = STORED_RESPONSE.c
_NAMES: Final = ("owner", "operation", "key")
_KEY_MATCHES: Final = (
    _A.mall_id == bindparam("mall_id"),
    *(_A[name] == bindparam(f"this_{name}") for name in _NAMES),
)
_CLAIM: Final = Statement(
    lambda insert: (
        insert(STORED_RESPONSE)
        .values({c.name: bindparam(c.name) for c in _A})
        .on_conflict_do_nothing(index_elements=["mall_id", "owner", "operation", "key"])
    )
)
_FIND: Final = Statement(select(_A.asked, _A.status, _A.body, _A.session).where(*_KEY_MATCHES))
_STORE: Final = Statement(
    update(STORED_RESPONSE)
    .where(*_KEY_MATCHES)
    .values({name: bindparam(name) for name in ("status", "body", "session")})
)
_STORE_UNTIL: Final = Statement(
    update(STORED_RESPONSE)
    .where(*_KEY_MATCHES)
    .values({name: bindparam(name) for name in ("status", "body", "session", "until")})
)
_RELEASE: Final = Statement(delete(STORED_RESPONSE).where(*_KEY_MATCHES))
_EXPIRED: Final = Statement(
    select(_A.owner, _A.operation, _A.key)
    .where(_A.mall_id == bindparam("mall_id"), _A.until <= bindparam("now"))
    .order_by(_A.until)
    .limit(DELETED_AT_ONCE)
    .with_for_update(skip_locked=True)
)
MALLS_WITH_EXPIRED: Final = malls_with(STORED_RESPONSE, _A.until <= OWN_NOW)
_SEALED: Final = Statement(
    select(_A.owner, _A.operation, _A.key, _A.body, _A.session)
    .where(
        _A.mall_id == bindparam("mall_id"),
        or_(_A.session != "", _A.body.startswith(MARK)),
        tuple_(_A.owner, _A.operation, _A.key)
        > tuple_(*(bindparam(f"after_{name}", type_=Text) for name in _NAMES)),
    )
    .order_by(_A.owner, _A.operation, _A.key)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_RESEAL: Final = Statement(
    update(STORED_RESPONSE)
    .where(*_KEY_MATCHES)
    .values(body=bindparam("body"), session=bindparam("session"))
)
_OLDER: Final = Statement(
    select(_A.owner, _A.operation, _A.key)
    .where(
        _A.mall_id == bindparam("mall_id"),
        _A.owner == bindparam("this_owner"),
        _A.status != 0,
    )
    .order_by(_A.until.desc())
    .limit(DELETED_AT_ONCE)
    .offset(bindparam("most"))
)
_DELETE_EXPIRED: Final = Statement(
    delete(STORED_RESPONSE).where(*_KEY_MATCHES, _A.until <= bindparam("now"))
)


class StoredResponse(Struct, frozen=True, kw_only=True):
    """The stored response of an executed call."""

    digest: str
    status: int
    body: str
    session: str


async def claim(db: Session, key: Key, *, digest: str, until: int) -> bool:
    """Claim a key for this transaction; False when an executed call has it.

    On PostgreSQL it waits for a concurrent call with the key; on SQLite writes are serialized.
    """
    new = {"owner": key.owner, "operation": key.operation, "key": key.key, "asked": digest}
    return bool(await db.run(_CLAIM, **new, status=0, body="", session="", until=until))


async def find(db: Session, key: Key) -> StoredResponse | None:
    """Return the stored response of a key."""
    row = await db.one(_FIND, **_key_parameters(key))
    return (
        None
        if row is None
        else StoredResponse(digest=row[0], status=row[1], body=row[2], session=row[3])
    )


async def store_response(
    db: Session, key: Key, *, status: int, body: str, session: str, until: int | None = None
) -> None:
    """Store the response of a claimed key; `until`: it is kept longer than the claim was."""
    values: dict[str, BoundValue] = {"status": status, "body": body, "session": session}
    if until is None:
        await db.run(_STORE, **_key_parameters(key), **values)
    else:
        await db.run(_STORE_UNTIL, **_key_parameters(key), **values, until=until)


async def release(db: Session, key: Key) -> None:
    """Delete a claimed key whose call was not executed."""
    await db.run(_RELEASE, **_key_parameters(key))


async def delete_older(db: Session, owner: str, *, most: int) -> None:
    """Delete some stored responses of an owner, the oldest beyond the `most` newest."""
    rows = await db.all(_OLDER, this_owner=owner, most=most)
    older = [Key(owner=owner, operation=operation, key=name) for owner, operation, name in rows]
    if older:
        await db.many(_RELEASE, [_key_parameters(each) for each in older])


async def delete_expired(db: Session, key: Key, now: int) -> None:
    """Delete this key if it has expired, and some other expired keys."""
    # its own first: beyond that, two calls never lock the same rows
    await db.run(_DELETE_EXPIRED, **_key_parameters(key), now=now)
    await remove_expired(db, now=now)


async def count_expired(db: Session, *, now: int) -> int:
    """Return how many responses of a batch have expired."""
    return len(await db.all(_EXPIRED, now=now))


async def remove_expired(db: Session, *, now: int) -> int:
    """Delete a batch of expired responses, the oldest; return their number."""
    rows = await db.all(_EXPIRED, now=now)
    expired = [Key(owner=owner, operation=operation, key=name) for owner, operation, name in rows]
    if expired:
        await db.many(_DELETE_EXPIRED, [{**_key_parameters(each), "now": now} for each in expired])
    return len(expired)


async def sealed(db: Session, after: Key) -> list[Row]:
    """Return the next rows with encrypted values: owner, operation, key, body, session."""
    at = {"after_owner": after.owner, "after_operation": after.operation, "after_key": after.key}
    return await db.all(_SEALED, **at)


async def reseal(db: Session, key: Key, *, body: str, session: str) -> None:
    """Replace the encrypted values of a stored response."""
    await db.run(_RESEAL, **_key_parameters(key), body=body, session=session)


def _key_parameters(key: Key) -> dict[str, str]:
    return {"this_owner": key.owner, "this_operation": key.operation, "this_key": key.key}
