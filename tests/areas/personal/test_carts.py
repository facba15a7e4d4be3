"""Carts: what may be put into them, by whom, and how often it then lies there."""

from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, select

from openmall.areas.personal.carts import rules, store
from openmall.areas.personal.carts.tables import CART, LINE
from openmall.areas.product.stock import rules as stock
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.journal.tables import EVENT
from tests.areas.personal.carting import lying_in, member, moved, put, refused, shopper_of, some
from tests.areas.product.stocking import as_call, stocked
from tests.areas.product.test_storefront import front
from tests.every_operation.populated import rows
from tests.world import World

_EVENTS = Statement(
    select(EVENT.c.resource).where(
        EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.event_no == 90084
    )
)
DAY = 86_400


def _announced(world: World) -> list[Any]:
    async def read(db: Session) -> list[Any]:
        return [msgspec.json.decode(row[0]) for row in await db.all(_EVENTS)]

    return world.in_transaction(read)


def _product(world: World, **request: Any) -> tuple[int, list[str]]:
    """Make a product of two variants, and return its number and their codes."""
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    number = world.product(has_option="T", options=options, **request)["product_no"]
    variants = world.get(f"products/{number}/variants")["variants"]
    return number, [each["variant_code"] for each in variants]


def _in_cart(world: World, number: int) -> int:
    count: int = front(world, f"products/{number}/carts/count").json()["count"]
    return count


def test_a_guest_gets_a_session_and_a_cart(world: World) -> None:
    number, [sand, ink] = _product(world)

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
    number, [sand, ink] = _product(world)
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
    number, [sand, ink] = _product(world)
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


def test_baskets_of_two_kinds_are_apart(world: World) -> None:
    number, [sand, _] = _product(world)
    session = put(world, number, some(sand)).headers["x-openmall-session"]
    put(world, number, some(sand, 2), session=session, basket_type="A0001")

    shopper = shopper_of(world, session)
    found = as_call(world, lambda call: store.lines(call, shopper))

    assert {(item.basket_type, line.quantity) for item, line in found.items()} == {
        ("A0000", 1),
        ("A0001", 2),
    }
    assert _in_cart(world, number) == 1


def test_of_a_product_with_one_variant_nothing_has_to_be_named(world: World) -> None:
    number = world.product(minimum_quantity=3, buy_unit=2)["product_no"]
    several, _ = _product(world)

    answer = put(world, number)

    assert [each["quantity"] for each in answer.json()["carts"]["variants"]] == [4]
    assert refused(put(world, several)) == (
        422,
        "A required parameter is missing. (parameter.variants)",
    )


def test_only_what_is_on_sale_is_put_into_a_cart(world: World) -> None:
    hidden = world.product(display="F")["product_no"]
    unsold = world.product(selling="F")["product_no"]
    number, [sand, ink] = _product(world)
    path = f"products/{number}/variants"
    world.put(f"{path}/{sand}", display="F")
    world.put(f"{path}/{ink}", selling="F")
    _, [others, _] = _product(world)
    before = rows(world)

    nothing = (422, "There is no such product on sale. (parameter.product_no)")
    for each in (hidden, unsold, 999):
        assert refused(put(world, each)) == nothing
    for code in (sand, others, "nothing"):
        assert refused(put(world, number, some(code))) == (
            422,
            "There is no such variant. (parameter.variants.variants_code)",
        )
    assert refused(put(world, number, some(ink))) == (
        422,
        "The variant is not for sale. (parameter.variants.variants_code)",
    )
    assert rows(world) == before


@pytest.mark.parametrize(
    "options",
    [
        [{"name": "Colour", "value": "Sand"}],
        [{"name": "Colour"}],
        [{"option_code": "", "value_no": None}],
    ],
)
def test_options_may_say_what_a_variant_is(world: World, options: list[Any]) -> None:
    number, [sand, _] = _product(world)
    assert put(world, number, some(sand, options=options)).status_code == 201


@pytest.mark.parametrize(
    "options",
    [
        [{"name": "Colour", "value": "Ink"}],
        [{"name": "Size", "value": "Sand"}],
        [{"option_code": "O000000A"}],
        [{"value_no": 7}],
        [{"name": "Colour", "value": "Sand"}, {"name": "Colour", "value": "Sand"}],
    ],
)
def test_options_that_are_not_the_variants_are_refused(world: World, options: list[Any]) -> None:
    number, [sand, _] = _product(world)
    before = rows(world)
    assert refused(put(world, number, some(sand, options=options))) == (
        422,
        "There is no such option of the variant. (parameter.variants.options)",
    )
    assert rows(world) == before


def _engraved(world: World) -> tuple[int, str]:
    number, [sand, _] = _product(world)
    name = {"additional_option_name": "Name", "additional_option_text_length": 5}
    note = {**name, "additional_option_name": "Note", "required_additional_option": "F"}
    world.put(
        f"products/{number}/options", use_additional_option="T", additional_options=[name, note]
    )
    return number, sand


