"""What new, changed, deleted and imported products are refused for."""

from typing import Final

from openmall.contract.refusal import Refusal

PART_OF_BUNDLE: Final = Refusal(
    "part_of_bundle",
    "It is part of bundle {product_no}, {product_name}.",
    remedy="Remove the product from the bundle, or delete the bundle, first.",
)
ICON_TERM_ENDS_EARLY: Final = Refusal(
    "icon_term_ends_early",
    "The end of the term lies before its begin.",
    remedy="Send an end that is not before the begin.",
)
BUNDLE_NOT_IMPORTED: Final = Refusal(
    "bundle_not_imported",
    "It is a bundle, which an import cannot change.",
    remedy="Change the bundle by its own operations.",
)
OPTIONS_DIFFER_BY_LANGUAGE: Final = Refusal(
    "options_differ_by_language",
    "The languages differ in their number of options or values.",
    remedy="Send as many options and values in every language.",
)
NO_COMBINATION_OF_OPTIONS: Final = Refusal(
    "no_combination_of_options",
    "No combination of the options: {choice}.",
    remedy="Send one value of each option, in the order of the options.",
)
