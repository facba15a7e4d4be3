"""What a form asks for, made of the struct an operation takes.

A field of the form is a parameter, or a part of one: `print_type.receipt_print`.
"""

from decimal import Decimal
from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct, inspect

from openmall.contract.fields import Field, fields_of
from openmall.contract.params import StartDate

Kind = Literal[
    "tick", "choice", "ticks", "number", "numbers", "amount", "date", "text", "long", "secret",
    "rows",
]  # fmt: skip
"""How it is asked for. `ticks`: several of a few; `numbers`: a list of them; `rows`: a table."""

LONG_FROM: Final = 201
"""Characters from which on a text has a field of several lines."""
MOST_ROWS: Final = 40
"""Rows a form holds; a longer list is left to apps."""
SPARE_ROWS: Final = 3
"""Empty rows below those there are."""
_FLAG: Final = {"T", "F"}


class Asked(Struct, frozen=True, kw_only=True):
    """A field of the form."""

    path: tuple[str, ...]
    kind: Kind
    nullable: bool
    required: bool
    values: tuple[str, ...] = ()
    lowest: Decimal | None = None
    highest: Decimal | None = None
    longest: int | None = None
    most: int | None = None
    """Rows, of a table."""
    rows_of: tuple["Asked", ...] = ()

    @property
    def name(self) -> str:
        """What it is called in the form: `print_type.receipt_print`."""
        return ".".join(self.path)

    @property
    def last(self) -> str:
        """Its own name, without that of what it is a part of."""
        return self.path[-1]


class Part(Struct, frozen=True):
    """Fields that belong together: the parts of a parameter, or with no path all others."""

    path: tuple[str, ...]
    fields: tuple[Asked, ...]

    @property
    def name(self) -> str:
        return ".".join(self.path)


@cache
def parts(takes: type[Struct], without: tuple[str, ...]) -> tuple[Part, ...]:
    """Return what a form asks for, the simple fields first; `without` these parameters."""
    return tuple(part for part in _parts((), takes, without) if part.fields)


def _parts(path: tuple[str, ...], of: type[Struct], without: tuple[str, ...]) -> list[Part]:
    simple: list[Asked] = []
    nested: list[Part] = []
    for field in fields_of(of).values():
        if field.name in without:
            continue
        if isinstance(field.type, inspect.StructType):
            nested += _parts((*path, field.name), field.type.cls, ())
        else:
            simple.append(_asked((*path, field.name), field))
    return [Part(path, tuple(simple)), *nested]


def _asked(path: tuple[str, ...], field: Field) -> Asked:
    kind = field.type
    about: dict[str, Any] = {
        "path": path,
        "nullable": field.nullable,
        "required": field.required,
        "lowest": field.lowest,
        "highest": field.highest,
    }
    if isinstance(kind, inspect.LiteralType):
        if set(kind.values) == _FLAG and not field.nullable:
            return Asked(kind="tick", **about)
        return Asked(kind="choice", values=tuple(map(str, kind.values)), **about)
    if isinstance(kind, inspect.IntType):
        about |= {"lowest": _decimal(kind.ge), "highest": _decimal(kind.le)}
        return Asked(kind="number", **about)
    if isinstance(kind, inspect.DecimalType):
        return Asked(kind="amount", **about)
    if isinstance(kind, inspect.DateType) or (
        isinstance(kind, inspect.CustomType) and kind.cls is StartDate
    ):
        return Asked(kind="date", **about)
    if isinstance(kind, inspect.StrType):
        if field.secret:
            return Asked(kind="secret", longest=kind.max_length, **about)
        long = (kind.max_length or 0) >= LONG_FROM
        return Asked(kind="long" if long else "text", longest=kind.max_length, **about)
    assert isinstance(kind, inspect.ListType), path
    return _list(kind, about)


def _list(kind: inspect.ListType, about: dict[str, Any]) -> Asked:
    of = kind.item_type
    if isinstance(of, inspect.Metadata):
        of = of.type
    if isinstance(of, inspect.LiteralType):
        return Asked(kind="ticks", values=tuple(map(str, of.values)), **about)
    if isinstance(of, inspect.IntType):
        return Asked(kind="numbers", **about)
    assert isinstance(of, inspect.StructType), about["path"]
    columns = tuple(_asked((each.name,), each) for each in fields_of(of.cls).values())
    return Asked(kind="rows", rows_of=columns, most=kind.max_length, **about)


def _decimal(bound: int | None) -> Decimal | None:
    return None if bound is None else Decimal(bound)
