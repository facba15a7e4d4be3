"""Several lines of one header mean the same as one line with a list (RFC 9110, section 5.3)."""

import json

import pytest

from tests.hostile import wire
from tests.world import World

pytestmark = pytest.mark.one_store

Lines = list[tuple[bytes, bytes]]


def put(world: World, number: int, price: str, lines: Lines) -> wire.Reply:
    body = json.dumps({"request": {"price": price}}).encode()
    target = f"/api/v2/admin/products/{number}".encode()
    return wire.send(world.stage, b"PUT", target, [*wire.known(world), *lines], body)


def test_a_second_preference_does_not_cancel_a_rehearsal(world: World) -> None:
    number = world.product(price="5000.00")["product_no"]

    answer = put(
        world, number, "9000.00", [(b"prefer", b"handling=rehearse"), (b"prefer", b"wait=5")]
    )

    assert (answer.status, answer.headers["preference-applied"]) == (200, b"handling=rehearse")
    assert world.get(f"products/{number}")["product"]["price"] == "5000.00"


@pytest.mark.parametrize("position", [0, 1])
def test_any_line_of_if_match_may_have_the_current_tag(world: World, position: int) -> None:
    number = world.product()["product_no"]
    current = world.call("GET", f"products/{number}").headers["ETag"].encode()
    lines = [(b"if-match", b'"other"')]
    lines.insert(position, (b"if-match", current))

    assert put(world, number, "9000.00", lines).status == 200


def test_two_idempotency_keys_are_refused(world: World) -> None:
    number = world.product(price="5000.00")["product_no"]

    answer = put(
        world, number, "9000.00", [(b"idempotency-key", b"one"), (b"idempotency-key", b"two")]
    )

    assert answer.status == 422
    assert answer.body["error"]["more_info"]["parameter"] == "Idempotency-Key"
    assert world.get(f"products/{number}")["product"]["price"] == "5000.00"


def test_two_tokens_are_refused_whichever_is_valid(world: World) -> None:
    other: Lines = [(b"authorization", b"Bearer other")]

    first = wire.send(world.stage, b"GET", b"/api/v2/admin/products", [*other, *wire.known(world)])
    last = wire.send(world.stage, b"GET", b"/api/v2/admin/products", [*wire.known(world), *other])

    assert (first.status, last.status) == (401, 401)
