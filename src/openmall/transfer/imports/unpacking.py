"""A compressed file as its content, which is bounded by the size of the file.

Rows compress ten to fifty times. A file of 10 MB that unpacks a thousand times holds up the worker
that reads it for an hour, whatever it does with the rows.
"""

import gzip
from typing import IO, Final

TIMES: Final = 200
"""How many times its own size a file may unpack to."""
ALWAYS: Final = 16_000_000
"""Bytes that any file may unpack to."""


class UnpacksTooMuch(Exception):
    """The content is larger than that of files of rows ever is."""


class Unpacked(gzip.GzipFile):
    """The content of a gzip file. Raises UnpacksTooMuch beyond its bound."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        """`size`: bytes of the compressed file."""
        super().__init__(fileobj=file)
        self._left = max(ALWAYS, size * TIMES)

    def read(self, size: int | None = -1) -> bytes:
        """Read as `GzipFile` does."""
        return self._counted(super().read(size))

    def read1(self, size: int = -1) -> bytes:
        """Read as `GzipFile` does."""
        return self._counted(super().read1(size))

    def readline(self, size: int | None = -1) -> bytes:
        """Read as `GzipFile` does."""
        return self._counted(super().readline(size))

    def _counted(self, some: bytes) -> bytes:
        self._left -= len(some)
        if self._left < 0:
            raise UnpacksTooMuch
        return some
