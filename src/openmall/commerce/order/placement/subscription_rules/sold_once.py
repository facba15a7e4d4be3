"""Which products are sold in subscriptions only; asked for in `carts/subscription_sales.py`."""

from collections.abc import Sequence

from openmall.commerce.order.placement.subscription_rules import rules as subscription_rules
from openmall.commerce.personal.carts.subscription_sales import SubscriptionSales
from openmall.contract.call import Call


class RuledSales(SubscriptionSales):
    """Sales by the rules of subscriptions."""

    async def only(self, call: Call, product_nos: Sequence[int]) -> set[int]:
        """Return those of the products whose rule keeps them from being bought once."""
        return await subscription_rules.sold_in_subscriptions_only(call, product_nos)
