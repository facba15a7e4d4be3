"""What a cart refuses: what is not on sale, not for this shopper, not so many of it."""

from typing import Any

import msgspec
import pytest

from openmall.commerce.personal.carts import store as cart_store
from openmall.commerce.product.stock import rules as stock_rules
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
from tests.commerce.product.stock_setup import as_call, stocked
from tests.every_operation.operation_calls import rows
from tests.world import World


def test_only_what_is_on_sale_is_put_into_a_cart(world: World) -> None:
    hidden = world.product(display="F")["product_no"]
    unsold = world.product(selling="F")["product_no"]
    number, [sand, ink] = of_two(world)
    path = f"products/{number}/variants"
    world.put(f"{path}/{sand}", display="F")
    world.put(f"{path}/{ink}", selling="F")
    _, [others, _] = of_two(world)
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
    number, [sand, _] = of_two(world)
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
    number, [sand, _] = of_two(world)
    before = rows(world)
    assert refused(put(world, number, some(sand, options=options))) == (
        422,
        "There is no such option of the variant. (parameter.variants.options)",
    )
    assert rows(world) == before


def _engraved(world: World) -> tuple[int, str]:
    number, [sand, _] = of_two(world)
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
    found = as_call(world, lambda call: cart_store.lines(call, shopper))
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
    number, [sand, ink] = of_two(world, **limits)
    before = rows(world)
    for (one, other), message in refusals.items():
        answer = put(world, number, some(sand, one), some(ink, other))
        assert refused(answer) == (422, f"{message} {QUANTITY}")
    assert rows(world) == before
    one, other = allowed
    assert put(world, number, some(sand, one), some(ink, other)).status_code == 201


def test_what_is_in_the_cart_counts_too(world: World) -> None:
    number, [sand, _] = of_two(world, maximum_quantity=3)
    session = put(world, number, some(sand, 2)).headers["x-openmall-session"]

    answer = put(world, number, some(sand, 2), session=session)

    assert refused(answer) == (422, f"At most 3 can be bought. {QUANTITY}")
    assert lying_in(world, session) == {sand: 2}


def test_no_more_than_is_in_stock_and_not_put_by_for_others(world: World) -> None:
    number, code = stocked(world, 10, safety_inventory=2)
    now = world.stage.clock.now()
    as_call(
        world,
        lambda call: stock_rules.reserve(call, code, quantity=3, reference="order", until=now + 60),
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
    number, [sand, ink] = of_two(world)
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
    assert "x-openmall-session" not in known.headers


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


def test_shipping_is_paid_when_the_product_says(world: World) -> None:
    fee = {"shipping_fee_by_product": "T", "shipping_fee_type": "R"}
    number = world.product(prepaid_shipping_fee="C", **fee)["product_no"]

    assert refused(put(world, number)) == (
        422,
        "Shipping is paid on delivery. (parameter.prepaid_shipping_fee)",
    )
    assert put(world, number, prepaid_shipping_fee="C").status_code == 201
