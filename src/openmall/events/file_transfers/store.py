"""SQL of imports and exports of files."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)

from openmall.database import sequences
from openmall.database.reencryption import BATCH_SIZE
from openmall.database.schema import EMPTY, FALSE, TRUE, fixed
from openmall.database.session import Database, Session
from openmall.database.statements import InList, Statement
from openmall.events.file_transfers.tables import ERROR, PART, TRANSFER

LONGEST_LEASE: Final = 600
"""Seconds from now beyond which the end of a lease is not believed."""
CLAIMED_AT_ONCE: Final = 4
"""Imports and exports that one process carries out at once."""
DELETED_AT_ONCE: Final = 20

_T: Final = TRANSFER.c
_P: Final = PART.c
_E: Final = ERROR.c
_MALL: Final = _T.mall_id == bindparam("mall_id")
_ONE: Final = (_MALL, _T.transfer_no == bindparam("this"))
_PARTS: Final = (_P.mall_id == bindparam("mall_id"), _P.transfer_no == bindparam("this"))
_ERRORS: Final = (_E.mall_id == bindparam("mall_id"), _E.transfer_no == bindparam("this"))
_HELD: Final = and_(_T.holder == bindparam("holder"), _T.open == TRUE)


class Transfer(Struct, frozen=True, kw_only=True):
    """An import or an export; fields are columns of the table."""

    transfer_no: int
    direction: str
    client_id: str
    user_id: str
    kind: str
    format: str
    shop_no: int
    dry_run: str = "F"
    options: str = "{}"
    reason: str = ""
    state: str
    open: str
    parts: int = 0
    size: int = 0
    done: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: int = 0
    errors: int = 0
    failure: str = ""
    created_at: int
    started_at: int = 0
    finished_at: int = 0
    holder: str = ""
    lease_until: int = 0


class Counts(Struct, frozen=True, kw_only=True):
    """How far an import or export is."""

    done: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: int = 0
    errors: int = 0


class FileError(Struct, frozen=True):
    """A row of a file that is at fault."""

    error_no: int
    line: int
    field: str
    code: str
    message: str


_FIELDS: Final = Transfer.__struct_fields__
_COLUMNS: Final = [_T[name] for name in _FIELDS]
_COUNTS: Final = Counts.__struct_fields__

_ADD: Final = Statement(insert(TRANSFER).values({c.name: bindparam(c.name) for c in _T}))
_FIND: Final = Statement(select(*_COLUMNS).where(*_ONE))
_FIND_TO_CHANGE: Final = Statement(select(*_COLUMNS).where(*_ONE).with_for_update())
_LIST: Final = Statement(
    select(*_COLUMNS)
    .where(
        _MALL,
        _T.client_id == bindparam("client_id"),
        _T.direction == bindparam("direction"),
        InList(_T.state, "states"),
    )
    .order_by(_T.transfer_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_UNFINISHED: Final = Statement(
    select(func.count()).select_from(TRANSFER).where(_MALL, InList(_T.state, "states"))
)
_PUT_PART: Final = Statement(
    lambda insert: (
        insert(PART)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_update(
            index_elements=["mall_id", "transfer_no", "part_no"],
            set_={"size": bindparam("size"), "content": bindparam("content")},
        )
    )
)
_MEASURE: Final = Statement(
    select(func.count(), func.max(_P.part_no), func.sum(_P.size)).where(*_PARTS)
)
_PART: Final = Statement(select(_P.content).where(*_PARTS, _P.part_no == bindparam("part")))
_START: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _T.state == "uploading")
    .values(state="queued", open=TRUE, parts=bindparam("parts"), size=bindparam("size"))
)
_FREE: Final = or_(
    _T.lease_until <= bindparam("now"),
    # a clock that was ahead wrote it: no worker holds a file for so long
    _T.lease_until > bindparam("now") + fixed(LONGEST_LEASE),
)
_DUE: Final = Statement(
    select(_T.mall_id, _T.transfer_no)
    .where(_T.open == TRUE, _FREE)
    .order_by(_T.created_at, _T.mall_id, _T.transfer_no)
    .limit(bindparam("most")),
    across_malls="a worker looks for imports and exports without a lease",
)
_CLAIM: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _T.open == TRUE, _FREE)
    .values(holder=bindparam("holder"), lease_until=bindparam("until"), state="running")
)
_BEGIN: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _HELD, _T.started_at == 0)
    .values(started_at=bindparam("started_at"))
)
_ADVANCE: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _HELD)
    .values(lease_until=bindparam("until"), **{name: bindparam(name) for name in _COUNTS})
)
_RENEW: Final = Statement(
    update(TRANSFER).where(*_ONE, _HELD).values(lease_until=bindparam("until"))
)
_MEASURED: Final = Statement(
    update(TRANSFER).where(*_ONE, _HELD).values(parts=bindparam("parts"), size=bindparam("size"))
)
_END: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _T.finished_at == 0)
    .values(
        open=FALSE,
        holder=EMPTY,
        state=bindparam("state"),
        failure=bindparam("failure"),
        finished_at=bindparam("at"),
    )
)
_ADD_ERROR: Final = Statement(insert(ERROR).values({c.name: bindparam(c.name) for c in _E}))
_LIST_ERRORS: Final = Statement(
    select(_E.error_no, _E.line, _E.field, _E.code, _E.message)
    .where(*_ERRORS, _E.error_no > bindparam("after"))
    .order_by(_E.error_no)
    .limit(bindparam("limit"))
)
_DELETE_ERRORS: Final = Statement(delete(ERROR).where(*_ERRORS))
_DELETE_PARTS: Final = Statement(delete(PART).where(*_PARTS))
_DELETE: Final = Statement(delete(TRANSFER).where(*_ONE))
_CREATED_BEFORE: Final = Statement(
    select(_T.transfer_no)
    .where(_MALL, _T.created_at <= bindparam("before"), _T.open == FALSE)
    .order_by(_T.created_at)
    .limit(DELETED_AT_ONCE)
)
_EXPORTS: Final = (_MALL, _T.direction == "export", _T.kind != "products")
_EXPIRE_FILES: Final = Statement(
    delete(PART).where(
        _P.mall_id == bindparam("mall_id"),
        _P.transfer_no.in_(select(_T.transfer_no).where(*_EXPORTS, InList(_T.state, "states"))),
    )
)
_EXPIRE: Final = Statement(
    update(TRANSFER)
    .where(*_EXPORTS, _T.state == "succeeded")
    .values(parts=fixed(0), size=fixed(0), state="expired")
)
_EXPORT_ANEW: Final = Statement(
    update(TRANSFER)
    .where(*_EXPORTS, _T.state == "running")
    .values(holder=EMPTY, lease_until=fixed(0), state="queued")
)
_ORDERS: Final = (_T.direction == "import", _T.kind == "orders")
_FORGET_ORDER_ERRORS: Final = Statement(
    delete(ERROR).where(
        _E.mall_id == bindparam("mall_id"),
        _E.transfer_no.in_(
            select(_T.transfer_no).where(_MALL, InList(_T.state, "states"), *_ORDERS)
        ),
    )
)
_SEALED: Final = Statement(
    select(_P.transfer_no, _P.part_no, _P.content)
    .where(
        _P.mall_id == bindparam("mall_id"),
        tuple_(_P.transfer_no, _P.part_no)
        > tuple_(bindparam("after_no", type_=BigInteger), bindparam("after", type_=BigInteger)),
    )
    .order_by(_P.transfer_no, _P.part_no)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_RESEAL: Final = Statement(
    update(PART)
    .where(*_PARTS, _P.part_no == bindparam("part"))
    .values(content=bindparam("content"))
)


async def new_number(db: Session) -> int:
    """Return the number of the mall's next import or export."""
    return await sequences.allocate(db, "file_transfer")


