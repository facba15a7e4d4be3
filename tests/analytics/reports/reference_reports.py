"""Each report in plain SQL of raw facts, which the program has no part in.

A reference says what rows there are and their numbers before anything is divided or sorted, which
`expected` does.
"""

from typing import NamedTuple

WITHIN = """mall_id = :mall AND shop_no = :shop AND day >= :first AND day <= :last
  AND (:device = 'total' OR device = :device)"""
PEOPLE = f"{WITHIN} AND bot = ''"


class Reference(NamedTuple):
    """A report in plain SQL."""

    sql: str
    by: tuple[str, ...]
    """What tells its rows apart, and the order of ties."""
    counts: tuple[str, ...]


def _named(table: str, column: str, key: str, where: str) -> str:
    """Return the newest text of a column in a table; ties of the moment do not occur."""
    return (
        f"(SELECT {column} FROM {table} n WHERE {where} AND n.product_no = {key}"
        " ORDER BY n.at DESC LIMIT 1)"
    )


_SALES = "SUM(orders) AS order_count, SUM(amount) AS order_amount"
_BUYERS = f"COUNT(DISTINCT CASE orders WHEN 1 THEN buyer END) AS buyers_count, {_SALES}"
_AD = "CASE ad WHEN '' THEN 'no channel' ELSE ad END"
_DOMAIN = "CASE domain WHEN '' THEN 'no referring domain' ELSE domain END"
_SOLD = ("order_count", "order_amount")
_SOLD_BY = ("buyers_count", *_SOLD)
_BOUGHT = ("visit_count", "purchase_count", "buyers_count", "order_amount")


def _bought(visit: str, sale: str, only: str = "1") -> str:
    keys = [each.rpartition(" AS ")[2] for each in visit.split(", ")]
    both = ", ".join(keys)
    return f"""
      SELECT {both}, SUM(v) AS visit_count, SUM(p) AS purchase_count, SUM(b) AS buyers_count,
        SUM(a) AS order_amount FROM (
        SELECT {visit}, COUNT(*) v, 0 p, 0 b, 0 a FROM visit WHERE {PEOPLE} AND {only}
          GROUP BY {both}
        UNION ALL
        SELECT {sale}, 0, SUM(orders), COUNT(DISTINCT CASE orders WHEN 1 THEN buyer END),
          SUM(amount) FROM paid
          WHERE {WITHIN} AND {only} GROUP BY {both})
      GROUP BY {both}"""


_AD_AND_TERM = f"{_AD} AS shown_ad, term AS word"
_ITEMS = f"{WITHIN} AND category_no = 0"

