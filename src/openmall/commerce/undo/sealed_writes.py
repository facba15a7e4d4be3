"""Sealed content of recorded writes: rows, which may contain a secret of the shop."""

import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.tables import WRITE
from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.seal import Seal
from openmall.database.session import Session

_LEVEL: Final = 1
"""Of zlib: the fastest."""


class RevertedRow(Struct, frozen=True, kw_only=True):
    """A row that a write changed, without the mall."""

    table: str
    key: dict[str, Any]
    before: dict[str, Any] | None
    """What differed, as it was; of a deleted row every column; None: there was no row."""
    after: dict[str, Any] | None
    """The same columns as they became; of a new row every column; None: it was deleted."""


class AnnouncedEvent(Struct, frozen=True):
    """An event that a write published."""

    event_no: int
    shop_no: int
    number: int
    """Of the product or category that it is about."""


class WriteContent(Struct, frozen=True, kw_only=True):
    """What is known of a write to undo it."""

    rows: list[RevertedRow]
    events: list[AnnouncedEvent]


def about(mall_id: str, write_no: int) -> str:
    """Return the purpose that the content of a write is sealed for."""
    return f"{mall_id} write {write_no}"


def sealed(seal: Seal, mall_id: str, write_no: int, encoded: bytes) -> str:
    """Compress and seal the encoded content of a write."""
    # most of it is the same for each row: names of columns, and what did not change of a document
    packed = zlib.compress(encoded, _LEVEL)
    return seal.close_bytes(packed, about=about(mall_id, write_no))


def opened(seal: Seal, mall_id: str, write_no: int, content: str) -> WriteContent:
    """Open the content of a write that can be undone."""
    found = seal.open_bytes(content, about=about(mall_id, write_no))
    if not found.startswith(b"{"):  # as it was stored before it was compressed
        found = zlib.decompress(found)
    return msgspec.json.decode(found, type=WriteContent)


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    [write] = after or ("-1",)
    found = await write_store.sealed(db, int(write))
    for write_no, content in found:
        again = content and tally.text(seal, content, about(db.mall_id, write_no))
        if again:
            await write_store.replace_sealed(db, write_no, content=again)
    return (str(found[-1][0]),) if found else None


SEALED: Final = EncryptedTable(
    table=WRITE.name, columns=frozenset({"content"}), of_malls=True, renew=_renew
)
