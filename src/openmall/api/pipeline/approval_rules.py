"""Which writes need a person's approval, by the rules of the merchant.

A rule first says by the call itself whether it could concern it; only those calls are rehearsed.
Then it says by what the rehearsal has captured whether it does. Decision 64.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final

import msgspec

from openmall.api.pipeline import rehearsal
from openmall.commerce.mileage.entries.tables import ENTRY
from openmall.commerce.order.billing.refunds.tables import REFUND
from openmall.contract import scopes as scope_names
from openmall.contract.approval import ApprovalRule
from openmall.contract.call import Identity
from openmall.contract.errors import Forbidden
from openmall.contract.money import hundredths
from openmall.contract.operation import Operation
from openmall.database.capture import RowChange

_PRICES: Final = frozenset({"price", "retail_price", "supply_price", "additional_amount"})
"""Columns that are prices."""
_PRICE_WORDS: Final = ("price", "amount")
"""Words in the names of fields that may change one."""
_PRICED_TABLES: Final = frozenset({"product", "variant"})
_MONEY_SCOPES: Final = frozenset(
    {
        scope_names.WRITE_MILEAGE,
        scope_names.WRITE_ORDER,
        scope_names.WRITE_CUSTOMER,
        scope_names.WRITE_COMMUNITY,
        scope_names.WRITE_PROMOTION,
        scope_names.WRITE_PERSONAL,
    }
)
"""Of operations that may give or take points and credits, or refund."""
_CUSTOMER_SCOPES: Final = frozenset({scope_names.WRITE_CUSTOMER, scope_names.WRITE_PRIVACY})
_CUSTOMER_PATHS: Final = ("orders/{order_id}/receivers", "orders/{order_id}/buyer")
_UNDO: Final = "writes/{write_no}/undo"
"""It changes what another call has changed: any kind of thing."""
_OF_THE_APP: Final = ("plans/", "jobs/", "exports", "webhooks/subscription")
"""Beginnings of paths whose writes change nothing of the shop."""
_IMPORTS: Final = "imports"


def concerning(
    rules: Iterable[ApprovalRule],
    api: str,
    identity: Identity,
    operation: Operation,
    objects: Sequence[dict[str, Any]],
) -> list[ApprovalRule]:
    """Return the rules that could concern a write.

    Raises Forbidden (403) where it cannot be rehearsed, so that nobody could approve it.
    """
    found = [
        rule
        for rule in rules
        if _is_about(rule, identity)
        and not operation.path.startswith(_OF_THE_APP)
        and (rule.of_all_kinds or _may_match(rule, operation, objects))
    ]
    if found and api == rehearsal.API and not rehearsal.accepts(api, operation):
        raise Forbidden("The shop wants to approve such writes, and this one cannot be proposed.")
    return found


def matching(
    rules: Iterable[ApprovalRule],
    operation: Operation,
    *,
    objects: int,
    changes: int,
    rows: Sequence[RowChange],
) -> ApprovalRule | None:
    """Return the first rule that a rehearsed write needs approval by.

    `objects`: number of objects that it sends; `changes`: of resources that it changes.
    """
    for rule in rules:
        if rule.of_all_kinds or (rule.customers and _is_of_customers(operation)):
            return rule
        if rule.objects is not None and max(objects, changes) > rule.objects:
            return rule
        if rule.price_percent is not None and _changes_prices(rows, rule.price_percent):
            return rule
        if rule.money is not None and _moved(rows) > rule.money:
            return rule
    return None


def _is_about(rule: ApprovalRule, identity: Identity) -> bool:
    if rule.client_id:
        return rule.client_id == identity.app.client_id
    if rule.role_no:
        return rule.role_no == identity.role_no
    return identity.app.client_id != "" or identity.user_type != "P"


def _may_match(rule: ApprovalRule, operation: Operation, objects: Sequence[dict[str, Any]]) -> bool:
    if operation.path.startswith(_IMPORTS):
        # what the file does is known only afterwards
        return operation.method == "POST"
    if operation.path == _UNDO or (rule.customers and _is_of_customers(operation)):
        return True
    if rule.objects is not None and _most_objects(objects) > rule.objects:
        return True
    if rule.price_percent is not None and any(_names_price(each) for each in objects):
        return True
    return rule.money is not None and operation.scope in _MONEY_SCOPES


def _is_of_customers(operation: Operation) -> bool:
    return operation.scope in _CUSTOMER_SCOPES or operation.path.startswith(_CUSTOMER_PATHS)


def _most_objects(objects: Sequence[dict[str, Any]]) -> int:
    """Return how many objects a call names at most: those it sends, or a list of one of them."""
    named = [
        len(value) if isinstance(value, list) else value.count(",") + 1
        for each in objects
        for value in each.values()
        if isinstance(value, list | str)
    ]
    return max([len(objects), *named])


def _names_price(value: Any) -> bool:
    if isinstance(value, dict):
        return any(
            any(word in name for word in _PRICE_WORDS) or _names_price(inner)
            for name, inner in value.items()
        )
    return isinstance(value, list) and any(_names_price(each) for each in value)


def _changes_prices(rows: Iterable[RowChange], percent: int) -> bool:
    """Return whether a price changes by more percent; from nothing to something is always more."""
    for row in rows:
        if row.table not in _PRICED_TABLES or row.before is None or row.after is None:
            continue
        for name in row.changed & _PRICES:
            before, after = row.before[name] or 0, row.after[name] or 0
            if abs(after - before) * 100 > abs(before) * percent:
                return True
    return False


def _moved(rows: Iterable[RowChange]) -> int:
    """Return the refunds, points and credits that are moved together, in hundredths."""
    total = 0
    for row in rows:
        if row.table == ENTRY.name and row.before is None and row.after is not None:
            total += abs(row.after["amount"])
        elif row.table == REFUND.name and row.after is not None:
            total += abs(_refunded(row.after) - (_refunded(row.before) if row.before else 0))
    return total


def _refunded(row: dict[str, Any]) -> int:
    amount = msgspec.json.decode(row["content"]).get("refund", {}).get("refund_amount", "0")
    return hundredths(Decimal(str(amount)))
