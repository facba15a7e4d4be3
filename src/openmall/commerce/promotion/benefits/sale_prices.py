"""Sale prices of single products for a period: a period sale that lists one product alone.

The page of a product in the back office and imported files find it by `of_products` and write it by
`write`. The discount is such that each price of the product becomes its sale price exactly, to the
currency's smallest unit.
"""

import itertools
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct

from openmall.commerce.promotion.benefits import discounts
from openmall.commerce.promotion.benefits import rules as benefit_rules
from openmall.commerce.promotion.benefits.shape import Benefit, PeriodSale, Platform, Rounding
from openmall.commerce.promotion.benefits.takes import BenefitChange, BenefitDraft, BenefitPath
from openmall.contract import moments, params
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.operation import Handler

MOST: Final = 1_000
"""Benefits in use of a shop beyond which files add no sale price: every price depends on them."""
FOREVER: Final = moments.read("9999-12-31", end=True)
"""The end of a sale without one."""
_MOST_NAME: Final = 200
_RATE_STEPS: Final = (Decimal(1), Decimal("0.1"), Decimal("0.01"))
_TO_RATE: Final = (ROUND_HALF_UP, ROUND_FLOOR, ROUND_CEILING)
_ROUNDINGS: Final[tuple[Rounding, ...]] = get_args(Rounding)
PLATFORMS: Final[tuple[Platform, ...]] = get_args(Platform)
"""A sale price holds on all of them, unless the benefit was restricted."""


class SalePrice(Struct, frozen=True, kw_only=True):
    """A sale price that a product is to have."""

    sale: PeriodSale | None
    """Its discount; None: the product has no sale price."""
    start: int | None = None
    """UTC seconds; None: it has begun."""
    end: int | None = None
    """The last second of it; None: it does not end."""
    platforms: Sequence[Platform] = PLATFORMS


class SoldProduct(Struct, frozen=True, kw_only=True):
    """The product that a sale price is for."""

    shop_no: int
    product_no: int
    name: str
    """In this shop."""


def exact_discount(prices: Sequence[tuple[Decimal, Decimal]], unit: Decimal) -> PeriodSale | None:
    """Return the discount by which each price becomes its sale price; None: there is none.

    `prices`: regular and sale price of each variant. `unit`: the currency's smallest.
    """
    if not prices or any(not 0 <= sale < price for price, sale in prices):
        return None
    amounts = {price - sale for price, sale in prices}
    if len(amounts) == 1:
        return PeriodSale(discount_value=amounts.pop(), discount_value_unit="W")
    dearest, reduced = max(prices)
    exact = (dearest - reduced) * 100 / dearest
    rates = [exact.quantize(step, how) for step in _RATE_STEPS for how in _TO_RATE]
    for rate, rounding in itertools.product(dict.fromkeys(rates), _ROUNDINGS):
        sale = PeriodSale(
            discount_value=rate,
            discount_value_unit="P",
            discount_truncation_method=rounding,
        )
        if all(
            discounts.unit_discount(sale, price, unit) == price - lower for price, lower in prices
        ):
            return sale
    return None


def of_products(benefits: Iterable[Benefit]) -> dict[int, Benefit]:
    """Return the sale of each product that has one alone and for everyone, the newest."""
    found = {}
    for each in benefits:
        listed = each.period_sale.product_list if each.period_sale is not None else None
        if (
            listed is not None
            and len(listed) == 1
            and each.product_binding_type == "P"
            and each.use_group_binding == "A"
            and each.use_except_category == "F"
        ):
            found[listed[0]] = each
    return found


def of_benefit(benefit: Benefit, price: Decimal, unit: Decimal) -> Decimal:
    """Return what a unit of this price costs by the sale of its product.

    `unit`: the currency's smallest.
    """
    sale = benefit.period_sale
    return price if sale is None else price - discounts.unit_discount(sale, price, unit)


