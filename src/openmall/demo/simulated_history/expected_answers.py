"""Computes what reports must answer about a world, from its history in plain Python.

Independent of reports, facts and SQL: tests of dashboards and reports compare their rows with
these. Rows have a report's default order; ties are sorted by the identifying columns, ascending.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from openmall.demo.simulated_history.history import Bought, Order
from openmall.demo.simulated_history.range_facts import (
    Key,
    RangeFacts,
    grouped,
    local,
    rounded,
)
from openmall.demo.simulated_history.sources import DIRECT, Source

Row = dict[str, Any]


def _amount(sales: Iterable[Order]) -> int:
    return sum(each.amount for each in sales)


def _buyers(sales: Iterable[Order]) -> int:
    return len({each.person.number for each in sales})


def _source(order: Order) -> Source:
    return DIRECT if order.visit is None else order.visit.source


def _ad(source: Source) -> str:
    return source.ad or "no channel"


def _down(count: str, *names: str) -> Callable[[Row], Any]:
    """Return a sort key: descending by `count`, then ascending by `names`."""
    return lambda row: (-row[count], *(_bytes(row[name]) for name in names))


def _bytes(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


def _up(*names: str) -> Callable[[Row], Any]:
    return lambda row: tuple(_bytes(row[name]) for name in names)


def _conversion(
    what: RangeFacts, names: tuple[str, str], key: Callable[[Source], Key]
) -> list[Row]:
    visits = grouped(what.visits, lambda each: key(each.source))
    sales = grouped(what.sales, lambda each: key(_source(each)))
    rows = []
    for each in {**visits, **sales}:
        visit_count, bought = len(visits.get(each, ())), sales.get(each, [])
        amount = _amount(bought)
        rows.append(
            {
                **dict(zip(names, each, strict=True)),
                "visit_count": visit_count,
                "purchase_count": len(bought),
                "purchase_rate": rounded(len(bought) * 100, visit_count, 2),
                "order_amount": what.money(amount),
                "order_amount_per_visitor": what.average(amount, visit_count),
                "order_amount_per_buyer": what.average(amount, _buyers(bought)),
            }
        )
    return rows


def _ad_details(what: RangeFacts) -> list[Row]:
    rows = _conversion(what, ("ad", "keyword"), lambda each: (_ad(each), each.term))
    for row in rows:
        row["visit_rate"] = rounded(row["visit_count"] * 100, len(what.visits), 2)
    return sorted(rows, key=_up("ad", "keyword"))


def _keyword_details(what: RangeFacts) -> list[Row]:
    rows = _conversion(what, ("keyword", "engine"), lambda each: (each.keyword, each.engine))
    return sorted((row for row in rows if row["keyword"]), key=_up("keyword", "engine"))


def _came(name: str, of: Callable[[Source], str]) -> Callable[[RangeFacts], list[Row]]:
    def rows(what: RangeFacts) -> list[Row]:
        counted = Counter(of(each.source) for each in what.visits)
        found = [{name: each, "visit_count": many} for each, many in counted.items() if each]
        return sorted(found, key=_down("visit_count", name))

    return rows


def _sold(
    names: tuple[str, ...], of: Callable[[Source], Key], sort: Callable[[Row], Any] | None = None
) -> Callable[[RangeFacts], list[Row]]:
    def rows(what: RangeFacts) -> list[Row]:
        by = grouped(what.sales, lambda each: of(_source(each)))
        found = [
            {
                **dict(zip(names, key, strict=True)),
                "order_count": len(sales),
                "order_amount": _amount(sales),
            }
            for key, sales in by.items()
            if key[-1]
        ]
        found.sort(key=sort or _down("order_amount", *names))
        return [{**row, "order_amount": what.money(row["order_amount"])} for row in found]

    return rows


def _products(what: RangeFacts) -> dict[int, str]:
    wares = [*what.added, *(look.ware for _, look in what.looks if look.ware is not None)]
    return {each.product_no: each.name for each in wares}


def _views(what: RangeFacts) -> Counter[int]:
    return Counter(look.ware.product_no for _, look in what.looks if look.ware is not None)


def _product_views(what: RangeFacts) -> list[Row]:
    names = _products(what)
    rows = [
        {"product_no": number, "product_name": names[number], "count": many}
        for number, many in _views(what).items()
    ]
    return sorted(rows, key=_down("count", "product_no"))


def _carts_action(what: RangeFacts) -> list[Row]:
    views, added = _views(what), Counter(each.product_no for each in what.added)
    rows = [
        {
            "product_no": number,
            "product_name": name,
            "count": views[number],
            "add_cart_count": added[number],
            "add_cart_rate": int(rounded(added[number] * 100, views[number], 0)),
        }
        for number, name in _products(what).items()
    ]
    return sorted(rows, key=_down("count", "product_no"))


def _items(what: RangeFacts) -> Iterator[tuple[Order, Bought]]:
    return ((order, each) for order in what.sales for each in order.bought)


def _product_sales(what: RangeFacts) -> list[Row]:
    rows = []
    for some in grouped(_items(what), lambda each: (each[1].ware.product_no,)).values():
        ware = some[0][1].ware
        rows.append(
            {
                "product_no": ware.product_no,
                "product_name": ware.name,
                "order_count": len({order.order_id for order, _ in some}),
                "order_product_count": sum(each.quantity for _, each in some),
                "order_amount": sum(each.amount for _, each in some),
            }
        )
    rows.sort(key=_down("order_amount", "product_no"))
    return [{**row, "order_amount": what.money(row["order_amount"])} for row in rows]


def _category_details(what: RangeFacts) -> list[Row]:
    wares = {each.product_no: each for each in what.added}
    wares |= {each.ware.product_no: each.ware for _, each in _items(what)}
    carts = Counter(each.product_no for each in what.added)
    sold = grouped(_items(what), lambda each: (each[1].ware.product_no,))
    rows = []
    for number, ware in wares.items():
        some = sold.get((number,), [])
        rows += [
            {
                "product_no": number,
                "product_name": ware.name,
                "product_code": ware.code,
                "category_name": name,
                "category_no": category_no,
                "sales_count_per_category": len({order.order_id for order, _ in some}),
                "sales_item_per_category": sum(each.quantity for _, each in some),
                "sales_price_per_category": rounded(sum(each.amount for _, each in some), 100, 2),
                "carts_count_per_category": carts[number],
            }
            for category_no, name in ware.categories
        ]
    return sorted(rows, key=_up("product_name", "product_no", "category_no"))


def _members(what: RangeFacts) -> list[Row]:
    members = [each for each in what.sales if each.person.member]
    guests = [each for each in what.sales if not each.person.member]
    return [
        {
            "member_order_count": len(members),
            "member_order_amount": what.money(_amount(members)),
            "nonmember_order_count": len(guests),
            "nonmember_order_amount": what.money(_amount(guests)),
        }
    ]


def _order_details(what: RangeFacts) -> list[Row]:
    rows = [
        {
            "order_id": each.order_id,
            "order_date": str(local(each.at)[0]),
            "ad": _ad(_source(each)),
            "keyword": _source(each).term,
            "medium": _source(each).medium,
            "campaign": _source(each).campaign,
            "content": _source(each).content,
            "payment_method": each.method,
            "order_amount": what.money(each.amount),
        }
        for each in what.sales
    ]
    return sorted(rows, key=_up("order_id"))


def _bought(
    name: str, of: Callable[[Order], Any], sort: Callable[[Any, list[Order]], Any]
) -> Callable[[RangeFacts], list[Row]]:
    def rows(what: RangeFacts) -> list[Row]:
        return [
            {
                name: key,
                "buyers_count": _buyers(sales),
                "order_count": len(sales),
                "order_amount": what.money(_amount(sales)),
            }
            for (key,), sales in sorted(
                grouped(what.sales, lambda each: (of(each),)).items(),
                key=lambda each: sort(each[0][0], each[1]),
            )
        ]

    return rows


def _per_visitors(what: RangeFacts) -> list[Row]:
    amount, buyers = _amount(what.sales), _buyers(what.sales)
    return [
        {
            "order_amount_per_visitor": what.number(amount, len(what.visits)),
            "order_amount_per_buyer": what.number(amount, buyers),
        }
    ]


def _pages(what: RangeFacts) -> list[Row]:
    rows = []
    for (path,), some in grouped(what.looks, lambda each: (each[1].path,)).items():
        visits = {(visit.person.number, visit.began_at): visit.first for visit, _ in some}
        rows.append(
            {
                "url": path,
                "count": len(some),
                "visit_count": len(visits),
                "first_visit_count": sum(visits.values()),
            }
        )
    return sorted(rows, key=_down("count", "url"))


def _when(
    what: RangeFacts, things: Iterable[Any], at: Callable[[Any], int]
) -> list[tuple[Row, Any]]:
    """Return the events grouped by day, or by hour, in the order of time."""

    def key(each: Any) -> Key:
        day, hour = local(at(each) // 1_000)
        return str(day), hour if what.asked.by_hour else None

    found = sorted(grouped(things, key).items())
    return [({"date": day, "hour": hour}, some) for (day, hour), some in found]


def _page_views(what: RangeFacts) -> list[Row]:
    looks = _when(what, what.looks, lambda each: each[1].at)
    return [{**head, "page_view": len(some)} for head, some in looks]


def _visits(what: RangeFacts) -> list[Row]:
    return [
        {
            **head,
            "visit_count": len(some),
            "first_visit_count": sum(each.first for each in some),
            "re_visit_count": sum(not each.first for each in some),
        }
        for head, some in _when(what, what.visits, lambda each: each.began_at)
    ]


def _active(what: RangeFacts) -> list[Row]:
    return [
        {"date": head["date"], "user_count": len({visit.person.number for visit, _ in some})}
        for head, some in _when(what, what.looks, lambda each: each[1].at)
    ]


def _unique(what: RangeFacts) -> list[Row]:
    return [
        {"date": head["date"], "unique_visit_count": len({each.person.address for each in some})}
        for head, some in _when(what, what.visits, lambda each: each.began_at)
    ]


ANSWERS: Final[dict[str, Callable[[RangeFacts], list[Row]]]] = {
    "adeffect/addetails": _ad_details,
    "carts/action": _carts_action,
    "members/sales": _members,
    "pages/view": _pages,
    "products/categorydetails": _category_details,
    "products/sales": _product_sales,
    "products/view": _product_views,
    "sales/orderdetails": _order_details,
    "sales/paymethods": _bought(
        "payment_method", lambda each: each.method, lambda method, sales: (-_amount(sales), method)
    ),
    "sales/pervisitors": _per_visitors,
    "sales/times": _bought(
        "hour", lambda each: local(each.paid_at or 0)[1], lambda hour, sales: hour
    ),
    "visitors/dailyactive": _active,
    "visitors/pageview": _page_views,
    "visitors/unique": _unique,
    "visitors/view": _visits,
    "visitpaths/adkeywordsales": _sold(
        ("ad", "keyword"), lambda each: (_ad(each), each.term), _up("ad", "keyword")
    ),
    "visitpaths/ads": _came("ad", _ad),
    "visitpaths/adsales": _sold(("ad",), lambda each: (_ad(each),)),
    "visitpaths/domains": _came("domain", lambda each: each.domain or "no referring domain"),
    "visitpaths/domainsales": _sold(
        ("domain",), lambda each: (each.domain or "no referring domain",)
    ),
    "visitpaths/keyworddetails": _keyword_details,
    "visitpaths/keywords": _came("keyword", lambda each: each.keyword),
    "visitpaths/keywordsales": _sold(("keyword",), lambda each: (each.keyword,)),
    "visitpaths/urls": _came("url", lambda each: each.page or "no referring domain"),
}
"""Path of a report -> what it says."""
HOURLY: Final = ("visitors/pageview", "visitors/view")
"""Reports that may tell hours apart."""
