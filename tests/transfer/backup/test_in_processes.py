"""A demo mall is copied and restored by the command line: every row, fact and picture is compared.

Each backup command is once a process of its own, which has imported nothing before, and the source
is what `openmall demo` made. What is compared is read with the drivers, not with openmall.
"""

import asyncio
import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import apsw
import asyncpg
import duckdb
import httpx
import pytest

from openmall.contract.pictures import FILES
from openmall.database.seal import MARK, Seal, seal_with
from openmall.transfer.backup import tables
from tests import postgres
from tests.cli.command_line import Shell
from tests.journeys.demo_server import FREE_PORTS, command
from tests.random_cases import combinations
from tests.transfer.backup.served_installation import serving
from tests.world import open_stage

pytestmark = pytest.mark.journey

Rows = dict[str, list[tuple[Any, ...]]]
Get = Callable[..., httpx.Response]
"""Sends a GET: path, `headers`."""
OTHER = "beside"
COPIED = "demo-copy"
NEVER_RESTORED = {"fact_batch": "its facts are in the engine of a copy that has the facts"}
"""Tables of the whole installation whose rows a restore declares to leave out."""
CHANGED_WITH_THE_MALL = {"setting": "content"}
"""Table -> the column that differs beside the mall's id: what is sealed is sealed anew."""


class Place:
    """An installation: a data folder and a store."""

    def __init__(self, folder: Path, store: str) -> None:
        self.folder = folder
        self.database = postgres.server().new_database() if store == "postgresql" else ""

    def run(self, *words: str) -> Any:
        """Run a command in a process of its own; return its JSON."""
        where = ("--data-dir", str(self.folder), "--database", self.database)
        done = command(*words, *where, "--json")
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return json.loads(done.stdout)

    def prepare(self, *words: str) -> Any:
        """Run a command in this process; return its JSON."""
        return Shell(self.folder).json(*words, "--database", self.database)

    def copied_to(self, folder: Path) -> "Place":
        """Return another installation with the same files and rows."""
        shutil.copytree(self.folder, folder)
        made = Place(folder, "sqlite")
        if self.database:
            made.database = postgres.server().copy_database(self.database)
        return made

    def rows(self) -> Rows:
        """Return every row of every table of the store."""
        if self.database:
            return asyncio.run(self._rows_of_postgresql())
        connection = apsw.Connection(str(self.folder / "openmall.sqlite"))
        try:
            names = [
                name
                for (name,) in connection.execute(
                    "SELECT name FROM sqlite_schema WHERE type = 'table'"
                    " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
                )
            ]
            found = {}
            for name in names:
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
                listed = ", ".join(f'"{column}"' for column in sorted(columns))
                rows = connection.execute(f"SELECT {listed} FROM {name}")
                found[name] = _named(sorted(columns), rows)
            return found
        finally:
            connection.close()

    async def _rows_of_postgresql(self) -> Rows:
        connection = await asyncpg.connect(self.database)
        try:
            columns: dict[str, list[str]] = {}
            for table, column in await connection.fetch(
                "SELECT table_name, column_name FROM information_schema.columns"
                " WHERE table_schema = 'public'"
            ):
                columns.setdefault(table, []).append(column)
            found = {}
            for name, each in columns.items():
                listed = ", ".join(f'"{column}"' for column in sorted(each))
                found[name] = _named(
                    sorted(each), await connection.fetch(f'SELECT {listed} FROM "{name}"')
                )
            return found
        finally:
            await connection.close()

    def facts(self, mall_id: str) -> Rows:
        """Return the facts of a mall, without its id."""
        path = self.folder / "analytics.duckdb"
        with duckdb.connect(str(path), read_only=True) as connection:
            found = {}
            for (name,) in connection.execute(
                "SELECT table_name FROM information_schema.columns WHERE column_name = 'mall_id'"
            ).fetchall():
                rows = connection.execute(
                    f'SELECT * EXCLUDE (mall_id) FROM "{name}" WHERE mall_id = $1', [mall_id]
                )
                found[name] = sorted(rows.fetchall(), key=repr)
            return found

    def pictures(self, mall_id: str) -> dict[str, bytes]:
        folder = self.folder / "files" / mall_id
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }

    def seal(self) -> Seal:
        return seal_with((self.folder / "secret.key").read_text(), where="the test")


def _named(columns: list[str], rows: Any) -> list[tuple[Any, ...]]:
    return sorted((tuple(zip(columns, row, strict=True)) for row in rows), key=repr)


