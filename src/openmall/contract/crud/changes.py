"""The parameters of an update, derived: from the struct of a setting, or from that of a new row."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.contract.declaration_error import DeclarationError
from openmall.contract.params import Params, ShopParams

K = TypeVar("K", bound=Params)
_DRAFT: Final = "Draft"


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
    derived = _updating(kind, fields, (ShopParams,))
    assert issubclass(derived, ShopParams)
    return derived


def updates_of(draft: type[Params], path: type[K], *, required: tuple[str, ...] = ()) -> type[K]:
    """Return the parameters that update the row of `path`: those of a new one, each may be absent.

    A field has the type and bounds that it has in `draft`. `required`: fields that must be sent.
    For handlers that read no field beside those of `path`, where a difference between the structs
    would be an error. `SizeDraft` makes `SizeChange`. Raises DeclarationError for a name in
    `required` that `draft` does not have, and for a draft of another name.
    """
    if unknown := {*required} - {*draft.__struct_fields__}:
        raise DeclarationError(f"{draft.__name__} has no field {min(unknown)!r}")
    if not draft.__name__.endswith(_DRAFT):
        raise DeclarationError(f"{draft.__name__} is not called `...{_DRAFT}`")
    hints = get_type_hints(draft, include_extras=True)
    fields = [
        (name, hints[name], msgspec.field(name=wire))
        if name in required
        else (name, hints[name] | UnsetType, msgspec.field(name=wire, default=UNSET))
        for name, wire in zip(draft.__struct_fields__, draft.__struct_encode_fields__, strict=True)
        if name not in path.__struct_fields__
    ]
    name = draft.__name__.removesuffix(_DRAFT) + "Change"
    derived = _defined(name, draft, fields, (path,), {"__drafted__": draft})
    assert issubclass(derived, path)
    return derived


def drafted_kind(change: type[Struct]) -> type[Struct] | None:
    """Return the draft that a struct is derived from; None for one that is written out."""
    found: type[Struct] | None = getattr(change, "__drafted__", None)
    return found


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
        _PARTS[kind] = _updating(kind, _fields(kind, list(kind.__struct_fields__)), (Struct,))
    return _PARTS[kind]


def _updating(
    kind: type[Struct], fields: list[tuple[str, Any, Any]], bases: tuple[type[Struct], ...]
) -> type[Struct]:
    return _defined(f"{kind.__name__}Change", kind, fields, bases, {"__updates__": kind})


def _defined(
    name: str,
    kind: type[Struct],
    fields: list[tuple[str, Any, Any]],
    bases: tuple[type[Struct], ...],
    namespace: dict[str, type[Struct]],
) -> type[Struct]:
    """Return a struct in the module of `kind`."""
    return msgspec.defstruct(
        name,
        fields,
        bases=bases,
        module=kind.__module__,
        namespace={**namespace},
        frozen=True,
        kw_only=True,
    )
