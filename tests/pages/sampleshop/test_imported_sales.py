"""Sale prices of WooCommerce: with or without a period, the price that a shopper pays is theirs."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from openmall.commerce.promotion.benefits import discounts, sale_prices
from openmall.commerce.promotion.benefits.shape import PeriodSale
from openmall.contract import moments
from openmall.contract.money import smallest_unit
from openmall.pages.backoffice.platform_files import notes
from tests.access.oauth.authorization_requests import Browser, manager
from tests.events.file_transfers.file_calls import carry_on
from tests.pages.backoffice.page_forms import form_of
from tests.pages.backoffice.test_platform_files import WOO, noted, rows_of, sheet, woo
from tests.pages.backoffice.test_transfers import confirmed, made, upload
from tests.pages.sampleshop.shop_browser import Guest
from tests.pages.sampleshop.test_merchant_feed import items
from tests.pages.sampleshop.test_one_price import charged_prices, shown_prices
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

_FROM, _TO = "Date sale price starts", "Date sale price ends"


def _sale(price: str, start: str = "", end: str = "") -> dict[str, str]:
    return {"Sale price": price, _FROM: start, _TO: end}


def _goods(*rows: dict[str, Any]) -> str:
    return sheet(WOO, list(rows))


def _variable(code: str, *variations: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a variable product, whose variations are told apart by their size."""
    sizes = ", ".join(f"S{at}" for at in range(len(variations)))
    names = {"Attribute 1 name": "Size"}
    return [
        woo(code, Type="variable", **names, **{"Regular price": "", "Attribute 1 value(s)": sizes}),
        *(
            woo(f"{code}-{at}", Type="variation", Parent=code, **names, **{
                "Attribute 1 value(s)": f"S{at}", "Position": str(at), **each})
            for at, each in enumerate(variations)
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "price", "retail", "sale", "note"),
    [
        (_sale("3000"), "3000", "5000", ("3000", "", ""), ""),
        (_sale("3000", end="2024-01-31"), "5000", "", ("5000", "", ""), notes.SALE_OVER),
        (_sale("3000", start="2024-01-31"), "3000", "5000", ("3000", "", ""), ""),
        (_sale("3000", start="2027-01-31"), "5000", "",
         ("3000", "2027-01-31 00:00:00", ""), notes.SALE_CARRIED),
        (_sale("3000", end="2026-11-28"), "5000", "",
         ("3000", "", "2026-11-28 23:59:59"), notes.SALE_CARRIED),
        # hours are exported without a leading zero
        (_sale("3000", "2026-11-01 0:00:00", "2026-12-01 9:30:00"), "5000", "",
         ("3000", "2026-11-01 00:00:00", "2026-12-01 09:30:00"), notes.SALE_CARRIED),
        (_sale("3000", end="2026-11-28 9:00:00"), "5000", "", ("5000", "", ""), notes.SALE_OVER),
        (_sale("0", end="2027-01-31"), "5000", "",
         ("0", "", "2027-01-31 23:59:59"), notes.SALE_CARRIED),
        (_sale("3000", "2027-02-01", "2027-01-31"), "5000", "", ("5000", "", ""),
         notes.SALE_UNDATED),
        *(
            (_sale("3000", end=text), "5000", "", ("5000", "", ""), notes.SALE_UNDATED)
            for text in ("31.01.2027", "2027-02-30", "2027-01-31 25:00:00", "2027-01-31 1:00:00x",
                         "٢٠٢٧-01-31")
        ),
        (_sale("6000"), "5000", "", ("5000", "", ""), notes.SALE_NOT_LOWER),
        (_sale("5000"), "5000", "", ("5000", "", ""), ""),
        (_sale("0"), "0", "5000", ("0", "", ""), ""),
        ({"Regular price": "", **_sale("3000")}, None, None, None, notes.NO_PRICE),
        ({"Regular price": ""}, None, None, None, notes.NO_PRICE),
    ],
)  # fmt: skip
def test_prices_of_woocommerce(
    fields: dict[str, str],
    price: str | None,
    retail: str | None,
    sale: tuple[str, str, str] | None,
    note: str,
) -> None:
    text = _goods(woo("mug", **fields))
    columns = ("sale_price", "sale_start_date", "sale_end_date")
    found = [
        (row["price"], row["retail_price"], tuple(row.get(name, "") for name in columns))
        for row in rows_of("woocommerce", text)
    ]

    assert found == ([] if price is None else [(price, retail, sale)])
    assert set(noted("woocommerce", text)) == ({note} if note else set())


def test_a_file_without_sale_prices_leaves_sales_alone() -> None:
    head = WOO.replace(",Sale price,", ",")
    assert "sale_price" not in rows_of("woocommerce", sheet(head, [woo("mug")]))[0]


_PERIOD = ("2026-11-01 0:00:00", "2026-12-24 23:59:59")


