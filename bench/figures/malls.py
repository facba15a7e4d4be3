"""The malls that figures are made of, filled once and kept for the next run."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from bench import postgres, seeding
from bench.figures.figure import Place


@dataclass(frozen=True)
class Installation:
    """A folder and, on PostgreSQL, a database."""

    data_dir: Path
    database: str = ""


def demo(place: Place, products: int, server: postgres.Postgres | None = None) -> Installation:
    """Return the demo mall with so many products, and tokens that are valid from now on."""
    store = "postgresql" if server else "sqlite"
    data_dir = place.folder / f"{store}_{products}"
    database, name = "", f"openmall_{products}"
    if server is not None:
        database = server.database(name)
        if not asyncio.run(server.has(name)):
            asyncio.run(server.create(name))
    seeding.demo(products, data_dir=data_dir, database=database)
    if server is not None:
        asyncio.run(server.tidy(name))
    return Installation(data_dir, database)
