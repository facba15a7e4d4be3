"""What the operations that manage a shop can change of what rules of approval are about."""

from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec import Struct

from openmall.api import registry
from openmall.api.pipeline import approval_effects
from openmall.api.pipeline.earlier_price_store import EarlierPrices
from openmall.api.pipeline.rehearsal import Rehearsed
from openmall.contract.approval import ApprovalRule
from openmall.contract.operation import Operation
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import OPERATION_KEY, transcribed

RULES = {
    "price": ApprovalRule(rule_no=0, price_percent=0),
    "money": ApprovalRule(rule_no=0, money=0),
    "customers": ApprovalRule(rule_no=0, customers=True),
}
"""Kind -> the strictest rule of it."""
MANAGING = ("admin", "office pages")
"""APIs whose writes rules are about: apps call the first, pages of the back office both."""


class Kinds(Struct, frozen=True):
    """A row of `spec/approvals.tsv`."""

    shown: frozenset[str]
    """Kinds that the call of the sweep changes."""
    also: frozenset[str]
    """Kinds that other calls of the operation can change."""
    request: Values
    """Parameters that the call needs for it beside the fewest."""


@cache
def every_kind() -> dict[tuple[str, ...], Kinds]:
    """Return the file by API, method and path."""
    return {
        key: Kinds(
            frozenset(cells["shown"].replace("-", "").split()),
            frozenset(cells["also"].replace("-", "").split()),
            msgspec.json.decode(cells["request"] or "{}"),
        )
        for key, cells in transcribed("approvals.tsv", OPERATION_KEY).items()
    }


def kinds_of(row: Row) -> Kinds:
    """Return the kinds of an operation; fails for one that has none in the file."""
    found = every_kind().get((row[0].name, row[1].method, row[1].path))
    if found is None:
        pytest.fail(
            f"{row[0].name} {row[1].name} is new: say in spec/approvals.tsv whether it can change "
            "a price, money (refunds, payments, points, amounts of orders) or data of customers"
        )
    return found


def changed_kinds(rehearsed: Rehearsed) -> set[str]:
    """Return the kinds that a rehearsed write has changed, by its rows."""
    rows = rehearsed.rows
    found = {
        "price": approval_effects.changes_prices(rows, 0, EarlierPrices()),
        "money": approval_effects.moved(rows) > 0,
        "customers": approval_effects.changes_customers(rows),
    }
    return {kind for kind, is_changed in found.items() if is_changed}


_AMOUNTS = ("price", "amount", "discount", "percent")
"""Words in the names of parameters that are prices, discounts or percentages."""


def amounts_of(operation: Operation) -> set[str]:
    """Return the numeric parameters of an operation that are prices, discounts or percentages."""
    return {
        name
        for name in _numbers(operation.takes, frozenset())
        if any(word in name for word in _AMOUNTS)
    }


def _numbers(kind: Any, above: frozenset[Any]) -> Iterator[str]:
    if not isinstance(kind, type) or not issubclass(kind, Struct):
        for each in get_args(kind):
            yield from _numbers(each, above)
    elif kind not in above:
        for name, of in get_type_hints(kind).items():
            if name in kind.__struct_fields__:
                if {int, Decimal, float} & {of, *_parts(of)}:
                    yield name
                yield from _numbers(of, above | {kind})


def _parts(kind: Any) -> Iterator[Any]:
    for each in get_args(kind):
        yield each
        yield from _parts(each)


def managing_writes() -> list[Row]:
    """Return the writes of the APIs that manage a shop."""
    apis = registry.apis()
    return [
        (api, operation)
        for api in (*apis.all, *apis.own)
        if api.name in MANAGING
        for operation in api.operations
        if operation.writes
    ]
