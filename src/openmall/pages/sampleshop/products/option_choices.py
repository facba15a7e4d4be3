"""The choice of options on the page of a product: buttons with colours and pictures of values."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import Invalid
from openmall.pages.sampleshop.refusals import COMBINATION_UNAVAILABLE, OPTION_NOT_CHOSEN

_COLOR: Final = re.compile(r"#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
_SELECT_BOX: Final = "S"
_RADIOS: Final = "R"
_IN_ONE_LIST: Final = "C"
MOST: Final = 10
"""Options of a product."""


def color(text: str) -> str:
    """Return a colour of a value as `#rrggbb`; empty for a text that is none."""
    found = _COLOR.fullmatch(text.strip())
    return f"#{found[1].lower()}" if found else ""


def picture(text: str) -> str:
    """Return the address of a value's picture; empty for a text that is none."""
    return text if text.startswith("https://") else ""


def groups(
    options: Mapping[str, Any], variants: Sequence[Mapping[str, Any]], chosen: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the options to choose from one by one; none where one list has all combinations.

    A group has the `name` of its option, its `field`, its `look` (`as-buttons` or `as-radios`), and
    `values` with `text`, `color`, `picture`, `chosen` and `sold_out`, which is known of a product
    with one option only. They are shown where
    an option is set to be shown as buttons, or one of its values has a colour or a picture.
    `variants`: those on display, as the page shows them.
    """
    if options["option_list_type"] == _IN_ONE_LIST:
        return []
    found = [
        _group(at, option, variants, chosen[at] if at < len(chosen) else "")
        for at, option in enumerate(options["options"])
    ]
    plain = all(
        option["option_display_type"] == _SELECT_BOX
        and not any(value["color"] or value["picture"] for value in group["values"])
        for option, group in zip(options["options"], found, strict=True)
    )
    if plain or len(variants) < 2:
        return []
    if len(found) == 1:
        left = {each["values"][0] for each in variants if not each["sold_out"]}
        for value in found[0]["values"]:
            value["sold_out"] = value["text"] not in left
    return found


def _group(
    at: int, option: Mapping[str, Any], variants: Sequence[Mapping[str, Any]], chosen: str
) -> dict[str, Any]:
    sold = {each["values"][at] for each in variants if at < len(each["values"])}
    return {
        "name": option["option_name"],
        "field": f"choice{at}",
        "look": "as-radios" if option["option_display_type"] == _RADIOS else "as-buttons",
        "values": [
            {
                "text": each["option_text"],
                "color": color(each["option_color"]),
                "picture": picture(each["option_image_file"]),
                "chosen": each["option_text"] == chosen,
                "sold_out": False,
            }
            for each in option["option_value"]
            if each["option_text"] in sold
        ],
    }


def chosen_values(form: Fields) -> list[str]:
    """Return the values that a form chose, one of each option; empty: it has no such fields."""
    fields = [f"choice{at}" for at in range(MOST)]
    count = max((at + 1 for at, name in enumerate(fields) if name in form.names()), default=0)
    return [form.text(name) for name in fields[:count]]


def variant_code(
    chosen: Sequence[str], options: Mapping[str, Any], variants: Sequence[Mapping[str, Any]]
) -> str:
    """Return the variant of a combination of values.

    Raises Invalid (422) where an option is not chosen, or the combination is not on display.
    """
    if len(chosen) < len(options["options"]) or not all(chosen):
        raise Invalid(OPTION_NOT_CHOSEN, parameter="variants.variants_code")
    for each in variants:
        if [choice["value"] for choice in each["options"]] == list(chosen):
            code: str = each["variant_code"]
            return code
    raise Invalid(COMBINATION_UNAVAILABLE, parameter="variants.variants_code")
