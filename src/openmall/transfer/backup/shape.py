"""The members of a backup: its description, its parts and the manifest.

The format is described in docs/backup.md; a change of it increments FORMAT.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

FORMAT: Final = 1
ABOUT: Final = "about.json"
KEY: Final = "secret.key"
ROWS: Final = "rows"
FACTS: Final = "facts"
PICTURES: Final = "pictures"
_DIGESTS: Final = 1 << 256


class About(Struct, frozen=True, kw_only=True):
    """The first member: what the backup holds."""

    format: int = FORMAT
    program: str
    """Version of openmall that made it."""
    schema: str
    """Of the store; openmall that knows it can read the copy."""
    taken_at: int
    """UTC seconds: everything acknowledged before is in it, nothing of later."""
    store: str
    """sqlite or postgresql."""
    mall_id: str
    """The mall it is of; empty: of the whole installation."""
    pictures: bool
    facts: bool
    key: bool
    """Whether these are in it: pictures, facts of analytics, the key that opens sealed secrets."""


class MallInside(Struct, frozen=True, kw_only=True):
    """A mall in a backup, and its last event."""

    mall_id: str
    name: str
    events: int
    """The number of the last event it had announced."""


class Part(Struct, frozen=True, kw_only=True):
    """Members that belong together: the rows of a table, the pictures of a mall."""

    name: str
    """`rows/product`; its members are called so, and have a number or the picture's path."""
    members: int
    digest: str
    """SHA-256 of the members' own, one after the other."""
    columns: list[str] = []
    rows: int = 0
    sum: str = ""
    """Of rows: the sum of the SHA-256 of each as JSON, modulo 2^256, whatever their order."""


class Manifest(Struct, frozen=True, kw_only=True):
    """The last member: every part there must be."""

    about: About
    malls: list[MallInside]
    parts: list[Part]
    before: str
    """SHA-256 of every byte of the file before this member."""


class Sum:
    """A checksum of rows that does not depend on their order."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, row: bytes) -> None:
        """Add a row, encoded as JSON."""
        self.rows += 1
        self._sum += int.from_bytes(hashlib.sha256(row).digest(), "big")

    def text(self) -> str:
        return f"{self._sum % _DIGESTS:064x}"


_ENCODER: Final = msgspec.json.Encoder()
_ROW: Final = msgspec.json.Decoder(list[Any])


def encoded(row: Sequence[Any]) -> bytes:
    """Encode a row as a line of a member."""
    return _ENCODER.encode(tuple(row))


def decoded(lines: bytes) -> list[list[Any]]:
    """Decode the rows of a member. Raises msgspec.DecodeError."""
    return _ROW.decode_lines(lines)
