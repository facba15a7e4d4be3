"""Descriptions of parameters and response fields: type, bounds, codes, nested fields."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, inspect

from openmall.contract.fields import Field, fields_of
from openmall.contract.operation import Operation
from openmall.contract.params import MOST_LISTED, EndDate, StartDate
from openmall.contract.portable_patterns import portable
from openmall.pages.reference import field_docs

Location = Literal["path", "query", "body", ""]
_MAX_DEPTH: Final = 8
_REPEATED_FROM: Final = 25
"""Number of nested fields from which repetitions refer to the first description."""
_FLAG: Final = {"T", "F"}
_YES_OR_NO: Final = {"T": "yes", "F": "no"}


class FieldDescription(Struct, frozen=True, kw_only=True):
    """A parameter or response field."""

    name: str
    location: Location = ""
    """Location of a parameter; empty for nested fields and response fields."""
    kind: str
    """The type: `integer`, `list of objects`."""
    required: bool = False
    nullable: bool = False
    default: str = ""
    lowest: str = ""
    highest: str = ""
    min_length: int | None = None
    max_length: int | None = None
    pattern: str = ""
    max_items: int | None = None
    """Maximum number of values of a list."""
    comma_separated: bool = False
    """A list is sent as one text of comma-separated values."""
    embedded: bool = False
    """It is returned only when `embed` names it."""
    secret: bool = False
    codes: tuple[tuple[str, str], ...] = ()
    """Allowed codes and their meanings; an empty meaning is omitted."""
    text: str = ""
    children: tuple["FieldDescription", ...] = ()
    same_as: str = ""
    """The earlier field with the same nested fields, if they are many."""

    def all(self) -> "list[FieldDescription]":
        """Return this field and all nested ones."""
        return [self, *(descendant for each in self.children for descendant in each.all())]


class MissingFields(Struct, frozen=True):
    """The fields that an earlier version does not have."""

    top: frozenset[str] = frozenset()
    by_subresource: Mapping[str, frozenset[str]] = {}
    """Sub-resource -> its missing fields."""


def parameters(operation: Operation, missing: MissingFields) -> tuple[FieldDescription, ...]:
    """Return the parameters of an operation: path, then required, then optional ones."""
    descriptions = []
    for name, field in operation.fields.items():
        in_path = name in operation.placeholders
        if name in missing.top and not in_path:
            continue
        location: Location = "path" if in_path else "body" if operation.has_body else "query"
        comma_separated = field.many and location == "query"
        description = _describe(
            operation.takes, field, comma_separated=comma_separated, fallback=operation.gives
        )
        if comma_separated:
            description = msgspec.structs.replace(
                description, max_items=min(description.max_items or MOST_LISTED, MOST_LISTED)
            )
        required = in_path or field.required
        descriptions.append(
            msgspec.structs.replace(description, location=location, required=required)
        )
    return tuple(
        sorted(descriptions, key=lambda each: (each.location != "path", not each.required))
    ) + _pipeline_parameters(operation)


def _pipeline_parameters(operation: Operation) -> tuple[FieldDescription, ...]:
    """Return the parameters that the pipeline itself processes."""
    descriptions: list[FieldDescription] = []
    if operation.gives is not None:
        descriptions.append(
            FieldDescription(
                name="fields",
                location="query",
                kind="list of strings",
                comma_separated=True,
                max_items=MOST_LISTED,
                text="Fields to return, so that the response is smaller; without it, all of them.",
            )
        )
    if operation.embeds:
        descriptions.append(
            FieldDescription(
                name="embed",
                location="query",
                kind="list of codes",
                comma_separated=True,
                codes=tuple((name, "") for name in sorted(operation.embeds)),
                text="Sub-resources to return as well.",
            )
        )
    return tuple(descriptions)


def response_fields(operation: Operation, missing: MissingFields) -> tuple[FieldDescription, ...]:
    """Return the fields of the resource an operation returns."""
    if operation.gives is None:
        return ()
    shown = frozenset(operation.shows) | operation.embeds if operation.shows else None
    descriptions = []
    for name, field in fields_of(operation.gives).items():
        if name in missing.top or (shown is not None and name not in shown):
            continue
        description = _describe(
            operation.gives, field, comma_separated=False, fallback=operation.takes
        )
        missing_children = missing.by_subresource.get(name, frozenset())
        children = tuple(each for each in description.children if each.name not in missing_children)
        descriptions.append(
            msgspec.structs.replace(
                description,
                children=children,
                embedded=name in operation.embeds,
                required=False,
                default="",
            )
        )
    return tuple(descriptions)


def deduplicate(descriptions: tuple[FieldDescription, ...]) -> tuple[FieldDescription, ...]:
    """Replace repetitions of many nested fields by a reference to their first occurrence."""
    paths: dict[tuple[str, ...], str] = {}
    return tuple(_deduplicate(each, paths, each.name) for each in descriptions)


def _deduplicate(
    each: FieldDescription, paths: dict[tuple[str, ...], str], path: str
) -> FieldDescription:
    names = tuple(child.name for child in each.children)
    if len(names) >= _REPEATED_FROM:
        if names in paths:
            return msgspec.structs.replace(each, children=(), same_as=paths[names])
        paths[names] = path
    children = tuple(_deduplicate(child, paths, f"{path}.{child.name}") for child in each.children)
    return msgspec.structs.replace(each, children=children) if children else each


def _describe(
    struct: type[Struct],
    field: Field,
    *,
    comma_separated: bool,
    fallback: type[Struct] | None = None,
    ancestors: tuple[type[Struct], ...] = (),
) -> FieldDescription:
    kind, inner, text, codes = _words(struct, field, fallback)
    _, lowest, highest = _item(kind, field)
    return FieldDescription(
        name=field.name,
        kind=_kind(kind),
        required=field.required,
        nullable=field.nullable,
        default=_default(field.default),
        lowest=_bound(lowest if lowest is not None else getattr(inner, "ge", None)),
        highest=_bound(highest if highest is not None else getattr(inner, "le", None)),
        min_length=getattr(inner, "min_length", None) if _is_text(inner) else None,
        max_length=getattr(inner, "max_length", None) if _is_text(inner) else None,
        pattern=portable(getattr(inner, "pattern", None) or ""),
        max_items=getattr(kind, "max_length", None) if kind is not inner else None,
        comma_separated=comma_separated,
        secret=field.secret,
        codes=codes,
        text=text,
        children=_children(inner, ancestors),
    )


def words(
    struct: type[Struct], field: Field, fallback: type[Struct] | None = None
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the text of a field, and its codes with their meanings; both may be empty.

    `fallback`: another struct whose field of that name may have the text.
    """
    _, _, text, codes = _words(struct, field, fallback)
    return text, codes


