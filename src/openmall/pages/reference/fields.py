"""Parameters and answer fields as a reader needs them: type, bounds, codes, what is inside."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, inspect

from openmall.contract.fields import Field, fields_of
from openmall.contract.operation import Operation
from openmall.contract.params import MOST_LISTED, EndDate, StartDate
from openmall.pages.reference import sayings

Where = Literal["path", "query", "body", ""]
_DEEPEST: Final = 8
_MANY: Final = 25
"""Fields inside from which on they are told once and then referred to."""
_FLAG: Final = {"T", "F"}
_YES_OR_NO: Final = {"T": "yes", "F": "no"}


class Described(Struct, frozen=True, kw_only=True):
    """A parameter, or a field of an answer."""

    name: str
    where: Where = ""
    """Where a parameter is sent; empty for what is inside another, and of answers."""
    kind: str
    """Its type in a word: `integer`, `list of objects`."""
    required: bool = False
    nullable: bool = False
    default: str = ""
    lowest: str = ""
    highest: str = ""
    shortest: int | None = None
    longest: int | None = None
    pattern: str = ""
    most: int | None = None
    """Values a list may hold."""
    commas: bool = False
    """A list is sent as one text, its values parted by commas."""
    embedded: bool = False
    """It is answered only when `embed` names it."""
    secret: bool = False
    codes: tuple[tuple[str, str], ...] = ()
    """What is allowed, and what each means; an empty meaning is not told."""
    text: str = ""
    inside: tuple["Described", ...] = ()
    like: str = ""
    """The field told before that has the same fields inside, where they are many."""

    def all(self) -> "list[Described]":
        """Return this and everything inside."""
        return [self, *(below for each in self.inside for below in each.all())]


class Lacking(Struct, frozen=True):
    """What an earlier version does not have."""

    top: frozenset[str] = frozenset()
    within: Mapping[str, frozenset[str]] = {}
    """Sub-resource -> its fields that are not there."""


def parameters(row: Operation, lacking: Lacking) -> tuple[Described, ...]:
    """Return what an operation takes: of its path, then what is required, then the rest."""
    found = []
    for name, field in row.fields.items():
        inside = name in row.placeholders
        if name in lacking.top and not inside:
            continue
        where: Where = "path" if inside else "body" if row.has_body else "query"
        commas = field.many and where == "query"
        one = _described(row.takes, field, commas=commas, also=row.gives)
        if commas:
            one = msgspec.structs.replace(one, most=min(one.most or MOST_LISTED, MOST_LISTED))
        required = inside or field.required
        found.append(msgspec.structs.replace(one, where=where, required=required))
    return tuple(
        sorted(found, key=lambda each: (each.where != "path", not each.required))
    ) + _everywhere(row)


def _everywhere(row: Operation) -> tuple[Described, ...]:
    """Return what the pipeline itself understands."""
    named: list[Described] = []
    if row.gives is not None:
        named.append(
            Described(
                name="fields",
                where="query",
                kind="list of strings",
                commas=True,
                most=MOST_LISTED,
                text="Fields to answer, so that the answer is smaller; without it, all of them.",
            )
        )
    if row.embeds:
        named.append(
            Described(
                name="embed",
                where="query",
                kind="list of codes",
                commas=True,
                codes=tuple((name, "") for name in sorted(row.embeds)),
                text="Sub-resources to answer as well.",
            )
        )
    return tuple(named)


def answered(row: Operation, lacking: Lacking) -> tuple[Described, ...]:
    """Return the fields of the resource an operation answers."""
    if row.gives is None:
        return ()
    shown = frozenset(row.shows) | row.embeds if row.shows else None
    found = []
    for name, field in fields_of(row.gives).items():
        if name in lacking.top or (shown is not None and name not in shown):
            continue
        one = _described(row.gives, field, commas=False, also=row.takes)
        gone = lacking.within.get(name, frozenset())
        inside = tuple(each for each in one.inside if each.name not in gone)
        found.append(
            msgspec.structs.replace(
                one, inside=inside, embedded=name in row.embeds, required=False, default=""
            )
        )
    return tuple(found)


def once(told: tuple[Described, ...]) -> tuple[Described, ...]:
    """Return the same fields; where many are inside that were told before, it says like where."""
    known: dict[tuple[str, ...], str] = {}
    return tuple(_once(each, known, each.name) for each in told)


def _once(each: Described, known: dict[tuple[str, ...], str], path: str) -> Described:
    names = tuple(inner.name for inner in each.inside)
    if len(names) >= _MANY:
        if names in known:
            return msgspec.structs.replace(each, inside=(), like=known[names])
        known[names] = path
    inside = tuple(_once(inner, known, f"{path}.{inner.name}") for inner in each.inside)
    return msgspec.structs.replace(each, inside=inside) if inside else each


def _described(
    struct: type[Struct],
    field: Field,
    *,
    commas: bool,
    also: type[Struct] | None = None,
    above: tuple[type[Struct], ...] = (),
) -> Described:
    text = sayings.of_field(struct, field.name)
    if not text and also is not None and field.name in fields_of(also):
        text = sayings.of_field(also, field.name)
    kind: Any = field.type
    if isinstance(kind, inspect.UnionType):
        # one object or a list of them: told as the list
        kind = next((each for each in kind.types if isinstance(each, inspect.ListType)), kind)
    inner, low, high = _item(kind, field)
    codes = _codes(field.name, inner, text)
    if not text or (set(dict(codes)) == _FLAG and text == "Yes or no."):
        text = sayings.of_name(field.name)
    return Described(
        name=field.name,
        kind=_kind(kind),
        required=field.required,
        nullable=field.nullable,
        default=_default(field.default),
        lowest=_bound(low if low is not None else getattr(inner, "ge", None)),
        highest=_bound(high if high is not None else getattr(inner, "le", None)),
        shortest=getattr(inner, "min_length", None) if _is_text(inner) else None,
        longest=getattr(inner, "max_length", None) if _is_text(inner) else None,
        pattern=(getattr(inner, "pattern", None) or "").replace(r"\Z", "$"),
        most=getattr(kind, "max_length", None) if kind is not inner else None,
        commas=commas,
        secret=field.secret,
        codes=codes,
        text=text,
        inside=_inside(inner, above),
    )


def _is_text(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.StrType)


def _item(kind: Any, field: Field) -> tuple[Any, Decimal | None, Decimal | None]:
    """Return the type of each value, and the bounds of amounts."""
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        inner = kind.item_type
        if isinstance(inner, inspect.Metadata):
            extra = inner.extra or {}
            return inner.type, extra.get("ge", field.lowest), extra.get("le", field.highest)
        if isinstance(inner, inspect.UnionType):
            # objects, or texts that stand for them: told as the objects
            inner = next((e for e in inner.types if isinstance(e, inspect.StructType)), inner)
        return _item(inner, field)
    return kind, field.lowest, field.highest


def _inside(kind: Any, above: tuple[type[Struct], ...]) -> tuple[Described, ...]:
    if not isinstance(kind, inspect.StructType) or kind.cls in above or len(above) > _DEEPEST:
        return ()
    return tuple(
        _described(kind.cls, each, commas=False, above=(*above, kind.cls))
        for each in fields_of(kind.cls).values()
    )


def _codes(name: str, kind: Any, text: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(kind, inspect.LiteralType):
        return ()
    codes = [str(value) for value in kind.values]
    meanings = sayings.of_codes(text, codes)
    if not meanings and set(codes) <= _FLAG:
        meanings = _YES_OR_NO
    return tuple((code, meanings.get(code) or sayings.of_code(name, code)) for code in codes)


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
