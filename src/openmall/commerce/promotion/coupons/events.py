"""Webhook events of coupons. Specification: "Events" are "not shown"; fields as catalogued."""

from typing import ClassVar, Literal, TypeVar

from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.contract.events import Event

E = TypeVar("E", bound="CouponEvent")
_STATUS = {"F": ("ISSUING", "Being issued"), "T": ("STOPPED", "Not being issued")}


class CouponEvent(Event, frozen=True, kw_only=True):
    """The fields of a coupon after a change."""

    coupon_type: str
    coupon_no: int
    coupon_name: str
    issue_status_code: str
    issue_status: str

    @classmethod
    def of(cls: type[E], coupon: Coupon) -> E:
        """Return the event for a coupon."""
        code, words = _STATUS[coupon.is_stopped_issued_coupon]
        return cls(
            event_shop_no=str(coupon.shop_no),
            coupon_type=coupon.coupon_type,
            coupon_no=int(coupon.coupon_no),
            coupon_name=coupon.coupon_name,
            issue_status_code=code,
            issue_status=words,
        )


class CouponAdded(CouponEvent, frozen=True, kw_only=True):
    """Event 90153: a coupon was created."""

    event_no: ClassVar[int] = 90153


class CouponDeleted(Event, frozen=True, kw_only=True):
    """Event 90152: a coupon was deleted."""

    event_no: ClassVar[int] = 90152

    coupon_type: str
    coupon_no: int


class IssuingChanged(Event, frozen=True, kw_only=True):
    """Event 90154: a coupon is no longer issued, or issued again."""

    event_no: ClassVar[int] = 90154
    audited_by: ClassVar[str] = "coupon_no"

    coupon_no: int
    coupon_name: str
    issue_status_code: str
    issue_status: str
    mode: Literal["pause", "restart"]
    type: str
    """`now`: at once."""
    start_date: str
    end_date: str

    @classmethod
    def of_coupon(cls, coupon: Coupon, mode: Literal["pause", "restart"]) -> "IssuingChanged":
        """Return the event for a change of a coupon's issuing."""
        code, words = _STATUS[coupon.is_stopped_issued_coupon]
        begin, end = coupon.pause_begin_datetime, coupon.pause_end_datetime
        return cls(
            event_shop_no=str(coupon.shop_no),
            coupon_no=int(coupon.coupon_no),
            coupon_name=coupon.coupon_name,
            issue_status_code=code,
            issue_status=words,
            mode=mode,
            type="now",
            start_date=begin.strftime("%Y-%m-%d %H:%M") if begin else "",
            end_date=end.strftime("%Y-%m-%d %H:%M") if end else "",
        )