def test_what_buyers_write_makes_items_different(world: World) -> None:
    number, sand = _engraved(world)

    def engraved(text: str) -> dict[str, Any]:
        return some(sand, additional_option_values=[{"title": "Name", "value": text}])

    answer = put(world, number, engraved("Kim"))
    session = answer.headers["x-openmall-session"]
    put(world, number, engraved("Lee"), engraved("Kim"), session=session)

    assert answer.json()["carts"]["variants"][0]["additional_option_values"] == [
        {"key": "", "title": "Name", "type": "text", "value": "Kim"}
    ]
    shopper = shopper_of(world, session)
    found = as_call(world, lambda call: store.lines(call, shopper))
    kept = {
        msgspec.json.decode(line.additional_option_values)[0]["value"]: line.quantity
        for line in found.values()
    }
    assert kept == {"Kim": 2, "Lee": 1}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "`Name` has to be filled in."),
        ([{"name": "Name", "value": "  "}], "`Name` has to be filled in."),
        ([{"name": "Name", "value": "Kimkim"}], "`Name` has at most 5 characters."),
        ([{"name": "Name", "value": "Kim"}, {"name": "Note", "value": "Hello!"}],
         "`Note` has at most 5 characters."),
        ([{"name": "Motto", "value": "Kim"}], "There is no such additional option."),
        ([{"value": "Kim"}], "There is no such additional option."),
        ([{"name": "Name", "value": "Kim"}] * 2, "There is no such additional option."),
    ],
)  # fmt: skip
def test_additional_options_are_filled_in_as_the_product_asks(
    world: World, values: list[Any], message: str
) -> None:
    number, sand = _engraved(world)
    before = rows(world)
    assert refused(put(world, number, some(sand, additional_option_values=values))) == (
        422,
        f"{message} (parameter.variants.additional_option_values)",
    )
    assert rows(world) == before


QUANTITY = "(parameter.variants.quantity)"


@pytest.mark.parametrize(
    ("limits", "allowed", "refusals"),
    [
        ({"minimum_quantity": 2}, (2, 2), {(1, 2): "At least 2 have to be bought."}),
        ({"maximum_quantity": 3}, (3, 3), {(4, 1): "At most 3 can be bought."}),
        ({"maximum_quantity": 3, "order_quantity_limit_type": "P"}, (1, 2),
         {(2, 2): "At most 3 can be bought."}),
        ({"minimum_quantity": 3, "order_quantity_limit_type": "P"}, (1, 2),
         {(1, 1): "At least 3 have to be bought."}),
        ({"buy_unit": 2}, (2, 4), {(3, 1): "It is sold 2 at a time."}),
        ({"buy_unit": 2, "buy_unit_type": "P"}, (3, 1), {(2, 1): "It is sold 2 at a time."}),
    ],
)  # fmt: skip
def test_as_many_are_taken_as_may_be_bought(
    world: World,
    limits: dict[str, Any],
    allowed: tuple[int, int],
    refusals: dict[tuple[int, int], str],
) -> None:
    number, [sand, ink] = _product(world, **limits)
    before = rows(world)
    for (one, other), message in refusals.items():
        answer = put(world, number, some(sand, one), some(ink, other))
        assert refused(answer) == (422, f"{message} {QUANTITY}")
    assert rows(world) == before
    one, other = allowed
    assert put(world, number, some(sand, one), some(ink, other)).status_code == 201


def test_what_is_in_the_cart_counts_too(world: World) -> None:
    number, [sand, _] = _product(world, maximum_quantity=3)
    session = put(world, number, some(sand, 2)).headers["x-openmall-session"]

    answer = put(world, number, some(sand, 2), session=session)

    assert refused(answer) == (422, f"At most 3 can be bought. {QUANTITY}")
    assert lying_in(world, session) == {sand: 2}


def test_no_more_than_is_in_stock_and_not_put_by_for_others(world: World) -> None:
    number, code = stocked(world, 10, safety_inventory=2)
    now = world.stage.clock.now()
    as_call(
        world,
        lambda call: stock.reserve(call, code, quantity=3, reference="order", until=now + 60),
    )
    enough = put(world, number, some(code, 4))
    session = enough.headers["x-openmall-session"]

    too_many = put(world, number, some(code, 2), session=session)
    all_of_them = put(world, number, some(code, 1), session=session)
    with moved(world, 60):
        later = put(world, number, some(code, 3), session=session)

    assert enough.status_code == 201
    assert refused(too_many) == (422, f"There are not enough in stock. {QUANTITY}")
    assert (all_of_them.status_code, later.status_code) == (201, 201)
    assert lying_in(world, session) == {code: 8}


def test_all_is_added_or_nothing(world: World) -> None:
    number, [sand, ink] = _product(world)
    path = f"products/{number}/variants/{ink}/inventories"
    world.put(path, use_inventory="T", quantity=1)
    before = rows(world)

    answer = put(world, number, some(sand), some(ink, 2))

    assert refused(answer) == (422, f"There are not enough in stock. {QUANTITY}")
    assert "set-cookie" not in answer.headers
    assert rows(world) == before


