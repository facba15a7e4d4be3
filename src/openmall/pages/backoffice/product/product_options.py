"""The options of a product: a form of names and values, from which its variants are combined.

Only what the page showed is removed, and only by its button: options and values that were added
elsewhere since it was opened stay.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.options import rules as option_rules
from openmall.commerce.product.options.refusals import UNKNOWN_ORIGINAL_OPTIONS
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.errors import Invalid, NotModified, PreconditionFailed
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import (
    NO_COLOUR,
    OPTION_NAMED_TWICE,
    OPTION_VALUE_WITHOUT_TEXT,
    OPTION_VALUES_MISSING,
    OPTION_WITHOUT_NAME,
)

_MAX_VALUES: Final = 1_000
"""Values of one option that are read from the form: as many as a product has variants."""
_BLANK: Final = 2
"""Empty options in the form of a product that has none; one otherwise."""
_MOST: Final = 10
_COLOR: Final = re.compile(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")


class ShownChoice(Struct, frozen=True):
    """A value of an option."""

    text: str
    color: str
    picture: str


class ShownOption(Struct, frozen=True):
    """An option in the form of its product."""

    name: str
    display_type: str
    choices: list[ShownChoice]


class Removal(Struct, frozen=True):
    """What becomes of a product's variants when one of its options is removed."""

    stay: int
    """Variants that keep their stock, price and code."""
    end: int
    units: int
    """Units in stock of those that end."""
    new: int
    """Variants without stock that take the place of those that end."""


def removals(options: list[ShownOption], variants: Sequence[Variant]) -> list[Removal]:
    """Return for each option what its removal does, as `combinations.reduced` does it."""
    found = []
    for removed in options:
        together: dict[tuple[str, ...], list[int]] = {}
        for variant in variants:
            left = tuple(each.value for each in variant.options if each.name != removed.name)
            together.setdefault(left, []).append(variant.quantity)
        several = [units for units in together.values() if len(units) > 1]
        found.append(
            Removal(
                stay=len(together) - len(several),
                end=sum(map(len, several)),
                units=sum(map(sum, several)),
                new=len(several),
            )
        )
    return found


class _TypedOption(Struct, frozen=True, kw_only=True):
    """An option as typed; `was`, `were`: its former name and those of its values."""

    at: int
    name: str
    values: list[str]
    display_type: str
    was: str = ""
    were: list[str] = []
    looks: dict[str, dict[str, str]] = {}


async def fetch(
    context: PageContext, product_no: int | str, shop: dict[str, str]
) -> list[ShownOption]:
    """Return the options of a product."""
    response = await context.call(option_rules.retrieve, {**shop, "product_no": product_no})
    return [
        ShownOption(
            each.option_name,
            each.option_display_type,
            [
                ShownChoice(value.option_text, value.option_color, value.option_image_file)
                for value in each.option_value
            ],
        )
        for each in response.content.options
    ]


def blank(options: list[ShownOption]) -> range:
    """Return the places of the empty options that a form offers."""
    return range(len(options), min(_MOST, len(options) + (1 if options else _BLANK)))


