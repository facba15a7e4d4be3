"""SQL of the files of imports and exports, their rows at fault, and plans of dry runs."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    tuple_,
    update,
)

from openmall.database.reencryption import BATCH_SIZE
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue
from openmall.events.file_transfers.tables import ERROR, PART, PICTURE, PLAN, TRANSFER

REJECTED_PART: Final = 1_001
"""Number of the first part of the file of rejected rows."""
MOST_PLANNED: Final = 1_000
"""Records of a dry run whose outcome is kept."""
DELETED_AT_ONCE: Final = 20
_P: Final = PART.c
_E: Final = ERROR.c
_N: Final = PLAN.c
_PARTS: Final = (_P.mall_id == bindparam("mall_id"), _P.transfer_no == bindparam("this"))
_PLANS: Final = (_N.mall_id == bindparam("mall_id"), _N.transfer_no == bindparam("this"))
_ERRORS: Final = (_E.mall_id == bindparam("mall_id"), _E.transfer_no == bindparam("this"))


class FileError(Struct, frozen=True):
    """A row of a file that is at fault."""

    error_no: int
    line: int
    field: str
    code: str
    message: str
    reason: str
    """JSON of `contract/refusal.py`."""


class PlannedRow(Struct, frozen=True):
    """What a dry run found of a record of the file."""

    row_no: int
    line: int
    code: str
    outcome: str


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
    select(func.count(), func.max(_P.part_no), func.sum(_P.size)).where(
        *_PARTS, _P.part_no < REJECTED_PART
    )
)
_REJECTED_SIZE: Final = Statement(
    select(func.sum(_P.size)).where(*_PARTS, _P.part_no >= REJECTED_PART)
)
_PART: Final = Statement(select(_P.content).where(*_PARTS, _P.part_no == bindparam("part")))
_ADD_ERROR: Final = Statement(insert(ERROR).values({c.name: bindparam(c.name) for c in _E}))
_LIST_ERRORS: Final = Statement(
    select(_E.error_no, _E.line, _E.field, _E.code, _E.message, _E.reason)
    .where(*_ERRORS, _E.error_no > bindparam("after"))
    .order_by(_E.error_no)
    .limit(bindparam("limit"))
)
_ADD_PLAN: Final = Statement(insert(PLAN).values({c.name: bindparam(c.name) for c in _N}))
_LIST_PLAN: Final = Statement(
    select(_N.row_no, _N.line, _N.code, _N.outcome)
    .where(*_PLANS, _N.row_no > bindparam("after"))
    .order_by(_N.row_no)
    .limit(bindparam("limit"))
)
_DELETE_PLAN: Final = Statement(delete(PLAN).where(*_PLANS))
_DELETE_ERRORS: Final = Statement(delete(ERROR).where(*_ERRORS))
_DELETE_PICTURES: Final = Statement(
    delete(PICTURE).where(
        PICTURE.c.mall_id == bindparam("mall_id"), PICTURE.c.transfer_no == bindparam("this")
    )
)
_DELETE_PARTS: Final = Statement(delete(PART).where(*_PARTS))
_DELETE_UPLOADED: Final = Statement(delete(PART).where(*_PARTS, _P.part_no < REJECTED_PART))
_DELETE_REJECTED: Final = Statement(delete(PART).where(*_PARTS, _P.part_no >= REJECTED_PART))
_ORPHANED: Final = tuple(
    Statement(
        select(table.c.transfer_no)
        .where(
            table.c.mall_id == bindparam("mall_id"),
            ~exists().where(
                TRANSFER.c.mall_id == bindparam("mall_id"),
                TRANSFER.c.transfer_no == table.c.transfer_no,
            ),
        )
        .limit(DELETED_AT_ONCE)
    )
    for table in (PART, ERROR, PLAN, PICTURE)
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


async def rejected_size(db: Session, transfer_no: int) -> int:
    """Return the bytes of the file of rejected rows; 0: there is none."""
    row = await db.one(_REJECTED_SIZE, this=transfer_no)
    return int((row and row[0]) or 0)


async def delete_rejected(db: Session, transfer_no: int) -> None:
    """Delete the file of rejected rows."""
    await db.run(_DELETE_REJECTED, this=transfer_no)


async def delete_uploaded(db: Session, transfer_no: int) -> None:
    """Delete the uploaded file of an import; that of its rejected rows stays."""
    await db.run(_DELETE_UPLOADED, this=transfer_no)


async def add_plan(db: Session, transfer_no: int, rows: Sequence[PlannedRow]) -> None:
    """Add what a dry run found of records of the file."""
    if rows:
        named: list[dict[str, BoundValue]] = [
            {
                "mall_id": db.mall_id,
                "transfer_no": transfer_no,
                **{name: getattr(each, name) for name in PlannedRow.__struct_fields__},
            }
            for each in rows
        ]
        await db.many(_ADD_PLAN, named)


async def plan(db: Session, transfer_no: int, *, after: int, limit: int) -> list[PlannedRow]:
    """Return what a dry run found, in the order of the file, behind a number."""
    rows = await db.all(_LIST_PLAN, this=transfer_no, after=after, limit=limit)
    return [PlannedRow(*row) for row in rows]


async def delete_orphans(db: Session) -> int:
    """Delete a batch of what belongs to imports and exports of apps that were removed."""
    orphans = sorted({row[0] for each in _ORPHANED for row in await db.all(each)})
    await delete_all_of(db, orphans)
    return len(orphans)


async def delete_all_of(db: Session, transfer_nos: Sequence[int]) -> None:
    """Delete the files, rows at fault and plans of imports and exports."""
    rows: list[dict[str, BoundValue]] = [
        {"mall_id": db.mall_id, "this": each} for each in transfer_nos
    ]
    if rows:
        for statement in (_DELETE_PARTS, _DELETE_ERRORS, _DELETE_PLAN, _DELETE_PICTURES):
            await db.many(statement, rows)


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
    """Delete the rows at fault of an import that begins anew, and what a dry run found."""
    await db.run(_DELETE_ERRORS, this=transfer_no)
    await db.run(_DELETE_PLAN, this=transfer_no)


async def delete_parts(db: Session, transfer_no: int) -> None:
    """Delete the file of an import or export."""
    await db.run(_DELETE_PARTS, this=transfer_no)


async def sealed(db: Session, transfer_no: int, part_no: int) -> list[tuple[int, int, str]]:
    """Return the next sealed parts behind one: number, part and content."""
    rows = await db.all(_SEALED, after_no=transfer_no, after=part_no)
    return [(row[0], row[1], row[2]) for row in rows]


async def replace_sealed(db: Session, transfer_no: int, part_no: int, content: str) -> None:
    """Replace the sealed content of a part."""
    await db.run(_RESEAL, this=transfer_no, part=part_no, content=content)
