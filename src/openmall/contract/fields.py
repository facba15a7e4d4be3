"""Field metadata of structs, for the pipeline, the sweep tests and the generated documents."""

from decimal import Decimal
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect

from openmall.contract.declaration_error import DeclarationError


class Field(Struct, frozen=True, kw_only=True):
    """One parameter or response field, by its wire name."""

    name: str
    required: bool
    default: Any
    """UNSET when an absent field is left unchanged."""
    type: inspect.Type
    """Without the UNSET and None alternatives."""
    many: bool
    """A list: on GET and DELETE a comma list."""
    nullable: bool
    lowest: Decimal | None = None
    highest: Decimal | None = None
    """Bounds of an amount, or of each in a list: the JSON library does not check them itself."""
    money: bool = False
    """An amount of the currency of the shop, or a list of them."""
    percentage_if: tuple[str, str] | None = None
    """A field beside an amount, and its value where the amount is a percentage."""
    above_whole: bool = False
    """Such a percentage may be more than 100."""
    secret: bool = False
    """Encrypted at rest, never logged."""
    range_rule: str = ""
    """Why the range that it begins is not compared by `ranges.py`; empty: it is."""


@cache
def fields_of(struct: type[Struct]) -> dict[str, Field]:
    """Return the fields of `struct` by wire name, in declared order.

    Raises DeclarationError when a default lies outside the field's own bounds.
    """
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    fields = {}
    for field in info.fields:
        kind, nullable, extra = _bare(field.type)
        fields[field.encode_name] = Field(
            name=field.encode_name,
            required=field.required,
            default=_default(field),
            type=kind,
            many=isinstance(kind, inspect.ListType | inspect.VarTupleType),
            nullable=nullable,
            lowest=extra.get("ge"),
            highest=extra.get("le"),
            money=extra.get("money", False),
            percentage_if=extra.get("percentage_if"),
            above_whole=extra.get("above_whole", False),
            secret=extra.get("secret", False),
            range_rule=extra.get("range_rule", ""),
        )
        _check_default(struct, field)
    return fields


def _bare(kind: inspect.Type) -> tuple[inspect.Type, bool, dict[str, Any]]:
    """Return `kind` without None and metadata, whether it allowed None, and the metadata."""
    extra: dict[str, Any] = {}
    if isinstance(kind, inspect.Metadata):
        extra = kind.extra or {}
        kind = kind.type
    if isinstance(kind, inspect.ListType) and isinstance(kind.item_type, inspect.Metadata):
        extra = {**(kind.item_type.extra or {}), **extra}
    if isinstance(kind, inspect.UnionType):
        rest = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        if len(rest) == 1:
            bare, _, inner = _bare(rest[0])
            return bare, len(rest) < len(kind.types), {**extra, **inner}
    return kind, False, extra


def _default(field: inspect.Field) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return msgspec.NODEFAULT if field.required else msgspec.UNSET


def _check_default(struct: type[Struct], field: inspect.Field) -> None:
    default = field.default
    if default is msgspec.NODEFAULT or default is msgspec.UNSET or default is None:
        return
    bare, _, _ = _bare(field.type)
    within = True
    if isinstance(bare, inspect.LiteralType):
        within = default in bare.values
    if isinstance(bare, inspect.IntType) and isinstance(default, int):
        within = (bare.ge is None or default >= bare.ge) and (bare.le is None or default <= bare.le)
    if not within:
        raise DeclarationError(
            f"{struct.__name__}.{field.name}: default {default!r} is outside its own bounds"
        )