async def add(db: Session, transfer: Transfer) -> None:
    """Add an import or export."""
    await db.run(_ADD, **{name: getattr(transfer, name) for name in _FIELDS})


async def find(db: Session, transfer_no: int, *, to_change: bool = False) -> Transfer | None:
    """Return an import or export; `to_change` locks it."""
    row = await db.one(_FIND_TO_CHANGE if to_change else _FIND, this=transfer_no)
    return None if row is None else _transfer(row)


async def listed(
    db: Session, client_id: str, direction: str, states: Sequence[str], *, limit: int, offset: int
) -> list[Transfer]:
    """Return imports, or exports, of an app, the newest first."""
    rows = await db.all(
        _LIST, client_id=client_id, direction=direction, states=states, limit=limit, offset=offset
    )
    return [_transfer(row) for row in rows]


async def unfinished(db: Session) -> int:
    """Return how many imports and exports of the mall have not ended."""
    row = await db.one(_UNFINISHED, states=["uploading", "queued", "running"])
    return row[0] if row else 0


async def put_part(db: Session, transfer_no: int, part_no: int, size: int, content: str) -> None:
    """Write a part of a file, whose content is sealed; it replaces one of the same number."""
    await db.run(_PUT_PART, transfer_no=transfer_no, part_no=part_no, size=size, content=content)


async def measure(db: Session, transfer_no: int) -> tuple[int, int, int]:
    """Return how many parts a file has, their highest number and their bytes."""
    row = await db.one(_MEASURE, this=transfer_no)
    return (row[0], row[1] or 0, int(row[2] or 0)) if row else (0, 0, 0)


async def part(db: Session, transfer_no: int, part_no: int) -> str | None:
    """Return the sealed content of a part."""
    row = await db.one(_PART, this=transfer_no, part=part_no)
    return None if row is None else row[0]


