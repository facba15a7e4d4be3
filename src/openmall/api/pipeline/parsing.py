"""Parses and validates the parameters of a call into the operation's struct.

Specification: "Shared query conventions"; "Errors" 422.
"""

import math
import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType, inspect

from openmall.access import shopper_sessions
from openmall.api.pipeline.refusals import (
    AMOUNT_OUT_OF_BOUNDS,
    BLANK_IN_LIST,
    PARAMETER_REPEATED,
    PARAMETER_WITHOUT_EFFECT,
    TEXT_NULL,
    TOO_MANY_LISTED,
    UNKNOWN_PARAMETERS,
)
from openmall.api.versions.change import Change
from openmall.contract import bounds, currency_units, params, ranges, validation
from openmall.contract.call_state import CallState
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.fields import Field, fields_of
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import (
    BEYOND_BOUNDS,
    EXPECTED_TYPE,
    NO_AMOUNT,
    NO_SHOP,
    NUL_CHARACTER,
    TOO_MANY_DECIMAL_PLACES,
)
from openmall.contract.sent_numbers import texts_for_numbers
from openmall.contract.texts import entered_texts

_MOST_DECIMALS: Final = 30
"""Decimals of a sent amount; a limit, because each digit costs memory and time."""
_LARGEST: Final = Decimal(99_999_999_999_999)
"""Bound of a number without bounds of its own, above and below 0: its hundredths fit into the
integers of the database, and arithmetic of 28 digits loses none of it."""
_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_AMOUNT: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?")
_NOTHING_ASKED: Final[tuple[Encodable, ...]] = (None, False, "", "F", [], {})
"""Values that ask for nothing, of any type that a parameter may have; 0 compares equal to False."""
_NUL: Final = "\x00"
MAX_NAMED: Final = 10
"""Unknown parameters named in an error or in the warning header."""
MAX_NAME_LENGTH: Final = 64
"""Characters of an unknown parameter's name that are repeated to the client."""


def from_query(
    operation: Operation, path: dict[str, str], query: list[tuple[str, str]]
) -> dict[str, Encodable]:
    """Return the parameters of a call without a body; comma-separated lists are split.

    Values of the path win over those of the query. An empty filter of a read is no filter; a
    write does not pass one over, because it would concern more than was meant.
    Raises Invalid (422) for a repeated parameter, and for a list that is too long or has blanks.
    """
    values: dict[str, Encodable] = {}
    fields = operation.fields
    for name, text in query:
        field = fields.get(name)
        if field is not None and not text and not field.required and not operation.writes:
            continue
        if field is not None and field.many:
            before, listed = values.get(name), _split_list(name, text)
            if isinstance(before, list):
                listed = [*before, *listed]
            values[name] = listed
            most = min(params.MOST_LISTED, getattr(field.type, "max_length", None) or math.inf)
            if len(listed) > most:
                raise Invalid(TOO_MANY_LISTED, parameter=name, most=int(most))
        elif name in values and field is None and name in ("fields", "embed"):
            # lists of names, which some clients send one by one
            values[name] = f"{values[name]},{text}"
        elif name in values:
            raise Invalid(PARAMETER_REPEATED, parameter=name)
        else:
            values[name] = text
    values.update(path)
    return values


