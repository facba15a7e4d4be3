"""What partners read of products, and how they find them."""

from typing import Any

import pytest

from openmall.commerce.partner.products import search as partner_product_search
from openmall.database.session import Session
from tests.commerce.partner.programme_setup import (
    ask,
    enrol,
    five,
    know,
    map_category,
    names,
    period_sale,
    read,
    refresh_prices,
)
from tests.error_bodies import error
from tests.world import World


def test_a_product_is_answered_whole(world: World) -> None:
    enrol(world, score=71, shipping_fee_type="T")
    top = world.post("categories", category_name="Kitchen")["category"]["category_no"]
    below = world.post("categories", category_name="Aprons", parent_category_no=top)["category"]
    map_category(world, top, "C1", "C11", "C111")
    made = world.product(
        price="11000.00",
        add_category_no=[{"category_no": below["category_no"]}],
        has_option="T",
        options=[{"name": "Colour", "value": "Sand,Ink"}],
        shipping_scope="B",
        country_hscode={"JPN": "6211", "AUS": "6211"},
        additional_information=[{"key": "size", "name": "Size", "value": "Large"}],
        detail_image="https://pictures.example.com/big.jpg",
        list_image="/files/products/small.jpg",
        expiration_date={"start_date": "2026-01-01", "end_date": "2026-12-31"},
    )
    period_sale(world, made["product_no"], "1010.00", platform_types=["P"])
    refresh_prices(world)
    know(
        world,
        made["product_no"],
        is_free_gift=True,
        brand_name="Linen & Co",
        product_popular_age="thirties",
        review_count=12,
        review_score=4,
        hits_count=99,
    )

    mall, number = world.mall_id, made["product_no"]
    site = f"https://{mall}.openmall.localhost"
    assert read(world, "products") == [
        {
            "collection_product_category": {"depth1": "C1", "depth2": "C11", "depth3": "C111"},
            "product_ukey": f"{mall}_1_{number}",
            "shop_name": f"{mall} ko_KR",
            "store_id": mall,
            "shop_no": 1,
            "shop_grade": "green",
            "shop_language": "ko_KR",
            "shop_currency_code": "KRW",
            "product_name": "Linen apron",
            "product_no": number,
            "product_code": made["product_code"],
            "product_url": f"{site}/product/detail.html?product_no={number}&utm_source=collection",
            "product_status_type": "N",
            "price": "11000.00",
            "pc_discount_price": "9990.00",
            "mobile_discount_price": "11000.00",
            "is_pc_discount": True,
            "is_mobile_discount": False,
            "pc_discount_rate": 9,
            "mobile_discount_rate": 0,
            "is_free_shipping": True,
            "is_international_shipping": True,
            "international_shipping_country": ["AUS", "JPN"],
            "is_free_gift": True,
            "is_coupon_discount": False,
            "product_options": [{"option_name": "Colour", "option_value": ["Sand", "Ink"]}],
            "brand_name": "Linen & Co",
            "product_standard_tags": [
                {"standard_tags_key": "Size", "standard_tags_values": "Large"}
            ],
            "product_popular_age": "thirties",
            "detail_image": "https://pictures.example.com/big.jpg",
            "list_image": f"{site}/files/products/small.jpg",
            "tiny_image": "",
            "small_image": "",
            "review_count": 12,
            "review_score": 4,
            "hits_count": 99,
            "expiration_date": "2026-12-31T23:59:59+09:00",
            "created_date": "2026-11-21T09:00:00+09:00",
            "updated_date": "2026-11-21T09:00:00+09:00",
        }
    ]
    assert read(world, "products/count") == 1


def test_without_any_filter_all_products_are_found(world: World) -> None:
    enrol(world)
    number = world.product()["product_no"]
    mine = {"store_id": world.mall_id}

    # malls of other tests are in the programme as well
    listed = ask(world, "products", limit=100)
    counted = ask(world, "products/count")

    assert (listed.status_code, counted.status_code) == (200, 200)
    assert counted.json()["count"] >= 1
    assert number in [each["product_no"] for each in read(world, "products", **mine)]


def test_a_name_may_be_one_of_a_hundred(world: World) -> None:
    enrol(world)
    world.product(product_name="Linen apron")
    names = ",".join(["linen apron", *(f"none{each}" for each in range(99))])

    found = read(world, "products", store_id=world.mall_id, product_name=names)
    shops = ask(world, "shops", shop_name=names)

    assert [each["product_name"] for each in found] == ["Linen apron"]
    assert shops.status_code == 200


@pytest.mark.parametrize(
    ("name", "value"), [("store_id", "demo"), ("shop_no", "1"), ("product_no", "7")]
)
def test_a_ukey_stands_alone(world: World, name: str, value: str) -> None:
    answer = ask(world, "products", **{"product_ukey": "demo_1_7", name: value})

    said = f"`product_ukey` names the product already. (parameter.{name})"
    assert (answer.status_code, answer.json()) == (422, error(422, said, parameter=name))


