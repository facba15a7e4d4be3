"""Translations of categories: their names and the heads of their pages.

Specification: "Translations categories".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.category import categories_seo, category_documents
from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.shape import (
    CategoryPath,
    CategoryQuery,
    CategoryUpdate,
    Name,
)
from openmall.commerce.category.categories_seo import CategorySeo, CategorySeoChange
from openmall.commerce.category.category_documents import About
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.translation import languages
from openmall.commerce.translation.languages import LanguageCode, SeoTexts
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import NotModified
from openmall.contract.moments import moment
from openmall.contract.params import EntityNo, Flag, Limit100, Offset8000, ShopParams
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource


class TranslationTime(About, frozen=True, kw_only=True):
    """When a category was last translated in a shop; None: never."""

    updated_date: datetime | None = None


class Seo(Struct, frozen=True, kw_only=True):
    """The head of a category's page in one language."""

    meta_title: str = ""
    meta_author: str = ""
    meta_description: str = ""
    meta_keywords: str = ""


class CategoryTexts(Struct, frozen=True, kw_only=True):
    """The texts of a category in one language."""

    language_code: str
    translated: Flag
    """T where one of them differs from the text of the shop."""
    category_name: str
    seo: Seo
    updated_date: datetime | None
    """When it was translated; null where it was not."""


class CategoryTranslations(Struct, frozen=True, kw_only=True):
    """A category of a shop in the languages of the mall's other shops."""

    shop_no: int
    category_no: int
    translations: list[CategoryTexts]


class CategoryTextsChange(Struct, frozen=True, kw_only=True):
    """What to change of a category's texts in one language; UNSET: left alone."""

    language_code: LanguageCode
    category_name: Name | UnsetType = UNSET
    seo: Annotated[list[SeoTexts], Meta(max_length=1)] | SeoTexts | UnsetType = UNSET


class TranslationQuery(ShopParams, frozen=True, kw_only=True):
    category_no: list[EntityNo] | UnsetType = UNSET
    language_code: list[str] | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class TranslationChange(CategoryPath, frozen=True, kw_only=True):
    translations: (
        Annotated[list[CategoryTextsChange], Meta(max_length=languages.MOST_AT_ONCE)] | UnsetType
    ) = UNSET


_SEO: Final = tuple(Seo.__struct_fields__)


async def listing(call: Call, query: TranslationQuery) -> Sequence[CategoryTranslations]:
    """Retrieve a list of categories with their translations."""
    values = {name: value for name, value in sent_fields(query).items() if name != "language_code"}
    found = await category_rules.listing(call, CategoryQuery(**values | {"limit": query.limit + 1}))
    call.effects.more = len(found) > query.limit
    numbers = [each.category_no for each in found[: query.limit]]
    return await _answers(call, numbers, query.language_code)


async def change(call: Call, params: TranslationChange) -> CategoryTranslations:
    """Update the translations of a category in the shops of each language.

    A language that no other shop of the mall has is Invalid (422), identical content NotModified
    (409).
    """
    number = params.category_no
    await category_rules.retrieve(call, CategoryPath(shop_no=call.shop_no, category_no=number))
    sent = [] if params.translations is UNSET else params.translations
    known = languages.require_known(call, sent)
    targets = [(shop_no, each) for each in sent for shop_no in known[each.language_code]]
    # in the order of shops, so that two calls wait for each other instead of locking crosswise
    changed = False
    for shop_no, each in sorted(targets, key=lambda target: target[0]):
        with call.in_shop(shop_no):
            changed |= await _translate(call, number, each)
    if not changed:
        raise NotModified(IDENTICAL)
    [answer] = await _answers(call, [number], UNSET)
    return answer


async def _translate(call: Call, number: int, texts: CategoryTextsChange) -> bool:
    """Write texts of a category to the call's shop; return whether they differed."""
    changed = False
    if texts.category_name is not UNSET:
        update = CategoryUpdate(
            shop_no=call.shop_no, category_no=number, category_name=texts.category_name
        )
        changed |= await languages.differed(category_rules.change(call, update))
    sent_seo = languages.the_one(texts.seo)
    if sent_seo is not None:
        update_seo = CategorySeoChange(
            shop_no=call.shop_no, category_no=number, **sent_fields(sent_seo)
        )
        changed |= await languages.differed(categories_seo.change(call, update_seo))
    if changed:
        now = moment(call.clock.now())
        await category_documents.write(
            call, TranslationTime(shop_no=call.shop_no, category_no=number, updated_date=now)
        )
    return changed


class _Texts(TypedDict):
    category_name: str
    seo: Seo


async def _answers(
    call: Call, numbers: list[int], wanted: list[str] | UnsetType
) -> list[CategoryTranslations]:
    """Return categories of the call's shop with their texts in the `wanted` languages."""
    shown = languages.shown_shops(call, wanted)
    shop_nos = [call.shop_no, *shown.values()]
    names = await category_store.names_in_shops(call, numbers, shop_nos)
    heads = await category_documents.in_shops(call, CategorySeo, numbers, shop_nos)
    times = await category_documents.in_shops(call, TranslationTime, numbers, shop_nos)

    def texts(number: int, shop_no: int) -> _Texts:
        head = heads.get((number, shop_no), CategorySeo())
        return {
            "category_name": names.get((number, shop_no), ""),
            "seo": Seo(**{name: getattr(head, name) for name in _SEO}),
        }

    def translated(number: int, language: str, shop_no: int) -> CategoryTexts:
        here = texts(number, shop_no)
        return CategoryTexts(
            language_code=language,
            translated="T" if here != texts(number, call.shop_no) else "F",
            updated_date=times.get((number, shop_no), TranslationTime()).updated_date,
            **here,
        )

    return [
        CategoryTranslations(
            shop_no=call.shop_no,
            category_no=number,
            translations=[translated(number, *each) for each in shown.items()],
        )
        for number in numbers
    ]


_TRANSLATIONS: Final = Resource(
    CategoryTranslations, area="translation", key="category", listed="categories"
)

OPERATIONS = [
    _TRANSLATIONS.listing("translations/categories", listing, takes=TranslationQuery, links=True),
    _TRANSLATIONS.put("translations/categories/{category_no}", change, takes=TranslationChange),
]
