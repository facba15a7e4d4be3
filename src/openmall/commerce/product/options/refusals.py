"""What new and changed options of products are refused for."""

from typing import Final

from openmall.contract.refusal import Refusal

UNKNOWN_ORIGINAL_OPTIONS: Final = Refusal(
    "unknown_original_options",
    "They are not the options there are.",
    remedy="Name the options as the product has them now.",
)
ORIGINAL_OPTION_NAMED_TWICE: Final = Refusal(
    "original_option_named_twice",
    "One is named twice.",
    remedy="Name each option once.",
)
OPTIONS_ALIKE_IN_LANGUAGE: Final = Refusal(
    "options_alike_in_language",
    "Two of the options have the same name in another language.",
    remedy="Give the options different names in the other shops first.",
)
BUNDLE_WITHOUT_OPTIONS: Final = Refusal(
    "bundle_without_options",
    "A bundle has no options but those of its parts.",
    remedy="Create the options of the bundle's parts.",
)
PRODUCT_HAS_OPTIONS: Final = Refusal(
    "product_has_options",
    "The product has options, which an update changes.",
    remedy="Update the options of the product.",
)
OPTIONS_WITHOUT_HAS_OPTION: Final = Refusal(
    "options_without_has_option",
    "`options` come with `has_option` T.",
    remedy="Send `options` with `has_option` T, or neither.",
)
ORIGINAL_WITHOUT_OPTIONS: Final = Refusal(
    "original_without_options",
    "`original_options` come with the new `options`.",
    remedy="Send the new `options` beside `original_options`.",
)
OPTIONS_GIVEN_BY_UPDATE: Final = Refusal(
    "options_given_by_update",
    "An update neither gives a product its first options nor takes its last.",
    remedy="Create or delete the options of the product instead.",
)
