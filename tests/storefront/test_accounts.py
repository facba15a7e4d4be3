"""A shopper signs up, signs in and out, and sees what is theirs and nobody else's."""

import pytest

from openmall.access.oauth.backoff import FREE_ATTEMPTS
from openmall.commerce.customer.customers import rules as customer_rules
from tests.commerce.customer.customer_setup import do
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import BUYER, PASSWORD, Shopper
from tests.world import World


def test_who_signs_up_is_a_customer_and_keeps_the_cart(world: World) -> None:
    shopper = Shopper(world)
    number = world.product()["product_no"]
    shopper.put(number)

    made = shopper.sign_up(sms="T", nick_name="Hani", job="baker")

    assert made == {
        "shop_no": 1,
        "kind": "member",
        "member_id": "hana",
        "expires_date": "2026-11-22T09:00:00+09:00",
        "cart_reduced": "F",
    }
    assert [each["product_no"] for each in shopper.get("carts")] == [number]
    me = shopper.get("customers/me")
    said = {name: me[name] for name in ("member_id", "name", "email", "sms", "news_mail")}
    assert said == {
        "member_id": "hana",
        "name": "Hana Kim",
        "email": "hana@example.com",
        "sms": "T",
        "news_mail": "F",
    }
    assert (me["nick_name"], me["job"]) == ("", ""), "the shop does not ask for it"
    [listed] = world.get("customers", member_id="hana")["customers"]
    assert (listed["sms"], listed["news_mail"]) == ("T", "F")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"agree_terms": "F"}, "agree_terms"),
        ({"agree_privacy": "F"}, "agree_privacy"),
        ({"password": "short"}, "password"),
        ({"name": ""}, "name"),
    ],
)
def test_nobody_joins_without_what_is_needed(
    world: World, said: dict[str, str], message: str
) -> None:
    whole = {"member_id": "hana", "password": PASSWORD, "name": "Kim", "email": "k@example.com"}
    agreed = {"agree_terms": "T", "agree_privacy": "T"}

    status, text = Shopper(world).refused("POST", "customers", **{**whole, **agreed, **said})

    assert (status, text.endswith(f"(parameter.{message})")) == (422, True)
    assert world.get("customers", member_id="hana")["customers"] == []


def test_a_name_is_one_customers(world: World) -> None:
    Shopper(world).sign_up()
    other = Shopper(world)
    whole = {"member_id": "hana", "password": PASSWORD, "name": "Lee", "email": "l@example.com"}

    assert other.refused("POST", "customers", **whole, agree_terms="T", agree_privacy="T") == (
        422,
        "This name is taken. (parameter.member_id)",
    )
    assert other.session == ""


def test_signing_in_brings_the_cart_along_and_signing_out_leaves_it(world: World) -> None:
    number = world.product()["product_no"]
    Shopper(world).sign_up()
    shopper = Shopper(world)
    shopper.put(number)

    signed_in = shopper.send("POST", "sessions", member_id="hana", password=PASSWORD)
    signed_out = shopper.send("DELETE", "sessions/current")

    assert (signed_in["kind"], signed_in["member_id"]) == ("member", "hana")
    assert (signed_out["kind"], signed_out["member_id"]) == ("guest", "")
    assert shopper.get("carts") == []
    assert shopper.refused("GET", "customers/me")[0] == 401
    again = Shopper(world)
    again.send("POST", "sessions", member_id="hana", password=PASSWORD)
    assert [each["product_no"] for each in again.get("carts")] == [number]


def test_who_guesses_waits_and_gets_no_session(world: World) -> None:
    Shopper(world).sign_up()
    guesser = Shopper(world)
    wrong = (401, "The member id or the password is wrong.")

    tries = [
        guesser.refused("POST", "sessions", member_id="hana", password="a guess")
        for _ in range(FREE_ATTEMPTS)
    ]

    assert tries == [wrong] * FREE_ATTEMPTS
    waiting = guesser.ask(
        "POST", "sessions", json={"request": {"member_id": "hana", "password": PASSWORD}}
    )
    assert (waiting.status_code, waiting.headers["retry-after"]) == (429, "1")
    assert guesser.session == ""


