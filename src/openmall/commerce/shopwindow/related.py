"""Data of other areas beside products in the shop window: reviews, questions, promotions."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from openmall.commerce.category.categories import category_placements
from openmall.commerce.community import reviews
from openmall.commerce.community.reviews import Mentions
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.product.products.shape import Product
from openmall.commerce.promotion.benefits import discounts
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.discounts import BenefitLine, Visitor
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import smallest_unit


class PromotionPeriod(Struct, frozen=True, kw_only=True):
    """The period of a time-limited discount, and its amount for one unit."""

    start_date: datetime
    end_date: datetime
    dc_price: Decimal


class RelatedData(Struct, frozen=True, kw_only=True):
    """The data of other areas on one product."""

    review_count: int = 0
    question_count: int = 0
    product_article_count: int = 0
    promotion_period: PromotionPeriod | None = None


async def of_products(
    call: Call, products: Sequence[Product], group: Group | None, *, mobile: bool
) -> dict[int, RelatedData]:
    """Return the data of other areas on products, in a constant number of statements."""
    numbers = [product.product_no for product in products]
    written = await reviews.mentions(call, numbers)
    periods = await _periods(call, products, group, mobile=mobile)
    nothing = Mentions()
    return {
        number: RelatedData(
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
    """Return for each product the time-limited discount that is greatest now."""
    limited = [
        each
        for each in await benefit_store.in_use(call)
        if each.period_sale is not None and each.use_benefit_period == "T"
    ]
    if not limited:
        return {}
    visitor = Visitor(
        group_no=None if group is None else group.group_no, platform="M" if mobile else "P"
    )
    categories: dict[int, set[int]] = {}
    for number, category_no in await category_placements.of_products(
        call.db, [p.product_no for p in products]
    ):
        categories.setdefault(number, set()).add(category_no)
    unit = smallest_unit(call.mall.shops[call.shop_no].currency)
    found = {}
    for product in products:
        line = BenefitLine(
            product_no=product.product_no,
            category_nos=frozenset(categories.get(product.product_no, ())),
            price=product.price,
        )
        now = moment(call.clock.now())
        off = {
            each.benefit_no: discounts.line_discount(
                [each], line, visitor, now=now, unit=unit
            ).amount
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
