"""Where Citus sends statements: how many servers the plan of each asks."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Final

import asyncpg
import pytest

from openmall.database import tenancy
from openmall.database.postgres import PostgresSession
from openmall.database.schema import metadata
from openmall.database.statements import Compiled
from tests.world import Stage

_SENT: Final[dict[str, list[Any]]] = {}
"""The statements of malls that were sent and not looked at yet, with arguments of each."""
_SEEN: Final[set[str]] = set()


def record(patch: pytest.MonkeyPatch) -> None:
    """Remember every statement of one mall that this process sends from now on."""
    arguments_of = PostgresSession._arguments

    def remember(self: PostgresSession, compiled: Compiled, values: dict[str, Any]) -> list[Any]:
        arguments = arguments_of(self, compiled, values)
        if compiled.sql not in _SEEN and is_of_one_mall(compiled):
            _SEEN.add(compiled.sql)
            _SENT[compiled.sql] = arguments
        return arguments

    patch.setattr(PostgresSession, "_arguments", remember)


def is_of_one_mall(compiled: Compiled) -> bool:
    """Say whether a statement names a mall and reads or writes rows of it."""
    tables = metadata().tables
    return compiled.needs_mall and any(tenancy.MALL in tables[each].c for each in compiled.tables)


def spread(stage: Stage) -> list[str]:
    """Return what was sent since the last time, and does not go to one server alone."""
    sent = dict(_SENT)
    _SENT.clear()
    if not sent:
        return []

    async def run() -> list[str]:
        async with stage.app.database.reading("") as db:
            connection = db.connection  # type: ignore[attr-defined] # this one's session has it
            return [
                f"{found}: {sql}"
                for sql, arguments in sent.items()
                if (found := await plan(connection, sql, arguments)) != "1"
            ]

    return stage.run(run)


async def plan(connection: Any, sql: str, arguments: list[Any]) -> str:
    """Return the tasks of a statement's plan, in text: `1` of what one server alone is asked."""
    try:
        rows = await connection.fetch(f"EXPLAIN (FORMAT JSON) {sql}", *arguments)
    except asyncpg.PostgresError as error:
        return str(error)
    return ", ".join(str(each) for each in _tasks(json.loads(rows[0][0]))) or "no task"


def _tasks(node: Any) -> Iterator[int]:
    if isinstance(node, list):
        for each in node:
            yield from _tasks(each)
    elif isinstance(node, dict):
        for name, value in node.items():
            if name == "Task Count":
                yield value
            elif name != "Tasks":  # what servers do is planned by them
                yield from _tasks(value)


def plans(url: str, statements: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the plan of each statement, by the names of its parameters, for some values."""

    async def run() -> dict[str, str]:
        connection = await asyncpg.connect(url, statement_cache_size=0)
        try:
            found = {}
            for sql, names in statements.items():
                types = (await connection.prepare(sql)).get_parameters()
                pairs = zip(names, types, strict=True)
                arguments = [
                    "m1" if name == tenancy.MALL else _some(type_) for name, type_ in pairs
                ]
                found[sql] = await plan(connection, sql, arguments)
            return found
        finally:
            await connection.close()

    return asyncio.run(run())


def _some(type_: asyncpg.Type) -> Any:
    """Return a value of a type."""
    if type_.kind == "array":
        return []
    if type_.name in ("text", "varchar", "bpchar"):
        return "1"
    return "{}" if type_.name == "json" else 1
