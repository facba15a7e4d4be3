"""The options of a product: a form of names and values, from which its variants are combined."""

import re
from typing import Any, Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.options import rules as option_rules
from openmall.contract.errors import Invalid, NotModified
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import (
    NO_COLOUR,
    OPTION_NAMED_TWICE,
    OPTION_VALUES_MISSING,
    OPTION_WITHOUT_NAME,
)

MAX_VALUES: Final = 200
"""Values of one option that are read from the form."""
_BLANK: Final = 2
"""Empty options in the form of a product that has none; one otherwise."""
_MOST: Final = 10
_COLOR: Final = re.compile(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")


async def fetch(context: PageContext, product_no: object, shop: dict[str, str]) -> dict[str, Any]:
    """Return the options of a product and how many empty ones its form offers."""
    response = await context.call(option_rules.retrieve, {**shop, "product_no": product_no})
    options = response.content.options
    return {
        "options": [
            {
                "name": each.option_name,
                "display_type": each.option_display_type,
                "values": [
                    {
                        "text": value.option_text,
                        "color": value.option_color,
                        "picture": value.option_image_file,
                    }
                    for value in each.option_value
                ],
            }
            for each in options
        ],
        "blank_options": range(len(options), min(_MOST, len(options) + (1 if options else _BLANK))),
    }


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Create, change or remove the options, so that variants whose values stay keep their data.

    Raises Invalid (422) whose parameter is the field of the form.
    """
    if form.text("remove-all"):
        await context.call(option_rules.remove, {"product_no": product_no})
        return
    kept, added = _typed_options(form)
    options = [*kept, *added]
    if not options and not _had_options(form):
        raise NotModified()
    _require_names(options)
    parameters: dict[str, Any] = {
        **shop,
        "options": [
            {
                "option_name": each["name"],
                "option_value": [
                    {"option_text": value, **each["looks"].get(value, {})}
                    for value in each["values"]
                ],
                "option_display_type": each["display_type"],
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
    display_types = await _stored_display_types(
        context, form, kept, {**shop, "product_no": product_no}
    )
    for option, sent in zip(kept, parameters["options"], strict=False):
        if option["was"] in display_types:
            sent["option_display_type"] = display_types[option["was"]]
    parameters["original_options"] = [
        {
            "option_name": each["was"],
            "option_value": [{"option_text": value} for value in each["were"]],
        }
        for each in kept
    ]
    await context.call(option_rules.change, {**parameters, "product_no": product_no})


async def _stored_display_types(
    context: PageContext, form: Fields, kept: list[dict[str, Any]], product: dict[str, str]
) -> dict[str, str]:
    """Return the display types of options by name, of those whose own was not changed here."""
    same = {
        each["was"]
        for each in kept
        if form.text(f"was-display-type-{each['at']}") == each["display_type"]
    }
    options = (await context.call(option_rules.retrieve, product)).content.options if same else []
    return {
        each.option_name: each.option_display_type for each in options if each.option_name in same
    }


def _had_options(form: Fields) -> bool:
    return bool(form.text("was-option-0"))


def _typed_options(form: Fields) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the options that stay, with their former names, and those that are new.

    What was not changed of how they look is left out: it may have been changed meanwhile.
    """
    kept: list[dict[str, Any]] = []
    added: list[dict[str, Any]] = []
    for at in range(_MOST):
        was = form.text(f"was-option-{at}")
        name = form.text(f"option-{at}").strip()
        new = _parted(form.text(f"new-{at}"))
        if form.text("remove-option") == str(at):
            continue
        if not was:
            if name or new:
                added.append(_option(form, at, name, [], [], new))
            continue
        values, were, looks = _kept_values(form, at)
        kept.append({**_option(form, at, name, values, were, new), "was": was, "looks": looks})
    return kept, added


def _option(
    form: Fields, at: int, name: str, values: list[str], were: list[str], new: list[str]
) -> dict[str, Any]:
    display_type = form.text(f"display-type-{at}") or "S"
    every = [*values, *new]
    if name and (not every or len(set(every)) != len(every)):
        raise Invalid(OPTION_VALUES_MISSING, parameter=f"new-{at}")
    return {
        "at": at, "name": name, "values": every, "were": were, "display_type": display_type,
        "looks": {},
    }  # fmt: skip


def _kept_values(form: Fields, at: int) -> tuple[list[str], list[str], dict[str, dict[str, str]]]:
    """Return the values that stay, with their typed and former names, and the looks of each.

    Raises Invalid (422) for a colour that is none.
    """
    values, were = [], []
    looks: dict[str, dict[str, str]] = {}
    for number in range(MAX_VALUES):
        field = f"{at}-{number}"
        was = form.text(f"was-value-{field}")
        if not was:
            break
        value = form.text(f"value-{field}").strip()
        if not value or form.text("remove-value") == field:
            continue
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


def _require_names(options: list[dict[str, Any]]) -> None:
    names: set[str] = set()
    for each in options:
        if not each["name"]:
            raise Invalid(OPTION_WITHOUT_NAME, parameter=f"option-{each['at']}")
        if each["name"] in names:
            raise Invalid(OPTION_NAMED_TWICE, parameter=f"option-{each['at']}")
        names.add(each["name"])


def _parted(text: str) -> list[str]:
    return [value for each in text.split(",") if (value := each.strip())]
