"""Fills the mall that is measured, with the program's own commands."""

import datetime
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import apsw

ORDERS = 1_000
"""Orders in the mall."""
SOLD = 50
"""Products that shoppers order."""


def command(*words: str, data_dir: Path, below: Iterable[str] = ()) -> str:
    """Run a command of openmall and return what it prints; `below`: a command to run it with."""
    done = subprocess.run(
        [*below, sys.executable, "-m", "openmall", *words, "--data-dir", str(data_dir)],
        check=True, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(Path("src").resolve())},
    )  # fmt: skip
    return done.stdout


def mall_of(data_dir: Path) -> str:
    """Return the mall of an installation that `demo` made."""
    demo = json.loads((data_dir / "demo.json").read_text())
    mall_id: str = demo["mall_id"]
    return mall_id


def sell(data_dir: Path) -> None:
    """Bring orders of two items each into the mall, of the last ten days."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        write_orders(Path(file.name), ORDERS)
        command("import", "orders", file.name, "--mall", mall_of(data_dir), data_dir=data_dir)


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


def stock(data_dir: Path) -> list[int]:
    """Let the mall have products that shoppers can order and pay; return their numbers."""
    mall_id = mall_of(data_dir)
    command("gateway", "test", "--mall", mall_id, "--on", data_dir=data_dir)
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
        command("import", "products", file.name, "--mall", mall_id, data_dir=data_dir)
    connection = apsw.Connection(str(data_dir / "openmall.sqlite"))
    rows = connection.execute(
        "SELECT DISTINCT product_no FROM product"
        " WHERE mall_id = ? AND custom_product_code LIKE 'SOLD-%'",
        (mall_id,),
    ).fetchall()
    connection.close()
    return [int(row[0] or 0) for row in rows]


def sessions(data_dir: Path, shoppers: int = 8) -> list[str]:
    """Return sessions of members, who came with the orders that were brought in."""
    mall_id = mall_of(data_dir)
    return [
        json.loads(
            command(
                "shopper", "session", "--mall", mall_id, "--member", f"member-{number}", "--json",
                data_dir=data_dir,
            )
        )["session"]
        for number in range(shoppers)
    ]  # fmt: skip


def orders_of(data_dir: Path) -> int:
    """Return how many orders the installation has."""
    connection = apsw.Connection(str(data_dir / "openmall.sqlite"))
    [row] = connection.execute("SELECT sum(placed_count) FROM sales_of_hour").fetchall()
    connection.close()
    return int(row[0] or 0)
