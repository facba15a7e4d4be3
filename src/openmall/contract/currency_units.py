"""Decimals of amounts: as many as the currency of the shop has.

Specification: data types of amounts are "not shown", so this is our choice. An amount of KRW, which
has no decimals, is 1000 or 1000.00, never 1000.50.
"""

from decimal import Decimal
from functools import cache
from typing import Final

from msgspec import Struct, inspect

from openmall.contract.errors import Invalid
from openmall.contract.fields import Field, fields_of
from openmall.contract.json_values import Encodable
from openmall.contract.money import smallest_unit
from openmall.contract.refusals import NO_DECIMALS, PERCENT_OUT_OF_BOUNDS, TOO_MANY_DECIMALS

_WHOLE: Final = 100
"""Percent of all."""


def check_amounts(params: Struct, currency: str) -> None:
    """Raise Invalid (422) for an amount of money in `params` with too many decimals, at any depth.

    And for a percentage above 100 in its place.

    Fields are amounts of money by the metadata of their type, `params.amount_bounds`.
    """
    _check_struct(params, currency, "")


def require_units(amount: Decimal, currency: str, parameter: str) -> None:
    """Raise Invalid (422) for an amount that is no multiple of the smallest unit of a currency."""
    unit = smallest_unit(currency)
    if amount % unit:
        decimals = -int(unit.as_tuple().exponent)
        if not decimals:
            raise Invalid(NO_DECIMALS, parameter=parameter, currency=currency)
        raise Invalid(TOO_MANY_DECIMALS, parameter=parameter, currency=currency, decimals=decimals)


@cache
def _fields_with_money(struct: type[Struct]) -> tuple[Field, ...]:
    """Return the fields that are amounts of money, or hold some at any depth."""
    return tuple(
        field
        for field in fields_of(struct).values()
        if field.money or any(_fields_with_money(each) for each in structs(field.type))
    )


def structs(kind: inspect.Type) -> list[type[Struct]]:
    """Return the structs that values of a type are, or hold in lists."""
    if isinstance(kind, inspect.Metadata):
        return structs(kind.type)
    if isinstance(kind, inspect.ListType):
        return structs(kind.item_type)
    if isinstance(kind, inspect.UnionType):
        return [struct for each in kind.types for struct in structs(each)]
    return [kind.cls] if isinstance(kind, inspect.StructType) else []


def _check_struct(params: Struct, currency: str, path: str) -> None:
    for field in _fields_with_money(type(params)):
        if field.percentage_if is not None:
            unit, percent = field.percentage_if
            if getattr(params, unit) == percent:
                _require_percentage(field, getattr(params, field.name), path)
                continue
        _check_value(field, getattr(params, field.name, None), currency, path + field.name)


def _require_percentage(field: Field, value: Encodable, path: str) -> None:
    if isinstance(value, Decimal) and value > _WHOLE and not field.above_whole:
        raise Invalid(PERCENT_OUT_OF_BOUNDS, parameter=path + field.name)


def _check_value(field: Field, value: Encodable, currency: str, name: str) -> None:
    if isinstance(value, Decimal):
        if field.money:
            require_units(value, currency, name)
    elif isinstance(value, Struct):
        _check_struct(value, currency, f"{name}.")
    elif isinstance(value, list):
        for each in value:
            _check_value(field, each, currency, name)
