"""Bundles in draft orders: an app names the bundle itself, or each of its parts with the bundle.

Parts that name the same `product_bundle_no` are one item of the order: the bundle, as often as
their quantities say. The bundle itself, by its own number and option, is for bundles whose parts
leave no choice.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from openmall.commerce.order.placement.drafts.shape import DraftItem
from openmall.commerce.order.placement.placing.pricing import Priced, RequestedItem, variant_of
from openmall.commerce.order.refusals import BUNDLE_PART_QUANTITY, ITEM_NO_PART
from openmall.commerce.product.bundles import store
from openmall.commerce.product.bundles.shape import Component
from openmall.commerce.product.variants import bundle_variant, codes
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.params import LARGEST_INTEGER

NUMBER: Final = "items.product_bundle_no"


async def requested_items(call: Call, draft_items: Sequence[DraftItem]) -> list[RequestedItem]:
    """Return what a draft orders: its items, and a bundle once for all of its parts.

    Raises Invalid (422) for the number of a bundle that there is not or without `product_bundle` T,
    and for parts in other quantities than the bundle has.
    """
    of_bundles: dict[int, list[DraftItem]] = {}
    for each in draft_items:
        number = _number(each)
        if number is not None:
            of_bundles.setdefault(number, []).append(each)
    made_of = await store.components(call, sorted(of_bundles)) if of_bundles else {}
    found = []
    for each in draft_items:
        number = _number(each)
        if number is None:
            found.append(
                RequestedItem(
                    variant_code=_code(each),
                    quantity=each.quantity,
                    paid_on_delivery=each.prepaid_shipping_fee == "C",
                )
            )
        elif parts := of_bundles.pop(number, None):
            found.append(_bundle(number, parts, made_of[number]))
    return found


def require_bundles(draft_items: Sequence[DraftItem], items: Sequence[Priced]) -> None:
    """Raise Invalid (422) for an item that states to be a bundle, and is none."""
    sold = {each.item.variant_code: each.item.product_bundle for each in items}
    for each in draft_items:
        alone = each.product_bundle_no is UNSET
        if alone and each.product_bundle == "T" and sold[_code(each)] == "F":
            raise Invalid(ITEM_NO_PART, parameter="items.product_bundle")


def _number(each: DraftItem) -> int | None:
    """Return the bundle that an item is a part of; None: it is ordered by itself."""
    number = each.product_bundle_no
    if number is UNSET:
        return None
    known = number.isascii() and number.isdecimal()
    if not known or each.product_bundle == "F" or int(number) > LARGEST_INTEGER:
        raise Invalid(ITEM_NO_PART, parameter=NUMBER)
    return int(number)


def _bundle(
    product_bundle_no: int, parts: Sequence[DraftItem], made_of: Sequence[Component]
) -> RequestedItem:
    if not made_of:
        raise Invalid(ITEM_NO_PART, parameter=NUMBER)
    units: Counter[int] = Counter()
    for each in parts:
        units[each.product_no] += each.quantity
    first = made_of[0]
    bundles = max(1, units[first.product_no] // first.purchase_quantity)
    for part in made_of:
        if units.pop(part.product_no, 0) != part.purchase_quantity * bundles:
            raise Invalid(
                BUNDLE_PART_QUANTITY,
                parameter="items.quantity",
                product_no=part.product_no,
                quantity=part.purchase_quantity,
            )
    if units:
        raise Invalid(ITEM_NO_PART, parameter=NUMBER)
    return RequestedItem(
        variant_code=bundle_variant.code_of(codes.of_product(product_bundle_no)),
        quantity=bundles,
        part_variants=[_code(each) for each in parts],
        paid_on_delivery=all(each.prepaid_shipping_fee == "C" for each in parts),
    )


def _code(each: DraftItem) -> str:
    return variant_of(each.product_no, each.product_code, each.option_id)
