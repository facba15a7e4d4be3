"""The refusals of stock, pictures, prices, tags and samples of products."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_PICTURE_SENT: Final = Refusal(
    "no_picture_sent",
    "Expected a picture.",
    remedy="Send the picture as base64 text.",
)
TOO_MANY_ADDITIONAL_IMAGES: Final = Refusal(
    "too_many_additional_images",
    "A product has at most {most} additional images.",
    remedy="Delete additional images of the product before you add others.",
)
APPROVAL_REQUESTED_ALREADY: Final = Refusal(
    "approval_requested_already",
    "The approval of the product is requested already.",
    remedy="Wait for the decision of the shop.",
)
CODE_OF_ANOTHER_PICTURE: Final = Refusal(
    "code_of_another_picture",
    "The code names another picture.",
    remedy="Send the path of the picture that has the code, or no path.",
)
TOO_MANY_DECORATIONS: Final = Refusal(
    "too_many_decorations",
    "A product has at most {most} decoration images.",
    remedy="Remove decoration images of the product before you add others.",
)
TOO_MANY_DECORATIONS_OF_MALL: Final = Refusal(
    "too_many_decorations_of_mall",
    "A mall has at most {most} decoration images.",
    remedy="Use a decoration image that the mall has.",
)
PICTURE_MADE_OF_DETAIL: Final = Refusal(
    "picture_made_of_detail",
    "With image_upload_type A this picture is made of detail_image.",
    remedy="Send `detail_image` alone, or another `image_upload_type`.",
)
NO_PICTURE_OF_PRODUCT: Final = Refusal(
    "no_picture_of_product",
    "The product has no such picture.",
    remedy="Name one of the pictures that the product has.",
)
NO_PICTURE_OR_ADDRESS: Final = Refusal(
    "no_picture_or_address",
    "Expected a picture, or its address.",
    remedy="Send the picture as base64 text, or its address.",
)
PRICE_DIFFERS: Final = Refusal(
    "price_differs",
    "The price is {price} {currency}.",
    remedy="Read the product again and repeat the call with its price.",
)
BUNDLE_PRICE_COMPUTED: Final = Refusal(
    "bundle_price_computed",
    "A bundle costs what its parts cost, less a discount.",
    remedy="Change the prices of the parts, or the discount of the bundle.",
)
SHOP_HAS_PRODUCTS: Final = Refusal(
    "shop_has_products",
    "The shop has products already.",
    remedy="Add sample products to a shop without products.",
)
NO_SAMPLE_PRODUCTS: Final = Refusal(
    "no_sample_products",
    "There are no sample products.",
    remedy="None is needed: there are no sample products to delete.",
)
OUT_OF_STOCK: Final = Refusal(
    "out_of_stock",
    "There are not enough in stock.",
    remedy="Ask for fewer units, or wait until there are more in stock.",
)
EMPTY_TAG: Final = Refusal(
    "empty_tag",
    "A tag is empty.",
    remedy="Send tags of at least one character.",
)
TOO_MANY_TAGS: Final = Refusal(
    "too_many_tags",
    "A product carries at most {most} tags.",
    remedy="Remove tags of the product first.",
)
NO_QUANTITY_PERMITTED: Final = Refusal(
    "no_quantity_permitted",
    "The limits permit no quantity: at least {least} and at most {most}.",
    remedy="Send a `maximum_quantity` of at least the smallest quantity, or 0 for none.",
)
VARIANT_BELOW_ZERO: Final = Refusal(
    "variant_below_zero",
    "A variant of the product would cost less than 0.",
    remedy="Send a price and an additional amount that together are at least 0.",
)
