"""Fields that form a range: the first is not above the last.

The pairs are found by their names, `price_min` and `price_max` for example; where a resource has a
rule of its own, which also sees what is stored, the rule decides, and the first field is marked
with `compared_by`.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any, Final

from msgspec import Meta, Struct

from openmall.contract.currency_units import structs
from openmall.contract.errors import Invalid
from openmall.contract.fields import fields_of
from openmall.contract.refusals import END_BEFORE_START, FIRST_ABOVE_LAST

_NAMES: Final = tuple(
    # anchored: a search would try every position of a name
    (re.compile(rf"\A(.*_)?{first}(_.*)?"), last)
    for first, last in (
        ("min", "max"),
        ("minimum", "maximum"),
        ("start", "end"),
        ("begin", "end"),
        ("from", "to"),
        ("since", "until"),
    )
)
"""Word in the name of the first field -> the word of the last one at the same place."""
_RULE: Final = "range_rule"


def compared_by(reason: str) -> Meta:
    """Mark the first field of a range that is not compared here.

    `reason`: what compares it, or why its order does not matter.
    """
    return Meta(extra={_RULE: reason})


def require_ordered(params: Struct, path: str = "") -> None:
    """Raise Invalid (422) for a first value above the last, at any depth; it names the last one."""
    found, nested = _of(type(params))
    for first, last in found:
        low, high = getattr(params, first), getattr(params, last)
        if _are_compared(low, high) and low > high:
            if isinstance(low, date) or _is_moment(first):
                raise Invalid(END_BEFORE_START, parameter=path + last)
            raise Invalid(FIRST_ABOVE_LAST, parameter=path + last, first=first, last=last)
    for name in nested:
        value = getattr(params, name)
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, Struct):
                require_ordered(each, f"{path}{name}.")


def pairs(struct: type[Struct]) -> Iterator[tuple[str, str]]:
    """Yield the names of first and last field of each range of a struct, compared or not."""
    names = fields_of(struct)
    for name in names:
        for pattern, last in _NAMES:
            found = pattern.fullmatch(name)
            other = f"{found[1] or ''}{last}{found[2] or ''}" if found else ""
            if other in names:
                yield name, other


@cache
def _of(struct: type[Struct]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return the ranges of a struct that are compared, and its fields that may hold structs."""
    fields = fields_of(struct)
    return (
        tuple(each for each in pairs(struct) if not fields[each[0]].range_rule),
        tuple(each.name for each in fields.values() if structs(each.type)),
    )


def _are_compared(low: Any, high: Any) -> bool:
    """Return whether both are sent, and of types that have an order."""
    return any(
        isinstance(low, kind) and isinstance(high, kind) for kind in (Decimal, datetime, date, int)
    )


def _is_moment(name: str) -> bool:
    return name.endswith(("_date", "_datetime")) or "_date_" in name
