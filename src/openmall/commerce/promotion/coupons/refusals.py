"""What new and changed coupons are refused for, and the coupons setting."""

from typing import Final

from openmall.contract.refusal import Refusal

COUPON_NAMED_TWICE: Final = Refusal(
    "coupon_named_twice",
    "A coupon is named twice.",
    remedy="Name each coupon once.",
)
UNKNOWN_ADDITIONAL_COUPON: Final = Refusal(
    "unknown_additional_coupon",
    "The shop has no coupon {coupon_no}.",
    remedy="Name coupons that the shop has.",
)
COUPON_AMOUNT_MISSING: Final = Refusal(
    "coupon_amount_missing",
    "A coupon of this kind needs its amount.",
    remedy="Send `discount_amount`.",
)
COUPON_WORTH_NOTHING: Final = Refusal(
    "coupon_worth_nothing",
    "The amount of a coupon is above 0.",
    remedy="Send an amount above 0.",
)
COUPON_RATE_MISSING: Final = Refusal(
    "coupon_rate_missing",
    "A coupon of this kind needs its rate.",
    remedy="Send `discount_rate`.",
)
SHIPPING_COUPON_OF_PRODUCT: Final = Refusal(
    "shipping_coupon_of_product",
    "A coupon on shipping is for orders, not for products.",
    remedy="Send `available_scope` O for a coupon on shipping.",
)
COUPON_DAYS_MISSING: Final = Refusal(
    "coupon_days_missing",
    "The number of days from the issue is required for this period.",
    remedy="Send `available_day_from_issued`.",
)
COUPON_SITES_MISSING: Final = Refusal(
    "coupon_sites_missing",
    "A coupon needs at least one site where it may be used.",
    remedy="Send at least one site in `available_site`.",
)
LEAST_AMOUNT_MISSING: Final = Refusal(
    "least_amount_missing",
    "A limit of the amount needs the least amount.",
    remedy="Send the parameter, or no limit of the amount.",
)
ISSUE_CONDITION_MISSING: Final = Refusal(
    "issue_condition_missing",
    "A coupon that is issued automatically needs a condition of its issue.",
    remedy="Send `issue_sub_type` with a condition for automatic issue.",
)
ANNIVERSARY_MISSING: Final = Refusal(
    "anniversary_missing",
    "A coupon on an anniversary needs the anniversary.",
    remedy="Send `issue_anniversary_type`.",
)
DAYS_BEFORE_ANNIVERSARY_MISSING: Final = Refusal(
    "days_before_anniversary_missing",
    "An issue before the anniversary needs its number of days, an issue on the day has none.",
    remedy="Send `issue_anniversary_pre_issue_day` with P, and 0 or nothing with S.",
)
NO_PURCHASE_PERIOD_MISSING: Final = Refusal(
    "no_purchase_period_missing",
    "A coupon for inactive buyers needs the number of months without an order.",
    remedy="Send `issue_no_purchase_period`.",
)
RECURRING_TIMES_MISSING: Final = Refusal(
    "recurring_times_missing",
    "A coupon that is issued again and again needs the times of its issue.",
    remedy="Send `recurring_issuance`.",
)
NOT_OF_THIS_ISSUE: Final = Refusal(
    "not_of_this_issue",
    "Only a coupon with {condition} has this parameter.",
    remedy="Leave the parameter out, or send the condition.",
)
ISSUE_START_MISSING: Final = Refusal(
    "issue_start_missing",
    "A reserved issue needs the date of its start.",
    remedy="Send `issue_reserved_date`, or `issue_reserved` F.",
)
ISSUE_COUNT_MISSING: Final = Refusal(
    "issue_count_missing",
    "A limited issue needs the greatest number of coupons.",
    remedy="Send `issue_max_count`, or `issue_limit` F.",
)
GREATEST_AMOUNT_MISSING: Final = Refusal(
    "greatest_amount_missing",
    "A range of the amount needs the greatest amount.",
    remedy="Send the parameter, or another limit of the amount.",
)
LEAST_QUANTITY_MISSING: Final = Refusal(
    "least_quantity_missing",
    "An issue by quantity needs the least quantity.",
    remedy="Send `issue_quantity_min`, or another condition of the issue.",
)
COUPON_RATE_OUT_OF_BOUNDS: Final = Refusal(
    "coupon_rate_out_of_bounds",
    "Expected an amount above 0, up to 100.",
    remedy="Send a percentage above 0, and of at most 100.",
)
ROUND_UNIT_NOT_POSITIVE: Final = Refusal(
    "round_unit_not_positive",
    "Expected an amount above 0.",
    remedy="Send a unit above 0, such as 1 or 100.",
)
COUPON_START_MISSING: Final = Refusal(
    "coupon_start_missing",
    "A coupon with a period needs its start.",
    remedy="Send `available_begin_datetime`.",
)
COUPON_END_MISSING: Final = Refusal(
    "coupon_end_missing",
    "A coupon with a period needs its end.",
    remedy="Send `available_end_datetime`.",
)
PAUSE_AND_RESTART: Final = Refusal(
    "pause_and_restart",
    "The issue is either paused or restarted, not both.",
    remedy="Ask for one of the two.",
)
