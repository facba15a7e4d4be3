"""The fields of a form, derived from the struct that an operation takes.

A field is a parameter, or a part of one: `print_type.receipt_print`. Its texts are annotations of
the struct's field: see `contract/labels.py`.
"""

from decimal import Decimal
from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct, inspect

from openmall.contract.declaration_error import DeclarationError
from openmall.contract.fields import Field, fields_of
from openmall.contract.labels import Texts, texts_of
from openmall.contract.params import StartDate

Kind = Literal[
    "tick", "choice", "ticks", "number", "numbers", "amount", "date", "text", "long", "secret",
    "rows",
]  # fmt: skip
"""Kind of input. `ticks`: several of a few codes; `numbers`: a list of numbers; `rows`: a table."""

MULTILINE_FROM: Final = 201
"""Length from which a text has a multi-line field."""
MAX_ROWS: Final = 40
"""Maximum number of rows of a table in a form; apps change longer lists."""
SPARE_ROWS: Final = 3
"""Empty rows below the existing ones."""
_FLAG: Final = {"T", "F"}


class FormField(Struct, frozen=True, kw_only=True):
    """A field of the form."""

    path: tuple[str, ...]
    kind: Kind
    label: str
    hint: str
    """A sentence that helps to fill it in; may be empty."""
    nullable: bool
    required: bool
    values: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    """Each value and its label, in the order in which they are offered."""
    lowest: Decimal | None = None
    highest: Decimal | None = None
    max_length: int | None = None
    max_rows: int | None = None
    """Maximum number of rows of a table."""
    columns: tuple["FormField", ...] = ()

    @property
    def name(self) -> str:
        """The name in the form: `print_type.receipt_print`."""
        return ".".join(self.path)

    @property
    def last(self) -> str:
        """The last step of the path."""
        return self.path[-1]


class Part(Struct, frozen=True):
    """A group of fields: the parts of one parameter, or with an empty path all simple ones."""

    path: tuple[str, ...]
    labels: tuple[str, ...]
    """The label of each step of `path`."""
    fields: tuple[FormField, ...]

    @property
    def name(self) -> str:
        return ".".join(self.path)


@cache
def parts(takes: type[Struct], without: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the fields of a form, the simple ones first; `without` these parameters.

    Raises DeclarationError for a field or a code without a label.
    """
    return tuple(part for part in _parts((), (), takes, without) if part.fields)


def _parts(
    path: tuple[str, ...],
    labels: tuple[str, ...],
    takes: type[Struct],
    without: tuple[str, ...],
) -> list[Part]:
    simple: list[FormField] = []
    nested: list[Part] = []
    texts = texts_of(takes)
    for field in fields_of(takes).values():
        if field.name in without:
            continue
        if isinstance(field.type, inspect.StructType):
            nested_labels = (*labels, _label(takes, field, texts[field.name]))
            nested += _parts((*path, field.name), nested_labels, field.type.cls, ())
        else:
            simple.append(_form_field((*path, field.name), takes, field))
    return [Part(path, labels, tuple(simple)), *nested]


def _form_field(path: tuple[str, ...], takes: type[Struct], field: Field) -> FormField:
    kind = field.type
    texts = texts_of(takes)[field.name]
    attributes: dict[str, Any] = {
        "path": path,
        "label": _label(takes, field, texts),
        "hint": texts.hint,
        "nullable": field.nullable,
        "required": field.required,
        "lowest": field.lowest,
        "highest": field.highest,
    }
    if isinstance(kind, inspect.LiteralType):
        if set(kind.values) == _FLAG and not field.nullable:
            return FormField(kind="tick", **attributes)
        return FormField(kind="choice", **_codes(takes, field, kind, texts), **attributes)
    if isinstance(kind, inspect.IntType):
        attributes |= {"lowest": _decimal(kind.ge), "highest": _decimal(kind.le)}
        return FormField(kind="number", **attributes)
    if isinstance(kind, inspect.DecimalType):
        return FormField(kind="amount", **attributes)
    if isinstance(kind, inspect.DateType) or (
        isinstance(kind, inspect.CustomType) and kind.cls is StartDate
    ):
        return FormField(kind="date", **attributes)
    if isinstance(kind, inspect.StrType):
        if field.secret:
            return FormField(kind="secret", max_length=kind.max_length, **attributes)
        long = (kind.max_length or 0) >= MULTILINE_FROM
        return FormField(kind="long" if long else "text", max_length=kind.max_length, **attributes)
    assert isinstance(kind, inspect.ListType), path
    item = kind.item_type
    if isinstance(item, inspect.Metadata):
        item = item.type
    if isinstance(item, inspect.LiteralType):
        return FormField(kind="ticks", **_codes(takes, field, item, texts), **attributes)
    if isinstance(item, inspect.IntType):
        return FormField(kind="numbers", **attributes)
    assert isinstance(item, inspect.StructType), path
    columns = tuple(
        _form_field((each.name,), item.cls, each) for each in fields_of(item.cls).values()
    )
    return FormField(kind="rows", columns=columns, max_rows=kind.max_length, **attributes)


def _label(takes: type[Struct], field: Field, texts: Texts) -> str:
    if not texts.label:
        raise DeclarationError(f"{takes.__name__}.{field.name} has no Label")
    return texts.label


def _codes(
    takes: type[Struct], field: Field, kind: inspect.LiteralType, texts: Texts
) -> dict[str, Any]:
    """Return the values of a field, and its choices with labels."""
    values = tuple(map(str, kind.values))
    if missing := [value for value in values if value not in texts.values]:
        raise DeclarationError(f"{takes.__name__}.{field.name}: Values does not name {missing}")
    choices = tuple((code, label) for code, label in texts.values.items() if code in values)
    return {"values": values, "choices": choices}


def _decimal(bound: int | None) -> Decimal | None:
    return None if bound is None else Decimal(bound)
