"""Files of other platforms: in which currency their prices are, and which line a row is at."""

import csv
import io
import re
from typing import Any

import pytest

from openmall.contract.errors import Invalid
from openmall.pages.backoffice.platform_files import notes
from openmall.pages.backoffice.product import product_tax
from openmall.pages.backoffice.transfers import import_sources
from tests.access.oauth.authorization_requests import Browser
from tests.events.file_transfers.file_calls import carry_on
from tests.page_content import main_content
from tests.pages.backoffice.test_platform_files import (
    NOW,
    SHOPIFY_NOW,
    WOO,
    noted,
    sheet,
    shopify,
    woo,
)
from tests.pages.backoffice.test_transfers import confirmed, form_of, made, upload
from tests.world import World

_ROW = re.compile(r'<th scope="row" class="figure">(\d+)</th><td>(.*?)</td>')
_HEAD = SHOPIFY_NOW + ",Currency"


def _planned(world: World, owner: Browser, text: str, **fields: str) -> tuple[str, str]:
    """Upload a file; return the address and the page of its plan."""
    address = upload(owner, text, kind="products", **fields).headers["location"]
    carry_on(world)
    return address, owner.open(address).text


def test_the_plan_says_as_what_prices_are_read(world: World, owner: Browser) -> None:
    options = {"Option1 name": "Size"}
    rows = [
        shopify("whole", Price="19.00"),
        shopify("cents", Price="19.99"),
        shopify("shirt", Price="19.00", **options, **{"Option1 value": "S"}),
        {"URL handle": "shirt", "Price": "19.50", "Option1 value": "M"},
        shopify("former", **{"Compare-at price": "1999.99"}),
        shopify("cost", **{"Cost per item": "7.25"}),
        shopify("symbol", Price="$19"),
    ]

    _, page = _planned(world, owner, sheet(SHOPIFY_NOW, rows), source="shopify")

    assert notes.PRICES_READ in page
    assert "KRW" in page
    rejected, _, planned = page.partition('<h2 id="plan">')
    assert {code for _, code in _ROW.findall(rejected)} == {
        "cents", "shirt", "former", "cost", "symbol",
    }  # fmt: skip
    assert [code for _, code in _ROW.findall(planned)] == ["whole"]


@pytest.mark.parametrize("source", ["shopify", "woocommerce"])
def test_a_file_that_names_another_currency_is_refused(
    world: World, owner: Browser, source: str
) -> None:
    rows = [shopify("mug"), shopify("cup")] if source == "shopify" else [woo("mug"), woo("cup")]
    head = (SHOPIFY_NOW if source == "shopify" else WOO) + ",Currency"

    def text(currency: str) -> str:
        return sheet(head, [rows[0], {**rows[1], "Currency": currency}])

    refused = upload(owner, text("USD"), kind="products", source=source)
    assert refused.status_code == 422
    assert "USD" in refused.text
    assert "KRW" in refused.text
    assert noted(source, text("krw"))[notes.PRICES_SAID] == ["KRW"]
    assert notes.UNREAD not in noted(source, text("KRW"))
    with pytest.raises(Invalid, match="Line 3"):
        import_sources.rewritten(
            source, "products", text("EUR").encode(), "utf-8", now=NOW, currency="USD", tax_rate=10
        )


def test_rows_are_named_by_their_lines_in_the_uploaded_file(world: World, owner: Browser) -> None:
    rows: list[dict[str, Any]] = [
        shopify("mug", Description="<p>One\nTwo\nThree</p>"),  # lines 2 to 4
        shopify("shirt", **{"Option1 name": "Size", "Option1 value": "S"}),
        shopify("cup", Price="none"),
        {"URL handle": "shirt", "Option1 value": "M", "Price": "12,34"},
        shopify("plate"),
    ]
    address, page = _planned(world, owner, sheet(SHOPIFY_NOW, rows), source="shopify")

    rejected, _, planned = page.partition('<h2 id="plan">')
    assert _ROW.findall(planned) == [("2", "mug"), ("8", "plate")]
    assert _ROW.findall(rejected) == [("7", "shirt"), ("6", "cup")]
    form = form_of(page, "confirm")
    owner.submit(address, {**form.values, "deed": "confirm"})
    carry_on(world)
    done = owner.open(address).text
    assert _ROW.findall(done) == [("7", "shirt"), ("6", "cup")]
    link = main_content(done).partition('href="https://')[2].partition('"')[0]
    file = owner.open("/" + link.partition("/")[2]).text
    found = [
        (row["import_line"], row["custom_product_code"])
        for row in csv.DictReader(io.StringIO(file, newline=""))
    ]
    assert found == [("5", "shirt"), ("7", "shirt"), ("6", "cup")]
    # corrected, the file may be imported as one of ours
    _, again = _planned(world, owner, file.replace('"12,34"', "1234").replace("none", "1"))
    assert {code for _, code in _ROW.findall(again)} == {"shirt", "cup"}


