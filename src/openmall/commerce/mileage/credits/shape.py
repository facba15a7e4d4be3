"""Parameters and answers of credits. Specification: the Mileage area is "not shown"."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.mileage.credits.ledger import Case
from openmall.commerce.mileage.points.takes import OrderNo
from openmall.contract.params import EndDate, ShopParams, StartDate
from openmall.contract.ranges import compared_by

Direction = Literal["I", "D"]
"""I given, D deducted."""


class ReportQuery(ShopParams, frozen=True, kw_only=True):
    """Filters of a report of credits; `search_field`: the field `keyword` is searched in."""

    start_date: Annotated[StartDate, compared_by("the ledger compares, and bounds the period")]
    end_date: EndDate
    type: Direction | UnsetType = UNSET
    case: Case | UnsetType = UNSET
    admin_id: str | UnsetType = UNSET
    search_field: Literal["id", "reason"] | UnsetType = UNSET
    """id: the whole member id (default); reason: any part of the reason."""
    keyword: str | UnsetType = UNSET


class CreditsQuery(ReportQuery, frozen=True, kw_only=True):
    order_id: OrderNo | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    offset: Annotated[int, Meta(ge=0, le=10_000)] = 0


class Credits(Struct, frozen=True, kw_only=True):
    """A change of what a customer has; amounts of the shop's currency."""

    shop_no: int
    issue_date: datetime
    member_id: str
    group_name: str
    """The group they are in now."""
    increase_amount: str
    decrease_amount: str
    """An amount; empty where it went the other way."""
    balance: Decimal
    admin_id: str
    admin_name: str
    reason: str
    case: Case
    order_id: str


class CreditsReport(Struct, frozen=True, kw_only=True):
    """The sums of changes over some days."""

    shop_no: int
    increase_amount: Decimal
    decrease_amount: Decimal
    credits_total: Decimal
    """The one less the other."""
