"""Reductions of an order's items before coupons: benefits and the group's discount."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from msgspec import UNSET, Struct

from openmall.commerce.customer.customergroups import benefits as customergroup_benefits
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.order.applied_discounts import AppliedBenefit
from openmall.commerce.order.placement.checkout import free_units
from openmall.commerce.order.placement.checkout.takes import Checkout, Device
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.product import shopper_prices
from openmall.commerce.product.shopper_prices import LineReduction, PriceTerms
from openmall.commerce.promotion.benefits import benefit_labels, discounts
from openmall.commerce.promotion.benefits.discounts import BenefitLine
from openmall.commerce.promotion.benefits.one_plus_n import FreeUnits
from openmall.commerce.promotion.benefits.shape import Benefit, BenefitType, Platform
from openmall.commerce.promotion.code_uses.shape import QuotedCode
from openmall.commerce.promotion.uses.shape import Quote
from openmall.contract.call import Call
from openmall.contract.money import ZERO, share_out

PLATFORMS: Final[dict[Device, Platform]] = {"pc": "P", "mobile": "M", "app": "A"}


class Offer(Struct, frozen=True, kw_only=True):
    """Requested items, and the terms of their prices for the buyer."""

    items: list[Priced]
    wanted: list[BenefitLine]
    """The items, in their order, as benefits and coupons see them."""
    terms: PriceTerms
    free: list[FreeUnits | None]
    """Of each item that consists of units without price, by which benefit."""
    sources: list[int]
    """The requested item of each; free units are items of their own."""

    @property
    def amount(self) -> Decimal:
        """Return the price of the paid items before any discount."""
        pairs = zip(self.items, self.free, strict=True)
        return sum((each.costs.price for each, free in pairs if free is None), ZERO)

    @property
    def benefits(self) -> dict[int, Benefit]:
        """Return the benefits that its items may have, by number."""
        found = {each.benefit_no: each for each in self.terms.benefits}
        return {each.benefit_no: each.benefit for each in self.free if each is not None} | found


async def find_offer(
    call: Call,
    items: list[Priced],
    draft: Checkout,
    *,
    member_id: str,
    group: Group | None,
    at: datetime | None = None,
    for_coupons: bool = True,
    free: list[FreeUnits | None] | None = None,
) -> Offer:
    """Return the terms for the items of an order, in a fixed number of statements.

    Without the group's discount. `at`: when it was placed; None: now. `for_coupons`: with what
    coupons ask for besides benefits, the categories of products. `free`: of each item of a placed
    order; None: a new order, whose free units are split off its items.
    """
    terms = await shopper_prices.find_terms(
        call,
        [each.product for each in items],
        member_id=member_id,
        group=group,
        platform=PLATFORMS[draft.device],
        at=at,
        with_categories=for_coupons,
    )
    units: Counter[int] = Counter()
    for each in items:
        units[each.product.product_no] += each.costs.quantity

    def as_line(each: Priced, ordered: int = 0) -> BenefitLine:
        return shopper_prices.benefit_line(
            terms,
            each.product,
            price=each.costs.product_price + each.costs.option_price,
            quantity=each.costs.quantity,
            ordered=ordered,
            of_product=units[each.product.product_no],
            variant_code=each.variant.variant_code,
        )

    wanted = [as_line(each) for each in items]
    if free is not None:
        given: Counter[str] = Counter()
        for each, of_benefit in zip(items, free, strict=True):
            given[each.variant.variant_code] += each.costs.quantity if of_benefit else 0
        wanted = [
            as_line(each, each.costs.quantity + given[each.variant.variant_code]) for each in items
        ]
        sources = list(range(len(items)))
        return Offer(items=items, wanted=wanted, terms=terms, free=free, sources=sources)
    split = free_units.split_items(items, wanted, terms)
    if split.items is not items:
        wanted = [
            as_line(each, items[at].costs.quantity)
            for each, at in zip(split.items, split.sources, strict=True)
        ]
    return Offer(
        items=split.items, wanted=wanted, terms=terms, free=split.free, sources=split.sources
    )


def line_reductions(offer: Offer) -> list[LineReduction]:
    """Return the reduction of each item."""
    paid = [
        (item.costs.product_price, line)
        for item, line, free in zip(offer.items, offer.wanted, offer.free, strict=True)
        if free is None
    ]
    reduced = iter(shopper_prices.reduce_lines(offer.terms, paid))
    return [
        next(reduced) if free is None else free_units.reduction(item, free)
        for item, free in zip(offer.items, offer.free, strict=True)
    ]


def by_kind(offer: Offer, line: LineReduction) -> dict[BenefitType, Decimal]:
    """Return the discounts of benefits on a line by their kind."""
    known, own = offer.benefits, line.benefits
    return {
        known[number].benefit_type: part
        for number, part in zip(own.benefit_nos, own.parts, strict=True)
    }


def has_group_discount(group: Group | None, draft: Checkout) -> bool:
    """Return whether a group has a discount for a payment method, or for any if unknown."""
    method = None if draft.payment_method is UNSET else draft.payment_method
    return group is not None and customergroup_benefits.apply(group, method)


def shipping_benefit(offer: Offer) -> tuple[Benefit | None, bool]:
    """Return the benefit of free shipping, and whether it includes the surcharge."""
    best: tuple[Benefit | None, bool] = (None, False)
    for benefit in offer.terms.benefits:
        free, regional = discounts.free_shipping(
            [benefit], offer.wanted, offer.terms.visitor, now=offer.terms.now, amount=offer.amount
        )
        if free and (best[0] is None or (regional and not best[1])):
            best = (benefit, regional)
    return best


def applied_benefits(
    call: Call, offer: Offer, lines: Sequence[LineReduction]
) -> list[AppliedBenefit]:
    """Return the benefits of items as they are stored with an order."""
    by_number = offer.benefits
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


def with_coupons(
    offer: Offer, lines: Sequence[LineReduction], used: Quote, code: QuotedCode | None
) -> list[Decimal] | None:
    """Return what comes off each item with coupons and a code; None: they take nothing off goods.

    They are discounts as benefits are; those of the whole order are taken off the items in
    proportion. Points and credits pay, and are no discounts.
    """
    of_order = used.of_order + (ZERO if code is None else code.off)
    if not (of_order or any(used.of_lines)):
        return None
    offs = [line.off + off for line, off in zip(lines, used.of_lines, strict=True)]
    left = [max(ZERO, each.costs.price - off) for each, off in zip(offer.items, offs, strict=True)]
    parts = share_out(min(of_order, sum(left, ZERO)), left, offer.terms.unit)
    return [off + part for off, part in zip(offs, parts, strict=True)]
