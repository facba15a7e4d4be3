"""What calls about claims may say since 2026-03-01, and what was asked of them before."""

from typing import Any

from openmall.contract import api_versions
from tests.commerce.order.claim_setup import NEWEST, claim, sent
from tests.commerce.order.order_setup import paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

OLD = {api_versions.HEADER: "2024-03-01"}


def _paid(world: World) -> str:
    _, code = stocked(world, 5)
    return paid(world, wanted(code))


def test_a_cancellation_can_be_accepted_since_2026(world: World) -> None:
    number = _paid(world)
    path, body = f"orders/{number}/cancellation", {"request": {"status": "accepted"}}

    old = world.call("POST", path, json=body, headers=OLD)
    new = world.call("POST", path, json=body, headers=NEWEST)

    assert old.json()["error"]["message"] == ("One of: canceled, canceling. (parameter.status)")
    assert (new.status_code, states(world, number)) == (201, ["C10"])


def test_before_2026_a_cancellation_can_only_be_withdrawn(world: World) -> None:
    number = _paid(world)
    body = {"request": {"status": "accepted"}}
    made = world.call("POST", f"orders/{number}/cancellation", json=body, headers=NEWEST)
    path = f"orders/{number}/cancellation/{made.json()['cancellation']['claim_code']}"

    def change(headers: dict[str, str], **more: Any) -> int:
        sent = {"recover_inventory": "T", "add_memo_too": "F", **more}
        status: int = world.call("PUT", path, json={"request": sent}, headers=headers).status_code
        return status

    assert change(OLD, status="canceling") == 422
    assert states(world, number) == ["C10"]
    assert change(NEWEST, status="canceling") == 200
    assert states(world, number) == ["C34"]
    undone = {"undone": "T", "undone_reason_type": "A", "expose_order_detail": "F"}
    assert change(OLD, **undone) == 200
    assert states(world, number) == ["N10"]


def test_a_pickup_needs_its_zipcode_before_2026(world: World) -> None:
    number = _paid(world)
    sent(world, number)
    asked = {
        "order_id": number,
        "reason_type": "A",
        "reason": "No",
        "request_pickup": "T",
        "pickup": {"name": "Min", "cellphone": "1", "address1": "1 Road", "address2": ""},
    }
    body = {"request": asked}

    old = world.call("POST", "returnrequests", json=body, headers=OLD)
    new = world.call("POST", "returnrequests", json=body, headers=NEWEST)

    assert "(parameter.pickup.zipcode)" in old.text
    assert (new.status_code, states(world, number)) == (201, ["R00"])


def test_refund_status_is_passed_over_before_2026(world: World) -> None:
    number = _paid(world)
    claim(world, number, "cancellation", "canceled")
    days = {"start_date": "2026-11-21", "end_date": "2026-11-21", "refund_status": "F"}

    def found(headers: dict[str, str]) -> list[str]:
        answer = world.call("GET", "refunds", params=days, headers=headers)
        return [each["order_id"] for each in answer.json()["refunds"]]

    assert (found(OLD), found(NEWEST)) == ([number], [])
    other = world.call("GET", "orders", params={"refund_status": "F"}, headers=OLD)
    assert [each["order_id"] for each in other.json()["orders"]] == [number]


def test_payment_no_is_passed_over_before_2026(world: World) -> None:
    number = _paid(world)
    one = {"order_id": number, "status": "unpaid", "payment_no": 9}
    body = {"requests": [one]}

    new = world.call("PUT", "payments", json=body, headers=NEWEST)
    old = world.call("PUT", "payments", json=body, headers=OLD)

    assert new.json()["error"]["more_info"]["parameter"] == "payment_no"
    assert (old.status_code, states(world, number)) == (200, ["N00"])
