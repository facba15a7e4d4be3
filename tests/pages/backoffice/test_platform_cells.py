"""What stands in cells of other platforms' files: read as it was meant, refused, or named."""

from typing import Any

import pytest

from openmall.contract.errors import Invalid
from openmall.pages.backoffice.platform_files import notes
from tests.pages.backoffice.test_platform_files import (
    SHOPIFY_NOW,
    WOO,
    noted,
    rewritten,
    rows_of,
    sheet,
    shopify,
    woo,
)

CAFE24 = (
    "상품코드,자체 상품코드,진열상태,판매상태,상품명,판매가,판매가 대체문구 사용,판매가 대체문구,"
    "과세구분,옵션사용,옵션입력"
)
CUSTOMERS = (
    "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,"
    "Default Address City,Default Address Country Code,Default Address Zip,Default Address Phone,"
    "Phone,Note"
)
HIDDEN = {"display": "F", "selling": "F"}
FOR_SALE = {"display": "T", "selling": "T"}


def cafe24(code: str, **fields: str) -> dict[str, str]:
    row = {"상품코드": code, "진열상태": "Y", "판매상태": "Y", "상품명": "컵", "판매가": "12000"}
    return row | fields


def _first(source: str, head: str, row: dict[str, Any], kind: str = "products") -> dict[str, str]:
    rows = rows_of(source, sheet(head, [row]), kind)
    return rows[0] if rows else {}


WOOCOMMERCE_CELLS: list[tuple[dict[str, str], dict[str, str], str]] = [
    # a quantity is a thousand or one: the row is refused, as an amount is
    ({"Stock": "1,000"}, {"quantity": "1,000", "use_inventory": "T"}, ""),
    ({"Stock": "1.000"}, {"quantity": "1.000"}, ""),
    ({"Stock": "2.5"}, {"quantity": "2"}, notes.FRACTIONS),
    ({"Stock": "4.0"}, {"quantity": "4"}, ""),
    ({"Stock": "'-3"}, {"quantity": "-3", "use_inventory": "T"}, ""),
    ({"Stock": "-3", "Backorders allowed?": "1"}, {"use_inventory": "F"}, notes.OVERSELLING),
    ({"Stock": "0"}, {"quantity": "0", "use_inventory": "T", **FOR_SALE}, ""),
    # nor is an amount guessed; the import refuses its row
    ({"Regular price": "1.234,56"}, {"price": "1234.56"}, ""),
    ({"Regular price": "1 234,56"}, {"price": "1234.56"}, ""),
    ({"Regular price": "₩5,000"}, {"price": "₩5,000"}, ""),
    ({"Regular price": "1.234.567"}, {"price": "1.234.567"}, ""),
    ({"Regular price": "0"}, {"price": "0", **FOR_SALE}, ""),
    # numbers that only computers write are none: written out, 1e999999999 is a gigabyte
    ({"Regular price": "sNaN", "Sale price": "nan"}, {"price": "sNaN"}, ""),
    (
        {"Length (in)": "1e99", "Weight (lbs)": "1e99"},
        {"product_weight": None, "product_volume": None},
        "",
    ),
    # names are stored as HTML, and formulas escaped
    ({"Name": "Tom &amp; Jerry &#8211; 😀"}, {"product_name": "Tom & Jerry – 😀"}, ""),
    ({"Name": "'=SUM(A1)"}, {"product_name": "=SUM(A1)"}, ""),
    ({"Categories": "Salt &amp; Pepper > A\\, B"}, {"category": '[["Salt & Pepper","A, B"]]'}, ""),
    ({"Description": "a\\nb"}, {"description": "a\nb"}, ""),
    ({"Published": "-1"}, HIDDEN, notes.HIDDEN),
    ({"Published": "yes"}, HIDDEN, notes.HIDDEN),
    ({"Visibility in catalog": "Hidden"}, {"display": "F", "selling": "T"}, notes.UNLISTED),
    ({"Type": "Simple"}, FOR_SALE, ""),
    ({"Type": "bundle"}, {}, notes.OTHER_TYPE),
    ({"Type": "external", "External URL": "https://a.example"}, {}, notes.EXTERNAL),
    ({"In stock?": "onbackorder"}, FOR_SALE, ""),
    ({"In stock?": "0", "Stock": "5"}, {"display": "T", "selling": "F"}, notes.HIDDEN),
    ({"Images": "file:///etc/passwd"}, {}, notes.NO_ADDRESS),
    ({"Images": "//a.example/1.jpg"}, {"detail_image": "https://a.example/1.jpg"}, ""),
    ({"Purchase note": "Thanks"}, FOR_SALE, notes.UNREAD),
]


@pytest.mark.parametrize(("fields", "expected", "note"), WOOCOMMERCE_CELLS)
def test_cells_of_woocommerce(fields: dict[str, str], expected: dict[str, str], note: str) -> None:
    row = woo("mug", **fields)
    found = _first("woocommerce", WOO, row)

    assert {name: found.get(name) for name in expected} == expected
    assert note in noted("woocommerce", sheet(WOO, [row])) or not note
    assert len(noted("woocommerce", sheet(WOO, [row]))) <= 2


