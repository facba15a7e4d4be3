"""The pages of imports and exports, by forms without scripts."""

import csv
import io
from typing import Any, get_args

import pytest

from openmall.events.file_transfers import store as transfer_store
from openmall.events.file_transfers.shape import (
    ExportKind,
    ExportState,
    ImportFormat,
    ImportKind,
    ImportState,
)
from openmall.events.file_transfers.store import Transfer
from openmall.pages.backoffice.transfers.transfers import EXPORTED, KINDS, STATES
from tests.access.oauth.authorization_requests import Browser
from tests.commerce.customer.customer_setup import join
from tests.events.file_transfers.file_calls import HEAD, carry_on, due, names
from tests.page_content import main_content
from tests.pages.backoffice.page_forms import form_of, forms
from tests.world import World

PAGE = "/admin/transfers"
GOODS = HEAD + "A1,Apple,1000,3\nC3,,x,1\n"


def upload(browser: Browser, text: str | bytes, **fields: Any) -> Any:
    page = browser.open(PAGE).text
    [form] = [form for form in forms(page) if "maps" in form.values]
    form.values.pop("file", None)
    values = {**form.values, **fields}
    content = text.encode() if isinstance(text, str) else text
    return browser._sent("POST", PAGE, data=values, files={"file": ("goods.csv", content)})


def test_a_file_is_planned_confirmed_and_its_rejected_rows_are_downloaded(
    world: World, owner: Browser
) -> None:
    sent = upload(owner, GOODS, kind="products")
    assert sent.status_code == 303, sent.text
    address = sent.headers["location"]
    waiting = owner.open(address)
    assert waiting.headers["refresh"] == "2"
    assert names(world) == set()

    carry_on(world)
    planned = owner.open(address)

    assert "refresh" not in planned.headers
    for text in ("Plan: nothing was written", "A1", "C3", "price", "Import now"):
        assert text in planned.text
    assert names(world) == set()
    form = form_of(planned.text, "confirm")
    assert owner.submit(address, {**form.values, "deed": "confirm"}).status_code == 303
    carry_on(world)

    done = owner.open(address).text
    assert names(world) == {"Apple"}
    assert "Import now" not in done
    link = main_content(done).partition('href="https://')[2].partition('"')[0]
    path = "/" + link.partition("/")[2]
    rows = list(csv.DictReader(io.StringIO(owner.open(path).text)))
    assert [row["custom_product_code"] for row in rows] == ["C3"]
    assert rows[0]["import_error"].startswith("price: ")


def test_what_is_begun_or_cancelled_twice_shows_how_it_is(world: World, owner: Browser) -> None:
    begun = upload(owner, GOODS, kind="products").headers["location"]
    carry_on(world)
    confirm = {**form_of(owner.open(begun).text, "confirm").values, "deed": "confirm"}
    stopped = upload(owner, GOODS, kind="products").headers["location"]
    cancel = {**form_of(owner.open(stopped).text, "cancel").values, "deed": "cancel"}

    answers = [owner.submit(begun, confirm) for _ in range(2)]
    cancelled = [owner.submit(stopped, cancel) for _ in range(2)]

    assert [each.headers.get("location") for each in answers] == [begun, begun]
    assert [each.headers.get("location") for each in cancelled] == [
        f"{stopped}?done=cancelled",
        f"{stopped}?done=cancelled",
    ]
    again = [owner.submit(stopped, {**cancel, "once": ""}) for _ in range(2)]
    assert {each.headers.get("location") for each in again} == {stopped}
    carry_on(world)
    assert names(world) == {"Apple"}
    assert owner.submit(f"{PAGE}/import-999", cancel).status_code == 404


def test_columns_of_another_program_and_its_encoding(world: World, owner: Browser) -> None:
    sent = upload(
        owner,
        "SKU;이름;Cost\nA1;사과;7\n".encode("cp949"),
        kind="products",
        encoding="cp949",
        maps="SKU=custom_product_code\n이름=product_name\r\nCost=price\n",
        constants="supply_price=5",
    )
    carry_on(world)
    address = sent.headers["location"]
    form = form_of(owner.open(address).text, "confirm")
    owner.submit(address, {**form.values, "deed": "confirm"})
    carry_on(world)

    assert names(world) == {"사과"}


