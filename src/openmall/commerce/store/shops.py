"""The shops of a mall: one in each of its languages; read only.

Specification: "Shops". The operator opens shops. Names of languages and currencies come from the
Unicode CLDR (Babel).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from babel import Locale, UnknownLocaleError
from msgspec import Struct

from openmall.commerce.store.profile import domain
from openmall.contract import call as call_module
from openmall.contract.call import Call
from openmall.contract.params import Flag, Params, ShopNo, ShopParams
from openmall.contract.resource import Resource


class Shop(Struct, frozen=True, kw_only=True):
    """A shop of the mall: its language, currency and address."""

    shop_no: int
    default: Flag
    shop_name: str
    business_country_code: str
    language_code: str
    language_name: str
    currency_code: str
    currency_name: str
    reference_currency_code: str = ""
    """Prices are shown in one currency only, so there is none beside it."""
    reference_currency_name: str | None = None
    pc_skin_no: int | None = 1
    """The theme of the sample shop."""
    mobile_skin_no: int | None = None
    """One theme is for all screens."""
    base_domain: str
    primary_domain: str
    slave_domain: list[str] = []
    active: Flag = "T"
    timezone: str = "Asia/Seoul"
    """Every time that openmall returns is at +09:00."""
    timezone_name: str = "(UTC+09:00) Seoul"
    date_format: str = "YYYY-MM-DD"
    time_format: str = "hh:mm:ss"
    use_reference_currency: Flag = "F"
    is_https_active: Flag = "T"
    """Always T: nothing is served over plain HTTP."""
    channel: str = ""
    """Sales channel of another service that the shop belongs to: none."""
    site_connect: Flag = "F"
    """Always F: no other site is connected with the shop."""


class ShopPath(ShopParams, frozen=True, kw_only=True):
    shop_no: ShopNo


async def list_shops(call: Call, params: Params) -> Sequence[Shop]:
    """List all shops, by number."""
    return [_described(call, call.mall.shops[shop_no]) for shop_no in sorted(call.mall.shops)]


async def retrieve(call: Call, params: ShopPath) -> Shop:
    """Retrieve shop details."""
    return _described(call, call.mall.shops[params.shop_no])


def _described(call: Call, shop: call_module.Shop) -> Shop:
    return Shop(
        shop_no=shop.shop_no,
        default="T" if shop.shop_no == 1 else "F",
        shop_name=shop.name,
        business_country_code=call.mall.country,
        language_code=shop.language,
        language_name=language_name(shop.language),
        currency_code=shop.currency,
        currency_name=currency_name(shop.currency),
        base_domain=domain(call),
        primary_domain=domain(call),
    )


@lru_cache(maxsize=1_024)
def language_name(language: str, reader: str = "en") -> str:
    """Return what a shop's language, such as `zh_TW`, is called; itself if unknown.

    `reader`: the language of the name.
    """
    try:
        found = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return language
    named = Locale(reader).languages
    name: str = named.get(f"{found.language}_{found.script}") or named.get(found.language, language)
    return name


def currency_name(code: str, reader: str = "en") -> str:
    """Return what a currency is called, and its code; the code alone if unknown.

    `reader`: the language of the name.
    """
    name = Locale(reader).currencies.get(code)
    return code if name is None else f"{name} ({code})"


_SHOPS: Final = Resource(Shop, area="store", key="shop", listed="shops")

OPERATIONS = [
    _SHOPS.listing("shops", list_shops, takes=Params),
    _SHOPS.get("shops/{shop_no}", retrieve, takes=ShopPath),
]
