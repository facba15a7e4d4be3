"""Coupons that are issued at set times: on anniversaries, to inactive buyers, and again and again.

Anniversaries and inactive buyers are looked for each morning. Days and hours are those of +09:00,
the offset of all times here.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec import UNSET

from openmall.commerce.promotion.coupons.refusals import (
    ANNIVERSARY_MISSING,
    DAYS_BEFORE_ANNIVERSARY_MISSING,
    NO_PURCHASE_PERIOD_MISSING,
    NOT_OF_THIS_ISSUE,
    RECURRING_TIMES_MISSING,
)
from openmall.commerce.promotion.coupons.shape import Coupon, RecurringIssuance, Terms
from openmall.commerce.promotion.coupons.takes import CouponDraft
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment, months_before, seconds
from openmall.contract.params import Flag

ANNIVERSARY: Final = "A"
INACTIVE: Final = "N"
A_DAY: Final = 86_400
NEVER: Final = 253_402_300_799
"""The last second of the calendar: the next time of a coupon that can be used no more."""
CAUGHT_UP: Final = 7
"""Days for which anniversaries are made up for, after a standstill."""
ONCE_IN: Final = 300 * A_DAY
"""Seconds in which a customer has one anniversary: by the lunar calendar years have 354 days or
more, and a date that a customer changes brings no second coupon."""
_RECURRING: Final = "R"
_CONDITIONS: Final = {
    ANNIVERSARY: "`issue_sub_type` A",
    INACTIVE: "`issue_sub_type` N",
    _RECURRING: "`issue_type` R",
}
_OF: Final = {
    "issue_anniversary_type": ANNIVERSARY,
    "issue_on_anniversary": ANNIVERSARY,
    "issue_anniversary_pre_issue_day": ANNIVERSARY,
    "issue_no_purchase_period": INACTIVE,
    "recurring_issuance": _RECURRING,
}
"""Parameter -> the kind of issue that has it."""


def check(draft: CouponDraft) -> None:
    """Raise Invalid (422) for missing times, and for times that the coupon does not have."""
    sub_type = "M" if draft.issue_sub_type is UNSET else draft.issue_sub_type
    kind = _RECURRING if draft.issue_type == _RECURRING else sub_type
    if draft.issue_type != "A" and (
        sub_type in (ANNIVERSARY, INACTIVE) or (kind == _RECURRING and sub_type != "M")
    ):
        condition = "`issue_type` A"
        raise Invalid(NOT_OF_THIS_ISSUE, parameter="issue_sub_type", condition=condition)
    for name, of in _OF.items():
        if getattr(draft, name) is not None and of != kind:
            raise Invalid(NOT_OF_THIS_ISSUE, parameter=name, condition=_CONDITIONS[of])
    if kind == _RECURRING and draft.recurring_issuance is None:
        raise Invalid(RECURRING_TIMES_MISSING, parameter="recurring_issuance")
    if kind == INACTIVE and draft.issue_no_purchase_period is None:
        raise Invalid(NO_PURCHASE_PERIOD_MISSING, parameter="issue_no_purchase_period")
    if kind == ANNIVERSARY:
        _check_anniversary(draft)


def _check_anniversary(draft: CouponDraft) -> None:
    if draft.issue_anniversary_type is None:
        raise Invalid(ANNIVERSARY_MISSING, parameter="issue_anniversary_type")
    days = draft.issue_anniversary_pre_issue_day or 0
    if (draft.issue_on_anniversary == "P" and not days) or (
        draft.issue_on_anniversary == "S" and days
    ):
        raise Invalid(DAYS_BEFORE_ANNIVERSARY_MISSING, parameter="issue_anniversary_pre_issue_day")


def reissued(draft: CouponDraft) -> Flag:
    """Return whether a customer may get a new coupon again, each time that its occasion comes."""
    if draft.same_user_reissue is not UNSET:
        return draft.same_user_reissue
    at_set_times = draft.issue_type == "R" or draft.issue_sub_type in (ANNIVERSARY, INACTIVE)
    return "T" if at_set_times else "F"


def is_at_set_times(coupon: Coupon) -> bool:
    """Return whether a coupon is issued at set times."""
    return coupon.issue_type == "R" or (
        coupon.issue_type == "A" and coupon.issue_sub_type in (ANNIVERSARY, INACTIVE)
    )


def first_time(coupon: Coupon, terms: Terms, now: int) -> int:
    """Return the UTC second at which a new coupon is issued first: at once, where today counts."""
    earliest = coupon.issue_reserved_date if coupon.issue_reserved == "T" else None
    begin = now if earliest is None else max(now, seconds(earliest))
    times = terms.recurring_issuance
    return begin if times is None else _recurring_time(times, moment(begin))


def next_time(coupon: Coupon, terms: Terms, due_at: int, now: int) -> int:
    """Return the UTC second of the issue after the one of `due_at`.

    Each missed anniversary comes, other missed times are left out.
    """
    end, times = coupon.available_end_datetime, terms.recurring_issuance
    if end is not None and seconds(end) < now:
        return NEVER
    if times is not None:
        at, months = moment(due_at), int(times.recurring_issuance_interval.removesuffix("m"))
        while seconds(at) <= now:
            at = months_before(at, -months)
        return seconds(at)
    last = due_at if coupon.issue_sub_type == ANNIVERSARY else max(due_at, now)
    # nine o'clock at +09:00 is midnight UTC
    return (last // A_DAY + 1) * A_DAY


def resumed(coupon: Coupon, due_at: int, now: int) -> int:
    """Return the time with which an issue that was due begins: of the last days alone."""
    if coupon.issue_sub_type != ANNIVERSARY:
        return due_at
    return max(due_at, (now // A_DAY - CAUGHT_UP + 1) * A_DAY)


def _recurring_time(times: RecurringIssuance, begin: datetime) -> int:
    """Return the first time of `times` that is not before `begin`."""
    at = begin.replace(
        day=int(times.recurring_issuance_day),
        hour=times.recurring_issuance_hour,
        minute=times.recurring_issuance_minute,
        second=0,
    )
    return seconds(at if at >= begin else months_before(at, -1))


def celebrated_day(coupon: Coupon, due_at: int) -> int:
    """Return the day, as an ordinal, whose anniversaries an issue of `due_at` is for."""
    ahead = timedelta(days=coupon.issue_anniversary_pre_issue_day or 0)
    return (moment(due_at) + ahead).date().toordinal()
