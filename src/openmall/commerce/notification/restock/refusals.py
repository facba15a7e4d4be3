"""The refusals of restock notices."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_RESTOCK_NOTICES: Final = Refusal(
    "no_restock_notices",
    "The shop sends no notices of this product.",
    remedy="Offer the notice only where the product has it switched on.",
)
RESTOCK_NOTICES_FOR_MEMBERS: Final = Refusal(
    "restock_notices_for_members",
    "The shop sends notices to members: sign in first.",
    remedy="Let the shopper sign in, then ask for the notice.",
)
NOTICE_WITHOUT_ADDRESS: Final = Refusal(
    "notice_without_address",
    "`email` is required of a guest.",
    remedy="Send the mail address that receives the notice as `email`.",
)
ALREADY_IN_STOCK: Final = Refusal(
    "already_in_stock",
    "The variant is in stock.",
    remedy="Put the variant into the cart: it can be bought now.",
)
TOO_MANY_RESTOCK_NOTICES: Final = Refusal(
    "too_many_restock_notices",
    "Too many notices are waited for.",
    remedy="Cancel notices that are no longer needed.",
)
