"""The filters of themes: those of Liquid with bounds, and those of a shop."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from functools import wraps
from typing import Any, Final

from liquid import RenderContext
from liquid.exceptions import LiquidError
from liquid.filter import with_context

from openmall.commerce.design.themes import template_formats
from openmall.contract.pictures import RENDITION_WIDTHS
from openmall.translations import catalogues, particles

MOST_CHARACTERS: Final = 200_000
"""Characters of a text that a filter takes or returns."""
MOST_ITEMS: Final = 20_000
MOST_BITS: Final = 256
"""Bits of a number that a filter returns."""
_MOST_COMPARED: Final = 1_000
"""Items of a list whose items are compared with each other."""
_DOMAIN: Final = "sampleshop"
_REPLACING: Final = frozenset({"replace", "replace_first", "replace_last"})


_STORED: Final = re.compile(
    r"((?:https://[^/]{1,300})?/files/)made/([0-9a-f]{2})/"
    r"([0-9a-f]{38}-(\d{1,5})x(\d{1,5})(?:-(\d{1,5})x(\d{1,5}))?)\.(jpg|png|webp)"
)
"""The address of a stored picture whose name says its size, and that of its original."""
_HIGHEST: Final = 4
"""Times the width: renditions of higher pictures are narrower than they are called."""


class TooMuch(LiquidError):
    """A filter takes or returns more than its bounds."""


def bounded(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return Liquid's filters with bounds on what they take and return, and those of a shop."""
    return {name: _bounded(name, each) for name, each in filters.items()} | FILTERS


def _bounded(name: str, unbounded: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(unbounded)  # which also says whether it takes the context
    def limited(value: object, *arguments: object, **options: object) -> object:
        _require_small(value)
        for each in arguments:
            _require_small(each)
        if name in _REPLACING:
            _require_few_replacements(value, arguments)
        elif name == "join":
            _require_short_list(value, arguments)
        elif name == "uniq" and isinstance(value, list) and len(value) > _MOST_COMPARED:
            raise TooMuch("too many", token=None)
        result = unbounded(value, *arguments, **options)
        _require_small(result)
        return result

    return limited


def _require_small(value: object) -> None:
    """Raise TooMuch for a text, list or number beyond the bounds."""
    if isinstance(value, str):
        if len(value) > MOST_CHARACTERS:
            raise TooMuch("too long", token=None)
    elif isinstance(value, int):
        if value.bit_length() > MOST_BITS:
            raise TooMuch("too large", token=None)
    elif isinstance(value, (list, tuple, range)):
        try:
            size = len(value)
        except OverflowError:
            size = MOST_ITEMS + 1
        if size > MOST_ITEMS:
            raise TooMuch("too many", token=None)


def _require_few_replacements(value: object, arguments: Sequence[object]) -> None:
    text, old = str(value), str(arguments[0]) if arguments else ""
    new = str(arguments[1]) if len(arguments) > 1 else ""
    times = text.count(old) if old else len(text) + 1
    if len(text) + times * len(new) > MOST_CHARACTERS:
        raise TooMuch("too long", token=None)


def _require_short_list(value: object, arguments: Sequence[object]) -> None:
    if not isinstance(value, (list, tuple)):
        return
    between = len(str(arguments[0])) if arguments else 1
    length = 0
    for each in value:
        length += between + (len(each) if isinstance(each, (str, list, tuple, dict)) else 1)
        if length > MOST_CHARACTERS:
            raise TooMuch("too long", token=None)


@with_context
def _link(path: object, *, context: RenderContext) -> str:
    """Return the address of a page of the shop."""
    base, text = str(context.globals.get("base", "")), str(path)
    return base + text if text != "/" else base or "/"


@with_context
def _amount(amount: object, *, context: RenderContext) -> str:
    """Format an amount in the shop's currency, without rounding."""
    currency = str(context.globals.get("currency", "KRW"))
    language = str(context.globals.get("language", "en"))
    try:
        return template_formats.amount(Decimal(str(amount)), currency, language)
    except InvalidOperation:
        return ""


@with_context
def _translated(text: object, *, context: RenderContext, **values: object) -> str:
    """Return an English text in the visitor's language, `%(name)s` replaced by the value `name`."""
    message = str(text)
    texts = context.globals.get("texts")
    own = texts.get(message) if isinstance(texts, Mapping) else None
    found = str(own) if own else _in_language(str(context.globals.get("language", "en")), message)
    found = particles.chosen(found, values)
    for name, value in values.items():
        found = found.replace(f"%({name})s", str(value))
    if len(found) > MOST_CHARACTERS:
        raise TooMuch("too long", token=None)
    return found


def _in_language(language: str, message: str) -> str:
    # the empty text would be the catalogue's header
    return catalogues.translate(language, _DOMAIN, message) if message else ""


def _time(moment: object) -> str:
    """Format a time of the API to the minute."""
    return template_formats.time(moment) if isinstance(moment, str) else ""


def _options(text: object) -> str:
    """Format the options of a variant; `Colour=Ink` is read as `Colour: Ink`."""
    return template_formats.options(text) if isinstance(text, str) else ""


def _stars(rating: object) -> str:
    """Return the stars of a rating from 1 to 5."""
    return "★" * rating if isinstance(rating, int) and 0 < rating <= len("12345") else ""


def _srcset(address: object, most: object = 2000) -> str:
    """Return the `srcset` of a stored picture: WebP, and its original as the widest.

    Only widths that the picture has; up to `most` pixels. Empty for pictures that were stored
    before their names said their size, and for others.
    """
    found = _STORED.fullmatch(address) if isinstance(address, str) else None
    if found is None or not isinstance(most, int):
        return ""
    before, folder, stem, *sizes, ending = found.groups()
    width, height = (int(each) for each in (sizes[2:] if sizes[2] else sizes[:2]))
    if height > _HIGHEST * width:
        return ""
    sources = [
        f"{before}sized/{each}-{ending}/{folder}/{stem}.webp {each}w"
        for each in RENDITION_WIDTHS
        if each <= min(most, width)
    ]
    if width <= most and width not in RENDITION_WIDTHS:
        sources.append(f"{_original(address)} {width}w")
    return ", ".join(sources)


def _original(address: object) -> str:
    """Return the address of the original of a stored picture; the picture's own where none is."""
    found = _STORED.fullmatch(address) if isinstance(address, str) else None
    if found is None or not found[6]:
        return str(address)
    return f"{found[1]}original/{found[2]}/{found[3]}.{found[8]}"


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    "link": _link,
    "amount": _amount,
    "t": _translated,
    "time": _time,
    "options": _options,
    "stars": _stars,
    "srcset": _srcset,
    "original": _original,
}
"""Filters beside those of Liquid."""
