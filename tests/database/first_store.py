"""A store as the first schema had it, with rows in every table of then, and what was answered."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from msgspec import Struct
from sqlalchemy import Connection, MetaData, Table, create_engine, insert, inspect, select
from sqlalchemy.ext.asyncio import create_async_engine

from openmall.configuration import Configuration
from openmall.database.migrate import alembic_config

T = TypeVar("T")
FIRST = "0001"


class Rows(Struct, frozen=True):
    """Rows of one table."""

    columns: list[str]
    rows: list[list[Any]]


class FirstStore(Struct, frozen=True):
    """What the last program of the first schema had made, and what it answered then."""

    made_by: str
    access_token: str
    refresh_token: str
    client_id: str
    client_secret: str
    front_api_key: str
    password: str
    answers: dict[str, Any]
    """Path below the admin API, or behind `front ` below the storefront's -> body."""
    tables: dict[str, Rows]


FIRST_STORE = msgspec.json.decode(
    Path(__file__).with_name("first_store.json").read_bytes(), type=FirstStore
)


def make(configuration: Configuration) -> None:
    """Make that store where there is none."""
    on_store(configuration, _make)


def _make(connection: Connection) -> None:
    command.upgrade(alembic_config(connection), FIRST)
    for name, kept in FIRST_STORE.tables.items():
        table = Table(name, MetaData(), autoload_with=connection)
        rows = [dict(zip(kept.columns, row, strict=True)) for row in kept.rows]
        connection.execute(insert(table), rows)


def content(configuration: Configuration) -> dict[str, list[Any]]:
    """Return every row of every table, sorted, and the columns it has.

    When the ledger of stock was opened is left out: it is the hour of the upgrade.
    """
    return on_store(configuration, _content)


def _content(connection: Connection) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for name in inspect(connection).get_table_names():
        table = Table(name, MetaData(), autoload_with=connection)
        columns = [column for column in table.c if column.key != "changed_at"]
        rows = sorted(map(repr, connection.execute(select(*columns))))
        found[name] = [[column.key for column in columns], *rows]
    return found


def on_store(configuration: Configuration, work: Callable[[Connection], T]) -> T:
    """Return what `work` returns of a connection to either store, and commit."""
    if configuration.database:
        return asyncio.run(_on_postgresql(configuration.database, work))
    engine = create_engine(f"sqlite:///{configuration.database_path}")
    with engine.connect() as connection:
        done = work(connection)
        connection.commit()
    engine.dispose()
    return done


async def _on_postgresql(url: str, work: Callable[[Connection], T]) -> T:
    engine = create_async_engine(f"postgresql+asyncpg{url.removeprefix('postgresql')}")
    async with engine.connect() as connection:
        done = await connection.run_sync(work)
        await connection.commit()
    await engine.dispose()
    return done
