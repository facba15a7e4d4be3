"""Items are exchanged: the same again, or another variant that costs as much."""

import httpx
import pytest

from tests.commerce.order.claim_setup import check_books, claim, events, lines, sent, settings
from tests.commerce.order.order_setup import paid, states, wanted
from tests.commerce.product.stock_setup import quantity, stocked
from tests.world import World


def test_the_same_is_sent_again_when_the_old_one_is_collected(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 2), wishes={"points": "200"})
    sent(world, number)

    made = claim(world, number, "exchange", "accepted", (1, 1), same_product="T")

    assert made == {
        "shop_no": 1,
        "order_id": number,
        "status": "accepted",
        "claim_code": "B20261121-0000001",
        "items": [
            {
                "order_item_code": f"{number}-02",
                "quantity": 1,
                "exchange_variant_code": None,
            }
        ],
        "exchanged_items": [{"order_item_code": f"{number}-03"}],
    }
    assert states(world, number) == ["N30", "E10", "N01"]
    assert quantity(world, product, code) == 2
    check_books(world, number)
    path = f"orders/{number}/exchange/{made['claim_code']}"
    world.put(path, pickup_completed="T")
    assert states(world, number) == ["N30", "E13", "N01"]
    assert quantity(world, product, code) == 3
    changed = world.put(path, status="exchanged")["exchange"]

    assert changed["status"] == "exchanged"
    assert states(world, number) == ["N30", "E40", "N10"]
    assert quantity(world, product, code) == 3
    _, old, new = lines(world, number)
    assert (old.share.points, new.share.points) == (0, 100)
    assert new.item.original_item_no == [1, 2]
    check_books(world, number)
    shown = world.get(f"exchange/{made['claim_code']}")["exchange"]
    assert [item["item_no"] for item in shown["items"]] == [2]
    assert [item["item_no"] for item in shown["exchanged_items"]] == [3]
    assert shown["receiver"]["name"] == "Min Kim"
    told = [event["event_code"] for event_no, event in events(world) if event_no == 90028]
    assert told == ["accept_exchange", "collect_exchange", "exchange_order"]


def test_what_was_sent_instead_can_be_returned(world: World) -> None:
    _, code = stocked(world, 5)
    settings(world, use_product_prepare_status="F")
    number = paid(world, wanted(code, 1), wishes={"points": "200"})
    sent(world, number)
    claim(world, number, "exchange", "exchanged", same_product="T")
    assert states(world, number) == ["E40", "N20"]
    check_books(world, number)

    claim(world, number, "cancellation", "canceled", (2, 1))

    assert states(world, number) == ["E40", "C40"]
    assert world.get(f"orders/{number}")["order"]["payment_amount"] == "0.00"
    check_books(world, number)


def test_an_exchange_that_is_withdrawn_leaves_everything_as_it_was(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 2))
    sent(world, number)
    made = claim(world, number, "exchange", "accepted", same_product="T")
    assert quantity(world, product, code) == 1

    world.put(f"orders/{number}/exchange/{made['claim_code']}", undone="T")

    assert states(world, number) == ["N30", "E50"]
    assert quantity(world, product, code) == 3
    found = world.get(f"orders/{number}", embed="items")["order"]
    assert (found["canceled"], found["shipping_status"]) == ("F", "M")
    assert found["items"][0]["request_undone"] == "Exchange"
    check_books(world, number)
    claim(world, number, "return", "returned", (1, 2))
    assert states(world, number) == ["R40", "E50"]
    assert world.get(f"orders/{number}")["order"]["payment_amount"] == "0.00"


def test_another_variant_is_sent_if_it_costs_as_much(world: World) -> None:
    product, code = stocked(world, 5)
    other, instead = stocked(world, 1)
    dear = world.product(price="12000.00")["product_no"]
    [dearer] = world.get(f"products/{dear}/variants")["variants"]
    number = paid(world, wanted(code, 1))
    sent(world, number)

    def refused(status: int, **item: str) -> None:
        items = [{"order_item_code": f"{number}-01", "quantity": 1, **item}]
        body = {"status": "exchanged", "same_product": "F", "items": items}
        answer = world.call("POST", f"orders/{number}/exchange", json={"request": body})
        assert answer.status_code == status
        assert "variant_code" in answer.text

    refused(422)
    refused(422, exchange_variant_code=dearer["variant_code"])
    refused(422, exchange_variant_code="P0000ZZZ000A")
    assert states(world, number) == ["N30"]
    items = [{"order_item_code": f"{number}-01", "quantity": 1, "exchange_variant_code": instead}]
    made = claim(world, number, "exchange", "exchanged", same_product="F", items=items)

    assert made["items"][0]["exchange_variant_code"] == instead
    assert (quantity(world, product, code), quantity(world, other, instead)) == (5, 0)
    assert lines(world, number)[1].item.variant_code == instead
    check_books(world, number)


