"""Data of other areas beside products in the shop window: reviews, questions, promotions."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from openmall.commerce.community import reviews
from openmall.commerce.community.reviews import Mentions
from openmall.commerce.product import shopper_prices
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.shopper_prices import PriceTerms
from openmall.contract.call import Call


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
    call: Call, products: Sequence[Product], terms: PriceTerms
) -> dict[int, RelatedData]:
    """Return the data of other areas on products, in a constant number of statements."""
    numbers = [product.product_no for product in products]
    written = await reviews.mentions(call, numbers)
    nothing = Mentions()
    return {
        product.product_no: RelatedData(
            review_count=written.get(product.product_no, nothing).reviews,
            question_count=written.get(product.product_no, nothing).questions,
            product_article_count=written.get(product.product_no, nothing).articles,
            promotion_period=_period(product, terms),
        )
        for product in products
    }


def _period(product: Product, terms: PriceTerms) -> PromotionPeriod | None:
    """Return the time-limited discount of a product that counts now."""
    found = shopper_prices.reduce_unit(terms, product).benefits
    by_number = {each.benefit_no: each for each in terms.benefits}
    for number, part in zip(found.benefit_nos, found.parts, strict=True):
        benefit = by_number[number]
        start, end = benefit.benefit_start_date, benefit.benefit_end_date
        limited = benefit.period_sale is not None and benefit.use_benefit_period == "T"
        if limited and start is not None and end is not None:
            return PromotionPeriod(start_date=start, end_date=end, dc_price=part)
    return None
