"""The price of products for a shopper: benefits, then the discount of their customer group.

    terms = await of_call(call, products, group)         in a fixed number of statements
    discounted_price(terms, product)                     of one unit, wherever one is shown
    variant_price(terms, product, variant)               of one unit with its option
    reduce_lines(terms, [(product.price, line), ...])    of a cart or an order

A product's own benefits and the group's discount add up, or one of them counts, as the group says
(`product_availability`); together they take no more than a line costs. Lists, pages, carts, quotes
and the partner feed have no other way to a price. Coupons are in `coupon_prices.py`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from openmall.commerce.category.categories import category_placements
from openmall.commerce.customer import discount_limit, purchases
from openmall.commerce.customer.customergroups import benefits as customergroup_benefits
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.customer.purchases import TimesBought
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.product.variants.shopper_shape import Variant as ShopperVariant
from openmall.commerce.promotion.benefits import discounts
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.discounts import BenefitLine, LineDiscount, Visitor
from openmall.commerce.promotion.benefits.shape import Benefit, Platform
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, rounded, share_out, smallest_unit

_NOTHING: Final = LineDiscount(amount=ZERO, benefit_nos=[], parts=[], takes_coupons=True)


class PriceTerms(Struct, frozen=True, kw_only=True):
    """Everything a shopper's price depends on besides the product."""

    benefits: list[Benefit]
    visitor: Visitor
    group: Group | None = None
    """The group whose discount is deducted; None: none is."""
    group_most: Decimal | None = None
    """What its period limit leaves of the discount; None: no limit is reached."""
    categories: Mapping[int, frozenset[int]] = {}
    """Of products, with those above them; empty where no benefit depends on them."""
    bought: TimesBought = TimesBought()
    now: datetime
    unit: Decimal
    """The currency's smallest."""

    @property
    def mobile(self) -> bool:
        return self.visitor.platform != "P"


class LineReduction(Struct, frozen=True, kw_only=True):
    """The reduction of a line before coupons."""

    benefits: LineDiscount
    group: Decimal
    """Discount of the shopper's group."""

    @property
    def off(self) -> Decimal:
        return self.benefits.amount + self.group


async def of_call(
    call: Call,
    products: Sequence[ListedProduct],
    group: Group | None,
    *,
    platform: Platform = "P",
) -> PriceTerms:
    """Return the terms for the shopper of a call, whatever they pay with.

    `group`: the shopper's (`shopper_group.of_shopper`). A discount that depends on the payment
    method is not deducted before one is chosen.
    """
    member_id = "" if group is None or call.shopper is None else call.shopper.member_id
    terms = await find_terms(call, products, member_id=member_id, group=group, platform=platform)
    if group is None or not customergroup_benefits.apply(group, None):
        return terms
    return await with_group(call, terms, group, member_id=member_id)


async def find_terms(
    call: Call,
    products: Sequence[ListedProduct],
    *,
    member_id: str,
    group: Group | None,
    platform: Platform,
    at: datetime | None = None,
    with_categories: bool = False,
    shop_no: int | None = None,
) -> PriceTerms:
    """Return the terms of a shop without any group's discount (`with_group`); None: the call's.

    `group`: which benefits ask for; None: a guest. `at`: the time they are valid at; None: now.
    `with_categories`: also where no benefit depends on them.
    """
    shop_no = call.shop_no if shop_no is None else shop_no
    benefits = await benefit_store.in_use(call.db, shop_no)
    numbers = sorted({each.product_no for each in products})
    categories: Mapping[int, frozenset[int]] = {}
    if with_categories or any(_asks_for_categories(each) for each in benefits):
        categories = await category_placements.around(call.db, numbers)
    bought = TimesBought()
    if member_id and any(each.repurchase_sale is not None for each in benefits):
        bought = await purchases.records().times_bought(call, member_id, numbers)
    return PriceTerms(
        benefits=benefits,
        visitor=Visitor(group_no=None if group is None else group.group_no, platform=platform),
        categories=categories,
        bought=bought,
        now=at or moment(call.clock.now()),
        unit=smallest_unit(call.mall.shops[shop_no].currency),
    )


def _asks_for_categories(benefit: Benefit) -> bool:
    return benefit.product_binding_type == "C" or benefit.use_except_category == "T"


