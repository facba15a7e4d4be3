"""The file format of backups: a tar in which every byte is verified.

It is an ordinary POSIX (pax) tar, so that any machine can open it. Each member's header has the
SHA-256 of its content; the last member is the manifest, with the SHA-256 of every byte before it.
The bytes after that follow from the manifest, so that no byte goes unverified.
"""

import hashlib
import tarfile
from collections.abc import Iterator
from typing import BinaryIO, Final

from msgspec import Struct

MANIFEST: Final = "manifest.json"
BLOCK: Final = 512
_DIGEST: Final = "OPENMALL.sha256"
_ENDING: Final = bytes(2 * BLOCK)
MAX_MEMBER_BYTES: Final = 256 * 1024 * 1024
"""A larger member was not written by this program."""


class Broken(Exception):
    """The file is damaged; the message says where."""


class Member(Struct, frozen=True, kw_only=True):
    """A member of the file, and the offset of its content."""

    name: str
    digest: str
    offset: int
    size: int


def encode_member(name: str, content: bytes, *, at: int) -> bytes:
    """Return the bytes of a member: headers, content, and zeros up to a block.

    `at`: its modification time, UTC seconds.
    """
    info = tarfile.TarInfo(name)
    info.size, info.mtime, info.mode = len(content), at, 0o600
    info.pax_headers = {_DIGEST: hashlib.sha256(content).hexdigest()}
    head = info.tobuf(tarfile.PAX_FORMAT, "utf-8", "strict")
    return head + content + bytes(-len(content) % BLOCK)


class Writer:
    """Writes members sequentially."""

    def __init__(self, file: BinaryIO, *, at: int) -> None:
        self._file = file
        self._at = at
        self._hash = hashlib.sha256()

    def add(self, name: str, content: bytes) -> bytes:
        """Add a member; return the SHA-256 of its content."""
        self._write(encode_member(name, content, at=self._at))
        return hashlib.sha256(content).digest()

    def so_far(self) -> str:
        """Return the SHA-256 of every byte written so far."""
        digest: str = self._hash.hexdigest()
        return digest

    def end(self, manifest: bytes) -> None:
        """Write the manifest and the end of the archive."""
        self._write(encode_member(MANIFEST, manifest, at=self._at) + _ENDING)

    def _write(self, octets: bytes) -> None:
        self._hash.update(octets)
        self._file.write(octets)


class Reader:
    """Reads a file from beginning to end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self._last = ""
        self._at = 0
        self.manifest: bytes | None = None
        self.before = ""
        """The SHA-256 of every byte before the manifest, once that is read."""

    def members(self) -> Iterator[tuple[Member, bytes]]:
        """Yield each member before the manifest with its content, then read the manifest.

        Raises Broken where it cannot continue. Content that differs from its digest is yielded.
        """
        while True:
            start, before = self._file.tell(), self._hash.copy()
            info, records = self._header()
            content = self._content(info)
            digest = records.get(_DIGEST, "")
            if info.name != MANIFEST:
                self._last = info.name
                offset = self._file.tell() - len(content) - (-len(content) % BLOCK)
                yield (
                    Member(name=info.name, digest=digest, offset=offset, size=len(content)),
                    content,
                )
                continue
            self._file.seek(start)
            ending = encode_member(MANIFEST, content, at=int(info.mtime)) + _ENDING
            if self._file.read(len(ending)) != ending or self._file.read(1):
                raise Broken(f"the end of the file, from {MANIFEST} on, is not as it was written")
            self.manifest, self.before = content, before.hexdigest()
            return

    def _header(self) -> tuple[tarfile.TarInfo, dict[str, str]]:
        info = self._block()
        if info.type != tarfile.XHDTYPE:
            raise Broken(f"{self._place()} stands a member without a digest")
        records = _records(self._content(info))
        header = self._block()
        if not header.isreg() or records is None:
            raise Broken(f"{self._place()} stands something that is no member of a copy")
        header.name = records.get("path", header.name)
        return header, records

    def _block(self) -> tarfile.TarInfo:
        block = self._read(BLOCK)
        try:
            return tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        except (tarfile.HeaderError, ValueError) as error:
            raise Broken(f"{self._place()} the file is damaged: {error}") from None

    def _content(self, info: tarfile.TarInfo) -> bytes:
        if not 0 <= info.size <= MAX_MEMBER_BYTES:
            raise Broken(f"{self._place()} stands a member of {info.size} bytes")
        content = self._read(info.size)
        self._read(-info.size % BLOCK)
        return content

    def _read(self, size: int) -> bytes:
        self._at = self._file.tell()
        content = self._file.read(size)
        if len(content) != size:
            raise Broken(f"{self._place()} the file is cut off")
        self._hash.update(content)
        return content

    def _place(self) -> str:
        return f"after {self._last} (byte {self._at:,})" if self._last else f"at byte {self._at:,}"


def _records(content: bytes) -> dict[str, str] | None:
    """Return the records of a pax header; None when they cannot be read."""
    records = {}
    while content:
        length, blank, _ = content.partition(b" ")
        if not blank or not length.isdigit() or not len(length) < int(length) <= len(content):
            return None
        record, content = content[: int(length)], content[int(length) :]
        key, _, value = record[len(length) + 1 : -1].partition(b"=")
        try:
            records[key.decode()] = value.decode()
        except UnicodeDecodeError:
            return None
    return records
