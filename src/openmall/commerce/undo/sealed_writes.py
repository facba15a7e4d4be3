"""Sealed content of recorded writes: rows, which may contain a secret of the shop."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.ledgers import MovedBalance, MovedStock
from openmall.commerce.undo.tables import WRITE
from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.seal import Seal
from openmall.database.session import Session


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
    """Of the product or category that it is about; 0: an event that is not published again."""


class WriteContent(Struct, frozen=True, kw_only=True):
    """What is known of a write to undo it."""

    rows: list[RevertedRow]
    events: list[AnnouncedEvent]
    stock: list[MovedStock] = []
    balances: list[MovedBalance] = []
    lost: dict[str, int] = {}
    """Table -> how many rows went with what they belonged to, and do not come back."""
    undid: list[int] = []
    """Numbers of the writes that it undid."""
    scopes: list[str] = []
    """Scopes of their operations."""


def about(mall_id: str, write_no: int) -> str:
    """Return the purpose that the content of a write is sealed for."""
    return f"{mall_id} write {write_no}"


def opened(seal: Seal, mall_id: str, write_no: int, content: str) -> WriteContent:
    """Open the content of a write that can be undone."""
    text = seal.open(content, about=about(mall_id, write_no))
    return msgspec.json.decode(text, type=WriteContent)


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
