"""What a report must answer: plain SQL of the facts, legacy sums added, divided and sorted here."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.analytics.reports.raw_facts import MALL, Raw, Row
from tests.analytics.reports.reference_reports import REFERENCES, Reference

BORDER = 20230101
NAMES = ("product_name", "product_code", "category_name")
BLANK = {"ad": "no channel", "domain": "no referring domain", "url": "no referring domain"}
SORTED_AS = {
    "products/categorydetails": {
        "order_count": "sales_count_per_category",
        "order_product_count": "sales_item_per_category",
        "order_amount": "sales_price_per_category",
    },
}
MONEY = {
    "order_amount",
    "member_order_amount",
    "nonmember_order_amount",
    "sales_price_per_category",
}
PRODUCTS = ("carts/action", "products/sales", "products/view")


def legacy_rows(seed: int) -> list[Row]:
    """Return rows as a file of legacy statistics has them, for every report."""
    draw = random.Random(seed)
    found = []
    number = 0
    for path, reference in REFERENCES.items():
        for _ in range(25):
            number += 1
            day = date(2022, 12, 25) + timedelta(days=draw.randrange(7))
            row: Row = {
                "report": path,
                "date": day.isoformat(),
                "device_type": draw.choice(("pc", "mobile", "total")),
            }
            for name in reference.by:
                row |= _key(name, draw, number)
            if path in PRODUCTS or path == "products/categorydetails":
                row["product_name"] = f"Old product {row['product_no']} {day}"
            if path == "products/categorydetails":
                row["product_code"] = f"OLD{row['product_no']}"
                row["category_name"] = f"Old category {row['category_no']}"
            for name in reference.counts:
                row[name] = draw.randrange(1, 9)
                if name in MONEY:
                    row[name] = str(Decimal(draw.randrange(100, 10**7)) / 100)
            if path == "pages/view" and row["url"] == "":
                row["url"] = "/p/1"
            found.append(row)
    return found


def _key(name: str, draw: random.Random, number: int) -> Row:
    made: dict[str, Callable[[], Any]] = {
        "hour": lambda: draw.randrange(24),
        "product_no": lambda: draw.randrange(1, 8),
        "category_no": lambda: draw.randrange(1, 5),
        "ad": lambda: draw.choice(("", "kite-search", "old-ad")),
        "keyword": lambda: draw.choice(("apron", "bowl", "old words")),
        "engine": lambda: draw.choice(("kite", "crow")),
        "domain": lambda: draw.choice(("", "blog.example", "old.example")),
        "url": lambda: draw.choice(("", "/p/1", "https://blog.example/1")),
        "payment_method": lambda: draw.choice(("card", "post")),
        "order_id": lambda: f"20221201-{number:07}",
        "medium": lambda: draw.choice(("", "cpc")),
        "campaign": lambda: draw.choice(("", "autumn")),
        "content": lambda: "",
    }
    if name == "day":
        # the date of the row
        return {}
    assert name in made, f"say in `_key` which values a legacy row has of `{name}`"
    return {name: made[name]()}


class Expected:
    """Facts and legacy sums, and what reports of them must answer."""

    def __init__(self, raw: Raw, legacy: list[Row], *, places: int) -> None:
        """`places`: decimals of the shop's currency."""
        self._raw = raw
        self._legacy = legacy
        self._places = places

    def rows(self, path: str, request: Row) -> list[Row]:
        """Return the answer to a request, whole: without pages."""
        reference = REFERENCES[path]
        by_hour = path in ("visitors/pageview", "visitors/view")
        told_apart = request.get("format_type") == "hour" or not by_hour
        merged: dict[tuple[Any, ...], Row] = {}
        for row in (*self._older(path, reference, request), *self._newer(reference, request)):
            by = [name for name in reference.by if told_apart or name != "hour"]
            key = tuple(row[name] for name in by)
            into = merged.setdefault(key, {name: row.get(name) for name in by})
            for name in NAMES:
                if name in row:
                    # the newer come later
                    into[name] = row[name]
            for name in reference.counts:
                into[name] = into.get(name, 0) + (row[name] or 0)
        rows = list(merged.values())
        if not reference.by and not rows:
            rows = [dict.fromkeys(reference.counts, 0)]
        visits = sum(row.get("visit_count", 0) for row in rows)
        if request.get("sort"):
            _sort(path, reference, rows, request)
        shown = _SHOWN.get(path) or _as_counted(reference)
        return [shown({**row, "places": self._places}, visits) for row in rows]

    def _newer(self, reference: Reference, request: Row) -> list[Row]:
        first, last = _day(request["start_date"]), _day(request["end_date"])
        if last < BORDER:
            return []
        return self._raw.ask(
            reference.sql,
            mall=MALL,
            shop=1,
            first=max(first, BORDER),
            last=last,
            device=request["device_type"],
        )

    def _older(self, path: str, reference: Reference, request: Row) -> list[Row]:
        found = [
            row
            for row in sorted(self._legacy, key=lambda each: each["date"])
            if row["report"] == path
            and request["start_date"] <= row["date"] <= request["end_date"]
            and request["device_type"] in ("total", row["device_type"])
        ]
        made = []
        for row in found:
            counts = {
                name: int(Decimal(str(row[name])) * 100) if name in MONEY else row[name]
                for name in reference.counts
            }
            blank = {
                name: row[name] or called
                for name, called in BLANK.items()
                if name in row and path != "pages/view"
            }
            made.append({**row, **counts, **blank, "day": _day(row["date"])})
        return made