def _split_list(name: str, text: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise Invalid(BLANK_IN_LIST, parameter=name)
    return parts


def to_struct(operation: Operation, values: Mapping[str, Encodable]) -> Struct:
    """Convert `values` to the operation's parameter struct; unknown names are ignored.

    Raises Invalid (422) that names the parameter, also for a write without any known parameter.
    """
    values = entered_texts.trimmed(values)
    refuse_without_effect(operation, values)
    if operation.has_body and operation.contents.isdisjoint(values):
        require_contents(operation, values, unknown(operation, values))
    struct = _convert(operation.takes, values)
    fields = operation.fields
    for name, value in values.items():
        if name in fields:
            _refuse_nul(name, value)
            amount = getattr(struct, name, None)
            check_amounts(fields[name], amount, name)
            _check_written(value, getattr(struct, name, UNSET), name)
    ranges.require_ordered(struct)
    return struct


def refuse_without_effect(operation: Operation, values: Mapping[str, Encodable]) -> None:
    """Raise Invalid (422) for a parameter of the specification that has no effect here."""
    for name, why in operation.refuses.items():
        _refuse_value(values, name, (*_NOTHING_ASKED, why.harmless))


def _refuse_value(
    value: Encodable, name: str, harmless: Collection[Encodable], above: str = ""
) -> None:
    """Raise Invalid (422) where the parameter `name` below `above` has a value in `value`.

    `harmless`: values that ask for nothing.
    """
    if isinstance(value, list):
        for each in value:
            _refuse_value(each, name, harmless, above)
        return
    if not isinstance(value, Mapping):
        return
    # a query has `a.b` as one name, a body `b` in the object `a`
    if value.get(name) not in harmless:
        raise Invalid(PARAMETER_WITHOUT_EFFECT, parameter=f"{above}{name}")
    first, dot, rest = name.partition(".")
    if dot:
        _refuse_value(value.get(first), rest, harmless, f"{above}{first}.")


def _convert(kind: type[Struct], values: Mapping[str, Encodable]) -> Struct:
    try:
        try:
            return msgspec.convert(values, kind, strict=False, dec_hook=params.from_text)
        except msgspec.ValidationError as error:
            texts = texts_for_numbers(kind, values)
            if texts == values:
                raise validation.invalid(error, kind) from None
        try:
            return msgspec.convert(texts, kind, strict=False, dec_hook=params.from_text)
        except msgspec.ValidationError as error:
            raise validation.invalid(error, kind) from None
    except (OverflowError, RecursionError):
        raise Invalid(BEYOND_BOUNDS) from None


def require_contents(
    operation: Operation, values: Mapping[str, Encodable], unknown_names: list[str]
) -> None:
    """Raise Invalid (422) for an object of a write with parameters of which none is known."""
    if not unknown_names or not operation.has_body or not operation.contents:
        return
    if operation.contents.isdisjoint(values.keys() - set(unknown_names)):
        names = ", ".join(f"`{name[:MAX_NAME_LENGTH]}`" for name in unknown_names[:MAX_NAMED])
        raise Invalid(UNKNOWN_PARAMETERS, parameter=unknown_names[0][:MAX_NAME_LENGTH], names=names)


def unknown(
    operation: Operation, values: Mapping[str, Encodable], changes: tuple[Change, ...] = ()
) -> list[str]:
    """Return the names that the operation does not accept, in the order they were sent.

    A nested name includes its parents: `max_coupon_count.per_hour`.
    `changes`: those since the call's version; parameters they added are unknown to it.
    """
    names = operation.knows.difference(*(change.added for change in changes))
    unknown_names = []
    for name, value in values.items():
        if name not in names:
            unknown_names.append(name)
        elif isinstance(value, dict | list) and name in operation.fields:
            unknown_names += _unknown_nested(operation.fields[name].type, value, name)
    return unknown_names


def _unknown_nested(kind: inspect.Type, value: Encodable, name: str) -> list[str]:
    """Return the names in the `value` of the parameter `name` that `kind` does not have."""
    if isinstance(kind, inspect.UnionType):
        # one object or a list of them
        expected = inspect.ListType if isinstance(value, list) else inspect.StructType
        kind = next((each for each in kind.types if isinstance(each, expected)), kind)
    if isinstance(kind, inspect.ListType) and isinstance(value, list):
        item = (
            kind.item_type.type if isinstance(kind.item_type, inspect.Metadata) else kind.item_type
        )
        return [each for one in value for each in _unknown_nested(item, one, name)]
    if not (isinstance(kind, inspect.StructType) and isinstance(value, dict)):
        return []
    fields = fields_of(kind.cls)
    unknown_names = []
    for inner, inner_value in value.items():
        path = f"{name}.{inner}"
        if inner not in fields:
            unknown_names.append(path)
        elif isinstance(inner_value, dict | list):
            unknown_names += _unknown_nested(fields[inner].type, inner_value, path)
    return unknown_names


def choose_shop(state: CallState) -> None:
    """Set the multi-language shop of a call; a write's amounts are of its currency.

    Raises NotFound (404) for an unknown shop, Unauthorized (401) for the shopper of another, and
    Invalid (422) for an amount with more decimals than the currency has.
    """
    call = state.call
    if state.operation.chooses_shop:
        _set_shop(state)
    if state.operation.writes and call.shop_no in call.mall.shops:
        currency_units.check_amounts(state.params, call.mall.shops[call.shop_no].currency)


def _set_shop(state: CallState) -> None:
    call = state.call
    state.shop_no = state.params.shop_no
    if call.shop_no not in call.mall.shops:
        raise NotFound(NO_SHOP, parameter="shop_no")
    if call.shopper is not None:
        shopper_sessions.require_shop(call.shopper, call.shop_no)


def _refuse_nul(name: str, value: Encodable) -> None:
    if isinstance(value, str):
        if _NUL in value:
            raise Invalid(NUL_CHARACTER, parameter=name)
    elif isinstance(value, list):
        for each in value:
            _refuse_nul(name, each)
    elif isinstance(value, dict):
        for key, each in value.items():
            _refuse_nul(name, key)
            _refuse_nul(f"{name}.{key}", each)


def check_amounts(field: Field, value: Encodable, name: str) -> None:
    """Raise Invalid (422) for an amount outside its bounds, at any depth of `value`."""
    if isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        if not isinstance(exponent, int) or exponent > 0:
            # NaN, infinite, or written with an exponent
            raise Invalid(NO_AMOUNT, parameter=name)
        if exponent < -_MOST_DECIMALS:
            raise Invalid(TOO_MANY_DECIMAL_PLACES, parameter=name, most=_MOST_DECIMALS)
        lowest = -_LARGEST if field.lowest is None else field.lowest
        highest = _LARGEST if field.highest is None else field.highest
        if not lowest <= value <= highest:
            least, most = bounds.number(lowest), bounds.number(highest)
            raise Invalid(AMOUNT_OUT_OF_BOUNDS, parameter=name, least=least, most=most)
    elif isinstance(value, Struct):
        for inner in fields_of(type(value)).values():
            check_amounts(inner, getattr(value, inner.name, None), f"{name}.{inner.name}")
    elif isinstance(value, list):
        for each in value:
            check_amounts(field, each, name)


def _check_written(value: Encodable, amount: Encodable | UnsetType, name: str) -> None:
    """Raise Invalid (422) for a number in a notation that only Python accepts.

    And for the text `null`, which the JSON library takes for null.
    """
    if isinstance(value, list) and isinstance(amount, list):
        for text, each in zip(value, amount, strict=True):
            _check_written(text, each, name)
    elif isinstance(value, dict) and isinstance(amount, Struct):
        for inner in fields_of(type(amount)).values():
            if inner.name in value:
                parsed = getattr(amount, inner.name, UNSET)
                _check_written(value[inner.name], parsed, f"{name}.{inner.name}")
    elif isinstance(value, str) and amount is None:
        raise Invalid(TEXT_NULL, parameter=name)
    elif isinstance(value, str) and isinstance(amount, Decimal) and not _AMOUNT.fullmatch(value):
        raise Invalid(NO_AMOUNT, parameter=name)
    elif isinstance(value, str) and type(amount) is int and not _INTEGER.fullmatch(value):
        raise Invalid(EXPECTED_TYPE, parameter=name, expected=Phrase("integer"))
