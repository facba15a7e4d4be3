"""The refusals of carts: variants and options, quantities, and limits on buyers."""

from typing import Final

from openmall.contract.refusal import Refusal

VARIANT_NOT_FOR_SALE: Final = Refusal(
    "variant_not_for_sale",
    "The variant is not for sale.",
    remedy="Offer only variants with `selling` T.",
)
ADDITIONAL_OPTION_MISSING: Final = Refusal(
    "additional_option_missing",
    "`{name}` has to be filled in.",
    remedy="Send the buyer's text for the additional option.",
)
ADDITIONAL_OPTION_TOO_LONG: Final = Refusal(
    "additional_option_too_long",
    "`{name}` has at most {most} characters.",
    remedy="Shorten the buyer's text.",
)
NOT_A_MULTIPLE_OF_UNIT: Final = Refusal(
    "not_a_multiple_of_unit",
    "It is sold {unit} at a time.",
    remedy="Send a multiple of the product's `buy_unit`.",
)
BELOW_LEAST_QUANTITY: Final = Refusal(
    "below_least_quantity",
    "At least {least} have to be bought.",
    remedy="Send at least the product's `minimum_quantity`.",
)
ABOVE_MOST_QUANTITY: Final = Refusal(
    "above_most_quantity",
    "At most {most} can be bought.",
    remedy="Send at most the product's `maximum_quantity`, with what the cart holds.",
)
SOLD_TO_MEMBERS: Final = Refusal(
    "sold_to_members",
    "The product is for members: sign in first.",
    remedy="Let the shopper sign in first.",
)
SOLD_TO_OTHER_MEMBERS: Final = Refusal(
    "sold_to_other_members",
    "The product is for other members.",
    remedy="Offer the product only to the members whom it names.",
)
SIGN_IN_FOR_ADULT_PRODUCT: Final = Refusal(
    "sign_in_for_adult_product",
    "The product is for adults: sign in first.",
    remedy="Let the shopper sign in first.",
)
SOLD_TO_ADULTS: Final = Refusal(
    "sold_to_adults",
    "The product is for adults.",
    remedy="Offer the product only to adults whose identity was verified.",
)
SIGN_IN_TO_BUY_ONCE: Final = Refusal(
    "sign_in_to_buy_once",
    "The product is sold once to a member: sign in first.",
    remedy="Let the shopper sign in first.",
)
SHIPPING_PAID_OTHERWISE: Final = Refusal(
    "shipping_paid_otherwise",
    "Shipping is paid {when}.",
    remedy="Send the `prepaid_shipping_fee` that the product permits.",
)
NOT_AN_OPTION_OF_VARIANT: Final = Refusal(
    "not_an_option_of_variant",
    "There is no such option of the variant.",
    remedy="Send the options of the variant that `variants_code` names, or leave them out.",
)
NOT_SOLD_ALONE: Final = Refusal(
    "not_sold_alone",
    "{product} is only sold together with other products.",
    remedy="Order it together with another product.",
)
IDENTITY_NOT_VERIFIED: Final = Refusal(
    "identity_not_verified",
    "The product is for adults: have your identity verified first.",
    remedy="Let the member have their identity verified first.",
)
SOLD_ONCE: Final = Refusal(
    "sold_once",
    "{product} is sold once to a member.",
    remedy="Leave out the product: the member has ordered it before.",
)
CART_FULL: Final = Refusal(
    "cart_full",
    "A cart holds at most {most} different items.",
    remedy="Remove items from the cart.",
)
SOLD_IN_SUBSCRIPTIONS_ONLY: Final = Refusal(
    "sold_in_subscriptions_only",
    "It is sold in subscriptions only: {product_name}.",
    remedy="Order the product in a subscription.",
)