def test_products_are_found_by_their_ukeys_across_malls(world: World) -> None:
    other = world.stage.new_world(f"{world.mall_id}-b")
    keys = []
    for each in (world, other):
        enrol(each)
        number = each.product()["product_no"]
        keys.append(f"{each.mall_id}_1_{number}")
        each.product()

    answer = ask(world, "products", product_ukey=",".join([*keys, "nobody_1_1"]))

    assert sorted(each["product_ukey"] for each in answer.json()["products"]) == sorted(keys)


FOUND: dict[str, list[int]] = {
    "product_name=LINEN": [1, 3, 5],
    "product_name=apron 3": [3],
    "product_name=3 apron,hat 2": [2, 3],
    "product_name=apro": [],
    "price_min=2000&price_max=3000.00": [2, 3],
    "product_status_type=U": [5],
    "product_status_type=N": [1, 2, 3, 4],
    "is_mobile_discount=true": [2],
    "is_mobile_discount=false": [1, 3, 4, 5],
    "is_pc_discount=true": [],
    "mobile_discount_price_max=100": [2],
    "mobile_discount_price_min=4000": [4, 5],
    "pc_discount_price_min=5000": [5],
    "mobile_discount_rate_min=94.5": [2],
    "mobile_discount_rate_max=94.5": [1, 3, 4, 5],
    "pc_discount_rate_max=0": [1, 2, 3, 4, 5],
    "is_free_shipping=true": [3],
    "is_free_shipping=false": [1, 2, 4, 5],
    "is_international_shipping=true": [4],
    "international_shipping_country=jpn": [4],
    "is_free_gift=true": [3],
    "is_coupon_discount=true": [2],
    "review_count_min=4": [4, 5],
    "review_count_max=1": [1],
    "review_score_min=2&review_score_max=2": [2],
    "brand_name=linen %26 co": [1],
    "product_standard_tags=s1,S2": [1, 2],
    "product_popular_age=forties": [4],
    "product_popular_age=etc": [1, 2, 3, 5],
    "created_start_date=2026-11-22&created_end_date=2026-11-22": [2],
    "updated_start_date=2026-11-24": [4, 5],
    "shop_grade=black,green": [1, 2, 3, 4, 5],
    "shop_grade=orange": [],
    "shop_language=ko_KR": [1, 2, 3, 4, 5],
    "shop_language=ja_JP": [],
    "shop_currency_code=USD": [],
    "shop_no=1,7": [1, 2, 3, 4, 5],
    "shop_no=2": [],
    "product_no=2,3": [2, 3],
    "collection_product_category=NOWHERE": [],
}


def test_every_filter_finds_what_it_says(world: World) -> None:
    five(world)

    found, counted = {}, {}
    for text in FOUND:
        query = {
            name: value.replace("%26", "&")
            for name, _, value in (each.partition("=") for each in text.split("&"))
        }
        listed = read(world, "products", **query)
        found[text] = sorted(each["product_no"] for each in listed)
        counted[text] = read(world, "products/count", **query)

    assert found == FOUND
    assert counted == {text: len(numbers) for text, numbers in FOUND.items()}


def test_the_name_of_the_shop_finds_its_products(world: World) -> None:
    enrol(world)
    world.product()

    assert names(world, shop_name="KO_kr") == ["Linen apron"]
    assert names(world, shop_name="ja_JP") == []


SORTED = {
    "created_date": [1, 2, 3, 4, 5],
    "price": [1, 2, 3, 4, 5],
    "pc_discount_price": [1, 2, 3, 4, 5],
    "mobile_discount_price": [2, 1, 3, 4, 5],
    "pc_discount_rate": [1, 2, 3, 4, 5],
    "mobile_discount_rate": [1, 3, 4, 5, 2],
    "product_name": [1, 3, 5, 2, 4],
    "review_count": [1, 2, 3, 4, 5],
    "review_score": [1, 2, 3, 4, 5],
    "hits_count": [5, 4, 3, 2, 1],
    "popularity_score": [1, 2, 3, 4, 5],
}


def test_every_sort_orders_and_pages_are_stable(world: World) -> None:
    five(world)

    def numbers(**query: Any) -> list[int]:
        return [each["product_no"] for each in read(world, "products", **query)]

    assert {sort: numbers(sort=sort, order="asc") for sort in SORTED} == SORTED
    for sort, expected in SORTED.items():
        pages = [numbers(sort=sort, order="desc", limit=2, offset=at) for at in (0, 2, 4, 6)]
        assert [number for page in pages for number in page] == expected[::-1]
    assert numbers() == [5, 4, 3, 2, 1]


def test_what_many_products_have_is_found_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def always(db: Session, kind: str, words: list[str]) -> bool:
        return True

    monkeypatch.setattr(partner_product_search, "_many", always)
    five(world)
    asked = ("product_name=3 apron,hat 2", "is_free_gift=true", "product_standard_tags=s1,S2")

    found = {
        text: sorted(
            each["product_no"] for each in read(world, "products", **dict([text.split("=")]))
        )
        for text in asked
    }

    assert found == {text: FOUND[text] for text in asked}