def test_what_is_not_there_cannot_be_sent_instead(world: World) -> None:
    _, code = stocked(world, 2)
    number = paid(world, wanted(code, 2))
    sent(world, number)
    body = {"status": "accepted", "same_product": "T"}

    answer = world.call("POST", f"orders/{number}/exchange", json={"request": body})

    assert answer.status_code == 422
    assert states(world, number) == ["N30"]


def _sent_of_two(world: World) -> tuple[str, int, str, str]:
    """Return a sent order of two units, its product, and its variant and another one."""
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    product = world.product(has_option="T", options=options)["product_no"]
    variants = world.get(f"products/{product}/variants")["variants"]
    code, instead = (each["variant_code"] for each in variants)
    number = paid(world, wanted(code, 2))
    sent(world, number)
    return number, product, code, instead


def _ask(world: World, number: str, product: int, code: str, quantity: int) -> httpx.Response:
    request = {
        "order_id": number,
        "reason_type": "J",
        "reason": "Wrong colour",
        "exchange_items": [{"product_no": product, "variant_code": code, "quantity": quantity}],
    }
    return world.call("POST", "exchangerequests", json={"requests": [request]})


def test_what_a_buyer_wishes_for_is_sent_when_it_is_accepted(world: World) -> None:
    number, product, _, instead = _sent_of_two(world)
    asked = _ask(world, number, product, instead, 2)
    assert asked.json()["exchangerequests"][0]["exchange_request_no"] == 1

    world.put(f"orders/{number}/exchange/B20261121-0000001", status="exchanged")

    assert lines(world, number)[1].item.variant_code == instead
    assert states(world, number) == ["E40", "N10"]


def test_a_replacement_is_in_no_parcel_that_was_sent(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 2))
    sent(world, number)
    [before] = world.get(f"orders/{number}/shipments")["shipments"]

    claim(world, number, "exchange", "exchanged", (1, 1), same_product="T")

    [shipment] = world.get(f"orders/{number}/shipments")["shipments"]
    codes = [each["order_item_code"] for each in shipment["items"]]
    assert f"{number}-03" not in codes
    new = world.get(f"orders/{number}/items")["items"][-1]
    assert (new["order_item_code"], new["tracking_no"]) == (f"{number}-03", "")
    assert new["shipping_code"] != before["shipping_code"]
    parcel = {"tracking_no": "88", "shipping_company_code": "0001", "status": "shipping"}
    world.post(f"orders/{number}/shipments", order_item_code=[f"{number}-03"], **parcel)
    shipments = world.get(f"orders/{number}/shipments")["shipments"]
    assert [each["tracking_no"] for each in shipments] == [before["tracking_no"], "88"]
    check_books(world, number)


@pytest.mark.parametrize("accepts", ["T", "F"])
def test_buyers_can_ask_for_what_the_page_offers_only(world: World, accepts: str) -> None:
    if accepts == "T":
        settings(world, claim_request_auto_accept="T")
    number, product, _, instead = _sent_of_two(world)
    other, foreign = stocked(world, 5)

    def refused(product_no: int, code: str, quantity: int = 2) -> str:
        answer = _ask(world, number, product_no, code, quantity)
        assert answer.status_code == 422, answer.text
        assert states(world, number) == ["N30"]
        return str(answer.json()["error"]["message"])

    assert "(parameter.exchange_items.product_no)" in refused(other, foreign)
    assert "(parameter.exchange_items.product_no)" in refused(product, foreign)
    assert "(parameter.exchange_items.quantity)" in refused(product, instead, 1)
    path = f"products/{product}/variants/{instead}"
    for change, back in (
        ({"selling": "F"}, {"selling": "T"}),
        ({"display": "F"}, {"display": "T"}),
        ({"additional_amount": "500"}, {"additional_amount": "0"}),
        ({"use_inventory": "T", "quantity": 1}, {"use_inventory": "F"}),
    ):
        world.put(path, **change)
        assert "(parameter.exchange_items.variant_code)" in refused(product, instead)
        world.put(path, **back)
    world.put(f"products/{product}", selling="F")
    assert "(parameter.exchange_items.variant_code)" in refused(product, instead)
    world.put(f"products/{product}", selling="T")
    assert _ask(world, number, product, instead, 2).status_code == 201


def test_a_wish_that_is_no_longer_sold_is_not_sent(world: World) -> None:
    number, product, code, instead = _sent_of_two(world)
    assert _ask(world, number, product, instead, 2).status_code == 201
    world.put(f"products/{product}/variants/{instead}", selling="F")
    path = f"orders/{number}/exchange/B20261121-0000001"

    answer = world.call("PUT", path, json={"request": {"status": "exchanged"}})

    assert answer.status_code == 422
    assert "(parameter.exchange_variant_code)" in answer.text
    assert states(world, number) == ["E00"]
    items = [{"order_item_code": f"{number}-01", "quantity": 2, "exchange_variant_code": instead}]
    body = {"request": {"status": "accepted", "same_product": "F", "items": items}}
    assert world.call("POST", f"orders/{number}/exchange", json=body).status_code == 422
    items[0]["exchange_variant_code"] = code
    claim(world, number, "exchange", "accepted", same_product="F", items=items)
    assert lines(world, number)[1].item.variant_code == code
