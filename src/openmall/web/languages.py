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
from starlette.requests import cookie_parser

from openmall.pipeline.request import Request

NAMES: Final = {"en": "English", "ko": "한국어"}
"""Language -> what it calls itself."""
COOKIE: Final = "openmall-language"
_FOLDER: Final = Path(__file__).parent / "locale"
_WANTED: Final = re.compile(
    r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d*)?))?\s*"
)


@lru_cache(maxsize=len(NAMES))
def translations(language: str) -> Translations:
    """Return what is said in a language, all rooms together; nothing said of it is English."""
    together = Translations()
    for path in sorted((_FOLDER / language).glob("*.po")):
        compiled = io.BytesIO()
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, locale=language))
        compiled.seek(0)
        read = Translations(compiled)
        together.merge(read)
        # which is not merged: Korean has one form for all numbers
        together.plural = read.plural
    return together


def wanted(request: Request) -> str:
    """Return the language a request's pages are to be in, one of NAMES."""
    chosen = cookie_parser(request.headers.get(b"cookie", b"").decode("latin-1")).get(COOKIE, "")
    if chosen in NAMES:
        return chosen
    return accepted(request.headers.get(b"accept-language", b"").decode("latin-1"))


@lru_cache(maxsize=256)
def accepted(header: str) -> str:
    """Return the best of NAMES for an `Accept-Language`; English when there is none."""
    best, weight = "en", 0.0
    for part in header[:400].split(","):
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
