"""The admin API's operations on carts."""

from typing import Final

from openmall.commerce.personal.carts import cart_queries
from openmall.commerce.personal.carts.shape import (
    CartPageQuery,
    Holding,
    MemberCartLine,
    MembersCarts,
)
from openmall.commerce.personal.carts.takes import CartFilters
from openmall.contract.resource import Resource

_CARTS: Final = Resource(MemberCartLine, area="personal", key="carts")

OPERATIONS = [
    _CARTS.listing("carts", cart_queries.of_members, takes=MembersCarts),
    _CARTS.giving(Holding).listing(
        "products/{product_no}/carts", cart_queries.holding, takes=CartPageQuery, links=True
    ),
    _CARTS.count("products/{product_no}/carts/count", cart_queries.count, takes=CartFilters),
]
