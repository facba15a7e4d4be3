"""Reports of sales: paid orders, dated by payment, at what was paid in money.

Cancellations and refunds change nothing in them.
"""

from typing import Final

from sqlalchemy import case

from openmall.analytics.facts.tables import SALE, VISIT
from openmall.analytics.reports.figures import (
    amount,
    average_number,
    day,
    number,
    text,
)
from openmall.analytics.reports.report import (
    HOW_MANY,
    NO_CHANNEL,
    Dimension,
    Metric,
    Part,
    Report,
    distinct,
    total,
)

_SALES: Final = {
    "buyers_count": distinct(SALE.c.buyer),
    "order_count": HOW_MANY,
    "order_amount": total(SALE.c.amount),
}
_COUNTS: Final = (Metric("buyers_count"), Metric("order_count"), Metric("order_amount", money=True))
_FIGURES: Final = (number("buyers_count"), number("order_count"), amount("order_amount"))
_SORTS: Final = {each.name: (each.name,) for each in _COUNTS}
_MEMBER: Final = SALE.c.member == 1

MEMBERS: Final = Report(
    path="members/sales",
    summary="Retrieve what members and what guests have bought",
    counts=(
        Metric("member_order_count"),
        Metric("member_order_amount", money=True),
        Metric("nonmember_order_count"),
        Metric("nonmember_order_amount", money=True),
    ),
    parts=(
        Part(
            table=SALE,
            counts={
                "member_order_count": total(case((_MEMBER, 1), else_=0)),
                "member_order_amount": total(case((_MEMBER, SALE.c.amount), else_=0)),
                "nonmember_order_count": total(case((_MEMBER, 0), else_=1)),
                "nonmember_order_amount": total(case((_MEMBER, 0), else_=SALE.c.amount)),
            },
        ),
    ),
    figures=(
        number("member_order_count"),
        amount("member_order_amount"),
        number("nonmember_order_count"),
        amount("nonmember_order_amount"),
    ),
)

ORDER_DETAILS: Final = Report(
    path="sales/orderdetails",
    summary="List paid orders with the ad whose visit they were placed in",
    by=(
        Dimension("day"),
        Dimension("order_id"),
        Dimension("payment_method"),
        Dimension("ad", NO_CHANNEL),
        Dimension("keyword"),
        Dimension("medium"),
        Dimension("campaign"),
        Dimension("content"),
    ),
    counts=(Metric("order_amount", money=True),),
    parts=(
        Part(
            table=SALE,
            by={
                "day": SALE.c.ordered_day,
                "order_id": SALE.c.order_id,
                "payment_method": SALE.c.method,
                "ad": SALE.c.ad,
                "keyword": SALE.c.term,
                "medium": SALE.c.medium,
                "campaign": SALE.c.campaign,
                "content": SALE.c.content,
            },
            counts={"order_amount": SALE.c.amount},
        ),
    ),
    figures=(
        text("order_id"),
        day("order_date", "day"),
        text("ad"),
        text("keyword"),
        text("medium"),
        text("campaign"),
        text("content"),
        text("payment_method"),
        amount("order_amount"),
    ),
    sorts={
        name: (name,) for name in ("order_id", "ad", "keyword", "payment_method", "order_amount")
    },
    sort="order_id",
    row_per_fact=True,
)

PAY_METHODS: Final = Report(
    path="sales/paymethods",
    summary="List the ways orders were paid",
    by=(Dimension("payment_method"),),
    counts=_COUNTS,
    parts=(Part(table=SALE, by={"payment_method": SALE.c.method}, counts=_SALES),),
    figures=(text("payment_method"), *_FIGURES),
    sorts={"payment_method": ("payment_method",), **_SORTS},
    sort="order_amount",
    order="desc",
)

PER_VISITORS: Final = Report(
    path="sales/pervisitors",
    summary="Retrieve what was sold per visitor and per buyer",
    counts=(Metric("visit_count"), Metric("buyers_count"), Metric("order_amount", money=True)),
    parts=(
        Part(table=VISIT, counts={"visit_count": HOW_MANY}),
        Part(
            table=SALE,
            counts={
                "buyers_count": _SALES["buyers_count"],
                "order_amount": _SALES["order_amount"],
            },
        ),
    ),
    figures=(
        average_number("order_amount_per_visitor", "order_amount", "visit_count"),
        average_number("order_amount_per_buyer", "order_amount", "buyers_count"),
    ),
)

TIMES: Final = Report(
    path="sales/times",
    summary="List the hours of the day in which orders were paid",
    by=(Dimension("hour"),),
    counts=_COUNTS,
    parts=(Part(table=SALE, by={"hour": SALE.c.hour}, counts=_SALES),),
    figures=(number("hour"), *_FIGURES),
    sorts={"hour": ("hour",), **_SORTS},
    sort="hour",
)

REPORTS: Final = (MEMBERS, ORDER_DETAILS, PAY_METHODS, PER_VISITORS, TIMES)
