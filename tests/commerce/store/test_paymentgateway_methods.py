"""What a payment gateway offers at checkout."""

import pytest

from tests.commerce.store.gateway_app import (
    CARD,
    GATEWAY,
    NO_GATEWAY,
    OTHERS,
    call,
    client,
    offer,
    offered,
    refused,
    register,
    together,
)
from tests.error_bodies import error
from tests.every_operation.operation_calls import rows
from tests.world import World

NO_METHOD = "The paymentmethod does not exist. (parameter.payment_method_code)"
NO_SHOP = "The mall has no such shop. (parameter.available_shop_no)"


def test_a_method_lives(world: World) -> None:
    register(world)
    path = f"paymentgateway/{client(world)}/paymentmethods"

    made = call(world, "POST", path, {**CARD, "available_shop_no": "1"})
    changed = call(world, "PUT", f"{path}/kite-card", {"payment_method_name": "Kite"})
    kept = offered(world)
    gone = call(world, "DELETE", f"{path}/kite-card")

    whole = {"client_id": client(world), **CARD, "available_shop_no": "1"}
    renamed = {**whole, "payment_method_name": "Kite"}
    assert made == (201, {"paymentmethod": whole})
    assert changed == (200, {"paymentmethod": renamed})
    assert kept == [renamed]
    keys = {"client_id": client(world), "payment_method_code": "kite-card"}
    assert gone == (200, {"paymentmethod": keys})
    assert offered(world) == []


def test_methods_are_listed_by_code(world: World) -> None:
    register(world)
    for code in ("b", "_", "C", "a", "B"):
        offer(world, payment_method_code=code)

    codes = [each["payment_method_code"] for each in offered(world)]
    assert codes == ["B", "C", "_", "a", "b"]


def test_without_shops_a_method_is_in_all_there_are(world: World) -> None:
    register(world)

    assert offer(world)["available_shop_no"] == "1,2"


@pytest.mark.parametrize("said", ["2,1", "1,2,1", " 2 , 1", "1,2"])
def test_shops_are_kept_in_order_and_once(world: World, said: str) -> None:
    register(world)

    assert offer(world, available_shop_no=said)["available_shop_no"] == "1,2"
    path = f"paymentgateway/{client(world)}/paymentmethods/kite-card"
    assert call(world, "PUT", path, {"available_shop_no": said})[0] == 409


@pytest.mark.parametrize("said", ["3", "1,3", "", ",", "1,", "0", "01", "-1", "1.0", "one", "²"])
def test_a_shop_the_mall_has_not_is_refused(world: World, said: str) -> None:
    register(world)
    offer(world)
    before = rows(world)
    path = f"paymentgateway/{client(world)}/paymentmethods"
    body = {**CARD, "payment_method_code": "other", "available_shop_no": said}

    answers = [
        call(world, "POST", path, body),
        call(world, "PUT", f"{path}/kite-card", {"available_shop_no": said}),
    ]

    assert answers == [(422, error(422, NO_SHOP, parameter="available_shop_no"))] * 2
    assert rows(world) == before


def test_a_code_is_given_once_by_each_gateway(world: World) -> None:
    register(world)
    offer(world)
    other = world.install(restricted=True)
    theirs = other.credentials.client_id
    before = rows(world)

    again = call(world, "POST", f"paymentgateway/{client(world)}/paymentmethods", CARD)
    assert rows(world) == before
    call(world, "POST", "paymentgateway", GATEWAY, app=other)
    status, _ = call(world, "POST", f"paymentgateway/{theirs}/paymentmethods", CARD, app=other)

    name = "payment_method_code"
    said = f"The gateway has a payment method of this code already. (parameter.{name})"
    assert again == (422, error(422, said, parameter=name))
    assert status == 201


