"""The refusals of benefits: sales and gifts by period."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_SALE_PRICE: Final = Refusal(
    "no_sale_price",
    "The product has no sale price.",
    remedy="Create a period sale of the product first.",
)
BENEFIT_OBJECT_MISSING: Final = Refusal(
    "benefit_object_missing",
    "The object of the benefit's kind is required.",
    remedy="Send the object of the benefit's kind, as the parameter says.",
)
KIND_OF_OTHER_DIVISION: Final = Refusal(
    "kind_of_other_division",
    "The kind of benefit is not of this division.",
    remedy="Send the division to which the kind of benefit belongs.",
)
PERIOD_DATE_MISSING: Final = Refusal(
    "period_date_missing",
    "A benefit with a period needs its start and its end.",
    remedy="Send both ends of the period.",
)
