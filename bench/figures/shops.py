"""Ten thousand shops in one installation beside a single one.

Two installations on SQLite, each served by one worker on the same core, take turns: one with a
single shop, one in which 10,000 shops have as many products each. Reads are due 400 times a second.
Of the 10,000 shops either one is asked all the time, which shows what the others' rows cost it, or
all of them by chance, each with a token of its own: then a worker meets every shop anew, and reads
first who asks.
"""

import asyncio
import json
import statistics
import sys
from decimal import Decimal
from pathlib import Path

import apsw

from bench import open_loop
from bench import servers as serving
from bench.figures.figure import FigureResult, Place
from bench.growth import COPIED
from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import secrets, tokens
from openmall.access.oauth.directory import Directory
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.contract.scopes import SENTENCES
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.session import Database

SHOPS = 10_000
PRODUCTS = 100
"""Of each shop."""
RATE = 400
ALLOWED = 0.10
CLOCK = SystemClock()
SCOPES = list(SENTENCES)


def make(place: Place) -> FigureResult:
    """Measure reads and lists of one shop, of one among many, and of all of them."""
    for count in (1, SHOPS):
        folder = place.folder / f"shops_{count}"
        folder.mkdir(parents=True, exist_ok=True)
        # what was kept of the last time may have an older schema
        migrate(Configuration(data_dir=folder))
    one = asyncio.run(_installation(place.folder / "shops_1", 1))
    many = asyncio.run(_installation(place.folder / f"shops_{SHOPS}", SHOPS))
    kinds = {
        "product by id": [f"/api/v2/admin/products/{number}" for number in range(1, PRODUCTS)],
        "list of 10": ["/api/v2/admin/products"],
    }
    rows: list[list[object]] = []
    reached = True
    with (
        serving.mall(place.folder / "shops_1", place.port) as single,
        serving.mall(place.folder / f"shops_{SHOPS}", place.port + 1) as crowd,
    ):
        for kind, paths in kinds.items():
            asked = {
                "one shop alone": (single.url, [one[0]]),
                f"one of {SHOPS:,}": (crowd.url, [many[0]]),
                f"all {SHOPS:,}": (crowd.url, many),
            }
            found: dict[str, list[open_loop.Paced]] = {each: [] for each in asked}
            for number in range(place.rounds + 3):
                for each, (url, shops) in asked.items():
                    port = url.rpartition(":")[2]
                    calls = [
                        (path, f"Bearer {token}", f"{name}.openmall.localhost:{port}")
                        for path in paths[:: 1 if len(shops) == 1 else 33]
                        for name, token in shops
                    ]
                    paced = open_loop.run(
                        url, calls, rate=RATE, seconds=place.seconds, connections=8
                    )
                    if paced.errors:
                        raise SystemExit(f"{each}: {paced.errors} errors")
                    if number:  # the first one warms up
                        found[each].append(paced)
            alone = found["one shop alone"]
            for each, results in found.items():
                p50 = statistics.median(result.p50 for result in results)
                p99 = statistics.median(result.p99 for result in results)
                moved = statistics.median(
                    result.p99 / quiet.p99 - 1 for result, quiet in zip(results, alone, strict=True)
                )
                rows.append([f"{kind}, {each}", p50, p99, f"{moved:+.0%}"])
                reached = reached and (each == "one shop alone" or moved < ALLOWED)
    head = ["read", "p50 ms", "p99 ms", "p99 beside one shop's"]
    aim = "p99 with 10,000 shops within 10 % of one shop's"
    return FigureResult(head, rows, aim, reached)


async def _installation(folder: Path, shops: int) -> list[tuple[str, str]]:
    """Return the malls of an installation, made when it is not there, and a token of each."""
    configuration = Configuration(data_dir=folder)
    made = folder / "app.json"
    database = open_database(configuration)
    if not made.exists():
        print(f"filling {shops:,} shops ...", file=sys.stderr)
        await fill(database, shops)
        _copy(configuration.database_path)
        app = await registered_apps.register(
            database, CLOCK, name="Bench", redirect_uris=["https://app.example.com/"],
            scopes=SCOPES, restricted=True,
        )  # fmt: skip
        made.write_text(json.dumps(app.client_id))
    client_id = json.loads(made.read_text())
    found = [await token(database, mall_id(number), client_id) for number in range(shops)]
    await database.close()
    return found


def mall_id(number: int) -> str:
    """Return what a shop of the installation is called."""
    return f"shop{number:05}"


async def fill(database: Database, shops: int) -> None:
    """Open the shops; the first one gets products."""
    language = mall_rules.Language("Shop", "ko_KR", "KRW")
    for number in range(shops):
        await mall_rules.create(database, CLOCK, mall_id(number), "Shop", "KR", [language])
    mall = await Directory(database, CLOCK, lambda: 0).mall(mall_id(0))
    assert mall is not None
    drafts = [
        BulkProduct(
            code=f"B-{number}",
            everywhere={
                "product_name": f"Bowl {number}",
                "price": Decimal(9900),
                "supply_price": Decimal(5000),
                "display": "T",
                "selling": "T",
            },
        )
        for number in range(PRODUCTS)
    ]
    async with database.writing(mall.mall_id) as db:
        await product_bulk.write(db, mall, CLOCK, drafts)


def _copy(file: Path) -> None:
    """Give the other shops copies of the first one's products."""
    connection = apsw.Connection(str(file))
    others = [row[0] for row in connection.execute("SELECT mall_id FROM mall")]
    others.remove(mall_id(0))
    for name in COPIED:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")][1:]
        kept = ", ".join(f'"{column}"' for column in columns)
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            f"INSERT INTO {name} (mall_id, {kept}) SELECT ?, {kept} FROM {name} WHERE mall_id = ?",
            ((other, mall_id(0)) for other in others),
        )
        connection.execute("COMMIT")
    connection.close()


async def token(database: Database, name: str, client_id: str) -> tuple[str, str]:
    """Let the app into a mall, with a token."""
    async with database.writing(name) as db:
        if not await registered_apps.installed(db, client_id):
            await registered_apps.install(db, CLOCK, client_id, SCOPES)
        grant = tokens.Grant(client_id, "owner", "P", 1, SCOPES, secrets.generate())
        return name, (await tokens.issue(db, CLOCK, grant)).access_token