def is_change(wanted: SalePrice, found: Benefit | None, now: datetime) -> bool:
    """Return whether a product's sale is another than the wanted one."""
    if wanted.sale is None:
        return found is not None and not _is_over(found, now)
    if found is None:
        return wanted.end is None or moment(wanted.end) >= now
    return not (
        _discount(found.period_sale) == _discount(wanted.sale)
        and _is_of_period(found, wanted, now)
        and set(found.platform_types) == set(wanted.platforms)
    )


def _is_of_period(found: Benefit, wanted: SalePrice, now: datetime) -> bool:
    start, end = found.benefit_start_date, found.benefit_end_date
    if found.use_benefit_period != "T" or start is None:
        return wanted.start is None and wanted.end is None
    if end != moment(FOREVER if wanted.end is None else wanted.end):
        return False
    return start <= now if wanted.start is None else start == moment(wanted.start)


def _is_over(benefit: Benefit, now: datetime) -> bool:
    end = benefit.benefit_end_date
    return benefit.use_benefit_period == "T" and end is not None and end < now


def _discount(sale: PeriodSale | None) -> tuple[object, ...]:
    if sale is None:
        return ()
    how = (sale.discount_truncation_unit, sale.discount_truncation_method)
    return (
        sale.discount_value,
        sale.discount_value_unit,
        sale.discount_purchasing_quantity,
        how if sale.discount_value_unit == "P" else (),
    )


Execute = Callable[[Handler, Mapping[str, Any]], Awaitable[object]]
"""Executes an operation on benefits, whose parameters are named as on the wire."""


def within(call: Call) -> Execute:
    """Return what executes operations on benefits in the transaction of a call."""
    takes: dict[Handler, type[Struct]] = {
        benefit_rules.create: BenefitDraft,
        benefit_rules.change: BenefitChange,
        benefit_rules.delete: BenefitPath,
    }

    async def execute(operation: Handler, parameters: Mapping[str, Any]) -> object:
        kind = takes[operation]
        taken = msgspec.convert(parameters, kind, strict=False, dec_hook=params.from_text)
        return await operation(call, taken)

    return execute


async def write(
    execute: Execute,
    product: SoldProduct,
    wanted: SalePrice,
    found: Benefit | None,
    *,
    now: datetime,
) -> None:
    """Create, change or delete the sale of a product.

    `found`: the sale that it has (`of_products`). Raises NotModified (409) where that is the
    wanted one.
    """
    here = {"shop_no": product.shop_no}
    if wanted.sale is None:
        if found is not None:
            await execute(benefit_rules.delete, {**here, "benefit_no": found.benefit_no})
        return
    sale: dict[str, Any] = {
        "discount_value": str(wanted.sale.discount_value),
        "discount_value_unit": wanted.sale.discount_value_unit,
        "discount_purchasing_quantity": "T",
        "discount_truncation_unit": "F",
        "discount_truncation_method": wanted.sale.discount_truncation_method,
    }
    terms: dict[str, Any] = {**here, "platform_types": list(wanted.platforms), "period_sale": sale}
    endless = wanted.start is None and wanted.end is None
    if found is None or found.use_benefit_period == "T" or not endless:
        today = moments.read(f"{now:%Y-%m-%d}")
        start = today if wanted.start is None else wanted.start
        end = FOREVER if wanted.end is None else wanted.end
        terms["use_benefit_period"] = "T"
        terms["benefit_start_date"] = moment(start).isoformat()
        terms["benefit_end_date"] = moment(end).isoformat()
    if found is not None:
        await execute(benefit_rules.change, {**terms, "benefit_no": found.benefit_no})
        return
    sale["product_list"] = [product.product_no]
    new = {
        "use_benefit": "T",
        "benefit_name": product.name[:_MOST_NAME],
        "benefit_division": "D",
        "benefit_type": "DP",
        "use_group_binding": "A",
        "product_binding_type": "P",
        "available_coupon": "T",
    }
    await execute(benefit_rules.create, {**new, **terms})
