"""The quantities that a subscription may have of a product: those that may be bought together."""

from collections import Counter
from collections.abc import Iterable

from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.personal.carts import admission


def require(items: Iterable[Priced], *, parameter: str) -> None:
    """Raise Invalid (422), which names `parameter`, for quantities that the products do not allow.

    `items`: all that are delivered together.
    """
    units: dict[int, Counter[str]] = {}
    products = {}
    for each in items:
        product = each.product
        products[product.product_no] = product
        counted = units.setdefault(product.product_no, Counter())
        counted[each.variant.variant_code] += each.costs.quantity
    for number, product in products.items():
        admission.require_quantities(product, units[number], {}, parameter=parameter)
