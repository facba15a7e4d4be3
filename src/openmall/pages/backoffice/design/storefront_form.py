"""The form of the shop editor: a look as fields, and the look that a sent form means."""

import re
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import new_block_texts
from openmall.commerce.design.themes.theme_look import (
    MOST_BLOCKS,
    MOST_ITEMS,
    MOST_PAGES,
    Block,
    ContentPage,
    Item,
    Look,
    MenuEntry,
    questions_of,
)
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Reason
from openmall.contract.refusals import WRONG_FORMAT
from openmall.contract.validation import invalid, path_of
from openmall.http.web.languages import marked
from openmall.pages.backoffice.refusals import NO_COLOUR

ROWS_BEYOND: Final = 3
"""Empty rows that a menu offers."""
KINDS: Final = {
    "hero": marked("Large picture with text"),
    "slideshow": marked("Slideshow"),
    "split": marked("Picture beside text"),
    "collections": marked("Collections"),
    "products": marked("Featured products"),
    "category": marked("Products of a category"),
    "text": marked("Text"),
    "questions": marked("Questions and answers"),
    "logos": marked("Logos"),
    "banner": marked("Banner"),
    "newsletter": marked("Newsletter"),
}
"""Kind of a block -> its label."""
FIELDS: Final = {
    "hero": ("title", "text", "picture", "alt", "link", "link_label", "screens"),
    "slideshow": ("screens",),
    "split": ("title", "text", "picture", "alt", "link", "link_label", "screens"),
    "collections": ("title", "screens"),
    "products": ("title", "display", "count", "screens"),
    "category": ("title", "category_no", "count", "screens"),
    "text": ("title", "text", "screens"),
    "questions": ("title", "text", "screens"),
    "logos": ("title", "screens"),
    "banner": ("title", "picture", "alt", "link", "screens"),
    "newsletter": ("title", "text", "screens"),
}
"""Kind of a block -> the fields of its form."""
ITEM_FIELDS: Final = ("title", "picture", "link")
ITEMS: Final = {
    "slideshow": (marked("Slide %(number)s"), marked("Heading")),
    "collections": (marked("Collection %(number)s"), marked("Name")),
    "logos": (marked("Logo %(number)s"), marked("Whose logo it is")),
}
"""Kind of a block with items -> what one is called, and its title."""
PRESETS: Final = (
    ("", marked("Calm: rounded, with air")),
    ("gallery", marked("Gallery: square, thin lines, centred")),
    ("market", marked("Market: bold, dense, framed")),
)
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
MENU_NAMES: Final = {"menu": marked("Header menu"), "footer_menu": marked("Footer menu")}
MOST_ENTRIES: Final = 12 + ROWS_BEYOND
"""Rows of a menu that are read."""
_NUMBERS: Final = ("display", "category_no", "count")
_KEPT: Final = "".join(map(chr, range(32, 127)))
_PLACE: Final = re.compile(r"[0-9]{1,3}")
NO_PICTURE: Final = marked("Choose a picture: JPEG, PNG, GIF or WebP, at most 5 MB.")
_UNANSWERED: Final = marked(
    "Each question needs an answer in the lines below it, and an empty line before the next one."
)
_REQUIRED: Final = marked("This field is required.")
_NO_ADDRESS: Final = marked(
    "Enter a page of the shop such as /categories/1, or an address that begins with https://,"
    " without spaces."
)
_NOT_OFFERED: Final = marked("Choose one of the pictures of this design.")
_OF_PATTERN: Final[dict[str, str | Reason]] = {
    "link": _NO_ADDRESS,
    "address": _NO_ADDRESS,
    "picture": _NOT_OFFERED,
    "logo": _NOT_OFFERED,
    "accent": Reason(NO_COLOUR, {}),
    "header": Reason(NO_COLOUR, {}),
    "slug": marked("Enter small letters, digits and hyphens only, such as about-us."),
}
"""Field with a pattern -> what is entered."""


