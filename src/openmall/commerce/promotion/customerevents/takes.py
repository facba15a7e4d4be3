"""Parameters of campaigns for customers' data."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.promotion.customerevents.shape import Item, Kind, Months, RewardCondition
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    Offset8000,
    Price,
    ShopParams,
    StartDate,
)

Name = Annotated[str, Meta(max_length=200)]


class EventQuery(ShopParams, frozen=True, kw_only=True):
    name: Name | UnsetType = UNSET
    """Any part of it."""
    search_date: Literal["created_date", "start_date", "end_date"] = "created_date"
    """What the two dates limit."""
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class EventDraft(ShopParams, frozen=True, kw_only=True):
    type: Kind
    name: Name
    description: Name = ""
    start_date: date | None = None
    end_date: date | None = None
    items: Annotated[list[Item], Meta(max_length=6)] = []
    reward_condition: RewardCondition = "O"
    agree_restriction: Flag = "F"
    agree_restriction_period: Months = "-1"
    auto_reward: Flag = "T"
    use_point: Flag = "F"
    point_amount: Price = Decimal(0)
    use_coupon: Flag = "F"
    coupon_no: str = ""
    popup_notification: Flag = "F"


class EventStatus(ShopParams, frozen=True, kw_only=True):
    no: EntityNo
    status: Literal["S", "D"]
    """S: closed for new answers; D: closed and not listed."""
