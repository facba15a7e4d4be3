"""The refusals of campaigns for customers' data."""

from typing import Final

from openmall.contract.refusal import Refusal

CAMPAIGN_ITEMS_MISSING: Final = Refusal(
    "campaign_items_missing",
    "A campaign of type E needs at least one item to be updated.",
    remedy="Name at least one item that customers are asked to update.",
)
CAMPAIGN_POINTS_MISSING: Final = Refusal(
    "campaign_points_missing",
    "A campaign with points needs their amount.",
    remedy="Send `point_amount`, or `use_point` F.",
)
NO_COUPON_OF_NUMBER: Final = Refusal(
    "no_coupon_of_number",
    "The shop has no coupon of this number.",
    remedy="Name a coupon that the shop issues.",
)