@pytest.mark.parametrize(
    ("variations", "sold"),
    [
        # the same amount, and the same percentage with the platform's own rounding
        ([("10000", "8000"), ("12000", "10000")], ["8000", "10000"]),
        ([("10000", "8000"), ("12000", "9600")], ["8000", "9600"]),
        ([("9990", "6693"), ("1230", "824")], ["6693", "824"]),
        ([("10000", "8000"), ("12000", "9000")], None),
        ([("10000", "8000"), ("12000", "")], None),
    ],
)
def test_variations_with_a_sale(variations: list[tuple[str, str]], sold: list[str] | None) -> None:
    rows = _variable(
        "shirt",
        *({"Regular price": price, **_sale(sale, *_PERIOD)} for price, sale in variations),
    )

    found = rows_of("woocommerce", _goods(*rows))

    assert [row["price"] for row in found] == [price for price, _ in variations]
    assert [row["sale_price"] for row in found] == (sold or [price for price, _ in variations])
    [note] = noted("woocommerce", _goods(*rows))
    assert note == (notes.SALE_CARRIED if sold else notes.SALE_NOT_CARRIED)


def test_more_sales_than_a_shop_may_have_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sale_prices, "MOST", 2)
    text = _goods(*(woo(f"mug{at}", **_sale("1", end="2027-01-31")) for at in range(4)))

    found = noted("woocommerce", text)

    assert len(found[notes.SALE_CARRIED]) == len(found[notes.SALE_NOT_CARRIED]) == 2
    assert [row["sale_price"] for row in rows_of("woocommerce", text)] == ["1", "1", "5000", "5000"]


def _at(world: World, text: str, owner: Browser | None = None) -> None:
    """Move the time, and sign in again."""
    world.stage.clock.at = moments.read(text)
    world.stage.app._shop._files._files.clear()  # a feed is kept for 15 minutes of real time
    world.full = world.install(restricted=True)
    if owner is not None:
        owner.cookies.clear()
        owner.sign_in("/api/v2/oauth/sign-in")


def _paid(world: World, code: str) -> list[str]:
    """Return what every place says that each variant costs, and an order of it is charged."""
    product, variants = made(world, code)
    number, browser, shopper = product["product_no"], Guest(world), Shopper(world)
    shown = shown_prices(world, browser, shopper, number)
    fed = {each["id"]: each for each in items(browser.see("/feed.xml"))}
    paid = []
    for each in variants:
        own = each["variant_code"]
        charged = charged_prices(shopper, number, own, {"buyer": BUYER})
        item = fed.get(own) or fed[str(number)]
        prices = {
            *charged.values(),
            *(place[own] for place in shown.values()),
            Decimal(item.get("sale_price", item["price"]).split()[0]),
        }
        assert len(prices) == 1, (code, charged, shown, item)
        paid.append(str(prices.pop().normalize().__format__("f")))
    return paid


def test_a_sale_is_paid_during_its_period(world: World, owner: Browser) -> None:
    world.put("seo/setting", use_rss="T")
    # it is 21 November 2026, 09:00
    text = _goods(
        woo("mug", **_sale("3333", "2026-11-01 0:00:00", "2026-11-22 23:59:59")),
        woo("cup", **_sale("4001", "2026-11-23", "2026-11-24")),
        *_variable(
            "shirt",
            {"Regular price": "9990", **_sale("6693", "", "2026-11-22")},
            {"Regular price": "9000", **_sale("6030", "", "2026-11-22")},
        ),
    )
    address = upload(owner, text, kind="products", source="woocommerce").headers["location"]
    carry_on(world)
    plan = owner.open(address).text
    assert notes.SALE_CARRIED in plan
    assert "mug: 5000 → 3333 (2026-11-01 00:00:00 – 2026-11-22 23:59:59)" in plan
    assert world.get("benefits")["benefits"] == []
    owner.submit(address, {**form_of(plan, "confirm").values, "deed": "confirm"})
    carry_on(world)

    paid = {}
    for moment in (
        "2026-11-21T09:00:00+09:00",
        "2026-11-22T23:59:59+09:00",
        "2026-11-23T00:00:00+09:00",
        "2026-11-25T00:00:00+09:00",
    ):
        _at(world, moment)
        paid[moment[8:13]] = [_paid(world, code) for code in ("mug", "cup", "shirt")]
    assert paid == {
        "21T09": [["3333"], ["5000"], ["6693", "6030"]],
        "22T23": [["3333"], ["5000"], ["6693", "6030"]],
        "23T00": [["5000"], ["4001"], ["9990", "9000"]],
        "25T00": [["5000"], ["5000"], ["9990", "9000"]],
    }


def _sales(world: World) -> list[dict[str, Any]]:
    return [
        world.get(f"benefits/{each['benefit_no']}")["benefit"]
        for each in world.get("benefits")["benefits"]
    ]


