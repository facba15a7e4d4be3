"""Fields of a form whose kinds decide which others it has, and the values typed into them.

A field is named as its parameter of the operation: `discount_rate.benefit_percentage`. A page asks
for the sections that the typed values need, so that a change of a deciding field shows other fields
after a reload, with or without scripts.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth.form_fields import Fields
from openmall.contract.money import smallest_unit
from openmall.http.web import typed_numbers

Kind = Literal[
    "text", "amount", "number", "date", "choice", "tick", "ticks", "products", "categories",
]  # fmt: skip
Values = Mapping[str, str]
T = TypeVar("T", bound=str)
MOST_PICKED: Final = 50
"""Products or categories that one field of a form holds."""


class FormField(Struct, frozen=True, kw_only=True):
    """A field of a form; its texts are translated."""

    name: str
    label: str
    kind: Kind = "text"
    choices: Sequence[tuple[str, str]] = ()
    hint: str = ""
    required: bool = False
    decides: bool = False
    """Other fields depend on its value."""
    is_wide: bool = False
    """A choice of long texts, which has the width of two fields where there is room."""


class FieldMaker(Struct, frozen=True):
    """Makes fields of English texts that are marked for translation."""

    translate: Callable[[str], str]

    def field(
        self,
        name: str,
        label: str,
        kind: Kind = "text",
        *,
        hint: str = "",
        choices: Sequence[tuple[str, str]] = (),
        required: bool = False,
        decides: bool = False,
    ) -> FormField:
        """Return a field with its label and hint translated."""
        return FormField(
            name=name,
            label=self.translate(label),
            kind=kind,
            hint=self.translate(hint) if hint else "",
            choices=choices,
            required=required,
            decides=decides,
        )

    def choice(
        self,
        name: str,
        label: str,
        texts: Mapping[T, str],
        *,
        kind: Literal["choice", "ticks"] = "choice",
        hint: str = "",
        required: bool = False,
        decides: bool = False,
        is_wide: bool = False,
    ) -> FormField:
        """Return a field of choices; `texts`: code -> its English text."""
        pairs = [(code, self.translate(text)) for code, text in texts.items()]
        field = self.field(
            name, label, kind, hint=hint, choices=pairs, required=required, decides=decides
        )
        return replace(field, is_wide=is_wide)


class Section(Struct, frozen=True, kw_only=True):
    """A titled part of a form."""

    title: str
    fields: Sequence[FormField]


def read_values(form: Fields) -> dict[str, str]:
    """Return everything that was typed into a form."""
    return {name: form.text(name).strip() for name in form.names()}


def picked(values: Values, name: str) -> list[str]:
    """Return the numbers in a field that holds several, separated by commas."""
    parts = (each.strip() for each in values.get(name, "").split(","))
    return list(dict.fromkeys(each for each in parts if each))[:MOST_PICKED]


def ticked(values: Values, name: str, choices: Sequence[tuple[str, str]]) -> list[str]:
    """Return the ticked choices of a field of kind `ticks`."""
    return [code for code, _ in choices if values.get(f"{name}.{code}") == "T"]


def number(values: Values, name: str) -> str | None:
    """Return a number, or the text as typed for the API to refuse; None for an empty field."""
    return typed_numbers.plain(values.get(name, "")) or None


def numbers(values: Values, name: str) -> list[int | str]:
    """Return the numbers of a field; texts that are none as typed, for the API to refuse."""
    return [
        int(each) if each.isascii() and each.isdigit() else each for each in picked(values, name)
    ]


def rounding(currency: str) -> str:
    """Return the code of a currency's smallest unit: a discount rounded to it is as entered."""
    return {"0.01": "C", "0.1": "B"}.get(str(smallest_unit(currency)), "O")


def flag(values: Values, name: str) -> str:
    return "T" if values.get(name) == "T" else "F"


def labels(sections: Sequence[Section]) -> dict[str, str]:
    """Return the label of each field."""
    return {field.name: field.label for section in sections for field in section.fields}
