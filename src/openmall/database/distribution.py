"""Distribution of the tables over several PostgreSQL servers by Citus, each mall on one server."""

from typing import Final

import asyncpg
from msgspec import Struct
from sqlalchemy import Index, PrimaryKeyConstraint, Table, UniqueConstraint

from openmall.database import capture
from openmall.database.postgres_pool import translated_errors
from openmall.database.schema import metadata
from openmall.database.snapshot import VERSION
from openmall.database.tenancy import MALL

ANCHOR_TABLE: Final = "mall"
"""The table with which all others of a mall are co-located."""

_HAS_CITUS: Final = "SELECT EXISTS (SELECT FROM pg_proc WHERE proname = 'create_distributed_table')"
_WAITING: Final = """SELECT name FROM unnest($1::text[]) AS name
    WHERE to_regclass(quote_ident(name)) IS NOT NULL AND to_regclass(quote_ident(name)) NOT IN (
        SELECT logicalrelid FROM pg_dist_partition
    )"""
"""The tables, of those named, that exist and are not distributed."""
_PERMIT_TRIGGERS: Final = """SELECT format(
    'ALTER DATABASE %I SET citus.enable_unsafe_triggers = on', current_database()
)"""
"""Those of the change feed and of captures write rows of the same mall, on the same server."""
_TRUNCATE: Final = (
    "SELECT truncate_local_data_after_distributing_table(to_regclass(quote_ident($1)))"
)


class Placement(Struct, frozen=True):
    """The statement that distributes one table."""

    table: str
    sql: str


def plan() -> list[Placement]:
    """Return the statements that distribute a database, in order.

    Tables of the installation are replicated to every server, so that joins with a mall's rows are
    local. Tables of malls are sharded by mall and co-located.
    """
    tables = metadata().tables
    reference_tables = [name for name in sorted(tables) if MALL not in tables[name].c]
    distributed_tables = [
        name for name in sorted(tables) if MALL in tables[name].c and name != ANCHOR_TABLE
    ]
    reference_tables.insert(0, VERSION)  # workers that are connected to a node read it there
    return [
        *(Placement(name, f"SELECT create_reference_table('{name}')") for name in reference_tables),
        Placement(ANCHOR_TABLE, f"SELECT create_distributed_table('{ANCHOR_TABLE}', '{MALL}')"),
        *(
            Placement(
                name,
                f"SELECT create_distributed_table('{name}', '{MALL}',"
                f" colocate_with => '{ANCHOR_TABLE}')",
            )
            for name in distributed_tables
        ),
    ]


def obstacles() -> list[str]:
    """Return the reasons why tables cannot be distributed; empty: all can."""
    return [why for table in metadata().tables.values() for why in _obstacles(table)]


def _obstacles(table: Table) -> list[str]:
    obstacles_found = []
    if table.foreign_keys:
        obstacles_found.append(f"{table.name} refers to other tables")
    if MALL not in table.c:
        return obstacles_found
    for column in table.columns:
        if column.identity is not None or column is table.autoincrement_column:
            obstacles_found.append(f"{table.name}.{column.name} is numbered by the server")
    if str(table.c[MALL].type) != str(metadata().tables[ANCHOR_TABLE].c[MALL].type):
        obstacles_found.append(
            f"{table.name}.{MALL} is of another type than that of {ANCHOR_TABLE}"
        )
    unique: list[PrimaryKeyConstraint | UniqueConstraint | Index] = [table.primary_key]
    unique += [each for each in table.constraints if isinstance(each, UniqueConstraint)]
    unique += [index for index in table.indexes if index.unique]
    for each in unique:
        if MALL not in each.columns:
            obstacles_found.append(f"{table.name}: {each.name} is unique across malls")
    return obstacles_found


async def distribute(url: str, *, only_plan: bool) -> tuple[list[Placement], bool]:
    """Distribute the remaining tables, unless Citus is missing or `only_plan` is set.

    Tables that the store has not got yet are left for the next time. Return the remaining
    statements, and whether they were executed. Raises DatabaseAway.
    """
    with translated_errors():
        connection = await asyncpg.connect(url, timeout=10)
        try:
            has_citus = await connection.fetchval(_HAS_CITUS)
            remaining = plan()
            if has_citus:
                rows = await connection.fetch(_WAITING, [each.table for each in remaining])
                waiting = {row[0] for row in rows}
                remaining = [each for each in remaining if each.table in waiting]
            if not has_citus or only_plan:
                return remaining, False
            await connection.execute(await connection.fetchval(_PERMIT_TRIGGERS))
            await connection.execute("SET citus.enable_unsafe_triggers = on")
            # a store of before has one that does not know the names of shards
            await connection.execute(capture.FUNCTION)
            for each in remaining:
                await connection.execute(each.sql)
                # its rows were copied, and those of before would only take up space
                await connection.execute(_TRUNCATE, each.table)
            return remaining, True
        finally:
            await connection.close()
