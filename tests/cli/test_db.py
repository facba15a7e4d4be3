"""An operator sees whether the store is sound, and brings it up to date only when told to."""

import asyncio

import apsw
import asyncpg
import pytest

from openmall.database import migrate, phases
from tests import postgres
from tests.cli.command_line import Shell


def checked(shell: Shell, *words: str) -> tuple[int, str]:
    done = shell.run("db", "check", *words)
    problem = next(line for line in done.stdout.splitlines() if line.startswith("problem"))
    return done.exit_code, problem.removeprefix("problem").strip()


def rename_schema(shell: Shell, name: str) -> None:
    connection = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    connection.execute("UPDATE alembic_version SET version_num = ?", (name,))
    connection.close()


def test_a_new_store(shell: Shell) -> None:
    assert checked(shell) == (1, "there is no store yet")
    newest = migrate.newest()
    assert shell.json("db", "migrate") == {"before": None, "schema": newest, "changed": True}
    assert shell.json("db", "migrate") == {"before": newest, "schema": newest, "changed": False}
    assert checked(shell) == (0, "")
    assert shell.json("db", "check") == {
        "store": str(shell.data_dir / "openmall.sqlite"),
        "reachable": True,
        "schema": newest,
        "newest": newest,
        "problem": "",
    }


def test_another_schema_is_left_alone(shop: Shell) -> None:
    rename_schema(shop, "0000")
    assert "openmall db migrate" in shop.fails("mall", "list")
    assert "openmall db migrate" in shop.fails("serve")
    assert checked(shop)[0] == 1
    rename_schema(shop, "9999")
    refused = [shop.fails(*words) for words in (["mall", "list"], ["serve"], ["db", "migrate"])]
    newest = migrate.newest()
    assert set(refused) == {
        f"the store has schema 9999, this program knows {newest} at most: run the program that "
        "upgraded it, or restore the backup from before"
    }


def test_what_comes_next_is_said(shop: Shell) -> None:
    newest = migrate.newest()
    assert shop.json("db", "status") == {
        "schema": newest,
        "newest": newest,
        "needed": phases.needed(),
        "usable": True,
        "backfills": [],
        "next": "",
    }
    assert shop.text("db", "backfill") == "There is nothing to fill.\n"
    assert shop.text("db", "migrate", "--expand") == f"The store has schema {newest} already.\n"
    rename_schema(shop, "0033")
    assert "schema 0033 is too old" in shop.fails("db", "migrate", "--expand")
    assert "schema 0033 is too old" in shop.text("db", "status")


def test_damage_is_found(shop: Shell) -> None:
    path = shop.data_dir / "openmall.sqlite"
    connection = apsw.Connection(str(path))
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    connection.close()
    content = bytearray(path.read_bytes())
    content[8192 : 8192 + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    status, problem = checked(shop)
    assert status == 1
    assert problem


def test_postgresql(shell: Shell) -> None:
    url = postgres.server().new_database()
    where = ["--database", url]
    assert checked(shell, *where)[0] == 1
    assert shell.json("db", "migrate", *where)["changed"] is True
    assert checked(shell, *where) == (0, "")
    shell.text("mall", "create", "myshop", "--name", "My shop", *where)
    [mall] = shell.json("mall", "list", *where)
    assert mall["mall_id"] == "myshop"


def test_postgresql_that_is_away(shell: Shell) -> None:
    status, problem = checked(shell, "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert status == 1
    assert problem


@pytest.mark.parametrize("table", ["product", "token"])
def test_a_lost_table_is_named(shell: Shell, table: str) -> None:
    url = postgres.server().new_database()
    shell.text("db", "migrate", "--database", url)

    async def drop() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(f"DROP TABLE {table}")
        await connection.close()

    asyncio.run(drop())
    assert checked(shell, "--database", url) == (1, f"tables are missing: {table}")
