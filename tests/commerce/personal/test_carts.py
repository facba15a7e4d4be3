"""Carts: what may be put into them, by whom, and how often it then lies there."""

from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, select

from openmall.commerce.personal.carts import cart_expiry, merging
from openmall.commerce.personal.carts import rules as cart_rules
from openmall.commerce.personal.carts import store as cart_store
from openmall.commerce.personal.carts.tables import CART, LINE
from openmall.contract.journal.tables import EVENT
from openmall.contract.moments import Clocks
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.customer import customer_setup
from tests.commerce.personal.cart_client import (
    lying_in,
    member,
    moved,
    of_two,
    put,
    refused,
    shopper_of,
    some,
)
from tests.commerce.product.stock_setup import as_call
from tests.commerce.product.test_storefront import front
from tests.commerce.promotion.coupon_setup import NEWEST
from tests.every_operation.operation_calls import rows
from tests.world import World

_EVENTS = Statement(
    select(EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.event_no == 90084)
    .order_by(EVENT.c.sequence)
)
DAY = 86_400


def _announced(world: World) -> list[Any]:
    async def read(db: Session) -> list[Any]:
        return [msgspec.json.decode(row[0]) for row in await db.all(_EVENTS)]

    return world.in_transaction(read)


def _in_cart(world: World, number: int) -> int:
    count: int = front(world, f"products/{number}/carts/count").json()["count"]
    return count


def test_a_guest_gets_a_session_and_a_cart(world: World) -> None:
    number, [sand, ink] = of_two(world)

    answer = put(world, number, some(sand, 2), some(ink, 3, options=[{"option_code": ""}]))

    assert answer.status_code == 201
    assert answer.json() == {
        "carts": {
            "duplicated_item": "F",
            "variants": [
                {
                    "quantity": 2,
                    "variants_code": sand,
                    "options": [],
                    "additional_option_values": [],
                },
                {
                    "quantity": 3,
                    "variants_code": ink,
                    "options": [{"option_code": "", "value_no": None}],
                    "additional_option_values": [],
                },
            ],
            "product_no": number,
            "basket_type": "A0000",
            "prepaid_shipping_fee": "P",
        }
    }
    session = answer.headers["x-openmall-session"]
    shopper = shopper_of(world, session)
    assert (shopper.kind, shopper.member_id, shopper.shop_no) == ("guest", "", 1)
    assert answer.headers["set-cookie"] == (
        f"openmall_session={session}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax"
    )
    assert answer.headers["cache-control"] == "private, no-store"
    assert lying_in(world, session) == {sand: 2, ink: 3}
    assert _announced(world) == [
        {
            "mall_id": world.mall_id,
            "event_shop_no": "1",
            "member_id": "",
            "shipping_type": "A",
            "product_no": number,
            "variant_code": code,
            "quantity": quantity,
            "product_bundle": "F",
        }
        for code, quantity in ((sand, 2), (ink, 3))
    ]


def test_units_of_one_item_are_added_up_in_the_cart_of_whoever_comes_back(world: World) -> None:
    number, [sand, ink] = of_two(world)
    first = put(world, number, some(sand, 2), some(sand))
    session = first.headers["x-openmall-session"]

    again = put(world, number, some(sand, 4), some(ink), session=session)
    other = put(world, number, some(sand))

    assert again.json()["carts"]["duplicated_item"] == "F"
    assert "x-openmall-session" not in again.headers
    assert "set-cookie" not in again.headers
    assert lying_in(world, session) == {sand: 7, ink: 1}
    assert lying_in(world, other.headers["x-openmall-session"]) == {sand: 1}
    assert _in_cart(world, number) == 2


