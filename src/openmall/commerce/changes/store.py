"""SQL of the change feed."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Text,
    bindparam,
    cast,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.types import String

from openmall.commerce.changes.resources import RESOURCES
from openmall.contract.journal.changes import CAUSE, ENTRY, FEED, MARK
from openmall.database.session import Row, Session
from openmall.database.statements import Bytewise, InList, KeyList, Statement

_MALL: Final[Any] = bindparam("mall_id")
_F: Final = FEED.c
_M: Final = MARK.c
_C: Final = CAUSE.c
_E: Final = ENTRY.c
_HAS_MARKS: Final = exists(select(_M.mark_no).where(_M.mall_id == _MALL))
_STATE: Final = Statement(
    select(_F.head, _F.expired, _F.read_at, _HAS_MARKS).where(_F.mall_id == _MALL)
)
_LOCK: Final = Statement(select(_F.head).where(_F.mall_id == _MALL).with_for_update())
_START: Final = Statement(
    lambda insert: (
        insert(FEED)
        .values({c.name: bindparam(c.name) for c in _F})
        .on_conflict_do_nothing(index_elements=["mall_id"])
    )
)
_SET_READ: Final = Statement(
    update(FEED).where(_F.mall_id == _MALL).values(read_at=bindparam("read_at"))
)
_SET_HEAD: Final = Statement(update(FEED).where(_F.mall_id == _MALL).values(head=bindparam("head")))
_SET_EXPIRED: Final = Statement(
    update(FEED).where(_F.mall_id == _MALL).values(expired=bindparam("expired"))
)
_TRANSACTION: Final = Statement(
    select(cast(cast(func.pg_current_xact_id(), Text), BigInteger)).where(_F.mall_id == _MALL)
)
"""From a row of the mall, as the next one: on a distributed store transactions are numbered by the
server that has the mall's rows."""
_OLDEST_RUNNING: Final = Statement(
    select(cast(cast(func.pg_snapshot_xmin(func.pg_current_snapshot()), Text), BigInteger)).where(
        _F.mall_id == _MALL
    )
)
_MARKS: Final = Statement(
    select(
        _M.mark_no, _M.mark_id, _M.resource, _M.object, _M.fields, _M.transaction_no, _M.marked_at
    )
    .where(_M.mall_id == _MALL)
    .order_by(_M.mark_no, _M.mark_id)
    .limit(bindparam("most"))
)
_DELETE_MARKS: Final = Statement(
    delete(MARK).where(
        _M.mall_id == _MALL, KeyList((_M.mark_no, _M.mark_id), ("mark_nos", "mark_ids"))
    )
)
_CAUSES: Final = Statement(
    select(
        _C.transaction_no, _C.operation, _C.client_id, _C.user_id, _C.request_id, _C.fields
    ).where(_C.mall_id == _MALL, InList(_C.transaction_no, "transaction_nos"))
)
_DELETE_CAUSES: Final = Statement(
    delete(CAUSE).where(_C.mall_id == _MALL, _C.began_at < bindparam("before"))
)
_ADD: Final = Statement(insert(ENTRY).values({c.name: bindparam(c.name) for c in _E}))
_ENTRIES: Final = Statement(
    select(
        _E.sequence,
        _E.resource,
        _E.object,
        _E.fields,
        _E.operation,
        _E.client_id,
        _E.user_id,
        _E.request_id,
        _E.changed_at,
    )
    .where(
        _E.mall_id == _MALL,
        _E.sequence > bindparam("since"),
        _E.sequence <= bindparam("upto"),
        InList(_E.resource, "resources"),
    )
    .order_by(_E.sequence)
    .limit(bindparam("most"))
)
_OLD: Final = Statement(
    select(_E.sequence, _E.changed_at)
    .where(_E.mall_id == _MALL)
    .order_by(_E.sequence)
    .limit(bindparam("most"))
)
_DELETE_OLD: Final = Statement(
    delete(ENTRY).where(_E.mall_id == _MALL, _E.sequence <= bindparam("upto"))
)
_FEEDS: Final = Statement(
    select(_F.mall_id), across_malls="the marks of every mall with a feed are numbered"
)
_END: Final = Statement(delete(FEED).where(_F.mall_id == _MALL, _F.read_at < bindparam("before")))
_FORGET: Final = tuple(
    Statement(delete(table).where(table.c.mall_id == _MALL)) for table in (MARK, CAUSE, ENTRY)
)


async def state(db: Session) -> Row | None:
    """Return head, expired, read_at, and whether marks wait for numbers; None: not recorded."""
    return await db.one(_STATE)