def test_own_information_is_changed_with_the_password_where_that_is_changed(world: World) -> None:
    shopper = Shopper(world)
    shopper.sign_up()

    me = shopper.send("PUT", "customers/me", address1="2 Road", news_mail="T")

    assert (me["address1"], me["news_mail"]) == ("2 Road", "T")
    assert shopper.refused("PUT", "customers/me", address1="2 Road")[0] == 409
    assert shopper.refused("PUT", "customers/me", email="") == (
        422,
        "A required parameter is missing. (parameter.email)",
    )
    new = "another horse battery"
    assert shopper.refused("PUT", "customers/me", password=new)[0] == 422
    assert (
        shopper.refused("PUT", "customers/me", password=new, current_password="a guess")[0] == 401
    )
    shopper.send("PUT", "customers/me", password=new, current_password=PASSWORD)
    other = Shopper(world)
    assert other.refused("POST", "sessions", member_id="hana", password=PASSWORD)[0] == 401
    other.send("POST", "sessions", member_id="hana", password=new)


def test_who_left_or_is_shut_out_is_shown_nothing_with_an_old_session(world: World) -> None:
    shopper = Shopper(world)
    shopper.sign_up()
    do(world, lambda call: customer_rules.block(call, "hana", "L"))
    assert shopper.refused("GET", "customers/me")[0] == 403
    assert world.call("DELETE", "customers/hana").status_code == 200

    assert shopper.refused("GET", "customers/me")[0] == 401


def test_what_lies_in_the_cart_is_changed_and_taken_out(world: World) -> None:
    shopper = Shopper(world)
    first, _ = stocked(world, 5)
    second = world.product()["product_no"]
    shopper.put(first)
    shopper.put(second)
    [one, two] = shopper.get("carts")
    path = f"carts/{one['basket_product_no']}"

    changed = shopper.send("PUT", path, quantity=3)

    assert changed == {**one, "quantity": 3, "payment_amount": "33000.00"}
    assert shopper.refused("PUT", path, quantity=3)[0] == 409
    assert shopper.refused("PUT", path, quantity=6) == (
        422,
        "There are not enough in stock. (parameter.variants.quantity)",
    )
    shopper.send("DELETE", path)
    assert shopper.get("carts") == [two]
    assert shopper.send("DELETE", "carts") == {"shop_no": 1, "count": 1}
    assert shopper.get("carts") == []


def test_nobody_sees_or_changes_what_is_anothers(world: World) -> None:
    hana, minjun, guest, nobody = (Shopper(world) for _ in range(4))
    hana.sign_up()
    minjun.sign_up("minjun", name="Min Jun", email="minjun@example.com")
    number = world.product()["product_no"]
    for each in (hana, guest):
        each.put(number)
    mine = hana.order("cash")["order_id"]
    hana.put(number)
    guest.order("cash", buyer=BUYER)
    written = hana.send("POST", "boards/5/articles", title="A", content="B", secret="T")
    article = f"boards/5/articles/{written['article_no']}"
    [lying] = hana.get("carts")
    basket = f"carts/{lying['basket_product_no']}"
    tried = {
        ("GET", "carts"): {},
        ("PUT", basket): {"quantity": 9},
        ("DELETE", basket): {},
        ("DELETE", "carts"): {},
        ("GET", "customers/me"): {},
        ("PUT", "customers/me"): {"address1": "Elsewhere"},
        ("POST", "orders/estimate"): {"use_points": "1"},
        ("GET", "orders"): {},
        ("GET", f"orders/{mine}"): {},
        ("POST", f"orders/{mine}/payments"): {"payment_method": "card"},
        ("POST", f"orders/{mine}/payments/confirm"): {},
        ("GET", article): {},
        ("PUT", article): {"title": "Mine"},
        ("DELETE", article): {},
        ("GET", f"{article}/comments"): {},
    }
    before = [hana.get(path) for path in ("carts", "customers/me", "orders", article)]

    for other in (minjun, guest, nobody):
        for (method, path), request in tried.items():
            body = {"json": {"request": request}} if method in ("POST", "PUT") else {}
            answer = other.ask(method, path, **body)
            assert "hana" not in answer.text.lower(), (method, path)
            assert mine not in answer.text, (method, path)

    assert [hana.get(path) for path in ("carts", "customers/me", "orders", article)] == before
