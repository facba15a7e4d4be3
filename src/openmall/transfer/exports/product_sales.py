"""Sale prices of exported products, as an import reads them back."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.promotion.benefits import discounts, sale_prices
from openmall.commerce.promotion.benefits.sale_prices import SalePrice
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.contract import moments
from openmall.transfer.imports.columns import SALE

_PRICE, _START, _END = SALE


def sale_fields(
    product: Product,
    variants: Sequence[Variant],
    benefit: Benefit | None,
    *,
    now: datetime,
    unit: Decimal,
) -> list[dict[str, Any]]:
    """Return the fields of each row; none without a sale price, and of one that is over.

    `benefit`: the sale of the product alone (`sale_prices.of_products`). A sale that sale prices
    do not lead back to, such as one of a single platform, has no fields.
    """
    rows: list[dict[str, Any]] = [{} for _ in variants] or [{}]
    sale = benefit.period_sale if benefit is not None else None
    if benefit is None or sale is None:
        return rows
    end = benefit.benefit_end_date
    if benefit.use_benefit_period == "T" and end is not None and end < now:
        return rows
    prices = [product.price + each.additional_amount for each in variants] or [product.price]
    pairs = [(each, each - discounts.unit_discount(sale, each, unit)) for each in prices]
    read_back = SalePrice(
        sale=sale_prices.exact_discount(pairs, unit),
        start=_seconds(benefit.benefit_start_date, benefit),
        end=_seconds(end, benefit),
    )
    if read_back.sale is None or sale_prices.is_change(read_back, benefit, now):
        return rows
    period = {
        name: moments.moment(at).isoformat()
        for name, at in ((_START, read_back.start), (_END, read_back.end))
        if at is not None
    }
    for row, (_, lower) in zip(rows, pairs, strict=True):
        row[_PRICE] = str(lower)
    rows[0] |= period
    return rows


def _seconds(at: datetime | None, benefit: Benefit) -> int | None:
    return moments.seconds(at) if at is not None and benefit.use_benefit_period == "T" else None