@pytest.mark.parametrize(
    ("fields", "expected", "note"),
    [
        ({"Inventory quantity": "1,000"}, {"quantity": "1000"}, ""),
        ({"Inventory quantity": "-4"}, {"quantity": "-4", "use_inventory": "T"}, ""),
        ({"Price": "1,000"}, {"price": "1000"}, ""),
        ({"Price": "1.000,00"}, {"price": "1000.00"}, ""),
        ({"Price": "1000", "Compare-at price": "900"}, {"price": "1000", "retail_price": ""}, ""),
        ({"Price": "0"}, {"price": "0", **FOR_SALE}, ""),
        ({"Barcode": "'0123456789012"}, {"custom_variant_code": "0123456789012"}, ""),
        ({"Status": "DRAFT"}, HIDDEN, notes.HIDDEN),
        ({"Status": "Active", "Published on online store": "True"}, FOR_SALE, ""),
        ({"URL handle": ""}, {"custom_product_code": "Mug"}, ""),
        ({"Price": ""}, {}, notes.NO_PRICE),
        ({"Gift card": "TRUE"}, {}, notes.GIFT_CARD),
        ({"Product image URL": "ftp://a.example/1.jpg"}, {}, notes.NO_ADDRESS),
        ({"Tax code": "P0000"}, FOR_SALE, notes.UNREAD),
    ],
)
def test_cells_of_shopify(fields: dict[str, str], expected: dict[str, str], note: str) -> None:
    row = shopify("mug", **fields)
    found = _first("shopify", SHOPIFY_NOW, row)

    assert {name: found.get(name) for name in expected} == expected
    assert set(noted("shopify", sheet(SHOPIFY_NOW, [row]))) == ({note} if note else set())


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        ("2026-11-01 09:00:00 +0000", FOR_SALE),
        ("2026-11-01T09:00:00Z", FOR_SALE),
        ("", FOR_SALE),
        ("2099-12-01 09:00:00 UTC", HIDDEN),
        ("2099-12-01T09:00:00+09:00", HIDDEN),
        ("2099-12-01", HIDDEN),
        ("soon", HIDDEN),
    ],
)
def test_what_shopify_publishes_later_is_not_for_sale_yet(
    since: str, expected: dict[str, str]
) -> None:
    row = shopify("mug") | {"Published At": since}

    found = _first("shopify", f"{SHOPIFY_NOW},Published At", row)

    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("markets", "expected"),
    [
        ({"Primary": "true", "International": "false"}, FOR_SALE),
        ({"Primary": "FALSE", "International": "true"}, HIDDEN),
        ({"Korea": "false", "Japan": "true"}, FOR_SALE),
        ({"Korea": "false", "Japan": "false"}, HIDDEN),
        ({"Korea": "", "Japan": ""}, FOR_SALE),
    ],
)
def test_what_the_primary_market_of_shopify_has_not_is_not_for_sale(
    markets: dict[str, str], expected: dict[str, str]
) -> None:
    columns = {f"Included / {name}": text for name, text in markets.items()}
    row = shopify("mug") | columns

    found = _first("shopify", ",".join((SHOPIFY_NOW, *columns)), row)

    assert {name: found.get(name) for name in expected} == expected


def test_a_variation_of_any_value_is_sold_for_a_disabled_one() -> None:
    size = {"Attribute 1 name": "Size"}
    rows = [
        woo("w", Type="variable", **size, **{"Attribute 1 value(s)": "S, M", "Regular price": ""}),
        woo("w-s", Type="variation", Parent="w", Published="0", Position="1", **size, **{
            "Attribute 1 value(s)": "S", "Regular price": "9000"}),
        woo("w-any", Type="variation", Parent="w", Position="2", **size),
    ]  # fmt: skip
    found = rows_of("woocommerce", sheet(WOO, rows))

    assert [(row["option1_value"], row["price"], row["variant_selling"]) for row in found] == [
        ("S", "5000", "T"), ("M", "5000", "T"),
    ]  # fmt: skip


def test_prices_of_other_markets_are_named() -> None:
    head = SHOPIFY_NOW + ",Price / International,Included / International"
    row = shopify("mug") | {"Price / International": "12", "Included / International": "true"}
    assert noted("shopify", sheet(head, [row])) == {
        notes.UNREAD: ["Price / International", "Included / International"]
    }


