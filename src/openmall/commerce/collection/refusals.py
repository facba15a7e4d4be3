"""The refusals of brands, suppliers and other rows with codes."""

from collections.abc import Mapping
from typing import Final

from openmall.contract.refusal import Phrase, Refusal

DEFAULT_IS_FIXED: Final = Refusal(
    "default_is_fixed",
    "The default {kind} cannot be changed.",
    remedy="Create one of your own, and change that.",
)
KINDS: Final[Mapping[str, Phrase]] = {
    "brand": Phrase("brand"),
    "manufacturer": Phrase("manufacturer"),
    "classification": Phrase("classification"),
    "trend": Phrase("trend"),
    "supplier": Phrase("supplier"),
}
"""Kind of rows with codes -> how messages name it."""
