"""The refusals of a product's price."""

from typing import Final

from openmall.contract.refusal import Refusal

TAX_RATE_MISSING: Final = Refusal(
    "tax_rate_missing",
    "A taxed product has a rate of at least 1.",
    remedy="Send `tax_rate` of at least 1, or another `tax_type`.",
)
