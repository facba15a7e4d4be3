"""What a campaign for customers' data is.

Specification: "Customerevents" as catalogued, which has their fields and not what they do.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.contract.moments import moment
from openmall.contract.params import Flag

Kind = Literal["E", "P", "L"]
"""E: details are updated; P: the password is changed; L: the customer becomes a lifetime member."""
Item = Literal["zipcode", "address", "cellphone", "password", "email"]
ITEMS: Final[tuple[Item, ...]] = ("zipcode", "address", "cellphone", "password", "email")
RewardCondition = Literal["O", "A"]
"""O: one of the items is updated; A: all of them are, at once or one after the other."""
Months = Literal["1", "3", "6", "-1"]
"""Months of thirty days; -1: for good."""
Status = Literal["W", "P", "E", "S", "D"]
"""W: not begun; P: in progress; E: over; S: stopped; D: deleted."""


class CustomerEvent(Struct, frozen=True, kw_only=True):
    """A campaign that rewards customers who bring their data up to date."""

    shop_no: int = 1
    no: int = 0
    type: Kind = "E"
    name: str = ""
    description: str = ""
    start_date: date | None = None
    """Its first day; null: it has begun."""
    end_date: date | None = None
    """Its last day; null: it does not end."""
    created_date: datetime = moment(0)
    items: list[Item] = []
    """What is to be updated, of type E."""
    reward_condition: RewardCondition = "O"
    agree_restriction: Flag = "F"
    """T: who completed a campaign of the same type within `agree_restriction_period` takes no
    part."""
    agree_restriction_period: Months = "-1"
    auto_reward: Flag = "T"
    """T: points and coupon are given at once; F: that a customer has completed it is kept, and
    nothing is given."""
    use_point: Flag = "F"
    point_amount: Decimal = Decimal("0.00")
    use_coupon: Flag = "F"
    coupon_no: str = ""
    popup_notification: Flag = "F"
    """T: customers are told when they sign in to the sample shop."""
    status: Status = "P"


class OwnCustomerEvent(Struct, frozen=True, kw_only=True):
    """A campaign that a customer can still complete."""

    shop_no: int
    no: int
    type: Kind
    name: str
    description: str
    end_date: date | None
    missing_items: list[Item]
    """What the customer has not updated yet, of type E."""
    reward_condition: RewardCondition
    point_amount: Decimal
    """Zero where none are given at once."""
    has_coupon: Flag
    popup_notification: Flag
