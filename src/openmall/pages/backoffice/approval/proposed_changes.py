"""The resources that proposals would change, as pages show them."""

import re
from collections.abc import Iterable
from typing import Final

from openmall.commerce.product.variants import codes
from openmall.contract.json_values import Encodable
from openmall.events.plans.shape import PlanChange
from openmall.pages.backoffice.history import (
    changed_fields,
    changed_resources,
    field_labels,
    field_paths,
)
from openmall.pages.backoffice.history.changed_resources import ShownResource
from openmall.pages.backoffice.history.subjects import Names, Subjects
from openmall.pages.backoffice.page_context import PageContext

_VARIANT: Final = re.compile(r"P[0-9A-Z]{7}[0-9A-Z]{4}")
_PRODUCTS: Final = frozenset({"product", "products"})


def want(subjects: Subjects, changes: Iterable[PlanChange]) -> Subjects:
    """Want the names of the resources of changes, and of the ids among their fields."""
    for each in changes:
        sides = (each.before, each.after)
        changed_resources.want(subjects, each.resource, str(each.object), _key(each), sides)
        for side in sides:
            subjects.add_values(field_paths.spread(side or {}))
    return subjects


def show(context: PageContext, change: PlanChange, names: Names) -> ShownResource:
    """Return how a resource that would change is shown."""
    shops = context.visit.mall.shops
    return changed_resources.show(
        context,
        resource=change.resource,
        named=str(change.object),
        key=_key(change),
        change=change.change,
        fields=changed_fields.compare(
            context,
            change.before,
            change.after,
            currency=shops.get(change.shop_no, shops[1]).currency,
            form=field_labels.labels_of_key(context, change.resource),
            names=names,
        ),
        values=(change.before, change.after),
        names=names,
    )


def _key(change: PlanChange) -> dict[str, Encodable]:
    """Return what is known of the key of a resource; empty: its object has all of it."""
    number, named = _product_no(change), str(change.object)
    if not number:
        return {}
    key: dict[str, Encodable] = {"shop_no": change.shop_no, "product_no": number}
    return {**key, "variant_code": named} if _VARIANT.fullmatch(named) else key


def _product_no(change: PlanChange) -> int:
    """Return the number of the product that a changed resource is of; 0: of none."""
    named = str(change.object)
    if change.resource in _PRODUCTS and named.isdecimal():
        return int(named)
    return codes.product_no(named) if _VARIANT.fullmatch(named) else 0