def of_new_product(form: Fields) -> dict[str, Encodable]:
    """Return the parameters that create a product with the options typed in its form.

    Raises Invalid (422) whose parameter is the field of the form.
    """
    _, options = _typed_options(form)
    if not options:
        return {}
    _require_names(options)
    return {
        "has_option": "T",
        "options": [{"name": each.name, "value": each.values} for each in options],
    }


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Create, change or remove the options, so that variants whose values stay keep their data.

    Raises Invalid (422) whose parameter is the field of the form.
    """
    kept, added = _typed_options(form)
    if not kept and not added and not _had_options(form):
        raise NotModified()
    _require_names([*kept, *added])
    if _had_options(form):
        stored = await fetch(context, product_no, shop)
        _require_shown_whole(form, stored)
        kept = _as_stored(form, kept, stored)
    options = [*kept, *added]
    parameters: dict[str, Encodable] = {
        **shop,
        "options": [
            {
                "option_name": each.name,
                "option_value": [
                    {"option_text": value, **each.looks.get(value, {})} for value in each.values
                ],
                "option_display_type": each.display_type,
            }
            for each in options
        ],
    }
    if not _had_options(form):
        await context.call(
            option_rules.create, {**parameters, "has_option": "T", "product_no": product_no}
        )
        return
    if not options:
        await context.call(option_rules.remove, {"product_no": product_no})
        return
    parameters["original_options"] = [
        {
            "option_name": each.was,
            "option_value": [{"option_text": value} for value in each.were],
        }
        for each in kept
    ]
    await context.call(option_rules.change, {**parameters, "product_no": product_no})


def _as_stored(
    form: Fields, kept: list[_TypedOption], stored: list[ShownOption]
) -> list[_TypedOption]:
    """Return the options that stay with what the page did not show or did not change of them.

    These are display types that were chosen elsewhere, values that were added there, behind those
    that the page showed, and whole options.
    """
    names = {each.name: each for each in stored}
    found = []
    for option in kept:
        now = names.get(option.was)
        if now is None:
            found.append(option)  # saving it says so
            continue
        shown = _shown_values(form, option.at)
        unseen = [value.text for value in now.choices if value.text not in shown]
        old = len(option.were)
        same = form.text(f"was-display-type-{option.at}") == option.display_type
        found.append(
            replace(
                option,
                values=[*option.values[:old], *unseen, *option.values[old:]],
                were=[*option.were, *unseen],
                display_type=now.display_type if same else option.display_type,
            )
        )
    shown_names = {form.text(f"was-option-{at}") for at in range(_MOST)}
    for each in stored:
        if each.name not in shown_names:
            texts = [value.text for value in each.choices]
            found.append(
                _TypedOption(
                    at=-1,
                    name=each.name,
                    values=texts,
                    display_type=each.display_type,
                    was=each.name,
                    were=texts,
                )
            )
    return found


def _require_shown_whole(form: Fields, stored: list[ShownOption]) -> None:
    """Raise PreconditionFailed (412) where an option with values that were not shown is removed."""
    at = form.text("remove-option")
    for option in stored:
        if at and option.name == form.text(f"was-option-{at}"):
            shown = _shown_values(form, int(at))
            if any(each.text not in shown for each in option.choices):
                raise PreconditionFailed(UNKNOWN_ORIGINAL_OPTIONS, parameter=f"option-{at}")


def _shown_values(form: Fields, at: int) -> set[str]:
    """Return the values of an option that the page showed."""
    shown = set()
    for number in range(_MAX_VALUES):
        was = form.text(f"was-value-{at}-{number}")
        if not was:
            break
        shown.add(was)
    return shown


def _had_options(form: Fields) -> bool:
    return bool(form.text("was-option-0"))


def _typed_options(form: Fields) -> tuple[list[_TypedOption], list[_TypedOption]]:
    """Return the options that stay, with their former names, and those that are new.

    What was not changed of how they look is left out: it may have been changed meanwhile.
    """
    kept: list[_TypedOption] = []
    added: list[_TypedOption] = []
    for at in range(_MOST):
        was = form.text(f"was-option-{at}")
        name = form.text(f"option-{at}").strip()
        new = _parted(form.text(f"new-{at}"))
        if form.text("remove-option") == str(at):
            continue
        if not was:
            if name or new:
                added.append(_option(form, at, name, new))
            continue
        values, were, looks = _kept_values(form, at)
        option = _option(form, at, name, [*values, *new])
        kept.append(replace(option, was=was, were=were, looks=looks))
    return kept, added


def _option(form: Fields, at: int, name: str, values: list[str]) -> _TypedOption:
    display_type = form.text(f"display-type-{at}") or "S"
    if name and (not values or len(set(values)) != len(values)):
        raise Invalid(OPTION_VALUES_MISSING, parameter=f"new-{at}")
    return _TypedOption(at=at, name=name, values=values, display_type=display_type)


def _kept_values(form: Fields, at: int) -> tuple[list[str], list[str], dict[str, dict[str, str]]]:
    """Return the values that stay, with their typed and former names, and the looks of each.

    Raises Invalid (422) for a colour that is none, and for a value without a text.
    """
    values, were = [], []
    looks: dict[str, dict[str, str]] = {}
    for number in range(_MAX_VALUES):
        field = f"{at}-{number}"
        was = form.text(f"was-value-{field}")
        if not was:
            break
        value = form.text(f"value-{field}").strip()
        if form.text("remove-value") == field:
            continue
        if not value:
            raise Invalid(OPTION_VALUE_WITHOUT_TEXT, parameter=f"value-{field}")
        values.append(value)
        were.append(was)
        looks[value] = _look(form, field)
    return values, were, looks


def _look(form: Fields, field: str) -> dict[str, str]:
    look = {}
    if f"color-{field}" in form.names():
        color = form.text(f"color-{field}").strip()
        if color != form.text(f"was-color-{field}"):
            if color and not _COLOR.fullmatch(color):
                raise Invalid(NO_COLOUR, parameter=f"color-{field}")
            look["option_color"] = color
    picture = form.text(f"picture-{field}")
    if f"picture-{field}" in form.names() and picture != form.text(f"was-picture-{field}"):
        look["option_image_file"] = picture
    return look


def _require_names(options: list[_TypedOption]) -> None:
    names: set[str] = set()
    for each in options:
        if not each.name:
            raise Invalid(OPTION_WITHOUT_NAME, parameter=f"option-{each.at}")
        if each.name in names:
            raise Invalid(OPTION_NAMED_TWICE, parameter=f"option-{each.at}")
        names.add(each.name)


def _parted(text: str) -> list[str]:
    return [value for each in text.split(",") if (value := each.strip())]
