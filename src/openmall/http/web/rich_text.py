"""HTML that merchants and apps write, reduced to what may stand in a page.

What stays is text with headings, lists, tables, links and pictures; what runs, loads, styles or
imitates parts of the page goes. The library is loaded with the first text that has markup.
"""

import re
from typing import Final

from markupsafe import Markup

MAX_LENGTH: Final = 200_000
"""Characters of a text that is cleaned; a longer one is none."""
_SMALL: Final = 20_000
"""Characters up to which the time is short however the text is nested."""
_MOST_OPEN: Final = 100
"""Elements within each other in a longer text; the parser's time grows with their square."""

_TAGS: Final = frozenset((
    "a", "abbr", "b", "blockquote", "br", "caption", "code", "col", "colgroup", "dd", "del", "div",
    "dl", "dt", "em", "figcaption", "figure", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img",
    "ins", "li", "mark", "ol", "p", "pre", "q", "s", "small", "span", "strong", "sub", "sup",
    "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul",
))  # fmt: skip
_ATTRIBUTES: Final = {
    "a": {"href", "title"},
    "img": {"src", "alt", "width", "height"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "ol": {"start"},
}
_SET: Final = {name: {"tabindex": "0"} for name in ("table", "pre")}
"""Attributes of what may be wider than the page: it is scrolled by the keyboard, too."""
_SCHEMES: Final = {"https", "http", "mailto", "tel"}
_WITH_CONTENT: Final = {
    "script", "style", "template", "title", "iframe", "object", "noscript", "textarea", "select",
    "svg", "math",
}  # fmt: skip
"""Elements that go with all they contain."""

_MARKUP: Final = re.compile(
    r"</?(?:p|div|br|li|ul|ol|h[1-6]|table|span|b|i|u|s|strong|em|a|img|blockquote|hr)\b", re.I
)
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_UNNESTED: Final = frozenset((
    "area", "br", "col", "dd", "dt", "hr", "img", "input", "li", "link", "meta", "p", "source",
    "tbody", "td", "tfoot", "th", "thead", "tr", "wbr",
))  # fmt: skip
"""Elements without content, and those that the next one of their kind ends."""
_MISLEADING: Final = re.compile(
    r"<[!?]|</?(?:textarea|title|xmp|iframe|noembed|noframes|noscript|script|style|svg|math"
    r"|template|select|plaintext)\b|<[a-zA-Z/][^>]*<|=\s*\"[^\"]*<|=\s*'[^']*<",
    re.I,
)
"""Where an end tag may be part of a comment, of an attribute or of other text, and end nothing."""


def has_markup(text: str) -> bool:
    """Return whether a text is HTML rather than plain text."""
    return _MARKUP.search(text) is not None


def cleaned(text: str) -> Markup | None:
    """Return HTML without what may not stand in a page.

    None: the text is too long, or nested too deeply, to be cleaned in a short time.
    """
    if len(text) > MAX_LENGTH or (len(text) > _SMALL and _is_deep(text)):
        return None
    import nh3

    html = nh3.clean(
        text,
        tags=set(_TAGS),
        clean_content_tags=_WITH_CONTENT,
        attributes={name: set(values) for name, values in _ATTRIBUTES.items()},
        set_tag_attribute_values=_SET,
        url_schemes=_SCHEMES,
        link_rel="noopener nofollow",
        attribute_filter=_kept_attribute,
        strip_comments=True,
    )
    return Markup(html)  # noqa: S704 # cleaned


def _kept_attribute(tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute; None: it goes."""
    if tag == "img" and name == "src" and not _is_picture(value):
        return None
    if name in ("width", "height", "colspan", "rowspan", "start") and not (
        value.isascii() and value.isdigit() and len(value) <= 4
    ):
        return None
    return value


def _is_picture(address: str) -> bool:
    """Return whether pages load a picture from an address: one of the shop's own, or by HTTPS."""
    own = address.startswith("/") and not address.startswith(("//", "/\\"))
    return own or address.lower().startswith("https://")


def _is_deep(text: str) -> bool:
    """Return whether a text may have too many elements within each other; never too few."""
    ends_count = _MISLEADING.search(text) is None
    open_tags: dict[str, int] = {}
    depth = 0
    for match in _TAG.finditer(text):
        name = match[2].lower()
        if name in _UNNESTED:
            continue
        if not match[1]:
            open_tags[name] = open_tags.get(name, 0) + 1
            depth += 1
            if depth > _MOST_OPEN:
                return True
        elif ends_count and open_tags.get(name):
            open_tags[name] -= 1
            depth -= 1
    return False
