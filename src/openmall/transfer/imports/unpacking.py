"""A compressed file as its content, which is bounded by the size of the file.

Rows compress ten to fifty times. A file of 10 MB that unpacks a thousand times holds up the worker
that reads it for an hour, whatever it does with the rows.
"""

import gzip
import io
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

TIMES: Final = 200
"""How many times its own size a file may unpack to."""
ALWAYS: Final = 16_000_000
"""Bytes that any file may unpack to."""


class UnpacksTooMuch(Exception):
    """The content is larger than that of files of rows ever is."""


class Unpacked(io.RawIOBase):
    """The content of a gzip file. Raises UnpacksTooMuch beyond its bound."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        """`size`: bytes of the compressed file."""
        self._content = gzip.GzipFile(fileobj=file)
        self._left = max(ALWAYS, size * TIMES)

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        """Read into a buffer; return the number of bytes, 0 at the end."""
        view = memoryview(buffer)
        some = self._content.read1(view.nbytes)
        self._left -= len(some)
        if self._left < 0:
            raise UnpacksTooMuch
        view[: len(some)] = some
        return len(some)


def unpacked(file: IO[bytes], size: int) -> io.BufferedReader:
    """Return the content of a gzip file of `size` bytes. Reading raises UnpacksTooMuch."""
    return io.BufferedReader(Unpacked(file, size))
