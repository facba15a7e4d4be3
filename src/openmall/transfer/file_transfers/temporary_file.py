"""Files of imports and exports while a worker has them in hand: without a name, on its disk."""

import asyncio
import base64
import os
import tempfile
from pathlib import Path
from typing import IO, Final

from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.file_transfers import file_store, sealed_files
from openmall.events.file_transfers.sealed_files import PART_BYTES
from openmall.events.file_transfers.store import Transfer

_OPEN_FILES: Final = Path("/proc/self/fd")


def unnamed() -> IO[bytes]:
    """Return a new file that is gone when it is closed, or its process is killed."""
    return tempfile.TemporaryFile()


def path_of(file: IO[bytes]) -> Path:
    """Return the path by which this process opens an unnamed file again."""
    return _OPEN_FILES / str(file.fileno())


async def unseal(
    database: Database, mall_id: str, seal: Seal, transfer: Transfer, file: IO[bytes]
) -> None:
    """Write the parts of an uploaded file to `file`, one after the other."""
    for part_no in range(1, transfer.parts + 1):
        async with database.reading(mall_id) as db:
            sealed = await file_store.part(db, transfer.transfer_no, part_no)
        if sealed is None:
            raise FileNotFoundError(f"part {part_no} of the file is missing")
        about = sealed_files.about(mall_id, transfer.transfer_no, part_no)
        file.write(base64.b64decode(seal.open(sealed, about=about)))
        await asyncio.sleep(0)  # other work of the process goes on
    file.flush()


async def keep(
    database: Database,
    mall_id: str,
    seal: Seal,
    transfer: Transfer,
    file: IO[bytes],
    *,
    first_part: int = 1,
) -> tuple[int, int]:
    """Store a file in sealed parts, a transaction each; return their number and bytes."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    part_no = first_part - 1
    while content := file.read(PART_BYTES):
        part_no += 1
        text = base64.b64encode(content).decode()
        sealed = sealed_files.seal_part(seal, mall_id, transfer.transfer_no, part_no, text)
        async with database.writing(mall_id) as db:
            await file_store.put_part(db, transfer.transfer_no, part_no, len(content), sealed)
    return part_no - first_part + 1, size
