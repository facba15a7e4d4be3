"""Fields that form a range: the first is not above the last.

The pairs are found by their names, `price_min` and `price_max` for example; where a resource has a
rule of its own, which also sees what is stored, the rule decides.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any, Final

from msgspec import Struct

from openmall.contract.currency_units import structs
from openmall.contract.errors import Invalid
from openmall.contract.fields import fields_of
from openmall.contract.refusals import END_BEFORE_START, FIRST_ABOVE_LAST

_NAMES: Final = tuple(
    (re.compile(rf"(.*_)?{first}(_.*)?"), last)
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
NOT_COMPARED: Final = {
    "payment_start_date": "a day of the month: payments may pass the end of a month",
    "payment_start_day": "a day of the week: payments may pass the end of a week",
    "display_time_start_hour": "an hour: what is displayed may pass midnight",
    "start_zipcode": "postal codes are compared by the resource, as their country writes them",
    "minimum_quantity": "the product's rule says which units remain, and sees what is stored",
    "icon_exposure_begin_datetime": "the product's rule sees whether the term is used",
}
"""First field of a pair that is not compared here -> why."""
OWN_RULES: Final = (
    "openmall.analytics.reports.",
    "openmall.commerce.community.monthlyreviews",
    "openmall.commerce.mileage.",
    "openmall.commerce.notification.recipientgroups.",
    "openmall.commerce.product.icons.",
    "openmall.commerce.undo.",
    "openmall.events.file_transfers.",
)
"""Modules whose resources compare by rules of their own, which have refusals of their own."""


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
    compared = () if struct.__module__.startswith(OWN_RULES) else pairs(struct)
    nested = (each for each in fields_of(struct).values() if structs(each.type))
    return (
        tuple(each for each in compared if each[0] not in NOT_COMPARED),
        tuple(each.name for each in nested),
    )


def _are_compared(low: Any, high: Any) -> bool:
    """Return whether both are sent, and of types that have an order."""
    return any(
        isinstance(low, kind) and isinstance(high, kind) for kind in (Decimal, datetime, date, int)
    )


def _is_moment(name: str) -> bool:
    return name.endswith(("_date", "_datetime")) or "_date_" in name
