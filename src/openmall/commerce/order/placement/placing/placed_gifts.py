"""Gifts of an order that is placed: in stock, numbered, and listed with its benefits."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from openmall.commerce.order.applied_discounts import AppliedBenefit
from openmall.commerce.order.placement.placing.pricing import Gift, Priced
from openmall.commerce.order.placement.placing.refusals import GIFT_SOLD_OUT
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock.quantity_changes import OutOfStock
from openmall.commerce.promotion.benefits import benefit_labels
from openmall.commerce.promotion.benefits.gifts import EarnedGift
from openmall.contract.call import Call
from openmall.contract.money import ZERO


async def in_stock(call: Call, items: Sequence[Priced], gifts: Sequence[Gift]) -> list[Gift]:
    """Lock the stock of an order; return its gifts without automatic ones that are sold out.

    Called after the order has its number, like every lock of stock. Raises OutOfStock (422) for a
    chosen gift.
    """
    codes = {
        code for each in [*items, *(gift.priced for gift in gifts)] for code in each.stock_units
    }
    left = await stock_rules.lock_available(call, codes)
    taken: Counter[str] = Counter()
    for each in items:
        taken.update(each.stock_units)
    found = []
    for gift in gifts:
        code, units = gift.priced.variant.variant_code, gift.priced.costs.quantity
        if code not in left or taken[code] + units <= left[code]:
            taken[code] += units
            found.append(gift)
        elif not gift.automatic:
            raise OutOfStock(GIFT_SOLD_OUT, parameter="gifts.variants_code")
    return found


def numbered(gifts: Sequence[Gift], first: int) -> list[Gift]:
    """Return gifts with the numbers of their items; `first`: that of the first."""
    return [
        replace(each, earned=replace(each.earned, item_no=number))
        for number, each in enumerate(gifts, start=first)
    ]


def applied(call: Call, gifts: Sequence[EarnedGift]) -> list[AppliedBenefit]:
    """Return the benefits of gifts as they are stored with an order."""
    title = benefit_labels.title("PG", call.mall.shops[call.shop_no].language)
    return [
        AppliedBenefit(
            item_no=each.item_no,
            benefit_no=each.benefit_no,
            benefit_title=title,
            benefit_name=each.benefit_name,
            benefit_code=each.benefit_no,
            benefit_value=ZERO,
        )
        for each in gifts
    ]
