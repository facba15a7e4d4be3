"""An empty store gets in one step exactly what the packages declare, on both databases."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata, produce_migrations, render_python_code
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from openmall.configuration import Configuration
from openmall.database import baseline, capture, change_triggers, phases
from openmall.database.migrate import current, migrate, newest
from openmall.database.schema import metadata
from openmall.database.tracked_tables import tracked_tables
from tests import postgres
from tests.database.described_schema import described, differences, without_order
from tests.guards.sources import import_all

STORES = ["sqlite", "postgresql"]


def _empty(folder: Path, store: str) -> Configuration:
    import_all()
    folder.mkdir()
    url = postgres.server().new_database() if store == "postgresql" else ""
    return Configuration(data_dir=folder, database=url)


def _on(configuration: Configuration, work: Any) -> Any:
    if not configuration.database:
        engine = create_engine(f"sqlite:///{configuration.database_path}")
        with engine.begin() as connection:
            done = work(connection)
        engine.dispose()
        return done

    async def run() -> Any:
        url = configuration.database.removeprefix("postgresql")
        opened = create_async_engine(f"postgresql+asyncpg{url}")
        async with opened.begin() as connection:
            done = await connection.run_sync(work)
        await opened.dispose()
        return done

    return asyncio.run(run())


def _declared(connection: Connection) -> None:
    """Make the tables, and the triggers of the change feed and of captures, as declared."""
    metadata().create_all(connection)
    change_triggers.install(connection, [*tracked_tables().values()])
    capture.install(connection)


def _context(connection: Connection) -> MigrationContext:
    options = {"compare_type": True, "compare_server_default": True}
    return MigrationContext.configure(connection, opts=options)


def _differences(connection: Connection) -> list[Any]:
    return compare_metadata(_context(connection), metadata())


def _missing_code(connection: Connection) -> str:
    """Return the body of `upgrade` that makes the declared tables of the migrated ones."""
    operations = produce_migrations(_context(connection), metadata()).upgrade_ops
    assert operations is not None
    found = []
    for line in render_python_code(operations).splitlines():
        # what a table declares beside its columns is no part of a migration
        if line.strip().startswith(("info=", "#")):
            continue
        found.append(line)
        if "op.add_column(" in line and "nullable=False" in line and "server_default" not in line:
            found.append(
                "    # not like this: declare this column with `later=True` or `null=True`"
            )
    return "\n".join(found)


# neither library reads an index of an expression from SQLite; the text of it is compared before
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified expression-based")
@pytest.mark.parametrize("store", STORES)
def test_an_empty_store_gets_what_is_declared(tmp_path: Path, store: str) -> None:
    made, declared = _empty(tmp_path / "made", store), _empty(tmp_path / "declared", store)
    assert current(made) is None
    assert migrate(made) is True
    assert (current(made), migrate(made)) == (newest(), False)
    _on(declared, _declared)

    found = without_order(described(made))
    version = {name: found.pop(name) for name in list(found) if "alembic_version" in name}

    assert len(found) > 500
    assert version
    differing = differences(found, without_order(described(declared)))
    lines = "\n".join(
        f"{name}\n  migrated: {ours}\n  declared: {theirs}"
        for name, (ours, theirs) in differing.items()
    )
    advice = (
        "a migration is missing, or makes something else (CONTRIBUTING.md, "
        '"A change of tables"). What it lacks in its `upgrade`, new indexes by `add_index`:\n'
        f"{_on(made, _missing_code) if differing else ''}\n"
        "and at its end, after a new table: capture.install(op.get_bind())"
    )
    assert differing == {}, f"{advice}\n{lines}"
    assert _on(made, _differences) == []


def test_one_step_makes_an_empty_store() -> None:
    first, second = phases.steps()[:2]
    assert (first.number, second.number) == (phases.oldest(), baseline.SCHEMA)
    assert second.kind == "standstill"
    assert len(baseline.statements("postgresql")) > len(baseline.statements("sqlite")) > 500