def test_an_empty_file_is_refused_beside_its_field(world: World, owner: Browser) -> None:
    answer = upload(owner, b"", kind="products")

    assert answer.status_code == 422
    assert 'aria-describedby="p-file' in answer.text or "f-file" in answer.text
    assert "Choose a file that is not empty." in answer.text
    assert due(world) == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("상품명,price\n컵,1\n".encode("cp949"), "파일의 인코딩이 선택한 것과 다릅니다."),
        ("custom_product_code\n".encode("utf-16"), "CSV 파일이 아닙니다."),
        (HEAD.encode() + "A1,컵,1,1\n".encode("cp949"), "이 인코딩으로 읽을 수 없습니다."),
        (HEAD.encode() + b"A1,Cup,x,1\nA2,Cup\n", "이 행의 열은 2개인데"),
        (HEAD.encode() + b'A1,"Cup,1,1\n', "따옴표가 닫히지 않은 채"),
        (HEAD.encode() + b"A1,Cup,x,1\n", "숫자가 아닙니다."),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_the_language_of_the_manager(
    world: World, owner: Browser, content: bytes, message: str
) -> None:
    sent = upload(owner, content, kind="products")
    carry_on(world)

    owner.cookies["openmall-language"] = "ko"
    page = owner.open(sent.headers["location"]).text

    assert message in page
    assert "codec" not in page


def test_customers_are_exported_for_a_reason(world: World, owner: Browser) -> None:
    join(world, "haneul", name="Kim")
    [form] = [form for form in forms(owner.open(PAGE).text) if "reason" in form.values]

    refused = owner.submit(PAGE, {**form.values, "data": "customers"})
    sent = owner.submit(PAGE, {**form.values, "data": "customers", "reason": "Newsletter"})

    assert refused.status_code == 422
    assert sent.status_code == 303, sent.text
    carry_on(world)
    page = owner.open(sent.headers["location"]).text
    path = "/exports/" + page.partition("/exports/")[2].partition('"')[0]
    [row] = list(csv.DictReader(io.StringIO(owner.open(path).text)))
    assert (row["member_id"], row["name"]) == ("haneul", "Kim")
    log = world.get("activitylogs", start_date="2026-11-01", end_date="2026-12-01")
    assert "Newsletter" in str(log)


def test_what_was_planned_is_cancelled(world: World, owner: Browser) -> None:
    address = upload(owner, GOODS, kind="products").headers["location"]
    form = form_of(owner.open(address).text, "cancel")

    assert owner.submit(address, {**form.values, "deed": "cancel"}).status_code == 303

    assert "Cancelled" in owner.open(address).text
    assert due(world) == 0


@pytest.mark.parametrize("path", ["import-999", "export-1", "import-0", "nothing"])
def test_what_is_not_there_is_not_found(owner: Browser, path: str) -> None:
    assert owner.open(f"{PAGE}/{path}").status_code == 404


def test_what_an_app_imports_is_not_shown(world: World, owner: Browser) -> None:
    number = world.post("imports", kind="products")["import"]["import_no"]

    assert owner.open(f"{PAGE}/import-{number}").status_code == 404


def leave(world: World, direction: str, **fields: Any) -> str:
    """Add an import or export of the back office as it may be left; return its address."""
    number: int = world.in_transaction(transfer_store.new_number)
    values: dict[str, Any] = {
        "transfer_no": number,
        "direction": direction,
        "client_id": "",
        "user_id": "owner",
        "kind": "products",
        "format": "csv",
        "shop_no": 1,
        "open": "F",
        "created_at": int(world.stage.clock.now()),
    }
    world.in_transaction(lambda db: transfer_store.add(db, Transfer(**{**values, **fields})))
    return f"{PAGE}/{direction}-{number}"