class Wrong(Exception):
    """A field of the form that cannot be used, and why."""

    def __init__(self, field: str, cause: str | Reason | msgspec.ValidationError) -> None:
        """`field`: its name in the form, empty for the form as a whole."""
        super().__init__(field)
        self.field = field
        self.reason: str | Reason
        if not isinstance(cause, msgspec.ValidationError):
            self.reason = cause
            return
        found = invalid(cause).reason
        name = field.rpartition("-")[2]
        of_pattern = found.refusal is WRONG_FORMAT and name in _OF_PATTERN
        self.reason = _OF_PATTERN[name] if of_pattern else found


class Sent(Struct, frozen=True):
    """What a form sends."""

    look: Look
    moved: int
    """Place of the block that was moved or added; -1: none."""


def blocks_of(look: Look, slug: str, locale: str) -> tuple[Block, ...]:
    """Return the blocks of a page, of the home page for an empty slug.

    `locale`: that of the shop, such as `ko_KR`. A home page that is not arranged yet has the blocks
    that the default theme shows.
    """
    if not slug:
        recommended, new = (
            new_block_texts.written(locale, each)
            for each in (new_block_texts.RECOMMENDED, new_block_texts.NEW)
        )
        return look.blocks or (
            Block(kind="products", title=recommended, display=2),
            Block(kind="products", title=new, count=12),
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


def read(before: Look, slug: str, form: Fields, fresh: Block | None = None) -> Sent:
    """Return the look that a form means, with its button executed. Raises Wrong.

    `fresh`: the block that the button adds: behind the one whose place `after` names, else last.
    """
    look = replace(
        before, **_head(form), menu=_menu(form, "menu"), footer_menu=_menu(form, "footer_menu")
    )
    if slug:
        page = look.page(slug) or ContentPage(slug=slug)
        page = replace(page, title=form.text("page_title").strip())
        try:
            msgspec.convert(msgspec.to_builtins(page), ContentPage)
        except msgspec.ValidationError as error:
            raise Wrong("page_title", error) from None
        # one that was removed in another tab is added again
        pages = tuple(page if each.slug == slug else each for each in look.pages)
        look = replace(look, pages=pages if look.page(slug) else (*pages, page))
    found = _blocks(form)
    blocks, moved = _acted(found, form.deed)
    if fresh is not None:
        blocks, moved = _added(found, fresh, form.text("after"))
    return Sent(checked(with_blocks(look, slug, tuple(blocks))), moved)


def _head(form: Fields) -> dict[str, Any]:
    """Return logo, colours and font of a form. Raises Wrong."""
    values: dict[str, Any] = {
        "logo": form.text("logo").strip(),
        "accent": _colour(form, "accent"),
        "header": _colour(form, "header"),
        "font": form.text("font"),
        "preset": form.text("preset"),
    }
    try:
        msgspec.convert(values, Look)
    except msgspec.ValidationError as error:
        raise Wrong(path_of(error), error) from None
    return values


def checked(look: Look) -> Look:
    """Return a look whose bounds hold as a whole, such as the number of pages. Raises Wrong."""
    try:
        return msgspec.convert(msgspec.to_builtins(look), Look)
    except msgspec.ValidationError as error:
        raise Wrong("", error) from None


def _added(blocks: dict[str, Block], fresh: Block, after: str) -> tuple[list[Block], int]:
    found = list(blocks.values())
    if len(found) >= MOST_BLOCKS:
        raise Wrong("", marked("A page has at most 20 blocks."))
    to = list(blocks).index(after) + 1 if after in blocks else len(found)
    return [*found[:to], fresh, *found[to:]], to


def _acted(blocks: dict[str, Block], act: str) -> tuple[list[Block], int]:
    """Return the blocks after a button, which names one by its place in the form."""
    verb, _, what = act.partition("-")
    found = list(blocks.values())
    if what not in blocks:
        return found, -1
    at = list(blocks).index(what)
    if verb == "remove":
        return [*found[:at], *found[at + 1 :]], -1
    to = {"up": at - 1, "down": at + 1}.get(verb, -1)
    if not 0 <= to < len(found):
        return found, -1
    found[at], found[to] = found[to], found[at]
    return found, to


def places_of(form: Fields) -> list[str]:
    """Return the places in the names of a form's blocks, in the order in which blocks stand."""
    return list(dict.fromkeys(filter(_PLACE.fullmatch, form.text("order").split(","))))


def _blocks(form: Fields) -> dict[str, Block]:
    """Return the blocks of a form by their places. Raises Wrong."""
    found = {}
    for place in places_of(form)[:MOST_BLOCKS]:
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
        if kind in ITEMS:
            values["items"] = _items(form, place)
        try:
            found[place] = msgspec.convert(values, Block)
        except msgspec.ValidationError as error:
            raise Wrong(f"b{place}-{path_of(error)}", error) from None
        if kind == "questions" and any(len(each) < 2 for each in questions_of(found[place].text)):
            raise Wrong(f"b{place}-text", _UNANSWERED)
    return found


def _items(form: Fields, place: str) -> list[Item]:
    """Return the items of a block, without empty rows. Raises Wrong."""
    found = []
    for row in range(MOST_ITEMS):
        values = {name: form.text(f"b{place}-item{row}-{name}").strip() for name in ITEM_FIELDS}
        if not any(values.values()):
            continue
        try:
            found.append(msgspec.convert({**values, "link": _encoded(values["link"])}, Item))
        except msgspec.ValidationError as error:
            raise Wrong(f"b{place}-item{row}-{path_of(error)}", error) from None
    return found


def _encoded(address: str) -> str:
    """Return an address with what is not ASCII, such as Korean words, percent-encoded."""
    return quote(address, safe=_KEPT)


def _number(text: str, field: str, *, least: bool) -> int:
    if not text:
        return 8 if least else 0
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Wrong(field, marked("This is not a number."))
    return int(text)


def _colour(form: Fields, name: str) -> str:
    """Return a colour; browsers send one always, so a box says whether it is used."""
    return form.text(name).lower() if form.text(f"use_{name}") else ""


def _menu(form: Fields, name: str) -> tuple[MenuEntry, ...]:
    entries = []
    for row in range(MOST_ENTRIES):
        label = form.text(f"{name}-{row}-label").strip()
        address = _encoded(form.text(f"{name}-{row}-address").strip())
        if not label and not address:
            continue
        try:
            entries.append(msgspec.convert({"label": label, "address": address}, MenuEntry))
        except msgspec.ValidationError as error:
            raise Wrong(f"{name}-{row}-{path_of(error)}", error) from None
        if not label or not address:
            raise Wrong(f"{name}-{row}-{'address' if label else 'label'}", _REQUIRED)
    return tuple(entries)


def new_page(look: Look, form: Fields) -> tuple[Look, str]:
    """Return a look with a page more, and its slug. Raises Wrong."""
    slug, title = form.text("slug").strip().lower(), form.text("title").strip()
    if not title:
        raise Wrong("title", _REQUIRED)
    if not slug:
        raise Wrong("slug", _REQUIRED)
    if look.page(slug) is not None:
        raise Wrong("slug", marked("Another page of this design has this address."))
    if len(look.pages) >= MOST_PAGES:
        raise Wrong("slug", marked("A design has at most 30 pages of its own."))
    page = ContentPage(slug=slug, title=title, blocks=(Block(kind="text"),))
    try:
        msgspec.convert(msgspec.to_builtins(page), ContentPage)
    except msgspec.ValidationError as error:
        raise Wrong(path_of(error), error) from None
    return checked(replace(look, pages=(*look.pages, page))), slug
