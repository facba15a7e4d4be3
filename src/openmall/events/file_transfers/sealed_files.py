"""Sealed parts of imported and exported files, which hold personal data."""

from collections.abc import Sequence
from typing import Final

from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.events.file_transfers import file_store
from openmall.events.file_transfers.tables import PART

PART_BYTES: Final = 512 * 1024
"""Bytes of a part of a file that is exported; the last is shorter."""


def about(mall_id: str, transfer_no: int, part_no: int) -> str:
    """Return the purpose that a part of a file is sealed for."""
    return f"{mall_id} file {transfer_no} {part_no}"


def seal_part(seal: Seal, mall_id: str, transfer_no: int, part_no: int, content: str) -> str:
    """Return the sealed content of a part, which is base64."""
    return seal.close(content, about=about(mall_id, transfer_no, part_no))


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    number, part = after or ("0", "0")
    found = await file_store.sealed(db, int(number), int(part))
    for transfer_no, part_no, content in found:
        again = tally.text(seal, content, about(db.mall_id, transfer_no, part_no))
        if again:
            await file_store.replace_sealed(db, transfer_no, part_no, again)
    return (str(found[-1][0]), str(found[-1][1])) if found else None


SEALED: Final = EncryptedTable(
    table=PART.name, columns=frozenset({"content"}), of_malls=True, renew=_renew
)
"""Parts of files that are imported, or were exported."""
