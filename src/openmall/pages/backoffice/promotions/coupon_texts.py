"""What the back office says of coupons, in the language of the reader."""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.promotion.coupons import coupon_labels, office
from openmall.commerce.promotion.coupons.office import CouponTimes
from openmall.commerce.promotion.coupons.set_times import is_at_set_times
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.http.web.languages import marked
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.promotions.coupon_form import INTERVALS, WAYS
from openmall.pages.backoffice.rendering import money

_OF_MONEY: Final = "AH"
"""Benefits whose amount is money: others are points and credits."""
_ANNIVERSARIES: Final = {
    "B": (
        marked("On the birthday"),
        marked("The day before the birthday"),
        marked("%(days)s days before the birthday"),
    ),
    "W": (
        marked("On the wedding anniversary"),
        marked("The day before the wedding anniversary"),
        marked("%(days)s days before the wedding anniversary"),
    ),
}
"""Type of the anniversary -> on the day, the day before, and more days before."""
_INACTIVE: Final = (
    marked("A month after the last order"),
    marked("%(months)s months after the last order"),
)
_RECURRING: Final = marked("%(interval)s, on day %(day)s at %(time)s")


async def times(context: PageContext, coupons: Sequence[Coupon]) -> dict[str, CouponTimes]:
    """Return the times of those of some coupons that are issued at set times."""
    numbers = [each.coupon_no for each in coupons if is_at_set_times(each)]
    if not numbers:
        return {}
    asked = {"coupon_no": numbers, **shop_parameters(context)}
    found = (await context.call(office.list_times, asked)).content
    return {each.coupon_no: each for each in found}


def benefit(context: PageContext, coupon: Coupon) -> str:
    """Return what a coupon gives: `12,000 KRW off`."""
    amount = ""
    if coupon.benefit_type in _OF_MONEY:
        amount = money(coupon.benefit_price, context.shop.currency)
    return coupon_labels.benefit_text(coupon, context.language, amount=amount)


def period(context: PageContext, coupon: Coupon) -> str:
    """Return when a coupon can be used."""
    return coupon_labels.period(coupon, context.language)


def way(context: PageContext, coupon: Coupon, of_coupon: CouponTimes | None) -> str:
    """Return how customers get a coupon, with its times where it is issued at set times."""
    if coupon.coupon_type == "S":
        return context.translate(marked("Serial codes"))
    if of_coupon is not None:
        return _set_times(context, coupon, of_coupon)
    code: str = coupon.issue_type
    if code == "A":
        code += coupon.issue_sub_type
    return context.translate(WAYS[code]) if code in WAYS else ""


def _set_times(context: PageContext, coupon: Coupon, of_coupon: CouponTimes) -> str:
    recurring = of_coupon.recurring_issuance
    if recurring is not None:
        at = f"{recurring.recurring_issuance_hour:02d}:{recurring.recurring_issuance_minute:02d}"
        text = context.translate(_RECURRING)
        interval = context.translate(INTERVALS[recurring.recurring_issuance_interval])
        text = text.replace("%(interval)s", interval).replace("%(time)s", at)
        return text.replace("%(day)s", recurring.recurring_issuance_day)
    months, anniversary = coupon.issue_no_purchase_period, coupon.issue_anniversary_type
    if months is not None:
        text = context.translate(_INACTIVE[min(months, 2) - 1])
        return text.replace("%(months)s", str(months))
    if anniversary is None:
        return ""
    days = coupon.issue_anniversary_pre_issue_day or 0
    text = context.translate(_ANNIVERSARIES[anniversary][min(days, 2)])
    return text.replace("%(days)s", str(days))
