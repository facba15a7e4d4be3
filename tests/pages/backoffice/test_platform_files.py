"""Files of Shopify and WooCommerce: what was not for sale there is not, and nothing is lost."""

import csv
import io
from typing import Any

import msgspec
import pytest

from openmall.events.file_transfers import rules as transfer_rules
from openmall.pages.backoffice.platform_files import notes
from openmall.pages.backoffice.transfers import import_sources
from tests.access.oauth.authorization_requests import Browser
from tests.events.file_transfers.file_calls import carry_on
from tests.pages.backoffice.test_transfers import confirmed, made, upload
from tests.world import World

NOW = "2026-11-28 12:00:00"
SHOPIFY_NOW = (
    "Title,URL handle,Description,Vendor,Product category,Type,Tags,"
    "Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,"
    "Compare-at price,Cost per item,Charge tax,Inventory tracker,Inventory quantity,"
    "Continue selling when out of stock,Weight value (grams),Weight unit for display,"
    "Requires shipping,Fulfillment service,Product image URL,Image position,"
    "Image alt text,Variant image URL,Gift card,SEO title,SEO description,Tax code"
)
WOO = (
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,'
    "Visibility in catalog,Short description,Description,Date sale price starts,"
    "Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,"
    "Backorders allowed?,Sold individually?,Weight (lbs),Length (in),Width (in),"
    "Height (in),Allow customer reviews?,Purchase note,Sale price,Regular price,"
    "Categories,Tags,Shipping class,Images,Download limit,Download expiry days,Parent,"
    "Grouped products,Upsells,Cross-sells,External URL,Button text,Position,Brands,"
    "Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,"
    "Attribute 2 name,Attribute 2 value(s),Attribute 2 visible,Attribute 2 global"
)


def sheet(head: str, rows: list[dict[str, Any]], **how: Any) -> str:
    """Return a file with the columns of `head` and these rows."""
    [columns] = csv.reader(io.StringIO(head))
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, restval="", **how)
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def shopify(handle: str, **fields: Any) -> dict[str, Any]:
    row = {
        "Title": handle.title(), "URL handle": handle, "Published on online store": "TRUE",
        "Status": "active", "Price": "1000", "Inventory tracker": "shopify",
        "Inventory quantity": "5", "Continue selling when out of stock": "FALSE",
        "Option1 name": "Title", "Option1 value": "Default Title", "Requires shipping": "TRUE",
        "Charge tax": "TRUE", "Gift card": "FALSE", "Fulfillment service": "manual",
    }  # fmt: skip
    return row | fields


def woo(code: str, **fields: Any) -> dict[str, Any]:
    row = {
        "ID": str(abs(hash(code)) % 10_000), "Type": "simple", "SKU": code, "Name": code.title(),
        "Published": "1", "Is featured?": "0", "Visibility in catalog": "visible",
        "In stock?": "1", "Regular price": "5000", "Tax status": "taxable",
        "Backorders allowed?": "0", "Sold individually?": "0", "Allow customer reviews?": "1",
    }  # fmt: skip
    return row | fields


def rewritten(source: str, text: str | bytes, kind: str = "products", **how: Any) -> Any:
    content = text.encode() if isinstance(text, str) else text
    return import_sources.rewritten(
        source, kind, content, how.get("encoding", "utf-8"), now=NOW, currency="KRW", tax_rate=10
    )


def rows_of(source: str, text: str | bytes, kind: str = "products") -> list[dict[str, str]]:
    content = rewritten(source, text, kind).content.decode()
    return list(csv.DictReader(io.StringIO(content, newline="")))


_OF_EVERY_FILE = (notes.PRICES_READ, notes.TAXED)


def noted(source: str, text: str | bytes, kind: str = "products") -> dict[str, list[str]]:
    """Return the notes on a file, but for those that every file gets."""
    found = rewritten(source, text, kind).notes
    return {e["message"]: e["codes"] for e in found if e["message"] not in _OF_EVERY_FILE}


