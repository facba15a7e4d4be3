"""From names and values to the operation's parameter struct, every bound checked.

Specification: "Shared query conventions"; "Errors" 422.
"""

import math
import re
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

from openmall.contract import params
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.fields import Field, fields_of
from openmall.contract.operation import Operation
from openmall.shoppers import sessions
from openmall.versions.change import Change

_LONGEST_MESSAGE: Final = 500
"""Characters of what msgspec says, which may hold what was sent."""
_MOST_DECIMALS: Final = 30
"""Digits behind the point of an amount: more are nobody's, and each would be kept and counted."""
_PLACE: Final = re.compile(r"\[[^\[\]]*\]")
_MISSING: Final = re.compile(r"^Object missing required field `(\w+)`$")
_WHOLE: Final = re.compile(r"[+-]?[0-9]+")
_AMOUNT: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?")
_NUL: Final = "\x00"
_TYPES: Final = {"int": "integer", "str": "string", "array": "list", "bool": "boolean"}


def from_query(
    operation: Operation, path: dict[str, str], query: list[tuple[str, str]]
) -> dict[str, Any]:
    """Return the parameters of a call without a body; comma lists are split.

    What the path says wins over a repetition in the query.
    Raises Invalid (422) for a parameter given twice or a list that is too long or has blanks.
    """
    values: dict[str, Any] = {}
    for name, text in query:
        field = operation.fields.get(name)
        if field is not None and field.many:
            values.setdefault(name, []).extend(_listed(name, text))
            most = min(params.MOST_LISTED, getattr(field.type, "max_length", None) or math.inf)
            if len(values[name]) > most:
                raise Invalid(f"A list holds at most {most} values.", parameter=name)
        elif name in values:
            raise Invalid("The parameter is given twice.", parameter=name)
        else:
            values[name] = text
    values.update(path)
    return values