def test_what_is_there_already_is_not_added_when_the_client_wants_to_know(world: World) -> None:
    number, [sand, ink] = of_two(world)
    session = put(world, number, some(sand)).headers["x-openmall-session"]
    check = {"duplicated_item_check": "T", "session": session}

    twice = put(world, number, some(ink), some(sand, 5), **check)
    lying = lying_in(world, session)
    once = put(world, number, some(ink), **check)

    assert (twice.status_code, twice.json()["carts"]["duplicated_item"]) == (201, "T")
    assert lying == {sand: 1}
    assert once.json()["carts"]["duplicated_item"] == "F"
    assert lying_in(world, session) == {sand: 1, ink: 1}
    assert len(_announced(world)) == 2


def test_a_members_name_is_announced(world: World) -> None:
    number, [sand, _] = of_two(world)

    put(world, number, some(sand), session=member(world))

    assert [each["member_id"] for each in _announced(world)] == ["kim"]


def test_baskets_of_two_kinds_are_apart(world: World) -> None:
    number, [sand, _] = of_two(world)
    session = put(world, number, some(sand)).headers["x-openmall-session"]
    put(world, number, some(sand, 2), session=session, basket_type="A0001")

    shopper = shopper_of(world, session)
    found = as_call(world, lambda call: cart_store.lines(call, shopper))

    assert {(item.basket_type, line.quantity) for item, line in found.items()} == {
        ("A0000", 1),
        ("A0001", 2),
    }
    assert _in_cart(world, number) == 1


def test_of_a_product_with_one_variant_nothing_has_to_be_named(world: World) -> None:
    number = world.product(minimum_quantity=3, buy_unit=2)["product_no"]
    several, _ = of_two(world)

    answer = put(world, number)

    assert [each["quantity"] for each in answer.json()["carts"]["variants"]] == [4]
    assert refused(put(world, several)) == (
        422,
        "A required parameter is missing. (parameter.variants)",
    )


def test_a_cart_holds_so_many_items(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cart_rules, "MOST_LINES", 1)
    number, [sand, ink] = of_two(world)

    answer = put(world, number, some(sand), some(ink))

    assert refused(answer) == (422, "A cart holds at most 1 different items. (parameter.variants)")
    assert put(world, number, some(sand)).status_code == 201


def test_carts_are_counted_while_the_product_is_on_display(world: World) -> None:
    number, [sand, ink] = of_two(world)
    for session in ("", "", member(world)):
        put(world, number, some(sand), some(ink), session=session)

    assert front(world, f"products/{number}/carts/count").json() == {"count": 3}
    assert front(world, "products/999/carts/count").status_code == 404
    world.put(f"products/{number}", display="F")
    assert front(world, f"products/{number}/carts/count").status_code == 404


def test_guests_carts_are_forgotten_after_a_month(world: World) -> None:
    number, [sand, _] = of_two(world)
    guest = put(world, number, some(sand))
    put(world, number, some(sand), session=member(world))
    assert guest.status_code == 201

    with moved(world, 30 * DAY):
        left = _in_cart(world, number)
        kept = rows(world)
        removed = world.stage.run(
            cart_expiry.remove_expired,
            world.stage.app.database,
            Clocks(world.stage.clock),
            [world.mall_id],
        )
        now = rows(world)

    assert (left, removed) == (1, 1)
    assert [len(kept[table.name]) for table in (CART, LINE)] == [2, 2]
    assert [len(now[table.name]) for table in (CART, LINE)] == [1, 1]


def test_carts_are_kept_for_the_days_of_the_shops_settings(world: World) -> None:
    world.put("carts/setting", storage_period="T", period=3)
    number, [sand, ink] = of_two(world)
    guest = put(world, number, some(sand)).headers["x-openmall-session"]
    put(world, number, some(sand), session=member(world))

    with moved(world, 2 * DAY):
        # three days begin anew
        put(world, number, some(sand), session=member(world))
    with moved(world, 4 * DAY):
        left = _in_cart(world, number)
        put(world, number, some(ink), session=guest)
        put(world, number, some(ink), session=member(world))
        of_guest, of_member = lying_in(world, guest), lying_in(world, member(world))
    with moved(world, 8 * DAY):
        put(world, number, some(ink), session=member(world))
        later = lying_in(world, member(world))

    assert left == 1
    assert of_guest == {ink: 1}
    assert of_member == {sand: 2, ink: 1}
    assert later == {ink: 1}


