"""What new and changed bundles are refused for."""

from typing import Final

from openmall.contract.refusal import Refusal

WRONG_NUMBER_OF_PARTS: Final = Refusal(
    "wrong_number_of_parts",
    "A bundle has 1 to {most} parts.",
    remedy="Send as many parts as a bundle may have.",
)
BUNDLE_IN_BUNDLE: Final = Refusal(
    "bundle_in_bundle",
    "A bundle cannot be part of another.",
    remedy="Name the parts of the other bundle instead.",
)
PART_NAMED_TWICE: Final = Refusal(
    "part_named_twice",
    "A product is named twice.",
    remedy="Name each product once, and its units in the quantity.",
)
DISCOUNT_ABOVE_PARTS: Final = Refusal(
    "discount_above_parts",
    "The discount is more than the parts cost.",
    remedy="Send a discount of at most what the parts cost together.",
)
