"""One price: shown on pages, fed to search engines and charged, with options and discounts."""

import json
import random
import re
from decimal import Decimal
from typing import Any

import pytest

from tests.pages.sampleshop.shop_browser import Guest, said
from tests.pages.sampleshop.test_merchant_feed import items
from tests.random_cases import cases
from tests.storefront.shopper_client import BUYER, RECEIVER, Shopper, benefit
from tests.world import World

PERIOD = {
    "use_benefit_period": "T",
    "benefit_start_date": "2026-11-01T00:00:00+09:00",
    "benefit_end_date": "2026-12-31T23:59:59+09:00",
}
OVER = {**PERIOD, "benefit_end_date": "2026-11-02T00:00:00+09:00"}


def _product(world: World, price: str, surcharges: list[str]) -> tuple[int, dict[str, str]]:
    """Make a product; return its number and its variants with the price of their options."""
    values = [f"V{at}" for at in range(len(surcharges))]
    number = world.product(
        price=price, has_option="T", options=[{"name": "Size", "value": ",".join(values)}]
    )["product_no"]
    found = {}
    for each, more in zip(
        world.get(f"products/{number}/variants")["variants"], surcharges, strict=True
    ):
        path = f"products/{number}/variants/{each['variant_code']}"
        if Decimal(more):
            world.put(path, additional_amount=more)
        found[each["variant_code"]] = more
    return number, found


def _sale(world: World, number: int, period: dict[str, str], **off: str) -> None:
    request = {
        "use_benefit": "T", "benefit_name": "Sale", "benefit_division": "D", "benefit_type": "DP",
        "platform_types": ["P", "M"], "product_binding_type": "P", **period,
        "period_sale": {"product_list": [number], **off},
    }  # fmt: skip
    headers = {"X-Platform-Api-Version": "2026-03-01"}
    answer = world.call("POST", "benefits", json={"request": request}, headers=headers)
    assert answer.status_code == 201, answer.text


def shown_prices(world: World, browser: Guest, shopper: Shopper, number: int) -> dict[str, Any]:
    """Return what each place says that one unit of each variant costs: place -> code -> price."""
    product = shopper.ask("GET", f"products/{number}", params={"embed": "variants"}).json()
    listed = shopper.get(f"products/{number}/variants")
    page = browser.see(f"/products/{number}")
    [data] = [
        json.loads(each)
        for each in re.findall(
            r'<script type="application/ld\+json"[^>]*>(.*?)</script>', page, re.S
        )
        if '"Offer"' in each
    ]
    offers = data["offers"] if isinstance(data["offers"], list) else [data["offers"]]
    options = {
        code: said(text)
        for code, text in re.findall(r'<option value="(\w+)"[^>]*>(.*?)</option>', page)
    }
    base = Decimal(product["product"].get("discount_price", product["product"]["price"]))

    def of(variant: dict[str, Any]) -> Decimal:
        price = Decimal(product["product"]["price"]) + Decimal(variant["additional_amount"])
        return Decimal(variant.get("discount_price", price))

    def told(code: str) -> Decimal:
        figure = re.search(r"– \D*([\d,.]+)", options[code])
        return base if figure is None else Decimal(figure[1].replace(",", ""))

    variants = product["product"]["variants"]
    shown: dict[str, Any] = {
        "embedded": {each["variant_code"]: of(each) for each in variants},
        "variants": {each["variant_code"]: of(each) for each in listed},
        "JSON-LD": {each["sku"]: Decimal(each["price"]) for each in offers},
        "select": {code: told(code) for code in options},
    }
    if not options:
        del shown["select"]  # a product without options has no list of them
    for each in variants:
        code = each["variant_code"]
        one = shopper.get(f"products/{number}/variants/{code}")
        shown.setdefault("variant", {})[code] = of(one)
    return shown


def charged_prices(
    shopper: Shopper, number: int, code: str, buyer: dict[str, Any]
) -> dict[str, Decimal]:
    """Return what cart, estimate and order say of one unit, without shipping."""
    shopper.put(number, variants=[{"variants_code": code, "quantity": 1}])
    [line] = shopper.get("carts")
    shopper.send("DELETE", f"carts/{line['basket_product_no']}")
    wanted = {"variants": [{"variants_code": code, "quantity": 1}]}
    estimate = shopper.send("POST", "orders/estimate", **wanted)["order_amount"]
    placed = shopper.order("cash", receiver=RECEIVER, **wanted, **buyer)["actual_order_amount"]
    return {
        "cart": Decimal(line["payment_amount"]),
        "cart, per unit": Decimal(line["discount_price"]) + Decimal(line["option_price"]),
        **{
            name: Decimal(each["total_amount_due"]) - Decimal(each["shipping_fee"])
            for name, each in (("estimate", estimate), ("order", placed))
        },
    }


