"""Makes a copy: every row of one moment, then the facts, then the pictures, then what there is.

Nothing of it is kept in memory but one member, and nobody finds half of it: it is written beside
its place, and takes its name when it is whole and on the disk.
"""

import fcntl
import gzip
import hashlib
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Struct

from openmall.analytics.engine.engine import Engine
from openmall.configuration import Configuration
from openmall.copies import facts, shape, tables
from openmall.copies.shape import About, MallInside, Manifest, Part, Sum
from openmall.copies.tar import Writer
from openmall.database.snapshot import Snapshot
from openmall.files.store import Store

MEMBER: Final = 4 * 1024 * 1024
"""Bytes of rows from which a member is written."""
_LEVEL: Final = 3
_EVENTS: Final = "event"
"""The series of numbers that events are of."""


class NotPossible(Exception):
    """The copy cannot be made, or not be read back; says why."""


class What(Struct, frozen=True, kw_only=True):
    """What is to be copied."""

    mall_id: str = ""
    """Empty: the whole installation."""
    pictures: bool = True
    facts: bool = True
    key: bool = False


class _Parts:
    """Writes members, and keeps what they are."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.parts: list[Part] = []

    async def rows(
        self, name: str, columns: Sequence[str], pages: AsyncIterator[Sequence[Sequence[Any]]]
    ) -> None:
        """Write the rows of a table."""
        total, digests, members = Sum(), hashlib.sha256(), 0
        lines: list[bytes] = []
        waiting = 0

        def write() -> None:
            nonlocal members, waiting
            members += 1
            content = gzip.compress(b"\n".join(lines), _LEVEL, mtime=0)
            digests.update(self._writer.add(f"{name}/{members:06}.jsonl.gz", content))
            lines.clear()
            waiting = 0

        async for page in pages:
            for row in page:
                line = shape.encoded(row)
                total.add(line)
                lines.append(line)
                waiting += len(line)
            if waiting >= MEMBER:
                write()
        if lines:
            write()
        self.parts.append(
            Part(
                name=name,
                members=members,
                digest=digests.hexdigest(),
                columns=list(columns),
                rows=total.rows,
                sum=total.text(),
            )
        )

    def pictures(self, mall_id: str, store: Store) -> None:
        """Write the pictures of a mall; one that goes in this moment is not in it."""
        digests, members = hashlib.sha256(), 0
        for kept in store.every(mall_id):
            content = store.read(mall_id, kept.path)
            if content is not None:
                members += 1
                name = f"{shape.PICTURES}/{mall_id}/{kept.path}"
                digests.update(self._writer.add(name, content))
        if members:
            name = f"{shape.PICTURES}/{mall_id}"
            self.parts.append(Part(name=name, members=members, digest=digests.hexdigest()))


async def make(
    target: Path,
    what: What,
    *,
    configuration: Configuration,
    snapshot: Snapshot,
    store: Store,
    engine: Engine | None,
    now: Callable[[], float],
    program: str,
    watch: Callable[[float], None],
) -> Manifest:
    """Write a copy to `target`, which must not be there yet. `watch`: told the share that is done.

    `snapshot` is not entered yet; `engine` keeps the facts, None: there are none. Raises
    NotPossible, DatabaseAway, PicturesAway, EngineAway, OSError.
    """
    taken_at = int(now())
    async with snapshot:
        _require_space(target.parent, await _size(snapshot, what, store))
        every = await snapshot.tables()
        malls = await _malls(snapshot, every, what.mall_id)
        about = About(
            program=program,
            schema=await snapshot.schema(),
            taken_at=taken_at,
            store="postgresql" if configuration.database else "sqlite",
            mall_id=what.mall_id,
            pictures=what.pictures,
            facts=what.facts,
            key=what.key,
        )
        with _beside(target) as file:
            writer = Writer(file, at=taken_at)
            writer.add(shape.ABOUT, msgspec.json.format(msgspec.json.encode(about)))
            if what.key:
                writer.add(shape.KEY, _key(configuration))
            parts = _Parts(writer)
            if what.facts and engine is not None:
                # first, so that none of those that wait here is missing there
                await facts.hand_over(snapshot, engine, what.mall_id)
            for at, (name, columns) in enumerate(sorted(every.items())):
                if _is_in_it(name, what):
                    pages = _rows(snapshot, name, columns, what.mall_id)
                    await parts.rows(f"{shape.ROWS}/{name}", columns, pages)
                watch((at + 1) / len(every) * 0.7)
            if what.facts and engine is not None:
                for name, columns in facts.columns().items():
                    pages = facts.rows(engine, name, what.mall_id)
                    await parts.rows(f"{shape.FACTS}/{name}", columns, pages)
            watch(0.8)
            if what.pictures:
                for at, mall in enumerate(malls):
                    parts.pictures(mall.mall_id, store)
                    watch(0.8 + (at + 1) / len(malls) * 0.2)
            manifest = Manifest(about=about, malls=malls, parts=parts.parts, before=writer.so_far())
            writer.end(msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def _is_in_it(table: str, what: What) -> bool:
    if table == tables.FACTS_WAITING and what.facts:
        return False
    if not what.mall_id:
        return True
    return tables.goes(table, renamed=False) or table in tables.OF_APPS


async def _rows(
    snapshot: Snapshot, table: str, columns: Sequence[str], mall_id: str
) -> AsyncIterator[Sequence[Sequence[Any]]]:
    if not mall_id:
        async for page in snapshot.rows(table, columns):
            yield page
    elif table in tables.OF_APPS:
        async for apps in snapshot.rows("installation", ["client_id"], only=("mall_id", mall_id)):
            for (client_id,) in apps:
                async for page in snapshot.rows(table, columns, only=("client_id", client_id)):
                    yield page
    else:
        async for page in snapshot.rows(table, columns, only=(tables.column_of(table), mall_id)):
            yield page


async def _malls(snapshot: Snapshot, every: dict[str, list[str]], mall_id: str) -> list[MallInside]:
    if tables.MALL not in every:
        raise NotPossible("there is no store yet")
    named: dict[str, str] = {}
    only = ("mall_id", mall_id) if mall_id else None
    async for page in snapshot.rows(tables.MALL, ["mall_id", "name"], only=only):
        named |= {row[0]: row[1] for row in page}
    if mall_id and not named:
        raise NotPossible(f"there is no mall {mall_id!r}")
    announced: dict[str, int] = {}
    async for page in snapshot.rows("counter", ["mall_id", "value"], only=("name", _EVENTS)):
        announced |= {row[0]: row[1] for row in page}
    return [
        MallInside(mall_id=each, name=name, events=announced.get(each, 0))
        for each, name in sorted(named.items())
    ]


async def _size(snapshot: Snapshot, what: What, store: Store) -> int:
    """Return how many bytes the copy may take: of rows, those of the whole store before packing."""
    size = 0 if what.mall_id else await snapshot.size() // 2
    if what.pictures and what.mall_id:
        size += sum(kept.size for kept in store.every(what.mall_id))
    return size


def _require_space(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size:
        raise NotPossible(
            f"{folder} has {free // 2**20:,} MB left, the copy may take {size // 2**20:,} MB"
        )


def _key(configuration: Configuration) -> bytes:
    if configuration.secret_keys:
        return "\n".join([*configuration.secret_keys, ""]).encode()
    path = configuration.data_dir / "secret.key"
    if not path.exists():
        raise NotPossible(f"there is no key at {path}: nothing was sealed yet")
    return path.read_bytes()


@contextmanager
def _beside(target: Path) -> Iterator[BinaryIO]:
    """Give a file beside the target, which takes its place once all is on the disk."""
    if target.exists():
        raise NotPossible(f"{target} is there already")
    unfinished = target.with_name(f".{target.name}.part")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "wb", buffering=1024 * 1024) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if target.exists():
                # it was whole between our two looks, and may be this very file
                raise BlockingIOError
        except BlockingIOError:
            raise NotPossible(f"{target} is being written by another process") from None
        # of one that was stopped
        file.truncate(0)
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.rename(unfinished, target)
        finally:
            unfinished.unlink(missing_ok=True)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
