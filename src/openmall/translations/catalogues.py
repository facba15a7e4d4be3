"""The gettext catalogues: `locale/<language>/<domain>.po`, one for each part that has texts.

A catalogue is compiled in memory when a process first asks for it; all of them take 0.1 s.
`make generated ONLY=words` gathers the texts from the source and creates missing files.
"""

import io
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from msgspec import Struct

LOCALE: Final = Path(__file__).parent / "locale"
SHOP: Final = "shop"
"""Domain of the texts that the APIs return: names of order statuses, boards, messages, menus."""
DOMAINS: Final = {
    SHOP: ("commerce", "demo"),
    "commerce": ("commerce",),
    "web": ("http/web",),
    "oauth": ("access/oauth",),
    "backoffice": ("pages/backoffice",),
    "console": ("pages/console",),
    "operator": ("pages/operator",),
    "sampleshop": ("pages/sampleshop", "commerce/design/themes"),
    "reference": ("pages/reference",),
    "refusals": (
        "access", "analytics", "api", "apptesting", "commerce", "contract", "events", "http",
        "media", "pages", "transfer",
    ),
}  # fmt: skip
"""Domain of texts -> the folders of the source that contain them."""
PAGES: Final = frozenset(DOMAINS) - {SHOP}
"""Domains of the texts on pages."""
_ON_ALL_PAGES: Final = frozenset({"web", "commerce", "refusals"})
"""Domains whose texts stand on the pages of every other domain: frame, labels, refusals."""
_OF_SHOPPERS: Final = frozenset({SHOP, "sampleshop", "oauth"}) | _ON_ALL_PAGES


class Language(Struct, frozen=True):
    """A language people are addressed in."""

    name: str
    """In the language itself."""
    domains: frozenset[str] = frozenset(DOMAINS)
    """What is translated completely: only these pages are offered in the language."""
    not_of: frozenset[str] = frozenset()
    """Scripts and regions, in lower case, whose readers have another form of the language."""


LANGUAGES: Final = {
    "en": Language("English"),
    "ko": Language("한국어"),
    "ja": Language("日本語", _OF_SHOPPERS | {"backoffice"}),
    "zh": Language("简体中文", _OF_SHOPPERS, frozenset({"hant", "tw", "hk", "mo"})),
}
"""Code of ISO 639 -> language. English is the source and has no catalogue."""
_SUBTAG: Final = re.compile(r"[A-Za-z0-9]+")
_LONGEST_TAG: Final = 35
"""Characters of a tag of a language that software has to keep (BCP 47, section 4.4.1)."""


class Message(Struct, frozen=True):
    """A text that the APIs return, in English, translated when the shop's language is known."""

    text: str
    context: str = ""
    """Tells apart equal English texts that other languages translate differently."""

    def translate(self, language: str) -> str:
        """Return the text in a shop's `language`, such as `ko_KR`; English if it has none."""
        catalogue = translations(language_of(language), SHOP)
        if self.context:
            return str(catalogue.pgettext(self.context, self.text))
        return str(catalogue.gettext(self.text))


def language_of(locale: str) -> str:
    """Return which of LANGUAGES a shop of `locale`, such as `ko_KR`, is addressed in."""
    return known_language(locale) or "en"


def known_language(locale: str) -> str:
    """Return which of LANGUAGES a locale or a tag such as `zh-CN` is of; empty: none of them."""
    subtags: list[str] = _SUBTAG.findall(locale[:_LONGEST_TAG].lower())
    known = LANGUAGES.get(subtags[0]) if subtags else None
    if known is None or not known.not_of.isdisjoint(subtags[1:]):
        return ""
    return subtags[0]


def offered_in(domain: str) -> dict[str, str]:
    """Return the languages of the pages of a domain: code -> the language's own name."""
    needed = {domain} | _ON_ALL_PAGES
    return {code: each.name for code, each in LANGUAGES.items() if each.domains >= needed}


@lru_cache(maxsize=64)
def translations(language: str, domain: str) -> Translations:
    """Return the catalogue of a domain in a language; a missing text is returned in English.

    The same English text may be translated differently in two domains. The domain's own
    translation comes first, then that of `web`, then the labels of fields (`commerce`), then
    that of the other domains of pages.
    """
    if domain == SHOP:
        return _compiled(language, domain)
    merged = Translations()
    first = (domain, "web", "commerce")
    for each in sorted(PAGES, key=lambda name: (*(name == each for each in first), name)):
        catalogue = _compiled(language, each)
        merged.merge(catalogue)
        # merge() copies texts only; the plural rule is the language's, alike in all its files
        merged.plural = catalogue.plural
    return merged


def translate(language: str, domain: str, message: str) -> str:
    """Return an English text of a domain in a language; an empty text stays empty."""
    # gettext keeps a catalogue's header under the empty text
    return str(translations(language, domain).gettext(message)) if message else ""


@lru_cache(maxsize=64)
def _compiled(language: str, domain: str) -> Translations:
    path = LOCALE / language / f"{domain}.po"
    if not path.exists():
        return Translations()
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return Translations(compiled)
