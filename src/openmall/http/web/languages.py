"""The language of a page: its reader's choice, their browser's preference, or English.

The choice is a cookie. Else a page is in the first language of `Accept-Language` that pages are
translated to, else in English.
"""

import re
from functools import lru_cache
from typing import Final

from openmall.http.cookies import read_cookies
from openmall.http.request import Request
from openmall.translations.catalogues import LANGUAGES, PAGES

NAMES: Final = {code: each.name for code, each in LANGUAGES.items() if each.domains >= PAGES}
"""Code of a language that pages are offered in -> its own name for itself."""
COOKIE: Final = "openmall-language"
_LONGEST_WISH: Final = 400
"""Characters of an `Accept-Language`: browsers send fewer than a hundred."""
_WANTED: Final = re.compile(
    r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d*)?)\s*)?"
)


def chosen(request: Request) -> str:
    """Return the language that a request's reader chose, one of NAMES; empty: they did not."""
    kept = read_cookies(request).get(COOKIE, "")
    return kept if kept in NAMES else ""


def wanted(request: Request) -> str:
    """Return the language a request's pages are to be in, one of NAMES."""
    known = request.headers.get(b"accept-language", b"")[:_LONGEST_WISH].decode("latin-1")
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
    """Mark an English sentence for translation later (gettext_noop)."""
    return message