class Source(Place):
    """A demo mall with sealed secrets and facts, another mall beside it, and a copy of all."""

    def __init__(self, folder: Path, store: str) -> None:
        super().__init__(folder / "data", store)
        self.store = store
        self.prepare("demo", "--no-serve", *FREE_PORTS)
        self.prepare("mall", "create", OTHER, "--name", "Beside")
        self.demo = json.loads((self.folder / "demo.json").read_text())
        self.app = self.demo["apps"][0]
        self.token = self.app["access_token"]
        address = ("app", "webhooks", "address", self.app["client_id"], "https://a.example.com/")
        self.prepare(*address)
        self.prepare("app", "webhooks", "events", self.app["client_id"], "product_created")
        self.file = folder / "all.tar"
        # what a process has to import is the same on each store
        create = self.prepare if self.database else self.run
        create("backup", "create", str(self.file), "--with-key")


@pytest.fixture(scope="module")
def source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Source:
    return Source(tmp_path_factory.mktemp(f"source-{request.param}"), request.param)


def of(usual: str) -> pytest.MarkDecorator:
    """Let a test run with a source on the store `usual`, with `--thorough` on each."""
    stores = combinations(("sqlite", "postgresql"), usual=(usual,))
    return pytest.mark.parametrize("source", stores, indirect=True, scope="module")


@of("sqlite")
def test_what_is_copied_is_worth_comparing(source: Source) -> None:
    rows = source.rows()
    for table in ("product", "order_item", "customer", "setting", "token", "webhook_subscription"):
        assert rows[table], table
    assert any(MARK in dict(row)["content"] for row in rows["setting"])
    assert len(source.pictures("demo")) > 200
    assert all(source.facts("demo")[table] for table in ("visit", "pageview", "sale"))


@of("sqlite")
def test_a_whole_installation_comes_back_row_by_row_and_is_served(
    source: Source, tmp_path: Path
) -> None:
    done = command("backup", "verify", str(source.file), "--json")
    assert (done.returncode, json.loads(done.stdout)["problems"]) == (0, [])
    there = Place(tmp_path / "there", source.store)

    said = there.run("backup", "restore", str(source.file))

    before, after = source.rows(), there.rows()
    assert before.keys() == after.keys()
    for table in before:
        if table not in NEVER_RESTORED:
            assert after[table] == before[table], table
    assert (said["malls"], said["sealed"]) == ([OTHER, "demo"], 0)
    for mall_id in ("demo", OTHER):
        assert there.pictures(mall_id) == source.pictures(mall_id)
        assert there.facts(mall_id) == source.facts(mall_id)
    assert (there.folder / "secret.key").read_text() == (source.folder / "secret.key").read_text()
    assert all(each["differences"] == [] for each in _recomputed(there))
    with serving(there.folder, host="demo.openmall.localhost", database=there.database) as client:
        _look_at_the_shop(client.get, source, source.token)


@of("postgresql")
def test_it_comes_back_into_the_other_kind_of_store(source: Source, tmp_path: Path) -> None:
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}
    there = Place(tmp_path / "there", other[source.store])
    there.prepare("backup", "restore", str(source.file))
    before, after = source.rows(), there.rows()
    assert before.keys() == after.keys()
    for table in before:
        if table not in NEVER_RESTORED:
            assert after[table] == before[table], table


BESIDE, ELSEWHERE = "beside the first", "in another installation"


