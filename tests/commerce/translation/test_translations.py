"""Texts in other languages are what the shops of those languages show."""

from typing import Any

import pytest

from tests.commerce.partner import programme_setup
from tests.world import Stage, World

KOREAN, ENGLISH = 1, 2


def front(world: World, path: str, **params: Any) -> Any:
    answer = world.request("GET", f"/api/v2/{path}", params=params, auth=world.full.basic)
    assert answer.status_code == 200, answer.text
    return answer.json()


def translate(world: World, path: str, language: str = "en_US", /, **texts: Any) -> Any:
    return world.call(
        "PUT",
        f"translations/{path}",
        json={"request": {"translations": [{"language_code": language, **texts}]}},
    )


def shown_product(world: World, **texts: Any) -> int:
    """Create a product that both shops sell."""
    number = int(world.product(product_name="앞치마", **texts)["product_no"])
    world.put(f"products/{number}", ENGLISH, display="T", selling="T")
    return number


def test_a_translated_product_is_shown_and_found_in_the_shop_of_that_language(
    world: World,
) -> None:
    number = shown_product(world, description="리넨")

    answer = translate(
        world,
        f"products/{number}",
        product_name="Linen apron",
        description="<p>Linen</p>",
        summary_description="For the kitchen",
        product_tag="linen, kitchen,linen",
        payment_info="By card",
        seo={"meta_title": "Apron", "meta_alt": "An apron"},
    )

    assert answer.status_code == 200
    there = front(world, f"products/{number}", shop_no=ENGLISH)["product"]
    here = front(world, f"products/{number}")["product"]
    assert (there["product_name"], there["description"]) == ("Linen apron", "<p>Linen</p>")
    assert there["summary_description"] == "For the kitchen"
    assert there["product_tag"] == ["linen", "kitchen"]
    assert there["payment_info"] == "By card"
    assert (here["product_name"], here["description"]) == ("앞치마", "리넨")
    found = front(world, "products", shop_no=ENGLISH, product_name="linen")["products"]
    assert [each["product_no"] for each in found] == [number]
    assert front(world, "products", product_name="linen")["products"] == []
    seo = world.get(f"products/{number}/seo", shop_no=ENGLISH)["seo"]
    assert (seo["meta_title"], seo["meta_alt"]) == ("Apron", "An apron")
    assert world.get(f"products/{number}/seo")["seo"]["meta_title"] == ""


def test_translated_options_keep_the_variants_and_their_stock(world: World) -> None:
    options = [{"name": "색", "value": "모래,잉크"}]
    number = shown_product(world, has_option="T", options=options)
    variants = world.get(f"products/{number}/variants")["variants"]
    code = variants[0]["variant_code"]
    world.put(f"products/{number}/variants/{code}/inventories", quantity=7, use_inventory="T")

    answer = translate(
        world, f"products/{number}", options=[{"name": "Colour", "value": ["Sand", "Ink"]}]
    )

    assert answer.status_code == 200
    after = world.get(f"products/{number}/variants", shop_no=ENGLISH)["variants"]
    assert [each["variant_code"] for each in after] == [each["variant_code"] for each in variants]
    assert after[0]["options"] == [{"name": "Colour", "value": "Sand"}]
    assert after[0]["quantity"] == 7
    assert world.get(f"products/{number}/variants")["variants"][0]["options"] == [
        {"name": "색", "value": "모래"}
    ]


@pytest.mark.parametrize(
    "options",
    [
        [],
        [{"name": "Colour", "value": ["Sand"]}],
        [{"name": "Colour", "value": ["Sand", "Sand"]}],
        [{"name": "Colour", "value": ["Sand", "Ink"]}, {"name": "Size", "value": ["S"]}],
    ],
)
def test_options_that_are_not_those_of_the_product_are_refused(
    world: World, options: list[Any]
) -> None:
    number = shown_product(world, has_option="T", options=[{"name": "색", "value": "모래,잉크"}])

    answer = translate(world, f"products/{number}", product_name="Apron", options=options)

    assert answer.status_code == 422
    there = world.get(f"products/{number}", shop_no=ENGLISH)["product"]
    assert there["product_name"] == "앞치마"


def test_translations_of_products_are_listed(world: World) -> None:
    first, second = shown_product(world), shown_product(world)
    translate(world, f"products/{first}", product_name="Linen apron", seo=[{"meta_title": "A"}])

    listed = world.get("translations/products", product_no=first)["products"]

    [product] = listed
    [texts] = product.pop("translations")
    assert product == {"shop_no": KOREAN, "product_no": first, "product_name": "앞치마"}
    assert (texts["language_code"], texts["translated"]) == ("en_US", "T")
    assert (texts["product_name"], texts["seo"]["meta_title"]) == ("Linen apron", "A")
    numbers = [each["product_no"] for each in world.get("translations/products")["products"]]
    assert sorted(numbers) == [first, second]
    [other] = world.get("translations/products", product_no=second)["products"]
    assert other["translations"][0]["translated"] == "F"
    by_name = world.get("translations/products", product_name="앞치마", limit=1)
    assert len(by_name["products"]) == 1
    assert by_name["links"][0]["rel"] == "next"
    none = world.get("translations/products", product_no=first, language_code="ja_JP")
    assert none["products"][0]["translations"] == []


