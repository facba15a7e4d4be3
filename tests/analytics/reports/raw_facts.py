"""Raw facts made at random, and plain tables of them: `reference_reports` asks these."""

import random
import sqlite3
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from openmall.analytics.facts.tables import facts

Row = dict[str, Any]
MALL = "m1"
TABLES = {table.name: list(table.c.keys()) for table in facts.sorted_tables}
ADS = ("", "", "kite-search", "kite-social", "zine")
TERMS = ("", "apron", "linen apron")
DOMAINS = ("", "search.example", "blog.example", "ünïcode.example")
WORDS = ("", "", "bowl", "앞치마")
URLS = tuple(f"/p/{at}" for at in range(9))


def made(
    seed: int, *, how_many: int = 400, malls: Sequence[str] = (MALL, "m2")
) -> dict[str, list[Row]]:
    """Return rows of every table of facts but the legacy one, of two malls and two shops."""
    draw = random.Random(seed)
    found: dict[str, list[Row]] = {name: [] for name in TABLES if name != "legacy_stat"}
    began = date(2022, 12, 30)
    for number in range(how_many):
        day = began + timedelta(days=draw.randrange(12))
        hour = draw.randrange(24)
        at = (day - date(1970, 1, 1)).days * 86_400_000 + hour * 3_600_000 + number
        head = {
            "mall_id": draw.choice((*malls, malls[0])),
            "shop_no": draw.choice((1, 1, 1, 2)),
            "day": int(day.strftime("%Y%m%d")),
            "hour": hour,
            "at": at,
            "device": draw.choice(("pc", "mobile")),
        }
        visit, browser, ip = draw.randrange(60), draw.randrange(25), draw.randrange(20)
        who = {"visit": visit, "browser": browser, "ip": ip, "first": visit % 2}
        bot = draw.choice(("", "", "", "", "crawler"))
        product_no = draw.choice((0, 0, 1, 2, 3))
        # a product is renamed every day
        product = {
            "product_no": product_no,
            "product_name": f"Product {product_no} {day}" if product_no else "",
        }
        domain, word = draw.choice(DOMAINS), draw.choice(WORDS)
        source = {
            "domain": domain,
            "referrer": f"https://{domain}/{draw.randrange(3)}" if domain else "",
            "engine": draw.choice(("kite", "hawk")) if word else "",
            "keyword": word,
            "ad": draw.choice(ADS),
            "medium": draw.choice(("", "cpc")),
            "campaign": draw.choice(("", "spring")),
            "term": draw.choice(TERMS),
            "content": draw.choice(("", "banner")),
        }
        found["pageview"].append({**head, **who, "bot": bot, "url": draw.choice(URLS), **product})
        found["visit"].append({**head, **who, "bot": bot, **source, "landing": "/"})
        if number % 3 == 0:
            _buy(found, draw, head, who, source, number, day)
        if number % 2 == 0:
            _add(found, draw, head, who, day)
    return found


def _of_product(product_no: int, day: date) -> Row:
    return {
        "product_no": product_no,
        "product_code": f"P{product_no} {day.month}",
        "product_name": f"Product {product_no} {day}",
    }


def _categories(product_no: int, day: date) -> list[Row]:
    filed = [{"category_no": 0, "category_name": ""}]
    return filed + [
        {"category_no": category, "category_name": f"Category {category} {day}"}
        for category in (1, 2, 3)
        if product_no % (category + 1)
    ]


def _buy(
    found: dict[str, list[Row]],
    draw: random.Random,
    head: Row,
    who: Row,
    source: Row,
    number: int,
    day: date,
) -> None:
    order_id = f"{day:%Y%m%d}-{number:07}"
    ordered = day - timedelta(days=draw.randrange(2))
    known = draw.random() < 0.8
    found["sale"].append(
        {
            **head,
            "order_id": order_id,
            "method": draw.choice(("card", "icash", "cell")),
            "amount": draw.choice((0, 1, 49, 50, 99_950, 1_100_000, 333_333)),
            "buyer": draw.randrange(15),
            "member": draw.randrange(2),
            "ordered_day": int(ordered.strftime("%Y%m%d")),
            "visit": who["visit"] if known else 0,
            "first": who["first"] if known else 0,
            **(source if known else dict.fromkeys(source, "")),
        }
    )
    if draw.random() < 0.2:
        # paid for in part on that day: the order counts elsewhere, or nowhere
        found["further_payment"].append(found["sale"].pop() if number % 2 else found["sale"][-1])
    for item in range(draw.randrange(1, 4)):
        product_no = draw.randrange(1, 5)
        sold = {"quantity": draw.randrange(1, 4), "amount": draw.choice((100, 12_345, 5_000_000))}
        for filed in _categories(product_no, day):
            found["sale_item"].append(
                {
                    **head,
                    "order_id": order_id,
                    "item_no": item,
                    **_of_product(product_no, day),
                    **filed,
                    **sold,
                }
            )


def _add(found: dict[str, list[Row]], draw: random.Random, head: Row, who: Row, day: date) -> None:
    product_no = draw.randrange(1, 6)
    about = {"visit": who["visit"], "browser": who["browser"], "quantity": draw.randrange(1, 4)}
    for filed in _categories(product_no, day):
        found["cart_action"].append({**head, **about, **_of_product(product_no, day), **filed})


def in_order(name: str, rows: Sequence[Row]) -> list[list[Any]]:
    """Return rows with their values in the order of the table's columns."""
    return [[row[column] for column in TABLES[name]] for row in rows]


class Raw:
    """Raw facts in plain SQLite tables."""

    def __init__(self, rows: dict[str, list[Row]]) -> None:
        self.db = sqlite3.connect(":memory:")
        for name, some in rows.items():
            columns = ", ".join(f'"{column}"' for column in TABLES[name])
            self.db.execute(f'CREATE TABLE "{name}" ({columns})')
            marks = ", ".join("?" * len(TABLES[name]))
            self.db.executemany(f'INSERT INTO "{name}" VALUES ({marks})', in_order(name, some))

        self.db.execute(
            "CREATE VIEW paid AS SELECT *, 1 AS orders FROM sale"
            " UNION ALL SELECT *, 0 AS orders FROM further_payment"
        )

    def ask(self, sql: str, **values: Any) -> list[Row]:
        cursor = self.db.execute(sql, values)
        names = [each[0] for each in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]
