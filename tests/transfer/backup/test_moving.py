"""An installation moves from SQLite to PostgreSQL and back: all is there, and says the same."""

import asyncio
from pathlib import Path
from typing import Any

import apsw
import asyncpg
import msgspec
import pytest
from click.testing import CliRunner

from openmall.cli import installation, key_check
from openmall.cli.main import openmall
from openmall.cli.operating import verify
from openmall.configuration import Configuration
from openmall.database import migrate
from openmall.media.store_factory import open_store
from openmall.transfer.backup.moving import move
from openmall.transfer.backup.reading import examine
from openmall.transfer.backup.restoring import restore
from tests import postgres
from tests.transfer.backup.full_installation import Asked, Full, contents
from tests.world import Stage, open_stage


def _answers(stage: Stage, full: Full, asked: Asked) -> list[tuple[str, int, bytes]]:
    found = []
    for path, params in asked:
        stage.forget_counts()
        address = f"https://{full.mall_id}.openmall.localhost{path}"
        answer = stage.client.request(
            "GET", address, params=params, headers=full.world.full.headers
        )
        found.append((path, answer.status_code, answer.content))
    return found


def _moved(one: Configuration, other: Configuration) -> Any:
    return asyncio.run(move(one, other, report_progress=lambda share: None))


@pytest.mark.parametrize("full", ["sqlite"], indirect=True)
def test_every_answer_is_the_same_after_a_move_and_after_one_back(
    full: Full, tmp_path: Path
) -> None:
    asked = full.reads()
    copy = examine(full.sound()).copy
    assert copy is not None
    here = Configuration(data_dir=tmp_path / "here")
    asyncio.run(
        restore(
            copy,
            here,
            open_store(here),
            scratch=None,
            report_progress=lambda share: None,
            unopened=key_check.unopened,
        )
    )
    with open_stage(here.data_dir) as stage:
        before = _answers(stage, full, asked)
    rows = asyncio.run(contents(here))
    assert {path for path, status, _ in before if status != 200} == set()

    there = msgspec.structs.replace(here, database=postgres.server().new_database())
    moved = _moved(here, there)

    assert (moved.tables, moved.rows) == (len(rows), sum(map(len, rows.values())))
    assert asyncio.run(contents(there)) == rows
    assert not here.database_path.exists()
    assert Path(moved.left).name == "openmall.sqlite.moved"
    checked = installation.run(there, lambda opened: verify.recompute(opened, None, as_json=True))
    assert {name: each.text for name, each in checked.items() if each.status} == {}
    with open_stage(here.data_dir, database=there.database) as stage:
        assert _answers(stage, full, asked) == before
    there_rows = asyncio.run(contents(there))
    assert "moved" in _moved(there, here).left
    assert asyncio.run(contents(here)) == there_rows
    assert migrate.current(there) == "moved"
    assert "the store has schema" in _fails("mall", "list", "--database", there.database)


def _fails(*words: str) -> str:
    done = CliRunner().invoke(openmall, list(words), prog_name="openmall")
    assert done.exit_code == 1
    return done.stderr


def test_numbers_go_on_where_they_were(tmp_path: Path) -> None:
    here = Configuration(data_dir=tmp_path)
    with open_stage(tmp_path) as stage:
        world = stage.new_world("numbered")
        last = world.product()["product_no"]
        headers = world.full.headers
    there = msgspec.structs.replace(here, database=postgres.server().new_database())
    _moved(here, there)
    with open_stage(tmp_path, database=there.database) as stage:
        answer = stage.client.request(
            "POST",
            "https://numbered.openmall.localhost/api/v2/admin/products",
            json={"request": {"product_name": "Cup", "supply_price": "1.00", "price": "2.00"}},
            headers=headers,
        )
        assert answer.status_code == 201
        assert answer.json()["product"]["product_no"] == last + 1


def test_a_store_that_is_used_is_not_moved(tmp_path: Path) -> None:
    database = postgres.server().new_database()
    where = ["--data-dir", str(tmp_path), "--to", database]
    with open_stage(tmp_path) as stage:
        stage.new_world("in-use")
        assert "is in use: stop the server" in _fails("db", "move", *where)
        # and it goes on
        stage.new_world("in-use-still")
    assert migrate.current(Configuration(database=database)) is None


def test_a_postgresql_that_is_used_is_not_moved(tmp_path: Path) -> None:
    database = postgres.server().new_database()
    with open_stage(tmp_path, database=database) as stage:
        stage.new_world("in-use-there")
        said = _fails(
            "db", "move", "--data-dir", str(tmp_path), "--database", database, "--to", "sqlite"
        )
    assert "stop the server first" in said
    assert not (tmp_path / "openmall.sqlite").exists()


def test_what_is_there_already_is_not_written_over(tmp_path: Path) -> None:
    database = postgres.server().new_database()
    with open_stage(tmp_path, database=database) as stage:
        stage.new_world("somebodys")
    with open_stage(tmp_path) as stage:
        stage.new_world("mine")
    where = ["--data-dir", str(tmp_path), "--to", database]
    assert "the database has rows already" in _fails("db", "move", *where)
    assert (tmp_path / "openmall.sqlite").exists()


def test_a_move_that_was_stopped_begins_anew(tmp_path: Path) -> None:
    here = Configuration(data_dir=tmp_path)
    with open_stage(tmp_path) as stage:
        stage.new_world("stopped")
    rows = asyncio.run(contents(here))
    there = msgspec.structs.replace(here, database=postgres.server().new_database())

    def stop(share: float) -> None:
        if share > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(move(here, there, report_progress=stop))
    assert migrate.current(there) == "unfinished"
    assert "the store has schema" in _fails("mall", "list", "--database", there.database)

    _moved(here, there)

    assert asyncio.run(contents(there)) == rows


@pytest.mark.parametrize("schema", ["0240", "head"])
@pytest.mark.parametrize("is_noted", [False, True])
def test_a_move_that_was_stopped_while_it_made_the_schema_begins_anew(
    tmp_path: Path, schema: str, is_noted: bool
) -> None:
    here = Configuration(data_dir=tmp_path)
    with open_stage(tmp_path) as stage:
        stage.new_world("stopped-early")
    rows = asyncio.run(contents(here))
    there = msgspec.structs.replace(here, database=postgres.server().new_database())
    migrate._upgrade(there, schema)
    if is_noted:
        asyncio.run(_note(there.database))

    _moved(here, there)

    assert asyncio.run(contents(there)) == rows
    assert migrate.current(there) == migrate.newest()


async def _note(database: str) -> None:
    connection = await asyncpg.connect(database)
    await connection.execute("INSERT INTO schema_note VALUES ('program', '0240')")
    await connection.close()


def test_an_older_store_is_migrated_first(tmp_path: Path) -> None:
    here = Configuration(data_dir=tmp_path)
    migrate.migrate(here)
    store = apsw.Connection(str(here.database_path))
    store.execute("UPDATE alembic_version SET version_num = '0230'")
    store.close()
    where = ["--data-dir", str(tmp_path), "--to", postgres.server().new_database()]
    assert "the store has schema 0230, this program needs" in _fails("db", "move", *where)
