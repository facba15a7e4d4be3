"""Merging a guest's cart into that of the member who has just signed in.

The merged cart holds at most what the member could have put into it: of what is not sold to this
member, not in stock, or beyond the limits of a product, as many units are left out as needed.
"""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.personal.carts import admission, buyer_limits, subscription_sales
from openmall.commerce.personal.carts import store as cart_store
from openmall.commerce.personal.carts.rules import MOST_LINES, cart_expiry_date
from openmall.commerce.personal.carts.store import CartLine, Item
from openmall.commerce.product import availability, product_variant_store
from openmall.commerce.product.bundles import bundle_stock
from openmall.commerce.product.product_variant_store import ProductVariant
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.contract.call import Call, Shopper
from openmall.contract.errors import ApiError
from openmall.contract.moments import moment

Lines = Mapping[Item, CartLine]


class _Merging(Struct):
    """A product of both carts."""

    product: Product
    found: Mapping[str, ProductVariant]
    units: Counter[str]
    """Units of its variants in the merged cart so far."""


async def merge_guest_cart(call: Call, guest: Shopper, member: Shopper) -> bool:
    """Merge a guest's cart into the member's; return whether something was left out.

    Units of the same item are added up.
    """
    found = await cart_store.lines(call, guest)
    if not found:
        return False
    # products before carts, as everywhere
    await product_store.keep_still(call, sorted({line.product_no for line in found.values()}))
    for shopper in (guest, member):
        until = await cart_expiry_date(call, shopper)
        await cart_store.open_cart(call, shopper, until=until)
    guest_lines, member_lines = (
        await cart_store.lines(call, guest),
        await cart_store.lines(call, member),
    )
    units = await _admitted(call, member, guest_lines, member_lines)
    new = [item for item in units if item not in member_lines]
    await cart_store.change(
        call,
        guest,
        [
            replace(guest_lines[item], quantity=units[item])
            for item in new
            if units[item] != guest_lines[item].quantity
        ],
    )
    await cart_store.move_lines(call, guest, member, new)
    await cart_store.change(
        call,
        member,
        [
            replace(guest_lines[item], quantity=member_lines[item].quantity + units[item])
            for item in units
            if item in member_lines
        ],
    )
    await cart_store.remove_cart(call, guest)
    return any(units.get(item) != line.quantity for item, line in guest_lines.items())


async def _admitted(
    call: Call, member: Shopper, guest_lines: Lines, member_lines: Lines
) -> dict[Item, int]:
    """Return how many units of each item of a guest's cart the member's cart takes."""
    of_products = {line.product_no for line in guest_lines.values()}
    lines = [*guest_lines.values(), *member_lines.values()]
    wanted = [each.item.variant_code for each in lines if each.product_no in of_products]
    found = await product_variant_store.of_codes(call, wanted)
    units: dict[Item, int] = {}
    room = MOST_LINES - len(member_lines)
    for product_no in sorted(of_products):
        its = [each for each in guest_lines.values() if each.product_no == product_no]
        known = {
            code: each for code, each in found.items() if each.product.product_no == product_no
        }
        if not known or not await _may_buy(call, member, known):
            continue
        there = Counter[str]()
        for line in member_lines.values():
            if line.product_no == product_no:
                there[line.item.variant_code] += line.quantity
        merging = _Merging(next(iter(known.values())).product, known, there)
        added = await _units_of_product(call, merging, its)
        for item, number in added.items():
            if item not in member_lines:
                if room <= 0:
                    continue
                room -= 1
            units[item] = number
    return units


async def _may_buy(call: Call, member: Shopper, known: Mapping[str, ProductVariant]) -> bool:
    product = next(iter(known.values())).product
    if not availability.is_for_sale(product, moment(call.clock.now()).date()):
        return False
    try:
        await buyer_limits.require_buyer(replace(call, shopper=member), [product])
        await subscription_sales.require_sold_once(call, [product], parameter="product_no")
    except ApiError:
        return False
    return True


async def _units_of_product(
    call: Call, merging: _Merging, lines: list[CartLine]
) -> dict[Item, int]:
    """Return how many units of a product's items are taken: all together, or else one by one."""
    whole = Counter[str]()
    for line in lines:
        whole[line.item.variant_code] += line.quantity
    if await _fits(call, merging, whole):
        return {line.item: line.quantity for line in lines}
    added: dict[Item, int] = {}
    for line in lines:
        number = _most(merging, line)
        if number and await _fits(call, merging, Counter({line.item.variant_code: number})):
            merging.units[line.item.variant_code] += number
            added[line.item] = number
    return added


def _most(merging: _Merging, line: CartLine) -> int:
    """Return the most units of a line that stock and limits leave room for."""
    product, code = merging.product, line.item.variant_code
    its = merging.found.get(code)
    if its is None or its.variant is None:
        return 0
    most = line.quantity
    left = availability.left(its.variant, its.reserved)
    if left is not None:
        most = min(most, left - merging.units[code])
    limit = product.maximum_quantity
    if limit:
        by_product = product.order_quantity_limit_type == "P"
        most = min(most, limit - (merging.units.total() if by_product else merging.units[code]))
    there = merging.units.total() if product.buy_unit_type == "P" else merging.units[code]
    unit = max(1, product.buy_unit)
    return max(0, (there + most) // unit * unit - there)


async def _fits(call: Call, merging: _Merging, added: Counter[str]) -> bool:
    """Return whether the member's cart takes these units, by the conditions of adding them."""
    product, found = merging.product, merging.found
    variants = {code: each.variant for code, each in found.items() if each.variant}
    today = moment(call.clock.now()).date()
    if any(
        code not in variants or not availability.is_offered(product, variants[code], today)
        for code in added
    ):
        return False
    left = {
        code: units
        for code in added
        if (units := availability.left(variants[code], found[code].reserved)) is not None
    }
    try:
        after = admission.require_quantities(product, added, merging.units)
        admission.require_bounded(call, product, after, variants)
        availability.require_left({code: after[code] for code in added}, left, "")
        await bundle_stock.require_left(call, product, quantity=after.total(), parameter="")
    except ApiError:
        return False
    return True
