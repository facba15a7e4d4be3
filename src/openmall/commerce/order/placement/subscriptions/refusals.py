"""The refusals of subscriptions."""

from typing import Final

from openmall.contract.refusal import Refusal

SUBSCRIPTION_COUNTRY_UNKNOWN: Final = Refusal(
    "subscription_country_unknown",
    "The country that it is sent to is not known.",
    remedy="Send the receiver's country with the subscription.",
)
DELIVERY_DAY_TOO_EARLY: Final = Refusal(
    "delivery_day_too_early",
    "The first possible day is {first}.",
    remedy="Send the first possible day, or a later one.",
)
NO_DELIVERY_DUE: Final = Refusal(
    "no_delivery_due",
    "No delivery is due: it is paused or has ended.",
    remedy="Resume the subscription before a delivery is skipped.",
)
NOT_OFFERED_AS_SUBSCRIPTION: Final = Refusal(
    "not_offered_as_subscription",
    "{product_name} is not offered as a subscription.",
    remedy="Order the product once, or let the shop make a rule of subscriptions for it.",
)
SUBSCRIPTION_ENDED: Final = Refusal(
    "subscription_ended",
    "What is in state C has ended.",
    remedy="Create another subscription.",
)
SUBSCRIPTION_PAUSED: Final = Refusal(
    "subscription_paused",
    "The subscription is in state P.",
    remedy="Resume the subscription first.",
)
NOT_A_VARIANT_OF_PRODUCT: Final = Refusal(
    "not_a_variant_of_product",
    "There is no such variant of product {product_no}: {variant_code}.",
    remedy="Send a variant of the product that the item has.",
)
DELIVERY_DAY_PASSED: Final = Refusal(
    "delivery_day_passed",
    "The day has passed.",
    remedy="Send today, or a later day.",
)
OPTION_OF_OTHER_VARIANT: Final = Refusal(
    "option_of_other_variant",
    "Variant {variant_code} has no such option.",
    remedy="Send the options of the variant that `option_id` names, or leave them out.",
)
CATEGORY_OF_OTHER_PRODUCTS: Final = Refusal(
    "category_of_other_products",
    "Product {product_no} is not in this category.",
    remedy="Send a category of the product, or leave it out.",
)
VARIANT_CHANGE_NOT_OFFERED: Final = Refusal(
    "variant_change_not_offered",
    "The variant of such a subscription is not changed.",
    remedy="End the subscription, and create one with the other variant.",
)
VARIANT_SUBSCRIBED_ALREADY: Final = Refusal(
    "variant_subscribed_already",
    "The subscription has this variant already.",
    remedy="Name a variant that no item of the subscription has.",
)
