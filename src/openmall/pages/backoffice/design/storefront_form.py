"""The form of the shop editor: a look as fields, and the look that a sent form means."""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes.theme_look import (
    MOST_BLOCKS,
    Block,
    ContentPage,
    Look,
    MenuEntry,
)
from openmall.contract.json_values import Encodable
from openmall.contract.validation import path_of
from openmall.http.web.languages import marked

ROWS_BEYOND: Final = 3
"""Empty rows that a menu offers."""
KINDS: Final = {
    "hero": marked("Large picture with text"),
    "split": marked("Picture beside text"),
    "products": marked("Featured products"),
    "category": marked("Products of a category"),
    "text": marked("Text"),
    "questions": marked("Questions and answers"),
    "banner": marked("Banner"),
}
"""Kind of a block -> its label."""
FIELDS: Final = {
    "hero": ("title", "text", "picture", "alt", "link", "link_label", "screens"),
    "split": ("title", "text", "picture", "alt", "link", "link_label", "screens"),
    "products": ("title", "display", "count", "screens"),
    "category": ("title", "category_no", "count", "screens"),
    "text": ("title", "text", "screens"),
    "questions": ("title", "text", "screens"),
    "banner": ("title", "picture", "alt", "link", "screens"),
}
"""Kind of a block -> the fields of its form."""
SCREENS: Final = (
    ("", marked("All screens")),
    ("pc", marked("Wide screens only")),
    ("mobile", marked("Phones only")),
)
FONTS: Final = (
    ("", marked("Plain")),
    ("serif", marked("Serif")),
    ("rounded", marked("Rounded")),
    ("wide", marked("Wide")),
)
PLACES: Final = {
    "/": marked("Home page"),
    "/search": marked("Search"),
    "/cart": marked("Cart"),
    "/account": marked("Account"),
    "/orders": marked("Orders of the customer"),
    "/boards": marked("Boards"),
    "/information": marked("Information"),
    "/terms": marked("Terms of use"),
    "/privacy": marked("Privacy policy"),
}
"""Address of a page that every shop has -> its name in the list of links."""
_RECOMMENDED: Final = marked("Recommended")
_NEW: Final = marked("New in the shop")
_NUMBERS: Final = ("display", "category_no", "count")
_MENUS: Final = ("menu", "footer_menu")
_KEPT: Final = "".join(map(chr, range(32, 127)))
_MOST_ROWS: Final = 12 + ROWS_BEYOND