@pytest.mark.parametrize(
    ("source", "where"),
    combinations(
        [(store, where) for store in ("sqlite", "postgresql") for where in (BESIDE, ELSEWHERE)],
        usual=[("sqlite", BESIDE), ("postgresql", ELSEWHERE)],
    ),
    indirect=["source"],
    scope="module",
)
def test_one_mall_comes_back_as_another_with_declared_differences_alone(
    source: Source, tmp_path: Path, where: str
) -> None:
    key: tuple[str, ...] = ()
    if where == BESIDE:
        there = source.copied_to(tmp_path / "there")
    else:
        there = Place(tmp_path / "there", source.store)
        there.prepare("mall", "create", OTHER, "--name", "Somebody else's")
        key = ("--key-file", str(source.folder / "secret.key"))
    others = _others(there.rows(), COPIED)
    words = ("backup", "restore", str(source.file), "--mall", "demo", "--as", COPIED, *key)

    said = there.run(*words) if where == BESIDE else there.prepare(*words)

    assert (said["mall_id"], said["apps"], said["new_apps"]) == (COPIED, [], [])
    before, after = source.rows(), there.rows()
    assert _others(after, COPIED) == others
    for table in before:
        column = tables.mall_column(table)
        if table in tables.of_scope("mall"):
            theirs = _of_mall(before[table], column, "demo")
            changed = CHANGED_WITH_THE_MALL.get(table, "")
            found = _of_mall(after[table], column, COPIED)
            assert _without(found, changed) == _without(theirs, changed), table
        else:
            assert _of_mall(after[table], column, COPIED) == [], table
    assert _settings(there, after, COPIED) == _settings(source, before, "demo")
    assert there.pictures(COPIED) == source.pictures("demo")
    assert there.facts(COPIED) == source.facts("demo")
    assert all(each["differences"] == [] for each in _recomputed(there))
    token = _let_an_app_in(there)
    with _served_in_this_process(there, COPIED) as get:
        _look_at_the_shop(get, source, token)


def _others(rows: Rows, mall_id: str) -> Rows:
    """Return the rows that are of no mall, or of another one than `mall_id`."""
    return {
        table: [row for row in each if mall_id not in dict(row).values()]
        for table, each in rows.items()
    }


def _of_mall(rows: list[tuple[Any, ...]], column: str, mall_id: str) -> list[tuple[Any, ...]]:
    return [
        tuple(pair for pair in row if pair[0] != column)
        for row in rows
        if dict(row).get(column) == mall_id
    ]


def _without(rows: list[tuple[Any, ...]], column: str) -> list[tuple[Any, ...]]:
    return sorted((tuple(pair for pair in row if pair[0] != column) for row in rows), key=repr)


def _settings(place: Place, rows: Rows, mall_id: str) -> dict[tuple[int, str], Any]:
    """Return the settings of a mall with their secrets opened."""
    seal = place.seal()
    found = {}
    for row in map(dict, rows["setting"]):
        if row["mall_id"] != mall_id:
            continue
        values = json.loads(row["content"])
        for field, value in values.items():
            if isinstance(value, str) and value.startswith(MARK):
                about = f"{mall_id} {row['shop_no']} {row['name'].partition(' ')[0]}.{field}"
                values[field] = seal.open(value, about=about)
        found[row["shop_no"], row["name"]] = values
    return found


def _recomputed(place: Place) -> list[dict[str, Any]]:
    found = []
    for what in ("stock", "orders", "coupons", "points"):
        found.append(place.prepare("verify", what))
    return found


def _let_an_app_in(place: Place) -> str:
    app = place.prepare("app", "create", "--name", "Reader", "--all-scopes")["client_id"]
    place.prepare("app", "install", app, "--mall", COPIED)
    issue = ("token", "issue", "--mall", COPIED, "--app", app)
    token: str = place.prepare(*issue)["access_token"]
    return token


@contextmanager
def _served_in_this_process(place: Place, mall_id: str) -> Iterator[Get]:
    """Serve an installation without a process; give what sends a GET to one of its malls."""
    with open_stage(place.folder, database=place.database) as stage:
        stage.clock.at = time.time()  # when its tokens were issued

        def get(path: str, headers: dict[str, str] | None = None) -> httpx.Response:
            url = f"https://{mall_id}.openmall.localhost{path}"
            return stage.client.request("GET", url, headers=headers or {})

        yield get


def _look_at_the_shop(get: Get, source: Source, token: str) -> None:
    """Call what is served as an app and as a visitor; compare with the rows of the source."""
    headers = {"Authorization": f"Bearer {token}"}

    def read(path: str) -> Any:
        answer = get(f"/api/v2/admin/{path}", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    rows = [row for row in map(dict, source.rows()["product"]) if row["mall_id"] == "demo"]
    names = {row["product_no"]: row["product_name"] for row in rows if row["shop_no"] == 1}
    assert read("products/count") == {"count": len(names)}
    [shown] = read("products?limit=1")["products"]
    product = read(f"products/{shown['product_no']}")["product"]
    assert product["product_name"] == names[shown["product_no"]]
    path = urlsplit(product["detail_image"]).path
    picture = get(path)
    assert picture.status_code == 200
    assert picture.content == source.pictures("demo")[path.removeprefix(FILES)]
    wrong = {"Authorization": "Bearer of-nobody"}
    assert get("/api/v2/admin/products/count", headers=wrong).status_code == 401
