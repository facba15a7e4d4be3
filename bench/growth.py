"""`python -m bench.growth`: how the time of a list grows with a shop, and with the shops beside it.

In one process and without a server, so that only the store is measured: a page of ten products
with three filters, a search for part of a name, and a product read by its number.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import apsw

from openmall.access.malls import rules as mall_rules
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct
from openmall.commerce.product.products import search as product_search
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.name_reindex import reindex
from openmall.commerce.product.products.takes import ProductQuery
from openmall.commerce.product.variants import codes
from openmall.configuration import Configuration
from openmall.contract.call import Call, Mall, Shop
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.session import Database, Session

MALL = Mall("measured", "Measured", "KR", {1: Shop(1, "Measured", "ko_KR", "KRW")})
NEIGHBOUR = Mall("neighbour", "Neighbour", "KR", MALL.shops)
OF_A_NEIGHBOUR = 100
STUFFS = [
    "린넨", "면", "울", "실크", "가죽", "데님", "빈티지", "모던",
    "클래식", "미니멀", "오가닉", "방수", "니트", "체크", "도트",
]  # fmt: skip
COLOURS = [
    "블랙", "화이트", "네이비", "베이지", "그레이", "카키", "브라운",
    "레드", "핑크", "블루", "그린", "민트", "와인",
]  # fmt: skip
THINGS = [
    "앞치마", "원피스", "셔츠", "자켓", "코트", "가방", "지갑", "구두",
    "머그컵", "접시", "냄비", "이불", "쿠션", "의자", "시계",
]  # fmt: skip
COPIED = ("product", "product_names", "product_part", "product_category")
Ask = Callable[[Database, random.Random], Awaitable[Any]]


def main() -> None:
    """Parse the command line, build stores, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__)
    parser.add_argument(
        "--products", type=int, nargs="*", default=[1_000, 10_000, 100_000, 1_000_000]
    )
    parser.add_argument("--shops", type=int, nargs="*", default=[1, 100, 10_000])
    parser.add_argument("--around", type=int, default=100_000, help="products amid the shops")
    parser.add_argument("--reads", type=int, default=200, help="calls of each kind")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    options = parser.parse_args()
    wanted = [(each, 1) for each in options.products]
    wanted += [(options.around, each) for each in options.shops if each > 1]
    found = []
    for products, shops in wanted:
        with tempfile.TemporaryDirectory() as folder:
            found.append(asyncio.run(measure(Path(folder), products, shops, options.reads)))
        print(json.dumps(found[-1]), file=sys.stderr)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    print(table(found))


async def measure(folder: Path, products: int, shops: int, reads: int) -> dict[str, Any]:
    """Return what calls cost in a store with one shop of `products`, among `shops`."""
    configuration = Configuration(data_dir=folder)
    migrate(configuration)
    database = open_database(configuration)
    began = time.perf_counter()
    await build(database, configuration.database_path, products, shops)
    figures: dict[str, Any] = {
        "products": products,
        "shops": shops,
        "built_s": round(time.perf_counter() - began, 1),
        "file_mb": round(configuration.database_path.stat().st_size / 1e6),
    }
    for name, ask in KINDS.items():
        figures[name] = await _timed(database, ask, reads, products)
    await database.close()
    return figures


