"""SQL of recorded writes."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import BigInteger, Text, bindparam, delete, func, insert, select, tuple_, update

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.commerce.undo.tables import PERSONAL, WRITE
from openmall.database.reencryption import BATCH_SIZE
from openmall.database.schema import fixed_text
from openmall.database.session import Session
from openmall.database.statements import InList, Statement, StatementCache

DELETED_AT_ONCE: Final = 100
_W: Final = WRITE.c
_ONE: Final = (_W.mall_id == bindparam("mall_id"), _W.write_no == bindparam("this"))
_OF_MALL: Final = _W.mall_id == bindparam("mall_id")


class RecordedWrite(Struct, frozen=True, kw_only=True):
    """A recorded write; fields are columns of the table."""

    write_no: int
    client_id: str
    user_id: str
    user_type: str
    scope: str
    operation: str
    path: str
    state: str
    reason: str
    undoes: int
    size: int
    created_at: int
    expires_at: int
    request_id: str = ""
    undone_by: int = 0
    content: str


class WriteRange(Struct, frozen=True, kw_only=True):
    """Whose writes, and when: UTC seconds by the mall's clock, both inclusive.

    With `client_id` those of the app, or with both those of a manager through it; without it those
    that a manager made in the back office.
    """

    client_id: str = ""
    user_id: str = ""
    start_date: int
    end_date: int

    def covers(self, write: RecordedWrite) -> bool:
        """Return whether a write is of the range."""
        return (
            write.client_id == self.client_id
            and self.user_id in ("", write.user_id)
            and self.start_date <= write.created_at <= self.end_date
        )


_FIELDS: Final = RecordedWrite.__struct_fields__
_COLUMNS: Final = [_W[name] for name in _FIELDS]
_ADD: Final = Statement(insert(WRITE).values({c.name: bindparam(c.name) for c in _W}))
_FIND: Final = Statement(select(*_COLUMNS).where(*_ONE))
_LOCK: Final = Statement(select(*_COLUMNS).where(*_ONE).with_for_update())
_LIST: Final = Statement(
    # a megabyte of content each is not read for a line
    select(*_COLUMNS[:-1])
    .where(_OF_MALL, InList(_W.scope, "scopes"))
    .order_by(_W.write_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_IN_RANGE: Final = StatementCache(
    lambda by_user: (
        select(*_COLUMNS)
        .where(
            _OF_MALL,
            InList(_W.scope, "scopes"),
            _W.client_id == bindparam("client_id"),
            *([_W.user_id == bindparam("user_id")] if by_user else []),
            _W.created_at.between(bindparam("start_date"), bindparam("end_date")),
            _W.state == bindparam("state"),
            _W.expires_at > bindparam("now"),
        )
        .order_by(_W.write_no.desc())
        .limit(bindparam("limit"))
        .with_for_update()
    )
)
_SET_UNDONE: Final = Statement(
    update(WRITE).where(_OF_MALL, InList(_W.write_no, "numbers")).values(state=fixed_text("undone"))
)
_SET_UNDONE_BY: Final = Statement(
    update(WRITE)
    .where(_OF_MALL, InList(_W.write_no, "numbers"))
    .values(undone_by=bindparam("undone_by"))
)
_EXPIRED: Final = Statement(
    select(_W.write_no)
    .where(_OF_MALL, _W.expires_at <= bindparam("now"))
    .order_by(_W.expires_at)
    .limit(DELETED_AT_ONCE)
)
_TOTAL: Final = Statement(select(func.coalesce(func.sum(_W.size), 0)).where(_OF_MALL))
_OLDEST: Final = Statement(
    select(_W.write_no, _W.size).where(_OF_MALL).order_by(_W.write_no).limit(DELETED_AT_ONCE)
)
MALLS_WITH_EXPIRED: Final = malls_with(WRITE, _W.expires_at <= OWN_NOW)
MALLS_BEYOND: Final = Statement(
    select(_W.mall_id)
    .group_by(_W.mall_id)
    .having(func.sum(_W.size) > bindparam("most_bytes", type_=BigInteger()))
    .order_by(_W.mall_id),
    across_malls="a sweep looks for the malls in which it has something to do",
)
_DELETE: Final = Statement(delete(WRITE).where(_OF_MALL, InList(_W.write_no, "numbers")))
_P: Final = PERSONAL.c
_ADD_PERSONAL: Final = Statement(insert(PERSONAL).values({c.name: bindparam(c.name) for c in _P}))
_PERSONAL: Final = Statement(
    select(_P.member_id, _P.sealed)
    .where(_P.mall_id == bindparam("mall_id"), _P.write_no == bindparam("this"))
    .order_by(_P.member_id)
)
_DELETE_PERSONAL: Final = Statement(
    delete(PERSONAL).where(_P.mall_id == bindparam("mall_id"), InList(_P.write_no, "numbers"))
)
_SEALED_PERSONAL: Final = Statement(
    select(_P.write_no, _P.member_id, _P.sealed)
    .where(
        _P.mall_id == bindparam("mall_id"),
        tuple_(_P.write_no, _P.member_id)
        > tuple_(bindparam("write", type_=BigInteger()), bindparam("member", type_=Text())),
    )
    .order_by(_P.write_no, _P.member_id)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_REPLACE_PERSONAL: Final = Statement(
    update(PERSONAL)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.write_no == bindparam("this"),
        _P.member_id == bindparam("member"),
    )
    .values(sealed=bindparam("sealed"))
)
_SEALED: Final = Statement(
    select(_W.write_no, _W.content)
    .where(_OF_MALL, _W.write_no > bindparam("after"))
    .order_by(_W.write_no)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_REPLACE_SEALED: Final = Statement(update(WRITE).where(*_ONE).values(content=bindparam("content")))


async def add(db: Session, write: RecordedWrite) -> None:
    """Add a recorded write, together with what else is written at the end of the transaction."""
    await db.defer(_ADD, [{"mall_id": db.mall_id} | {n: getattr(write, n) for n in _FIELDS}])


async def add_personal(db: Session, write_no: int, sealed: dict[str, str]) -> None:
    """Add what a write changed of customers: member id -> sealed rows."""
    await db.defer(
        _ADD_PERSONAL,
        [
            {"mall_id": db.mall_id, "write_no": write_no, "member_id": member_id, "sealed": text}
            for member_id, text in sealed.items()
        ],
    )


async def personal(db: Session, write_no: int) -> dict[str, str]:
    """Return what a write changed of customers who are still there: member id -> sealed rows."""
    return {row[0]: row[1] for row in await db.all(_PERSONAL, this=write_no) if row[1]}


async def sealed_personal(db: Session, write_no: int, member_id: str) -> list[tuple[int, str, str]]:
    """Return the next sealed rows behind those of a write and a customer."""
    rows = await db.all(_SEALED_PERSONAL, write=write_no, member=member_id)
    return [(row[0], row[1], row[2]) for row in rows]


async def replace_personal(db: Session, write_no: int, member_id: str, *, sealed: str) -> None:
    """Replace the sealed rows of a customer."""
    await db.run(_REPLACE_PERSONAL, this=write_no, member=member_id, sealed=sealed)


async def find(db: Session, write_no: int, *, to_change: bool = False) -> RecordedWrite | None:
    """Return a recorded write. `to_change`: lock it until this transaction ends."""
    row = await db.one(_LOCK if to_change else _FIND, this=write_no)
    return None if row is None else _write(row)


async def listed(db: Session, scopes: list[str], *, limit: int, offset: int) -> list[RecordedWrite]:
    """Return the writes of operations with these scopes, without content, the newest first."""
    rows = await db.all(_LIST, scopes=scopes, limit=limit, offset=offset)
    return [_write((*row, "")) for row in rows]


async def in_range(
    db: Session, scopes: list[str], wanted: WriteRange, *, state: str, now: int, limit: int
) -> list[RecordedWrite]:
    """Return the writes of a range with a state and these scopes, the newest first, locked."""
    values = {"user_id": wanted.user_id} if wanted.user_id else {}
    rows = await db.all(
        _IN_RANGE.of(bool(wanted.user_id)),
        scopes=scopes,
        client_id=wanted.client_id,
        start_date=wanted.start_date,
        end_date=wanted.end_date,
        state=state,
        now=now,
        limit=limit,
        **values,
    )
    return [_write(row) for row in rows]


async def set_undone(db: Session, numbers: list[int]) -> None:
    """Set writes undone."""
    await db.run(_SET_UNDONE, numbers=numbers)


async def set_undone_by(db: Session, numbers: list[int], write_no: int) -> None:
    """Set which write undid others."""
    await db.run(_SET_UNDONE_BY, numbers=numbers, undone_by=write_no)


async def expired(db: Session, *, now: int) -> list[int]:
    """Return a batch of writes that are kept no longer."""
    return [row[0] for row in await db.all(_EXPIRED, now=now)]


async def beyond(db: Session, most_bytes: int) -> list[int]:
    """Return a batch of the oldest writes, without which the rest is at most `most_bytes`."""
    row = await db.one(_TOTAL)
    assert row is not None
    excess, found = int(row[0]) - most_bytes, []
    for write_no, size in await db.all(_OLDEST) if excess > 0 else ():
        if excess <= 0:
            break
        found.append(write_no)
        excess -= size
    return found


async def remove(db: Session, numbers: list[int]) -> int:
    """Delete recorded writes; return their number."""
    if not numbers:
        return 0
    await db.run(_DELETE_PERSONAL, numbers=numbers)
    return await db.run(_DELETE, numbers=numbers)


async def sealed(db: Session, after: int) -> list[tuple[int, str]]:
    """Return the next writes behind one: number and sealed content."""
    return [(row[0], row[1]) for row in await db.all(_SEALED, after=after)]


async def replace_sealed(db: Session, write_no: int, *, content: str) -> None:
    """Replace what is sealed of a write."""
    await db.run(_REPLACE_SEALED, this=write_no, content=content)


def _write(row: Sequence[Any]) -> RecordedWrite:
    return RecordedWrite(**dict(zip(_FIELDS, row, strict=True)))