@pytest.mark.parametrize("kind", ["N", "M"])
def test_what_is_for_members_is_not_for_guests(world: World, kind: Any) -> None:
    number = world.product(buy_limit_by_product="T", buy_limit_type=kind)["product_no"]

    guest, known = put(world, number), put(world, number, session=member(world))

    assert refused(guest) == (
        403,
        "The product is for members: sign in first. (parameter.product_no)",
    )
    assert known.status_code == 201
    assert _announced(world)[0]["member_id"] == "kim"


def test_what_is_for_chosen_members_is_for_nobody_else(world: World) -> None:
    chosen = {"buy_limit_by_product": "T", "buy_limit_type": "O", "buy_member_id_list": ["kim"]}
    number = world.product(**chosen)["product_no"]

    answers = [put(world, number, session=each) for each in
               (member(world, "kim"), member(world, "lee"), "")]  # fmt: skip

    assert [each.status_code for each in answers] == [201, 403, 403]
    assert refused(answers[1]) == (403, "The product is for other members. (parameter.product_no)")


def test_what_is_for_adults_is_not_for_guests(world: World) -> None:
    number = world.product(adult_certification="T")["product_no"]

    assert refused(put(world, number)) == (
        403,
        "The product is for adults: sign in first. (parameter.product_no)",
    )
    assert put(world, number, session=member(world)).status_code == 201


def test_shipping_is_paid_when_the_product_says(world: World) -> None:
    fee = {"shipping_fee_by_product": "T", "shipping_fee_type": "R"}
    number = world.product(prepaid_shipping_fee="C", **fee)["product_no"]

    assert refused(put(world, number)) == (
        422,
        "Shipping is paid on delivery. (parameter.prepaid_shipping_fee)",
    )
    assert put(world, number, prepaid_shipping_fee="C").status_code == 201


def test_a_cart_holds_so_many_items(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_LINES", 1)
    number, [sand, ink] = _product(world)

    answer = put(world, number, some(sand), some(ink))

    assert refused(answer) == (422, "A cart holds at most 1 different items. (parameter.variants)")
    assert put(world, number, some(sand)).status_code == 201


def test_carts_are_counted_while_the_product_is_on_display(world: World) -> None:
    number, [sand, ink] = _product(world)
    for session in ("", "", member(world)):
        put(world, number, some(sand), some(ink), session=session)

    assert front(world, f"products/{number}/carts/count").json() == {"count": 3}
    assert front(world, "products/999/carts/count").status_code == 404
    world.put(f"products/{number}", display="F")
    assert front(world, f"products/{number}/carts/count").status_code == 404


def test_guests_carts_are_forgotten_after_a_month(world: World) -> None:
    number, [sand, _] = _product(world)
    guest = put(world, number, some(sand))
    put(world, number, some(sand), session=member(world))
    assert guest.status_code == 201

    with moved(world, 30 * DAY):
        left = _in_cart(world, number)
        kept = rows(world)
        put(world, number, some(sand))
        now = rows(world)

    assert left == 1
    assert [len(kept[table.name]) for table in (CART, LINE)] == [2, 2]
    # the guest's went as another came
    assert [len(now[table.name]) for table in (CART, LINE)] == [2, 2]
    assert now[CART.name] != kept[CART.name]


def test_a_deleted_product_is_in_no_cart(world: World) -> None:
    number, [sand, _] = _product(world)
    session = put(world, number, some(sand)).headers["x-openmall-session"]

    assert world.call("DELETE", f"products/{number}").status_code == 200

    assert lying_in(world, session) == {}


def test_who_signs_in_brings_the_cart_along(world: World) -> None:
    number, [sand, ink] = _product(world)
    kim = member(world)
    put(world, number, some(sand, 2), session=kim)
    session = put(world, number, some(sand, 3), some(ink)).headers["x-openmall-session"]
    guest, known = shopper_of(world, session), shopper_of(world, kim)

    as_call(world, lambda call: rules.adopt(call, guest, known))
    as_call(world, lambda call: rules.adopt(call, guest, known))

    assert lying_in(world, kim) == {sand: 5, ink: 1}
    assert lying_in(world, session) == {}
    assert _in_cart(world, number) == 1
    assert len(rows(world)[CART.name]) == 1


def test_each_shop_of_a_mall_has_its_carts(world: World) -> None:
    number, [sand, _] = _product(world)
    world.put(f"products/{number}", 2, display="T", selling="T")

    put(world, number, some(sand), session=member(world))
    put(world, number, some(sand), session=member(world, shop_no=2), shop_no=2)

    assert front(world, f"products/{number}/carts/count").json() == {"count": 1}
    assert front(world, f"products/{number}/carts/count", shop_no=2).json() == {"count": 1}
