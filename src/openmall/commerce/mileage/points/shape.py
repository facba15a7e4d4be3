"""Answers about points. Specification: the Mileage area is "not shown"; as catalogued."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.mileage.points.cases import Case

Direction = Literal["increase", "decrease"]


class Points(Struct, frozen=True, kw_only=True):
    """A change of what a customer has; amounts of the shop's currency."""

    shop_no: int
    case: Case
    member_id: str
    email: str = ""
    """Empty for who has left."""
    group_name: str = ""
    """The group they are in now."""
    available_points_increase: Decimal | None = None
    available_points_decrease: Decimal | None = None
    available_points_total: Decimal
    """Available points after the change."""
    unavailable_points: Decimal | None = None
    """Points that still await the confirmation of the purchase."""
    order_date: datetime | None = None
    issue_date: datetime
    available_date: datetime | None = None
    """Since when what had waited can be spent."""
    admin_id: str = ""
    admin_name: str | None = None
    order_id: str | None = None
    reason: str = ""


class PointsEntry(Struct, frozen=True, kw_only=True):
    """Points added or deducted by hand."""

    shop_no: int
    member_id: str
    order_id: str
    amount: Decimal
    type: Direction
    reason: str


class PointsReport(Struct, frozen=True, kw_only=True):
    """The sums of changes over some days."""

    shop_no: int
    available_points_increase: Decimal
    available_points_decrease: Decimal
    available_points_total: Decimal
    """The one less the other."""
    unavailable_points: Decimal
    unavailable_coupon_points: Decimal