def test_imports_and_exports_of_every_kind_and_state_are_listed_and_shown(
    world: World, owner: Browser
) -> None:
    assert (set(KINDS), set(EXPORTED)) == (set(get_args(ImportKind)), set(get_args(ExportKind)))
    assert set(STATES) == {*get_args(ImportState), *get_args(ExportState)}
    written = {
        "import": [
            {"state": state, "dry_run": dry_run}
            for state in get_args(ImportState)
            for dry_run in ("T", "F")
        ]
        + [{"state": "succeeded", "kind": kind} for kind in get_args(ImportKind)]
        + [{"state": "succeeded", "format": each} for each in get_args(ImportFormat)],
        "export": [{"state": state} for state in get_args(ExportState)]
        + [{"state": "succeeded", "kind": kind} for kind in get_args(ExportKind)],
    }
    for direction, rows in written.items():
        # the newest are listed
        addresses = [leave(world, direction, **row) for row in rows][-20:]

        listed = owner.open(PAGE)

        assert listed.status_code == 200
        assert [each for each in addresses if f'href="{each}"' not in listed.text] == []
        for each in addresses:
            assert owner.open(each).status_code == 200, each
            other = "export" if direction == "import" else "import"
            assert owner.open(each.replace(direction, other)).status_code == 404


def test_an_export_alone_is_listed_without_a_plan(world: World, owner: Browser) -> None:
    leave(world, "export", state="succeeded", done=7)
    exports = owner.open(PAGE).text.partition('id="exports-title"')[2]

    assert "Products with stock" in exports
    assert '<option value="categories"' in owner.open(PAGE).text.partition('name="file_format"')[0]
    assert "Finished" in exports
    assert ">Plan<" not in exports
    leave(world, "import", state="succeeded", dry_run="T")
    imports = owner.open(PAGE).text.partition('id="imports-title"')[2]
    assert ">Plan<" in imports.partition('id="exports-title"')[0]


SHOPIFY = (
    "Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,"
    "Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Cost per item\n"
    'shirt,Shirt,<p>Soft</p>,Tops,"new, soft",true,Size,S,SH-S,3,19000,25000,,7000\n'
    "shirt,,,,,,,M,SH-M,0,20000,,,\n"
    "shirt,,,,,,,,,,,,https://pictures.example/2.png,\n"
    "cup,Cup,,,,false,Title,Default Title,CUP,5,9000,,,\n"
    "bad,Bad,,,,true,Title,Default Title,BAD,1,dear,,,\n"
)
WOOCOMMERCE = (
    "ID,Type,SKU,Name,Published,Description,Stock,Regular price,Sale price,Categories,Parent,"
    "Attribute 1 name,Attribute 1 value(s)\n"
    '1,variable,HAT,Hat,1,Warm,,,,"Wear > Hats, Gifts",,Colour,"Red, Blue"\n'
    "2,simple,CUP,Cup,0,,4,9000,8000,Kitchen,,,\n"
    "3,variation,HAT-R,Hat - Red,1,,2,15000,,,HAT,Colour,Red\n"
    "4,variation,HAT-B,Hat - Blue,1,,1,15500,,,id:1,Colour,Blue\n"
)


def confirmed(world: World, owner: Browser, text: str, **fields: str) -> str:
    """Upload a file, confirm its plan, and return the page of the import."""
    address = upload(owner, text, **fields).headers["location"]
    carry_on(world)
    form = form_of(owner.open(address).text, "confirm")
    owner.submit(address, {**form.values, "deed": "confirm"})
    carry_on(world)
    return str(owner.open(address).text)


