"""The refusals of custom properties."""

from typing import Final

from openmall.contract.refusal import Refusal

CUSTOM_PROPERTY_EXISTS: Final = Refusal(
    "custom_property_exists",
    "There is a custom property of this name.",
    remedy="Choose another name, or update the property that has it.",
)
CUSTOM_PROPERTIES_MISSING: Final = Refusal(
    "custom_properties_missing",
    "At least one property is required.",
    remedy="Send at least one property.",
)
