"""SQL of the pictures that imports of products have fetched."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, func, select

from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue
from openmall.events.file_transfers.tables import PICTURE

_P: Final = PICTURE.c
_OF_IMPORT: Final = (_P.mall_id == bindparam("mall_id"), _P.transfer_no == bindparam("this"))


class ImportedPicture(Struct, frozen=True):
    """A picture of an import: stored, or why it is not."""

    picture_no: int
    address: str
    paths: str
    """JSON: size -> path of the stored picture; empty: it could not be fetched."""
    failure: str


_COLUMNS: Final = (_P.picture_no, _P.address, _P.paths, _P.failure)
_PUT: Final = Statement(
    lambda insert: (
        insert(PICTURE)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_nothing(index_elements=["mall_id", "transfer_no", "picture_no"])
    )
)
_ALL: Final = Statement(select(*_COLUMNS).where(*_OF_IMPORT).order_by(_P.picture_no))
_FAILED: Final = Statement(
    select(*_COLUMNS)
    .where(*_OF_IMPORT, _P.failure != "")
    .order_by(_P.picture_no)
    .limit(bindparam("limit"))
)
_FAILED_COUNT: Final = Statement(
    select(func.count()).select_from(PICTURE).where(*_OF_IMPORT, _P.failure != "")
)


async def put(db: Session, transfer_no: int, pictures: Sequence[ImportedPicture]) -> None:
    """Add pictures of an import; those that are there stay."""
    rows: list[dict[str, BoundValue]] = [
        {
            "mall_id": db.mall_id,
            "transfer_no": transfer_no,
            **{name: getattr(each, name) for name in ImportedPicture.__struct_fields__},
        }
        for each in pictures
    ]
    if rows:
        await db.many(_PUT, rows)


async def fetched(db: Session, transfer_no: int) -> list[ImportedPicture]:
    """Return the pictures of an import that were fetched, or could not be, in order."""
    return [ImportedPicture(*row) for row in await db.all(_ALL, this=transfer_no)]


async def failed(db: Session, transfer_no: int, *, limit: int) -> tuple[int, list[ImportedPicture]]:
    """Return how many pictures could not be fetched, and the first of them."""
    row = await db.one(_FAILED_COUNT, this=transfer_no)
    if row is None or not row[0]:
        return 0, []
    rows = await db.all(_FAILED, this=transfer_no, limit=limit)
    return row[0], [ImportedPicture(*each) for each in rows]