def test_variations_and_combinations_are_named_by_their_lines(world: World, owner: Browser) -> None:
    names = {"Attribute 1 name": "Size", "Attribute 1 value(s)": "S, M"}
    rows = [
        woo("own", Type="variation", Parent="shirt", **{**names, "Regular price": "x",
            "Attribute 1 value(s)": ""}),
        woo("mug"),
        woo("shirt", Type="variable", **names),
    ]  # fmt: skip
    _, page = _planned(world, owner, sheet(WOO, rows), source="woocommerce")
    assert sorted(_ROW.findall(page)) == [("2", "shirt"), ("3", "mug")]


def test_a_program_may_name_the_lines_of_a_file(world: World) -> None:
    def refused(**fields: Any) -> str:
        answer = world.call("POST", "imports", json={"request": {"kind": "products", **fields}})
        assert answer.status_code == 422
        return str(answer.json()["error"]["more_info"]["parameter"])

    assert refused(format="jsonl", line_column="line") == "line_column"
    assert refused(line_column="x" * 201) == "line_column"


@pytest.mark.parametrize("source", ["shopify", "woocommerce"])
def test_taxed_products_get_the_rate_of_the_country(source: str) -> None:
    row = shopify("mug") if source == "shopify" else woo("mug")
    text = sheet(SHOPIFY_NOW if source == "shopify" else WOO, [row]).encode()

    def imported(rate: int) -> tuple[dict[str, str], dict[str, list[str]]]:
        found = import_sources.rewritten(
            source, "products", text, "utf-8", now=NOW, currency="USD", tax_rate=rate
        )
        [line] = csv.DictReader(io.StringIO(found.content.decode(), newline=""))
        return line, {each["message"]: each["codes"] for each in found.notes}

    abroad, said_abroad = imported(0)
    here, said_here = imported(10)
    elsewhere, _ = imported(8)

    assert abroad["tax_type"] == "B"
    assert said_abroad[notes.NOT_TAXED] == ["mug"]
    assert here.get("tax_type", "") == ""
    assert said_here[notes.TAXED] == ["mug: 10"]
    assert (elsewhere["tax_type"], elsewhere["tax_rate"]) == ("A", "8")


def test_the_plan_names_the_tax_that_the_country_has_not(
    world: World, owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(product_tax, "_RATES", {})

    _, page = _planned(world, owner, sheet(SHOPIFY_NOW, [shopify("mug")]), source="shopify")

    assert "prices contain no tax in this country until a rate is entered" in page


def test_the_price_of_a_product_is_that_of_its_cheapest_variation_for_sale(
    world: World, owner: Browser
) -> None:
    colours = {"Attribute 1 name": "Colour", "Attribute 1 value(s)": "Red, Blue"}
    rows = [
        woo("tee", Type="variable", **{"Regular price": "", **colours}),
        *(
            woo(
                f"tee-{colour}",
                Type="variation",
                Parent="tee",
                **{
                    "Regular price": price,
                    "In stock?": stock,
                    "Attribute 1 name": "Colour",
                    "Attribute 1 value(s)": colour,
                },
            )
            for colour, price, stock in (("Red", "18000", "0"), ("Blue", "20000", "1"))
        ),
    ]

    confirmed(world, owner, sheet(WOO, rows), kind="products", source="woocommerce")

    product, variants = made(world, "tee")
    amounts = {each["options"][0]["value"]: each["additional_amount"] for each in variants}
    assert product["price"] == "20000.00"
    assert amounts == {"Red": "-2000.00", "Blue": "0.00"}
