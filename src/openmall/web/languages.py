"""The languages pages speak: English in the source, others in `locale/<language>/<room>.po`.

A page is in the language its reader chose (a cookie), else in the first one of theirs that there
is (`Accept-Language`), else in English.
"""

import io
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from openmall.pipeline.request import Request
from openmall.web.cookies import read_cookies

NAMES: Final = {"en": "English", "ko": "한국어"}
"""Language -> what it calls itself."""
COOKIE: Final = "openmall-language"
_FOLDER: Final = Path(__file__).parent / "locale"
_LONGEST_WISH: Final = 400
"""Characters of an `Accept-Language`: browsers send fewer than a hundred."""
_WANTED: Final = re.compile(
    r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d*)?)\s*)?"
)


@lru_cache(maxsize=16)
def translations(language: str, room: str) -> Translations:
    """Return what a room says in a language; what is not said in it is English.

    The same English may mean different things in two rooms: its own comes before what is shared
    (`web`), and that before what others say.
    """
    together = Translations()
    paths = (_FOLDER / language).glob("*.po")
    for path in sorted(paths, key=lambda each: (each.stem == room, each.stem == "web", each.stem)):
        compiled = io.BytesIO()
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, locale=language))
        compiled.seek(0)
        read = Translations(compiled)
        together.merge(read)
        # which is not merged: Korean has one form for all numbers
        together.plural = read.plural
    return together


def spoken(language: str, room: str, message: str) -> str:
    """Return an English sentence of a room in a language; nothing is nothing in all of them."""
    # the empty text is where a catalogue keeps what it says of itself
    return str(translations(language, room).gettext(message)) if message else ""


def chosen(request: Request) -> str:
    """Return the language that a request's reader chose, one of NAMES; empty: they did not."""
    kept = read_cookies(request).get(COOKIE, "")
    return kept if kept in NAMES else ""


def wanted(request: Request) -> str:
    """Return the language a request's pages are to be in, one of NAMES."""
    known = request.headers.get(b"accept-language", b"").decode("latin-1")
    return chosen(request) or accepted(known)


def accepted(header: str) -> str:
    """Return the best of NAMES for an `Accept-Language`; English when there is none."""
    # cut before it is remembered, so that nobody fills the memory with long ones
    return _accepted(header[:_LONGEST_WISH])


@lru_cache(maxsize=256)
def _accepted(header: str) -> str:
    best, weight = "en", 0.0
    for part in header.split(","):
        found = _WANTED.fullmatch(part)
        if found is None or found[1].lower() not in NAMES:
            continue
        quality = float(found[2] or 1)
        if quality > weight:
            best, weight = found[1].lower(), quality
    return best


def marked(message: str) -> str:
    """Mark an English sentence of the source for translators, where it is not said at once."""
    return message
