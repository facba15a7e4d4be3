"""Which writes need a person's approval, by the rules of the merchant.

A rule first says by the call itself whether it could concern it; only those calls are rehearsed.
Then it says by what the rehearsal has captured whether it does. Decision 64.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from openmall.api.pipeline import approval_effects, rehearsal
from openmall.api.pipeline.earlier_price_store import EarlierPrices
from openmall.api.pipeline.refusals import APPROVAL_CANNOT_BE_PROPOSED
from openmall.contract import scopes as scope_names
from openmall.contract.approval import ApprovalRule
from openmall.contract.call import Identity
from openmall.contract.errors import Forbidden
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.database.capture import RowChange

_PRICE_WORDS: Final = ("price", "amount", "discount", "category")
"""Words in the names of fields that may change one; a category may be one at a discount."""
_PRICED: Final = (
    "products/{product_no}/options",
    "bundleproducts",
    "benefits",
    "categories/{category_no}",
    "subscription/shipments/setting",
)
"""Beginnings of paths whose writes may change a price that no field names."""
_MONEY_SCOPES: Final = frozenset(
    {
        scope_names.WRITE_MILEAGE,
        scope_names.WRITE_ORDER,
        scope_names.WRITE_CUSTOMER,
        scope_names.WRITE_COMMUNITY,
        scope_names.WRITE_PROMOTION,
        scope_names.WRITE_PERSONAL,
        scope_names.WRITE_PRIVACY,
    }
)
"""Of operations that may give or take points and credits, refund, or change an order's amount."""
_CUSTOMER_SCOPES: Final = frozenset({scope_names.WRITE_CUSTOMER, scope_names.WRITE_PRIVACY})
_CUSTOMER_PATHS: Final = ("orders/{order_id}/receivers", "orders/{order_id}/buyer")
_UNDO: Final = "writes/"
"""Beginning of paths whose writes change what other calls have changed: any kind of thing."""
_WIDE: Final = (
    "autodisplay",
    "brands",
    "categories/{category_no}",
    "classifications",
    "coupons/",
    "customergroups",
    "manufacturers",
    "points/auto",
    "products/{product_no}/options",
    "sampleproducts",
    "suppliers",
    "trends",
)
"""Beginnings of paths whose writes change more objects than they name."""
_OF_THE_APP: Final = ("plans/", "jobs/", "exports", "webhooks/subscription")
"""Beginnings of paths whose writes change nothing of the shop.

A plan that is applied is compared by the calls that it carries out (`plan_execution.py`).
"""
_IMPORTS: Final = "imports"


def concerning(
    rules: Iterable[ApprovalRule],
    api: str,
    identity: Identity,
    operation: Operation,
    objects: Sequence[Mapping[str, Encodable]],
    *,
    total: int = 0,
) -> list[ApprovalRule]:
    """Return the rules that could concern a write.

    `total`: number of objects of all calls that are carried out with it; 0: of this one alone.

    Raises Forbidden (403) where it cannot be rehearsed, so that nobody could approve it.
    """
    found = [
        rule
        for rule in rules
        if is_about(rule, identity)
        and not operation.path.startswith(_OF_THE_APP)
        and (rule.of_all_kinds or _may_match(rule, operation, objects, total))
    ]
    if found and api == rehearsal.API and not rehearsal.accepts(api, operation):
        raise Forbidden(APPROVAL_CANNOT_BE_PROPOSED)
    return found


def matching(
    rules: Iterable[ApprovalRule],
    operation: Operation,
    *,
    objects: int,
    changes: int,
    rows: Sequence[RowChange],
    earlier: EarlierPrices,
) -> ApprovalRule | None:
    """Return the first rule that a rehearsed write needs approval by.

    `objects`: number of objects that it sends; `changes`: of resources that it changes;
    `earlier`: of the changed rows, by `earlier_prices`.
    """
    if _counts_rows(operation):
        changes = max(changes, approval_effects.most_rows(rows))
    for rule in rules:
        if rule.of_all_kinds:
            return rule
        if rule.customers and (
            _is_of_customers(operation) or approval_effects.changes_customers(rows)
        ):
            return rule
        if rule.objects is not None and max(objects, changes) > rule.objects:
            return rule
        if rule.price_percent is not None and approval_effects.changes_prices(
            rows, rule.price_percent, earlier
        ):
            return rule
        if rule.money is not None and approval_effects.moved(rows) > rule.money:
            return rule
    return None


def is_about(rule: ApprovalRule, identity: Identity) -> bool:
    """Return whether a rule is about the writes of an app, or of a manager."""
    if rule.client_id:
        return rule.client_id == identity.app.client_id
    if rule.role_no:
        return rule.role_no == identity.role_no
    return identity.app.client_id != "" or identity.user_type != "P"


def _may_match(
    rule: ApprovalRule, operation: Operation, objects: Sequence[Mapping[str, Encodable]], total: int
) -> bool:
    path = operation.path
    if path.startswith(_IMPORTS):
        # what the file does is known only afterwards
        return operation.method == "POST"
    if path.startswith(_UNDO):
        return True
    if rule.customers and (
        # of orders, some name people: what they change decides
        _is_of_customers(operation) or operation.scope == scope_names.WRITE_ORDER
    ):
        return True
    if rule.objects is not None:
        named = max(total, _most_objects(objects))
        if named > rule.objects or path.startswith(_WIDE):
            return True
    if rule.price_percent is not None and (
        path.startswith(_PRICED)
        or any(_names_price(each) for each in objects)
        or (path.startswith("products") and any(_shows(each) for each in objects))
    ):
        return True
    return rule.money is not None and operation.scope in _MONEY_SCOPES


def _counts_rows(operation: Operation) -> bool:
    """Return whether a write changes more than its response and the change feed show."""
    path = operation.path
    return path.startswith(_UNDO) or (
        path.startswith(_WIDE) and not path.startswith("categories/{category_no}/products")
    )


def _is_of_customers(operation: Operation) -> bool:
    return operation.scope in _CUSTOMER_SCOPES or operation.path.startswith(_CUSTOMER_PATHS)


def _most_objects(objects: Sequence[Mapping[str, Encodable]]) -> int:
    """Return how many objects a call names at most: those it sends, or a list of one of them."""
    named = [
        len(value) if isinstance(value, list) else value.count(",") + 1
        for each in objects
        for value in each.values()
        if isinstance(value, list | str)
    ]
    return max([len(objects), *named])


def _shows(sent: Mapping[str, Encodable]) -> bool:
    """Return whether a product may go on sale, which for a new one is a price from nothing."""
    return "T" in (sent.get("display"), sent.get("selling"))


def _names_price(value: Encodable) -> bool:
    if isinstance(value, dict):
        return any(
            any(word in name for word in _PRICE_WORDS) or _names_price(inner)
            for name, inner in value.items()
        )
    return isinstance(value, list) and any(_names_price(each) for each in value)
