"""Reports of sales: paid orders, dated by payment, at what was paid in money.

Cancellations and refunds change nothing in them.
"""

from typing import Final

from sqlalchemy import case

from openmall.analytics.facts.tables import SALE, VISIT
from openmall.analytics.reports.figures import (
    amount,
    day,
    number,
    text,
    whole_average,
)
from openmall.analytics.reports.report import (
    HOW_MANY,
    NO_CHANNEL,
    By,
    Count,
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
_COUNTS: Final = (Count("buyers_count"), Count("order_count"), Count("order_amount", money=True))
_FIGURES: Final = (number("buyers_count"), number("order_count"), amount("order_amount"))
_SORTS: Final = {each.name: (each.name,) for each in _COUNTS}
_MEMBER: Final = SALE.c.member == 1

MEMBERS: Final = Report(
    path="members/sales",
    says="Retrieve what members and what guests have bought",
    counts=(
        Count("member_order_count"),
        Count("member_order_amount", money=True),
        Count("nonmember_order_count"),
        Count("nonmember_order_amount", money=True),
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
    says="List paid orders with the ad whose visit they were placed in",
    by=(
        By("day"),
        By("order_id"),
        By("payment_method"),
        By("ad", NO_CHANNEL),
        By("keyword"),
        By("medium"),
        By("campaign"),
        By("content"),
    ),
    counts=(Count("order_amount", money=True),),
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
    facts_alone=True,
)

PAY_METHODS: Final = Report(
    path="sales/paymethods",
    says="List the ways orders were paid",
    by=(By("payment_method"),),
    counts=_COUNTS,
    parts=(Part(table=SALE, by={"payment_method": SALE.c.method}, counts=_SALES),),
    figures=(text("payment_method"), *_FIGURES),
    sorts={"payment_method": ("payment_method",), **_SORTS},
    sort="order_amount",
    order="desc",
)

PER_VISITORS: Final = Report(
    path="sales/pervisitors",
    says="Retrieve what was sold per visitor and per buyer",
    counts=(Count("visit_count"), Count("buyers_count"), Count("order_amount", money=True)),
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
        whole_average("order_amount_per_visitor", "order_amount", "visit_count"),
        whole_average("order_amount_per_buyer", "order_amount", "buyers_count"),
    ),
)

TIMES: Final = Report(
    path="sales/times",
    says="List the hours of the day in which orders were paid",
    by=(By("hour"),),
    counts=_COUNTS,
    parts=(Part(table=SALE, by={"hour": SALE.c.hour}, counts=_SALES),),
    figures=(number("hour"), *_FIGURES),
    sorts={"hour": ("hour",), **_SORTS},
    sort="hour",
)

REPORTS: Final = (MEMBERS, ORDER_DETAILS, PAY_METHODS, PER_VISITORS, TIMES)
