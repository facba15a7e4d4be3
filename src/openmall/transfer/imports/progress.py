"""The progress of an import, stored with what it wrote, so that a killed one resumes."""

import hashlib
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from openmall.contract.crud.settings import SETTING
from openmall.database.session import Session
from openmall.database.statements import Statement

S = TypeVar("S", bound=Struct)

_SHOP: Final = 0
"""Of no language: the mall's own."""
_C: Final = SETTING.c
_KEY: Final = (
    _C.mall_id == bindparam("mall_id"),
    _C.shop_no == bindparam("shop_no"),
    _C.name == bindparam("name"),
)
_READ: Final = Statement(select(_C.content).where(*_KEY))
_FORGET: Final = Statement(delete(SETTING).where(*_KEY))
_KEEP: Final = Statement(
    lambda insert: (
        insert(SETTING)
        .values({c.name: bindparam(c.name) for c in _C})
        .on_conflict_do_update(
            index_elements=["mall_id", "shop_no", "name"],
            set_={"content": bindparam("content")},
        )
    )
)


class Progress(Struct, frozen=True, kw_only=True):
    """What was done of a file so far."""

    done: int = 0
    """Products of the file that were dealt with, one way or another."""
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    failed: int = 0
    errors: int = 0
    """Rows at fault; a product fails with the first of its own."""
    errors_bytes: int = 0
    """Length of the file of errors."""


def name(*what: str) -> str:
    """Return the name under which the progress of importing just this in just this way is kept."""
    return "import:" + hashlib.sha256("\n".join(what).encode()).hexdigest()


async def read(db: Session, name: str) -> Progress:
    """Return how far the import came; the start for one that has not begun, or has ended."""
    return await noted(db, name, Progress())


async def keep(db: Session, name: str, progress: Progress) -> None:
    """Note how far the import came, in the transaction that takes it there."""
    await note(db, name, progress)


async def noted(db: Session, name: str, nothing: S) -> S:
    """Return what was noted of an import; `nothing` when nothing was."""
    row = await db.one(_READ, shop_no=_SHOP, name=name)
    return nothing if row is None else msgspec.json.decode(row[0], type=type(nothing))


async def note(db: Session, name: str, what: Struct) -> None:
    """Note something of an import, over what was noted before."""
    content = msgspec.json.encode(what).decode()
    await db.run(_KEEP, shop_no=_SHOP, name=name, content=content)


async def forget(db: Session, name: str) -> None:
    """Drop the note of an import that has ended."""
    await db.run(_FORGET, shop_no=_SHOP, name=name)
