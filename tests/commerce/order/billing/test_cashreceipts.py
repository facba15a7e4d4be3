"""A cash receipt is asked for, changed and withdrawn."""

from typing import Any

from tests.commerce.order.order_detail_setup import log, refused
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

TODAY = {"start_date": "2026-11-21", "end_date": "2026-11-21"}


def ask(world: World, number: str, **more: Any) -> Any:
    request = {"order_id": number, "type": "personal", "cellphone": "01012345678", **more}
    return world.call("POST", "cashreceipt", json={"request": request})


def change(world: World, path: str, **request: Any) -> Any:
    return world.call("PUT", f"cashreceipt/{path}", json={"request": request})


def test_a_receipt_says_what_is_taxed(world: World) -> None:
    _, taxed = stocked(world, 5)
    free = world.product(tax_type="B")["product_no"]
    [variant] = world.get(f"products/{free}/variants")["variants"]
    number = order(
        world, wanted(taxed), wanted(variant["variant_code"]), wishes={"shipping_fee": "2500"}
    )

    answer = ask(world, number)

    assert answer.status_code == 201
    expected = {
        "cashreceipt_no": 1,
        "approval_no": "",
        "order_id": number,
        "type": "personal",
        "company_registration_no": None,
        "cellphone": "01012345678",
        "tax_amount": "13500.00",
        "tax_free_amount": "11000.00",
        "supply_price": "12273.00",
        "vat": "1227.00",
    }
    assert answer.json() == {"cashreceipt": expected}
    assert world.get("cashreceipt", **TODAY) == {
        "cashreceipt": [
            {
                "cashreceipt_no": 1,
                "approval_no": "",
                "request_date": "2026-11-21",
                "order_id": number,
                "member_id": "hana",
                "name": "Hana Kim",
                "order_price_amount": "22000.00",
                "vat": "1227.00",
                "subtotal": "24500.00",
                "order_status": "unpaid",
                "status": "request",
                "pg_name": "",
            }
        ]
    }
    assert refused(ask(world, number), 422) == (
        "The order has a cash receipt in state request. (parameter.order_id)"
    )
    company = change(
        world, "1", order_id=number, type="business", company_registration_no="1234567890"
    )
    assert company.json()["cashreceipt"] == {
        **expected,
        "type": "business",
        "company_registration_no": "1234567890",
    }
    assert "01012345678" not in log(world)
    assert "1234567890" not in log(world)


def test_a_request_is_withdrawn_once_and_may_be_made_again(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    ask(world, number)

    issued = change(world, "1/cancellation", order_id=number, type="issue")
    answer = change(world, "1/cancellation", order_id=number, type="request")

    assert refused(issued, 422) == "The receipt is in another state. (parameter.cashreceipt_no)"
    assert answer.json() == {
        "cancellation": {"cashreceipt_no": 1, "order_id": number, "status": "canceled_request"}
    }
    assert change(world, "1/cancellation", order_id=number, type="request").status_code == 409
    assert change(world, "1", order_id=number, cellphone="010").status_code == 422
    assert ask(world, number).json()["cashreceipt"]["cashreceipt_no"] == 2
    for query, found in (
        ({"status": "request"}, [2]),
        ({"name": "Hana Kim"}, [2, 1]),
        ({"member_id": "jun"}, []),
        ({"order_id": number, "limit": 1}, [2]),
    ):
        listed = world.get("cashreceipt", **TODAY, **query)["cashreceipt"]
        assert [each["cashreceipt_no"] for each in listed] == found, query


def test_a_receipt_says_whom_it_is_for(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))

    said = [
        refused(ask(world, number, cellphone=""), 422),
        refused(ask(world, number, type="business"), 422),
        refused(ask(world, "20200101-0000001"), 404),
    ]

    assert said == [
        "A personal cash receipt needs a mobile number. (parameter.cellphone)",
        "A cash receipt of a business needs its registration number. "
        "(parameter.company_registration_no)",
        "The order does not exist. (parameter.order_id)",
    ]
    assert world.get("cashreceipt", **TODAY) == {"cashreceipt": []}