REFERENCES: dict[str, Reference] = {
    "adeffect/addetails": Reference(
        f"SELECT shown_ad AS ad, word AS keyword, visit_count, purchase_count, buyers_count,"
        f" order_amount FROM ({_bought(_AD_AND_TERM, _AD_AND_TERM)})",
        ("ad", "keyword"),
        _BOUGHT,
    ),
    "visitpaths/keyworddetails": Reference(
        _bought("keyword, engine", "keyword, engine", "keyword <> ''"),
        ("keyword", "engine"),
        _BOUGHT,
    ),
    "carts/action": Reference(
        f"""SELECT product_no,
          (SELECT product_name FROM (
             SELECT product_name, at FROM pageview n WHERE {PEOPLE} AND n.product_no = u.product_no
             UNION ALL
             SELECT product_name, at FROM cart_action n
               WHERE {WITHIN} AND n.product_no = u.product_no) ORDER BY at DESC LIMIT 1)
            AS product_name,
          SUM(v) AS count, SUM(c) AS add_cart_count FROM (
            SELECT product_no, 1 v, 0 c FROM pageview WHERE {PEOPLE} AND product_no <> 0
            UNION ALL
            SELECT product_no, 0, 1 FROM cart_action WHERE {_ITEMS}) u
          GROUP BY product_no""",
        ("product_no",),
        ("count", "add_cart_count"),
    ),
    "members/sales": Reference(
        f"""SELECT SUM(CASE member WHEN 1 THEN orders ELSE 0 END) AS member_order_count,
          SUM(CASE member WHEN 1 THEN amount ELSE 0 END) AS member_order_amount,
          SUM(CASE member WHEN 0 THEN orders ELSE 0 END) AS nonmember_order_count,
          SUM(CASE member WHEN 0 THEN amount ELSE 0 END) AS nonmember_order_amount
          FROM paid WHERE {WITHIN}""",
        (),
        ("member_order_count", "member_order_amount", "nonmember_order_count",
         "nonmember_order_amount"),
    ),
    "pages/view": Reference(
        f"""SELECT url, COUNT(*) AS count, COUNT(DISTINCT visit) AS visit_count,
          COUNT(DISTINCT CASE first WHEN 1 THEN visit END) AS first_visit_count
          FROM pageview WHERE {PEOPLE} GROUP BY url""",
        ("url",),
        ("count", "visit_count", "first_visit_count"),
    ),
    "products/categorydetails": Reference(
        f"""WITH u AS (
            SELECT product_no, category_no, product_name, product_code, category_name, at,
              order_id, quantity q, amount a, 0 c FROM sale_item
              WHERE {WITHIN} AND category_no > 0
            UNION ALL
            SELECT product_no, category_no, product_name, product_code, category_name, at,
              NULL, 0, 0, 1 FROM cart_action WHERE {WITHIN} AND category_no > 0),
          last AS (SELECT product_no, category_no, product_name, product_code, category_name,
            ROW_NUMBER() OVER (PARTITION BY product_no, category_no ORDER BY at DESC) n FROM u)
          SELECT u.product_no, u.category_no, last.product_name, last.product_code,
            last.category_name, COUNT(DISTINCT order_id) AS sales_count_per_category,
            SUM(q) AS sales_item_per_category, SUM(a) AS sales_price_per_category,
            SUM(c) AS carts_count_per_category
          FROM u JOIN last ON n = 1 AND last.product_no = u.product_no
            AND last.category_no = u.category_no
          GROUP BY u.product_no, u.category_no""",
        ("product_no", "category_no"),
        ("sales_count_per_category", "sales_item_per_category", "sales_price_per_category",
         "carts_count_per_category"),
    ),
    "products/sales": Reference(
        f"""SELECT product_no,
          {_named("sale_item", "product_name", "s.product_no", WITHIN)} AS product_name,
          COUNT(DISTINCT order_id) AS order_count, SUM(quantity) AS order_product_count,
          SUM(amount) AS order_amount FROM sale_item s WHERE {_ITEMS} GROUP BY product_no""",
        ("product_no",),
        ("order_count", "order_product_count", "order_amount"),
    ),
    "products/view": Reference(
        f"""SELECT product_no,
          {_named("pageview", "product_name", "p.product_no", PEOPLE)} AS product_name,
          COUNT(*) AS count FROM pageview p WHERE {PEOPLE} AND product_no <> 0
          GROUP BY product_no""",
        ("product_no",),
        ("count",),
    ),
    "sales/orderdetails": Reference(
        f"""SELECT ordered_day AS day, order_id, method AS payment_method, {_AD} AS ad,
          term AS keyword, medium, campaign, content, amount AS order_amount
          FROM paid WHERE {WITHIN}""",
        ("day", "order_id", "payment_method", "ad", "keyword", "medium", "campaign", "content"),
        ("order_amount",),
    ),
    "sales/paymethods": Reference(
        f"SELECT method AS payment_method, {_BUYERS} FROM paid WHERE {WITHIN} GROUP BY method",
        ("payment_method",),
        _SOLD_BY,
    ),
    "sales/pervisitors": Reference(
        f"""SELECT (SELECT COUNT(*) FROM visit WHERE {PEOPLE}) AS visit_count,
          COUNT(DISTINCT CASE orders WHEN 1 THEN buyer END) AS buyers_count,
          SUM(amount) AS order_amount FROM paid WHERE {WITHIN}""",
        (),
        ("visit_count", "buyers_count", "order_amount"),
    ),
    "sales/times": Reference(
        f"SELECT hour, {_BUYERS} FROM paid WHERE {WITHIN} GROUP BY hour", ("hour",), _SOLD_BY
    ),
    "visitors/dailyactive": Reference(
        f"""SELECT day, COUNT(DISTINCT browser) AS user_count FROM pageview WHERE {PEOPLE}
          GROUP BY day""",
        ("day",),
        ("user_count",),
    ),
    "visitors/pageview": Reference(
        f"SELECT day, hour, COUNT(*) AS page_view FROM pageview WHERE {PEOPLE} GROUP BY day, hour",
        ("day", "hour"),
        ("page_view",),
    ),
    "visitors/unique": Reference(
        f"""SELECT day, COUNT(DISTINCT ip) AS unique_visit_count FROM visit WHERE {PEOPLE}
          GROUP BY day""",
        ("day",),
        ("unique_visit_count",),
    ),
    "visitors/view": Reference(
        f"""SELECT day, hour, COUNT(*) AS visit_count, SUM(first = 1) AS first_visit_count,
          SUM(first = 0) AS re_visit_count FROM visit WHERE {PEOPLE} GROUP BY day, hour""",
        ("day", "hour"),
        ("visit_count", "first_visit_count", "re_visit_count"),
    ),
    "visitpaths/adkeywordsales": Reference(
        f"""SELECT {_AD} AS ad, term AS keyword, {_SALES} FROM paid
          WHERE {WITHIN} AND term <> '' GROUP BY 1, 2""",
        ("ad", "keyword"),
        _SOLD,
    ),
    "visitpaths/ads": Reference(
        f"SELECT {_AD} AS ad, COUNT(*) AS visit_count FROM visit WHERE {PEOPLE} GROUP BY 1",
        ("ad",),
        ("visit_count",),
    ),
    "visitpaths/adsales": Reference(
        f"SELECT {_AD} AS ad, {_SALES} FROM paid WHERE {WITHIN} GROUP BY 1", ("ad",), _SOLD
    ),
    "visitpaths/domains": Reference(
        f"SELECT {_DOMAIN} AS domain, COUNT(*) AS visit_count FROM visit WHERE {PEOPLE} GROUP BY 1",
        ("domain",),
        ("visit_count",),
    ),
    "visitpaths/domainsales": Reference(
        f"SELECT {_DOMAIN} AS domain, {_SALES} FROM paid WHERE {WITHIN} GROUP BY 1",
        ("domain",),
        _SOLD,
    ),
    "visitpaths/keywords": Reference(
        f"""SELECT keyword, COUNT(*) AS visit_count FROM visit
          WHERE {PEOPLE} AND keyword <> '' GROUP BY 1""",
        ("keyword",),
        ("visit_count",),
    ),
    "visitpaths/keywordsales": Reference(
        f"SELECT keyword, {_SALES} FROM paid WHERE {WITHIN} AND keyword <> '' GROUP BY 1",
        ("keyword",),
        _SOLD,
    ),
    "visitpaths/urls": Reference(
        f"""SELECT CASE referrer WHEN '' THEN 'no referring domain' ELSE referrer END AS url,
          COUNT(*) AS visit_count FROM visit WHERE {PEOPLE} GROUP BY 1""",
        ("url",),
        ("visit_count",),
    ),
}  # fmt: skip
