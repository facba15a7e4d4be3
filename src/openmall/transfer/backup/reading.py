"""Reads a backup, and verifies every byte, count and row of it."""

import gzip
import hashlib
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from openmall.database.session import Row
from openmall.transfer.backup import shape
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.shape import About, Manifest, Part, Sum
from openmall.transfer.backup.tar import Broken, Member, Reader

MAX_PROBLEMS: Final = 50
"""Problems that are reported; a file with more is as useless."""


class Copy:
    """A backup whose members are indexed, for random access."""

    def __init__(self, path: Path, manifest: Manifest, members: dict[str, list[Member]]) -> None:
        self.path = path
        self.manifest = manifest
        self._members = members
        """Rows and facts: part -> its members in order."""
        self.columns = {part.name: part.columns for part in manifest.parts if part.columns}

    @property
    def about(self) -> About:
        return self.manifest.about

    def parts(self, kind: str) -> dict[str, Part]:
        """Return the parts of a kind by table or mall."""
        return {
            part.name.partition("/")[2]: part
            for part in self.manifest.parts
            if part.name.startswith(f"{kind}/")
        }

    async def rows(self, kind: str, table: str) -> AsyncIterator[Sequence[Row]]:
        """Iterate over the rows of a table, page by page."""
        with self.path.open("rb") as file:
            for member in self._members.get(f"{kind}/{table}", ()):
                file.seek(member.offset)
                yield shape.decoded(gzip.decompress(file.read(member.size)))

    def pictures(self) -> Iterator[tuple[str, str, bytes]]:
        """Iterate over all pictures: mall, path, content."""
        for name, content in self._each(shape.PICTURES):
            mall_id, _, path = name.partition("/")[2].partition("/")
            yield mall_id, path, content

    def key(self) -> str:
        """Return the key that opens sealed values; empty: the backup does not include it."""
        return next((content.decode() for _, content in self._each(shape.KEY)), "")

    def _each(self, kind: str) -> Iterator[tuple[str, bytes]]:
        with self.path.open("rb") as file:
            for member, content in Reader(file).members():
                if member.name.partition("/")[0] == kind:
                    yield member.name, content


class Examined(Struct, frozen=True, kw_only=True):
    """The result of reading a whole file."""

    copy: Copy | None
    """None: it cannot be read at all."""
    problems: list[str]


class _ReadPart:
    """Members, digests and rows read of a part."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.count = 0
        self.digests = hashlib.sha256()
        self.total = Sum()


def examine(
    path: Path, *, report_progress: Callable[[float], None] = lambda share: None
) -> Examined:
    """Read a file from beginning to end, and report every problem.

    Raises NotPossible for a file that is no backup, or has a newer format; OSError.
    """
    size = max(path.stat().st_size, 1)
    problems: list[str] = []
    read_parts: dict[str, _ReadPart] = {}
    about: About | None = None
    with path.open("rb") as file:
        reader = Reader(file)
        try:
            for member, content in reader.members():
                if about is None:
                    about = _about(path, member, content)
                problems += _problems_of(member, content, read_parts)
                report_progress(member.offset / size)
        except Broken as broken:
            if about is None:
                raise NotPossible(f"{path} is no copy that openmall made: {broken}") from None
            problems.append(str(broken))
    if reader.manifest is None:
        problems = problems or ["the file has no manifest"]
        return Examined(copy=None, problems=problems[:MAX_PROBLEMS])
    try:
        manifest = msgspec.json.decode(reader.manifest, type=Manifest)
    except msgspec.DecodeError as error:
        return Examined(copy=None, problems=[*problems, f"the manifest cannot be read: {error}"])
    if reader.before != manifest.before and not problems:
        problems.append("bytes between the members are not as they were written")
    if about != manifest.about:
        problems.append(f"{shape.ABOUT} is not what the manifest says")
    problems += _missing(manifest, read_parts)
    rows = {name: each.members for name, each in read_parts.items() if each.members}
    return Examined(copy=Copy(path, manifest, rows), problems=problems[:MAX_PROBLEMS])


def _about(path: Path, member: Member, content: bytes) -> About:
    try:
        if member.name != shape.ABOUT:
            raise ValueError(f"it begins with {member.name}")
        about = msgspec.json.decode(content, type=About)
    except ValueError as error:
        raise NotPossible(f"{path} is no copy that openmall made: {error}") from None
    if about.format > shape.FORMAT:
        raise NotPossible(f"{path} has format {about.format}, which this program does not know yet")
    return about


def _problems_of(member: Member, content: bytes, read_parts: dict[str, _ReadPart]) -> list[str]:
    """Verify one member and add it to its part; return its problems."""
    digest = hashlib.sha256(content).digest()
    problems = []
    if digest.hex() != member.digest:
        problems.append(f"{member.name} is not as it was written")
    kind, _, part_name = member.name.partition("/")
    if not part_name:
        return problems
    name = f"{kind}/{part_name.partition('/')[0]}"
    part = read_parts.setdefault(name, _ReadPart())
    part.count += 1
    part.digests.update(digest)
    if kind == shape.PICTURES:
        return problems
    part.members.append(member)
    try:
        lines = gzip.decompress(content)
        shape.decoded(lines)
        for line in lines.split(b"\n"):
            part.total.add(line)
    except (OSError, EOFError, zlib.error, msgspec.DecodeError) as error:
        problems.append(f"{member.name} cannot be read: {error}")
    return problems


def _missing(manifest: Manifest, read_parts: dict[str, _ReadPart]) -> list[str]:
    """Return the differences between the manifest and the parts that were read."""
    problems = []
    parts = {part.name: part for part in manifest.parts}
    for name in sorted(read_parts.keys() - parts.keys()):
        problems.append(f"{name} is in the file, but not in the manifest")
    for name, part in parts.items():
        met = read_parts.get(name) or _ReadPart()
        if met.count != part.members:
            problems.append(f"{name} has {met.count} members, and should have {part.members}")
        elif met.digests.hexdigest() != part.digest:
            problems.append(f"{name} is not made of the members that were written")
        if part.columns and met.total.rows != part.rows:
            problems.append(f"{name} has {met.total.rows:,} rows, and should have {part.rows:,}")
        elif part.columns and met.total.text() != part.sum:
            problems.append(f"the rows of {name} are not those that were written")
    return problems
