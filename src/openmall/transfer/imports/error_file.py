"""The file of faulty rows, as JSON lines."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from openmall.transfer.imports.rows import RowError


class Errors:
    """The file of faulty rows; a resumed run truncates it to its last stored progress."""

    def __init__(self, path: Path | None) -> None:
        """`path`: None: nothing is written."""
        self._path = path
        self._file: IO[bytes] | None = None

    @contextmanager
    def going_on(self, length: int) -> Iterator[None]:
        """Open the file for append, truncated to `length` bytes; 0: start over."""
        if self._path is None:
            yield
            return
        keep = length > 0 and self._path.exists()
        with self._path.open("r+b" if keep else "wb") as self._file:
            yield

    def write(self, at: int, errors: list[RowError]) -> int:
        """Write `errors` at byte `at`, the file's new end; return where they end."""
        if self._file is None:
            return at
        self._file.seek(0, 2)
        self._file.seek(min(at, self._file.tell()))
        self._file.truncate()
        for error in errors:
            self._file.write(msgspec.json.encode(error, enc_hook=str) + b"\n")
        self._file.flush()
        return self._file.tell()