async def start(db: Session, head: int, now: int) -> None:
    """Begin to record the changes of the mall, behind the number `head`."""
    await db.run(_START, head=head, expired=head, read_at=now)


async def transaction_no(db: Session) -> int:
    """Return the number of the transaction on PostgreSQL, in a mall with a feed."""
    row = await db.one(_TRANSACTION)
    assert row is not None
    return int(row[0])


async def oldest_running(db: Session) -> int:
    """Return the number of the oldest transaction that has not ended, on PostgreSQL.

    0: the feed was just ended.
    """
    row = await db.one(_OLDEST_RUNNING)
    return int(row[0]) if row else 0


async def set_read(db: Session, now: int) -> None:
    """Record that the feed was read."""
    await db.run(_SET_READ, read_at=now)


async def lock(db: Session) -> int | None:
    """Return the number of the last change, locked until the transaction ends."""
    row = await db.one(_LOCK)
    return None if row is None else int(row[0])


async def marks(db: Session, most: int) -> list[Row]:
    """Return the first marks of committed transactions, in the order in which they were written.

    mark_no, mark_id, resource, object, fields, transaction_no, marked_at.
    """
    return await db.all(_MARKS, most=most)


async def causes(db: Session, transaction_nos: list[int]) -> list[Row]:
    """Return transaction_no, operation, client_id, user_id, request_id and fields of causes."""
    return await db.all(_CAUSES, transaction_nos=transaction_nos)


async def add(
    db: Session, entries: Sequence[dict[str, Any]], marks: Sequence[Row], head: int, before: int
) -> None:
    """Add numbered changes and delete the marks they come from.

    `before`: UTC milliseconds; causes of transactions that began earlier are deleted.
    """
    await db.many(_ADD, entries)
    await db.run(
        _DELETE_MARKS, mark_nos=[mark[0] for mark in marks], mark_ids=[mark[1] for mark in marks]
    )
    await db.run(_DELETE_CAUSES, before=before)
    await db.run(_SET_HEAD, head=head)


async def entries(
    db: Session, *, since: int, upto: int, resources: Iterable[str], most: int
) -> list[Row]:
    """Return the changes of resources after `since`, in order."""
    return await db.all(_ENTRIES, since=since, upto=upto, resources=sorted(resources), most=most)


async def delete_old(db: Session, before: int | None, most: int) -> int:
    """Delete up to `most` of the first changes; return their number.

    `before`: UTC seconds; only those made earlier. None: all.
    """
    found = 0
    last = 0
    for sequence, changed_at in await db.all(_OLD, most=most):
        if before is not None and changed_at >= before:
            break
        found, last = found + 1, sequence
    if found:
        await db.run(_DELETE_OLD, upto=last)
        await db.run(_SET_EXPIRED, expired=last)
    return found


async def feeds(db: Session) -> list[str]:
    """Return the ids of the malls whose changes are recorded."""
    return [row[0] for row in await db.all(_FEEDS)]


async def stop(db: Session, before: int) -> None:
    """End the feed of the mall, unless it was read since `before` (UTC seconds).

    Nothing is recorded any more, and what is left of it is deleted.
    """
    if await db.run(_END, before=before):
        for statement in _FORGET:
            await db.run(statement)


@cache
def _ids(resource: str) -> Statement:
    described = RESOURCES[resource]
    table, key = described.table, described.table.c[described.key]
    is_text = isinstance(key.type, Text | String)
    ordered: Any = Bytewise(key) if is_text else key
    conditions = [table.c.mall_id == _MALL, ordered > bindparam("after", type_=key.type)]
    if described.per_shop:
        conditions.append(table.c.shop_no == bindparam("shop_no"))
    if described.kind:
        conditions.append(table.c.kind == bindparam("kind"))
    return Statement(select(key).where(*conditions).order_by(ordered).limit(bindparam("most")))


async def ids(db: Session, resource: str, shop_no: int, *, after: str, most: int) -> list[str]:
    """Return the next ids of a resource in their order: of numbers, or of the bytes of texts.

    Raises ValueError for an `after` that is no id.
    """
    described = RESOURCES[resource]
    key = described.table.c[described.key]
    values: dict[str, Any] = {"most": most}
    values["after"] = after if isinstance(key.type, Text | String) else int(after or 0)
    if described.per_shop:
        values["shop_no"] = shop_no
    if described.kind:
        values["kind"] = described.kind
    return [str(row[0]) for row in await db.all(_ids(resource), **values)]
