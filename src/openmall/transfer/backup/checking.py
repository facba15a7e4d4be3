"""Checks that a backup can be restored: resolves and decodes everything a restore would.

`reading.examine` verifies the file; this verifies that this program can use its content. Secrets
are not opened, because a backup usually lacks the key.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Column, Integer, Table

from openmall.analytics.engine.layout import TABLES
from openmall.contract.crud import settings
from openmall.database.session import Row
from openmall.database.values import StoredValue
from openmall.http.addressing import MALL_ID
from openmall.media.store import kind as picture_kind
from openmall.transfer.backup import facts, shape, store, tables
from openmall.transfer.backup.reading import MAX_PROBLEMS, Copy
from openmall.transfer.backup.rewriting import Values
from openmall.transfer.backup.sources import Source

_LARGEST: Final = 2**63
Wrong = Callable[[StoredValue], str]
"""Returns what is wrong with a value; empty: nothing."""


async def problems(copy: Copy, source: Source) -> list[str]:
    """Return what keeps a backup from being restored by this program; empty: nothing.

    `source`: its rows in the newest schema.
    """
    collected = _Problems()
    malls = await _malls(source)
    _check_malls(copy, malls, collected)
    declared = store.all_tables()
    for name in sorted(source.columns):
        table = declared.get(name)
        if table is None:
            collected.add(f"table {name}: this program has no such table")
            continue
        await _check_rows(source, table, collected)
    for name, part in copy.parts(shape.FACTS).items():
        await _check_facts(copy, name, part.columns, collected)
    for mall_id, path, _ in copy.pictures():
        if mall_id not in malls:
            collected.add(f"picture {path}: it is of {mall_id!r}, which is no mall of the copy")
        elif picture_kind(path) is None:
            collected.add(f"picture {path} of {mall_id}: no picture can have this name")
    return collected.lines


class _Problems(Struct):
    """Distinct problems, at most MAX_PROBLEMS."""

    lines: list[str] = []

    def add(self, line: str) -> None:
        if len(self.lines) < MAX_PROBLEMS and line not in self.lines:
            self.lines.append(line)


async def _malls(source: Source) -> set[str]:
    columns = source.columns.get(tables.MALL, [])
    if "mall_id" not in columns:
        return set()
    at = columns.index("mall_id")
    return {row[at] async for page in source.rows(tables.MALL) for row in page}


def _check_malls(copy: Copy, malls: set[str], collected: _Problems) -> None:
    manifest_mall_ids = {each.mall_id for each in copy.manifest.malls}
    for mall_id in sorted(manifest_mall_ids ^ malls):
        source_name = "the manifest" if mall_id in manifest_mall_ids else f"table {tables.MALL}"
        collected.add(f"mall {mall_id}: only {source_name} names it")
    for mall_id in sorted(manifest_mall_ids):
        if not MALL_ID.fullmatch(mall_id):
            collected.add(f"mall {mall_id!r}: no mall can have this id")


async def _check_rows(source: Source, table: Table, collected: _Problems) -> None:
    columns = source.columns[table.name]
    if set(columns) != set(table.c.keys()):
        differing = ", ".join(sorted(set(columns) ^ set(table.c.keys())))
        collected.add(f"table {table.name}: its columns are not those of this program: {differing}")
        return
    checks = [(name, _check_of(table.c[name])) for name in columns]
    content = _CONTENTS.get(table.name)
    async for page in source.rows(table.name):
        for row in page:
            wrong = [f"{name} {why}" for (name, check), value in zip(checks, row, strict=True)
                     if (why := check(value))]  # fmt: skip
            if not wrong and content is not None:
                wrong = list(content(dict(zip(columns, row, strict=True))))
            for each in wrong:
                collected.add(f"table {table.name}, row {_key(table, columns, row)}: {each}")


def _key(table: Table, columns: Sequence[str], row: Row) -> str:
    return " ".join(str(row[columns.index(each.name)]) for each in table.primary_key)


def _check_of(column: Column[StoredValue]) -> Wrong:
    """Return the check of a column's values, which SQLite and PostgreSQL must both accept."""
    longest: int | None = getattr(column.type, "length", None)
    integer_column = isinstance(column.type, Integer)

    def wrong(value: StoredValue) -> str:
        if value is None:
            return "" if column.nullable else "is missing"
        if integer_column:
            fits = type(value) is int and -_LARGEST <= value < _LARGEST
            return "" if fits else "is no whole number of 64 bits"
        if type(value) is not str:
            return "is no text"
        if "\0" in value:
            return "has a zero byte"
        return "is too long" if longest is not None and len(value) > longest else ""

    return wrong


def _setting(row: Values) -> Iterator[str]:
    try:
        kind = settings.kind_of(row["name"])
        msgspec.json.decode(row["content"], type=kind)
    except (settings.UnknownSetting, msgspec.DecodeError) as error:
        yield f"content: {error}"


def _pending_facts(row: Values) -> Iterator[str]:
    try:
        facts.renamed(row["content"], row["mall_id"])
    except (facts.UnknownFacts, msgspec.DecodeError) as error:
        yield f"content: {error}"


_CONTENTS: Final[dict[str, Callable[[Values], Iterator[str]]]] = {
    "setting": _setting,
    "fact_batch": _pending_facts,
}
"""Table -> the check of its JSON documents."""


async def _check_facts(copy: Copy, name: str, columns: Sequence[str], collected: _Problems) -> None:
    try:
        facts.require_known(name, columns)
    except facts.UnknownFacts as error:
        collected.add(str(error))
        return
    checks = [(each.name, _check_of(each)) for each in TABLES[name].c]
    async for page in copy.rows(shape.FACTS, name):
        for row in page:
            if len(row) != len(checks):
                collected.add(f"facts {name}: a row has {len(row)} values, not {len(checks)}")
                continue
            for (column, check), value in zip(checks, row, strict=True):
                if why := check(value):
                    collected.add(f"facts {name}: {column} {why}")
