"""The admin API's reads of carts: items of a member's cart, carts with a product."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

import msgspec

from openmall.commerce.category.categories import category_placements
from openmall.commerce.personal import priced_variants
from openmall.commerce.personal.carts import rules as cart_rules
from openmall.commerce.personal.carts import search
from openmall.commerce.personal.carts import store as cart_store
from openmall.commerce.personal.carts.search import FoundLine
from openmall.commerce.personal.carts.shape import (
    CartPageQuery,
    Holding,
    MemberCartLine,
    MembersCarts,
    TextOption,
)
from openmall.commerce.personal.carts.takes import AddedOptionText, CartFilters
from openmall.commerce.personal.priced_variants import Good
from openmall.commerce.product import bundle_choices
from openmall.commerce.product.bundle_choices import OfferedPart
from openmall.commerce.product.products import store as product_store
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import ZERO


async def of_members(call: Call, query: MembersCarts) -> Sequence[MemberCartLine]:
    """Retrieve a shopping cart.

    Newest items first. The destination is not known before the order: items are returned as shipped
    within the country.
    """
    found = await search.of_members(call, query.member_id, limit=query.limit, offset=query.offset)
    known = await priced_variants.of_codes(call, [line.variant_code for line in found])
    bundles = {line.product_no for line in found if line.parts}
    parts = await bundle_choices.offered_parts(call, bundles)
    first_category: dict[int, int] = {}
    for product_no, category_no in await category_placements.of_products(
        call.db, sorted({line.product_no for line in found})
    ):
        first_category.setdefault(product_no, category_no)
    return [
        MemberCartLine(
            shop_no=call.shop_no,
            basket_product_no=line.basket_product_no,
            member_id=line.name,
            created_date=moment(line.created_date),
            product_no=line.product_no,
            additional_option_values=_written(line.additional_option_values),
            variant_code=line.variant_code,
            quantity=line.quantity,
            product_price=good.product.price,
            option_price=_option_price(good, line, parts),
            product_bundle="F" if good.product.set_product_type is None else "T",
            shipping_type="A",
            category_no=first_category.get(line.product_no),
        )
        for line in found
        if (good := known.get(line.variant_code)) is not None
    ]


async def holding(call: Call, query: CartPageQuery) -> Sequence[Holding]:
    """Retrieve a list of carts containing a product.

    Oldest first. Raises NotFound (404) for an unknown product.
    """
    product = await product_store.get(call, query.product_no)
    found = await search.holding(call, query.product_no, limit=query.limit + 1, offset=query.offset)
    call.effects.more = len(found) > query.limit
    return [
        Holding(
            shop_no=call.shop_no,
            member_id=line.name if line.kind == "member" else "",
            created_date=moment(line.created_date),
            product_no=line.product_no,
            variant_code=line.variant_code,
            quantity=line.quantity,
            product_bundle="F" if product.set_product_type is None else "T",
        )
        for line in found[: query.limit]
    ]


async def count(call: Call, params: CartFilters) -> int:
    """Retrieve a count of carts containing a product."""
    await product_store.require(call, params.product_no)
    return await cart_rules.count(call, params)


def _option_price(good: Good, line: FoundLine, parts: Mapping[int, list[OfferedPart]]) -> Decimal:
    """Return the additional price of a variant, of a bundle that of the variants of its parts."""
    if not line.parts:
        return good.variant.additional_amount
    chosen = cart_store.parts_from(line.parts)
    try:
        choice = bundle_choices.choose(good.product, parts[line.product_no], chosen, parameter="")
    except Invalid:  # it has other parts now
        return ZERO
    return choice.additional_amount


def _written(text: str) -> list[TextOption]:
    return [
        TextOption(key=each.key, type=each.type, value=each.value, name=each.title)
        for each in msgspec.json.decode(text, type=list[AddedOptionText])
    ]
