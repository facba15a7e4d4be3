"""The facts of analytics are read whole from either engine, all of them or those of one mall."""

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest

from openmall.analytics.engine.duckdb import DuckFile, Embedded
from openmall.analytics.facts.tables import facts as every_fact
from openmall.transfer.backup import facts
from tests.transfer.backup.full_installation import facts_of


def _expected() -> dict[str, Any]:
    one, other = facts_of(1, "one").rows, facts_of(1, "other").rows
    found = {}
    for table in every_fact.sorted_tables:
        found[f"{table.name} "] = [*one[table.name], *other[table.name]]
        found[f"{table.name} one"] = list(one[table.name])
    return found


def test_of_duckdb() -> None:
    async def read() -> dict[str, Any]:
        engine = Embedded(DuckFile(":memory:"))
        await engine.keep([facts_of(1, "one"), facts_of(1, "other")])
        found = {}
        for name in facts.columns():
            for mall_id in ("", "one"):
                pages = [page async for page in facts.rows(engine, name, mall_id)]
                found[f"{name} {mall_id}"] = sorted(list(row) for page in pages for row in page)
        await engine.close()
        return found

    assert asyncio.run(read()) == _expected()


def test_of_clickhouse() -> None:
    pytest.importorskip("chdb")
    program = [sys.executable, "-m", "tests.transfer.backup.clickhouse_facts"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == _expected()
