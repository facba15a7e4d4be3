"""The refusals of rules of subscriptions."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_SUBSCRIPTION_RULES: Final = Refusal(
    "too_many_subscription_rules",
    "A shop has at most {most} rules.",
    remedy="Delete a rule before another one is created.",
)
DELIVERY_CYCLE_MISSING: Final = Refusal(
    "delivery_cycle_missing",
    "At least one cycle of deliveries is required.",
    remedy="Send at least one cycle in `subscription_shipments_cycle`.",
)
DELIVERY_CYCLE_NOT_OFFERED: Final = Refusal(
    "delivery_cycle_not_offered",
    "One of: {offered}.",
    remedy="Send one of the cycles that the rule of the product offers.",
)
DELIVERY_LIMIT_NOT_OFFERED: Final = Refusal(
    "delivery_limit_not_offered",
    "One of: {offered}.",
    remedy="Send one of the numbers of deliveries that the rule of the product offers.",
)
