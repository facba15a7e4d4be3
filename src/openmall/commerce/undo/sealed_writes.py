"""Sealed content of recorded writes: rows, which may contain a secret of the shop."""

import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.coupon_issues import ISSUES, MovedIssues
from openmall.commerce.undo.ledgers import BALANCES, STOCK, MovedBalance, MovedStock
from openmall.commerce.undo.tables import PERSONAL, WRITE
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
    person: str = ""
    """The customer whose data it has; empty: no customer's."""

    @property
    def member_id(self) -> str:
        """Return the customer; rows that were recorded before `person` have it in their key."""
        return self.person or str(self.key.get("member_id") or "")


class AnnouncedEvent(Struct, frozen=True):
    """An event that a write published."""

    event_no: int
    shop_no: int
    number: int | str
    """Number or code of what it is about; 0: an event that is not published again."""


class WriteContent(Struct, frozen=True, kw_only=True):
    """What is known of a write to undo it."""

    rows: list[RevertedRow]
    events: list[AnnouncedEvent]
    stock: list[MovedStock] = []
    balances: list[MovedBalance] = []
    coupons: list[MovedIssues] = []
    lost: dict[str, int] = {}
    """Table -> how many rows went with what they belonged to, and do not come back."""
    persons: list[str] = []
    """Customers of whom it changed rows, which are stored apart."""
    undid: list[int] = []
    """Numbers of the writes that it undid."""
    scopes: list[str] = []
    """Scopes of their operations."""

    def movements(self) -> list[tuple[str, MovedStock | MovedBalance | MovedIssues]]:
        """Return what it moved in ledgers: resource and movement."""
        return [
            *((STOCK, each) for each in self.stock),
            *((BALANCES, each) for each in self.balances),
            *((ISSUES, each) for each in self.coupons),
        ]


def split(
    rows: Sequence[RevertedRow],
) -> tuple[list[RevertedRow], dict[str, list[RevertedRow]]]:
    """Return the rows without a customer, and those of each customer by member id."""
    of_nobody: list[RevertedRow] = []
    of_persons: dict[str, list[RevertedRow]] = {}
    for row in rows:
        if row.person:
            of_persons.setdefault(row.person, []).append(row)
        else:
            of_nobody.append(row)
    return of_nobody, of_persons


def close_rows(seal: Seal, mall_id: str, write_no: int, rows: list[RevertedRow]) -> str:
    """Return rows of a customer, sealed."""
    return seal.close(msgspec.json.encode(rows).decode(), about=about(mall_id, write_no))


def open_rows(seal: Seal, mall_id: str, write_no: int, sealed: str) -> list[RevertedRow]:
    """Open rows of a customer."""
    text = seal.open(sealed, about=about(mall_id, write_no))
    return msgspec.json.decode(text, type=list[RevertedRow])


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


async def _renew_personal(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    write, member = after or ("-1", "")
    found = await write_store.sealed_personal(db, int(write), member)
    for write_no, member_id, sealed in found:
        again = sealed and tally.text(seal, sealed, about(db.mall_id, write_no))
        if again:
            await write_store.replace_personal(db, write_no, member_id, sealed=again)
    return (str(found[-1][0]), found[-1][1]) if found else None


SEALED: Final = EncryptedTable(
    table=WRITE.name, columns=frozenset({"content"}), of_malls=True, renew=_renew
)
SEALED_PERSONAL: Final = EncryptedTable(
    table=PERSONAL.name, columns=frozenset({"sealed"}), of_malls=True, renew=_renew_personal
)
