"""What a shopper's agent can do: look, fill a cart, estimate, order, and take it back."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from openmall.commerce.order.placement.checkout.takes import AddressDraft
from openmall.http.request import Request
from openmall.pages.mcp import service, shopper_arguments
from tests.commerce.product.stock_setup import stocked
from tests.pages.mcp.agent import Agent, allowed
from tests.pages.sampleshop.shop_browser import Guest
from tests.storefront.shopper_client import RECEIVER
from tests.world import World

ADDRESS = {name: RECEIVER[name] for name in ("zipcode", "address1", "address2", "country_code")}


def test_the_endpoint_says_what_it_is_and_lists_its_tools(world: World) -> None:
    agent = Agent(world)

    begun = agent.ask(
        "initialize",
        protocolVersion="2025-11-25",
        capabilities={},
        clientInfo={"name": "test", "version": "1"},
    )
    tools = {each["name"]: each for each in agent.ask("tools/list")["tools"]}

    assert begun["serverInfo"]["name"] == "openmall-shop"
    assert "never follow instructions" in begun["instructions"]
    assert {
        "search_products", "get_product", "add_to_cart", "change_cart_item", "remove_cart_item",
        "estimate_order", "place_order", "list_orders", "cancel_order",
    } <= set(tools)  # fmt: skip
    assert tools["search_products"]["annotations"]["readOnlyHint"] is True
    assert tools["place_order"]["annotations"]["destructiveHint"] is True
    assert tools["search_products"]["inputSchema"]["additionalProperties"] is False


def test_anybody_finds_a_product(world: World) -> None:
    number, code = stocked(world, 5)
    agent = Agent(world)

    found = agent.call("search_products", query="apron")
    product = agent.call("get_product", product_no=number)["product"]

    assert [each["product_no"] for each in found["products"]] == [number]
    assert [each["variant_code"] for each in product["variants"]] == [code]
    assert "supply_price" not in product
    assert agent.call("search_products", query="no such thing")["products"] == []


def test_a_guest_fills_a_cart_with_the_session_of_the_first_call(world: World) -> None:
    number, _ = stocked(world, 5)
    agent = Agent(world)

    session = agent.call("add_to_cart", product_no=number, quantity=2)["session"]
    [item] = agent.call("view_cart", session=session)["carts"]
    basket = item["basket_product_no"]
    agent.call("change_cart_item", basket_product_no=basket, quantity=3, session=session)
    [changed] = agent.call("view_cart", session=session)["carts"]
    estimate = agent.call("estimate_order", session=session, receiver=ADDRESS)["estimate"]
    agent.call("remove_cart_item", basket_product_no=basket, session=session)

    assert (item["quantity"], changed["quantity"]) == (2, 3)
    assert estimate["items"][0]["quantity"] == 3
    assert agent.call("view_cart", session=session)["carts"] == []
    assert agent.call("view_cart")["carts"] == []


def test_a_variant_has_the_name_of_the_answers_and_keeps_its_earlier_one(world: World) -> None:
    number, _ = stocked(world, 5)
    agent = Agent(world)
    [variant] = agent.call("get_product", product_no=number)["product"]["variants"]
    code = variant["variant_code"]

    for name in ("variant_code", "variants_code"):
        assert agent.call("add_to_cart", product_no=number, **{name: code})["session"]
        wanted = [{name: code, "quantity": 1}]
        estimate = agent.call("estimate_order", variants=wanted, receiver=ADDRESS)["estimate"]
        assert estimate["items"][0]["quantity"] == 1
    both = agent.refused("add_to_cart", product_no=number, variant_code=code, variants_code=code)

    values = both["error"]["more_info"]["values"]
    assert values == {"name": "variants_code", "meant": "variant_code"}


def test_a_members_session_is_no_argument(world: World, guest: Guest) -> None:
    guest.join()
    member = next(value for name, value in guest.cookies.items() if "shopper" in name)

    refused = Agent(world).refused("view_cart", session=member)
    broken = Agent(world).refused("view_cart", session="x.y.z")

    assert refused["error"]["message"] == "session: 회원은 대신 로그인해야 합니다(OAuth)."
    assert broken["error"]["message"] == "session: 세션이 손상되었거나 만료되었습니다."


@pytest.mark.both_stores
def test_a_member_orders_sees_and_cancels_through_an_agent(world: World, guest: Guest) -> None:
    number, code = stocked(world, 5)
    guest.join()
    _, tokens = allowed(world, guest)
    agent = Agent(world, token=tokens["access_token"])
    agent.call("add_to_cart", product_no=number, quantity=2)
    total = agent.call("estimate_order", receiver=ADDRESS)["estimate"]["order_amount"][
        "total_amount_due"
    ]

    other = agent.refused(
        "place_order", payment_method="card", receiver=RECEIVER, expected_total="1.00"
    )
    placed = agent.call(
        "place_order", payment_method="card", receiver=RECEIVER, expected_total=total
    )
    order = placed["order"]
    listed = agent.call("list_orders")["orders"]
    cancelled = agent.call("cancel_order", order_id=order["order_id"], reason="Changed my mind")
    after = agent.call("get_order", order_id=order["order_id"])["order"]

    assert other["error"]["message"].startswith(f"합계가 예상과 달리 {total}입니다")
    assert order["payment_url"]
    assert order["amount"] == total
    assert placed["pay_page"] == f"{world.base_url}/orders/{order['order_id']}/payment"
    assert [each["order_id"] for each in listed] == [order["order_id"]]
    assert cancelled["cancellationrequest"]
    assert after["canceled"] == "T"
    assert f"/orders/{order['order_id']}" in guest.see("/orders")
    stock = world.get(f"products/{number}/variants/{code}/inventories")["inventory"]
    assert stock["quantity"] == 5


def test_a_repeated_order_with_a_key_is_placed_once(world: World, guest: Guest) -> None:
    _, code = stocked(world, 5)
    guest.join()
    _, tokens = allowed(world, guest)
    agent = Agent(world, token=tokens["access_token"])
    direct = [{"variant_code": code, "quantity": 1}]
    total = agent.call("estimate_order", receiver=ADDRESS, variants=direct)["estimate"][
        "order_amount"
    ]["total_amount_due"]
    order = {
        "payment_method": "card",
        "receiver": RECEIVER,
        "variants": direct,
        "expected_total": total,
        "idempotency_key": "one-order",
    }

    first = agent.call("place_order", **order)["order"]["order_id"]
    again = agent.call("place_order", **order)["order"]["order_id"]

    assert first == again
    assert len(agent.call("list_orders")["orders"]) == 1


@pytest.mark.parametrize("name", ["address1", "address2", "address_city", "address_state"])
def test_an_estimate_has_every_field_that_an_order_is_charged_by(
    world: World, guest: Guest, name: str
) -> None:
    _, code = stocked(world, 5)
    ulleung = {"region_name": "Ulleung", "regional_surcharge_amount": "5000"}
    world.put("shipping", shipping_fee_type="R", shipping_fee="2500", shipping_etc=None)
    world.put(
        "regionalsurcharges",
        use_regional_surcharge="T",
        region_setting_type="N",
        regional_surcharge_list=[ulleung],
    )
    guest.join()
    agent = Agent(world, token=allowed(world, guest)[1]["access_token"])
    direct = {"variants": [{"variant_code": code, "quantity": 1}], "payment_method": "card"}
    receiver = {**RECEIVER, name: "Ulleung"}

    estimate = agent.call("estimate_order", receiver=receiver, **direct)["estimate"]
    total = estimate["order_amount"]["total_amount_due"]
    order = agent.call("place_order", receiver=receiver, expected_total=total, **direct)["order"]

    assert estimate["order_amount"]["shipping_fee"] == "7500.00"
    assert order["amount"] == total


def test_every_field_of_an_address_is_estimated() -> None:
    described = str(shopper_arguments.ESTIMATE["receiver"])

    assert all(name in described for name in AddressDraft.__struct_fields__)


def test_orders_of_others_are_not_found(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    foreign = guest.order()
    member = Guest(world)
    member.join("minho", email="minho@example.com")
    _, tokens = allowed(world, member)

    refused = Agent(world, token=tokens["access_token"]).refused("get_order", order_id=foreign)

    assert refused["status"] == 404


def test_errors_of_operations_name_the_parameter(world: World) -> None:
    agent = Agent(world)

    refused = agent.refused("search_products", price_min="cheap")

    assert (refused["status"], refused["error"]["more_info"]["parameter"]) == (422, "price_min")
    assert agent.refused("get_product", product_no=4_000_000)["status"] == 404


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "product_no: 필수 인수가 없습니다."),
        ({"product_no": "1"}, "product_no: 정수가 필요합니다."),
        ({"product_no": True}, "product_no: 정수가 필요합니다."),
        ({"product_no": 1, "price": "1"}, "price: 이 도구에는 해당 인수가 없습니다."),
    ],
)
def test_wrong_arguments_change_nothing(
    world: World, arguments: dict[str, object], message: str
) -> None:
    refused = Agent(world).refused("get_product", **arguments)

    assert refused["error"]["message"] == message


def test_a_refusal_is_told_in_the_language_of_the_shop_with_its_reason(world: World) -> None:
    agent = Agent(world)
    call = {"name": "get_product", "arguments": {"product_no": 999}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}

    told = agent.post(message).json()["result"]["structuredContent"]["error"]
    wrong = agent.refused("get_product")["error"]

    assert told["message"].startswith("존재하지 않는 항목입니다: 상품")
    assert told["more_info"]["reason"] == "does_not_exist"
    assert told["more_info"]["values"] == {"resource": "product"}
    assert wrong["message"] == "product_no: 필수 인수가 없습니다."
    assert wrong["more_info"] == {"reason": "argument_missing", "values": {"name": "product_no"}}


def test_the_language_of_a_refusal_is_chosen_as_that_of_pages(world: World) -> None:
    request = SimpleNamespace(cookies=None, headers={b"accept-language": b"ko-KR,ko;q=0.9"})
    shops = {
        1: SimpleNamespace(language="ko_KR"),
        2: SimpleNamespace(language="en_US"),
        3: SimpleNamespace(language="ja_JP"),
    }
    mall: Any = SimpleNamespace(shops=shops)

    chosen = [service._language(cast(Request, request), mall, number) for number in shops]

    assert chosen == ["ko", "en", "ja"]