def _day(text: str) -> int:
    return int(text.replace("-", ""))


def _sort(path: str, reference: Reference, rows: list[Row], request: Row) -> None:
    """Sort as asked; what is alike by all that tells rows apart, upwards."""
    sort = SORTED_AS.get(path, {}).get(request["sort"], request["sort"])
    down = request["order"] == "desc"

    def rest(row: Row) -> list[Any]:
        return [_bytes(row[name]) for name in reference.by if name in row]

    def main(row: Row) -> Any:
        if sort == "date":
            return [row["day"], row.get("hour", 0)]
        if sort == "add_cart_rate":
            return a_share(row["add_cart_count"], row["count"])
        return _bytes(row[sort])

    rows.sort(key=rest)
    rows.sort(key=main, reverse=down)


def _bytes(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


Shown = Callable[[Row, int], Row]


def _plain(*names: str, **figures: Callable[[Row], Any]) -> Shown:
    def shown(row: Row, visits: int) -> Row:
        whole = {**row, "all": visits}
        return {**{name: row[name] for name in names}, **{n: f(whole) for n, f in figures.items()}}

    return shown


def _number(value: Fraction, places: int) -> int | float:
    return float(half_up(value, places)) if places else int(half_up(value, 0))


def _money(value: Fraction, places: int) -> str:
    """Return an amount with two places, rounded to the decimals of the currency."""
    return half_up(value, 2) if places else f"{half_up(value, 0)}.00"


def _amount(name: str) -> Callable[[Row], int | float]:
    return lambda row: _number(Fraction(row[name], 100), row["places"])


def _percent(part: str, whole: str, places: int = 2) -> Callable[[Row], str]:
    return lambda row: half_up(a_share(row[part], row[whole]) * 100, places)


def _each(heads: str) -> Callable[[Row], str]:
    return lambda row: _money(a_share(row["order_amount"], row[heads]) / 100, row["places"])


def _each_number(heads: str) -> Callable[[Row], int | float]:
    return lambda row: _number(a_share(row["order_amount"], row[heads]) / 100, row["places"])


def _date(row: Row) -> str:
    day = str(row["day"])
    return f"{day[:4]}-{day[4:6]}-{day[6:]}"


def _hour(row: Row) -> Any:
    return row.get("hour")


_AMOUNT = {"order_amount": _amount("order_amount")}
_RATES: dict[str, Callable[[Row], Any]] = {
    "purchase_rate": _percent("purchase_count", "visit_count"),
    "order_amount_per_visitor": _each("visit_count"),
    "order_amount_per_buyer": _each("buyers_count"),
    **_AMOUNT,
}
_SHOWN: dict[str, Shown] = {
    "adeffect/addetails": _plain(
        "ad", "keyword", "visit_count", "purchase_count",
        visit_rate=_percent("visit_count", "all"), **_RATES,
    ),
    "carts/action": _plain(
        "product_no", "product_name", "count", "add_cart_count",
        add_cart_rate=lambda row: int(_percent("add_cart_count", "count", 0)(row)),
    ),
    "products/categorydetails": _plain(
        "product_no", "product_name", "product_code", "category_name", "category_no",
        "sales_count_per_category", "sales_item_per_category", "carts_count_per_category",
        sales_price_per_category=lambda row: _money(
            Fraction(row["sales_price_per_category"], 100), row["places"]
        ),
    ),
    "products/sales": _plain(
        "product_no", "product_name", "order_count", "order_product_count", **_AMOUNT
    ),
    "products/view": _plain("product_no", "product_name", "count"),
    "sales/orderdetails": _plain(
        "order_id", "ad", "keyword", "medium", "campaign", "content", "payment_method",
        order_date=_date, **_AMOUNT,
    ),
    "sales/pervisitors": _plain(
        order_amount_per_visitor=_each_number("visit_count"),
        order_amount_per_buyer=_each_number("buyers_count"),
    ),
    "visitpaths/keyworddetails": _plain(
        "keyword", "engine", "visit_count", "purchase_count", **_RATES
    ),
}  # fmt: skip
"""Reports that show names, or what is divided; the others: see `_as_counted`."""


def _as_counted(reference: Reference) -> Shown:
    """Return what a report answers that shows what tells rows apart, and what is counted."""
    made: dict[str, Callable[[Row], Any]] = {}
    for name in (*reference.by, *reference.counts):
        if name == "day":
            made["date"] = _date
        elif name == "hour":
            made["hour"] = _hour
        elif name in MONEY:
            made[name] = _amount(name)
    others = [name for name in (*reference.by, *reference.counts) if name not in (*made, "day")]
    return _plain(*others, **made)


def half_up(value: Fraction, places: int) -> str:
    """Return a number rounded half up to a number of decimal places."""
    whole = int(value * 10**places + Fraction(1, 2))
    digits = str(whole).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def a_share(part: int | None, whole: int | None) -> Fraction:
    """Return a part of a whole; of nothing, nothing."""
    return Fraction(part or 0, whole) if whole else Fraction(0)
