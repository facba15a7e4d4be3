"""What the pages of promotions say for refusals."""

from typing import Final

from openmall.commerce.promotion.benefits.refusals import PERIOD_DATE_MISSING
from openmall.commerce.promotion.coupons.refusals import (
    COUPON_AMOUNT_MISSING,
    COUPON_DAYS_MISSING,
    COUPON_END_MISSING,
    COUPON_RATE_MISSING,
    COUPON_RATE_OUT_OF_BOUNDS,
    COUPON_SITES_MISSING,
    COUPON_START_MISSING,
    COUPON_WORTH_NOTHING,
    GREATEST_AMOUNT_MISSING,
    ISSUE_COUNT_MISSING,
    ISSUE_START_MISSING,
    LEAST_AMOUNT_MISSING,
    LEAST_QUANTITY_MISSING,
    ROUND_UNIT_NOT_POSITIVE,
    SHIPPING_COUPON_OF_PRODUCT,
)
from openmall.commerce.promotion.serialcoupons.refusals import (
    CODE_GENERATION_MISSING,
    COUPON_CODE_EXISTS,
    ONE_CODE_FOR_ALL,
)
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings

WORDINGS: Final[Wordings] = {
    COUPON_AMOUNT_MISSING: marked("Enter an amount."),
    COUPON_WORTH_NOTHING: marked("Enter an amount above 0."),
    COUPON_RATE_MISSING: marked("Enter a rate."),
    COUPON_RATE_OUT_OF_BOUNDS: marked("Enter a value above 0, up to 100."),
    ROUND_UNIT_NOT_POSITIVE: marked("Enter an amount above 0."),
    SHIPPING_COUPON_OF_PRODUCT: marked("Shipping coupons apply to orders."),
    COUPON_DAYS_MISSING: marked("Enter a number of days."),
    COUPON_START_MISSING: marked("Enter a date."),
    COUPON_END_MISSING: marked("Enter a date."),
    ISSUE_START_MISSING: marked("Enter a date."),
    COUPON_SITES_MISSING: marked("Choose at least one."),
    LEAST_AMOUNT_MISSING: marked("Enter an amount."),
    GREATEST_AMOUNT_MISSING: marked("Enter an amount."),
    ISSUE_COUNT_MISSING: marked("Enter a number."),
    LEAST_QUANTITY_MISSING: marked("Enter a number."),
    CODE_GENERATION_MISSING: marked("Enter number and length of the codes."),
    PERIOD_DATE_MISSING: marked("Enter a date."),
    COUPON_CODE_EXISTS: marked("This code exists already."),
    ONE_CODE_FOR_ALL: marked("All customers use the same code: enter only one."),
}
"""What managers are told where the API names its parameters."""
