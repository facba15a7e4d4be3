"""Translations of the store: the name of the shop, its company, address and contact data.

Specification: "Translations store".
"""

from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from openmall.access.malls import rules as mall_rules
from openmall.commerce.partner_projection import enrolment
from openmall.commerce.store.profile import StoreProfile, Text
from openmall.commerce.translation import languages
from openmall.commerce.translation.languages import LanguageCode
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.change import Changes, differences, merged, sent_fields
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.crud.settings_of_shops import of_shops
from openmall.contract.errors import NotModified
from openmall.contract.moments import moment
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource

ShopName = Annotated[str, Meta(min_length=1, max_length=255)]


class StoreTranslationTime(Setting, frozen=True, kw_only=True):
    """When the store was last translated in a shop; None: never."""

    updated_date: datetime | None = None


class StoreTexts(Struct, frozen=True, kw_only=True):
    """The texts of a store in one language."""

    language_code: str
    translated: Flag
    """T where one of them differs from the text of the shop."""
    shop_name: str
    company_name: str
    company_registration_no: str
    president_name: str
    phone: str
    email: str
    fax: str
    zipcode: str
    address1: str
    address2: str
    customer_service_phone: str
    customer_service_hours: str
    privacy_officer_name: str
    privacy_officer_email: str
    updated_date: datetime | None
    """When it was translated; null where it was not."""


class StoreTranslations(Struct, frozen=True, kw_only=True):
    """The store of a shop in the languages of the mall's other shops."""

    shop_no: int
    translations: list[StoreTexts]


class StoreTextsChange(Struct, frozen=True, kw_only=True):
    """What to change of a store's texts in one language; UNSET: left alone."""

    language_code: LanguageCode
    shop_name: ShopName | UnsetType = UNSET
    company_name: Text | UnsetType = UNSET
    company_registration_no: Text | UnsetType = UNSET
    president_name: Text | UnsetType = UNSET
    phone: Text | UnsetType = UNSET
    email: Annotated[str, Meta(pattern=patterns.EMAIL)] | UnsetType = UNSET
    fax: Text | UnsetType = UNSET
    zipcode: Text | UnsetType = UNSET
    address1: Text | UnsetType = UNSET
    address2: Text | UnsetType = UNSET
    customer_service_phone: Text | UnsetType = UNSET
    customer_service_hours: Text | UnsetType = UNSET
    privacy_officer_name: Text | UnsetType = UNSET
    privacy_officer_email: (
        Annotated[str, Meta(max_length=10_000, pattern=patterns.EMAIL)] | UnsetType
    ) = UNSET


class TranslationQuery(ShopParams, frozen=True, kw_only=True):
    language_code: list[str] | UnsetType = UNSET


class TranslationChange(ShopParams, frozen=True, kw_only=True):
    translations: (
        Annotated[list[StoreTextsChange], Meta(max_length=languages.MOST_AT_ONCE)] | UnsetType
    ) = UNSET


_OF_PROFILE: Final = tuple(
    name for name in StoreTexts.__struct_fields__ if name in StoreProfile.__struct_fields__
)


async def retrieve(call: Call, query: TranslationQuery) -> StoreTranslations:
    """Retrieve the translations of a store."""
    return await _answer(call, query.language_code)


async def change(call: Call, params: TranslationChange) -> StoreTranslations:
    """Update the translations of a store in the shops of each language.

    A language that no other shop of the mall has is Invalid (422), identical content NotModified
    (409).
    """
    sent = [] if params.translations is UNSET else params.translations
    known = languages.require_known(call, sent)
    targets = [(shop_no, each) for each in sent for shop_no in known[each.language_code]]
    names = await mall_rules.shop_names(call.db)
    changed = False
    # in the order of shops, so that two calls wait for each other instead of locking crosswise
    for shop_no, each in sorted(targets, key=lambda target: target[0]):
        with call.in_shop(shop_no):
            changed |= await _translate(call, each, names[shop_no])
        if each.shop_name not in (UNSET, names[shop_no]):
            names[shop_no] = str(each.shop_name)
            call.effects.invalidates_caches = True
    if not changed:
        raise NotModified(IDENTICAL)
    return await _answer(call, UNSET)


async def _translate(call: Call, texts: StoreTextsChange, name: str) -> bool:
    """Write texts of a store to the call's shop; return whether any differed.

    `name`: what the shop is called so far.
    """
    before = await current(call, StoreProfile, to_change=True)
    after = merged(before, sent_fields(texts))
    changes: Changes = differences(before, after)
    if isinstance(texts.shop_name, str) and texts.shop_name != name:
        changes["shop_name"] = (name, texts.shop_name)
        await mall_rules.rename_shop(call.db, call.shop_no, texts.shop_name)
        if call.mall.shops[call.shop_no].in_programme:
            now = int(call.clock.now())
            await enrolment.rename(call.db, call.shop_no, texts.shop_name, now=now)
    if not changes:
        return False
    await write_setting(call.db, call.seal, after)
    time = StoreTranslationTime(shop_no=call.shop_no, updated_date=moment(call.clock.now()))
    await write_setting(call.db, call.seal, time)
    call.journal(f"store of shop {call.shop_no}", changes)
    return True


async def _answer(call: Call, wanted: list[str] | UnsetType) -> StoreTranslations:
    shown = languages.shown_shops(call, wanted)
    shop_nos = [call.shop_no, *shown.values()]
    names = await mall_rules.shop_names(call.db)
    profiles = await of_shops(call, StoreProfile, shop_nos)
    times = await of_shops(call, StoreTranslationTime, shop_nos)

    def texts(shop_no: int) -> dict[str, str]:
        profile = asdict(profiles[shop_no])
        return {"shop_name": names[shop_no], **{name: profile[name] for name in _OF_PROFILE}}

    def translated(language: str, shop_no: int) -> StoreTexts:
        here = texts(shop_no)
        return StoreTexts(
            language_code=language,
            translated="T" if here != texts(call.shop_no) else "F",
            updated_date=times[shop_no].updated_date,
            **here,
        )

    return StoreTranslations(
        shop_no=call.shop_no, translations=[translated(*each) for each in shown.items()]
    )


_TRANSLATIONS: Final = Resource(StoreTranslations, area="translation", key="store")

OPERATIONS = [
    _TRANSLATIONS.get("translations/store", retrieve, takes=TranslationQuery),
    _TRANSLATIONS.put("translations/store", change, takes=TranslationChange),
]