def made(world: World, code: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    [found] = world.get("products", custom_product_code=code)["products"]
    number = found["product_no"]
    return found, world.get(f"products/{number}/variants")["variants"]


def test_products_of_shopify_with_variants(world: World, owner: Browser) -> None:
    page = confirmed(world, owner, SHOPIFY, kind="products", source="shopify")

    shirt, sizes = made(world, "shirt")
    cup, [one] = made(world, "cup")
    assert (shirt["product_name"], shirt["price"], shirt["retail_price"]) == (
        "Shirt", "19000.00", "25000.00",
    )  # fmt: skip
    assert (shirt["display"], cup["display"]) == ("T", "F")
    assert [(each["options"], each["additional_amount"], each["quantity"]) for each in sizes] == [
        ([{"name": "Size", "value": "S"}], "0.00", 3),
        ([{"name": "Size", "value": "M"}], "1000.00", 0),
    ]
    assert one["quantity"] == 5
    assert world.get("products", custom_product_code="bad")["products"] == []
    assert "bad" in page


def test_products_of_woocommerce_with_variations(world: World, owner: Browser) -> None:
    confirmed(world, owner, WOOCOMMERCE, kind="products", source="woocommerce")

    hat, colours = made(world, "HAT")
    cup, _ = made(world, "CUP")
    assert (hat["price"], hat["display"]) == ("15000.00", "T")
    assert sorted(
        (each["options"][0]["value"], each["additional_amount"], each["custom_variant_code"])
        for each in colours
    ) == [("Blue", "500.00", "HAT-B"), ("Red", "0.00", "HAT-R")]
    assert (cup["price"], cup["retail_price"], cup["display"]) == ("8000.00", "9000.00", "F")
    names_ = {each["category_name"] for each in world.get("categories")["categories"]}
    assert {"Wear", "Hats", "Gifts", "Kitchen"} <= names_


CAFE24 = (
    "상품코드,자체 상품코드,진열상태,판매상태,상품분류 번호,상품명,상품 요약설명,상품 상세설명,"
    "검색어설정,소비자가,공급가,판매가,옵션사용,옵션입력,이미지등록(상세)\n"
    'P000000I,,Y,N,24|25,앞치마,리넨,<p>설명</p>,"리넨,주방","25,000",4500.00,"19,000.00",Y,'
    "색상{블랙|화이트}//사이즈{S|M},12/shop1_a.jpg\n"
    "P000000J,BOWL,N,Y,,그릇,,,,,,8000,N,색상{블랙},\n"
    "P000000K,BAD,Y,Y,,,,,,,,8000,Y,깨진{옵션,\n"
)


def test_products_of_cafe24_with_options(world: World, owner: Browser) -> None:
    page = confirmed(world, owner, CAFE24, kind="products", source="cafe24")

    apron, variants = made(world, "P000000I")
    bowl, [one] = made(world, "BOWL")
    assert (apron["product_name"], apron["price"], apron["retail_price"]) == (
        "앞치마", "19000.00", "25000.00",
    )  # fmt: skip
    assert (apron["supply_price"], bowl["supply_price"]) == ("4500.00", "0.00")
    assert (apron["display"], apron["selling"]) == ("T", "F")
    assert (bowl["display"], bowl["selling"], bowl["price"]) == ("F", "T", "8000.00")
    stored = world.get(f"products/{apron['product_no']}")["product"]
    assert (stored["product_tag"], stored["description"]) == (["리넨", "주방"], "<p>설명</p>")
    assert [[each["value"] for each in variant["options"]] for variant in variants] == [
        ["블랙", "S"], ["블랙", "M"], ["화이트", "S"], ["화이트", "M"],
    ]  # fmt: skip
    assert one["options"] in (None, [])
    assert world.get("products", custom_product_code="BAD")["products"] == []
    assert "BAD" in page


def test_a_file_of_cafe24_is_read_in_its_older_encoding(world: World, owner: Browser) -> None:
    file = CAFE24.encode("cp949")

    confirmed(world, owner, file, kind="products", source="cafe24", encoding="cp949")

    assert made(world, "BOWL")[0]["product_name"] == "그릇"


def test_customers_of_shopify(world: World, owner: Browser) -> None:
    text = (
        "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Phone\n"
        "'1234567890,Ann,Lee,ann@example.com,yes,010-1234-5678\n"
    )
    confirmed(world, owner, text, kind="customers", source="shopify")

    stored = world.get("customersprivacy/c1234567890")["customersprivacy"]
    [account] = world.get("customers", member_id="c1234567890")["customers"]
    assert (stored["name"], stored["email"], account["news_mail"]) == (
        "Ann Lee", "ann@example.com", "T",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "text", "message"),
    [
        ({"kind": "orders", "source": "shopify"}, SHOPIFY, "These data are not read from this"),
        ({"kind": "products", "source": "shopify"}, WOOCOMMERCE, "The file has no column Handle."),
        ({"kind": "products", "source": "shopify"}, b"\xff\x00", "This file cannot be read."),
        ({"kind": "products", "source": "shopify"}, b"\x1f\x8b\x08", "This file cannot be read."),
        ({"kind": "products", "source": "shopify"}, "", "Choose a file that is not empty."),
        ({"kind": "products", "source": "other"}, SHOPIFY, "These data are not read from this"),
    ],
)
def test_a_file_that_is_not_of_the_platform_is_refused(
    world: World, owner: Browser, fields: dict[str, str], text: str | bytes, message: str
) -> None:
    answer = upload(owner, text, **fields)

    assert answer.status_code == 422
    assert message in answer.text
    assert world.get("imports")["imports"] == []
