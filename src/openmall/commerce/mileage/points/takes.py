"""The parameters of points."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.customer.customers.takes import Email, MemberId, Text255
from openmall.commerce.mileage.points.cases import Case
from openmall.commerce.mileage.points.shape import Direction
from openmall.contract import patterns
from openmall.contract.params import (
    EndDate,
    Limit100,
    Number,
    Offset8000,
    ShopParams,
    StartDate,
    UncheckedAmount,
)
from openmall.contract.ranges import compared_by

Category = Literal["available", "unavailable", "unavailable_coupon"]
ORDER_NO = patterns.pattern(r"^([0-9]{8}-[0-9]{7})?\Z", "an order number, as in 20261121-0000001")
OrderNo = Annotated[str, Meta(pattern=ORDER_NO)]


class ReportQuery(ShopParams, frozen=True, kw_only=True):
    """Filters of a report of points."""

    start_date: Annotated[StartDate, compared_by("the ledger compares, and bounds the period")]
    end_date: EndDate
    member_id: MemberId | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    group_no: Number | UnsetType = UNSET


class PointsQuery(ReportQuery, frozen=True, kw_only=True):
    """Filters and pages changes of points; `points_category`: available or pending ones."""

    order_id: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    case: Case | UnsetType = UNSET
    points_category: Category = "available"
    offset: Offset8000 = 0
    limit: Limit100 = 10


class PointsDraft(ShopParams, frozen=True, kw_only=True):
    """An amount to add to a customer's points by hand, or to deduct."""

    member_id: MemberId
    amount: UncheckedAmount
    type: Direction
    order_id: OrderNo = ""
    reason: Text255 = ""