def test_only_what_shopify_sells_is_for_sale(world: World, owner: Browser) -> None:
    states = {
        (status, published): shopify(
            f"{status or 'none'}-{published or 'none'}",
            Status=status,
            **{"Published on online store": published},
        )
        for status in ("active", "draft", "archived", "unlisted", "", "other")
        for published in ("TRUE", "FALSE", "")
    }
    confirmed(
        world, owner, sheet(SHOPIFY_NOW, list(states.values())), kind="products", source="shopify"
    )

    shown = {}
    for state, row in states.items():
        found, _ = made(world, row["URL handle"])
        shown[state] = found["display"] + found["selling"]
    assert {state for state, how in shown.items() if how == "TT"} == {
        ("active", "TRUE"), ("active", ""), ("", "TRUE"),
    }  # fmt: skip
    assert {state for state, how in shown.items() if how != "TT" and how != "FF"} == {
        ("unlisted", "TRUE")
    }


def test_stock_of_shopify_is_tracked_as_there(world: World, owner: Browser) -> None:
    rows = [
        shopify("untracked", **{"Inventory tracker": "", "Inventory quantity": "0"}),
        shopify("empty", **{"Inventory quantity": "0"}),
        shopify(
            "oversold", **{"Inventory quantity": "-2", "Continue selling when out of stock": "TRUE"}
        ),
        shopify("counted"),
        shopify("unknown", **{"Inventory quantity": ""}),
    ]
    page = confirmed(world, owner, sheet(SHOPIFY_NOW, rows), kind="products", source="shopify")

    def stock(code: str) -> tuple[str, int]:
        _, [one] = made(world, code)
        return one["use_inventory"], one["quantity"]

    assert [stock(row["URL handle"]) for row in rows] == [
        ("F", 0), ("T", 0), ("F", -2), ("T", 5), ("T", 0),
    ]  # fmt: skip
    assert notes.OVERSELLING in page
    assert "oversold" in page
    assert notes.NO_QUANTITY in page


def test_everything_a_product_of_shopify_has(world: World, owner: Browser) -> None:
    rows = [
        shopify(
            "apron",
            Description="<p>Soft</p>",
            Vendor="Yeouldam",
            Type="Aprons, long",
            Tags="linen, new",
            SKU="APR-S",
            Barcode="8801234567893",
            **{
                "Product category": "Apparel > Aprons", "Option1 name": "Size",
                "Option1 value": "S", "Price": "19,000.00", "Compare-at price": "25000",
                "Cost per item": "7000", "Charge tax": "FALSE", "Weight value (grams)": "453.6",
                "Requires shipping": "FALSE", "SEO title": "Buy it", "SEO description": "Long",
                "Tax code": "P0000",
            },
        ),
        {"URL handle": "apron", "Option1 value": "M", "Price": "21000", "Inventory tracker": "",
         "Charge tax": "FALSE", "Requires shipping": "FALSE", "Weight value (grams)": "500"},
        {"URL handle": "apron", "Option1 value": "L", "Inventory tracker": "shopify"},
        shopify("card", **{"Gift card": "TRUE"}),
        shopify("free", Price=""),
        shopify("x" * 60),
    ]  # fmt: skip
    page = confirmed(world, owner, sheet(SHOPIFY_NOW, rows), kind="products", source="shopify")

    apron, sizes = made(world, "apron")
    stored = world.get(f"products/{apron['product_no']}")["product"]
    seo = world.get(f"products/{apron['product_no']}/seo")["seo"]
    brands = {each["brand_code"]: each["brand_name"] for each in world.get("brands")["brands"]}
    assert (apron["price"], apron["retail_price"], apron["supply_price"]) == (
        "19000.00", "25000.00", "7000.00",
    )  # fmt: skip
    assert brands[apron["brand_code"]] == "Yeouldam"
    assert (stored["product_tag"], apron["tax_type"]) == (["linen", "new"], "B")
    assert (apron["product_weight"], stored["shipping_method"]) == ("0.50", "09")
    assert (seo["meta_title"], seo["meta_description"]) == ("Buy it", "Long")
    categories = {each["category_name"] for each in world.get("categories")["categories"]}
    assert "Aprons, long" in categories
    assert [
        (each["options"][0]["value"], each["additional_amount"], each["use_inventory"])
        for each in sizes
    ] == [("S", "0.00", "T"), ("M", "2000.00", "F")]
    assert sizes[0]["custom_variant_code"] == "APR-S"
    for code in ("card", "free"):
        assert world.get("products", custom_product_code=code)["products"] == []
    for text in (
        notes.GIFT_CARD, notes.NO_PRICE, notes.NO_PRICE_OF_VARIANT, notes.BARCODES, notes.WEIGHTS,
        notes.FORMER_PRICES, notes.SHORTENED_CODE, notes.UNREAD, "Tax code", "Product Category",
    ):  # fmt: skip
        assert text in page, text
    again = upload(owner, sheet(SHOPIFY_NOW, rows), kind="products", source="shopify")
    carry_on(world)
    assert "Unchanged</dt><dd>2<" in owner.open(again.headers["location"]).text