def test_a_guests_cart_is_kept_no_longer_than_the_guest_is_known(world: World) -> None:
    world.put("carts/setting", storage_period="T", period=90)
    number, [sand, _] = of_two(world)
    put(world, number, some(sand))
    put(world, number, some(sand), session=member(world))

    with moved(world, 30 * DAY):
        left = _in_cart(world, number)

    assert left == 1


def test_a_deleted_product_is_in_no_cart(world: World) -> None:
    number, [sand, _] = of_two(world)
    session = put(world, number, some(sand)).headers["x-openmall-session"]

    assert world.call("DELETE", f"products/{number}").status_code == 200

    assert lying_in(world, session) == {}


def test_who_signs_in_brings_the_cart_along(world: World) -> None:
    number, [sand, ink] = of_two(world)
    kim = member(world)
    put(world, number, some(sand, 2), session=kim)
    session = put(world, number, some(sand, 3), some(ink)).headers["x-openmall-session"]
    guest, known = shopper_of(world, session), shopper_of(world, kim)

    as_call(world, lambda call: merging.merge_guest_cart(call, guest, known))
    as_call(world, lambda call: merging.merge_guest_cart(call, guest, known))

    assert lying_in(world, kim) == {sand: 5, ink: 1}
    assert lying_in(world, session) == {}
    assert _in_cart(world, number) == 1
    assert len(rows(world)[CART.name]) == 1


def test_each_shop_of_a_mall_has_its_carts(world: World) -> None:
    number, [sand, _] = of_two(world)
    world.put(f"products/{number}", 2, display="T", selling="T")

    put(world, number, some(sand), session=member(world))
    put(world, number, some(sand), session=member(world, shop_no=2), shop_no=2)

    assert front(world, f"products/{number}/carts/count").json() == {"count": 1}
    assert front(world, f"products/{number}/carts/count", shop_no=2).json() == {"count": 1}


@pytest.mark.parametrize(
    ("limits", "stock", "of_member", "of_guest", "merged"),
    [
        ({}, 10, 10, 6, 10),
        ({}, 10, 3, 6, 9),
        ({}, 10, 0, 6, 6),
        ({}, 0, 0, 2, 0),
        ({"maximum_quantity": 5}, None, 4, 5, 5),
        ({"maximum_quantity": 5}, None, 5, 5, 5),
        ({"buy_unit": 3}, 10, 6, 9, 9),
        ({"minimum_quantity": 4}, 6, 0, 6, 6),
        ({"selling": "F"}, None, 2, 2, 2),
        ({"repurchase_restriction": "T", "buy_limit_by_product": "T", "buy_limit_type": "O"},
         None, 0, 2, 0),
    ],
    ids=["full", "room", "alone", "sold out", "limit", "at its limit", "by threes", "at least four",
         "not sold", "not to this member"],
)  # fmt: skip
def test_who_signs_in_gets_what_a_cart_may_hold(
    world: World,
    limits: dict[str, Any],
    stock: int | None,
    of_member: int,
    of_guest: int,
    merged: int,
) -> None:
    customer_setup.join(world, "kim")
    number, [sand, _] = of_two(world)
    kim = member(world)
    if of_member:
        assert put(world, number, some(sand, of_member), session=kim).status_code == 201
    session = put(world, number, some(sand, of_guest)).headers["x-openmall-session"]
    if limits:
        path = f"products/{number}"
        world.call("PUT", path, json={"request": limits}, headers=NEWEST).raise_for_status()
    if stock is not None:
        world.put(f"products/{number}/variants/{sand}", use_inventory="T", quantity=stock)
    guest, known = shopper_of(world, session), shopper_of(world, kim)

    is_reduced = as_call(world, lambda call: merging.merge_guest_cart(call, guest, known))

    assert lying_in(world, kim).get(sand, 0) == merged
    assert lying_in(world, session) == {}
    assert is_reduced is (merged < of_member + of_guest)