def _words(
    struct: type[Struct], field: Field, fallback: type[Struct] | None
) -> tuple[Any, Any, str, tuple[tuple[str, str], ...]]:
    """Return the described type of a field, that of its values, its text and its codes."""
    text = field_docs.field_text(struct, field.name)
    if not text and fallback is not None and field.name in fields_of(fallback):
        text = field_docs.field_text(fallback, field.name)
    kind: Any = field.type
    if isinstance(kind, inspect.UnionType):
        # one object or a list of them: described as the list
        kind = next((each for each in kind.types if isinstance(each, inspect.ListType)), kind)
    inner, _, _ = _item(kind, field)
    codes = _codes(field.name, inner, text)
    if not text or (set(dict(codes)) == _FLAG and text == "Yes or no."):
        text = field_docs.name_text(field.name)
    return kind, inner, text, codes


def _is_text(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.StrType)


def _item(kind: Any, field: Field) -> tuple[Any, Decimal | None, Decimal | None]:
    """Return the type of a list's values, and the bounds of amounts."""
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        inner = kind.item_type
        if isinstance(inner, inspect.Metadata):
            extra = inner.extra or {}
            return inner.type, extra.get("ge", field.lowest), extra.get("le", field.highest)
        if isinstance(inner, inspect.UnionType):
            # objects, or texts in their place: described as the objects
            inner = next((e for e in inner.types if isinstance(e, inspect.StructType)), inner)
        return _item(inner, field)
    return kind, field.lowest, field.highest


def _children(kind: Any, ancestors: tuple[type[Struct], ...]) -> tuple[FieldDescription, ...]:
    if (
        not isinstance(kind, inspect.StructType)
        or kind.cls in ancestors
        or len(ancestors) > _MAX_DEPTH
    ):
        return ()
    return tuple(
        _describe(kind.cls, each, comma_separated=False, ancestors=(*ancestors, kind.cls))
        for each in fields_of(kind.cls).values()
    )


def _codes(name: str, kind: Any, text: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(kind, inspect.LiteralType):
        return ()
    codes = [str(value) for value in kind.values]
    meanings = field_docs.parse_code_meanings(text, codes)
    if not meanings and set(codes) <= _FLAG:
        meanings = _YES_OR_NO
    return tuple(
        (code, meanings.get(code) or field_docs.code_meaning(name, code)) for code in codes
    )


def _kind(kind: Any, *, plural: bool = False) -> str:
    if isinstance(kind, inspect.Metadata):
        return _kind(kind.type, plural=plural)
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return f"{'lists' if plural else 'list'} of {_kind(kind.item_type, plural=True)}"
    if isinstance(kind, inspect.UnionType) and any(
        isinstance(each, inspect.StructType) for each in kind.types
    ):
        return " or ".join(_kind(each, plural=plural) for each in kind.types)
    if isinstance(kind, inspect.CustomType) and kind.cls in (StartDate, EndDate):
        return "dates" if plural else "date"
    if isinstance(kind, inspect.LiteralType) and set(kind.values) <= _FLAG:
        return "flags" if plural else "flag"
    words: dict[Any, str] = {
        inspect.IntType: "integer",
        inspect.FloatType: "number",
        inspect.StrType: "string",
        inspect.LiteralType: "code",
        inspect.DecimalType: "amount",
        inspect.StructType: "object",
        inspect.DateType: "date",
        inspect.DateTimeType: "date-time",
        inspect.BoolType: "boolean",
        inspect.DictType: "map",
        inspect.UnionType: "string",
        inspect.NoneType: "null",
        inspect.AnyType: "any",
        inspect.RawType: "any",
    }
    word = words[type(kind)]
    return f"{word}s" if plural and word != "any" else word


def _bound(value: Any) -> str:
    return "" if value is None else str(value)


def _default(value: Any) -> str:
    if value is UNSET or value is msgspec.NODEFAULT or isinstance(value, Struct | Collection):
        return value if isinstance(value, str) else ""
    return "" if value is None else str(value)