def test_former_headings_of_shopify_are_read_as_present_ones() -> None:
    former = SHOPIFY_NOW
    for now, before in (
        ("URL handle", "Handle"), ("Description", "Body (HTML)"),
        ("Published on online store", "Published"), ("SKU", "Variant SKU"),
        (",Price", ",Variant Price"), ("Compare-at price", "Variant Compare At Price"),
        ("Charge tax", "Variant Taxable"), ("Inventory tracker", "Variant Inventory Tracker"),
        ("Inventory quantity", "Variant Inventory Qty"), ("Option1 name", "Option1 Name"),
        ("Continue selling when out of stock", "Variant Inventory Policy"),
        ("Weight value (grams)", "Variant Grams"), ("Product image URL", "Image Src"),
        ("Image position", "Image Position"), ("Gift card", "Gift Card"),
    ):  # fmt: skip
        former = former.replace(now, before, 1)
    row = shopify("cup", SKU="CUP", **{"Weight value (grams)": "250"})
    text = sheet(SHOPIFY_NOW, [row])
    _, _, values = text.partition("\r\n")

    assert rows_of("shopify", f"{former}\r\n{values}") == rows_of("shopify", text)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_as_spreadsheets_save_it(delimiter: str, encoding: str) -> None:
    rows = [woo("mug", **{"Regular price": "19,90"}), woo("cup", **{"Regular price": "1,000"})]
    text = sheet(WOO, rows, delimiter=delimiter)
    expected = [("mug", "19.90"), ("cup", "1,000")]  # what is ambiguous is refused, not guessed

    for file in (text, f"sep={delimiter}\r\n{text}"):
        found = rows_of("woocommerce", file.encode(encoding))
        assert [(row["custom_product_code"], row["price"]) for row in found] == expected


def test_rows_of_another_width_are_refused_rather_than_shifted() -> None:
    text = sheet(WOO, [woo("mug")]) + "7,simple,CUP,too few\r\n"
    with pytest.raises(Exception, match="Line 3 has 4 columns"):
        rewritten("woocommerce", text)


@pytest.mark.parametrize(
    ("fields", "shown", "note"),
    [
        ({}, "TT", ""),
        ({"Published": "0"}, "FF", notes.HIDDEN),
        ({"Published": "-1"}, "FF", notes.HIDDEN),
        ({"Published": ""}, "FF", notes.HIDDEN),
        ({"Visibility in catalog": "hidden"}, "FT", notes.UNLISTED),
        ({"Visibility in catalog": "search"}, "TT", notes.PARTLY_LISTED),
        ({"In stock?": "0"}, "TF", notes.HIDDEN),
        ({"In stock?": "0", "Stock": "0"}, "TT", ""),
        ({"In stock?": "backorder", "Stock": "0", "Backorders allowed?": "notify"}, "TT",
         notes.OVERSELLING),
        ({"Type": "simple, downloadable, virtual"}, "FF", notes.DOWNLOADS),
        ({"Type": "simple, virtual"}, "TT", ""),
        ({"Type": "grouped"}, "", notes.GROUPED),
        ({"Type": "external"}, "", notes.EXTERNAL),
        ({"Type": "subscription"}, "", notes.OTHER_TYPE),
        ({"Type": "variable"}, "", notes.NO_PRICE),
        ({"Type": "variation", "Parent": "nothing"}, "", notes.NO_PARENT),
    ],
)  # fmt: skip
def test_only_what_woocommerce_sells_is_for_sale(
    fields: dict[str, str], shown: str, note: str
) -> None:
    text = sheet(WOO, [woo("mug", **fields)])

    assert "".join(row["display"] + row["selling"] for row in rows_of("woocommerce", text)) == shown
    assert set(noted("woocommerce", text)) == ({note} if note else set())


