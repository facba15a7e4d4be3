"""Data that pages of every theme have."""

from collections.abc import Iterable
from typing import Any, Final

from openmall.commerce.design.icons import catalogue as icon_catalogue
from openmall.commerce.design.icons.store import ChangedIcon
from openmall.contract.call import Mall
from openmall.http.web import languages

MOST_SHOPS: Final = 20
"""Most shops that pages offer to change to: each costs time on every page."""
LANGUAGES: Final = tuple({"code": code, "name": name} for code, name in languages.NAMES.items())
_DEFAULT_ICONS: Final = {
    each.code: {"src": icon_catalogue.path(each.code), "name": each.description}
    for each in icon_catalogue.CATALOGUE
}


def shown_icons(changed: Iterable[ChangedIcon], screen: str) -> dict[str, dict[str, str]]:
    """Return the icons that pages show on a type of screen: code -> address and English name."""
    here = [each for each in changed if each.type == screen]
    if not here:
        return _DEFAULT_ICONS
    shown = dict(_DEFAULT_ICONS)
    by_id = {each.id: each for each in icon_catalogue.CATALOGUE}
    for each in here:
        known = by_id[each.id]
        if each.display == "F":
            shown.pop(known.code, None)
        elif each.path:
            shown[known.code] = {"src": each.path, "name": known.description}
    return shown


def shops(mall: Mall, here: int) -> list[dict[str, Any]]:
    """Return the first shops of a mall: their addresses, names, and which one is here."""
    first = min(mall.shops)
    return [
        {
            "address": "/" if number == first else f"/shop{number}",
            "name": shop.name,
            "here": number == here,
        }
        for number, shop in sorted(mall.shops.items())[:MOST_SHOPS]
    ]
