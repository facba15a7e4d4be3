"""What is stored of a subscribed item: its variant, and of a bundle those of its parts."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final, TypedDict

from msgspec import UNSET

from openmall.commerce.order.placement.placing.pricing import Priced, variant_of
from openmall.commerce.order.placement.subscriptions.shape import BundlePart
from openmall.commerce.order.placement.subscriptions.takes import SubscribedItem
from openmall.commerce.order.refusals import BUNDLE_PART_QUANTITY, ITEM_IS_BUNDLE, ITEM_NO_BUNDLE
from openmall.contract.errors import Invalid
from openmall.contract.params import Flag

_PARTS: Final = "items.bundle_product_components"


class BundleFields(TypedDict, total=False):
    """The fields of a subscribed item that is a bundle."""

    product_bundle: Flag
    product_bundle_price: Decimal
    bundle_product_components: list[BundlePart]


class AsSold(TypedDict):
    """The names of a variant."""

    variants_code: str
    option_id: str
    option_value: str | None
    option_value_default: str


def as_sold(priced: Priced) -> AsSold:
    """Return a variant's names as it is sold today."""
    item = priced.item
    return {
        "variants_code": item.variant_code,
        "option_id": item.option_id,
        "option_value": item.option_value or None,
        "option_value_default": item.option_value_default,
    }


def part_variants(item: SubscribedItem) -> list[str]:
    """Return the variants that a draft names of a bundle's parts.

    Raises Invalid (422) for parts of an item that is no bundle.
    """
    if item.bundle_product_components and item.product_bundle == "F":
        raise Invalid(ITEM_NO_BUNDLE, parameter=_PARTS)
    return [
        variant_of(each.product_no, each.product_code, each.option_id, parameter=_PARTS)
        for each in item.bundle_product_components
    ]


def require_stated(items: Sequence[SubscribedItem], priced: Sequence[Priced]) -> None:
    """Raise Invalid (422) where items are bundles otherwise than a draft states.

    `priced`: the items as they are sold, in the same order.
    """
    for item, sold in zip(items, priced, strict=True):
        if item.product_bundle != sold.item.product_bundle:
            is_bundle = sold.item.product_bundle == "T"
            refusal = ITEM_IS_BUNDLE if is_bundle else ITEM_NO_BUNDLE
            raise Invalid(refusal, parameter="items.product_bundle")
        units = {str(part.product.product_no): part.quantity for part in sold.parts}
        for each in item.bundle_product_components:
            if each.quantity not in (UNSET, units.get(each.product_no)):
                raise Invalid(
                    BUNDLE_PART_QUANTITY,
                    parameter=f"{_PARTS}.quantity",
                    product_no=each.product_no,
                    quantity=units[each.product_no],
                )


def fields(sold: Priced) -> BundleFields:
    """Return what is stored of a subscribed bundle; nothing of another item."""
    if sold.item.product_bundle == "F":
        return {}
    return {
        "product_bundle": "T",
        "product_bundle_price": sold.costs.product_price + sold.costs.option_price,
        "bundle_product_components": [
            BundlePart(
                variants_code=part.variant_code,
                product_code=part.product_code,
                product_no=str(part.product_no),
                product_name=part.product_name,
                option_value=part.option_value or None,
                option_value_default=part.option_value_default,
                option_id=part.option_id,
                quantity=part.quantity,
                product_price=part.product_price,
                option_price=part.option_price,
            )
            for part in sold.item.product_bundle_list
        ],
    }