def test_what_is_changed_in_the_shop_itself_is_its_translation(world: World) -> None:
    number = shown_product(world)
    translate(world, f"products/{number}", product_name="Linen apron")

    world.put(f"products/{number}", ENGLISH, product_name="Apron of linen")

    [product] = world.get("translations/products", product_no=number)["products"]
    assert product["translations"][0]["product_name"] == "Apron of linen"


def test_every_shop_of_a_language_gets_the_texts(stage: Stage) -> None:
    world = stage.new_world(languages=("ko_KR", "en_US", "ja_JP", "en_US"))
    number = int(world.product(product_name="앞치마")["product_no"])

    answer = translate(world, f"products/{number}", product_name="Apron")

    translations = answer.json()["product"]["translations"]
    assert [(each["language_code"], each["product_name"]) for each in translations] == [
        ("en_US", "Apron"),
        ("ja_JP", "앞치마"),
    ]
    names = [
        world.get(f"products/{number}", shop_no=shop_no)["product"]["product_name"]
        for shop_no in (1, 2, 3, 4)
    ]
    assert names == ["앞치마", "Apron", "앞치마", "Apron"]


def test_partners_see_the_translated_name(world: World) -> None:
    number = shown_product(world)
    programme_setup.enrol(world, 2, shop_tags=[f"tag-{world.mall_id}"])

    translate(world, f"products/{number}", product_name="Linen apron")
    translate(world, "store", shop_name="Kite shop")

    shops = programme_setup.read(world, "shops", shop_tags=f"tag-{world.mall_id}")
    assert [each["shop_name"] for each in shops] == ["Kite shop"]


def test_a_translated_category_is_shown_in_the_shop_of_that_language(world: World) -> None:
    number = world.post("categories", category_name="부엌")["category"]["category_no"]

    answer = translate(
        world, f"categories/{number}", category_name="Kitchen", seo={"meta_title": "Our kitchen"}
    )

    assert answer.status_code == 200
    assert answer.json() == {
        "category": {
            "shop_no": 1,
            "category_no": number,
            "translations": [
                {
                    "language_code": "en_US",
                    "translated": "T",
                    "category_name": "Kitchen",
                    "seo": {
                        "meta_title": "Our kitchen",
                        "meta_author": "",
                        "meta_description": "",
                        "meta_keywords": "",
                    },
                    "updated_date": "2026-11-21T09:00:00+09:00",
                }
            ],
        }
    }
    names = [
        front(world, f"categories/{number}", shop_no=shop_no)["category"]["category_name"]
        for shop_no in (KOREAN, ENGLISH)
    ]
    assert names == ["부엌", "Kitchen"]
    seo = world.get(f"categories/{number}/seo", shop_no=ENGLISH)["seo"]
    assert seo["meta_title"] == "Our kitchen"
    assert world.get("translations/categories", category_no=number)["categories"] == [
        answer.json()["category"]
    ]


def test_a_category_that_was_not_translated_says_so(world: World) -> None:
    number = world.post("categories", category_name="부엌")["category"]["category_no"]

    [category] = world.get("translations/categories", category_no=number)["categories"]

    [texts] = category["translations"]
    assert (texts["translated"], texts["category_name"]) == ("F", "부엌")
    assert texts["updated_date"] is None


def test_a_translated_store_is_that_of_the_shop_of_that_language(world: World) -> None:
    answer = translate(
        world,
        "store",
        shop_name="Kite shop",
        company_name="Kite",
        customer_service_hours="9 to 5",
        email="kite@example.com",
    )

    assert answer.status_code == 200
    [texts] = answer.json()["store"]["translations"]
    assert (texts["translated"], texts["updated_date"]) == ("T", "2026-11-21T09:00:00+09:00")
    there = world.get("store", shop_no=ENGLISH)["store"]
    here = world.get("store")["store"]
    assert (there["shop_name"], there["company_name"]) == ("Kite shop", "Kite")
    assert there["customer_service_hours"] == "9 to 5"
    assert (here["shop_name"], here["company_name"]) == (f"{world.mall_id} ko_KR", "")
    assert world.get("shops/2", shop_no=ENGLISH)["shop"]["shop_name"] == "Kite shop"
    assert world.get("translations/store")["store"] == answer.json()["store"]
    assert world.get("translations/store", language_code="ja_JP")["store"]["translations"] == []


@pytest.mark.parametrize("path", ["products/{product}", "categories/{category}", "store"])
@pytest.mark.parametrize("codes", [["ko_KR"], ["ja_JP"], ["en_US", "en_US"]])
def test_languages_that_no_other_shop_has_are_refused(
    world: World, path: str, codes: list[str]
) -> None:
    product = shown_product(world)
    category = world.post("categories", category_name="부엌")["category"]["category_no"]
    path = path.format(product=product, category=category)

    answer = world.call(
        "PUT",
        f"translations/{path}",
        json={"request": {"translations": [{"language_code": code} for code in codes]}},
    )

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "translations.language_code" or (
        "translations.language_code" in answer.text
    )


@pytest.mark.parametrize("path", ["products/999", "categories/999"])
def test_what_does_not_exist_is_not_translated(world: World, path: str) -> None:
    assert translate(world, path).status_code == 404
