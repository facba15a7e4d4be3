"""Guests find their orders again in another browser, and nobody else does."""

import pytest

from tests.pages.sampleshop.shop_browser import PASSWORD, Guest, said
from tests.world import World

REFUSED = "There is no order with this number and contact. Check both."


@pytest.fixture
def order(world: World, guest: Guest) -> str:
    """An order of a guest."""
    guest.put(world.product(price=10_000)["product_no"])
    return guest.order()


@pytest.mark.parametrize(
    "contact", ["guest@example.com", " Guest@Example.com ", "010-2222-2222", "01022222222"]
)
def test_an_order_is_found_in_another_browser(
    world: World, guest: Guest, order: str, contact: str
) -> None:
    other = Guest(world)
    before = other.open(f"/orders/{order}").status_code

    where = other.done("/orders/find", order_id=order, contact=contact)

    assert before != 200
    assert where == f"/orders/{order}"
    assert order in other.see(where)
    assert order in other.see("/orders")


@pytest.mark.parametrize(
    ("number", "contact"),
    [
        ("", "other@example.com"),
        ("", "010-2222-2223"),
        ("", "222"),
        ("20200101-0000001", "guest@example.com"),
        ("nothing", "guest@example.com"),
        ("", ""),
        ("'", "x" * 300),
    ],
)
def test_every_failure_has_the_same_answer(
    world: World, guest: Guest, order: str, number: str, contact: str
) -> None:
    other = Guest(world)

    answer = other.refused("/orders/find", order_id=number or order, contact=contact)

    assert answer == (422, REFUSED)
    assert other.open(f"/orders/{order}").status_code != 200
    assert guest.open(f"/orders/{order}").status_code == 200


def test_orders_of_members_are_not_found(world: World, guest: Guest) -> None:
    member = guest
    member.join()
    member.put(world.product(price=10_000)["product_no"])
    form = {"buyer_name": "", "buyer_email": "", "buyer_cellphone": ""}
    order = member.order(**form)

    for contact in ("hana@example.com", "010-0000-0000"):
        answer = Guest(world).refused("/orders/find", order_id=order, contact=contact)
        assert answer == (422, REFUSED)


def test_guessing_has_to_wait(world: World, order: str) -> None:
    other = Guest(world)
    wrong = [
        other.send("/orders/find", order_id=order, contact=f"{at}@example.com") for at in range(7)
    ]

    right = other.send("/orders/find", order_id=order, contact="guest@example.com")
    world.stage.clock.pass_(60)
    later = other.send("/orders/find", order_id=order, contact="guest@example.com")

    assert 429 in [each.status_code for each in wrong]
    assert (right.status_code, later.status_code) == (429, 303)
    assert "retry-after" in right.headers
    assert "Too many attempts." in said(right.text)


def test_the_link_of_a_message_asks_for_the_contact_and_shows_nothing_else(
    world: World, guest: Guest, order: str
) -> None:
    other = Guest(world)
    link = f"/orders/find?order_id={order}"

    page = other.see(link)
    found = other.done(link, order_id=order, contact="guest@example.com")

    assert f'value="{order}"' in page
    assert "guest@example.com" not in page
    assert found == f"/orders/{order}"
    assert other.open(link).headers["location"].endswith(f"/orders/{order}")


@pytest.mark.parametrize("number", ["20200101-0000001", "'><script>", "1" * 500])
def test_the_link_of_another_order_tells_nothing(world: World, guest: Guest, number: str) -> None:
    page = guest.open(f"/orders/find?order_id={number}")

    assert page.status_code == 200
    assert "<script>'" not in page.text


def test_wrong_guesses_do_not_use_up_sign_ins_of_the_same_address(world: World, order: str) -> None:
    Guest(world).join()
    stranger = Guest(world)
    answers = [
        stranger.refused("/orders/find", order_id=f"20200101-000000{at}", contact="a@example.com")
        for at in range(8)
    ]

    signed_in = Guest(world).send("/sign-in", member_id="hana", password=PASSWORD)

    assert answers[-1][0] == 429
    assert signed_in.status_code == 303
