"""What variants are refused for: options that do not combine, and a last variant."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_OPTIONS: Final = Refusal(
    "too_many_options",
    "At most {most} options whose names differ.",
    remedy="Send fewer options, each with a name of its own.",
)
LAST_VARIANT: Final = Refusal(
    "last_variant",
    "A product keeps one variant at least.",
    remedy="Delete the product, or add another variant first.",
)
OPTION_VALUES_NOT_DIFFERENT: Final = Refusal(
    "option_values_not_different",
    "An option needs values that differ.",
    remedy="Send at least one value for each option, each of them once.",
)
TOO_MANY_VARIANTS: Final = Refusal(
    "too_many_variants",
    "The options make more than {most} variants.",
    remedy="Send fewer options or fewer values.",
)
