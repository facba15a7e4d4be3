"""What is told of one item: that its buyer asks for a claim, and in which parcels it travels."""

from typing import Any

from tests.commerce.order.claim_setup import NEWEST, OLDER, events, sent
from tests.commerce.order.order_setup import paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

CODE = "C20261121-0000001"


def tell(world: World, number: str, **more: Any) -> Any:
    version = NEWEST if "multi_invoice" in more else OLDER
    return world.call(
        "PUT", f"orders/{number}/items/{number}-01", json={"request": more}, headers=version
    )


ASKED = {
    "claim_type": "C",
    "claim_status": "T",
    "claim_reason_type": "A",
    "claim_reason": "Too late",
}


def test_that_a_buyer_asks_to_cancel_an_item_is_told_and_taken_back(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code, 3))

    answer = tell(world, number, **ASKED, claim_quantity=1)

    assert answer.json() == {
        "item": {
            "shop_no": 1,
            "order_id": number,
            "order_item_code": f"{number}-02",
            **ASKED,
            "claim_quantity": 1,
        }
    }
    assert states(world, number) == ["N10", "C00"]
    [shown] = world.get(f"orders/{number}", embed="cancellation")["order"]["cancellation"]
    assert (shown["claim_reason_type"], shown["claim_reason"]) == ("A", "Too late")
    assert events(world)[-1][1]["event_code"] == "request_cancel"

    world.put(
        f"orders/{number}/items/{number}-02",
        claim_type="C",
        claim_status="F",
        claim_reason_type="A",
    )

    assert states(world, number) == ["N10", "N10"]
    again = world.call(
        "PUT",
        f"orders/{number}/items/{number}-02",
        json={"request": {**ASKED, "claim_status": "F"}},
    )
    assert again.status_code == 409


def test_a_request_may_be_told_for_another_reason_but_not_twice(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))
    tell(world, number, **ASKED)

    assert tell(world, number, **ASKED).status_code == 409
    assert tell(world, number, **ASKED, claim_quantity=2).status_code == 422
    assert tell(world, number, **{**ASKED, "claim_reason_type": "B"}).status_code == 200

    shown = world.get(f"cancellation/{CODE}")["cancellation"]
    assert (shown["claim_reason_type"], shown["claim_reason"]) == ("B", "Too late")


def test_what_was_not_sent_is_not_returned(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))

    answer = tell(world, number, **{**ASKED, "claim_type": "R"})

    assert answer.status_code == 422
    assert states(world, number) == ["N10"]
    sent(world, number)
    assert tell(world, number, **{**ASKED, "claim_type": "R"}).status_code == 200
    assert states(world, number) == ["R00"]


def test_an_item_travels_in_several_parcels(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code, 3))
    carrier = world.post(
        "carriers",
        shipping_carrier_code="0001",
        shipping_carrier="Fast",
        contact="02-0000-0000",
        email="a@example.com",
    )["carrier"]
    parcel = {"tracking_no": "1111", "shipping_company_id": carrier["carrier_id"], "quantity": 2}
    other = {**parcel, "tracking_no": "2222", "quantity": 1}

    answer = tell(world, number, multi_invoice=[parcel, other])

    of_carrier = {
        "type": "",
        "shipping_company_name": carrier["shipping_carrier"],
        "shipping_company_code": "0001",
    }
    assert answer.json() == {
        "item": {
            "shop_no": 1,
            "order_id": number,
            "order_item_code": f"{number}-01",
            **dict.fromkeys(ASKED),
            "claim_quantity": None,
            "multi_invoice": [{**of_carrier, **parcel}, {**of_carrier, **other}],
            "shipping_expected_date": None,
        }
    }
    [item] = world.get(f"orders/{number}/items")["items"]
    assert item["multi_invoice"] == answer.json()["item"]["multi_invoice"]
    assert tell(world, number, multi_invoice=[parcel, other]).status_code == 409
    assert tell(world, number, multi_invoice=[parcel, parcel]).status_code == 422
    nobody = {**parcel, "shipping_company_id": 999}
    refused = tell(world, number, multi_invoice=[nobody])
    assert refused.json()["error"]["message"] == (
        "There is no such carrier. (parameter.multi_invoice.shipping_company_id)"
    )


def test_a_claim_that_is_told_in_half_is_refused(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))
    path = f"orders/{number}/items/{number}-01"

    def told(**request: Any) -> tuple[int, str]:
        answer = world.call("PUT", path, json={"request": request}, headers=NEWEST)
        return answer.status_code, answer.json()["error"]["message"]

    assert told(claim_type="C") == (
        422,
        "The status of the claim is required: asked for, or no longer. (parameter.claim_status)",
    )
    assert told(claim_status="T") == (
        422,
        "The type of the claim is required: a cancellation or a return. (parameter.claim_type)",
    )
    assert told(claim_type="C", claim_status="T") == (
        422,
        "The type of the claim's reason is required. (parameter.claim_reason_type)",
    )
    assert told()[0] == 409
    assert states(world, number) == ["N10"]
