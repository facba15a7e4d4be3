"""Fills the mall that is measured, with the program's own commands."""

import asyncio
import base64
import datetime
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import apsw

from bench import servers
from bench.client import Connection

ORDERS = 1_000
"""Orders in the mall."""
SOLD = 50
"""Products that shoppers order."""


def command(*words: str, data_dir: Path, below: Iterable[str] = (), database: str = "") -> str:
    """Run a command of openmall and return what it prints; `below`: a command to run it with."""
    done = subprocess.run(
        [*below, sys.executable, "-m", "openmall", *words, "--data-dir", str(data_dir)],
        check=True, stdout=subprocess.PIPE, text=True,
        env={**servers.environment(), "OPENMALL_DATABASE": database},
    )  # fmt: skip
    return done.stdout


def demo(products: int, *, data_dir: Path, database: str = "") -> None:
    """Make a demo mall with so many products, unless it is there; its tokens are valid again."""
    # what was kept of the last time may have an older schema
    command("db", "migrate", data_dir=data_dir, database=database)
    words = ("demo", "--no-serve", "--products", str(products))
    command(*words, data_dir=data_dir, database=database)


def mall_of(data_dir: Path) -> str:
    """Return the mall of an installation that `demo` made."""
    demo = json.loads((data_dir / "demo.json").read_text())
    mall_id: str = demo["mall_id"]
    return mall_id


def sell(data_dir: Path, *, database: str = "") -> None:
    """Bring orders of two items each into the mall, of the last ten days."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        write_orders(Path(file.name), ORDERS)
        words = ("import", "orders", file.name, "--mall", mall_of(data_dir))
        command(*words, data_dir=data_dir, database=database)


def write_orders(file: Path, orders: int, *, series: str = "") -> None:
    """Write orders of two items each, of the last days; `series` keeps their numbers apart."""
    now = datetime.datetime.now(datetime.UTC)
    with file.open("w") as out:
        for number in range(orders):
            at = now - datetime.timedelta(minutes=10 + number * 14 % 14_000)
            items = [
                {"code": f"BENCH-{(number + each) % 50}", "quantity": 1 + each, "price": "9900"}
                for each in range(2)
            ]
            order = {
                "order_no": f"{series}{number}",
                "ordered_at": at.isoformat(timespec="seconds"),
                "member_id": f"member-{number % 100}",
                "items": items,
            }
            out.write(json.dumps(order) + "\n")


def stock(data_dir: Path, *, database: str = "") -> None:
    """Let the mall have products that shoppers can order and pay."""
    mall_id = mall_of(data_dir)
    command("gateway", "test", "--mall", mall_id, "--on", data_dir=data_dir, database=database)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for number in range(SOLD):
            product: dict[str, Any] = {
                "custom_product_code": f"SOLD-{number}",
                "product_name": f"Cup {number}",
                "price": "9900",
                "supply_price": "5000",
                "display": "T",
                "selling": "T",
                "quantity": 1_000_000,
            }
            file.write(json.dumps(product) + "\n")
        file.flush()
        words = ("import", "products", file.name, "--mall", mall_id)
        command(*words, data_dir=data_dir, database=database)


def sold(url: str, token: str) -> list[int]:
    """Return the numbers of the products that `stock` made."""
    codes = ",".join(f"SOLD-{number}" for number in range(SOLD))
    return numbers(url, token, f"custom_product_code={codes}", most=SOLD)


def numbers(url: str, token: str, filters: str, *, most: int) -> list[int]:
    """Return the numbers of products that the back office finds by `filters`."""

    async def asked() -> list[int]:
        reader = await Connection.open(url)
        reader.headers["Authorization"] = token
        found: list[int] = []
        for offset in range(0, most, 100):
            path = f"/api/v2/admin/products?fields=product_no&limit=100&offset={offset}&{filters}"
            answer = (await reader.call("GET", path)).json()
            found += [each["product_no"] for each in answer["products"]]
        reader.close()
        return found

    return asyncio.run(asked())


class Access:
    """What the load programs show at the doors of the demo mall."""

    def __init__(self, data_dir: Path) -> None:
        demo = json.loads((data_dir / "demo.json").read_text())
        app = next(each for each in demo["apps"] if each["name"] == "full")
        self.client_id: str = app["client_id"]
        self.token = f"Bearer {app['access_token']}"
        self.key = _basic(self.client_id, app["front_api_key"])
        self.secret = _basic(self.client_id, app["client_secret"])


def _basic(name: str, password: str) -> str:
    return base64.b64encode(f"{name}:{password}".encode()).decode()


def sessions(data_dir: Path, shoppers: int = 8, *, database: str = "") -> list[str]:
    """Return sessions of members, who came with the orders that were brought in."""
    mall_id = mall_of(data_dir)
    return [
        json.loads(
            command(
                "shopper", "session", "--mall", mall_id, "--member", f"member-{number}", "--json",
                data_dir=data_dir, database=database,
            )
        )["session"]
        for number in range(shoppers)
    ]  # fmt: skip


def orders_of(data_dir: Path) -> int:
    """Return how many orders the installation has."""
    return _number(data_dir, "SELECT sum(placed_count) FROM hourly_sales")


def products_of(data_dir: Path, mall_id: str) -> int:
    """Return the last number that a product of a mall was given."""
    sql = "SELECT value FROM counter WHERE name = 'product' AND mall_id = ?"
    return _number(data_dir, sql, mall_id)


def _number(data_dir: Path, sql: str, *values: str) -> int:
    connection = apsw.Connection(str(data_dir / "openmall.sqlite"))
    row = connection.execute(sql, values).fetchone()
    connection.close()
    return int((row and row[0]) or 0)
