"""Reads one mall back into an installation that goes on serving, and takes one out of it.

Rows come a few hundred at a time, so that others get their turn. The tables workers look into, and
the mall itself, are written in one transaction in the end: until then nobody is served, and what a
restore that was stopped has left is removed when it is called again.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from msgspec import Struct

from openmall.analytics.engine.engine import Batch, Engine
from openmall.copies import facts, shape, store, tables
from openmall.copies.making import NotPossible
from openmall.copies.reading import Copy
from openmall.copies.rewriting import Rewriting, require_open, rows_of
from openmall.copies.sources import Source
from openmall.database import numbers
from openmall.database.session import Database, DuplicateRow
from openmall.files.store import Store
from openmall.malls.rules import RESTORING
from openmall.pipeline.addressing import MALL_ID, RESERVED


class MallRestored(Struct, frozen=True, kw_only=True):
    """What was read back."""

    mall_id: str
    rows: int
    facts: int
    pictures: int
    apps: list[str]
    """Client ids of apps in it; of a mall under another id none are."""
    new_apps: list[str]
    """Those of them that this installation did not know."""


class MallRemoved(Struct, frozen=True, kw_only=True):
    """What was removed."""

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
    watch: Callable[[float], None],
) -> MallRestored:
    """Read a mall back under the id `rewriting.becomes`, which must be free.

    `source_of_facts`: a name that the engine of facts has not heard before, beginning with the id;
    `announce`: called once the mall is there. Raises NotPossible, DatabaseAway, PicturesAway,
    EngineAway.
    """
    was, mall_id = rewriting.was, rewriting.becomes
    if not any(each.mall_id == was for each in copy.manifest.malls):
        raise NotPossible(f"there is no mall {was!r} in {copy.path}")
    if not MALL_ID.fullmatch(mall_id) or mall_id in RESERVED:
        raise NotPossible(f"{mall_id!r} is no mall id: 3 to 50 of a-z, 0-9 and -, no reserved name")
    await require_free(database, mall_id)
    clients = await _clients(source, was)
    await require_open(source, rewriting, frozenset() if rewriting.renamed else clients)
    await _remove_rows(database, mall_id)
    async with database.writing(mall_id) as db:
        await numbers.take(db, RESTORING)
    new_apps = [] if rewriting.renamed else await _apps(database, source, rewriting, clients)
    going = [each for each in source.columns if tables.goes(each, renamed=rewriting.renamed)]
    early = [each for each in going if each not in tables.WATCHED]
    rows = 0
    for at, table in enumerate(early):
        async for page in _pages(source, table, rewriting):
            async with database.writing(mall_id) as db:
                await store.add(db, table, page)
            rows += len(page)
            # others of this process and of the machine have their turn
            await asyncio.sleep(0)
        watch((at + 1) / len(early) * 0.7)
    for path, content in ((path, each) for of, path, each in copy.pictures() if of == was):
        pictures.write(mall_id, path, content)
    kept = await _facts(copy, rewriting, engine, source_of_facts)
    watch(0.9)
    late = sorted((each for each in going if each in tables.WATCHED), key=tables.MALL.__eq__)
    try:
        async with database.writing(mall_id) as db:
            await numbers.drop(db, RESTORING)
            for table in late:
                async for page in _pages(source, table, rewriting):
                    await store.add(db, table, page)
                    rows += len(page)
    except DuplicateRow:
        raise NotPossible(f"somebody opened a mall {mall_id!r} meanwhile") from None
    await announce()
    return MallRestored(
        mall_id=mall_id,
        rows=rows,
        facts=kept,
        pictures=sum(part.members for of, part in copy.parts(shape.PICTURES).items() if of == was),
        apps=[] if rewriting.renamed else sorted(clients),
        new_apps=new_apps,
    )


async def require_free(database: Database, mall_id: str) -> None:
    """Raise NotPossible when there is a mall of that id."""
    async with database.reading(mall_id) as db:
        if await store.has_rows(db, tables.MALL):
            raise NotPossible(
                f"there is a mall {mall_id!r} already: restore it --as another, or remove that"
                f" one first (openmall mall remove {mall_id})"
            )


async def is_there(database: Database, mall_id: str) -> bool:
    """Say whether there is a mall of that id, or what a restore or a removal has left of one."""
    for table in store.every():
        if tables.column_of(table) in store.every()[table].c:
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
    watch: Callable[[float], None],
) -> MallRemoved:
    """Remove a mall for ever: from this moment nobody is served, then all it had goes.

    Called again after it was stopped it goes on. Raises DatabaseAway, PicturesAway, EngineAway.
    """
    rows = await store.remove(database, mall_id, tables.MALL)
    await announce()
    rows += await _remove_rows(database, mall_id, watch=watch)
    gone = 0
    for kept in list(pictures.every(mall_id)):
        pictures.delete(mall_id, kept.path)
        gone += 1
    await engine.forget(mall_id)
    # what a call that was under way, or a count made in passing, has written since
    rows += await _remove_rows(database, mall_id)
    return MallRemoved(mall_id=mall_id, rows=rows, pictures=gone)


async def _remove_rows(
    database: Database, mall_id: str, *, watch: Callable[[float], None] = lambda share: None
) -> int:
    rows = 0
    # what workers look into first, so that they turn to nothing of it
    every = sorted(store.every(), key=lambda each: (each not in tables.WATCHED, each))
    for at, table in enumerate(every):
        if tables.column_of(table) in store.every()[table].c:
            rows += await store.remove(database, mall_id, table)
        watch((at + 1) / len(every))
    return rows


async def _clients(source: Source, mall_id: str) -> frozenset[str]:
    nobody: frozenset[str] = frozenset()
    found = [
        each["client_id"]
        async for each in rows_of(source, "installation", mall_id, nobody)
        if each["deleted_at"] is None
    ]
    return frozenset(found)


async def _apps(
    database: Database, source: Source, rewriting: Rewriting, clients: frozenset[str]
) -> list[str]:
    """Add the apps that are not known here; return their client ids."""
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
        if len(page) == store.AT_ONCE:
            yield page
            page = []
    if page:
        yield page


async def _facts(copy: Copy, rewriting: Rewriting, engine: Engine, source: str) -> int:
    """Give the engine the facts of the mall; return how many rows there were."""
    if not copy.about.facts:
        return 0
    for name, part in copy.parts(shape.FACTS).items():
        facts.require_known(name, part.columns)
    await engine.forget(rewriting.becomes)
    kept = number = 0
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
                kept += len(rows)
    return kept
