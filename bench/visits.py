"""A year of made-up facts of many shops, written straight into DuckDB's file.

A shop's share falls with its rank, as 1/rank: of 200 shops the largest has a sixth of everything.
What is made of the same numbers is the same every time.
"""

import calendar
from pathlib import Path
from typing import Final

import duckdb

from openmall.analytics.engine.duckdb import FILE, DuckFile

YEAR: Final = 2025
PAGES_A_VISIT: Final = 5
EVENTS_A_VISIT: Final = 5.3
"""Five page views, and in every fifth visit a cart, in every tenth an order."""


def mall_of(rank: int) -> str:
    """Return the mall of a rank, 1 the largest."""
    return f"mall{rank:03}"


def fill(
    folder: Path, *, events: int, shops: int, memory: str, year: int = YEAR, mall_id: str = ""
) -> None:
    """Make the file with a year of facts, sorted as a worker sorts them.

    `mall_id`: the mall of all of them; empty: each shop has its own, `mall_of` its rank.
    """
    DuckFile(folder / FILE, memory=memory).close()  # makes its tables
    connection = duckdb.connect(str(folder / FILE), config={"memory_limit": memory})
    connection.execute(
        "CREATE TEMP TABLE shop AS SELECT n AS rank,"
        " if($4 = '', format('mall{:03d}', n), $4) AS mall_id,"
        " greatest(1, ($1 / n / (SELECT sum(1.0 / m) FROM range(1, $2 + 1) AS of_all(m)))::BIGINT)"
        " AS visits FROM range(1, $3 + 1) AS numbers(n)",
        [events / EVENTS_A_VISIT, shops, shops, mall_id],
    )
    for month in range(1, 13):
        _month(connection, year, month)
    connection.close()
    file = DuckFile(folder / FILE, memory=memory)
    file.tidy()
    file.close()


def _month(connection: duckdb.DuckDBPyConnection, year: int, month: int) -> None:
    days = calendar.monthrange(year, month)[1]
    connection.execute(_VISITS, {"days": days, "month": month, "year": year})
    for table, rows in _FACTS.items():
        connection.execute(f'INSERT INTO "{table}" BY NAME {rows}')
        connection.execute(
            f"INSERT INTO month SELECT '{table}', {year * 100 + month}, 0, count(*)"
            f' FROM "{table}" WHERE "day" // 100 = {year * 100 + month} HAVING count(*) > 0'
        )


