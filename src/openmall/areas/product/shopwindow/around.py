"""What other rooms say of products in a shop's window: reviews, questions, what is off just now."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from babel.numbers import get_currency_precision
from msgspec import Struct

from openmall.areas.category.categories import places
from openmall.areas.community import reviews
from openmall.areas.community.reviews import Mentions
from openmall.areas.customer.customergroups.shape import Group
from openmall.areas.product.products.shape import Product
from openmall.areas.promotion.benefits import discounts
from openmall.areas.promotion.benefits import store as benefits
from openmall.areas.promotion.benefits.discounts import Visitor, Wanted
from openmall.areas.promotion.benefits.shape import Benefit
from openmall.contract.call import Call
from openmall.contract.moments import moment


class PromotionPeriod(Struct, frozen=True, kw_only=True):
    """From when until when a product costs less, and how much less a unit costs."""

    start_date: datetime
    end_date: datetime
    dc_price: Decimal


class Around(Struct, frozen=True, kw_only=True):
    """What is said of one product elsewhere."""

    review_count: int = 0
    question_count: int = 0
    product_article_count: int = 0
    promotion_period: PromotionPeriod | None = None


async def of_products(
    call: Call, products: Sequence[Product], group: Group | None, *, mobile: bool
) -> dict[int, Around]:
    """Return what is said of products, whatever their number in the same few statements."""
    numbers = [product.product_no for product in products]
    written = await reviews.mentions(call, numbers)
    periods = await _periods(call, products, group, mobile=mobile)
    nothing = Mentions()
    return {
        number: Around(
            review_count=written.get(number, nothing).reviews,
            question_count=written.get(number, nothing).questions,
            product_article_count=written.get(number, nothing).articles,
            promotion_period=periods.get(number),
        )
        for number in numbers
    }


async def _periods(
    call: Call, products: Sequence[Product], group: Group | None, *, mobile: bool
) -> dict[int, PromotionPeriod]:
    """Return for each product the discount of a period that takes off most now."""
    limited = [
        each
        for each in await benefits.in_use(call)
        if each.period_sale is not None and each.use_benefit_period == "T"
    ]
    if not limited:
        return {}
    visitor = Visitor(
        group_no=None if group is None else group.group_no, platform="M" if mobile else "P"
    )
    categories: dict[int, set[int]] = {}
    for number, category_no in await places.of_products(call.db, [p.product_no for p in products]):
        categories.setdefault(number, set()).add(category_no)
    currency = call.mall.shops[call.shop_no].currency
    unit = Decimal(1).scaleb(-min(2, get_currency_precision(currency)))
    found = {}
    for product in products:
        wanted = Wanted(
            product_no=product.product_no,
            category_nos=frozenset(categories.get(product.product_no, ())),
            price=product.price,
        )
        now = moment(call.clock.now())
        off = {
            each.benefit_no: discounts.off([each], wanted, visitor, now=now, unit=unit).amount
            for each in limited
        }
        best = max(limited, key=lambda each: (off[each.benefit_no], -each.benefit_no))
        period = _period(best, off[best.benefit_no])
        if period is not None:
            found[product.product_no] = period
    return found


def _period(benefit: Benefit, off: Decimal) -> PromotionPeriod | None:
    start, end = benefit.benefit_start_date, benefit.benefit_end_date
    if not off or start is None or end is None:
        return None
    return PromotionPeriod(start_date=start, end_date=end, dc_price=off)
