"""Distribution of the tables over several PostgreSQL servers by Citus, each mall on one server."""

from typing import Any, Final

import asyncpg
from msgspec import Struct
from sqlalchemy import Table, UniqueConstraint

from openmall.database.connecting import faults
from openmall.database.schema import metadata
from openmall.database.tenancy import MALL

FIRST: Final = "mall"
"""The table with which all others of a mall are co-located."""


class Placing(Struct, frozen=True):
    """The statement that distributes one table."""

    table: str
    sql: str


def plan() -> list[Placing]:
    """Return the statements that distribute a database, in order.

    Tables of the installation are replicated to every server, so that joins with a mall's rows are
    local. Tables of malls are sharded by mall and co-located.
    """
    tables = metadata().tables
    shared = [name for name in sorted(tables) if MALL not in tables[name].c]
    divided = [name for name in sorted(tables) if MALL in tables[name].c and name != FIRST]
    return [
        *(Placing(name, f"SELECT create_reference_table('{name}')") for name in shared),
        Placing(FIRST, f"SELECT create_distributed_table('{FIRST}', '{MALL}')"),
        *(
            Placing(
                name,
                f"SELECT create_distributed_table('{name}', '{MALL}', colocate_with => '{FIRST}')",
            )
            for name in divided
        ),
    ]


def obstacles() -> list[str]:
    """Return the reasons why tables cannot be distributed; empty: all can."""
    return [why for table in metadata().tables.values() for why in _obstacles(table)]


def _obstacles(table: Table) -> list[str]:
    found = []
    if table.foreign_keys:
        found.append(f"{table.name} refers to other tables")
    if MALL not in table.c:
        return found
    for column in table.columns:
        if column.identity is not None or column is table.autoincrement_column:
            found.append(f"{table.name}.{column.name} is numbered by the server")
    if str(table.c[MALL].type) != str(metadata().tables[FIRST].c[MALL].type):
        found.append(f"{table.name}.{MALL} is of another type than that of {FIRST}")
    unique: list[Any] = [table.primary_key]
    unique += [each for each in table.constraints if isinstance(each, UniqueConstraint)]
    unique += [index for index in table.indexes if index.unique]
    for each in unique:
        if MALL not in each.columns:
            found.append(f"{table.name}: {each.name} is unique across malls")
    return found


async def distribute(url: str, *, only_plan: bool) -> tuple[list[Placing], bool]:
    """Distribute the remaining tables, unless Citus is missing or `only_plan` is set.

    Return the remaining statements, and whether they were executed. Raises DatabaseAway.
    """
    with faults():
        connection = await asyncpg.connect(url, timeout=10)
        try:
            has_citus = await connection.fetchval(
                "SELECT EXISTS (SELECT FROM pg_proc WHERE proname = 'create_distributed_table')"
            )
            placed: set[str] = set()
            if has_citus:
                rows = await connection.fetch("SELECT logicalrelid::text FROM pg_dist_partition")
                placed = {row[0].strip('"') for row in rows}
            left = [each for each in plan() if each.table not in placed]
            if not has_citus or only_plan:
                return left, False
            for each in left:
                await connection.execute(each.sql)
            return left, True
        finally:
            await connection.close()
