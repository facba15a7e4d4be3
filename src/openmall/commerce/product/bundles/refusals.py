"""What sales of bundles are refused for: parts that are not sold, and wrong choices of variants."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_VARIANT_OF_PART: Final = Refusal(
    "no_variant_of_part",
    "It is no variant of a part of the bundle.",
    remedy="Name variants of the bundle's parts.",
)
PART_NOT_ON_SALE: Final = Refusal(
    "part_not_on_sale",
    "A part of the bundle is not on sale.",
    remedy="Offer the bundle again when all of its parts are sold.",
)
PART_VARIANTS_MISSING: Final = Refusal(
    "part_variants_missing",
    "Choose one variant of each part.",
    remedy="Name one variant of each part of the bundle.",
)
