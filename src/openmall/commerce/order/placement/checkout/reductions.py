"""Reductions of items before coupons: benefits and the group's discount.

A product's own benefits and the group's discount add up, or one of them counts, as the group says
(`product_availability`); together they take no more than a line costs.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from openmall.commerce.category.categories import category_placements
from openmall.commerce.customer.customergroups import benefits as customergroup_benefits
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.order.amounts import share_out
from openmall.commerce.order.placement.applied_discounts import AppliedBenefit
from openmall.commerce.order.placement.checkout import store
from openmall.commerce.order.placement.checkout.takes import Checkout, Device
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.product.discountprice import price_for
from openmall.commerce.promotion.benefits import benefit_labels, discounts
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.discounts import BenefitLine, LineDiscount, Visitor
from openmall.commerce.promotion.benefits.shape import Benefit, Platform
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, smallest_unit

_PLATFORMS: Final[dict[Device, Platform]] = {"pc": "P", "mobile": "M", "app": "A"}
_NOTHING: Final = LineDiscount(amount=ZERO, benefit_nos=[], parts=[], takes_coupons=True)


class Offer(Struct, frozen=True, kw_only=True):
    """Requested items, and the benefits that are valid for their buyer."""

    items: list[Priced]
    wanted: list[BenefitLine]
    """The items, in their order, as benefits and coupons see them."""
    benefits: list[Benefit]
    visitor: Visitor
    mobile: bool
    now: datetime
    unit: Decimal
    """The currency's smallest."""


class LineReduction(Struct, frozen=True, kw_only=True):
    """The reduction of an item before coupons."""

    benefits: LineDiscount
    group: Decimal
    """Discount of the buyer's group."""

    @property
    def off(self) -> Decimal:
        return self.benefits.amount + self.group


async def find_offer(
    call: Call,
    items: list[Priced],
    draft: Checkout,
    *,
    member_id: str,
    group: Group | None,
    at: datetime | None = None,
) -> Offer:
    """Return the benefits for the items of an order, in a fixed number of statements.

    `at`: when it was placed; None: now.
    """
    in_use = await benefit_store.in_use(call)
    numbers = sorted({each.product.product_no for each in items})
    categories = await category_placements.around(call.db, numbers)
    times: tuple[Counter[int], Counter[str]] = (Counter(), Counter())
    if member_id and any(each.repurchase_sale is not None for each in in_use):
        times = await store.times_bought(call, member_id, numbers)
    units: Counter[int] = Counter()
    for each in items:
        units[each.product.product_no] += each.costs.quantity
    wanted = [
        BenefitLine(
            product_no=each.product.product_no,
            category_nos=categories[each.product.product_no],
            price=each.costs.product_price + each.costs.option_price,
            quantity=each.costs.quantity,
            of_product=units[each.product.product_no],
            product_bought_before=times[0][each.product.product_no],
            bought_before=times[1][each.variant.variant_code],
            made_at=each.product.created_date,
            changed_at=each.product.updated_date,
            # since when a product is on display nobody writes down
            displayed_since=each.product.created_date,
        )
        for each in items
    ]
    return Offer(
        items=items,
        wanted=wanted,
        benefits=in_use,
        visitor=Visitor(
            group_no=None if group is None else group.group_no, platform=_PLATFORMS[draft.device]
        ),
        mobile=draft.device != "pc",
        now=at or moment(call.clock.now()),
        unit=smallest_unit(call.mall.shops[call.shop_no].currency),
    )


def line_reductions(offer: Offer, group: Group | None) -> list[LineReduction]:
    """Return the reduction of each item; `group`: with a discount, None: without."""
    found = []
    for each, wanted in zip(offer.items, offer.wanted, strict=True):
        own = discounts.line_discount(
            offer.benefits, wanted, offer.visitor, now=offer.now, unit=offer.unit
        )
        members = ZERO
        if group is not None:
            price = price_for(each.product, group, mobile=offer.mobile)
            members = (each.product.price - price) * wanted.quantity
            if own.amount and members and group.product_availability != "A":
                by_product = group.product_availability == "P"
                own, members = (own, ZERO) if by_product else (_NOTHING, members)
        left = each.costs.price - own.amount
        found.append(LineReduction(benefits=own, group=min(members, left)))
    return found


def with_group_limit(
    lines: list[LineReduction], most: Decimal, unit: Decimal
) -> list[LineReduction]:
    """Return reductions in which the group's discounts sum up to no more than `most`."""
    each_off = [line.group for line in lines]
    if sum(each_off, ZERO) <= most:
        return lines
    parts = share_out(most, each_off, unit)
    return [replace(line, group=part) for line, part in zip(lines, parts, strict=True)]


def has_group_discount(group: Group | None, draft: Checkout) -> bool:
    """Return whether a group has a discount for a payment method, or for any if unknown."""
    method = None if draft.payment_method is UNSET else draft.payment_method
    return group is not None and customergroup_benefits.apply(group, method)


def shipping_benefit(offer: Offer) -> tuple[Benefit | None, bool]:
    """Return the benefit of free shipping, and whether it includes the surcharge."""
    amount = sum((each.costs.price for each in offer.items), ZERO)
    best: tuple[Benefit | None, bool] = (None, False)
    for benefit in offer.benefits:
        free, regional = discounts.free_shipping(
            [benefit], offer.wanted, offer.visitor, now=offer.now, amount=amount
        )
        if free and (best[0] is None or (regional and not best[1])):
            best = (benefit, regional)
    return best


def applied_benefits(
    call: Call, offer: Offer, lines: Sequence[LineReduction]
) -> list[AppliedBenefit]:
    """Return the benefits of items as they are stored with an order."""
    by_number = {each.benefit_no: each for each in offer.benefits}
    return [
        applied(call, by_number[benefit_no], part, item_no=item_no)
        for item_no, line in enumerate(lines, start=1)
        for benefit_no, part in zip(line.benefits.benefit_nos, line.benefits.parts, strict=True)
    ]


def applied(call: Call, benefit: Benefit, came_off: Decimal, *, item_no: int = 0) -> AppliedBenefit:
    """Return a benefit as it is stored with an order."""
    sale = benefit.sale
    percent = None
    if sale is not None and sale.discount_value_unit == "P":
        percent = f"{sale.discount_value.normalize():f}%"
    return AppliedBenefit(
        item_no=item_no,
        benefit_no=benefit.benefit_no,
        benefit_title=benefit_labels.title(
            benefit.benefit_type, call.mall.shops[call.shop_no].language
        ),
        benefit_name=benefit.benefit_name,
        benefit_code=benefit.benefit_no,
        benefit_percent=percent,
        benefit_value=came_off,
    )
