"""What the products of a list cost their shopper: lists show this price, and go by it.

Prices depend on the shopper's group and on the time, so no column has them. They are those of the
products that the facets of a list count; a longer list goes by the price before discounts.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.product import shopper_prices
from openmall.commerce.product.products.search import Fact
from openmall.commerce.product.products.shape import ListedProduct
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import money


async def shown(call: Call, facts: Sequence[Fact], group: Group | None) -> Mapping[int, Decimal]:
    """Return number -> price of one unit, without an option. `group`: the shopper's."""
    products = [
        ListedProduct(
            product_no=fact.product_no,
            price=money(fact.price),
            created_date=moment(fact.created_date),
            updated_date=moment(fact.updated_date),
        )
        for fact in facts
    ]
    if not products:
        return {}
    terms = await shopper_prices.of_call(call, products, group)
    return {each.product_no: shopper_prices.discounted_price(terms, each) for each in products}
