"""A store of the last release is upgraded whole, and served under load after that."""

import asyncio
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import apsw
import httpx2
import msgspec
import pytest

from openmall.configuration import Configuration
from openmall.database import baseline, ngrams, phases
from openmall.database.migrate import current, migrate, newest
from openmall.database.phases import LAST_COMMIT_BEFORE
from openmall.database.snapshot import open_snapshot
from tests import postgres
from tests.cli.command_line import Shell
from tests.client import respond
from tests.database import release_store
from tests.database.described_schema import described, differences
from tests.database.release_store import OLDEST, KeptStore, ReleaseStore
from tests.journeys.demo_server import ENVIRONMENT
from tests.launcher import write_program
from tests.world import Stage, open_stage

pytestmark = pytest.mark.journey

STORES = ["sqlite", "postgresql"]
KEPT = ["oldest", "last"]
RELEASE = OLDEST.described()
HOST = f"https://{release_store.MALL}.openmall.localhost/api/v2/"
RECORDED_HOST = f"https://{release_store.RECORDED}.openmall.localhost/api/v2/admin/"
DEATHS = {
    "sqlite": ["ALTER TABLE order_item", "DROP TABLE sales_of_hour", "DROP INDEX", "COMMIT"],
    "postgresql": ["ALTER TABLE order_item", "ALTER INDEX", "UPDATE alembic_version", "COMMIT"],
}
LONGEST = 300.0
READS = 240
WRITES = 60
Content = dict[str, Counter[str]]


def installation(folder: Path, store: str, kept: KeptStore = OLDEST) -> Configuration:
    """Return an installation with a store that a release made."""
    database = postgres.server().new_database() if store == "postgresql" else ""
    made = Configuration(data_dir=folder / "data", database=database)
    made.data_dir.mkdir(parents=True)
    kept.restore(made)
    return made


def content(configuration: Configuration) -> Content:
    """Return the rows of each table that has any, by today's names."""

    async def read() -> Content:
        found: Content = {}
        async with open_snapshot(configuration) as snapshot:
            for stored, columns in (await snapshot.tables()).items():
                table = baseline.TABLES.get(stored, stored)
                renamed = baseline.COLUMNS.get(table, {})
                names = [renamed.get(name, name) for name in columns]
                found[table] = Counter()
                async for page in snapshot.rows(stored, columns):
                    for row in page:
                        pairs = sorted(zip(names, row, strict=True))
                        found[table][msgspec.json.encode(pairs).decode()] += 1
        return found

    kept = asyncio.run(read())
    kept.pop("schema_note")
    return {table: rows for table, rows in kept.items() if rows}


def without_added_columns(after: Content, before: Content) -> Content:
    """Return rows of an upgraded store without the columns that were added to their tables."""
    found: Content = {}
    for table, rows in after.items():
        known = {name for row in before.get(table, ()) for name, _ in msgspec.json.decode(row)}
        found[table] = Counter()
        for row, count in rows.items():
            pairs = [pair for pair in msgspec.json.decode(row) if not known or pair[0] in known]
            found[table][msgspec.json.encode(pairs).decode()] += count
    return found