def _listed(name: str, text: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise Invalid("A comma list has no blanks.", parameter=name)
    return parts


def to_struct(operation: Operation, values: dict[str, Any]) -> Struct:
    """Return `values` as the operation's parameter struct; unknown names are passed over.

    Raises Invalid (422) that names the parameter.
    """
    try:
        made = msgspec.convert(values, operation.takes, strict=False, dec_hook=params.from_text)
    except msgspec.ValidationError as error:
        raise invalid(str(error)) from None
    except (OverflowError, RecursionError):
        raise Invalid("A value is beyond all bounds.") from None
    for name, value in values.items():
        if name in operation.fields:
            _refuse_nul(name, value)
            amount = getattr(made, name, None)
            check_amounts(operation.fields[name], amount, name)
            _check_written(value, amount, name)
    return made


def unknown(
    operation: Operation, values: dict[str, Any], changes: tuple[Change, ...] = ()
) -> list[str]:
    """Return the names the operation does not list, in the order they were sent.

    A name within an object is told with those above it: `max_coupon_count.per_hour`.
    `changes`: those since the version the call speaks; what they added it does not know.
    """
    names = operation.knows.difference(*(change.added for change in changes))
    found = []
    for name, value in values.items():
        if name not in names:
            found.append(name)
        elif isinstance(value, dict | list) and name in operation.fields:
            found += _unknown_within(operation.fields[name].type, value, name)
    return found


def _unknown_within(kind: inspect.Type, value: Any, name: str) -> list[str]:
    """Return the names in `value`, which was sent as the parameter `name`, that `kind` has not."""
    if isinstance(kind, inspect.UnionType):
        # one object or a list of them
        wanted = inspect.ListType if isinstance(value, list) else inspect.StructType
        kind = next((each for each in kind.types if isinstance(each, wanted)), kind)
    if isinstance(kind, inspect.ListType) and isinstance(value, list):
        item = (
            kind.item_type.type if isinstance(kind.item_type, inspect.Metadata) else kind.item_type
        )
        return [each for one in value for each in _unknown_within(item, one, name)]
    if not (isinstance(kind, inspect.StructType) and isinstance(value, dict)):
        return []
    fields = fields_of(kind.cls)
    found = []
    for inner, given in value.items():
        path = f"{name}.{inner}"
        if inner not in fields:
            found.append(path)
        elif isinstance(given, dict | list):
            found += _unknown_within(fields[inner].type, given, path)
    return found


def choose_shop(call: Call) -> None:
    """Set the multi-language shop of a call. Raises NotFound (404) for one the mall has not.

    Raises Unauthorized (401) where the shopper is another shop's.
    """
    field = call.operation.fields.get("shop_no")
    if field is None or field.many:
        # a list of numbers is a filter: no one shop is meant
        return
    call.shop_no = call.params.shop_no
    if call.shop_no not in call.mall.shops:
        raise NotFound("The mall has no such shop.", parameter="shop_no")
    if call.shopper is not None:
        sessions.require_shop(call.shopper, call.shop_no)


def _refuse_nul(name: str, value: Any) -> None:
    if isinstance(value, str):
        if _NUL in value:
            raise Invalid("The value holds a NUL character.", parameter=name)
    elif isinstance(value, list):
        for each in value:
            _refuse_nul(name, each)
    elif isinstance(value, dict):
        for key, each in value.items():
            _refuse_nul(name, key)
            _refuse_nul(f"{name}.{key}", each)


def check_amounts(field: Field, value: Any, name: str) -> None:
    """Raise Invalid (422) for an amount outside its bounds, wherever it lies in `value`."""
    if isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        if not isinstance(exponent, int) or exponent > 0:
            # no number, none that ends, or one written with a power of ten
            raise Invalid("Expected an amount.", parameter=name)
        if exponent < -_MOST_DECIMALS:
            raise Invalid(f"An amount has at most {_MOST_DECIMALS} decimals.", parameter=name)
        lowest, highest = field.lowest, field.highest
        if (lowest is not None and value < lowest) or (highest is not None and value > highest):
            raise Invalid(f"Expected an amount from {lowest} to {highest}.", parameter=name)
    elif isinstance(value, Struct):
        for inner in fields_of(type(value)).values():
            check_amounts(inner, getattr(value, inner.name, None), f"{name}.{inner.name}")
    elif isinstance(value, list):
        for each in value:
            check_amounts(field, each, name)


def _check_written(value: Any, amount: Any, name: str) -> None:
    """Raise Invalid (422) for a number written in a form that only Python would read."""
    if isinstance(value, list) and isinstance(amount, list):
        for text, each in zip(value, amount, strict=True):
            _check_written(text, each, name)
    elif isinstance(value, dict) and isinstance(amount, Struct):
        for inner in fields_of(type(amount)).values():
            if inner.name in value:
                made = getattr(amount, inner.name, None)
                _check_written(value[inner.name], made, f"{name}.{inner.name}")
    elif isinstance(value, str) and isinstance(amount, Decimal) and not _AMOUNT.fullmatch(value):
        raise Invalid("Expected an amount.", parameter=name)
    elif isinstance(value, str) and type(amount) is int and not _WHOLE.fullmatch(value):
        raise Invalid("Expected integer.", parameter=name)


def invalid(message: str) -> Invalid:
    """Return what a client is told of what msgspec found wrong: a sentence, and the parameter."""
    # what was sent may stand before the last of these, and be of any length
    text, at, where = message.rpartition(" - at `")
    if not at or not where.endswith("`"):
        text, where = message, ""
    text = text[:_LONGEST_MESSAGE]
    where = where[:_LONGEST_MESSAGE].rstrip("`").removeprefix("key in ").removeprefix("$")
    name = _PLACE.sub("", where).lstrip(".")
    missing = _MISSING.match(text)
    if missing:
        name = f"{name}.{missing[1]}".lstrip(".")
        text = "A required parameter is missing"
    for ours, theirs in _TYPES.items():
        text = text.replace(f"`{ours}`", theirs)
    return Invalid(text.rstrip(".") + ".", parameter=name or None)
