"""Commands of an operator on a cluster: migrate, distribute, move, back up, restore, verify."""

import asyncio
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from openmall.configuration import Configuration
from openmall.database import distribution, migrate
from openmall.database.factory import open_database
from openmall.database.session import Database, Session
from tests import citus
from tests.cli.command_line import DEMO, Shell
from tests.database import evolving_table
from tests.postgres import Server

EARLIER = "0066"
"""A schema of before, without the tables of later migrations."""
_MALLS = "SELECT mall_id FROM mall ORDER BY mall_id"


@pytest.fixture(scope="module")
def sqlite_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demo mall on SQLite; only to be copied."""
    folder = tmp_path_factory.mktemp("demo")
    Shell(folder).text(*DEMO)
    return folder


def rows_left_behind(url: str) -> int:
    """Return the bytes of rows that tables kept on the coordinator when they were distributed."""
    [(size,)] = citus.ask(
        url, "SELECT sum(pg_relation_size(logicalrelid))::bigint FROM pg_dist_partition"
    )
    return int(size)


def verified(shell: Shell, url: str) -> list[int]:
    """Return how many variants, orders, and so on agree with what they are made of."""
    lines = shell.text("verify", "--database", url).splitlines()
    return [int(each.split()[0].replace(",", "")) for each in lines if each[0].isdigit()]


def test_a_mall_moves_from_sqlite_into_a_cluster_and_is_backed_up_and_restored_there(
    sqlite_demo: Path, url: str, cluster: citus.Cluster
) -> None:
    shell = Shell(sqlite_demo)
    on_sqlite = verified(shell, "")

    moved = shell.json("db", "move", "--to", url)
    archive = str(sqlite_demo / "demo.tar")
    shell.text("backup", "create", archive, "--mall", "demo", "--database", url)
    for name in ("copy-1", "copy-2", "copy-3"):
        shell.text("backup", "restore", archive, "--mall", "demo", "--as", name, "--database", url)

    assert moved["rows"] > 10_000
    assert rows_left_behind(url) == 0
    assert shell.text("db", "distribute", "--database", url) == "Every table is in its place.\n"
    malls = [row[0] for row in citus.ask(url, _MALLS)]
    assert malls == ["copy-1", "copy-2", "copy-3", "demo"]
    assert verified(shell, url) == [4 * each for each in on_sqlite]
    assert {cluster.node_of(url, each) for each in malls} == set(cluster.workers)


def test_a_store_moves_from_postgresql_and_is_distributed_with_its_rows(
    tmp_path: Path, cluster: citus.Cluster
) -> None:
    shell, old, new = Shell(tmp_path), Server().new_database(), cluster.new_database()
    shell.text("db", "migrate", "--database", old)
    for name in ("one", "two", "three"):
        shell.text("mall", "create", name, "--name", name, "--database", old)

    moved = shell.json("db", "move", "--database", old, "--to", new)
    done = shell.json("db", "distribute", "--database", new)

    planned = distribution.plan()
    assert (moved["tables"], done["done"]) == (len(planned) - 1, True), "all but the version"
    assert done["sql"] == [each.sql for each in planned]
    assert [row[0] for row in citus.ask(new, _MALLS)] == ["one", "three", "two"]
    assert rows_left_behind(new) == 0
    assert verified(shell, new) == [0, 0, 0]
    assert "moved" in shell.fails("mall", "list", "--database", old)


def test_tables_of_later_migrations_are_distributed_beside_those_that_are(
    tmp_path: Path, cluster: citus.Cluster
) -> None:
    url = cluster.new_database()
    store = Configuration(data_dir=tmp_path, database=url)
    migrate._upgrade(store, EARLIER)
    before, _ = asyncio.run(distribution.distribute(url, only_plan=False))

    assert migrate.migrate(store)
    after, done = asyncio.run(distribution.distribute(url, only_plan=False))
    again, _ = asyncio.run(distribution.distribute(url, only_plan=False))

    assert done
    assert len(before) > 100
    assert len(after) > 10
    assert again == []
    assert {each.table for each in [*before, *after]} == {e.table for e in distribution.plan()}
    Shell(tmp_path).text("mall", "create", "late", "--name", "late", "--database", url)
    assert verified(Shell(tmp_path), url) == [0, 0, 0]


def test_a_table_is_added_to_filled_and_taken_from_on_every_server(
    tmp_path: Path, cluster: citus.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Configuration(data_dir=tmp_path, database=cluster.new_database())
    malls = [f"mall-{at}" for at in range(6)]
    evolving_table.release(monkeypatch, tmp_path, 9001)
    migrate.migrate(store)
    name = urlsplit(store.database).path[1:]
    citus.ask(store.database, f'ALTER DATABASE "{name}" SET citus.enable_unsafe_triggers = on')
    citus.ask(store.database, "SELECT create_distributed_table('mall', 'mall_id')")
    citus.ask(
        store.database,
        "SELECT create_distributed_table('diary', 'mall_id', colocate_with => 'mall')",
    )

    async def in_each(database: Database, words: str) -> None:
        for mall in malls:
            async with database.writing(mall) as db:
                rows = [{"page": f"{words} {at}", "words": words} for at in range(300)]
                await db.many(evolving_table.OLD_WRITE, rows)

    async def read(db: Session) -> list[str]:
        return [row[1] for row in await db.all(evolving_table.LAST_READ)]

    async def run(words: str) -> list[list[str]]:
        database = open_database(store)
        try:
            if words:
                await in_each(database, words)
                return []
            found = []
            for mall in malls:
                async with database.reading(mall) as db:
                    found.append(await read(db))
            return found
        finally:
            await database.close()

    asyncio.run(run("early"))
    evolving_table.release(monkeypatch, tmp_path, 9003)
    migrate.expand(store)
    asyncio.run(run("meanwhile"))  # by a program of before
    progress = migrate.fill(store, batch=200)["9002"]
    migrate.contract(store)

    assert (progress.rows, progress.ended) == (len(malls) * 600, True)
    assert migrate.current(store) == "9003"
    assert asyncio.run(run("")) == [["EARLY"] * 300 + ["MEANWHILE"] * 300] * len(malls)


def test_a_cluster_is_made_by_the_commands_of_the_page(
    tmp_path: Path, cluster: citus.Cluster
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "scaling.md").read_text(encoding="utf-8")
    [sql] = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    places = dict(zip(("coordinator", "node-1", "node-2"), cluster.nodes, strict=True))
    for host, node in places.items():
        assert f"'{host}', 5432" in sql
        sql = sql.replace(f"'{host}', 5432", f"'127.0.0.1', {node.port}")
    # fewer shards, as each of them is a table and more on this machine
    sql = sql.replace("shard_count = 32", "shard_count = 6")
    for node in cluster.nodes:
        asyncio.run(node.execute("postgres", "CREATE DATABASE openmall"))
        asyncio.run(node.execute("openmall", "CREATE EXTENSION citus"))
    shell, url = Shell(tmp_path), cluster.coordinator.url("openmall")

    for statement in filter(None, map(str.strip, sql.split(";"))):
        citus.ask(url, statement)
    shell.text("db", "migrate", "--database", url)
    shell.text("db", "distribute", "--database", url)
    shell.text("mall", "create", "first", "--name", "first", "--database", url)

    nodes = citus.ask(
        url,
        "SELECT nodeport, count(*) FROM citus_shards WHERE table_name = 'mall'::regclass"
        " GROUP BY nodeport ORDER BY nodeport",
    )
    assert nodes == [(port, 3) for port in sorted(each.port for each in cluster.workers)]
    assert verified(shell, url) == [0, 0, 0]