async def with_group(
    call: Call, terms: PriceTerms, group: Group, *, member_id: str, but: str = ""
) -> PriceTerms:
    """Return `terms` with the discount of a member's group, as far as its limit leaves one.

    `but`: an order that does not count for the limit.
    """
    most = None
    if customergroup_benefits.gives_discount(group):
        most = await discount_limit.remaining_discount(call, member_id, group, but=but)
    return replace(terms, group=group, group_most=most)


def benefit_line(
    terms: PriceTerms,
    product: ListedProduct,
    *,
    price: Decimal,
    quantity: int = 1,
    ordered: int = 0,
    of_product: int = 0,
    variant_code: str = "",
) -> BenefitLine:
    """Return a quantity of a product as benefits see it.

    `price`: of one unit with its option. `ordered`: units with those that come without price,
    `of_product`: units of the product in the whole order; 0: as `quantity`. `variant_code`:
    empty where none is chosen yet.
    """
    return BenefitLine(
        product_no=product.product_no,
        category_nos=terms.categories.get(product.product_no, frozenset()),
        price=price,
        quantity=quantity,
        ordered=ordered,
        of_product=of_product,
        product_bought_before=terms.bought.of_product[product.product_no],
        bought_before=terms.bought.of_variant[variant_code],
        made_at=product.created_date,
        changed_at=product.updated_date,
        # since when a product is on display is not stored
        displayed_since=product.created_date,
    )


def _reduce_line(terms: PriceTerms, product_price: Decimal, line: BenefitLine) -> LineReduction:
    """Return the reduction of a line, without the limit of the group, which is of all lines."""
    own = discounts.line_discount(
        terms.benefits, line, terms.visitor, now=terms.now, unit=terms.unit
    )
    members = ZERO
    if terms.group is not None:
        off = customergroup_benefits.discount(
            terms.group, product_price, mobile=terms.mobile, unit=terms.unit
        )
        members = off * line.quantity
        if own.amount and members and terms.group.product_availability != "A":
            by_product = terms.group.product_availability == "P"
            own, members = (own, ZERO) if by_product else (_NOTHING, members)
    left = line.price * line.quantity - own.amount
    return LineReduction(benefits=own, group=min(members, left))


def reduce_lines(
    terms: PriceTerms, priced: Sequence[tuple[Decimal, BenefitLine]]
) -> list[LineReduction]:
    """Return the reduction of each line of an order; the group's sum up to what its limit leaves.

    `priced`: each line with the price of one unit without its option.
    """
    lines = [_reduce_line(terms, product_price, line) for product_price, line in priced]
    each_off = [line.group for line in lines]
    if terms.group_most is None or sum(each_off, ZERO) <= terms.group_most:
        return lines
    parts = share_out(terms.group_most, each_off, terms.unit)
    return [replace(line, group=part) for line, part in zip(lines, parts, strict=True)]


def reduce_unit(
    terms: PriceTerms, product: ListedProduct, *, more: Decimal = ZERO, variant_code: str = ""
) -> LineReduction:
    """Return the reduction of an order of one unit of a product; `more`: the price of its option.

    Benefits take their part of the price with the option, the group's discount of that without.
    """
    line = benefit_line(terms, product, price=product.price + more, variant_code=variant_code)
    return reduce_lines(terms, [(product.price, line)])[0]


def discounted_price(
    terms: PriceTerms, product: ListedProduct, *, more: Decimal = ZERO, variant_code: str = ""
) -> Decimal:
    """Return the price of one unit of a product, by default without an option."""
    price = product.price + more
    if not terms.benefits and terms.group is None:
        return rounded(price)
    return rounded(price - reduce_unit(terms, product, more=more, variant_code=variant_code).off)


def variant_price(terms: PriceTerms, product: ListedProduct, variant: Variant) -> Decimal:
    """Return the price of one unit of a variant: what an order of it is charged."""
    more, code = variant.additional_amount, variant.variant_code
    return discounted_price(terms, product, more=more, variant_code=code)


def for_shopper(terms: PriceTerms, product: ListedProduct, variant: Variant) -> ShopperVariant:
    """Return a variant as its shopper sees it, with their price where that is lower."""
    price = variant_price(terms, product, variant)
    fields = {name: getattr(variant, name) for name in variant.__struct_fields__}
    fields["supply_price"] = UNSET
    reduced = price != product.price + variant.additional_amount
    return ShopperVariant(**fields, discount_price=price if reduced else UNSET)
