"""Items of a checkout: from the cart or named directly, and whether they are for sale."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from openmall.commerce.order.orders.item_shape import AdditionalOption
from openmall.commerce.order.placement.checkout.refusals import (
    CART_AND_DIRECT_ITEMS,
    CART_EMPTY,
    NO_LONGER_FOR_SALE,
    TOO_MANY_ITEMS_IN_CART,
)
from openmall.commerce.order.placement.checkout.takes import MOST_LINES, Checkout
from openmall.commerce.order.placement.placing.pricing import (
    Priced,
    RequestedItem,
    price_found,
    require_bounded,
    require_in_stock,
)
from openmall.commerce.personal.carts import (
    admission,
    buyer_limits,
    cart_bundles,
    offer_store,
    subscription_sales,
)
from openmall.commerce.personal.carts import store as cart_store
from openmall.commerce.personal.carts.contents_store import contents
from openmall.commerce.personal.carts.store import CartLine
from openmall.commerce.personal.carts.takes import AddedOptionText
from openmall.commerce.product import availability, product_variant_store
from openmall.commerce.product.options import option_response
from openmall.commerce.product.variants import codes
from openmall.contract.call import Call, Shopper
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH

_TEXTS: Final = msgspec.json.Decoder(list[AddedOptionText])


async def requested_items(
    call: Call, shopper: Shopper, draft: Checkout
) -> tuple[list[CartLine], list[Priced]]:
    """Return the cart's items that are ordered, and all requested items at today's prices.

    In one statement for any number of items. Raises Invalid (422), NotFound (404).
    """
    if draft.variants:
        if draft.basket_product_no:
            raise Invalid(CART_AND_DIRECT_ITEMS, parameter="basket_product_no")
        return [], await _direct_items(call, draft)
    lying = await contents(call, shopper)
    if draft.basket_product_no:
        named = set(draft.basket_product_no)
        lying = [each for each in lying if each.line.number in named]
        if len(lying) != len(named):
            raise NotFound(
                NO_SUCH, parameter="basket_product_no", resource=Phrase("item in the cart")
            )
    if not lying:
        raise Invalid(CART_EMPTY, parameter="variants")
    if len(lying) > MOST_LINES:
        raise Invalid(TOO_MANY_ITEMS_IN_CART, parameter="basket_product_no", most=MOST_LINES)
    requested = [
        RequestedItem(
            variant_code=line.item.variant_code,
            quantity=line.quantity,
            part_variants=cart_store.part_variants(line),
            additional_option_values=_fields(_TEXTS.decode(line.additional_option_values)),
            paid_on_delivery=draft.prepaid_shipping_fee == "C",
        )
        for line, _ in lying
    ]
    found = {line.item.variant_code: its for line, its in lying}
    items = await price_found(call, requested, found, called=cart_bundles.PARTS)
    return [line for line, _ in lying], items


async def _direct_items(call: Call, draft: Checkout) -> list[Priced]:
    """Return items that are ordered without the cart, as the cart would hold them."""
    found = await product_variant_store.of_codes(
        call, [each.variants_code for each in draft.variants]
    )
    requested = []
    for each in draft.variants:
        number = codes.product_no(each.variants_code)
        if not number:
            raise Invalid(NO_SUCH, parameter="variants.variants_code", resource=Phrase("variant"))
        if each.variants_code in found:
            product, names, look, variant, _ = found[each.variants_code]
            offer_store.require_on_sale(call, product)
            options = option_response.as_options(call, product, names, look)
            known = {} if variant is None else {each.variants_code: variant}
        else:
            missing = await offer_store.find_offer(call, number, [each.variants_code])
            product, options, known = missing.product, missing.options, missing.variants
        variant = admission.require_variant(each, known, product)
        admission.require_options(each, variant, options)
        requested.append(
            RequestedItem(
                variant_code=each.variants_code,
                quantity=each.quantity,
                part_variants=[part.variants_code for part in each.bundle_product_components],
                additional_option_values=_fields(admission.texts(each, options)),
                paid_on_delivery=draft.prepaid_shipping_fee == "C",
            )
        )
    return await price_found(call, requested, found, called=cart_bundles.PARTS)


def _fields(texts: Sequence[AddedOptionText]) -> list[AdditionalOption]:
    return [
        AdditionalOption(key=each.key, type=each.type, name=each.title, value=each.value)
        for each in texts
    ]


async def require_sold_once(call: Call, items: Sequence[Priced]) -> None:
    """Raise Invalid (422) for products that the shop sells in subscriptions only."""
    products = [each.product for each in items]
    await subscription_sales.require_sold_once(call, products, parameter="variants.variants_code")


async def require_on_sale(call: Call, items: Sequence[Priced]) -> None:
    """Raise the cart's error for items not for sale, not to this shopper, or not in this quantity.

    Called with the member locked where an order is placed, so that two orders take turns.
    """
    units: dict[int, Counter[str]] = {}
    today = moment(call.clock.now()).date()
    for each in items:
        product, variant = each.product, each.variant
        if not availability.is_offered(product, variant, today):
            raise Invalid(
                NO_LONGER_FOR_SALE,
                parameter="variants.variants_code",
                product_name=product.product_name,
            )
        counted = units.setdefault(product.product_no, Counter())
        counted[variant.variant_code] += each.costs.quantity
    require_bounded(call, items, parameter="variants.quantity")
    products = {each.product.product_no: each.product for each in items}
    in_bundles = {part.product.product_no: part.product for each in items for part in each.parts}
    await buyer_limits.require_buyer(call, list((in_bundles | products).values()))
    buyer_limits.require_company(list(products.values()), parameter="variants")
    for product in products.values():
        admission.require_quantities(product, units[product.product_no], {})
    for each in items:
        for part in each.parts:
            counted = units.setdefault(part.product.product_no, Counter())
            counted[part.variant.variant_code] += part.quantity * each.costs.quantity
    for product in in_bundles.values():
        admission.require_most(product, units[product.product_no])
    if in_bundles:
        require_in_stock(items, parameter="variants.quantity")
