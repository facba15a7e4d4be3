"""Texts of the back office's forms, declared beside the fields they are about.

`Annotated[Flag, Label("Use coupons"), Hint("...")]` names a field, `Annotated[Literal["A", "B"],
Values({"A": Label("All"), ...})]` its codes. JSON, schemas and bounds do not see these annotations;
`make generated ONLY=words` gathers the texts for translators.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct


# compared by identity, so that an annotated type can be part of a union
class Label(Struct, frozen=True, eq=False):
    """The English name of a field or of a code."""

    text: str


class Hint(Struct, frozen=True, eq=False):
    """An English sentence that helps to fill a field in."""

    text: str


class Values(Struct, frozen=True, eq=False):
    """The codes of a field with their names, in the order in which a form offers them."""

    labels: dict[str, Label]


class Texts(Struct, frozen=True, kw_only=True):
    """The texts of one field; empty where none are declared."""

    label: str = ""
    hint: str = ""
    values: dict[str, str] = {}


T = TypeVar("T")


@cache
def texts_of(struct: type[Struct]) -> dict[str, Texts]:
    """Return the texts of the fields of `struct`, by wire name."""
    hints = get_type_hints(struct, include_extras=True)
    names = zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True)
    return {wire: _texts(hints[name]) for wire, name in names}


def _texts(hint: Any) -> Texts:
    metadata = list(_metadata(hint))
    label, help_text = _last(metadata, Label), _last(metadata, Hint)
    values = _last([*_metadata_of_items(hint), *metadata], Values)
    return Texts(
        label=label.text if label else "",
        hint=help_text.text if help_text else "",
        values={code: each.text for code, each in values.labels.items()} if values else {},
    )


def _last(metadata: list[Any], kind: type[T]) -> T | None:
    """Return the outermost annotation of a kind: an alias's own stand before those of its use."""
    return next((each for each in reversed(metadata) if isinstance(each, kind)), None)


def _metadata(hint: Any) -> Iterator[Any]:
    """Return the annotations of a type and of its alternatives, the innermost first."""
    if get_origin(hint) is Annotated:
        yield from _metadata(hint.__origin__)
        yield from hint.__metadata__
    elif get_origin(hint) is not list:
        for each in get_args(hint):
            yield from _metadata(each)


def _metadata_of_items(hint: Any) -> Iterator[Any]:
    """Return the annotations of the items of a list."""
    if get_origin(hint) is list:
        yield from _metadata(get_args(hint)[0])
    elif get_origin(hint) is Annotated:
        yield from _metadata_of_items(hint.__origin__)
    else:
        for each in get_args(hint):
            yield from _metadata_of_items(each)