def _compare(world: World, number: int, variants: dict[str, str], *, member: bool) -> None:
    browser, shopper = Guest(world), Shopper(world)
    buyer: dict[str, Any] = {"buyer": BUYER}
    if member:
        browser.join("nari", email="nari@example.com")
        shopper.sign_up("hana")
        buyer = {}
        group = benefit(world, "7.00")
        for each in ("nari", "hana"):
            world.post(f"customergroups/{group}/customers", member_id=each, fixed_member_group="F")
    shown = shown_prices(world, browser, shopper, number)
    for code in variants:
        charged = charged_prices(shopper, number, code, buyer)
        assert len(set(charged.values())) == 1, (code, charged)
        told = {place: prices[code] for place, prices in shown.items()}
        assert set(told.values()) == {charged["order"]}, (code, charged, told)
    if not member:
        fed = {each["id"]: each for each in items(browser.see("/feed.xml"))}
        for code in variants:
            item = fed[code]
            price = Decimal(item.get("sale_price", item["price"]).split()[0])
            assert (
                price == next(iter(shown["embedded"].values())) or price == shown["embedded"][code]
            )
            assert price == shown["embedded"][code], (code, item)


def test_a_percentage_is_of_the_price_with_the_option(world: World) -> None:
    world.put("seo/setting", use_rss="T")
    number, variants = _product(world, "10000.00", ["0.00", "5000.00"])
    _sale(world, number, PERIOD, discount_value="10", discount_value_unit="P")
    large = list(variants)[1]
    browser = Guest(world)

    [item] = [each for each in items(browser.see("/feed.xml")) if each["id"] == large]

    assert (item["price"], item["sale_price"]) == ("15000.00 KRW", "13500.00 KRW")
    assert "V1 – ₩13,500" in said(browser.see(f"/products/{number}"))
    _compare(world, number, variants, member=False)


def _random_sale(drawn: random.Random, decimals: bool) -> dict[str, str]:
    if drawn.random() < 0.6:
        return {
            "discount_value": str(drawn.choice(["10", "33", "3.33", "7.5", "50"])),
            "discount_value_unit": "P",
        }
    return {"discount_value": "1.37" if decimals else "1000.00", "discount_value_unit": "W"}


@pytest.mark.parametrize("seed", range(cases(40, usual=4)))
def test_every_place_shows_what_an_order_is_charged(world: World, seed: int) -> None:
    drawn = random.Random(seed)  # no secret
    decimals = seed % 2 == 1
    if decimals:
        world = world.stage.new_world(languages=("en_US",), currencies=("USD",))
    world.put("seo/setting", use_rss="T")
    price = (
        f"{drawn.randint(500, 9_999) / 100:.2f}"
        if decimals
        else f"{drawn.randint(2_000, 90_000)}.00"
    )
    more = ["0.00", "1.99", "7.45"] if decimals else ["0.00", "500.00", "3333.00"]
    number, variants = _product(world, price, drawn.sample(more, k=drawn.choice([2, 3])))
    if drawn.random() < 0.8:
        _sale(world, number, PERIOD, **_random_sale(drawn, decimals))
    if drawn.random() < 0.4:
        _sale(world, number, OVER, **_random_sale(drawn, decimals))

    _compare(world, number, variants, member=False)
    _compare(world, number, variants, member=True)


def test_more_than_the_price_without_the_option_comes_off(world: World) -> None:
    world.put("seo/setting", use_rss="T")
    number, variants = _product(world, "1000.00", ["0.00", "10000.00"])
    _sale(world, number, PERIOD, discount_value="50", discount_value_unit="P")

    _compare(world, number, variants, member=False)


def test_the_cart_shows_one_price_with_the_option(world: World) -> None:
    number, variants = _product(world, "2000.00", ["0.00", "250.00"])
    reduced, cheaper = _product(world, "2000.00", ["0.00"])
    _sale(world, reduced, PERIOD, discount_value="50", discount_value_unit="P")
    browser = Guest(world)
    for product_no, code in ((number, list(variants)[1]), (reduced, next(iter(cheaper)))):
        browser.done(f"/products/{product_no}", act="cart", variant_code=code, quantity="1")

    page = said(browser.see("/cart"))

    assert re.findall(r"(?:was )?₩[\d,]+(?: ₩[\d,]+)?", page)[:4] == [
        "₩2,250",
        "₩2,250",
        "was ₩2,000 ₩1,000",
        "₩1,000",
    ]  # of one unit, and of the line
    assert "+ ₩" not in page
