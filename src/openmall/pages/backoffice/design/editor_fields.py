"""The fields of the shop editor: as they are stored, or all of them as they were typed.

A refused form is shown as it was sent, never beside what is stored: a block has no name of its own,
so that the block at a place may be another one by now.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes.theme_look import (
    MOST_BLOCKS,
    MOST_ITEMS,
    Block,
    ContentPage,
    Look,
)
from openmall.pages.backoffice.design.storefront_form import (
    FIELDS,
    ITEM_FIELDS,
    ITEMS,
    MENU_NAMES,
    MOST_ENTRIES,
    places_of,
)

_ADDED: Final = ("title", "slug", "name")
"""Fields of a page or picture that is not added yet."""
_COLOURS: Final = ("accent", "header")


class EditorFields(Struct, frozen=True, kw_only=True):
    """What the fields of the editor show."""

    blocks: list[tuple[int, Mapping[str, Any]]]
    """In their order: the place in the names of its fields, and its values with its kind."""
    menus: dict[str, list[tuple[str, str]]]
    """Menu -> label and address of its entries."""
    values: Mapping[str, str]
    """The other fields by name; of a box `T` where it is ticked."""


def stored(
    look: Look, page: ContentPage | None, blocks: tuple[Block, ...], query: Fields
) -> EditorFields:
    """Return the fields of a stored look; `query`: what is not added yet and still typed."""
    values = {
        "logo": look.logo,
        "font": look.font,
        "preset": look.preset,
        "page_title": page.title if page else "",
    }
    for name in _COLOURS:
        colour = getattr(look, name)
        values |= {name: colour, f"use_{name}": "T" if colour else ""}
    return EditorFields(
        blocks=[
            (at, {**asdict(each), "items": [asdict(item) for item in each.items]})
            for at, each in enumerate(blocks)
        ],
        menus={
            name: [(each.label, each.address) for each in getattr(look, name)]
            for name in MENU_NAMES
        },
        values={**values, **{name: query.text(name) for name in _ADDED}},
    )


def sent(form: Fields) -> EditorFields:
    """Return every field as it was sent, in the order to which blocks have been moved."""
    names = (
        "logo",
        "font",
        "preset",
        "page_title",
        *_COLOURS,
        *(f"use_{name}" for name in _COLOURS),
        *_ADDED,
    )
    return EditorFields(
        blocks=[
            (int(place), {"kind": kind, **_block(form, place, kind)})
            for place in places_of(form)[:MOST_BLOCKS]
            if (kind := form.text(f"b{place}-kind")) in FIELDS
        ],
        menus={name: _entries(form, name) for name in MENU_NAMES},
        values={name: form.text(name) for name in names},
    )


def _block(form: Fields, place: str, kind: str) -> dict[str, Any]:
    items = [
        {name: form.text(f"b{place}-item{row}-{name}") for name in ITEM_FIELDS}
        for row in range(MOST_ITEMS)
    ]
    while items and not any(items[-1].values()):
        items.pop()
    values = {name: form.text(f"b{place}-{name}") for name in FIELDS[kind]}
    return {"title": "", **values, "items": items if kind in ITEMS else []}


def _entries(form: Fields, menu: str) -> list[tuple[str, str]]:
    """Return the rows of a menu up to the last one with a text."""
    rows = [
        (form.text(f"{menu}-{row}-label"), form.text(f"{menu}-{row}-address"))
        for row in range(MOST_ENTRIES)
    ]
    while rows and not any(rows[-1]):
        rows.pop()
    return rows
