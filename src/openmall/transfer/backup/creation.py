"""Writes a backup: the rows of one snapshot, then facts, pictures, and the manifest.

One member at a time is in memory. The file is written beside its place, and takes its name once it
is complete and synced to disk.
"""

import fcntl
import gzip
import hashlib
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from openmall.analytics.engine.engine import Engine
from openmall.configuration import Configuration
from openmall.database.session import Row
from openmall.database.snapshot import Snapshot
from openmall.media.store import Store
from openmall.transfer.backup import facts, shape, tables
from openmall.transfer.backup.shape import About, MallInside, Manifest, Part, Sum
from openmall.transfer.backup.tar import Writer

MEMBER_BYTES: Final = 4 * 1024 * 1024
"""Bytes of buffered rows after which a member is written."""
_LEVEL: Final = 3
_EVENTS: Final = "event"
"""The series of numbers that events are of."""


class NotPossible(Exception):
    """The backup cannot be written or restored; the message says why."""


class BackupOptions(Struct, frozen=True, kw_only=True):
    """What a backup includes."""

    mall_id: str = ""
    """Empty: the whole installation."""
    pictures: bool = True
    facts: bool = True
    key: bool = False


class _Parts:
    """Writes members and collects their parts for the manifest."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.parts: list[Part] = []

    async def rows(
        self, name: str, columns: Sequence[str], pages: AsyncIterator[Sequence[Row]]
    ) -> None:
        """Write the rows of a table."""
        total, digests, members = Sum(), hashlib.sha256(), 0
        lines: list[bytes] = []
        buffered_bytes = 0

        def write() -> None:
            nonlocal members, buffered_bytes
            members += 1
            content = gzip.compress(b"\n".join(lines), _LEVEL, mtime=0)
            digests.update(self._writer.add(f"{name}/{members:06}.jsonl.gz", content))
            lines.clear()
            buffered_bytes = 0

        async for page in pages:
            for row in page:
                line = shape.encoded(row)
                total.add(line)
                lines.append(line)
                buffered_bytes += len(line)
            if buffered_bytes >= MEMBER_BYTES:
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
        """Write the pictures of a mall, without those deleted meanwhile."""
        digests, members = hashlib.sha256(), 0
        for picture in store.every(mall_id):
            content = store.read(mall_id, picture.path)
            if content is not None:
                members += 1
                name = f"{shape.PICTURES}/{mall_id}/{picture.path}"
                digests.update(self._writer.add(name, content))
        if members:
            name = f"{shape.PICTURES}/{mall_id}"
            self.parts.append(Part(name=name, members=members, digest=digests.hexdigest()))


async def write_backup(
    target: Path,
    backup_options: BackupOptions,
    *,
    configuration: Configuration,
    snapshot: Snapshot,
    store: Store,
    engine: Engine | None,
    now: Callable[[], float],
    program: str,
    report_progress: Callable[[float], None],
) -> Manifest:
    """Write a backup to `target`, which must not exist. `watch`: called with the progress, 0 to 1.

    `snapshot` is not entered yet; `engine` stores the facts, None: there are none. Raises
    NotPossible, DatabaseAway, PicturesAway, EngineAway, OSError.
    """
    taken_at = int(now())
    async with snapshot:
        _require_space(target.parent, await _size(snapshot, backup_options, store))
        every = await snapshot.tables()
        malls = await _malls(snapshot, every, backup_options.mall_id)
        about = About(
            program=program,
            schema=await snapshot.schema(),
            taken_at=taken_at,
            store="postgresql" if configuration.database else "sqlite",
            mall_id=backup_options.mall_id,
            pictures=backup_options.pictures,
            facts=backup_options.facts,
            key=backup_options.key,
        )
        with _unfinished_file(target) as file:
            writer = Writer(file, at=taken_at)
            writer.add(shape.ABOUT, msgspec.json.format(msgspec.json.encode(about)))
            if backup_options.key:
                writer.add(shape.KEY, _key(configuration))
            parts = _Parts(writer)
            if backup_options.facts and engine is not None:
                # before the facts are read from the engine, or pending ones would be in neither
                await facts.flush_pending(snapshot, engine, backup_options.mall_id)
            for at, (name, columns) in enumerate(sorted(every.items())):
                if _includes(name, backup_options):
                    pages = _rows(snapshot, name, columns, backup_options.mall_id)
                    await parts.rows(f"{shape.ROWS}/{name}", columns, pages)
                report_progress((at + 1) / len(every) * 0.7)
            if backup_options.facts and engine is not None:
                for name, columns in facts.columns().items():
                    pages = facts.rows(engine, name, backup_options.mall_id)
                    await parts.rows(f"{shape.FACTS}/{name}", columns, pages)
            report_progress(0.8)
            if backup_options.pictures:
                for at, mall in enumerate(malls):
                    parts.pictures(mall.mall_id, store)
                    report_progress(0.8 + (at + 1) / len(malls) * 0.2)
            manifest = Manifest(about=about, malls=malls, parts=parts.parts, before=writer.so_far())
            writer.end(msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def _includes(table: str, backup_options: BackupOptions) -> bool:
    if table == tables.PENDING_FACTS and backup_options.facts:
        return False
    if not backup_options.mall_id:
        return True
    return tables.is_restored(table, renamed=False) or tables.holds_apps(table)


async def _rows(
    snapshot: Snapshot, table: str, columns: Sequence[str], mall_id: str
) -> AsyncIterator[Sequence[Row]]:
    if not mall_id:
        async for page in snapshot.rows(table, columns):
            yield page
    elif tables.holds_apps(table):
        async for apps in snapshot.rows("installation", ["client_id"], only=("mall_id", mall_id)):
            for (client_id,) in apps:
                async for page in snapshot.rows(table, columns, only=("client_id", client_id)):
                    yield page
    else:
        async for page in snapshot.rows(table, columns, only=(tables.mall_column(table), mall_id)):
            yield page


async def _malls(snapshot: Snapshot, every: dict[str, list[str]], mall_id: str) -> list[MallInside]:
    if tables.MALL not in every:
        raise NotPossible("there is no store yet")
    mall_names: dict[str, str] = {}
    only = ("mall_id", mall_id) if mall_id else None
    async for page in snapshot.rows(tables.MALL, ["mall_id", "name"], only=only):
        mall_names |= {row[0]: row[1] for row in page}
    if mall_id and not mall_names:
        raise NotPossible(f"there is no mall {mall_id!r}")
    announced: dict[str, int] = {}
    async for page in snapshot.rows("counter", ["mall_id", "value"], only=("name", _EVENTS)):
        announced |= {row[0]: row[1] for row in page}
    return [
        MallInside(mall_id=each, name=name, events=announced.get(each, 0))
        for each, name in sorted(mall_names.items())
    ]


async def _size(snapshot: Snapshot, backup_options: BackupOptions, store: Store) -> int:
    """Return the bytes a backup may take: for rows, half of the uncompressed store."""
    size = 0 if backup_options.mall_id else await snapshot.size() // 2
    if backup_options.pictures and backup_options.mall_id:
        size += sum(picture.size for picture in store.every(backup_options.mall_id))
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
def _unfinished_file(target: Path) -> Iterator[BinaryIO]:
    """Provide a file beside the target that is renamed to it once it is synced to disk."""
    if target.exists():
        raise NotPossible(f"{target} is there already")
    unfinished = target.with_name(f".{target.name}.part")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "wb", buffering=1024 * 1024) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if target.exists():
                # another process completed it between the two checks, and this may be its file
                raise BlockingIOError
        except BlockingIOError:
            raise NotPossible(f"{target} is being written by another process") from None
        # left by a process that was stopped
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
