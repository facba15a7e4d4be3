"""The parameters that update a setting, derived from the struct that stores it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.contract.declaration_error import DeclarationError
from openmall.contract.params import ShopParams


class Takes(Struct, frozen=True, eq=False):
    """Annotation of a stored field: the type that a client sends, where it differs.

    `Annotated[int, Takes(Days)]` is answered without bounds and taken with those of `Days`.
    """

    kind: Any


class ReadOnly(Struct, frozen=True, eq=False):
    """Annotation of a stored field that no client sends."""


READ_ONLY: Final = ReadOnly()

_PARTS: Final[dict[type[Struct], type[Struct]]] = {}
"""Nested struct -> the struct that updates it: one for all settings that hold it."""


def changes_of(
    kind: type[Struct],
    *,
    required: tuple[str, ...] = (),
    after: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> type[ShopParams]:
    """Return the parameters that update the settings `kind`: every field may be absent (UNSET).

    A field has the type, bounds, nullability and labels of the stored one, or those of its `Takes`;
    nested objects are updated field by field. `required`: fields that must be sent. `after`: field
    -> those that follow it in the published schema, where that is not the order of `kind`.
    Raises DeclarationError for a name that `kind` does not have.
    """
    moved = {name for names in after.values() for name in names}
    if unknown := {*required, *after, *moved} - {*kind.__struct_fields__}:
        raise DeclarationError(f"{kind.__name__} has no field {min(unknown)!r}")
    stored = [name for name in kind.__struct_fields__ if name not in moved]
    ordered = [each for name in stored for each in (name, *after.get(name, ()))]
    fields = _fields(kind, [name for name in ordered if name != "shop_no"], required)
    derived = _defined(kind, fields, (ShopParams,))
    assert issubclass(derived, ShopParams)
    return derived


def stored_kind(change: type[Struct]) -> type[Struct] | None:
    """Return the struct that a derived one updates; None for a struct that is written out."""
    found: type[Struct] | None = getattr(change, "__updates__", None)
    return found


def _fields(
    kind: type[Struct], names: list[str], required: tuple[str, ...] = ()
) -> list[tuple[str, Any, Any]]:
    hints = get_type_hints(kind, include_extras=True)
    wire = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    fields: list[tuple[str, Any, Any]] = []
    for name in names:
        annotations = getattr(hints[name], "__metadata__", ())
        if any(isinstance(each, ReadOnly) for each in annotations):
            continue
        sent = _sent(hints[name])
        if name in required:
            fields.append((name, sent, msgspec.field(name=wire[name])))
        else:
            fields.append((name, sent | UnsetType, msgspec.field(name=wire[name], default=UNSET)))
    return fields


def _sent(hint: Any) -> Any:
    """Return the type in which a client sends a stored field."""
    if get_origin(hint) is not Annotated:
        return _part(hint) if isinstance(hint, type) and issubclass(hint, Struct) else hint
    kind, *annotations = get_args(hint)
    takes = [each for each in annotations if isinstance(each, Takes)]
    rest = tuple(each for each in annotations if not isinstance(each, Takes))
    sent = takes[-1].kind if takes else _sent(kind)
    return Annotated[(sent, *rest)] if rest else sent


def _part(kind: type[Struct]) -> type[Struct]:
    if kind not in _PARTS:
        _PARTS[kind] = _defined(kind, _fields(kind, list(kind.__struct_fields__)), (Struct,))
    return _PARTS[kind]


def _defined(
    kind: type[Struct], fields: list[tuple[str, Any, Any]], bases: tuple[type[Struct], ...]
) -> type[Struct]:
    return msgspec.defstruct(
        f"{kind.__name__}Change",
        fields,
        bases=bases,
        module=kind.__module__,
        namespace={"__updates__": kind},
        frozen=True,
        kw_only=True,
    )
