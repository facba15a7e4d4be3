"""The conditions of a recipe, and whether the resource of an event meets them."""

import operator
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from openmall.contract.json_values import Encodable

Field = Annotated[str, Meta(min_length=1, max_length=100)]
Value = Annotated[str, Meta(max_length=500)]
Operator = Literal["=", "!=", ">", ">=", "<", "<=", "in", "not in"]
CHANGED_FIELDS: Final = "changed_fields"
MOST: Final = 20
"""Filters, alternatives, and settings of a trigger: of each, as many."""


class Filter(Struct, frozen=True, kw_only=True):
    """A comparison of a field of the event with a value."""

    name: Field
    """A field of the event's resource; `.` leads into an object. A field that the event lacks meets
    no filter. `changed_fields`: the names of the fields that changed; not known, they meet it."""
    value: Value
    """Compared as a number where both are numbers; of `in` and `not in` several, by commas."""
    operator: Operator


class Alternative(Struct, frozen=True, kw_only=True):
    """Filters that an event meets all together."""

    condition: Annotated[list[Filter], Meta(min_length=1, max_length=MOST)]


class TriggerSetting(Struct, frozen=True, kw_only=True):
    """Which events trigger the recipe."""

    required_filters: Annotated[list[Filter], Meta(max_length=MOST)] = []
    """An event meets all of these."""
    optional_filters: Annotated[list[Alternative], Meta(max_length=MOST)] = []
    """Where there are any, an event also meets one of these."""


def is_triggered(
    settings: Sequence[TriggerSetting],
    resource: Mapping[str, Encodable],
    changed_fields: Sequence[str] | None = None,
) -> bool:
    """Say whether an event meets one of the settings; without any, every event does.

    `changed_fields`: what a filter of that name is compared with; None: not known, which meets it.
    """
    event = {**resource, CHANGED_FIELDS: changed_fields}
    return not settings or any(_meets(setting, event) for setting in settings)


def _meets(setting: TriggerSetting, resource: Mapping[str, Encodable]) -> bool:
    alternatives = setting.optional_filters
    return _meets_all(setting.required_filters, resource) and (
        not alternatives or any(_meets_all(each.condition, resource) for each in alternatives)
    )


def _meets_all(filters: Sequence[Filter], resource: Mapping[str, Encodable]) -> bool:
    return all(_compare(each, resource) for each in filters)


def _compare(condition: Filter, resource: Mapping[str, Encodable]) -> bool:
    value: Encodable = resource
    for name in condition.name.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    if value is None and condition.name == CHANGED_FIELDS:
        return True
    if value is None or isinstance(value, Mapping):
        return False
    values = [str(each) for each in (value if isinstance(value, list) else [value])]
    if condition.operator in ("in", "not in"):
        among = [each.strip() for each in condition.value.split(",")]
        found = any(_is_equal(each, other) for each in values for other in among)
        return found == (condition.operator == "in")
    if condition.operator in ("=", "!="):
        found = any(_is_equal(each, condition.value) for each in values)
        return found == (condition.operator == "=")
    return any(_is_ordered(condition.operator, each, condition.value) for each in values)


def _is_equal(one: str, other: str) -> bool:
    numbers = _number(one), _number(other)
    return one == other if None in numbers else numbers[0] == numbers[1]


_ORDERED: Final[dict[str, Callable[[int, int], bool]]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}


def _is_ordered(sign: str, one: str, other: str) -> bool:
    """Compare numbers; other texts by their characters, as dates are written to be."""
    number, limit = _number(one), _number(other)
    if number is None or limit is None:
        order = (one > other) - (one < other)
    else:
        order = (number > limit) - (number < limit)
    return _ORDERED[sign](order, 0)


def _number(text: str) -> Decimal | None:
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None
