"""Reports of where visits come from, and what was sold in them.

Only what was bought within the visit counts (direct conversion). A keyword of an ad is its
`utm_term`, any other is what was searched for; reports of keywords list no visits without one.
"""

from typing import Final

from sqlalchemy import func

from openmall.analytics.facts.tables import SALE, VISIT
from openmall.analytics.reports.figures import Figure, amount, average, number, percent, text
from openmall.analytics.reports.report import (
    HOW_MANY,
    NO_CHANNEL,
    NO_DOMAIN,
    Dimension,
    Metric,
    Order,
    Part,
    Report,
    distinct,
)
from openmall.analytics.reports.sale_parts import sale_parts, total_amount

_AD: Final = Dimension("ad", NO_CHANNEL)
_KEYWORD: Final = Dimension("keyword")
_DOMAIN: Final = Dimension("domain", NO_DOMAIN)
_VISITS: Final = {"visit_count": HOW_MANY}
_PURCHASES: Final = {"purchase_count": HOW_MANY, "buyers_count": distinct(SALE.c.buyer)}
_AMOUNT: Final = {"order_amount": total_amount}
_CONVERSION: Final = (
    Metric("visit_count"),
    Metric("purchase_count"),
    Metric("buyers_count"),
    Metric("order_amount", money=True),
)
_RATES: Final = (
    number("purchase_count"),
    percent("purchase_rate", "purchase_count", "visit_count"),
    amount("order_amount"),
    average("order_amount_per_visitor", "order_amount", "visit_count"),
    average("order_amount_per_buyer", "order_amount", "buyers_count"),
)


def _visits(
    path: str, by: Dimension, column: str, summary: str, *, needs: tuple[str, ...] = ()
) -> Report:
    return Report(
        path=path,
        summary=summary,
        by=(by,),
        counts=(Metric("visit_count"),),
        parts=(Part(table=VISIT, by={by.name: VISIT.c[column]}, counts=_VISITS),),
        figures=(text(by.name), number("visit_count")),
        sorts={by.name: (by.name,), "visit_count": ("visit_count",)},
        sort="visit_count",
        order="desc",
        needs=needs,
    )


def _sold(
    path: str,
    by: dict[Dimension, str],
    summary: str,
    *,
    sorts: tuple[str, ...],
    sort: str = "order_amount",
    order: Order = "desc",
    needs: tuple[str, ...] = (),
) -> Report:
    texts: list[Figure] = [text(dimension.name) for dimension in by]
    return Report(
        path=path,
        summary=summary,
        by=tuple(by),
        counts=(Metric("order_count"), Metric("order_amount", money=True)),
        parts=sale_parts(
            {dimension.name: column for dimension, column in by.items()},
            counts={"order_count": HOW_MANY},
            amounts=_AMOUNT,
        ),
        figures=(*texts, number("order_count"), amount("order_amount")),
        sorts={name: (name,) for name in (*sorts, "order_count", "order_amount")},
        sort=sort,
        order=order,
        needs=needs,
    )


AD_DETAILS: Final = Report(
    path="adeffect/addetails",
    summary="List ads and their keywords by the visits they led to and what was sold in them",
    by=(_AD, _KEYWORD),
    counts=_CONVERSION,
    parts=(
        Part(table=VISIT, by={"ad": VISIT.c.ad, "keyword": VISIT.c.term}, counts=_VISITS),
        *sale_parts({"ad": "ad", "keyword": "term"}, counts=_PURCHASES, amounts=_AMOUNT),
    ),
    derived={"all_visits": lambda columns: func.sum(columns["visit_count"]).over()},
    figures=(
        text("ad"),
        text("keyword"),
        number("visit_count"),
        percent("visit_rate", "visit_count", "all_visits"),
        *_RATES,
    ),
    sorts={name: (name,) for name in ("ad", "keyword", "visit_count", "purchase_count")},
    sort="ad",
)

KEYWORD_DETAILS: Final = Report(
    path="visitpaths/keyworddetails",
    summary="List searches by the visits they led to and what was sold in them",
    by=(_KEYWORD, Dimension("engine")),
    counts=_CONVERSION,
    parts=(
        Part(
            table=VISIT,
            by={"keyword": VISIT.c.keyword, "engine": VISIT.c.engine},
            counts=_VISITS,
        ),
        *sale_parts({"keyword": "keyword", "engine": "engine"}, counts=_PURCHASES, amounts=_AMOUNT),
    ),
    figures=(text("keyword"), text("engine"), number("visit_count"), *_RATES),
    sorts={name: (name,) for name in ("keyword", "engine", "purchase_count", "order_amount")},
    sort="keyword",
    needs=("keyword",),
)

AD_KEYWORD_SALES: Final = _sold(
    "visitpaths/adkeywordsales",
    {_AD: "ad", _KEYWORD: "term"},
    "List ads and their keywords by what was sold in visits they led to",
    sorts=("ad", "keyword"),
    sort="ad",
    order="asc",
    needs=("keyword",),
)
AD_SALES: Final = _sold(
    "visitpaths/adsales",
    {_AD: "ad"},
    "List ads by what was sold in visits they led to",
    sorts=("ad",),
)
DOMAIN_SALES: Final = _sold(
    "visitpaths/domainsales",
    {_DOMAIN: "domain"},
    "List referring domains by what was sold in visits from them",
    sorts=("domain",),
)
KEYWORD_SALES: Final = _sold(
    "visitpaths/keywordsales",
    {_KEYWORD: "keyword"},
    "List searches by what was sold in visits they led to",
    sorts=("keyword",),
    needs=("keyword",),
)
ADS: Final = _visits("visitpaths/ads", _AD, "ad", "List ads by the visits they led to")
DOMAINS: Final = _visits(
    "visitpaths/domains", _DOMAIN, "domain", "List referring domains by the visits from them"
)
KEYWORDS: Final = _visits(
    "visitpaths/keywords",
    _KEYWORD,
    "keyword",
    "List searches by the visits they led to",
    needs=("keyword",),
)
URLS: Final = _visits(
    "visitpaths/urls",
    Dimension("url", NO_DOMAIN),
    "referrer",
    "List referring pages by the visits from them",
)

REPORTS: Final = (
    AD_DETAILS,
    AD_KEYWORD_SALES,
    ADS,
    AD_SALES,
    DOMAINS,
    DOMAIN_SALES,
    KEYWORD_DETAILS,
    KEYWORDS,
    KEYWORD_SALES,
    URLS,
)
