"""Customers wish for products, and a shop sees who does."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from openmall.commerce.personal.wishlist import rules as wishlist_rules
from openmall.commerce.personal.wishlist.shape import WishFile, WishOptionText
from openmall.contract.errors import Invalid, NotFound
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.personal.cart_client import of_two
from tests.world import World

WISHLIST = "customers/haneul/wishlist"


def wish(world: World, code: str, member_id: str = "haneul") -> int:
    return do(world, lambda call: wishlist_rules.add(call, member_id, code))


def test_a_wish_is_added_shown_and_removed(world: World) -> None:
    join(world)
    number, codes = of_two(world, price_content="Ask us")
    world.put(f"products/{number}/variants/{codes[1]}", additional_amount="500.00")
    first = wish(world, codes[0])
    world.stage.clock.pass_(60)
    second = do(
        world,
        lambda call: wishlist_rules.add(
            call,
            "haneul",
            codes[1],
            written=[WishOptionText(option_name="Engraving", option_value="Kim")],
            attached=[WishFile(file_path="https://files.example.com/1.gif")],
        ),
    )

    listed = world.get(WISHLIST)["wishlist"]

    assert listed == [
        {
            "shop_no": 1,
            "wishlist_no": second,
            "product_no": number,
            "variant_code": codes[1],
            "additional_option": [{"option_name": "Engraving", "option_value": "Kim"}],
            "attached_file_option": [{"file_path": "https://files.example.com/1.gif"}],
            "price": "11500.00",
            "product_bundle": "F",
            "created_date": "2026-11-21T09:01:00+09:00",
            "price_content": "Ask us",
        },
        {
            "shop_no": 1,
            "wishlist_no": first,
            "product_no": number,
            "variant_code": codes[0],
            "additional_option": None,
            "attached_file_option": None,
            "price": "11000.00",
            "product_bundle": "F",
            "created_date": "2026-11-21T09:00:00+09:00",
            "price_content": "Ask us",
        },
    ]
    assert world.get(f"{WISHLIST}/count") == {"count": 2}
    do(world, lambda call: wishlist_rules.remove(call, "haneul", second))
    assert world.get(WISHLIST)["wishlist"] == listed[1:]
    with pytest.raises(NotFound):
        do(world, lambda call: wishlist_rules.remove(call, "haneul", second))


def test_what_cannot_be_wished_for(world: World) -> None:
    join(world)
    hidden, [hidden_code, _] = of_two(world, display="F")
    _, [code, _] = of_two(world)
    wish(world, code)

    for refused in (hidden_code, code, "P000000Z000A"):
        with pytest.raises(Invalid):
            wish(world, refused)
    with pytest.raises(NotFound):
        wish(world, code, "nobody")
    assert world.get(f"{WISHLIST}/count") == {"count": 1}
    assert world.get(f"products/{hidden}/wishlist/customers/count") == {"count": 0}


def test_who_wishes_for_a_product(world: World) -> None:
    number, codes = of_two(world)
    for member_id in ("minjun", "haneul"):
        join(world, member_id)
        for code in codes:
            wish(world, code, member_id)

    path = f"products/{number}/wishlist/customers"
    assert world.get(path) == {
        "customers": [
            {"shop_no": 1, "member_id": "haneul"},
            {"shop_no": 1, "member_id": "minjun"},
        ]
    }
    assert world.get(f"{path}/count") == {"count": 2}
    assert world.get(path, shop_no=2) == {"customers": []}


def test_wishes_go_with_their_product_and_their_customer(world: World) -> None:
    join(world)
    join(world, "minjun")
    number, [code, _] = of_two(world)
    other, [kept, _] = of_two(world)
    for each in (code, kept):
        wish(world, each)
    wish(world, kept, "minjun")

    world.call("DELETE", f"products/{number}")
    world.call("DELETE", "customers/minjun")

    assert [each["product_no"] for each in world.get(WISHLIST)["wishlist"]] == [other]
    assert world.get(f"products/{other}/wishlist/customers/count") == {"count": 1}


@pytest.mark.both_stores
def test_one_wish_added_at_once_from_two_places_is_one(world: World) -> None:
    join(world)
    _, [code, _] = of_two(world)

    def add(_: int) -> bool:
        try:
            wish(world, code)
        except Invalid:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(add, range(4)))

    assert done.count(True) == 1
    assert world.get(f"{WISHLIST}/count") == {"count": 1}