_VISITS: Final = """
CREATE OR REPLACE TEMP TABLE made AS
WITH numbered AS (
    SELECT rank, mall_id, visits, unnest(range(visits // 12)) AS i FROM shop
), drawn AS (
    SELECT *, (hash(rank, $month, i) >> 1)::BIGINT AS h,
        (hash(i, $month, rank, 1) >> 1)::BIGINT AS g FROM numbered
), placed AS (
    SELECT *, 1 + (h % $days)::INTEGER AS day_of, (8 + g % 8 + (g >> 8) % 8)::SMALLINT AS hour,
        (hash(rank, (h >> 12) % greatest(visits // 3, 1)) >> 4)::BIGINT AS browser,
        (g >> 16) % 100 AS kind, power((g >> 24) % 10000 / 10000.0, 3) AS rare
    FROM drawn
)
SELECT mall_id, 1 AS shop_no, $year * 10000 + $month * 100 + day_of AS day, hour,
    epoch_ms(make_timestamp($year, $month, day_of, hour, (h % 60)::INTEGER, 0.0)) AS "at",
    h AS visit, browser, (hash(browser, day_of) >> 4)::BIGINT AS ip,
    (g % 3 = 0)::SMALLINT AS first, if(browser % 5 < 3, 'mobile', 'pc') AS device,
    if(h % 33 = 0, 'a robot', '') AS bot,
    CASE WHEN kind < 45 THEN '' WHEN kind < 70 THEN format('www.search{}.example', kind % 5)
        WHEN kind < 85 THEN format('site{}.example', (rare * 400)::INTEGER) ELSE '' END AS domain,
    CASE WHEN kind < 45 THEN '' WHEN kind < 70 THEN format('https://www.search{}.example/',
            kind % 5)
        WHEN kind < 85 THEN format('https://site{}.example/post/{}', (rare * 400)::INTEGER, g % 50)
        ELSE '' END AS referrer,
    CASE WHEN kind BETWEEN 45 AND 69 THEN format('search{}', kind % 5) ELSE '' END AS engine,
    CASE WHEN kind BETWEEN 45 AND 55 THEN format('words {}', (rare * 3000)::INTEGER) ELSE '' END
        AS keyword,
    if(kind >= 85, format('ad{}', kind % 12), '') AS ad,
    if(kind >= 85, if(kind % 2 = 0, 'cpc', 'mail'), '') AS medium,
    if(kind >= 85, format('campaign {}', (rare * 40)::INTEGER), '') AS campaign,
    if(kind >= 92, format('term {}', (rare * 800)::INTEGER), '') AS term,
    '' AS content, '/' AS landing, h, g
FROM placed
"""
_PRODUCT: Final = "1 + (power((hash(h, n) % 100000) / 100000.0, 3) * 2000)::BIGINT"
_CATEGORIES: Final = "(SELECT unnest([0, 1 + product_no % 50, 51 + product_no % 7]) AS category_no)"
_NAMED: Final = (
    "category_no, format('P{:08d}', product_no) AS product_code,"
    " format('Product no. {}', product_no) AS product_name,"
    " if(category_no = 0, '', format('Category {}', category_no)) AS category_name"
)
_FACTS: Final = {
    "visit": "SELECT * EXCLUDE (h, g) FROM made",
    "pageview": f"""
        WITH seen AS (SELECT *, unnest(range(1 + h % {2 * PAGES_A_VISIT - 1})) AS n FROM made),
        opened AS (SELECT *, if(hash(n, h) % 10 < 6, {_PRODUCT}, 0) AS product_no FROM seen)
        SELECT mall_id, shop_no, day, hour, ("at" + n * 40000)::BIGINT AS "at", visit, browser, ip,
            first, device, bot, product_no,
            CASE WHEN product_no > 0 THEN format('/product/{{}}', product_no) WHEN n = 0 THEN '/'
                ELSE format('/category/{{}}', 1 + hash(h, n) % 57) END AS url,
            if(product_no > 0, format('Product no. {{}}', product_no), '') AS product_name
        FROM opened""",
    "cart_action": f"""
        WITH added AS (SELECT *, 1 AS n, {_PRODUCT} AS product_no FROM made
            WHERE g % 5 = 0 AND bot = '')
        SELECT mall_id, shop_no, day, hour, ("at" + 90000)::BIGINT AS "at", device, visit, browser,
            product_no, {_NAMED}, 1 AS quantity
        FROM added, {_CATEGORIES}""",
    "sale": """
        SELECT mall_id, shop_no, day, hour, ("at" + 200000)::BIGINT AS "at",
            format('{}-{:016x}', day, visit) AS order_id, device,
            ['card', 'cash', 'icash', 'cell'][1 + (g >> 3) % 4] AS method,
            (1000 + g % 9000)::BIGINT * 1000 AS amount, browser AS buyer,
            (h % 2)::SMALLINT AS member, day AS ordered_day, if(g % 25 = 0, 0, visit) AS visit,
            first, domain, referrer, engine, keyword, ad, medium, campaign, term, content
        FROM made WHERE g % 10 = 0 AND bot = ''""",
    "sale_item": f"""
        WITH bought AS (SELECT *, unnest(range(1 + h % 3)) AS n FROM made
            WHERE g % 10 = 0 AND bot = ''),
        item AS (SELECT *, {_PRODUCT} AS product_no FROM bought)
        SELECT mall_id, shop_no, day, hour, ("at" + 200000)::BIGINT AS "at",
            format('{{}}-{{:016x}}', day, visit) AS order_id, device, n AS item_no, product_no,
            {_NAMED}, (1 + g % 2)::BIGINT AS quantity, (1000 + g % 9000)::BIGINT * 300 AS amount
        FROM item, {_CATEGORIES}""",
}
