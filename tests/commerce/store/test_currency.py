"""What currencies are, how they are written, and what they are worth at home."""

from decimal import Decimal

import pytest

from openmall.commerce.store import currency
from openmall.commerce.store.currency import display, standard_currency
from tests.world import World


def test_a_shop_in_its_own_countrys_currency(world: World) -> None:
    assert world.get("currency") == {
        "currency": {
            "exchange_rate": 1,
            "standard_currency_code": "KRW",
            "standard_currency_symbol": "₩",
            "shop_currency_code": "KRW",
            "shop_currency_symbol": "₩",
            "shop_currency_format": "₩[:PRICE:]",
        }
    }


@pytest.mark.parametrize(
    ("language", "code", "symbol", "written"),
    [
        ("ko_KR", "USD", "US$", "US$[:PRICE:]"),
        ("en_US", "USD", "$", "$[:PRICE:]"),
        ("ja_JP", "JPY", "\uffe5", "\uffe5[:PRICE:]"),
        ("de_DE", "EUR", "€", "[:PRICE:]\u00a0€"),
        ("xx_XX", "EUR", "€", "€[:PRICE:]"),
    ],
)
def test_a_price_is_written_as_its_language_does(
    language: str, code: str, symbol: str, written: str
) -> None:
    assert display(language, code) == (symbol, written)


@pytest.mark.parametrize(
    ("country", "code"), [("KR", "KRW"), ("jp", "JPY"), ("US", "USD"), ("DE", "EUR"), ("??", "XTS")]
)
def test_a_country_has_its_currency(country: str, code: str) -> None:
    assert standard_currency(country, otherwise="XTS") == code


def test_rates_are_the_operators_and_else_those_openmall_came_with(world: World) -> None:
    async def rate(shop: str, standard: str) -> object:
        async with world.stage.app.database.reading(world.mall_id) as db:
            return await currency._rate(db, shop, standard)

    async def change() -> bool:
        async with world.stage.app.database.writing("") as db:
            await currency.keep_rate(db, "THB", Decimal("32.10"), now=1)
            await currency.keep_rate(db, "THB", Decimal("40.0"), now=2)
        async with world.stage.app.database.reading("") as db:
            [kept] = [each for each in await currency.rates(db) if each.currency == "THB"]
        return (kept.per_dollar, kept.updated_at) == ("40", 2)

    async def forget() -> tuple[bool, bool]:
        async with world.stage.app.database.writing("") as db:
            return await currency.forget_rate(db, "THB"), await currency.forget_rate(db, "THB")

    begun = world.stage.run(rate, "USD", "THB")
    assert world.stage.run(change)
    assert begun == 32.5
    assert world.stage.run(rate, "USD", "THB") == 40
    assert world.stage.run(rate, "THB", "USD") == 0.025
    assert world.stage.run(rate, "XTS", "THB") is None
    assert world.stage.run(forget) == (True, False)
    assert world.stage.run(rate, "USD", "THB") == 32.5
