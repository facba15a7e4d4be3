"""The language of a page: its reader's choice, their browser's preference, or English.

The choice is a cookie. Else a page is in the first language of `Accept-Language` that pages are
translated to, else in English.
"""

import re
from functools import lru_cache
from typing import Final

from openmall.http.cookies import read_cookies
from openmall.http.request import Request
from openmall.translations import catalogues

OFFERED: Final = {domain: catalogues.offered_in(domain) for domain in catalogues.PAGES}
"""Domain of pages -> code of each language that they are offered in -> its own name."""
COOKIE: Final = "openmall-language"
_LONGEST_WISH: Final = 400
"""Characters of an `Accept-Language`: browsers send fewer than a hundred."""
_WANTED: Final = re.compile(
    r"\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9-]*)?)\s*(?:;\s*q=([01](?:\.\d*)?)\s*)?"
)


def chosen(request: Request, domain: str) -> str:
    """Return the language that a reader of a domain's pages chose; empty: none that it offers."""
    kept = read_cookies(request).get(COOKIE, "")
    return kept if kept in OFFERED[domain] else ""


def of_shop(locale: str, domain: str) -> str:
    """Return the language of a shop's `locale`, such as `ko_KR`; empty: the domain offers none."""
    code = catalogues.known_language(locale)
    return code if code in OFFERED[domain] else ""


def wanted(request: Request, domain: str) -> str:
    """Return the language that a domain's pages are to be in, one that it offers."""
    known = request.headers.get(b"accept-language", b"")[:_LONGEST_WISH].decode("latin-1")
    return chosen(request, domain) or accepted(known, domain)


def accepted(header: str, domain: str) -> str:
    """Return the best offered language for an `Accept-Language`; English when there is none."""
    # cut before it is remembered, so that nobody fills the memory with long ones
    return _accepted(header[:_LONGEST_WISH], domain)


@lru_cache(maxsize=256)
def _accepted(header: str, domain: str) -> str:
    best, weight = "en", 0.0
    for part in header.split(","):
        found = _WANTED.fullmatch(part)
        code = catalogues.known_language(found[1]) if found is not None else ""
        if found is None or code not in OFFERED[domain]:
            continue
        quality = float(found[2] or 1)
        if quality > weight:
            best, weight = code, quality
    return best


def marked(message: str) -> str:
    """Mark an English sentence for translation later (gettext_noop)."""
    return message
