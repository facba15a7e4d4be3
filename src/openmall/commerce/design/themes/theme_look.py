"""What merchants design of a theme without code: logo, colours, fonts, menus, blocks and pages.

It is a page of the theme that holds JSON in place of a template, so it is copied, previewed,
published, rolled back and kept in versions with the theme (decision 45).
"""

import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

PATH: Final = "/design/look.html"
"""The page of a theme that holds its look; no visitor opens it."""
MOST_BLOCKS: Final = 20
MOST_PRODUCT_BLOCKS: Final = 6
"""Each of them costs two calls on every opening of its page."""
MOST_PAGES: Final = 30
MOST_ITEMS: Final = 6
_ADDRESS: Final = r"^(/(?!/)[!-\[\]-~]*|https://[!-\[\]-~]+)?\Z"

Line = Annotated[str, Meta(max_length=200)]
Prose = Annotated[str, Meta(max_length=5_000)]
Address = Annotated[str, Meta(max_length=500, pattern=_ADDRESS)]
"""A path of the shop or an https address; empty: none."""
Colour = Annotated[str, Meta(pattern=r"^(#[0-9a-f]{6})?\Z")]
"""`#rrggbb` in lower case; empty: that of the default theme."""
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,60}\Z")]
Font = Literal["", "serif", "rounded", "wide"]
Screens = Literal["", "pc", "mobile"]
Preset = Literal["", "gallery", "market"]
"""Shapes, spaces and weights of the whole shop; empty: those of the default theme."""
Kind = Literal[
    "hero", "slideshow", "split", "collections", "products", "category", "text", "questions",
    "logos", "banner", "newsletter",
]  # fmt: skip
LISTING: Final = ("slideshow", "collections", "logos")
"""Kinds of blocks that show their items."""


class MenuEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A link of a menu."""

    label: Line = ""
    address: Address = ""


class PictureEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A picture that was uploaded for the theme."""

    name: Line
    address: Address


class Item(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A slide, a collection or a logo of a block."""

    title: Line = ""
    """Over a slide and below a collection; of a logo, whose it is: it is read aloud."""
    picture: Address = ""
    link: Address = ""

    def is_shown(self, kind: Kind) -> bool:
        """Whether a block of a kind shows it: a logo is nothing without its picture."""
        return bool(self.picture or (self.title and kind != "logos"))


class Block(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the home page, or of a page of its own. Each kind shows some of the fields."""

    kind: Kind
    title: Line = ""
    text: Prose = ""
    picture: Address = ""
    alt: Line = ""
    """What the picture shows; empty: it only decorates."""
    link: Address = ""
    link_label: Line = ""
    display: Annotated[int, Meta(ge=0, le=10**9)] = 0
    """Main display group whose products are shown; 0: the newest products."""
    category_no: Annotated[int, Meta(ge=0, le=10**9)] = 0
    count: Annotated[int, Meta(ge=1, le=24)] = 8
    """Most products that are shown."""
    screens: Screens = ""
    """Where it is shown: everywhere, in wide windows alone, or on phones and in narrow windows."""
    items: Annotated[tuple[Item, ...], Meta(max_length=MOST_ITEMS)] = ()
    """What a block of LISTING shows."""

    @property
    def is_blank(self) -> bool:
        """Whether it has nothing to show. Lists of products depend on what is sold."""
        if self.kind in LISTING:
            return not any(each.is_shown(self.kind) for each in self.items)
        if self.kind in ("products", "category", "newsletter") or self.title:
            return False
        if self.kind == "banner":
            return not self.picture
        pictured = self.kind in ("hero", "split") and (
            self.picture or (self.link and self.link_label)
        )
        return not (self.text.strip() or pictured)


Blocks = Annotated[tuple[Block, ...], Meta(max_length=MOST_BLOCKS)]


class ContentPage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A page of the shop's own, at `/page/{slug}`."""

    slug: Slug
    title: Line = ""
    blocks: Blocks = ()


class Look(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The look of a theme; the defaults are that of the default theme."""

    logo: Address = ""
    accent: Colour = ""
    header: Colour = ""
    """Colour behind the head of every page."""
    font: Font = ""
    preset: Preset = ""
    menu: Annotated[tuple[MenuEntry, ...], Meta(max_length=12)] = ()
    """Links at the head of every page in place of the categories."""
    footer_menu: Annotated[tuple[MenuEntry, ...], Meta(max_length=12)] = ()
    blocks: Blocks = ()
    """The home page; empty: recommended and new products."""
    pages: Annotated[tuple[ContentPage, ...], Meta(max_length=MOST_PAGES)] = ()
    pictures: Annotated[tuple[PictureEntry, ...], Meta(max_length=60)] = ()

    @property
    def is_styled(self) -> bool:
        """Whether it has a style sheet of its own."""
        return bool(self.accent or self.header or self.font or self.preset)

    def page(self, slug: str) -> ContentPage | None:
        """Return a page of the shop's own; None where there is none."""
        return next((each for each in self.pages if each.slug == slug), None)


DEFAULT: Final = Look()
_DECODER: Final = msgspec.json.Decoder(Look)
_GAPS: Final = re.compile(r"\n[ \t]*\n")
_TAGS: Final = re.compile(r"\{([{%])")


def questions_of(text: str) -> list[list[str]]:
    """Return the questions of a text, each as its lines: the question, then its answer.

    Empty lines separate them.
    """
    parts = (
        [line for line in part.splitlines() if line.strip()] for part in _GAPS.split(text.strip())
    )
    return [lines for lines in parts if lines]


def encode(look: Look) -> str:
    """Return the source of the page that holds a look, which contains no tags of templates."""
    text = msgspec.json.encode(look).decode()
    # JSON has these pairs within texts only
    return _TAGS.sub(lambda found: f"{{\\u{ord(found[1]):04x}", text)


def decode(source: str | None) -> Look:
    """Return the look that a page holds; the default one for anything else.

    What an app wrote there must not keep visitors from the shop.
    """
    if not source:
        return DEFAULT
    try:
        return _DECODER.decode(source)
    except msgspec.MsgspecError:
        return DEFAULT