async def start(db: Session, transfer_no: int, *, parts: int, size: int) -> bool:
    """Let a worker carry out an import whose file is complete; False: it has begun or ended."""
    return bool(await db.run(_START, this=transfer_no, parts=parts, size=size))


async def due(database: Database, now: int) -> list[tuple[str, int]]:
    """Return mall and number of what has to be done and nobody holds, the oldest first."""
    async with database.reading("") as db:
        rows = await db.all(_DUE, now=now, most=CLAIMED_AT_ONCE)
    return [(row[0], row[1]) for row in rows]


async def claim(
    db: Session, transfer_no: int, holder: str, *, now: int, until: int, started_at: int
) -> Transfer | None:
    """Lease an import or export; None: another worker was faster."""
    if not await db.run(_CLAIM, this=transfer_no, holder=holder, now=now, until=until):
        return None
    await db.run(_BEGIN, this=transfer_no, holder=holder, started_at=started_at)
    return await find(db, transfer_no)


async def advance(
    db: Session, transfer_no: int, holder: str, *, until: int, counts: Counts
) -> bool:
    """Write how far it is, and renew its lease; False: the lease was lost, or it was cancelled.

    It is locked until the transaction ends, so that nobody else continues it meanwhile.
    """
    values = {name: getattr(counts, name) for name in _COUNTS}
    return bool(await db.run(_ADVANCE, this=transfer_no, holder=holder, until=until, **values))


async def renew_lease(db: Session, transfer_no: int, holder: str, until: int) -> bool:
    """Renew the lease; False: it was lost, or the import or export was cancelled."""
    return bool(await db.run(_RENEW, this=transfer_no, holder=holder, until=until))


async def set_size(db: Session, transfer_no: int, holder: str, *, parts: int, size: int) -> None:
    """Write how large the file of an export is."""
    await db.run(_MEASURED, this=transfer_no, holder=holder, parts=parts, size=size)


async def end(db: Session, transfer_no: int, *, state: str, failure: str = "", at: int) -> bool:
    """End an import or export; False: it had ended before."""
    return bool(await db.run(_END, this=transfer_no, state=state, failure=failure, at=at))


async def add_errors(db: Session, transfer_no: int, errors: Sequence[FileError]) -> None:
    """Add rows at fault."""
    rows = [
        {
            "mall_id": db.mall_id,
            "transfer_no": transfer_no,
            **{name: getattr(each, name) for name in FileError.__struct_fields__},
        }
        for each in errors
    ]
    if rows:
        await db.many(_ADD_ERROR, rows)


async def errors(db: Session, transfer_no: int, *, after: int, limit: int) -> list[FileError]:
    """Return rows at fault behind a number, in the order of the file."""
    rows = await db.all(_LIST_ERRORS, this=transfer_no, after=after, limit=limit)
    return [FileError(*row) for row in rows]


async def forget_errors(db: Session, transfer_no: int) -> None:
    """Delete the rows at fault of an import that begins anew."""
    await db.run(_DELETE_ERRORS, this=transfer_no)


async def delete_parts(db: Session, transfer_no: int) -> None:
    """Delete the file of an import or export."""
    await db.run(_DELETE_PARTS, this=transfer_no)


async def delete_old(db: Session, before: int) -> int:
    """Delete a batch of what was created by a moment and is not open; return their number."""
    old = [row[0] for row in await db.all(_CREATED_BEFORE, before=before)]
    rows = [{"mall_id": db.mall_id, "this": each} for each in old]
    if rows:
        await db.many(_DELETE_PARTS, rows)
        await db.many(_DELETE_ERRORS, rows)
        await db.many(_DELETE, rows)
    return len(old)


async def expire_exports(db: Session) -> None:
    """Delete exported files about customers, or begin them anew, and errors of imported orders."""
    await db.run(_EXPORT_ANEW)
    await db.run(_EXPIRE)
    await db.run(_EXPIRE_FILES, states=["queued", "expired"])
    await db.run(_FORGET_ORDER_ERRORS, states=["running", "succeeded", "failed", "cancelled"])


async def sealed(db: Session, transfer_no: int, part_no: int) -> list[tuple[int, int, str]]:
    """Return the next sealed parts behind one: number, part and content."""
    rows = await db.all(_SEALED, after_no=transfer_no, after=part_no)
    return [(row[0], row[1], row[2]) for row in rows]


async def replace_sealed(db: Session, transfer_no: int, part_no: int, content: str) -> None:
    """Replace the sealed content of a part."""
    await db.run(_RESEAL, this=transfer_no, part=part_no, content=content)


def _transfer(row: Sequence[Any]) -> Transfer:
    return Transfer(**dict(zip(_FIELDS, row, strict=True)))