@pytest.mark.parametrize(
    ("fields", "expected", "note"),
    [
        ({"자체 상품코드": "MUG"}, {"custom_product_code": "MUG"}, notes.NO_STOCK),
        ({"판매가": "12,000"}, {"price": "12000", **FOR_SALE}, notes.NO_STOCK),
        ({"판매가": "1,000원"}, {"price": "1,000원"}, notes.NO_STOCK),
        ({"진열상태": "N", "판매상태": "N"}, HIDDEN, ""),
        ({"과세구분": "B"}, {"tax_type": "B"}, notes.NO_STOCK),
        ({"과세구분": "A|10"}, {"tax_type": "A"}, notes.NO_STOCK),
        # a text instead of the price: nothing can be ordered
        ({"판매가 대체문구 사용": "Y", "판매가 대체문구": "가격 문의"},
         {"price_content": "가격 문의", "selling": "F"}, notes.NO_PRICE_SHOWN),
        ({"판매가 대체문구 사용": "N", "판매가 대체문구": "가격 문의"}, FOR_SALE, notes.NO_STOCK),
        ({"옵션사용": "Y", "옵션입력": "색상{빨강|파랑|빨강}"},
         {"option1_name": "색상", "option1_value": "빨강"}, notes.NO_STOCK),
        ({"옵션사용": "Y", "옵션입력": "색상{빨강"}, {"option1_name": None}, notes.OPTIONS_UNREAD),
        ({"옵션사용": "Y", "옵션입력": "{빨강}"}, {"option1_name": None}, notes.OPTIONS_UNREAD),
        ({"옵션사용": "Y", "옵션입력": "//".join(f"o{at}{{x}}" for at in range(12))},
         {"option10_name": "o9", "option11_name": None}, notes.MORE_OPTIONS),
        ({"판매가": ""}, {}, notes.NO_PRICE),
    ],
)  # fmt: skip
def test_cells_of_cafe24(fields: dict[str, str], expected: dict[str, str], note: str) -> None:
    row = cafe24("P000000A", **fields)
    found = _first("cafe24", CAFE24, row)

    assert {name: found.get(name) for name in expected} == expected
    assert set(noted("cafe24", sheet(CAFE24, [row]))) - {notes.NO_STOCK} == (
        {note} - {notes.NO_STOCK, ""}
    )
    assert note != notes.NO_STOCK or note in noted("cafe24", sheet(CAFE24, [row]))


def test_codes_of_customers_behind_a_quote() -> None:
    row = {
        "Customer ID": "'6012345", "First Name": "Élodie", "Last Name": "O’Neil 😀",
        "Email": "elodie@example.com", "Default Address Zip": "'01000",
        "Default Address Country Code": "FR", "Default Address Phone": "'0123456789",
        "Phone": "'+33612345678", "Note": "VIP", "Accepts Email Marketing": "yes",
    }  # fmt: skip
    text = sheet(CUSTOMERS, [row])

    [found] = rows_of("shopify", text, "customers")

    assert (found["member_id"], found["name"], found["zipcode"]) == (
        "c6012345", "Élodie O’Neil 😀", "01000",
    )  # fmt: skip
    assert (found["cellphone"], found["phone"], found["news_mail"]) == (
        "+33612345678", "0123456789", "T",
    )  # fmt: skip
    assert noted("shopify", text, "customers") == {notes.UNREAD: ["Note"]}


_HEAD = "Type,SKU,Name,Published,Regular price"


@pytest.mark.parametrize(
    ("file", "codes"),
    [
        (f"{_HEAD},Regular price\nsimple,a,A,1,100,100\n", ["a"]),
        (f"{_HEAD},Regular price\nsimple,a,A,1,,200\n", ["a"]),
        (f"\ufeff{_HEAD}\nsimple,a,A,1,100\n", ["a"]),
        (f"{_HEAD},\nsimple,a,A,1,100,\n", ["a"]),
        (f"{_HEAD}\rsimple,a,A,1,100\r", ["a"]),
        (f"{_HEAD}\n,,,,\n\nsimple,a,A,1,100\n", ["a"]),
        (f"{_HEAD}\n", []),
        (_HEAD.replace(",", ";") + "\nsimple;a;A;1;100\n", ["a"]),
    ],
)
def test_files_that_are_read(file: str, codes: list[str]) -> None:
    assert [row["custom_product_code"] for row in rows_of("woocommerce", file)] == codes


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (f"{_HEAD},Regular price\nsimple,a,A,1,100,200\n", "Several columns are named Regular"),
        (f"{_HEAD}\nsimple,a,A,1,100,\n", "Line 2 has 6 columns"),
        ("\ufeff", "The file has no column Type."),
        (_HEAD.encode("utf-16-le"), "The file has no column Type."),
        (f"{_HEAD}\nsimple,a,Café,1,100\n".encode("latin-1"), "This file cannot be read."),
    ],
)
def test_files_that_are_refused(file: str | bytes, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        rewritten("woocommerce", file)


def test_a_choice_of_many_values_is_bounded() -> None:
    values = ", ".join(f"v{at}" for at in range(300))
    names = {"Attribute 1 name": "A", "Attribute 2 name": "B"}
    rows = [
        woo("p", Type="variable", **names, **{"Regular price": "", "Attribute 1 value(s)": values,
            "Attribute 2 value(s)": values}),
        *(woo(f"v{at}", Type="variation", Parent="p", **names) for at in range(300)),
    ]  # fmt: skip
    assert len(rows_of("woocommerce", sheet(WOO, rows))) == 1_001
