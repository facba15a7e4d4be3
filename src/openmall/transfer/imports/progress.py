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
"""Shop number of settings of the whole mall."""
_C: Final = SETTING.c
_KEY: Final = (
    _C.mall_id == bindparam("mall_id"),
    _C.shop_no == bindparam("shop_no"),
    _C.name == bindparam("name"),
)
_FIND: Final = Statement(select(_C.content).where(*_KEY))
_DELETE: Final = Statement(delete(SETTING).where(*_KEY))
_UPSERT: Final = Statement(
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
    """How much of a file was processed."""

    done: int = 0
    """Products of the file that were processed, with any result."""
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    failed: int = 0
    errors: int = 0
    """Rows at fault; a product fails with the first of its own."""
    errors_bytes: int = 0
    """Length of the file of errors."""


class PlannedRecord(Struct, frozen=True):
    """What became, or in a dry run would become, of a record that is not at fault."""

    line: int
    code: str
    outcome: str
    """new, changed or unchanged"""


def progress_name(*identity: str) -> str:
    """Return the stored name of an import, which its parameters identify."""
    return "import:" + hashlib.sha256("\n".join(identity).encode()).hexdigest()


async def read(db: Session, progress_name: str) -> Progress:
    """Return the progress of an import; the start for one not begun, or already ended."""
    return await read_note(db, progress_name, Progress())


async def keep(db: Session, progress_name: str, progress: Progress) -> None:
    """Store the progress of an import, in the transaction that makes it."""
    await write_note(db, progress_name, progress)


async def read_note(db: Session, progress_name: str, default: S) -> S:
    """Return the stored note of an import, or `default`."""
    row = await db.one(_FIND, shop_no=_SHOP, name=progress_name)
    return default if row is None else msgspec.json.decode(row[0], type=type(default))


async def write_note(db: Session, progress_name: str, note: Struct) -> None:
    """Store the note of an import, replacing an earlier one."""
    content = msgspec.json.encode(note).decode()
    await db.run(_UPSERT, shop_no=_SHOP, name=progress_name, content=content)


async def forget(db: Session, progress_name: str) -> None:
    """Delete the note of an import that has ended."""
    await db.run(_DELETE, shop_no=_SHOP, name=progress_name)
