"""Restores one mall into a running installation, and removes one from it.

Rows are written a few hundred per transaction, so that other writers get their turn. Watched tables
and the mall's own row are written last, in one transaction: until then the mall is not served, and
a repeated restore removes what a stopped one left.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from msgspec import Struct

from openmall.access.malls.rules import RESTORING
from openmall.analytics.engine.engine import Batch, Engine
from openmall.database import sequences
from openmall.database.session import Database, DuplicateRow
from openmall.http.addressing import MALL_ID, RESERVED
from openmall.media.store import Store
from openmall.transfer.backup import facts, shape, store, tables
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.reading import Copy
from openmall.transfer.backup.rewriting import Rewriting, require_secrets_open, rows_of
from openmall.transfer.backup.sources import Source


class MallRestored(Struct, frozen=True, kw_only=True):
    """The result of a restore."""

    mall_id: str
    rows: int
    facts: int
    pictures: int
    sealed: int
    """Secrets of the mall that no key opens."""
    apps: list[str]
    """Client ids of apps in it; of a mall under another id none are."""
    new_apps: list[str]
    """Those of them that this installation did not know."""


class MallRemoved(Struct, frozen=True, kw_only=True):
    """The result of a removal."""

    mall_id: str
    rows: int
    pictures: int


async def restore(
    copy: Copy,
    source: Source,
    rewriting: Rewriting,
    *,
    database: Database,
    pictures: Store,
    engine: Engine,
    source_of_facts: str,
    announce: Callable[[], Awaitable[None]],
    report_progress: Callable[[float], None],
    reseal: Callable[[], Awaitable[int]],
) -> MallRestored:
    """Restore a mall under the id `rewriting.becomes`, which must be free.

    `source_of_facts`: a batch source the engine has not seen, beginning with the id; `announce`:
    called once the mall is served; `reseal`: seals with this installation's key what another
    sealed, and returns how many secrets no key opens. Raises NotPossible, DatabaseAway,
    PicturesAway, EngineAway.
    """
    old_id, mall_id = rewriting.was, rewriting.becomes
    if not any(each.mall_id == old_id for each in copy.manifest.malls):
        raise NotPossible(f"there is no mall {old_id!r} in {copy.path}")
    if not MALL_ID.fullmatch(mall_id) or mall_id in RESERVED:
        raise NotPossible(f"{mall_id!r} is no mall id: 3 to 50 of a-z, 0-9 and -, no reserved name")
    await require_free(database, mall_id)
    # Before anything is written: a key that opens nothing stops the restore.
    clients = await _app_client_ids(source, old_id)
    await require_secrets_open(source, rewriting, frozenset() if rewriting.renamed else clients)
    # Rows of an interrupted attempt; RESTORING marks the mall until the last transaction.
    await _remove_rows(database, mall_id)
    async with database.writing(mall_id) as db:
        await sequences.allocate(db, RESTORING)
    new_apps = (
        [] if rewriting.renamed else await _add_unknown_apps(database, source, rewriting, clients)
    )
    going = [each for each in source.columns if tables.is_restored(each, renamed=rewriting.renamed)]
    early = [each for each in going if not tables.is_watched(each)]
    rows = 0
    for at, table in enumerate(early):
        async for page in _pages(source, table, rewriting):
            async with database.writing(mall_id) as db:
                await store.add(db, table, page)
            rows += len(page)
            # let other tasks and processes write in between
            await asyncio.sleep(0)
        report_progress((at + 1) / len(early) * 0.7)
    for path, content in ((path, each) for of, path, each in copy.pictures() if of == old_id):
        pictures.write(mall_id, path, content)
    restored_facts = await _restore_facts(copy, rewriting, engine, source_of_facts)
    report_progress(0.9)
    await reseal()
    # Tables whose rows programs watch come last, in one transaction: until then the mall is not
    # served, and after it complete.
    late = sorted((each for each in going if tables.is_watched(each)), key=tables.MALL.__eq__)
    try:
        async with database.writing(mall_id) as db:
            await sequences.drop(db, RESTORING)
            for table in late:
                async for page in _pages(source, table, rewriting):
                    await store.add(db, table, page)
                    rows += len(page)
    except DuplicateRow:
        raise NotPossible(f"a mall {mall_id!r} was opened meanwhile") from None
    # Again: the late tables have secrets as well.
    sealed = await reseal()
    await announce()
    return MallRestored(
        mall_id=mall_id,
        rows=rows,
        sealed=sealed,
        facts=restored_facts,
        pictures=sum(
            part.members for of, part in copy.parts(shape.PICTURES).items() if of == old_id
        ),
        apps=[] if rewriting.renamed else sorted(clients),
        new_apps=new_apps,
    )


async def require_free(database: Database, mall_id: str) -> None:
    """Raise NotPossible when a mall has that id."""
    async with database.reading(mall_id) as db:
        if await store.has_rows(db, tables.MALL):
            raise NotPossible(
                f"there is a mall {mall_id!r} already: restore it --as another, or remove that"
                f" one first (openmall mall remove {mall_id})"
            )


async def exists(database: Database, mall_id: str) -> bool:
    """Say whether any table has rows of a mall, including those a stopped restore left."""
    for table in store.all_tables():
        if tables.mall_column(table) in store.all_tables()[table].c:
            async with database.reading(mall_id) as db:
                if await store.has_rows(db, table):
                    return True
    return False


async def remove(
    database: Database,
    mall_id: str,
    *,
    pictures: Store,
    engine: Engine,
    announce: Callable[[], Awaitable[None]],
    report_progress: Callable[[float], None],
) -> MallRemoved:
    """Remove a mall for ever: its own row first, so that it is not served, then all others.

    Call it again to continue a removal that was stopped. Raises DatabaseAway, PicturesAway,
    EngineAway.
    """
    rows = await store.remove(database, mall_id, tables.MALL)
    await announce()
    rows += await _remove_rows(database, mall_id, report_progress=report_progress)
    deleted_pictures = 0
    for picture in list(pictures.every(mall_id)):
        pictures.delete(mall_id, picture.path)
        deleted_pictures += 1
    await engine.forget(mall_id)
    # rows that calls in flight or deferred counters have written since
    rows += await _remove_rows(database, mall_id)
    return MallRemoved(mall_id=mall_id, rows=rows, pictures=deleted_pictures)


async def _remove_rows(
    database: Database,
    mall_id: str,
    *,
    report_progress: Callable[[float], None] = lambda share: None,
) -> int:
    rows = 0
    # watched tables first, so that workers start nothing on what is being removed
    every = sorted(store.all_tables(), key=lambda each: (not tables.is_watched(each), each))
    for at, table in enumerate(every):
        if tables.mall_column(table) in store.all_tables()[table].c:
            rows += await store.remove(database, mall_id, table)
        report_progress((at + 1) / len(every))
    return rows


async def _app_client_ids(source: Source, mall_id: str) -> frozenset[str]:
    nobody: frozenset[str] = frozenset()
    client_ids = [
        each["client_id"]
        async for each in rows_of(source, "installation", mall_id, nobody)
        if each["deleted_at"] is None
    ]
    return frozenset(client_ids)


async def _add_unknown_apps(
    database: Database, source: Source, rewriting: Rewriting, clients: frozenset[str]
) -> list[str]:
    """Add the apps this installation does not know; return their client ids."""
    keys = {
        each["client_id"]: rewriting.of("webhook_subscription", each)
        async for each in rows_of(source, "webhook_subscription", rewriting.was, clients)
    }
    return [
        each["client_id"]
        async for each in rows_of(source, "app", rewriting.was, clients)
        if await store.add_app(database, each, keys.get(each["client_id"]))
    ]


async def _pages(
    source: Source, table: str, rewriting: Rewriting
) -> AsyncIterator[list[dict[str, Any]]]:
    page: list[dict[str, Any]] = []
    async for values in rows_of(source, table, rewriting.was, frozenset()):
        page.append(rewriting.of(table, values))
        if len(page) == store.ROWS_PER_TRANSACTION:
            yield page
            page = []
    if page:
        yield page


async def _restore_facts(copy: Copy, rewriting: Rewriting, engine: Engine, source: str) -> int:
    """Store the facts of the mall in the engine; return the number of rows."""
    if not copy.about.facts:
        return 0
    for name, part in copy.parts(shape.FACTS).items():
        facts.require_known(name, part.columns)
    await engine.forget(rewriting.becomes)
    restored_rows = number = 0
    for name, columns in facts.columns().items():
        at = columns.index("mall_id")
        async for page in copy.rows(shape.FACTS, name):
            rows = [
                [*row[:at], rewriting.becomes, *row[at + 1 :]]
                for row in page
                if row[at] == rewriting.was
            ]
            if rows:
                number += 1
                await engine.keep([Batch(source=source, number=number, rows={name: rows})])
                restored_rows += len(rows)
    return restored_rows
