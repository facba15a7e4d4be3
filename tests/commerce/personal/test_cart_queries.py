"""A shop looks into carts."""

from typing import Any

from tests.commerce.customer.customer_setup import join
from tests.commerce.personal.cart_client import member, of_two, put, some
from tests.error_bodies import error
from tests.world import World


def test_what_lies_in_a_members_cart(world: World) -> None:
    join(world, "kim")
    number, codes = of_two(world)
    world.put(f"products/{number}/variants/{codes[1]}", additional_amount="500.00")
    category = world.post("categories", category_name="Aprons")["category"]["category_no"]
    world.put(f"products/{number}", add_category_no=[{"category_no": category}])
    put(world, number, some(codes[0], 2), some(codes[1]), session=member(world))

    lines = world.get("carts", member_id="kim")["carts"]

    assert lines == [
        {
            "shop_no": 1,
            "basket_product_no": basket,
            "member_id": "kim",
            "created_date": "2026-11-21T09:00:00+09:00",
            "product_no": number,
            "additional_option_values": [],
            "variant_code": code,
            "quantity": quantity,
            "product_price": "11000.00",
            "option_price": more,
            "product_bundle": "F",
            "shipping_type": "A",
            "category_no": category,
        }
        for basket, code, quantity, more in (
            (2, codes[1], 1, "500.00"),
            (1, codes[0], 2, "0.00"),
        )
    ]
    assert world.get("carts", member_id="kim", limit=1, offset=1)["carts"] == lines[1:]
    assert world.get("carts", member_id="nobody,kim")["carts"] == lines
    assert world.get("carts", member_id="kim", shop_no=2) == {"carts": []}


def test_what_buyers_wrote_is_shown(world: World) -> None:
    number = world.product()["product_no"]
    option = {
        "additional_option_name": "Engraving",
        "required_additional_option": "F",
        "additional_option_text_length": 20,
    }
    world.put(f"products/{number}/options", use_additional_option="T", additional_options=[option])
    [variant] = world.get(f"products/{number}/variants")["variants"]
    texts = [{"key": "item_option_add", "name": "Engraving", "value": "Kim"}]
    wanted = some(variant["variant_code"], additional_option_values=texts)
    assert put(world, number, wanted, session=member(world)).status_code == 201

    [line] = world.get("carts", member_id="kim")["carts"]

    assert line["additional_option_values"] == [
        {"key": "item_option_add", "type": "text", "value": "Kim", "name": "Engraving"}
    ]


def test_carts_that_hold_a_product(world: World) -> None:
    number, codes = of_two(world)
    put(world, number, some(codes[0], 2), session=member(world))
    put(world, number, some(codes[1]))

    path = f"products/{number}/carts"
    usual: dict[str, Any] = {
        "shop_no": 1,
        "created_date": "2026-11-21T09:00:00+09:00",
        "product_no": number,
        "product_bundle": "F",
    }
    assert world.get(path) == {
        "carts": [
            {**usual, "member_id": "kim", "variant_code": codes[0], "quantity": 2},
            {**usual, "member_id": "", "variant_code": codes[1], "quantity": 1},
        ]
    }
    assert world.get(f"{path}/count") == {"count": 2}


def test_a_product_that_is_not_there(world: World) -> None:
    gone = error(404, "The product does not exist. (parameter.product_no)", parameter="product_no")
    for path in ("products/7/carts", "products/7/carts/count"):
        answer = world.call("GET", path)
        assert (answer.status_code, answer.json()) == (404, gone)


def test_a_cart_goes_with_its_member(world: World) -> None:
    join(world, "kim")
    number = world.product()["product_no"]
    put(world, number, session=member(world))

    world.call("DELETE", "customers/kim")

    assert world.get("carts", member_id="kim") == {"carts": []}
    assert world.get(f"products/{number}/carts/count") == {"count": 0}