def test_variations_of_woocommerce(world: World, owner: Browser) -> None:
    names = {"Attribute 1 name": "Colour", "Attribute 2 name": "Size"}
    rows = [
        woo("shirt", Type="variable", Stock="7", **names, **{
            "Regular price": "", "Attribute 1 value(s)": "Red, Wide\\, long",
            "Attribute 2 value(s)": "S, M, L", "Brands": "Linen Co",
            "Categories": "Salt\\, Pepper > Mills, Gifts", "Tags": "new\\, old, soft",
            "Short description": "One\\nTwo", "Weight (lbs)": "2", "Length (in)": "10",
            "Sold individually?": "1", "Images": "https://a.example/1.jpg, https://a.example/2.jpg",
        }),
        woo("red", Type="variation", Parent="shirt", Stock="5", **names, **{
            "Attribute 1 value(s)": "Red", "Regular price": "6000", "Position": "2"}),
        woo("red-m", Type="variation", Parent="shirt", Stock="parent", **names, **{
            "Attribute 1 value(s)": "Red", "Attribute 2 value(s)": "M", "Position": "1",
            "Images": "https://a.example/red.jpg"}),
        woo("wide", Type="variation", Parent="shirt", Published="0", **names, **{
            "Attribute 1 value(s)": "Wide\\, long", "Attribute 2 value(s)": "S", "Position": "3"}),
        woo("dear", Type="variation", Parent="shirt", **names, **{
            "Regular price": "", "Attribute 1 value(s)": "Wide\\, long",
            "Attribute 2 value(s)": "M", "Position": "4"}),
    ]  # fmt: skip
    page = confirmed(world, owner, sheet(WOO, rows), kind="products", source="woocommerce")

    shirt, variants = made(world, "shirt")
    stored = world.get(f"products/{shirt['product_no']}")["product"]
    sold = {
        tuple(each["value"] for each in variant["options"]): (
            variant["additional_amount"], variant["use_inventory"], variant["quantity"],
            variant["custom_variant_code"],
        )
        for variant in variants
        if variant["selling"] == "T"
    }  # fmt: skip
    assert shirt["price"] == "5000.00"
    assert sold == {
        ("Red", "M"): ("0.00", "T", 4, "red-m"),
        ("Red", "S"): ("1000.00", "T", 3, "red"),
        ("Red", "L"): ("1000.00", "T", 2, "red"),
    }
    assert stored["summary_description"] == "One\nTwo"
    assert (shirt["product_weight"], shirt["maximum_quantity"]) == ("0.91", 1)
    assert shirt["product_volume"]["product_length"] == "25.4"
    names_ = {each["category_name"] for each in world.get("categories")["categories"]}
    assert {"Salt, Pepper", "Mills", "Gifts"} <= names_
    assert shirt["detail_image"] == "https://a.example/1.jpg"
    assert [each["big"] for each in stored["additional_image"]] == ["https://a.example/2.jpg"]
    for text in (notes.SHARED_STOCK, notes.NO_PRICE_OF_VARIANT, notes.HIDDEN):
        assert text in page, text


def test_a_note_in_the_language_of_the_manager(world: World, owner: Browser) -> None:
    sent = upload(owner, sheet(WOO, [woo("mug", Type="grouped")]), kind="products",
                  source="woocommerce")  # fmt: skip
    carry_on(world)
    owner.cookies["openmall-language"] = "ko"

    page = owner.open(sent.headers["location"]).text

    assert notes.NOT_FETCHED == transfer_rules.NOT_FETCHED
    assert notes.GROUPED not in page
    assert "mug" in page


def test_a_long_file_takes_time_in_proportion() -> None:
    rows = [woo(f"mug{at}", Categories="A\\, B > C, D" * 20) for at in range(2_000)]
    text = sheet(WOO, rows)
    assert len(rows_of("woocommerce", text)) == 2_000
    assert msgspec.json.decode(rows_of("woocommerce", text)[0]["category"])
