"""Questions to a PostgreSQL server beside those of the application."""

import asyncio
from typing import Any, Final

import asyncpg

OTHERS: Final = (
    "FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"
    " AND backend_type = 'client backend'"
)
"""The connections to this database but the one that asks."""


def ask(url: str, sql: str) -> list[tuple[Any, ...]]:
    """Return rows that a connection of one's own finds."""

    async def run() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(sql)]
        finally:
            await connection.close()

    return asyncio.run(run())
