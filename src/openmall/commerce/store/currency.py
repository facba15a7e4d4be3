"""Currency: the currency of a shop's prices, its notation, and its exchange rate.

Symbols, patterns and a country's own currency come from the Unicode CLDR (Babel); the exchange rate
is the merchant's own or comes from a table that the operator maintains. Specification: "Currency".
"""

from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Final

from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_symbol, get_territory_currencies
from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.labels import Hint, Label
from openmall.contract.params import EntityNo, Params, ShopNo, ShopParams
from openmall.contract.resource import Resource
from openmall.database.policies import no_personal_data, of_installation
from openmall.database.schema import installation_table, number, text
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

STARTING_RATES: Final = {
    "AED": "3.6725", "AUD": "1.53", "BRL": "5.4", "CAD": "1.39", "CHF": "0.8", "CNY": "7.15",
    "DKK": "6.45", "EUR": "0.87", "GBP": "0.75", "HKD": "7.78", "IDR": "16600", "INR": "88",
    "JPY": "150", "KRW": "1400", "MXN": "18.5", "MYR": "4.2", "NOK": "10", "NZD": "1.72",
    "PHP": "58", "PLN": "3.65", "SAR": "3.75", "SEK": "9.4", "SGD": "1.3", "THB": "32.5",
    "TRY": "41", "TWD": "31", "USD": "1", "VND": "26000", "ZAR": "17.4",
}  # fmt: skip
"""Units of a currency for one US dollar, rounded, of autumn 2025: the operator sets better ones."""
_PLACES: Final = Decimal("0.000001")
_PRICE: Final = "[:PRICE:]"

EXCHANGE_RATE: Final = installation_table(
    "exchange_rate",
    text("currency"),
    text("per_dollar"),
    number("updated_at"),
    backup=of_installation("the operator enters them"),
    personal_data=no_personal_data("the prices of currencies"),
    key=("currency",),
)
"""Units of a currency for one US dollar, as the operator has set them."""

_RATES: Final = Statement(
    select(EXCHANGE_RATE.c.currency, EXCHANGE_RATE.c.per_dollar).where(
        InList(EXCHANGE_RATE.c.currency, "currencies")
    )
)
_ALL_RATES: Final = Statement(
    select(EXCHANGE_RATE.c.currency, EXCHANGE_RATE.c.per_dollar, EXCHANGE_RATE.c.updated_at)
)
_UPSERT_RATE: Final = Statement(
    lambda insert: (
        insert(EXCHANGE_RATE)
        .values({c.name: bindparam(c.name) for c in EXCHANGE_RATE.c})
        .on_conflict_do_update(
            index_elements=["currency"],
            set_={name: bindparam(name) for name in ("per_dollar", "updated_at")},
        )
    )
)
_DELETE_RATE: Final = Statement(
    delete(EXCHANGE_RATE).where(EXCHANGE_RATE.c.currency == bindparam("currency"))
)


class Currency(Struct, frozen=True, kw_only=True):
    """The currencies of a shop and of its merchant's country."""

    exchange_rate: int | float | None
    """Units of the standard currency for one of the shop's; None: not known."""
    standard_currency_code: str
    """The currency of the merchant's country."""
    standard_currency_symbol: str
    shop_currency_code: str
    shop_currency_symbol: str
    shop_currency_format: str
    """Notation of a price in the shop: `$[:PRICE:]`."""


class OwnRate(Setting, frozen=True, kw_only=True):
    """The exchange rate that a merchant has set for a shop; None: none, the operator's holds."""

    exchange_rate: int | None = None


class CurrencyChange(ShopParams, frozen=True, kw_only=True):
    """A rate is of one shop's currency, so the shop has to be named."""

    shop_no: ShopNo
    exchange_rate: Annotated[
        EntityNo,
        Label("Exchange rate"),
        Hint("Units of the base currency for one unit of the shop's currency, a whole number."),
    ]


class Rate(Struct, frozen=True):
    """Value of one US dollar in a currency; `updated_at` None: the rate shipped with openmall."""

    currency: str
    per_dollar: str
    updated_at: int | None


async def retrieve(call: Call, params: Params) -> Currency:
    """Retrieve currency settings."""
    return await _described(call, (await current(call, OwnRate)).exchange_rate)


async def change(call: Call, params: CurrencyChange) -> Currency:
    """Update a currency: set the merchant's own exchange rate. The same again is 409."""
    before = await current(call, OwnRate, to_change=True)
    after = patched(before, params)
    await write_setting(call.db, call.seal, after)
    call.journal("currency", differences(before, after))
    return await _described(call, after.exchange_rate)


async def _described(call: Call, own: int | None) -> Currency:
    shop = call.mall.shops[call.shop_no]
    standard = standard_currency(call.mall.country, otherwise=shop.currency)
    symbol, written = display(shop.language, shop.currency)
    return Currency(
        exchange_rate=own or await _rate(call.db, shop.currency, standard),
        standard_currency_code=standard,
        standard_currency_symbol=display(shop.language, standard)[0],
        shop_currency_code=shop.currency,
        shop_currency_symbol=symbol,
        shop_currency_format=written,
    )


@lru_cache(maxsize=1_024)
def standard_currency(country: str, *, otherwise: str) -> str:
    """Return the currency in use in a country, or `otherwise` when it is no country."""
    found = get_territory_currencies(country.upper())
    return found[0] if found else otherwise


@lru_cache(maxsize=4_096)
def display(language: str, currency: str) -> tuple[str, str]:
    """Return a currency's symbol, and how an amount of it is written, in a language."""
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        locale = Locale("en", "US")
    symbol = get_currency_symbol(currency, locale)
    pattern = locale.currency_formats["standard"]
    written = f"{pattern.prefix[0]}{_PRICE}{pattern.suffix[0]}"
    return symbol, written.replace("\N{CURRENCY SIGN}", symbol)


async def _rate(db: Session, shop: str, standard: str) -> int | float | None:
    """Return units of `standard` for one of `shop`, to six places; None when not known."""
    rows = await db.all(_RATES, currencies=[shop, standard])
    known = {**STARTING_RATES, **{row[0]: row[1] for row in rows}}
    if shop == standard:
        return 1
    if shop not in known or standard not in known:
        return None
    rate = (Decimal(known[standard]) / Decimal(known[shop])).quantize(_PLACES)
    return int(rate) if rate == rate.to_integral_value() else float(rate)


async def rates(db: Session) -> list[Rate]:
    """Return every known rate by currency; the operator's rates override the built-in ones."""
    own = {row[0]: Rate(*row) for row in await db.all(_ALL_RATES)}
    begun = {code: Rate(code, rate, None) for code, rate in STARTING_RATES.items()}
    return sorted({**begun, **own}.values(), key=lambda rate: rate.currency)


async def keep_rate(db: Session, currency: str, per_dollar: Decimal, *, now: int) -> None:
    """Set what one US dollar is worth in `currency`."""
    text_of_it = format(per_dollar.normalize(), "f")
    await db.run(_UPSERT_RATE, currency=currency, per_dollar=text_of_it, updated_at=now)


async def forget_rate(db: Session, currency: str) -> bool:
    """Restore the built-in rate. Returns whether the operator had set one."""
    return await db.run(_DELETE_RATE, currency=currency) > 0


_CURRENCY: Final = Resource(Currency, area="store", key="currency")

OPERATIONS = [
    _CURRENCY.get("currency", retrieve, takes=Params),
    _CURRENCY.put("currency", change, takes=CurrencyChange),
]
