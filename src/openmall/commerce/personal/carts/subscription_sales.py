"""Whether products are sold in subscriptions only, so that no cart takes them.

The rules of subscriptions stand above carts, which ask for them here:
`order/placement/subscription_rules/sold_once.py` answers.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache

from openmall import declarations
from openmall.commerce.personal.carts.refusals import SOLD_IN_SUBSCRIPTIONS_ONLY
from openmall.commerce.product.products.shape import Product
from openmall.contract.call import Call
from openmall.contract.errors import Invalid


class SubscriptionSales(ABC):
    """What is sold in subscriptions. One subclass answers; see `sales`."""

    @abstractmethod
    async def only(self, call: Call, product_nos: Sequence[int]) -> set[int]:
        """Return those of the products that the call's shop sells in subscriptions only."""


@cache
def sales() -> SubscriptionSales:
    """Return what answers: the subclass that the area of orders declares."""
    declarations.load()
    [answering] = SubscriptionSales.__subclasses__()
    return answering()


async def require_sold_once(call: Call, products: Sequence[Product], *, parameter: str) -> None:
    """Raise Invalid (422), which names `parameter`, for products sold in subscriptions only."""
    only = await sales().only(call, [each.product_no for each in products])
    for product in products:
        if product.product_no in only:
            raise Invalid(
                SOLD_IN_SUBSCRIPTIONS_ONLY,
                parameter=parameter,
                product_name=product.product_name,
            )
