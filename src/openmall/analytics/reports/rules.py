"""Answers reports: builds the question, asks the engine, shapes the rows.

Specification: "Analytics API"; the status table of the analytics API.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct
from sqlalchemy import SelectBase

from openmall.analytics.engine.engine import Cell, EngineAway, TooLong, Values
from openmall.analytics.reports import search as report_search
from openmall.analytics.reports.figures import ResultRow, as_day
from openmall.analytics.reports.refusals import (
    REPORT_END_BEFORE_START,
    REPORT_TOO_SLOW,
    REPORTS_UNAVAILABLE,
    TOO_MANY_REPORT_DAYS,
    TWO_ORDER_IDS,
)
from openmall.analytics.reports.report import Report
from openmall.analytics.reports.report_structs import MOST_DAYS, Ranged, gives
from openmall.analytics.reports.search import QuestionShape
from openmall.contract.call import Call
from openmall.contract.errors import BudgetSpent, Invalid, Unavailable
from openmall.contract.money import smallest_unit

_QUESTIONS: Final[dict[tuple[str, QuestionShape], SelectBase]] = {}
"""Questions by shape, a bounded number; the engine recognises each by identity."""

Handler = Callable[[Call, Ranged], Awaitable[Sequence[Struct]]]


def answering(report: Report) -> tuple[Handler, type[Struct]]:
    """Return the handler of a report, and what it answers."""
    row = gives(report)

    async def answer(call: Call, params: Ranged) -> Sequence[Struct]:
        names = report_search.columns(report, question_shape(report, params))
        unit = smallest_unit(call.mall.shops[params.shop_no].currency)
        return [
            answer_row(report, row, dict(zip(names, each, strict=True)), unit)
            for each in await fetch_rows(call, report, params)
        ]

    answer.__doc__ = f"{report.summary}."
    return answer, row


async def fetch_rows(call: Call, report: Report, params: Ranged) -> Sequence[tuple[Cell, ...]]:
    """Return the rows of a report as the engine gives them, each as `search.columns()` says.

    Raises Invalid (422) for days out of order, Unavailable (503), BudgetSpent (504).
    """
    compiled = question(report, question_shape(report, params))
    return await _ask(call, compiled, values(call.mall.mall_id, params))


def question(report: Report, shape: QuestionShape) -> SelectBase:
    """Return the question of a report."""
    statement = _QUESTIONS.get((report.path, shape))
    if statement is None:
        statement = _QUESTIONS[report.path, shape] = report_search.question(report, shape)
    return statement


def question_shape(report: Report, params: Ranged) -> QuestionShape:
    """Return the shape of a request's question. Raises Invalid (422) for days out of order."""
    days = (params.end_date - params.start_date).days
    if days < 0:
        raise Invalid(REPORT_END_BEFORE_START, parameter="end_date")
    if days >= MOST_DAYS:
        raise Invalid(TOO_MANY_REPORT_DAYS, parameter="end_date", most=MOST_DAYS)
    return QuestionShape(
        span=report_search.span_of(as_day(params.start_date), as_day(params.end_date)),
        device=params.device_type != "total",
        by_hour=getattr(params, "format_type", "day") == "hour",
        sort=getattr(params, "sort", ""),
        order=getattr(params, "order", "asc"),
        order_id=bool(_order_id(params)),
    )


def values(mall_id: str, params: Ranged) -> dict[str, Cell]:
    """Return the bound values of a request's question."""
    return {
        "mall_id": mall_id,
        "shop_no": params.shop_no,
        "device_type": params.device_type,
        "order_id": _order_id(params),
        "limit": params.limit,
        "offset": getattr(params, "offset", 0),
        **report_search.range_of(as_day(params.start_date), as_day(params.end_date)),
    }


def answer_row(report: Report, struct: type[Struct], row: ResultRow, unit: Decimal) -> Struct:
    """Return a row of results as the struct of the answer.

    `unit`: the smallest of the shop's currency.
    """
    return struct(**{figure.name: figure.value_of(row, unit) for figure in report.figures})


def _order_id(params: Ranged) -> str:
    current, legacy_spelling = getattr(params, "order_id", ""), getattr(params, "orderId", "")
    if current and legacy_spelling and current != legacy_spelling:
        raise Invalid(TWO_ORDER_IDS, parameter="orderId")
    return current or legacy_spelling


async def _ask(call: Call, question: SelectBase, values: Values) -> Sequence[tuple[Cell, ...]]:
    try:
        async with asyncio.timeout(call.deadline - time.monotonic()):
            return await call.engine.ask(question, values)
    except EngineAway:
        raise Unavailable(REPORTS_UNAVAILABLE, retry_after=1) from None
    except (TooLong, TimeoutError):
        raise BudgetSpent(REPORT_TOO_SLOW) from None
