"""The refusals of a search for products across shops."""

from typing import Final

from openmall.contract.refusal import Refusal

PRODUCT_NAMED_IN_TWO_WAYS: Final = Refusal(
    "product_named_in_two_ways",
    "`product_ukey` names the product already.",
    remedy="Send `product_ukey` alone, or the shop and the number.",
)