async def _timed(database: Database, ask: Ask, reads: int, products: int) -> dict[str, float]:
    rolls = random.Random(7)
    rolls.products = products  # type: ignore[attr-defined] # how far numbers go
    times = []
    for _ in range(reads):
        began = time.perf_counter()
        await ask(database, rolls)
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return {
        "p50_ms": round(times[len(times) // 2], 2),
        "p99_ms": round(times[len(times) * 99 // 100], 2),
    }


def _call(db: Session) -> Call:
    return Call(SystemClock(), db, MALL)


async def _page(database: Database, categories: list[int] | None = None, **filters: Any) -> None:
    async with database.reading(MALL.mall_id) as db:
        query = ProductQuery(shop_no=1, **filters)
        await product_search.page(_call(db), query, categories)


async def _filtered(database: Database, rolls: random.Random) -> None:
    """Three filters, as a back office sends them: three kinds in turn."""
    low = Decimal(rolls.randrange(1_000, 60_000))
    some: list[dict[str, Any]] = [
        {"display": "T", "price_min": low, "price_max": low + 5_000},
        {"brand_code": [f"B{rolls.randrange(1, 2_000):07}"], "display": "T", "price_min": low},
        {"category": 1, "selling": "T", "price_max": low},
    ]
    chosen = rolls.choice(some)
    await _page(database, [rolls.randrange(1, 500)] if "category" in chosen else None, **chosen)


async def _named(database: Database, rolls: random.Random) -> None:
    """A part of a name: a thing, a phrase, or a model that hardly any product has."""
    asked = rolls.choice(
        [
            rolls.choice(THINGS)[:2],
            f"{rolls.choice(STUFFS)} {rolls.choice(COLOURS)}",
            f"q-{rolls.randrange(1_000_000):06}",
        ]
    )
    await _page(database, product_name=[asked], display="T", selling="T")


async def _keyed(database: Database, rolls: random.Random) -> None:
    number = rolls.randrange(1, rolls.products + 1)  # type: ignore[attr-defined] # see _timed
    async with database.reading(MALL.mall_id) as db:
        await product_store.get(_call(db), number)


KINDS: dict[str, Ask] = {"three filters": _filtered, "name": _named, "by number": _keyed}


async def build(database: Database, path: Path, products: int, shops: int) -> None:
    """Fill a store: rows vary a product that the program itself wrote."""
    clock = SystemClock()
    for mall, count in ((MALL, products), (NEIGHBOUR, OF_A_NEIGHBOUR)):
        if mall is NEIGHBOUR and shops == 1:
            continue
        language = mall_rules.Language(mall.name, "ko_KR", "KRW")
        await mall_rules.create(database, clock, mall.mall_id, mall.name, "KR", [language])
        first = BulkProduct(
            code="first",
            everywhere={"product_name": "First", "supply_price": Decimal(1), "display": "T"},
        )
        async with database.writing(mall.mall_id) as db:
            await product_bulk.write(db, mall, clock, [first])
        _multiply(path, mall.mall_id, count)
        await reindex(database, [mall], progress=lambda share: None)
    connection = apsw.Connection(str(path))
    for name in COPIED if shops > 1 else ():
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")][1:]
        kept = ", ".join(f'"{column}"' for column in columns)
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            f"INSERT INTO {name} (mall_id, {kept}) SELECT ?, {kept} FROM {name}"
            " WHERE mall_id = 'neighbour'",
            ((f"shop{number:05}",) for number in range(shops - 2)),
        )
        connection.execute("COMMIT")
        _progress(f"{shops:,} shops: {name}")
    connection.close()


def _multiply(path: Path, mall_id: str, count: int) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous=OFF")
    names = [row[1] for row in connection.execute("PRAGMA table_info(product)")]
    [row] = connection.execute(f"SELECT * FROM product WHERE mall_id = '{mall_id}'")
    template = dict(zip(names, row, strict=True))
    adding = f"INSERT INTO product VALUES ({', '.join(f':{name}' for name in names)})"
    filing = (
        'INSERT INTO product_category (mall_id, category_no, product_no, recommend, "new")'
        " VALUES (:mall_id, :category_no, :product_no, 'F', 'F')"
    )
    rolls = random.Random(3)
    for first in range(2, count + 1, 20_000):
        rows = [_varied(template, no, rolls) for no in range(first, min(first + 20_000, count + 1))]
        with connection:
            connection.executemany(adding, rows)
            connection.executemany(filing, rows)
        _progress(f"{mall_id}: {min(first + 20_000, count):,} of {count:,} products")
    connection.execute(f"UPDATE counter SET value = {count} WHERE mall_id = '{mall_id}'"
                       " AND name = 'product'")  # fmt: skip
    connection.close()


def _varied(template: dict[str, Any], number: int, rolls: random.Random) -> dict[str, Any]:
    model = f"{rolls.choice('ABCDEFGHKQ')}-{rolls.randrange(1_000_000):06}"
    price = int(rolls.lognormvariate(10, 1)) * 100
    return template | {
        "product_no": number,
        "product_code": codes.of_product(number),
        "custom_product_code": f"SKU-{number}",
        "product_name": " ".join(map(rolls.choice, (STUFFS, COLOURS, THINGS))) + f" {model}",
        "model_name": model,
        "price": price,
        "supply_price": price // 2,
        "display": "T" if rolls.random() < 0.85 else "F",
        "selling": "T" if rolls.random() < 0.8 else "F",
        "brand_code": f"B{min(int(rolls.paretovariate(0.6)), 3_000):07}",
        "created_date": template["created_date"] + number,
        "updated_date": template["updated_date"] + rolls.randrange(30_000_000),
        "category_no": min(int(rolls.expovariate(1 / 60)), 999) + 1,
    }


def _progress(text: str) -> None:
    print(f"\r\x1b[K{text}" if sys.stderr.isatty() else text, file=sys.stderr, flush=True)


def table(found: list[dict[str, Any]]) -> str:
    """Return the figures as a table for people."""
    head = "".join(f"{f'{name}, ms':>24}" for name in KINDS)
    lines = [
        f"{'products':>10}{'shops':>8}{'file MB':>9}{head}",
        " " * 27 + f"{'p50':>16}{'p99':>8}" * len(KINDS),
    ]
    for row in found:
        cells = "".join(f"{row[k]['p50_ms']:>16.2f}{row[k]['p99_ms']:>8.2f}" for k in KINDS)
        lines.append(f"{row['products']:>10,}{row['shops']:>8,}{row['file_mb']:>9,}{cells}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
