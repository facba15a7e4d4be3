"""Translations of a theme: the texts of its pages in the languages of the mall's shops.

Specification: "Translations themes". A translation is a JSON object: English text, as the pages
have it before the filter `t`, and the text that is shown instead.
"""

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from openmall.commerce.design.themes import rules as theme_rules
from openmall.commerce.design.themes import store as theme_store
from openmall.commerce.design.themes.shape import ThemePath
from openmall.commerce.translation.languages import LanguageCode
from openmall.commerce.translation.refusals import NO_LANGUAGE_OF_SHOPS, NO_OBJECT_OF_TEXTS
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.params import Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.contract.resource import Resource

MOST_CHARACTERS: Final = 100_000
_LANGUAGE: Final = "skin_translation.language_code"
_SOURCE: Final = "skin_translation.source"
_TEXTS: Final = msgspec.json.Decoder(dict[str, str])


class ThemeLanguage(Struct, frozen=True, kw_only=True):
    """A language that a theme was translated to."""

    language_code: str
    path: str


class ThemeTranslations(Struct, frozen=True, kw_only=True):
    """A theme and the languages it was translated to."""

    skin_no: int
    translations: list[ThemeLanguage]


class ThemeTexts(ThemeLanguage, frozen=True, kw_only=True):
    """The texts of a theme in one language."""

    source: str
    """JSON: English text, and the text shown instead."""


class ThemeTranslation(Struct, frozen=True, kw_only=True):
    """A theme and its texts in one language."""

    skin_no: int
    skin_code: str
    skin_translation: ThemeTexts


class TextsChange(Struct, frozen=True, kw_only=True):
    language_code: LanguageCode
    source: Annotated[str, Meta(max_length=MOST_CHARACTERS)]
    """A JSON object of texts. It replaces those of the language; `{}` for none."""


class TranslationPath(ThemePath, frozen=True, kw_only=True):
    language_code: LanguageCode


class TranslationChange(ThemePath, frozen=True, kw_only=True):
    skin_translation: TextsChange


async def listing(call: Call, params: Params) -> Sequence[ThemeTranslations]:
    """Retrieve a list of themes with the languages they were translated to."""
    translated = await theme_store.translated_languages(call.db)
    themes = await theme_rules.all_themes(call.db, call.mall, now=int(call.clock.now()))
    return [
        ThemeTranslations(
            skin_no=each.skin_no,
            translations=[
                ThemeLanguage(language_code=code, path=_path(code))
                for code in translated.get(each.skin_no, ())
            ],
        )
        for each in themes
    ]


async def retrieve(call: Call, params: TranslationPath) -> ThemeTranslation:
    """Retrieve the texts of a theme in a language. One it was not translated to is 404."""
    await theme_rules.require(call.db, call.mall, params.skin_no, now=int(call.clock.now()))
    found = await theme_store.translations(call.db, params.skin_no)
    if params.language_code not in found:
        raise NotFound(DOES_NOT_EXIST, parameter="language_code", resource=Phrase("translation"))
    return _answer(params.skin_no, params.language_code, found[params.language_code])


async def change(call: Call, params: TranslationChange) -> ThemeTranslation:
    """Update the texts of a theme in a language, which the shops of that language show at once.

    Raises Invalid (422) for a language that no shop of the mall has, and for a source that is no
    JSON object of texts. Identical content is NotModified (409).
    """
    await theme_rules.touch(call, params.skin_no)
    sent = params.skin_translation
    if sent.language_code not in {shop.language for shop in call.mall.shops.values()}:
        raise Invalid(NO_LANGUAGE_OF_SHOPS, parameter=_LANGUAGE)
    try:
        _TEXTS.decode(sent.source)
    except msgspec.MsgspecError as error:
        raise Invalid(NO_OBJECT_OF_TEXTS, parameter=_SOURCE, detail=str(error)) from error
    before = (await theme_store.translations(call.db, params.skin_no)).get(sent.language_code)
    if before == sent.source:
        raise NotModified(IDENTICAL)
    now = int(call.clock.now())
    await theme_store.write_translation(
        call.db, params.skin_no, sent.language_code, sent.source, now=now
    )
    call.effects.invalidates_caches = True
    call.journal(
        f"translation of theme {theme_rules.code(params.skin_no)} to {sent.language_code}",
        {"source": (before, sent.source)},
    )
    return _answer(params.skin_no, sent.language_code, sent.source)


def _answer(skin_no: int, language_code: str, source: str) -> ThemeTranslation:
    texts = ThemeTexts(language_code=language_code, path=_path(language_code), source=source)
    return ThemeTranslation(
        skin_no=skin_no, skin_code=theme_rules.code(skin_no), skin_translation=texts
    )


def _path(language_code: str) -> str:
    return f"/locale/{language_code}.json"


_THEMES: Final = Resource(ThemeTranslations, area="translation", key="theme", listed="themes")

OPERATIONS = [
    _THEMES.listing("translations/themes", listing, takes=Params),
    _THEMES.giving(ThemeTranslation).get(
        "translations/themes/{skin_no}", retrieve, takes=TranslationPath
    ),
    _THEMES.giving(ThemeTranslation).put(
        "translations/themes/{skin_no}", change, takes=TranslationChange
    ),
]
