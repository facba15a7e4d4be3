"""Products in a shop's window: what its pages show, in the order of its shelves."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from openmall.database.sqlite import SqliteDatabase
from tests.commerce.product.complete_product import coloured
from tests.commerce.product.test_storefront import front
from tests.world import World, open_stage


def _category(world: World, *numbers: int, **draft: Any) -> str:
    made = world.post("categories", category_name="Aprons", **draft)["category"]["category_no"]
    if numbers:
        world.post(f"categories/{made}/products", product_no=list(numbers))
    return f"categories/{made}/products"


def _numbers(answer: Any) -> list[int]:
    return [each["product_no"] for each in answer.json()["products"]]


def _said(product: dict[str, Any]) -> dict[str, Any]:
    """Return what the window and the page say alike of the product of `coloured`."""
    return {
        "shop_no": 1,
        "product_no": product["product_no"],
        "product_name": "Linen apron",
        "manufacturer_name": "Kite Works",
        "origin_place_value": "",
        "retail_price": "12000.00",
        "price": "11000.00",
        "eng_product_name": "Apron",
        "custom_product_code": "A-1",
        "brand_name": "Kite",
        "model_name": "M1",
        "price_excluding_tax": "10000.00",
        "tax": "1000.00",
        "product_code": product["product_code"],
        "simple_description": "Simple",
        "summary_description": "Summary",
        "supplier_name": "자체공급",
        "review_count": 0,
        "expiration_date": {"start_date": "2026-07-08", "end_date": "2026-09-14"},
        "trend_name": "Summer",
        "shipping_scope": "국내/해외배송",
        "shipping_fee_type": "R",
        "shipping_fee": "2500.00",
        "shipping_method": "매장직접수령",
        "promotion_period": None,
        "translated_additional_description": "",
        "stock_quantity": 10,
        "question_count": 0,
        "product_article_count": 0,
    }


def test_a_window_says_all_that_a_page_shows_of_a_product(world: World) -> None:
    product = coloured(world)
    path = _category(world, product["product_no"])

    [shown] = front(world, path, display_group=1).json()["products"]

    points = [
        {"payment_method": "card", "type": "P", "value": "1100.00", "rate": "10.00"},
        {"payment_method": "mileage", "type": "W", "value": "100.00", "rate": ""},
    ]
    nothing = dict.fromkeys(
        (
            "interest_free_period",
            "coupon_discounted_price",
            "shipping_rates",
            "discount_price",
            "optimum_discount_price",
        ),
        "",
    )
    assert shown == {
        **_said(product),
        **nothing,
        "made_date": "2026-07-11",
        "point_amount": points,
        "color": ["#000000", "#C20F0A"],
    }
    main = front(world, "mains/2/products")
    assert main.json() == {"products": []}
    world.post("mains/2/products", product_no=[product["product_no"]])
    assert front(world, "mains/2/products").json() == {"products": [shown]}
    assert front(world, "mains/2/products", mobile="T").json() == {"products": [shown]}


def test_a_page_says_the_same_and_shows_the_pictures(world: World) -> None:
    product = coloured(world)
    number = product["product_no"]
    world.put(f"products/{number}", detail_image="/web/a.png", small_image="/web/b.png")

    answer = front(world, f"productsdetail/{number}")

    points = [
        {"payment_method": "card", "type": "P", "value": "1100.00", "rate": "10.00"},
        {"payment_method": "mileage", "type": "W", "value": "100.00", "rate": None},
    ]
    nothing = dict.fromkeys(
        (
            "interest_free_period",
            "coupon_discounted_price",
            "shipping_rates",
            "discount_price",
            "optimum_discount_price",
        ),
    )
    kept = world.get(f"products/{number}")["product"]
    assert answer.json() == {
        "productsdetail": {
            **_said(product),
            **nothing,
            "made_date": "2026-07-11T00:00:00+09:00",
            "points_amount": points,
            "colors": ["#000000", "#C20F0A"],
            "detail_image": kept["detail_image"],
            "small_image": kept["small_image"],
            "additional_images": [],
            "product_material": "Linen",
            "additional_information": [
                {"key": "custom_option1", "name": "Gift", "value": "Yes"},
            ],
            "payment_methods": ["cash"],
            "add_products": [],
        }
    }


def test_another_language_has_its_own_names(world: World) -> None:
    product = coloured(world)
    number = product["product_no"]
    world.put(f"brands/{product['brand_code']}", 2, brand_name="Kite (English)")
    world.put(f"products/{number}", 2, display="T", selling="T", brand_code=product["brand_code"])

    page = front(world, f"productsdetail/{number}", shop_no=2).json()["productsdetail"]

    assert (page["shop_no"], page["shipping_method"]) == (2, "Store pickup")
    assert page["shipping_scope"] == "Domestic/International shipping"


def test_fees_that_depend_on_the_order_are_tiers(world: World) -> None:
    rates = [
        {"shipping_rates_min": "1.00", "shipping_rates_max": "2.00", "shipping_fee": "2500.00"}
    ]
    fees = {"shipping_fee_by_product": "T", "shipping_rates": rates}
    tiered = world.product(shipping_fee_type="W", **fees)["product_no"]
    free = world.product(shipping_fee_type="T", shipping_fee_by_product="T")["product_no"]
    the_shops = world.product()["product_no"]

    pages = [
        front(world, f"productsdetail/{each}").json()["productsdetail"]
        for each in (tiered, free, the_shops)
    ]

    assert [(each["shipping_rates"], each["shipping_fee"]) for each in pages] == [
        (rates, None),
        (None, "0.00"),
        (None, None),
    ]
    assert [each["stock_quantity"] for each in pages] == [None, None, None]


def test_a_window_is_in_the_order_of_its_shelf(world: World) -> None:
    numbers = [world.product(product_name=name)["product_no"] for name in "ABCD"]
    path = _category(world, *numbers, product_display_type="A", product_display_key="N",
                     product_display_sort="A")  # fmt: skip
    world.put(path, display_group=1, product_no=[numbers[3]], sequence=1, fixed_sort="T")
    world.put(f"products/{numbers[1]}", display="F")

    whole = _numbers(front(world, path, display_group=1))
    page = _numbers(front(world, path, display_group=1, limit=1, offset=1))
    behind = _numbers(front(world, path, display_group=1, offset=8000))

    assert whole == [numbers[3], numbers[0], numbers[2]]
    assert (page, behind) == ([numbers[0]], [])
    assert front(world, f"{path}/count", display_group=1).json() == {"count": 3}
    assert front(world, f"{path}/count", display_group=2).json() == {"count": 0}


def test_a_main_display_group_is_in_its_order(world: World) -> None:
    numbers = [world.product(product_name=name)["product_no"] for name in "ABC"]
    world.post("mains/3/products", product_no=numbers)
    world.put("mains/3/products", product_no=[numbers[2], numbers[0]])
    world.put(f"products/{numbers[0]}", selling="F")

    assert _numbers(front(world, "mains/3/products")) == [numbers[2], numbers[1]]
    assert _numbers(front(world, "mains/3/products", limit=1, offset=1)) == [numbers[1]]


def test_what_is_not_on_display_is_not_there(world: World) -> None:
    unseen = world.product(selling="F")["product_no"]
    hidden = _category(world, use_display="F")

    for path in (
        f"productsdetail/{unseen}",
        "productsdetail/999",
        f"{hidden}?display_group=1",
        f"{hidden}/count?display_group=1",
        "categories/999/products?display_group=1",
        "mains/999/products",
    ):
        assert world.request("GET", f"/api/v2/{path}", auth=world.full.basic).status_code == 404
    assert world.get(hidden, display_group=1) == {"products": []}


def test_a_look_at_a_products_page_is_counted(world: World) -> None:
    number = world.product()["product_no"]

    front(world, f"productsdetail/{number}")
    world.stage.run(world.stage.app.tally_writer.write)

    assert front(world, f"products/{number}/hits/count").json() == {"count": 1}


def _statements(world: World, path: str, **query: Any) -> int:
    """Return how many statements one read asks; the call before has filled every cache."""
    assert front(world, path, **query).status_code == 200
    database = world.stage.app.database
    assert isinstance(database, SqliteDatabase)
    asked: list[str] = []
    for reader in database._readers:
        reader.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: asked.append(event["sql"]))
    assert front(world, path, **query).status_code == 200
    for reader in database._readers:
        reader.trace_v2(0, None)
    return len([sql for sql in asked if sql.startswith("SELECT")])


@pytest.mark.parametrize(("path", "statements"), [("categories", 8), ("mains", 6)])
def test_a_window_costs_the_same_statements_whatever_its_length(
    tmp_path: Path, path: str, statements: int
) -> None:
    """SQLite only: its statements can be watched; PostgreSQL is asked the same ones."""
    with open_stage(tmp_path, storefront_cache_seconds=0) as stage:
        world = stage.new_world("many")
        numbers = [coloured(world)["product_no"] for _ in range(5)]
        query = {"display_group": 1} if path == "categories" else {}
        path = _category(world, *numbers) if path == "categories" else "mains/2/products"
        if path.startswith("mains"):
            world.post(path, product_no=numbers)

        few = _statements(world, path, limit=1, **query)
        many = _statements(world, path, limit=5, **query)

    assert few == many == statements
