"""The variants that an ordered item can be exchanged for: of its product, at the same price.

Buyers and managers choose one of them on pages of ours; no API has the list, as apps know the
variants of a product.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims import wishes
from openmall.commerce.order.claims.refusals import EXCHANGE_VARIANT_NOT_OFFERED
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.placing.pricing import RequestedItem, priced
from openmall.commerce.order.states import OVER
from openmall.commerce.product import product_variant_store
from openmall.commerce.product.stock import availability_store
from openmall.commerce.product.stock.availability_store import Availability
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.operation import listing
from openmall.contract.scopes import READ_ORDER

MOST: Final = 1_000
"""Variants of one order's products that are looked at."""
PATH: Final = "orders/{order_id}/exchangevariants"


class ExchangeVariant(Struct, frozen=True, kw_only=True):
    """A variant for which an item can be exchanged now."""

    product_no: int
    variant_code: str
    option_value: str


class ExchangeVariants(Struct, frozen=True, kw_only=True):
    """The variants for which an item can be exchanged, and the one its buyer asked for."""

    shop_no: int
    order_id: str
    order_item_code: str
    variants: list[ExchangeVariant]
    wished: ExchangeVariant | None = None
    """What the buyer asked for in the newest exchange of the item, available or not."""


async def of_order(call: Call, order_id: str) -> list[ExchangeVariants]:
    """Return the variants for each item of an order that is not over, in four statements."""
    items = (await order_store.items_of(call, [order_id]))[order_id]
    return await of_items(call, order_id, [each for each in items if each.order_status not in OVER])


async def of_items(call: Call, order_id: str, items: Sequence[Item]) -> list[ExchangeVariants]:
    """Return the variants for each of these items of an order."""
    items = [each for each in items if each.product_no]
    if not items:
        return []
    found = await product_variant_store.of_products(
        call, {each.product_no for each in items}, most=MOST
    )
    stock = await availability_store.of_products(
        call.db, found.keys(), shop_no=call.shop_no, now=call.clock.now()
    )
    texts: dict[str, ExchangeVariant] = {}
    prices = {}
    for product_no, variants in found.items():
        for each, variant in variants:
            item = priced(
                RequestedItem(variant_code=variant.variant_code, quantity=1),
                each.product,
                each.names,
                variant,
            ).item
            code = variant.variant_code
            texts[code] = ExchangeVariant(
                product_no=product_no, variant_code=code, option_value=item.option_value
            )
            prices[code] = item.product_price + item.option_price
    wished = await _wishes(call, order_id, items)
    return [
        ExchangeVariants(
            shop_no=call.shop_no,
            order_id=order_id,
            order_item_code=item.order_item_code,
            variants=[
                text
                for code, text in texts.items()
                if text.product_no == item.product_no
                and _is_enough(stock.get(item.product_no), code, item.quantity)
                and (
                    code == item.variant_code
                    or prices[code] == item.product_price + item.option_price
                )
            ],
            wished=texts.get(wished.get(item.item_no, "")),
        )
        for item in items
    ]


async def require_offered(
    call: Call,
    order_id: str,
    items: Sequence[Item],
    wished: Mapping[int, str],
    *,
    parameter: str,
) -> None:
    """Raise Invalid (422), which names `parameter`, for a variant not offered instead of an item.

    `wished`: number of an item -> variant code. An item's own variant is always offered: whether
    enough of it is left is found out when it is taken.
    """
    other = [each for each in items if wished.get(each.item_no, "") not in ("", each.variant_code)]
    if not other:
        return
    offered = {
        each.order_item_code: {variant.variant_code for variant in each.variants}
        for each in await of_items(call, order_id, other)
    }
    for item in other:
        code = wished[item.item_no]
        if code not in offered.get(item.order_item_code, ()):
            raise Invalid(EXCHANGE_VARIANT_NOT_OFFERED, parameter=parameter, variant_code=code)


async def _wishes(call: Call, order_id: str, items: Sequence[Item]) -> dict[int, str]:
    """Return number of an item -> variant that its buyer asked for."""
    found: dict[int, str] = {}
    by_number = {each.item_no: each for each in items}
    for claim in await claim_store.of_orders(call, [order_id]):
        if claim.kind != "exchange" or claim.undone == "T":
            continue
        own = [by_number[number] for number in claim.item_nos if number in by_number]
        found |= wishes.matched(claim.wishes, own)
    return found


def _is_enough(stock: Availability | None, variant_code: str, quantity: int) -> bool:
    """Return whether units of a variant can be sold, whatever the limits of an order are."""
    if stock is None or not stock.for_sale:
        return False
    offered = stock.buyable | stock.lacking
    return variant_code in offered and stock.left.get(variant_code, quantity) >= quantity


async def list_for_shop(call: Call, params: OrderPath) -> Sequence[ExchangeVariants]:
    """Retrieve a list of the variants for which the items of an order can be exchanged."""
    await order_store.get(call, params.order_id)
    return await of_order(call, params.order_id)


OPERATIONS = [
    listing(
        PATH,
        list_for_shop,
        takes=OrderPath,
        gives=ExchangeVariants,
        key="exchangevariants",
        scope=READ_ORDER,
    ),
]