def lacks(before: Any, after: Any, at: str = "") -> list[str]:
    """Return where `after` differs from `before`; what it has besides does not matter."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            lost
            for name, value in before.items()
            for lost in (
                lacks(value, after[name], f"{at}.{name}") if name in after else [f"{at}.{name}"]
            )
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [lost for no, (old, new) in pairs for lost in lacks(old, new, f"{at}[{no}]")]
    return [] if before == after else [f"{at}: {before!r} became {after!r}"]


def test_the_oldest_store_is_of_the_commit_that_is_named() -> None:
    assert RELEASE.commit.startswith(LAST_COMMIT_BEFORE)
    assert RELEASE.schema == phases.oldest() == "0230"
    assert RELEASE.rows.keys() >= baseline.TABLES.keys()
    assert len(RELEASE.answers) > 10


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("kept", KEPT)
def test_an_upgraded_store_is_a_new_one_with_the_rows_of_before(
    tmp_path: Path, store: str, kept: str
) -> None:
    release = release_store.STORES[kept].described()
    made = installation(tmp_path, store, release_store.STORES[kept])
    before = content(made)
    empty = Configuration(
        data_dir=tmp_path / "empty",
        database=postgres.server().new_database() if made.database else "",
    )
    migrate(empty)

    assert current(made) == release.schema
    assert migrate(made) is (release.schema != newest())
    assert (current(made), migrate(made)) == (newest(), False)

    assert differences(described(made), described(empty)) == {}
    after = without_added_columns(content(made), before)
    assert {table: rows for table, rows in after.items() if rows != before.get(table)} == {}
    assert sum(map(len, after.values())) > 600
    counts = {baseline.TABLES.get(table, table): rows for table, rows in release.rows.items()}
    assert {table: rows.total() for table, rows in after.items()} == counts


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}", "X-Api-Version": "2026-03-01"}


async def _at_once(stage: Stage, release: ReleaseStore) -> Counter[int]:
    """Send reads and writes at once, and return how many had which status."""
    numbers = [each["product_no"] for each in release.answers["products"]["products"]]
    headers = _bearer(release.access_token)
    paths = list(release.answers)
    reads = [
        httpx2.Request("GET", f"{HOST}admin/{paths[at % len(paths)]}", headers=headers)
        for at in range(READS)
    ]
    writes = [
        httpx2.Request(
            "PUT",
            f"{HOST}admin/products/{numbers[at % len(numbers)]}",
            headers=headers,
            json={"request": {"model_name": f"Model {at}"}},
        )
        for at in range(WRITES)
    ]
    answers = await asyncio.gather(
        *(respond(stage.app, each, ip="127.0.0.1") for each in [*writes, *reads])
    )
    return Counter(each.status_code for each in answers)


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("kept", KEPT)
def test_an_upgraded_store_is_served_under_load(tmp_path: Path, store: str, kept: str) -> None:
    release = release_store.STORES[kept].described()
    made = installation(tmp_path, store, release_store.STORES[kept])
    shell = Shell(made.data_dir)
    of_store = ["--database", made.database] if made.database else []
    told = shell.json("db", "migrate", *of_store)
    before = content(made)
    lost = {}
    settings = {"database": made.database, "secret_keys": (release_store.KEY,), "undo_days": 30}
    with open_stage(made.data_dir, **settings) as stage:
        stage.clock.at = float(release.made_at)
        headers = _bearer(release.access_token)
        for path, answer in release.answers.items():
            found = stage.client.get(f"{HOST}admin/{path}?limit=10", headers=headers)
            if "/" in path and path.startswith("orders/2"):
                found = stage.client.get(
                    f"{HOST}admin/{path}?embed=items,buyer,receivers", headers=headers
                )
            assert found.status_code == 200, (path, found.text)
            if gone := lacks(answer, found.json()):
                lost[path] = gone
        statuses = stage.run(_at_once, stage, release)
        stage.forget_counts()
        undone = [
            stage.client.post(
                f"{RECORDED_HOST}writes/{each['write_no']}/undo",
                headers=_bearer(release.recorded_token),
                json={"request": {}},
            ).status_code
            for each in release.writes
            if each["operation"] in ("PUT products/{product_no}", "POST coupons/{coupon_no}/issues")
        ]
    after = content(made)

    assert (told["schema"], told["changed"]) == (newest(), release.schema != newest())
    assert lost == {}
    assert statuses == {200: READS + WRITES}
    assert undone == [201, 201]
    fewer = {name: (rows.total(), after[name].total()) for name, rows in before.items()
             if after[name].total() < rows.total()}  # fmt: skip
    assert fewer == {}
    untouched = ("imported_order", "guest_order", "hourly_sales", "hourly_product_sales",
                 "coupon_use", "discount_code_use", "shop_order", "order_item")  # fmt: skip
    assert [name for name in untouched if after[name] != before[name]] == []


@pytest.mark.parametrize("store", STORES)
def test_an_upgrade_that_died_is_done_again(tmp_path: Path, store: str) -> None:
    made = installation(tmp_path, store)
    before = content(made)
    dying = write_program(tmp_path / "dying", "tests.database.interrupted_upgrade")
    for beginning in DEATHS[store]:
        words = [str(dying), str(made.data_dir), made.database, beginning]
        died = subprocess.run(words, env=ENVIRONMENT, timeout=LONGEST, check=False).returncode
        assert (died, current(made)) == (-9, RELEASE.schema), beginning

    migrate(made)

    assert current(made) == newest()
    assert without_added_columns(content(made), before) == before


@pytest.mark.parametrize("store", STORES)
def test_of_two_upgrades_at_once_one_works_and_the_other_waits(tmp_path: Path, store: str) -> None:
    made = installation(tmp_path, store)
    of_store = ["--database", made.database] if made.database else []
    program = write_program(tmp_path / "openmall")
    words = [str(program), "db", "migrate", "--data-dir", str(made.data_dir), *of_store]
    both = [
        subprocess.Popen(words, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ended = [(each.communicate(timeout=LONGEST)[1], each.returncode) for each in both]
    assert [status for _, status in ended] == [0, 0], ended
    assert current(made) == newest()


@pytest.mark.parametrize("store", STORES)
def test_an_older_store_is_told_which_program_comes_first(tmp_path: Path, store: str) -> None:
    made = installation(tmp_path, store)
    asyncio.run(_rename_schema(made, "0225"))
    shell = Shell(made.data_dir)
    of_store = ["--database", made.database] if made.database else []
    before = content(made)
    told = {
        " ".join(words): shell.run(*words, *of_store)
        for words in (
            ["db", "migrate"], ["db", "migrate", "--expand"], ["db", "migrate", "--contract"],
            ["db", "backfill"], ["db", "status"], ["db", "check"], ["doctor"],
            ["serve", "--port", "0", "--http-port", "0"], ["mall", "list"],
        )
    }  # fmt: skip
    silent = [
        name
        for name, said in told.items()
        if "schema 0225 is too old" not in said.output or LAST_COMMIT_BEFORE not in said.output
    ]
    assert silent == [], told
    assert [name for name, said in told.items() if not said.exit_code] == ["db status"]
    assert (current(made), content(made)) == ("0225", before)


async def _rename_schema(configuration: Configuration, schema: str) -> None:
    await _execute(configuration, f"UPDATE alembic_version SET version_num = '{schema}'")


async def _execute(configuration: Configuration, sql: str) -> None:
    if configuration.database:
        await release_store.execute(configuration.database, sql)
        return
    store = apsw.Connection(str(configuration.database_path))
    store.execute(sql)
    store.close()


NAMES_OF_BEFORE = {2: "Crème brûlée", 3: "İstanbul çanta", 4: "O’Brien T‑shirt"}


@pytest.mark.parametrize("store", STORES)
def test_an_upgraded_store_finds_names_without_their_marks(tmp_path: Path, store: str) -> None:
    made = installation(tmp_path, store)
    for number, name in NAMES_OF_BEFORE.items():
        folded = ngrams.fold_with_marks(name)
        for table, text in (("product", name), ("product_names", folded)):
            sql = f"UPDATE {table} SET product_name = '{text}' WHERE product_no = {number}"
            asyncio.run(_execute(made, sql))
        rows = ", ".join(
            f"('release', 1, 0, {piece}, '{ngrams.encode(number)}')"
            for piece in ngrams.ngrams_of([folded])
        )
        sql = (
            "INSERT INTO product_part (mall_id, shop_no, block, piece, product_nos)"
            f" VALUES {rows} ON CONFLICT (mall_id, shop_no, block, piece)"
            " DO UPDATE SET product_nos = product_part.product_nos || excluded.product_nos"
        )
        asyncio.run(_execute(made, sql))

    migrate(made)

    settings = {"database": made.database, "secret_keys": (release_store.KEY,)}
    with open_stage(made.data_dir, **settings) as stage:
        stage.clock.at = float(RELEASE.made_at)
        found = {}
        for typed in ("brulee creme", "istanbul canta", "t shirt o'brien"):
            answer = stage.client.get(
                f"{HOST}admin/products",
                params={"product_name": typed},
                headers=_bearer(RELEASE.access_token),
            )
            found[typed] = [each["product_no"] for each in answer.json()["products"]]
    assert [*found.values()] == [[2], [3], [4]]


CODES_OF_BEFORE = {2: "SKU-A ", 3: "\u200bSKU-B", 4: " SKU-C", 5: "SKU-C", 6: "SKU-D ", 7: " SKU-D"}
VARIANT_CODES_OF_BEFORE = {2: "V-1\u00a0", 3: "V-2 ", 4: "V-2"}


@pytest.mark.parametrize("store", STORES)
def test_an_upgrade_trims_codes_and_names_those_it_keeps(tmp_path: Path, store: str) -> None:
    made = installation(tmp_path, store)
    for table, codes in (("product", CODES_OF_BEFORE), ("variant", VARIANT_CODES_OF_BEFORE)):
        for number, code in codes.items():
            asyncio.run(
                _execute(
                    made,
                    f"UPDATE {table} SET custom_{table}_code = '{code}'"
                    f" WHERE mall_id = 'release' AND product_no = {number}",
                )
            )
    asyncio.run(_execute(made, "UPDATE serial_code SET serial_code = 'SERIAL\u200b1'"))

    migrate(made)

    of_store = ["--database", made.database] if made.database else []
    (made.data_dir / "secret.key").write_text(release_store.KEY)
    (made.data_dir / "secret.key").chmod(0o600)
    told = Shell(made.data_dir).run("verify", "codes", "--json", *of_store)
    found = {}
    settings = {"database": made.database, "secret_keys": (release_store.KEY,)}
    with open_stage(made.data_dir, **settings) as stage:
        stage.clock.at = float(RELEASE.made_at)
        for code in ("SKU-A", "SKU-B", "SKU-C", "SKU-D"):
            answer = stage.client.get(
                f"{HOST}admin/products",
                params={"custom_product_code": code},
                headers=_bearer(RELEASE.access_token),
            )
            found[code] = [each["product_no"] for each in answer.json()["products"]]
        answer = stage.client.get(
            f"{HOST}admin/products",
            params={"custom_variant_code": "V-1"},
            headers=_bearer(RELEASE.access_token),
        )
        variants = [each["product_no"] for each in answer.json()["products"]]
    assert found == {"SKU-A": [2], "SKU-B": [3], "SKU-C": [5], "SKU-D": [6]}
    assert variants == [2]
    assert told.exit_code == 1, told.output
    kept = [
        (each["column"], each["object"], each["code"], each["trimmed"], each["taken_by"])
        for each in msgspec.json.decode(told.stdout)["differences"]
    ]
    [variant] = [each for each in kept if each[0] != "product.custom_product_code"]
    assert kept == [
        ("product.custom_product_code", "4", " SKU-C", "SKU-C", "5"),
        ("product.custom_product_code", "7", " SKU-D", "SKU-D", "6"),
        variant,
    ]
    assert (variant[0], variant[2:4]) == ("variant.custom_variant_code", ("V-2 ", "V-2"))
    assert (variant[1].split()[0], variant[4].split()[0]) == ("3", "4")
