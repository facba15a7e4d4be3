"""Why coupons are not taken for an order."""

from typing import Final

from openmall.contract.refusal import Refusal

COUPONS_NOT_TOGETHER: Final = Refusal(
    "coupons_not_together",
    "Coupons of products and of the order do not go together.",
    remedy="Use coupons of products or of the order alone.",
)
TOO_MANY_COUPONS_OF_ORDER: Final = Refusal(
    "too_many_coupons_of_order",
    "Too many coupons for one order.",
    remedy="Use fewer coupons; the coupons setting has the number.",
)
TOO_MANY_COUPONS_OF_PRODUCT: Final = Refusal(
    "too_many_coupons_of_product",
    "Too many coupons for one product.",
    remedy="Use fewer coupons; the coupons setting has the number.",
)
TOO_MANY_OF_COUPON: Final = Refusal(
    "too_many_of_coupon",
    "Too many of this coupon for one order.",
    remedy="Use the coupon fewer times in the order.",
)
NO_COUPON_TO_USE: Final = Refusal(
    "no_coupon_to_use",
    "The customer has no such coupon to use.",
    remedy="Name coupons that the customer holds and has not used.",
)
COUPONS_OF_DAY_USED_UP: Final = Refusal(
    "coupons_of_day_used_up",
    "No more coupons today.",
    remedy="Use coupons again tomorrow.",
)
COUPON_TAKES_NOTHING_OFF: Final = Refusal(
    "coupon_takes_nothing_off",
    "The coupon would take nothing off.",
    remedy="Quote the order without the coupon.",
)
NO_LINE_OF_ORDER: Final = Refusal(
    "no_line_of_order",
    "The order has no such line.",
    remedy="Name a line of the order, counted from 0.",
)
NO_COUPONS_TAKEN: Final = Refusal(
    "no_coupons_taken",
    "The shop takes no coupons.",
    remedy="Offer the order without coupons.",
)
KIND_OF_COUPON_NOT_TAKEN: Final = Refusal(
    "kind_of_coupon_not_taken",
    "The shop does not take coupons of this kind.",
    remedy="Use a coupon of products or of orders, as the coupons setting has it.",
)
COUPON_NOT_VALID_NOW: Final = Refusal(
    "coupon_not_valid_now",
    "The coupon does not hold now.",
    remedy="Use the coupon within its period.",
)
COUPON_OF_OTHER_SITE: Final = Refusal(
    "coupon_of_other_site",
    "The coupon is not for this way into the shop.",
    remedy="Use the coupon on a site that it names.",
)
COUPON_OF_OTHER_PAYMENT: Final = Refusal(
    "coupon_of_other_payment",
    "The coupon is not for this way to pay.",
    remedy="Choose the payment method that the coupon names.",
)
COUPON_OF_OTHER_PRODUCTS: Final = Refusal(
    "coupon_of_other_products",
    "The coupon is for other products.",
    remedy="Use the coupon with products that it covers.",
)
ORDER_TOO_SMALL_FOR_COUPON: Final = Refusal(
    "order_too_small_for_coupon",
    "The order is too small for the coupon.",
    remedy="Use the coupon with an order of at least its least amount.",
)
COUPON_NOT_OF_CUSTOMER: Final = Refusal(
    "coupon_not_of_customer",
    "The customer has no such coupon.",
    remedy="Name a coupon that was issued to the customer.",
)
COUPON_USED: Final = Refusal(
    "coupon_used",
    "The coupon has been used.",
    remedy="Use another coupon.",
)
COUPON_NOT_YET_VALID: Final = Refusal(
    "coupon_not_yet_valid",
    "The coupon does not hold yet.",
    remedy="Use the coupon from its first day on.",
)
COUPON_NO_LONGER_VALID: Final = Refusal(
    "coupon_no_longer_valid",
    "The coupon does not hold any more.",
    remedy="Use another coupon.",
)
