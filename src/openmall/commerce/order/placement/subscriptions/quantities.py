"""The quantities that a subscription may have of a product: those that may be bought together."""

from collections import Counter
from collections.abc import Iterable

from openmall.commerce.order.placement.placing.pricing import (
    Priced,
    RequestedItem,
    price_as_ordered,
)
from openmall.commerce.order.placement.subscriptions.shape import Subscription, SubscriptionItem
from openmall.commerce.personal.carts import admission
from openmall.commerce.product import product_variant_store
from openmall.contract.call import Call


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


async def require_changed(
    call: Call,
    subscription: Subscription,
    before: SubscriptionItem,
    after: SubscriptionItem,
    *,
    parameter: str,
) -> None:
    """Raise Invalid (422) where a changed item has a quantity that its product does not allow.

    The units of other items of the product that are delivered on the same day count.
    """
    together = [
        after if each is before else each
        for each in subscription.items
        if each is before
        or (
            each.product_no == before.product_no
            and each.subscription_state != "C"
            and each.expected_pay_date == before.expected_pay_date
        )
    ]
    found = await product_variant_store.of_codes(call, [each.variants_code for each in together])
    # a variant that was removed is not delivered any more
    requested = [
        RequestedItem(variant_code=each.variants_code, quantity=each.quantity)
        for each in together
        if each.variants_code in found
    ]
    require(price_as_ordered(requested, found), parameter=parameter)
