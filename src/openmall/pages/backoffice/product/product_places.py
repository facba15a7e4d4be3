"""The fields of a refused form at the places of what is stored now.

Fields of variants, options, values and pictures have the places at which their page showed them.
Where one was added or removed elsewhere since, the page of a refusal shows others there: what was
typed for one must not stand at, and be saved for, another.
"""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.variants.shape import Variant
from openmall.pages.backoffice.form_errors import FormState
from openmall.pages.backoffice.product.product_options import ShownOption
from openmall.pages.backoffice.product.product_pictures import ShownPicture

_ROW: Final = (
    r"((?:was-)?(?:custom_variant_code|display|quantity|additional_amount|use_inventory|selling"
    r"|image|row|code)-)(\d+)"
)
_PICTURE: Final = r"((?:was-)?(?:alt|picture|drop)-)(\d+)"
_OPTION: Final = r"((?:was-)?(?:(?:option|display-type|new)-|t-.+-option-))(\d+)"
_VALUE: Final = r"((?:was-)?(?:(?:value|color|picture)-|t-.+-value-))(\d+-\d+)"


class _Places(Struct):
    """Places of the page that sent a form -> those of what is stored."""

    names: re.Pattern[str]
    """Name of a field: what is before its place, and the place."""
    moved: dict[str, str]
    unseen: list[str]
    """Places of what the page that sent the form did not show."""
    gone: bool
    """Something that it showed is there no more."""

    @property
    def is_same(self) -> bool:
        """Whether everything is at the place at which it was shown."""
        moves = any(place != now for place, now in self.moved.items())
        return not (moves or self.unseen or self.gone)


def _places(names: str, shown: dict[str, str], stored: dict[str, str]) -> _Places:
    """`shown`: place -> what the page showed there; `stored`: as it would show it now."""
    now = {what: place for place, what in reversed(stored.items())}
    moved = {place: now[what] for place, what in shown.items() if what in now}
    unseen = [place for place in stored if place not in moved.values()]
    return _Places(re.compile(names), moved, unseen, gone=len(moved) < len(shown))


def realigned(
    state: FormState,
    options: Sequence[ShownOption],
    variants: Sequence[Variant],
    pictures: Sequence[ShownPicture],
) -> FormState:
    """Return the state of a refused form whose fields have the places of what is stored.

    What was typed for something that is gone is left out; what the form did not have shows what is
    stored.
    """
    form = state.form
    if form is None:
        return state
    every = [
        _places(
            _ROW, _shown(form, r"code-(\d+)"),
            {str(at): each.variant_code for at, each in enumerate(variants)},
        ),
        _places(
            _PICTURE, _shown(form, r"picture-(\d+)"),
            {str(at): each.address for at, each in enumerate(pictures)},
        ),
        _places(_VALUE, _shown_values(form), _stored_values(options)),
        _option_places(form, options),
    ]  # fmt: skip
    if all(each.is_same for each in every):
        return state
    pairs = []
    for name in form.names():
        now = _renamed(name, every)
        if now and (name != "order" or every[1].is_same):
            pairs += [(now, text) for text in form.texts(name)]
    encoded = urlencode(pairs).encode()
    sent = Fields(encoded, longest=len(encoded), most=len(pairs))
    stored = [
        each.names.pattern.replace(r"(\d+-\d+)", r"(\d+)").replace(
            r"(\d+)", f"(?:{'|'.join(each.unseen)})"
        )
        for each in every
        if each.unseen
    ]
    return replace(
        state,
        form=sent,
        parameter=_renamed(state.parameter, every),
        stored=re.compile("|".join(stored)) if stored else None,
    )


def _renamed(name: str, every: Sequence[_Places]) -> str:
    """Return the name of a field at its place now; empty where there is none."""
    for each in every:
        found = each.names.fullmatch(name)
        if found is not None:
            place = each.moved.get(found[2])
            return "" if place is None else found[1] + place
    return name


def _shown(form: Fields, pattern: str) -> dict[str, str]:
    return {
        found[1]: form.text(name)
        for name in form.names()
        if (found := re.fullmatch(pattern, name)) and form.text(name)
    }


def _shown_values(form: Fields) -> dict[str, str]:
    """Return the values that were shown, each named with its option."""
    values = _shown(form, r"was-value-(\d+-\d+)")
    return {
        place: f"{form.text('was-option-' + place.partition('-')[0])}\n{text}"
        for place, text in values.items()
    }


def _stored_values(options: Sequence[ShownOption]) -> dict[str, str]:
    return {
        f"{at}-{number}": f"{option.name}\n{value.text}"
        for at, option in enumerate(options)
        for number, value in enumerate(option.choices)
    }


def _option_places(form: Fields, options: Sequence[ShownOption]) -> _Places:
    """Return the places of options; those that were typed as new ones follow the stored ones."""
    shown = _shown(form, r"was-option-(\d+)")
    found = _places(_OPTION, shown, {str(at): each.name for at, each in enumerate(options)})
    at = len(options)
    for place in _shown(form, r"(?:option|new)-(\d+)"):
        if place not in shown and place not in found.moved:
            found.moved[place] = str(at)
            at += 1
    return found
