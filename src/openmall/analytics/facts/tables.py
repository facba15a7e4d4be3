"""The tables of facts, the same in every engine. They are no tables of the transactional store.

Everything a report asks by is a column, so that no engine needs a function of dates: `day` is
YYYYMMDD and `hour` 0 to 23, both at the shop's offset. Amounts are in hundredths, moments in UTC
milliseconds. Rows of a table are kept sorted by mall, shop and day within a month.

Specification: "Analytics resources", "Meanings of aggregates".
"""

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, MetaData, SmallInteger, Table, Text

facts: Final = MetaData()

TEXT, SMALL, WHOLE, LARGE = Text, SmallInteger, Integer, BigInteger


def _fact(name: str, *columns: Column[str] | Column[int]) -> Table:
    return Table(
        name,
        facts,
        Column("mall_id", TEXT, nullable=False),
        Column("shop_no", WHOLE, nullable=False),
        Column("day", WHOLE, nullable=False),
        Column("hour", SMALL, nullable=False),
        Column("at", LARGE, nullable=False),
        *columns,
    )


def _text(*names: str) -> list[Column[str]]:
    return [Column(name, TEXT, nullable=False) for name in names]


def _large(*names: str) -> list[Column[int]]:
    return [Column(name, LARGE, nullable=False) for name in names]


def _small(*names: str) -> list[Column[int]]:
    return [Column(name, SMALL, nullable=False) for name in names]


SOURCE: Final = (
    "domain",
    "referrer",
    "engine",
    "keyword",
    "ad",
    "medium",
    "campaign",
    "term",
    "content",
)
"""Where a visit came from; empty: not known.

`domain`, `referrer`: the page that led here, its host and its address without query. `engine`,
`keyword`: of a search. `ad`, `medium`, `campaign`, `term`, `content`: the parameters `utm_source`,
`utm_medium`, `utm_campaign`, `utm_term` and `utm_content` of the address that was opened.
"""

PAGEVIEW: Final = _fact(
    "pageview",
    *_large("visit", "browser", "ip"),
    *_small("first"),
    *_text("device", "bot", "url"),
    *_large("product_no"),
    *_text("product_name"),
)
"""A page was seen. `url`: its path. `product_no`, `product_name`: of a product's own page, else 0
and empty.

`visit`: the number of the visit it belongs to, `first`: 1 when that is the browser's first one.
`browser`, `ip`: what tells browsers and addresses apart; the second only within a day. `device`:
pc or mobile. `bot`: the name of a program that says it is none; empty for people. Reports leave
out what bots saw.
"""

VISIT: Final = _fact(
    "visit",
    *_large("visit", "browser", "ip"),
    *_small("first"),
    *_text("device", "bot", *SOURCE, "landing"),
)
"""A visit began. `landing`: the path of its first page."""


def _paid(name: str) -> Table:
    return _fact(
        name,
        *_text("order_id", "device", "method"),
        *_large("amount", "buyer"),
        *_small("member"),
        *_large("ordered_day", "visit"),
        *_small("first"),
        *_text(*SOURCE),
    )


SALE: Final = _paid("sale")
"""An order was paid: `day`, `hour` and `at` are those of the payment.

`amount`: what was paid in money. `buyer`: what tells buyers apart. `member`: 1 for a member of the
shop. `visit`: the visit in which it was ordered, with its source as it was then; 0: none is known.
"""

FURTHER_PAYMENT: Final = _paid("further_payment")
"""Another payment of an order that counts as a sale already; columns as of `sale`."""

SALE_ITEM: Final = _fact(
    "sale_item",
    *_text("order_id", "device"),
    *_large("item_no", "product_no", "category_no"),
    *_text("product_code", "product_name", "category_name"),
    *_large("quantity", "amount"),
)
"""An item of a paid order: a row with `category_no` 0, and one for each category its product is in.

`amount`: what was paid for the item.
"""

SALE_WITHDRAWAL: Final = _fact(
    "sale_withdrawal",
    *_text("order_id"),
    *_large("millisecond", "first_day", "last_day"),
)
"""The payment of an order was taken back: `day`, `hour` and `at` are those of the withdrawal.

An engine that gets it removes the facts of the order in the tables of `WITHDRAWN` on the days from
`first_day` to `last_day` whose moment has this millisecond. Facts that an order gets afterwards
have another millisecond, so that a withdrawal that is repeated removes none of them.
"""

WITHDRAWN: Final = (SALE, FURTHER_PAYMENT, SALE_ITEM)
"""Tables of facts that a withdrawal removes rows of."""

CART_ACTION: Final = _fact(
    "cart_action",
    *_text("device"),
    *_large("visit", "browser", "product_no", "category_no"),
    *_text("product_code", "product_name", "category_name"),
    *_large("quantity"),
)
"""Something was put into a cart; rows for categories as of `sale_item`."""

LABELS: Final = tuple(f"label{at}" for at in range(1, 8))
COUNTS: Final = tuple(f"count{at}" for at in range(1, 5))

LEGACY_STAT: Final = _fact(
    "legacy_stat",
    *_text("report", "device", *LABELS),
    *_large("product_no", "category_no"),
    *_large(*COUNTS),
)
"""A sum of the time before there were facts. `report`: the path of the report it adds to.

Labels and counts are the report's dimensions and metrics, in the order it declares them;
amounts among them are in hundredths.
"""

SORTED_BY: Final = ("mall_id", "shop_no", "day", "hour", "at")
