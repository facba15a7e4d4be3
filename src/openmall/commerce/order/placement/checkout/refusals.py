"""The refusals of the checkout."""

from typing import Final

from openmall.contract.refusal import Refusal

CART_EMPTY: Final = Refusal(
    "cart_empty",
    "The cart is empty.",
    remedy="Put items into the cart first, or send `variants`.",
)
TOO_MANY_ITEMS_IN_CART: Final = Refusal(
    "too_many_items_in_cart",
    "An order has at most {most} items: name those that are ordered now.",
    remedy="Send the numbers of the cart's items that are ordered now in `basket_product_no`.",
)
CART_AND_DIRECT_ITEMS: Final = Refusal(
    "cart_and_direct_items",
    "Items of the cart are not ordered together with items past it.",
    remedy="Send either `basket_product_no` or `variants`.",
)
NO_LONGER_FOR_SALE: Final = Refusal(
    "no_longer_for_sale",
    "{product_name} is not for sale any more.",
    remedy="Take the product out of the cart.",
)
NO_SUCH_ITEM_TO_BOOK: Final = Refusal(
    "no_such_item_to_book",
    "The order has no such item to book.",
    remedy="Book each bookable item of the order once, and no other.",
)
DAY_NOT_BOOKABLE: Final = Refusal(
    "day_not_bookable",
    "{product_name} cannot be booked for this day.",
    remedy="Send a day between the first and the last on which the service can be used.",
)
BOOKING_DAY_MISSING: Final = Refusal(
    "booking_day_missing",
    "{product_name}: choose a day.",
    remedy="Send a booking for every bookable item of the order.",
)
FIELD_NOT_ASKED: Final = Refusal(
    "field_not_asked",
    "The checkout does not ask that of this order.",
    remedy="Send answers to the additional fields that the checkout lists for the items.",
)
FIELD_ANSWERED_TWICE: Final = Refusal(
    "field_answered_twice",
    "{subject}: there is an answer already.",
    remedy="Send one answer to each field; several only where it takes several.",
)
ANSWER_MISSING: Final = Refusal(
    "answer_missing",
    "{subject}: an answer is required.",
    remedy="Send an answer to every required field of the checkout.",
)
ORDER_HAS_NO_SUCH_PAYMENT: Final = Refusal(
    "order_has_no_such_payment",
    "The order has no such payment.",
    remedy="Send the `payment_id` that the checkout answered.",
)
GATEWAY_REPORTS_OTHERWISE: Final = Refusal(
    "gateway_reports_otherwise",
    "That is not what the gateway reports.",
    remedy="Report exactly what the gateway reports of the payment, or leave the value out.",
)
GATEWAY_ASKED_OTHERWISE: Final = Refusal(
    "gateway_asked_otherwise",
    "That is not what the gateway was asked for.",
    remedy="Report the payment with the order and the currency that the gateway was asked for.",
)
NO_GIFTS_TO_CHOOSE: Final = Refusal(
    "no_gifts_to_choose",
    "The order has no gifts to choose.",
    remedy="Leave `gifts` out of this order.",
)
DISCOUNTS_DEPEND_ON_METHOD: Final = Refusal(
    "discounts_depend_on_method",
    "The order has discounts that depend on how it is paid.",
    remedy="Keep the payment method, or cancel the order and place it anew.",
)
POINTS_BESIDE_COUPONS: Final = Refusal(
    "points_beside_coupons",
    "Points are not spent together with coupons.",
    remedy="Send either `use_points` or `coupons`.",
)
ONE_GIFT_ONLY: Final = Refusal(
    "one_gift_only",
    "An order gets one gift: choose one.",
    remedy="Send one gift.",
)
GIFT_NOT_EARNED: Final = Refusal(
    "gift_not_earned",
    "The order does not earn such a gift.",
    remedy="Choose among the gifts that the quote of the order lists.",
)
BENEFIT_HAS_NO_SUCH_GIFT: Final = Refusal(
    "benefit_has_no_such_gift",
    "The benefit has no such gift.",
    remedy="Send a variant of a gift that the benefit has.",
)
TOO_MANY_OF_GIFT: Final = Refusal(
    "too_many_of_gift",
    "At most {most} of this gift.",
    remedy="Send at most the quantity that an order gets of the gift.",
)
TOO_FEW_POINTS_FOR_GIFTS: Final = Refusal(
    "too_few_points_for_gifts",
    "The order has too few points for these gifts.",
    remedy="Choose fewer gifts, or gifts of fewer points.",
)
NO_COUPONS_BESIDE_GROUP: Final = Refusal(
    "no_coupons_beside_group",
    "Members of the group use no coupons beside it.",
    remedy="Order without coupons: the discount of the group excludes them.",
)
MEMBERS_ONLY_DEDUCTION: Final = Refusal(
    "members_only_deduction",
    "Only members have coupons, points and credits: sign in first.",
    remedy="Send coupons, points and credits only in the session of a member.",
)
MORE_THAN_TO_PAY: Final = Refusal(
    "more_than_to_pay",
    "There is only {amount} {currency} to pay.",
    remedy="Spend at most what is left to pay of the order.",
)
GIFT_NOT_WITH_METHOD: Final = Refusal(
    "gift_not_with_method",
    "The order has a gift that does not go with this payment method.",
    remedy="Keep the payment method, or choose one that the gift goes with.",
)
TOO_MANY_CHECKOUT_FIELDS: Final = Refusal(
    "too_many_checkout_fields",
    "A checkout has at most {most} additional fields.",
    remedy="Delete an additional field before another one is created.",
)
FIELD_WITHOUT_OPTIONS: Final = Refusal(
    "field_without_options",
    "Name the options to choose from.",
    remedy="Send `option_values` with the options of the field.",
)
FIELD_OPTION_TWICE: Final = Refusal(
    "field_option_twice",
    "An option is named twice.",
    remedy="Name each option once.",
)
NO_GATEWAY_ASKED: Final = Refusal(
    "no_gateway_asked",
    "No gateway was asked for the order.",
    remedy="Confirm only orders that are paid at a gateway.",
)
ORDER_SESSION_MISSING: Final = Refusal(
    "order_session_missing",
    "Show the session the order was placed with. (invalid_session)",
    remedy="Send the session that the order was placed with.",
)
MEMBERS_ONLY_SHOP: Final = Refusal(
    "members_only_shop",
    "The shop sells to members: sign in first.",
    remedy="Sign the shopper in before the order is placed.",
)
GUEST_UNKNOWN: Final = Refusal(
    "guest_unknown",
    "A guest gives a name, an email address and a phone number.",
    remedy="Send name, email and a phone number in `buyer`.",
)
GUEST_ORDER_NOT_FOUND: Final = Refusal(
    "guest_order_not_found",
    "There is no such order.",
    remedy="Send the order's number with the email or the phone number of its buyer.",
)
REST_NOT_SELLABLE: Final = Refusal(
    "rest_not_sellable",
    "What is left of the order cannot be sold any more: cancel all of it. {detail}",
    remedy="Cancel all items of the order.",
)
ANSWER_NO_OPTION: Final = Refusal(
    "answer_no_option",
    "{subject}: expected one of {options}.",
    remedy="Send one of the options of the field.",
)
ANSWER_TOO_LONG: Final = Refusal(
    "answer_too_long",
    "{subject}: at most {most} characters.",
    remedy="Send a shorter answer.",
)
ANSWER_NO_SINGLE_LINE: Final = Refusal(
    "answer_no_single_line",
    "{subject}: expected a single line.",
    remedy="Send the answer without line breaks.",
)
ANSWER_NO_DATE: Final = Refusal(
    "answer_no_date",
    "{subject}: expected a date, as 2026-04-01.",
    remedy="Send a date of the calendar as year, month and day.",
)
ANSWER_NO_TIME: Final = Refusal(
    "answer_no_time",
    "{subject}: expected a time, as 14:30.",
    remedy="Send a time as hours and minutes.",
)
RETURN_URL_OF_OTHERS: Final = Refusal(
    "return_url_of_others",
    "The address is neither the shop's nor one of a site of the app.",
    remedy="Allow the origin for the app, or send an address of the shop.",
)
