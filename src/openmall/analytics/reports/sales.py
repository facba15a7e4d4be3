"""Reports of sales: paid orders, dated by payment, at what was paid in money.

Cancellations and refunds change nothing in them. An order whose payment is taken back is no sale;
paid again, it is one of the day of the new payment.
"""

from typing import Final

from sqlalchemy import ColumnElement, Table, case

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
from openmall.analytics.reports.sale_parts import sale_parts, total_amount

_SALES: Final = {"buyers_count": distinct(SALE.c.buyer), "order_count": HOW_MANY}
_AMOUNT: Final = {"order_amount": total_amount}
_COUNTS: Final = (Metric("buyers_count"), Metric("order_count"), Metric("order_amount", money=True))
_FIGURES: Final = (number("buyers_count"), number("order_count"), amount("order_amount"))
_SORTS: Final = {each.name: (each.name,) for each in _COUNTS}
_MEMBER: Final = SALE.c.member == 1


def _of_members(table: Table) -> ColumnElement[int]:
    return total(case((table.c.member == 1, table.c.amount), else_=0))


def _of_guests(table: Table) -> ColumnElement[int]:
    return total(case((table.c.member == 1, 0), else_=table.c.amount))


MEMBERS: Final = Report(
    path="members/sales",
    summary="Retrieve what members and what guests have bought",
    counts=(
        Metric("member_order_count"),
        Metric("member_order_amount", money=True),
        Metric("nonmember_order_count"),
        Metric("nonmember_order_amount", money=True),
    ),
    parts=sale_parts(
        {},
        counts={
            "member_order_count": total(case((_MEMBER, 1), else_=0)),
            "nonmember_order_count": total(case((_MEMBER, 0), else_=1)),
        },
        amounts={"member_order_amount": _of_members, "nonmember_order_amount": _of_guests},
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
    parts=sale_parts(
        {
            "day": "ordered_day",
            "order_id": "order_id",
            "payment_method": "method",
            "ad": "ad",
            "keyword": "term",
            "medium": "medium",
            "campaign": "campaign",
            "content": "content",
        },
        counts={},
        amounts=_AMOUNT,
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
    row_per_order=True,
)

PAY_METHODS: Final = Report(
    path="sales/paymethods",
    summary="List the ways orders were paid",
    by=(Dimension("payment_method"),),
    counts=_COUNTS,
    parts=sale_parts({"payment_method": "method"}, counts=_SALES, amounts=_AMOUNT),
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
        *sale_parts({}, counts={"buyers_count": _SALES["buyers_count"]}, amounts=_AMOUNT),
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
    parts=sale_parts({"hour": "hour"}, counts=_SALES, amounts=_AMOUNT),
    figures=(number("hour"), *_FIGURES),
    sorts={"hour": ("hour",), **_SORTS},
    sort="hour",
)

REPORTS: Final = (MEMBERS, ORDER_DETAILS, PAY_METHODS, PER_VISITORS, TIMES)
