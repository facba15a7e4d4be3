"""Translations of products: names, descriptions, tags, options and the heads of their pages.

Specification: "Translations products".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.product import seo
from openmall.commerce.product.options import rules as option_rules
from openmall.commerce.product.options.takes import (
    LinkedValueDraft,
    OldOption,
    OldValue,
    OptionsPath,
    OptionsUpdate,
    OptionUpdate,
)
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.takes import Name, ProductQuery, ProductUpdate, Text255
from openmall.commerce.product.variants.store import OptionNames
from openmall.commerce.translation import languages
from openmall.commerce.translation.languages import LanguageCode, SeoTexts
from openmall.commerce.translation.refusals import NOT_OPTIONS_OF_PRODUCT, TOO_MANY_TRANSLATED_TAGS
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.params import (
    EntityNo,
    Flag,
    Limit100,
    LongText,
    Offset8000,
    OptionName,
    OptionValue,
    ShopParams,
    ShortText,
)
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource

_MOST_TAGS: Final = 100
_OPTIONS: Final = "translations.options"


class ProductSeoTexts(SeoTexts, frozen=True, kw_only=True):
    meta_alt: ShortText | UnsetType = UNSET


class OptionTexts(Struct, frozen=True, kw_only=True):
    """An option in one language: its name and its values, in their order."""

    name: OptionName
    value: list[OptionValue] = []


class Seo(Struct, frozen=True, kw_only=True):
    """The head of a product's page in one language."""

    meta_title: str = ""
    meta_author: str = ""
    meta_description: str = ""
    meta_keywords: str = ""
    meta_alt: str = ""


class ProductTexts(Struct, frozen=True, kw_only=True):
    """The texts of a product in one language."""

    translated: Flag
    """T where one of them differs from the text of the shop."""
    language_code: str
    product_name: str
    product_tag: str
    """Separated by commas."""
    description: str
    mobile_description: str
    simple_description: str
    summary_description: str
    payment_info: str
    shipping_info: str
    exchange_info: str
    service_info: str
    product_material: str
    seo: Seo
    options: list[OptionTexts]
    updated_date: datetime | None
    """When the product was last changed in the shop of this language."""


class ProductTranslations(Struct, frozen=True, kw_only=True):
    """A product of a shop in the languages of the mall's other shops."""

    shop_no: int
    product_no: int
    product_name: str
    translations: list[ProductTexts]


class ProductTextsChange(Struct, frozen=True, kw_only=True):
    """What to change of a product's texts in one language; UNSET: left alone."""

    language_code: LanguageCode
    product_name: Name | UnsetType = UNSET
    product_tag: LongText | UnsetType = UNSET
    payment_info: str | UnsetType = UNSET
    shipping_info: str | UnsetType = UNSET
    exchange_info: str | UnsetType = UNSET
    service_info: str | UnsetType = UNSET
    summary_description: Text255 | UnsetType = UNSET
    simple_description: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    mobile_description: str | UnsetType = UNSET
    product_material: LongText | UnsetType = UNSET
    seo: Annotated[list[ProductSeoTexts], Meta(max_length=1)] | ProductSeoTexts | UnsetType = UNSET
    options: list[OptionTexts] | UnsetType = UNSET
    """All options of the product in their order, each with all of its values in theirs."""