@pytest.mark.parametrize(
    "url",
    [
        "http://a/b.png",
        "HTTPS://pay.example.com:8443/x/y.JPG",
        "https://pay.example.com/x.JpEg",
        "https://pay.example.com/x.png?size=2#top",
        "https://pay.example.com/%EB%A1%9C.png",
        f"https://a/{'b' * 186}.png",
    ],
)
def test_a_picture(world: World, url: str) -> None:
    register(world)

    assert offer(world, payment_method_url=url)["payment_method_url"] == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "logo.png",
        "/img/logo.png",
        "//pay.example.com/logo.png",
        "ftp://pay.example.com/logo.png",
        "javascript://x/a.png",
        "https:///logo.png",
        "https://logo.png",
        "https://pay.example.com/logo.gif",
        "https://pay.example.com/logopng",
        "https://pay.example.com/logo.svg?x=.png",
        "https://pay.example.com/logo#.png",
        "https://pay.example.com/logo.png/",
        "https://pay.example.com/a b.png",
        "https://pay.example.com/a.png\n",
        f"https://a/{'b' * 187}.png",
    ],
)
def test_what_is_no_picture_is_refused(world: World, url: str) -> None:
    register(world)
    offer(world)
    before = rows(world)
    path = f"paymentgateway/{client(world)}/paymentmethods"
    request = {**CARD, "payment_method_code": "other", "payment_method_url": url}

    for said in (
        call(world, "POST", path, request),
        call(world, "PUT", f"{path}/kite-card", {"payment_method_url": url}),
    ):
        status, message = refused(said)
        assert status == 422
        assert message.endswith("(parameter.payment_method_url)")
    assert rows(world) == before


@pytest.mark.parametrize("name", ["payment_method", *list(CARD)[2:], "available_shop_no"])
def test_nothing_of_a_method_can_be_null(world: World, name: str) -> None:
    register(world)
    offer(world)
    path = f"paymentgateway/{client(world)}/paymentmethods"
    request = {**CARD, "payment_method_code": "other", name: None}

    for said in (
        call(world, "POST", path, request),
        call(world, "PUT", f"{path}/kite-card", {name: None}),
    ):
        status, message = refused(said)
        assert (status, message.endswith(f"(parameter.{name})")) == (422, True)
    assert offered(world) == [{"client_id": client(world), **CARD, "available_shop_no": "1,2"}]


def test_an_update_with_identical_content_is_409(world: World) -> None:
    register(world)
    offer(world)
    before = rows(world)

    path = f"paymentgateway/{client(world)}/paymentmethods/kite-card"
    assert call(world, "PUT", path, CARD)[0] == 409
    assert call(world, "PUT", path, {})[0] == 409

    assert rows(world) == before


def test_methods_need_a_gateway_of_their_app(world: World) -> None:
    path = f"paymentgateway/{client(world)}/paymentmethods"
    said = (404, error(404, NO_GATEWAY, parameter="client_id"))

    assert call(world, "GET", path) == said
    assert call(world, "POST", path, CARD) == said
    assert call(world, "PUT", f"{path}/kite-card", {"payment_method": "etc"}) == said
    assert call(world, "DELETE", f"{path}/kite-card") == said


def test_a_gateway_in_any_shop_will_do(world: World) -> None:
    register(world, 2)

    assert offer(world)["available_shop_no"] == "1,2"


def test_what_is_not_offered_cannot_be_changed(world: World) -> None:
    register(world)
    path = f"paymentgateway/{client(world)}/paymentmethods/kite-card"
    said = (404, error(404, NO_METHOD, parameter="payment_method_code"))

    assert call(world, "PUT", path, {"payment_method": "etc"}) == said
    assert call(world, "DELETE", path) == said


def test_another_apps_methods_are_forbidden(world: World) -> None:
    register(world)
    offer(world)
    other = world.install(restricted=True)
    call(world, "POST", "paymentgateway", GATEWAY, app=other)
    before = rows(world)
    path = f"paymentgateway/{client(world)}/paymentmethods"

    answers = [
        call(world, "GET", path, app=other),
        call(world, "POST", path, {**CARD, "payment_method_code": "other"}, app=other),
        call(world, "PUT", f"{path}/kite-card", {"payment_method": "etc"}, app=other),
        call(world, "DELETE", f"{path}/kite-card", app=other),
    ]

    assert answers == [(403, error(403, OTHERS, parameter="client_id"))] * 4
    assert rows(world) == before


def test_a_code_may_hold_what_an_url_must_escape(world: World) -> None:
    register(world)
    offer(world, payment_method_code="a/b 결제")
    path = f"paymentgateway/{client(world)}/paymentmethods/a%2Fb%20%EA%B2%B0%EC%A0%9C"

    status, body = call(world, "DELETE", path)

    assert (status, body["paymentmethod"]["payment_method_code"]) == (200, "a/b 결제")


@pytest.mark.both_stores
def test_one_of_two_equal_methods_is_offered(world: World) -> None:
    register(world)
    path = f"paymentgateway/{client(world)}/paymentmethods"

    statuses = together(world, [("POST", path, {"request": CARD})] * 8)

    assert sorted(statuses) == [201] + [422] * 7
    assert len(offered(world)) == 1
