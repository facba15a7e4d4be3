"""What may be asked of a report.

Specification: "Analytics API", common parameters; "Limits" 8.
"""

from datetime import date
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from openmall.analytics.reports.report import Report
from openmall.contract.params import LARGEST_INTEGER, Params, ShopNo
from openmall.contract.ranges import compared_by

MOST_DAYS: Final = 366
"""Of one call: a year."""

Limit1000 = Annotated[int, Meta(ge=50, le=1000)]
Offset = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
Device = Literal["pc", "mobile", "total"]
OrderId = Annotated[str, Meta(max_length=64)]


class Ranged(Params, frozen=True, kw_only=True):
    """The parameters of every report: shop, days and device."""

    mall_id: str
    shop_no: ShopNo = 1
    start_date: Annotated[date, compared_by("the report compares, and bounds the days")]
    end_date: date
    """At most 366 days, the first and the last one included, in one call; more is 422."""
    device_type: Device = "total"
    limit: Limit1000 = 100


def takes(report: Report) -> type[Ranged]:
    """Return the parameters of a report."""
    more: list[tuple[str, Any, Any]] = []
    if report.by_hour:
        more.append(("format_type", Literal["day", "hour"], "day"))
    if any(by.name == "order_id" for by in report.by):
        # one client program writes it in the second way
        more += [("order_id", OrderId, ""), ("orderId", OrderId, "")]
    if report.sorts:
        more += [
            ("offset", Offset, 0),
            ("sort", Literal[tuple(report.sorts)], report.sort),
            ("order", Literal["desc", "asc"], report.order),
        ]
    struct = msgspec.defstruct(
        _struct_name(report, "Params"), more, bases=(Ranged,), frozen=True, kw_only=True
    )
    assert issubclass(struct, Ranged)
    return struct


def gives(report: Report) -> type[Struct]:
    """Return what a row of a report is answered as."""
    fields = [(figure.name, figure.kind) for figure in report.figures]
    return msgspec.defstruct(_struct_name(report, ""), fields, frozen=True, kw_only=True)


def _struct_name(report: Report, suffix: str) -> str:
    title = report.path.replace("/", " ").title().replace(" ", "")
    return f"Analytics{title}{suffix}"
