"""What comes off the lines of an order before coupons: benefits, and what a group is let off.

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

from openmall.areas.category.categories import places
from openmall.areas.customer.customergroups import benefits as groups
from openmall.areas.customer.customergroups.shape import Group
from openmall.areas.order.amounts import shared_out
from openmall.areas.order.applied import AppliedBenefit
from openmall.areas.order.checkout import store
from openmall.areas.order.checkout.takes import Checkout, Device
from openmall.areas.order.placing.pricing import Priced, smallest_unit
from openmall.areas.product.discountprice import price_for
from openmall.areas.promotion.benefits import discounts, words
from openmall.areas.promotion.benefits import store as benefits
from openmall.areas.promotion.benefits.discounts import Off, Visitor, Wanted
from openmall.areas.promotion.benefits.shape import Benefit, Platform
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import ZERO

_PLATFORMS: Final[dict[Device, Platform]] = {"pc": "P", "mobile": "M", "app": "A"}
_NOTHING: Final = Off(amount=ZERO, benefit_nos=[], parts=[], takes_coupons=True)


class Offered(Struct, frozen=True, kw_only=True):
    """What is ordered, and the benefits that are there for who orders it."""

    items: list[Priced]
    wanted: list[Wanted]
    """The items, in their order, as benefits and coupons look at them."""
    benefits: list[Benefit]
    visitor: Visitor
    mobile: bool
    now: datetime
    unit: Decimal
    """The currency's smallest."""


class Line(Struct, frozen=True, kw_only=True):
    """What comes off an item before coupons."""

    benefits: Off
    group: Decimal
    """What the buyer's group is let off."""

    @property
    def off(self) -> Decimal:
        return self.benefits.amount + self.group


async def offered(
    call: Call,
    items: list[Priced],
    draft: Checkout,
    *,
    member_id: str,
    group: Group | None,
    at: datetime | None = None,
) -> Offered:
    """Return what benefits there are for the items of an order, in some statements.

    `at`: when it was placed; None: now.
    """
    in_use = await benefits.in_use(call)
    numbers = sorted({each.product.product_no for each in items})
    categories = await places.around(call.db, numbers)
    times: tuple[Counter[int], Counter[str]] = (Counter(), Counter())
    if member_id and any(each.repurchase_sale is not None for each in in_use):
        times = await store.times_bought(call, member_id, numbers)
    units: Counter[int] = Counter()
    for each in items:
        units[each.product.product_no] += each.costs.quantity
    wanted = [
        Wanted(
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
    return Offered(
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


def lines(offer: Offered, group: Group | None) -> list[Line]:
    """Return what comes off each item; `group`: which is let off something, None: none is."""
    found = []
    for each, wanted in zip(offer.items, offer.wanted, strict=True):
        own = discounts.off(offer.benefits, wanted, offer.visitor, now=offer.now, unit=offer.unit)
        members = ZERO
        if group is not None:
            price = price_for(each.product, group, mobile=offer.mobile)
            members = (each.product.price - price) * wanted.quantity
            if own.amount and members and group.product_availability != "A":
                by_product = group.product_availability == "P"
                own, members = (own, ZERO) if by_product else (_NOTHING, members)
        left = each.costs.price - own.amount
        found.append(Line(benefits=own, group=min(members, left)))
    return found


def at_most(lines: list[Line], most: Decimal, unit: Decimal) -> list[Line]:
    """Return lines of which the group takes off no more than `most` together."""
    each_off = [line.group for line in lines]
    if sum(each_off, ZERO) <= most:
        return lines
    parts = shared_out(most, each_off, unit)
    return [replace(line, group=part) for line, part in zip(lines, parts, strict=True)]


def lets_off(group: Group | None, draft: Checkout) -> bool:
    """Say whether a group is let off something who pays like this; not known yet: any way."""
    method = None if draft.payment_method is UNSET else draft.payment_method
    return group is not None and groups.hold(group, method)


def of_shipping(offer: Offered) -> tuple[Benefit | None, bool]:
    """Return the benefit by which an order is sent free, and whether its surcharge is, too."""
    amount = sum((each.costs.price for each in offer.items), ZERO)
    best: tuple[Benefit | None, bool] = (None, False)
    for benefit in offer.benefits:
        free, regional = discounts.free_shipping(
            [benefit], offer.wanted, offer.visitor, now=offer.now, amount=amount
        )
        if free and (best[0] is None or (regional and not best[1])):
            best = (benefit, regional)
    return best


def remembered(call: Call, offer: Offered, lines: Sequence[Line]) -> list[AppliedBenefit]:
    """Return the benefits of items as an order remembers them."""
    by_number = {each.benefit_no: each for each in offer.benefits}
    return [
        applied(call, by_number[benefit_no], part, item_no=item_no)
        for item_no, line in enumerate(lines, start=1)
        for benefit_no, part in zip(line.benefits.benefit_nos, line.benefits.parts, strict=True)
    ]


def applied(call: Call, benefit: Benefit, came_off: Decimal, *, item_no: int = 0) -> AppliedBenefit:
    """Return a benefit as an order remembers it."""
    sale = benefit.sale
    percent = None
    if sale is not None and sale.discount_value_unit == "P":
        percent = f"{sale.discount_value.normalize():f}%"
    return AppliedBenefit(
        item_no=item_no,
        benefit_no=benefit.benefit_no,
        benefit_title=words.title(benefit.benefit_type, call.mall.shops[call.shop_no].language),
        benefit_name=benefit.benefit_name,
        benefit_code=benefit.benefit_no,
        benefit_percent=percent,
        benefit_value=came_off,
    )
