"""The resources that proposals would change, as pages show them."""

import re
from collections.abc import Iterable
from typing import Final

from openmall.commerce.product.variants import codes
from openmall.contract.json_values import Encodable
from openmall.events.plans.shape import PlanChange
from openmall.pages.backoffice.history import changed_fields, changed_resources
from openmall.pages.backoffice.history.changed_resources import ProductFace, ShownResource
from openmall.pages.backoffice.page_context import PageContext

_VARIANT: Final = re.compile(r"P[0-9A-Z]{7}[0-9A-Z]{4}")
_PRODUCTS: Final = frozenset({"product", "products"})


async def faces(context: PageContext, changes: Iterable[PlanChange]) -> dict[int, ProductFace]:
    """Return how the products of changes are recognised, by their numbers."""
    numbers = [number for each in changes if (number := _product_no(each))]
    return await changed_resources.faces(context, numbers, with_variants=True)


def show(
    context: PageContext, change: PlanChange, products: dict[int, ProductFace]
) -> ShownResource:
    """Return how a resource that would change is shown."""
    shops = context.visit.mall.shops
    key: dict[str, Encodable] = {"shop_no": change.shop_no}
    number, named = _product_no(change), str(change.object)
    if number:
        key["product_no"] = number
    if number and _VARIANT.fullmatch(named):
        key["variant_code"] = named
    return changed_resources.show(
        context,
        resource=change.resource,
        named=named,
        key=key,
        change=change.change,
        fields=changed_fields.compare(
            context,
            change.before,
            change.after,
            currency=shops.get(change.shop_no, shops[1]).currency,
        ),
        values=(change.before, change.after),
        products=products,
    )


def _product_no(change: PlanChange) -> int:
    """Return the number of the product that a changed resource is of; 0: of none."""
    named = str(change.object)
    if change.resource in _PRODUCTS and named.isdecimal():
        return int(named)
    return codes.product_no(named) if _VARIANT.fullmatch(named) else 0
