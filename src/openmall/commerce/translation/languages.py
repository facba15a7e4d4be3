"""The languages that texts of a shop are translated to: those of the mall's other shops.

A shop is one language of its mall and has texts of its own, so a translation is what the shops of
that language show: it is written to them and read from them, and there is no second copy.
"""

from collections.abc import Awaitable, Sequence
from typing import Annotated, Protocol, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.translation.refusals import LANGUAGE_SENT_TWICE, NO_LANGUAGE_OF_OTHER_SHOPS
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.params import LongText, ShortText

S = TypeVar("S", bound=Struct)
LanguageCode = Annotated[str, Meta(min_length=1, max_length=10)]
"""Such as `en_US`."""
MOST_AT_ONCE = 100
"""Most languages of one call."""
_PARAMETER = "translations.language_code"


class Translated(Protocol):
    """Texts that were sent in one language."""

    @property
    def language_code(self) -> str: ...


class SeoTexts(Struct, frozen=True, kw_only=True):
    """The head of a page as search engines see it, in one language; UNSET: left alone."""

    meta_title: ShortText | UnsetType = UNSET
    meta_author: ShortText | UnsetType = UNSET
    meta_description: LongText | UnsetType = UNSET
    meta_keywords: LongText | UnsetType = UNSET


def the_one(sent: S | list[S] | UnsetType) -> S | None:
    """Return the object that was sent by itself or as a list of one; None: none was sent."""
    if isinstance(sent, list):
        return sent[0] if sent else None
    return None if sent is UNSET else sent


def shops_by_language(call: Call) -> dict[str, list[int]]:
    """Return the languages other than that of the call's shop, each with its shops, in order."""
    own = call.mall.shops[call.shop_no].language
    found: dict[str, list[int]] = {}
    for shop_no, shop in sorted(call.mall.shops.items()):
        if shop.language != own:
            found.setdefault(shop.language, []).append(shop_no)
    return found


def shown_shops(call: Call, wanted: list[str] | UnsetType) -> dict[str, int]:
    """Return language -> the shop whose texts are answered, the first of that language.

    `wanted`: only these languages.
    """
    return {
        language: shop_nos[0]
        for language, shop_nos in shops_by_language(call).items()
        if wanted is UNSET or language in wanted
    }


def require_known(call: Call, translations: Sequence[Translated]) -> dict[str, list[int]]:
    """Return `shops_by_language`.

    Raises Invalid (422) for a language that no other shop has, or that was sent twice.
    """
    known = shops_by_language(call)
    codes = [each.language_code for each in translations]
    for code in codes:
        if code not in known:
            raise Invalid(NO_LANGUAGE_OF_OTHER_SHOPS, parameter=_PARAMETER)
    if len(set(codes)) != len(codes):
        raise Invalid(LANGUAGE_SENT_TWICE, parameter=_PARAMETER)
    return known


async def differed(update: Awaitable[object]) -> bool:
    """Await an update of texts; return whether it changed any."""
    try:
        await update
    except NotModified:
        return False
    return True