class Wrong(Exception):
    """A field of the form that cannot be used. `field`: its name in the form."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class Sent(Struct, frozen=True):
    """What a form sends."""

    look: Look
    moved: int
    """Place of the block that was moved or added; -1: none."""


def blocks_of(look: Look, slug: str, translate: Callable[[str], str]) -> tuple[Block, ...]:
    """Return the blocks of a page, of the home page for an empty slug.

    A home page that nobody arranged yet has those that the default theme shows.
    """
    if not slug:
        return look.blocks or (
            Block(kind="products", title=translate(_RECOMMENDED), display=2),
            Block(kind="products", title=translate(_NEW), count=12),
        )
    page = look.page(slug)
    return () if page is None else page.blocks


def with_blocks(look: Look, slug: str, blocks: tuple[Block, ...]) -> Look:
    """Return a look with other blocks of a page."""
    if not slug:
        return replace(look, blocks=blocks)
    pages = tuple(
        replace(each, blocks=blocks) if each.slug == slug else each for each in look.pages
    )
    return replace(look, pages=pages)


DEEDS: Final = Deeds(
    "save", "up-*", "down-*", "remove-*", *(f"add-{kind}" for kind in FIELDS), without="save"
)
"""`up-N`, `down-N` and `remove-N`: of the block at place N."""


def read(before: Look, slug: str, form: Fields) -> Sent:
    """Return the look that a form means, with its button executed. Raises Wrong."""
    look = replace(
        before,
        logo=form.text("logo").strip(),
        accent=_colour(form, "accent"),
        header=_colour(form, "header"),
        font=form.text("font"),
        menu=_menu(form, "menu"),
        footer_menu=_menu(form, "footer_menu"),
    )
    if slug:
        title = form.text("page_title").strip()
        pages = tuple(
            replace(each, title=title) if each.slug == slug else each for each in look.pages
        )
        look = replace(look, pages=pages)
    blocks, moved = _acted(_blocks(form), form.deed)
    return Sent(checked(with_blocks(look, slug, tuple(blocks))), moved)


def checked(look: Look) -> Look:
    """Return a look whose bounds hold. Raises Wrong, which names the field."""
    try:
        return msgspec.convert(msgspec.to_builtins(look), Look)
    except msgspec.ValidationError as error:
        raise Wrong(_field(str(error))) from None


def _field(message: str) -> str:
    """Return the field of the form that a message of msgspec is about, such as `b2-link`."""
    place = message.partition("`$")[2].strip("`").replace("[...]", "")
    for list_name in ("blocks", "menu", "footer_menu", "pages"):
        if place.startswith(f".{list_name}"):
            return f"{list_name}{place.rpartition('.')[2]}" if list_name in _MENUS else place
    return place.lstrip(".")


def _acted(blocks: list[Block], act: str) -> tuple[list[Block], int]:
    verb, _, what = act.partition("-")
    if verb == "add" and what in FIELDS:
        if len(blocks) >= MOST_BLOCKS:
            raise Wrong("blocks")
        kind: Any = what
        return [*blocks, Block(kind=kind)], len(blocks)
    at = int(what) if what.isascii() and what.isdecimal() and len(what) < 4 else -1
    if not 0 <= at < len(blocks):
        return blocks, -1
    if verb == "remove":
        return [*blocks[:at], *blocks[at + 1 :]], -1
    to = {"up": at - 1, "down": at + 1}.get(verb, -1)
    if not 0 <= to < len(blocks):
        return blocks, -1
    blocks[at], blocks[to] = blocks[to], blocks[at]
    return blocks, to


def _blocks(form: Fields) -> list[Block]:
    """Return the blocks of a form in the order of `order`, to which scripts move them."""
    found = []
    places = [part for part in form.text("order").split(",") if part][:MOST_BLOCKS]
    for place in dict.fromkeys(places):
        kind = form.text(f"b{place}-kind")
        if kind not in FIELDS:
            continue
        values: dict[str, Encodable] = {"kind": kind}
        for name in FIELDS[kind]:
            text = form.text(f"b{place}-{name}").replace("\r\n", "\n").strip()
            if name in _NUMBERS:
                values[name] = _number(text, f"b{place}-{name}", least=name == "count")
            else:
                values[name] = _encoded(text) if name == "link" else text
        try:
            found.append(msgspec.convert(values, Block))
        except msgspec.ValidationError as error:
            raise Wrong(f"b{place}-{path_of(error)}") from None
    return found


def _encoded(address: str) -> str:
    """Return an address with what is not ASCII, such as Korean words, percent-encoded."""
    return quote(address, safe=_KEPT)


def _number(text: str, field: str, *, least: bool) -> int:
    if not text:
        return 8 if least else 0
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Wrong(field)
    return int(text)


def _colour(form: Fields, name: str) -> str:
    """Return a colour; browsers send one always, so a box says whether it is used."""
    return form.text(name).lower() if form.text(f"use_{name}") else ""


def _menu(form: Fields, name: str) -> tuple[MenuEntry, ...]:
    entries = []
    for row in range(_MOST_ROWS):
        label = form.text(f"{name}-{row}-label").strip()
        address = _encoded(form.text(f"{name}-{row}-address").strip())
        if not label and not address:
            continue
        try:
            entries.append(msgspec.convert({"label": label, "address": address}, MenuEntry))
        except msgspec.ValidationError as error:
            raise Wrong(f"{name}-{row}-{path_of(error)}") from None
        if not label or not address:
            raise Wrong(f"{name}-{row}-{'address' if label else 'label'}")
    return tuple(entries)


def new_page(look: Look, form: Fields) -> tuple[Look, str]:
    """Return a look with a page more, and its slug. Raises Wrong."""
    slug, title = form.text("slug").strip().lower(), form.text("title").strip()
    if not slug or look.page(slug) is not None:
        raise Wrong("slug")
    if not title:
        raise Wrong("title")
    blocks = (Block(kind="text"),)
    page = ContentPage(slug=slug, title=title, blocks=blocks)
    try:
        msgspec.convert(msgspec.to_builtins(page), ContentPage)
    except msgspec.ValidationError as error:
        raise Wrong(path_of(error)) from None
    return checked(replace(look, pages=(*look.pages, page))), slug
