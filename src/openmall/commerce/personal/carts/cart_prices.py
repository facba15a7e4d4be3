"""The prices of a shopper's cart: those of an order of all that lies in it, before coupons."""

from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal

from openmall.commerce.personal.carts.store import CartLine
from openmall.commerce.product import shopper_group, shopper_prices
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.call import Call
from openmall.contract.money import ZERO, rounded, smallest_unit


async def discounts(
    call: Call, lines: Sequence[tuple[CartLine, Product, Variant | None]]
) -> list[Decimal]:
    """Return what comes off the whole quantity of each line of a cart."""
    if not lines:
        return []
    group = await shopper_group.of_shopper(call)
    terms = await shopper_prices.of_call(call, [product for _, product, _ in lines], group)
    units: Counter[int] = Counter()
    for line, product, _ in lines:
        units[product.product_no] += line.quantity
    wanted = [
        shopper_prices.benefit_line(
            terms,
            product,
            price=product.price + (ZERO if variant is None else variant.additional_amount),
            quantity=line.quantity,
            of_product=units[product.product_no],
            variant_code=line.item.variant_code,
        )
        for line, product, variant in lines
    ]
    prices = [product.price for _, product, _ in lines]
    reductions = shopper_prices.reduce_lines(terms, list(zip(prices, wanted, strict=True)))
    return [each.off for each in reductions]


def unit_price(call: Call, product: Product, quantity: int, off: Decimal) -> Decimal:
    """Return the price of one unit without its option, when `off` comes off `quantity` units.

    Rounded up to the currency's smallest unit. With the price of the option it is what one unit
    costs, so that it is below zero where more comes off than the product costs without the option.
    """
    unit = smallest_unit(call.mall.shops[call.shop_no].currency)
    exact = product.price - off / quantity
    return rounded((exact / unit).to_integral_value(ROUND_CEILING) * unit)
