"""Names of benefit kinds, which orders store as the reason of a discount."""

from typing import Final

from openmall.commerce.promotion.benefits.shape import BenefitType
from openmall.translations.catalogues import Message

_TITLES: Final[dict[BenefitType, Message]] = {
    "DP": Message("Period discount"),
    "DR": Message("Repurchase discount"),
    "DQ": Message("Bulk purchase discount"),
    "DM": Message("Member discount"),
    "DN": Message("New product discount"),
    "DV": Message("Free shipping"),
    "PG": Message("Gift"),
    "PB": Message("One plus N"),
}


def title(kind: BenefitType, language: str) -> str:
    """Return what kind of benefit it is, in a shop's language."""
    return _TITLES[kind].translate(language)