class TranslationQuery(ShopParams, frozen=True, kw_only=True):
    product_no: list[EntityNo] | UnsetType = UNSET
    product_name: list[str] | UnsetType = UNSET
    language_code: list[str] | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class TranslationChange(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo
    translations: (
        Annotated[list[ProductTextsChange], Meta(max_length=languages.MOST_AT_ONCE)] | UnsetType
    ) = UNSET


_PLAIN: Final = (
    "product_name", "description", "mobile_description", "simple_description",
    "summary_description", "payment_info", "shipping_info", "exchange_info", "service_info",
    "product_material",
)  # fmt: skip
"""Texts that are fields of a product by the same name."""
_SEO: Final = tuple(Seo.__struct_fields__)


async def listing(call: Call, query: TranslationQuery) -> Sequence[ProductTranslations]:
    """Retrieve a list of products with their translations."""
    values = {name: value for name, value in sent_fields(query).items() if name != "language_code"}
    found = await product_rules.listing(call, ProductQuery(**values | {"limit": query.limit + 1}))
    call.effects.more = len(found) > query.limit
    numbers = [each.product_no for each in found[: query.limit]]
    return await _answers(call, numbers, query.language_code)


async def change(call: Call, params: TranslationChange) -> ProductTranslations:
    """Update the translations of a product in the shops of each language.

    Search, lists and pages of those shops show them at once. A language that no other shop of the
    mall has is Invalid (422), as are options that are not those of the product; identical content
    is NotModified (409).
    """
    number = params.product_no
    await product_store.require(call, number, to_change=True)
    sent = [] if params.translations is UNSET else params.translations
    known = languages.require_known(call, sent)
    changed = False
    for each in sent:
        for shop_no in known[each.language_code]:
            with call.in_shop(shop_no):
                changed |= await _translate(call, number, each)
    if not changed:
        raise NotModified(IDENTICAL)
    [answer] = await _answers(call, [number], UNSET)
    return answer


async def _translate(call: Call, number: int, texts: ProductTextsChange) -> bool:
    """Write texts of a product to the call's shop; return whether they differed."""
    sent = sent_fields(texts)
    fields: dict[str, Any] = {name: sent[name] for name in _PLAIN if name in sent}
    if isinstance(texts.product_tag, str):
        fields["product_tag"] = _tags(texts.product_tag)
    changed = False
    if fields:
        update = ProductUpdate(shop_no=call.shop_no, product_no=number, **fields)
        changed |= await languages.differed(product_rules.change(call, update))
    sent_seo = languages.the_one(texts.seo)
    if sent_seo is not None:
        head = seo.SeoChange(shop_no=call.shop_no, product_no=number, **sent_fields(sent_seo))
        changed |= await languages.differed(seo.change(call, head))
    if isinstance(texts.options, list):
        changed |= await _translate_options(call, number, texts.options)
    return changed


async def _translate_options(call: Call, number: int, options: list[OptionTexts]) -> bool:
    """Rename the options of a product and their values in the call's shop."""
    path = OptionsPath(shop_no=call.shop_no, product_no=number)
    before = (await option_rules.retrieve(call, path)).options
    old = [
        OldOption(
            option_name=each.option_name,
            option_value=[OldValue(option_text=value.option_text) for value in each.option_value],
        )
        for each in before
    ]
    if [len(each.option_value) for each in old] != [len(each.value) for each in options]:
        raise Invalid(NOT_OPTIONS_OF_PRODUCT, parameter=_OPTIONS)
    new = [
        OptionUpdate(
            option_name=sent.name,
            option_value=[LinkedValueDraft(option_text=value) for value in sent.value],
            option_display_type=each.option_display_type,  # type: ignore[arg-type] # as kept
        )
        for sent, each in zip(options, before, strict=True)
    ]
    if not new:
        return False
    update = OptionsUpdate(
        shop_no=call.shop_no, product_no=number, options=new, original_options=old
    )
    return await languages.differed(option_rules.change(call, update))


def _tags(text: str) -> list[str]:
    tags = list(dict.fromkeys(tag for each in text.split(",") if (tag := each.strip())))
    if len(tags) > _MOST_TAGS:
        raise Invalid(
            TOO_MANY_TRANSLATED_TAGS, parameter="translations.product_tag", most=_MOST_TAGS
        )
    return tags


async def _answers(
    call: Call, numbers: list[int], wanted: list[str] | UnsetType
) -> list[ProductTranslations]:
    """Return products of the call's shop with their texts in the `wanted` languages."""
    shown = languages.shown_shops(call, wanted)
    shop_nos = [call.shop_no, *shown.values()]
    products = await product_store.in_shops(call, numbers, shop_nos)
    heads = await seo.in_shops(call, numbers, shop_nos)

    def texts(number: int, shop_no: int) -> dict[str, Any]:
        product, options = products[number, shop_no]
        head = heads.get((number, shop_no), seo.Seo(shop_no=shop_no))
        return _texts(product, options, head)

    def translated(number: int, language: str, shop_no: int) -> ProductTexts:
        here = texts(number, shop_no)
        product, _ = products[number, shop_no]
        return ProductTexts(
            language_code=language,
            translated="T" if here != texts(number, call.shop_no) else "F",
            updated_date=product.updated_date,
            **here,
        )

    return [
        ProductTranslations(
            shop_no=call.shop_no,
            product_no=number,
            product_name=products[number, call.shop_no][0].product_name,
            translations=[
                translated(number, *each) for each in shown.items() if (number, each[1]) in products
            ],
        )
        for number in numbers
    ]


def _texts(product: Product, options: list[OptionNames], head: seo.Seo) -> dict[str, Any]:
    return {
        **{name: getattr(product, name) for name in _PLAIN},
        "product_tag": ",".join(product.product_tag),
        "seo": Seo(**{name: getattr(head, name) for name in _SEO}),
        "options": [OptionTexts(name=each.name, value=each.values) for each in options],
    }


_TRANSLATIONS: Final = Resource(
    ProductTranslations, area="translation", key="product", listed="products"
)

OPERATIONS = [
    _TRANSLATIONS.listing("translations/products", listing, takes=TranslationQuery, links=True),
    _TRANSLATIONS.put("translations/products/{product_no}", change, takes=TranslationChange),
]
