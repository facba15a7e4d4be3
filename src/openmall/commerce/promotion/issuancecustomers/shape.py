"""Customers to whom a coupon would be issued, and the parameters of their list."""

from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.customer.customers.takes import MemberId
from openmall.commerce.promotion.coupons.takes import CouponPath, Limit500
from openmall.contract.params import EntityNo, Flag, Offset8000

SinceMember = Annotated[str, Meta(max_length=20)]


class EligibleCustomer(Struct, frozen=True, kw_only=True):
    """A customer to whom a coupon would be issued, with their newest issue of it."""

    shop_no: int
    coupon_no: str
    member_id: str
    group_no: int
    issued_date: datetime | None = None
    expiration_date: datetime | None = None
    used_coupon: Flag = "F"
    used_date: datetime | None = None
    related_order_id: str | None = None


class EligibleQuery(CouponPath, frozen=True, kw_only=True):
    """Filters and pages the eligible customers of a coupon."""

    member_id: MemberId | UnsetType = UNSET
    group_no: EntityNo | UnsetType = UNSET
    since_member_id: SinceMember = ""
    """Customers whose member id follows this one."""
    limit: Limit500 = 10
    offset: Offset8000 = 0
