"""The exact work of a statement: steps of SQLite's virtual machine, pages of PostgreSQL."""

import json
from pathlib import Path
from typing import Any, Protocol

import apsw
import msgspec

from openmall.database import sqlite_file
from tests.growth.recording import Recorded


class Meter(Protocol):
    """Counts the work of statements."""

    async def work(self, read: Recorded) -> int:
        """Run a statement again and return its work."""

    async def plan(self, read: Recorded) -> list[str]:
        """Return the steps of a statement's plan."""


class SqliteMeter:
    """Counts the steps of SQLite's virtual machine."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite_file.connect(path, "normal")
        self._steps = 0
        self._connection.trace_v2(apsw.SQLITE_TRACE_PROFILE, self._count)

    def _count(self, event: dict[str, Any]) -> None:
        self._steps += event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"]

    def _run(self, read: Recorded, before: str = "") -> list[Any]:
        compiled = read.statement.on("sqlite")
        values = {**compiled.fixed, **read.values}
        for name in compiled.lists:
            values[name] = msgspec.json.encode(values[name]).decode()
        return self._connection.execute(before + compiled.sql, values).fetchall()

    async def work(self, read: Recorded) -> int:
        self._steps = 0
        self._run(read)
        return self._steps

    async def plan(self, read: Recorded) -> list[str]:
        return [step[3] for step in self._run(read, "EXPLAIN QUERY PLAN ")]


class PostgresMeter:
    """Counts the pages that PostgreSQL reads by the plan for the values, as the program does."""

    def __init__(self, connection: Any, plans: tuple[str, ...] = ("force_custom_plan",)) -> None:
        """`plans`: modes of the plan cache, of which the one with more work counts."""
        self._connection = connection
        self.plans = plans

    async def close(self) -> None:
        await self._connection.close()

    async def _explained(self, read: Recorded, plans: str) -> dict[str, Any]:
        compiled = read.statement.on("postgresql")
        if compiled.first_page is not None and read.values["offset"] == 0:
            compiled = compiled.first_page
        values = {**compiled.fixed, **read.values}
        arguments = ", ".join(_literal(values[name]) for name in compiled.names)
        await self._connection.execute(f"SET plan_cache_mode = {plans}")
        await self._connection.execute(f"PREPARE measured AS {compiled.sql}")
        try:
            found = await self._connection.fetchval(
                "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE measured"
                + (f"({arguments})" if arguments else "")
            )
        finally:
            await self._connection.execute("DEALLOCATE measured")
        [explained] = json.loads(found)
        plan: dict[str, Any] = explained["Plan"]
        return plan

    async def work(self, read: Recorded) -> int:
        pages = []
        for plans in self.plans:
            plan = await self._explained(read, plans)
            pages.append(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
        return max(pages)

    async def plan(self, read: Recorded) -> list[str]:
        found = []
        for plans in self.plans:
            found += [plans, *_steps(await self._explained(read, plans))]
        return found


def _steps(node: dict[str, Any], depth: int = 0) -> list[str]:
    names = ("Relation Name", "Index Name", "Index Cond", "Filter", "Rows Removed by Filter")
    parts = [str(node[name]) for name in names if name in node]
    pages = node["Shared Hit Blocks"] + node["Shared Read Blocks"]
    line = f"{' ' * depth}{node['Node Type']} {' '.join(parts)} pages={pages}"
    return [line, *(s for each in node.get("Plans", ()) for s in _steps(each, depth + 1))]


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple | set | frozenset):
        return f"ARRAY[{', '.join(map(_literal, value))}]" if value else "'{}'"
    if isinstance(value, int | float):
        return str(value)
    return "'" + str(value).replace("'", "''") + "'"
