"""What openmall itself says to people, in each language it speaks; English in every other one."""

import re
from typing import Final

from msgspec import Struct

LANGUAGES: Final = ("ko", "en", "ja")
_LANGUAGE: Final = re.compile(r"[A-Za-z]+")


class Words(Struct, frozen=True, kw_only=True):
    """One saying in Korean, English and Japanese."""

    ko: str
    en: str
    ja: str

    def spoken(self, language: str) -> str:
        """Return the saying in a shop's `language`, such as `ko_KR`; English if it has none."""
        text: str = getattr(self, known(language))
        return text


def known(language: str) -> str:
    """Return which of LANGUAGES a shop of `language`, such as `ko_KR`, is spoken to in."""
    found = _LANGUAGE.match(language)
    name = found[0].lower() if found else ""
    return name if name in LANGUAGES else "en"
