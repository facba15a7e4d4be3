"""Takes whole numbers for texts, which client programs send where a code is documented."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, inspect

from openmall.contract.fields import fields_of
from openmall.contract.json_values import Encodable

_LEADING_ZEROS: Final = re.compile("phone|fax|contact|zipcode|account|password|bank_code")
"""In names of texts that may begin with a zero, which a number has lost."""


def texts_for_numbers(kind: type[Struct], values: Mapping[str, Encodable]) -> dict[str, Encodable]:
    """Return the parameters with texts in place of the whole numbers sent for texts, at any depth.

    A text that may begin with a zero stays a number, and is refused.
    """
    fields = fields_of(kind)
    return {
        name: _as_declared(fields[name].type, value, name) if name in fields else value
        for name, value in values.items()
    }


def _as_declared(kind: inspect.Type, value: Encodable, name: str) -> Encodable:
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    if type(value) is int:
        return str(value) if _is_text(kind) and not _LEADING_ZEROS.search(name) else value
    expected: type[inspect.Type] | None = None
    if isinstance(value, list):
        expected = inspect.ListType
    elif isinstance(value, dict):
        expected = inspect.StructType
    if expected is None:
        return value
    if isinstance(kind, inspect.UnionType):
        kind = next((each for each in kind.types if isinstance(each, expected)), kind)
    if isinstance(kind, inspect.ListType) and isinstance(value, list):
        return [_as_declared(kind.item_type, each, name) for each in value]
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        return texts_for_numbers(kind.cls, value)
    return value


def _is_text(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.UnionType):
        kinds = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return bool(kinds) and all(map(_is_text, kinds))
    if isinstance(kind, inspect.LiteralType):
        return all(isinstance(each, str) for each in kind.values)
    return isinstance(kind, inspect.StrType)
