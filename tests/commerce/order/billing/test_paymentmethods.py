"""Which ways to pay a shop has."""

from typing import Any

from tests.commerce.store.gateway_app import (
    GATEWAY,
    call,
    client,
    enable,
    give_endpoints,
    offer,
    register,
)
from tests.storefront.shopper_client import offer_test_gateway
from tests.world import World


def codes(world: World, shop_no: int = 1) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get("paymentmethods", shop_no=shop_no)["paymentmethods"]
    return found


def test_a_shop_can_be_paid_into_its_account(world: World) -> None:
    without = world.stage.new_world(f"new-{world.mall_id}", accounts=False)

    assert without.get("paymentmethods") == {"paymentmethods": []}
    assert world.get("paymentmethods") == {"paymentmethods": [{"shop_no": 1, "code": "cash"}]}
    assert codes(world, 2) == [{"shop_no": 2, "code": "cash"}]


def test_what_gateways_offer_appears_sorted_and_once(world: World) -> None:
    register(world)
    offer(world, payment_method_code="1", payment_method="tcash")
    offer(world, payment_method_code="2", payment_method="card")
    offer(world, payment_method_code="3", payment_method="card", available_shop_no="1")
    other = world.install(restricted=True)
    call(world, "POST", "paymentgateway", GATEWAY, app=other)
    path = f"paymentgateway/{other.credentials.client_id}/paymentmethods"
    words = {"payment_method_name": "Other", "payment_method_url": "https://a/b.png"}
    request = {"payment_method_code": "1", "payment_method": "card", **words}
    assert call(world, "POST", path, request, app=other)[0] == 201
    for app in (world.full, other):
        give_endpoints(world, app)
    enable(world)

    assert [each["code"] for each in codes(world)] == ["cash", "card", "tcash"]


def test_each_shop_has_what_is_available_there(world: World) -> None:
    register(world)
    offer(world, payment_method_code="1", payment_method="card", available_shop_no="2")
    offer(world, payment_method_code="2", payment_method="cvs", available_shop_no="1")
    register(world, 2)
    give_endpoints(world)
    enable(world)
    enable(world, 2)

    assert codes(world) == [{"shop_no": 1, "code": "cash"}, {"shop_no": 1, "code": "cvs"}]
    assert codes(world, 2) == [{"shop_no": 2, "code": "cash"}, {"shop_no": 2, "code": "card"}]


def test_what_is_changed_or_deleted_disappears(world: World) -> None:
    register(world)
    offer(world, payment_method_code="1", payment_method="card")
    offer(world, payment_method_code="2", payment_method="cvs")
    give_endpoints(world)
    enable(world)
    path = f"paymentgateway/{client(world)}/paymentmethods"

    world.put(f"{path}/1", payment_method="icash")
    changed = codes(world)
    world.call("DELETE", f"{path}/2")
    left = codes(world)
    world.call("DELETE", f"paymentgateway/{client(world)}")

    assert [each["code"] for each in changed] == ["cash", "cvs", "icash"]
    assert [each["code"] for each in left] == ["cash", "icash"]
    assert [each["code"] for each in codes(world)] == ["cash"]


def test_another_mall_offers_its_own(world: World) -> None:
    register(world)
    offer(world)
    give_endpoints(world)
    enable(world)
    other = world.stage.new_world(f"other-{world.mall_id}")

    assert [each["code"] for each in codes(other)] == ["cash"]


def test_the_eleventh_shop_is_not_the_first(world: World) -> None:
    # numbers are compared, not the letters they begin with
    large = world.stage.new_world(f"large-{world.mall_id}", ("ko_KR",) * 11)
    register(large)
    register(large, 11)
    offer(large, available_shop_no="11")
    give_endpoints(large)
    enable(large)
    enable(large, 11)

    assert [each["code"] for each in codes(large)] == ["cash"]
    assert [each["code"] for each in codes(large, 11)] == ["cash", "card"]


def test_what_the_checkout_takes_by_the_test_gateway_is_offered_in_its_shop(world: World) -> None:
    offer_test_gateway(world)

    assert [each["code"] for each in codes(world)] == ["cash", "card", "tcash"]
    assert [each["code"] for each in codes(world, 2)] == ["cash"]
