"""The refusals of agents: their access, and the arguments of their tools."""

from typing import Final

from openmall.contract.refusal import Refusal

SHOP_PAGES_OFF: Final = Refusal(
    "shop_pages_off",
    "Shoppers cannot sign in here: the shop's pages are off.",
    remedy="Use the tools without a shopper.",
)
ORIGIN_NOT_ALLOWED: Final = Refusal(
    "origin_not_allowed",
    "Pages of this origin may not use MCP here.",
    remedy="Ask the merchant to allow the origin for the app.",
)
GRANT_UNKNOWN: Final = Refusal(
    "grant_unknown",
    "The access token is unknown or has expired. (invalid_token)",
    remedy="Refresh the token, or let the shopper consent again.",
)
GRANT_ENDED: Final = Refusal(
    "grant_ended",
    "The shopper has ended this access. (invalid_token)",
    remedy="Let the shopper consent again.",
)
TOOL_NEEDS_SHOPPER: Final = Refusal(
    "tool_needs_shopper",
    "The tool needs a shopper who has signed in.",
    remedy="Let the shopper sign in and consent.",
)
