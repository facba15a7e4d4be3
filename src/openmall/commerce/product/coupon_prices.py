"""The price of products with the coupons that a shopper has, on top of `shopper_prices.py`."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.category.categories import category_placements
from openmall.commerce.product import shopper_prices
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.shopper_prices import PriceTerms
from openmall.commerce.promotion.benefits.shape import Platform
from openmall.commerce.promotion.coupons.shape import Payment, Site
from openmall.commerce.promotion.issues import store as issue_store
from openmall.commerce.promotion.uses import rules as use_rules
from openmall.commerce.promotion.uses.shape import Basket, BasketLine
from openmall.commerce.store.coupons_setting import CouponsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.money import ZERO, rounded

SITES: Final[dict[Platform, Site]] = {"P": "W", "M": "M", "A": "P"}
_ANY_METHOD: Final[Payment] = "all"
"""Payment method of a basket that takes only coupons for every method."""


class CouponPrice(Struct, frozen=True, kw_only=True):
    """The price of one unit with the best coupon that a shopper has."""

    coupon_discounted: Decimal | None = None
    """With the coupon alone; None: no coupon can be used for it."""
    optimum: Decimal
    """The least price: with all discounts that may be combined."""


async def with_coupons(
    call: Call, terms: PriceTerms, products: Sequence[ListedProduct]
) -> dict[int, CouponPrice]:
    """Return the prices of products with the coupons of the call's shopper, whatever they pay with.

    One coupon is used. A guest has none.
    """
    found = {
        each.product_no: CouponPrice(optimum=shopper_prices.discounted_price(terms, each))
        for each in products
    }
    member_id = "" if call.shopper is None else call.shopper.member_id
    held = await issue_store.held(call, member_id) if member_id and products else []
    if not held:
        return found
    setting = await current(call, CouponsSetting)
    categories = terms.categories
    if not categories:
        categories = await category_placements.around(call.db, sorted(found))
    for product in products:
        number = product.product_no
        own = shopper_prices.reduce_unit(terms, product)
        combined = setting.allow_using_coupons_with_discounts
        if combined == "G" and own.group:
            continue

        def best(off: Decimal, line: BasketLine) -> Decimal:
            """Return the greatest discount of a coupon after a discount of `off`."""
            basket = Basket(
                lines=[replace(line, paid=line.amount - off)],
                site=SITES[terms.visitor.platform],
                payment=_ANY_METHOD,
            )
            return use_rules.best_goods_discount(
                held, basket, setting, now=terms.now, unit=terms.unit
            )

        line = BasketLine(
            product_no=number,
            category_nos=categories[number],
            amount=product.price,
            paid=product.price,
            takes_coupons=own.benefits.takes_coupons,
        )
        alone, off = best(ZERO, line), own.benefits.amount if combined == "C" else own.off
        if alone:
            found[number] = CouponPrice(
                coupon_discounted=rounded(product.price - alone),
                optimum=min(found[number].optimum, rounded(product.price - off - best(off, line))),
            )
    return found