def test_the_same_file_again_changes_nothing(world: World, owner: Browser) -> None:
    goods = [
        woo("mug", **_sale("3000", end="2026-11-22")),
        woo("cup", **_sale("4000", "2026-11-23")),
    ]
    confirmed(world, owner, _goods(*goods), kind="products", source="woocommerce")
    before = _sales(world)
    assert len(before) == 2

    for moment in ("2026-11-21T20:00:00+09:00", "2026-11-22T12:00:00+09:00"):
        _at(world, moment, owner)
        page = confirmed(world, owner, _goods(*goods), kind="products", source="woocommerce")
        assert "Unchanged</dt><dd>2<" in page
        assert _sales(world) == before
    # over: what was imported stays as it is
    _at(world, "2026-11-23T12:00:00+09:00", owner)
    page = confirmed(world, owner, _goods(goods[0]), kind="products", source="woocommerce")
    assert "Unchanged</dt><dd>1<" in page
    assert _sales(world) == before


def test_a_sale_that_a_later_file_changes_or_does_not_have(world: World, owner: Browser) -> None:
    def imported(*rows: dict[str, Any]) -> list[tuple[list[int], str, str]]:
        page = confirmed(world, owner, _goods(*rows), kind="products", source="woocommerce")
        assert "Modified</dt><dd>" in page or "New</dt><dd>" in page
        return sorted(
            (each["period_sale"]["product_list"], each["period_sale"]["discount_value"],
             each["benefit_end_date"][:10])
            for each in _sales(world)
        )  # fmt: skip

    until = {"end": "2026-12-24"}
    both = imported(woo("mug", **_sale("3000", **until)), woo("cup", **_sale("4000", **until)))
    changed = imported(
        woo("mug", **_sale("2500", end="2026-12-26")),
        woo("cup", **_sale("", "", "")),
    )

    assert [(off, end) for _, off, end in both] == [
        ("2000.00", "2026-12-24"), ("1000.00", "2026-12-24"),
    ]  # fmt: skip
    assert [(off, end) for _, off, end in changed] == [("2500.00", "2026-12-26")]


def test_each_shop_has_its_own_currency(world: World) -> None:
    dollars = world.stage.new_world(languages=("en_US",), currencies=("USD",))
    text = _goods(woo("mug", **{"Regular price": "19.99", **_sale("13.37", end="2026-12-24")}))
    manager(dollars)
    owner = Browser(dollars)
    owner.sign_in("/api/v2/oauth/sign-in")
    page = confirmed(dollars, owner, text, kind="products", source="woocommerce")
    assert "mug: 19.99 → 13.37" in page
    assert [each["period_sale"]["discount_value"] for each in _sales(dollars)] == ["6.62"]


def test_a_file_for_the_second_shop_is_in_its_currency(world: World) -> None:
    mall = world.stage.new_world(currencies=("KRW", "USD"))
    manager(mall)
    owner = Browser(mall)
    owner.sign_in("/api/v2/oauth/sign-in")

    def text(*prices: tuple[str, str]) -> str:
        rows = [{"Regular price": price, **_sale(sale, end="2026-12-24")} for price, sale in prices]
        return _goods(*_variable("shirt", *rows))

    won = text(("9990", "6693"), ("9000", "6030"))
    confirmed(mall, owner, text(("19.99", "13.39"), ("29.99", "20.09")),
              kind="products", source="woocommerce")  # fmt: skip
    assert mall.get("products")["products"] == []
    confirmed(mall, owner, won, kind="products", source="woocommerce")
    dollars = {"kind": "products", "source": "woocommerce", "shop_no": "2"}
    confirmed(mall, owner, text(("19.99", "13.39"), ("29.99", "20.09")), **dollars)

    def paid(shop_no: int) -> list[tuple[str, str]]:
        product, _ = made(mall, "shirt")
        path = f"products/{product['product_no']}"
        here = mall.get(path, shop_no=shop_no)["product"]
        assert (here["display"], here["selling"]) == ("T", "T")
        more = [
            each["additional_amount"]
            for each in mall.get(f"{path}/variants", shop_no=shop_no)["variants"]
        ]
        sales = [
            mall.get(f"benefits/{each['benefit_no']}", shop_no=shop_no)["benefit"]
            for each in mall.get("benefits", shop_no=shop_no)["benefits"]
        ]
        unit = smallest_unit("KRW" if shop_no == 1 else "USD")
        [benefit] = [msgspec.convert(each["period_sale"], PeriodSale) for each in sales]
        prices = [Decimal(here["price"]) + Decimal(each) for each in more]
        return [
            (str(price), str(price - discounts.unit_discount(benefit, price, unit)))
            for price in prices
        ]

    assert paid(2) == [("19.99", "13.39"), ("29.99", "20.09")]
    assert [(price, Decimal(sale)) for price, sale in paid(1)] == [
        ("9990.00", Decimal(6693)), ("9000.00", Decimal(6030)),
    ]  # fmt: skip
    for file, fields in ((won, {**dollars, "shop_no": "1"}), (text(("19.99", "13.39"),
                          ("29.99", "20.09")), dollars)):  # fmt: skip
        assert "Unchanged</dt><dd>1<" in confirmed(mall, owner, file, **fields)
