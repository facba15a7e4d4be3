"""Apps draw up orders that buyers pay elsewhere."""

from typing import Any

import pytest

from tests.commerce.customer import customer_setup
from tests.commerce.order.order_setup import pay, states
from tests.commerce.order.placement.test_calculation import charge
from tests.commerce.product.stock_setup import quantity, stocked
from tests.world import World

PEOPLE = {
    "receiver_name": "Min Kim",
    "receiver_phone": "02-1111-1111",
    "receiver_cellphone": "010-1111-1111",
    "receiver_zipcode": "04524",
    "receiver_address1": "1 Sejong-daero",
    "receiver_address2": "Room 3",
    "buyer_name": "Hana Kim",
    "buyer_zipcode": "04525",
    "buyer_address1": "2 Sejong-daero",
    "buyer_address2": "",
}


def item(product: int, code: str, quantity: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "product_no": product,
        "product_code": code[:-4],
        "option_id": code[-4:],
        "quantity": quantity,
        **more,
    }


def draft(world: World, *items: dict[str, Any], **more: Any) -> Any:
    body = {**PEOPLE, "items": items, **more}
    body = {name: value for name, value in body.items() if value is not None}
    return world.call("POST", "draftorders", json={"request": body})


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message"]


def test_an_order_is_drawn_up_and_awaits_its_payment(world: World) -> None:
    product, code = stocked(world, 5)
    charge(world)

    answer = draft(
        world,
        item(product, code, 2),
        bank_code="bank_05",
        bank_account_no="110-000-000000",
        bank_account_owner_name="Linen and Co",
        shipping_message="Ring twice",
    )

    number = "20261121-0000001"
    assert answer.status_code == 201
    assert answer.json() == {
        "draftorders": [
            {
                "shop_no": 1,
                "order_id": number,
                "payment_amount": {"total_amount": 24500, "total_discount_amount": 0},
                "order_from_mobile": "F",
                "payment_method": "cash",
                "items": [
                    {
                        **item(product, code, 2),
                        "product_bundle": "F",
                        "prepaid_shipping_fee": "P",
                        "product_bundle_no": None,
                    }
                ],
            }
        ]
    }
    order = world.get(f"orders/{number}", embed="buyer,receivers")["order"]
    assert states(world, number) == ["N00"]
    assert (order["paid"], order["payment_method"]) == ("F", ["cash"])
    assert order["actual_order_amount"]["total_amount_due"] == "24500.00"
    assert order["shipping_fee_detail"][0]["shipping_fee"] == "2500.00"
    assert (order["bank_code"], order["bank_account_no"]) == ("bank_05", "110-000-000000")
    assert order["bank_account_owner_name"] == "Linen and Co"
    buyer, [receiver] = order["buyer"], order["receivers"]
    assert (buyer["name"], buyer["buyer_zipcode"], buyer["member_id"]) == ("Hana Kim", "04525", "")
    assert (receiver["name"], receiver["zipcode"]) == ("Min Kim", "04524")
    assert (receiver["country_code"], receiver["shipping_message"]) == ("KR", "Ring twice")
    assert quantity(world, product, code) == 5

    pay(world, number)

    assert states(world, number) == ["N10"]
    assert quantity(world, product, code) == 3


def test_an_account_that_can_be_none_is_refused(world: World) -> None:
    product, code = stocked(world, 5)

    answer = draft(world, item(product, code), bank_account_no="call us")

    assert refused(answer) == (
        422,
        "The number of a bank account has digits, in groups by spaces or hyphens, and at most 50"
        " characters. (parameter.bank_account_no)",
    )


def test_a_member_gets_what_their_group_gets(world: World) -> None:
    product, code = stocked(world, 5)
    group = world.post(
        "customergroups",
        group_name="Friends",
        group_description="Old friends",
        buy_benefits="D",
        benefits_paymethod="C",
        discount_information={"amount_discount": "10", "discount_unit": "P"},
    )["customergroup"]
    customer_setup.join(world, "hana")
    world.call(
        "POST",
        f"customergroups/{group['group_no']}/customers",
        json={"requests": [{"member_id": "hana"}]},
    )

    by_card = draft(
        world,
        item(product, code),
        member_id="hana",
        payment_method="card",
        order_from_mobile="T",
        payment_gateway_name="gate",
        transaction_id="T-1",
    ).json()["draftorders"][0]
    in_cash = draft(world, item(product, code), member_id="hana").json()["draftorders"][0]

    assert by_card["payment_amount"] == {"total_amount": 9900, "total_discount_amount": 1100}
    assert in_cash["payment_amount"] == {"total_amount": 11000, "total_discount_amount": 0}
    order = world.get(f"orders/{by_card['order_id']}")["order"]
    assert (order["member_id"], order["first_order"]) == ("hana", "T")
    assert (order["order_place_id"], order["order_from_mobile"]) == ("mobile", "T")
    assert (order["payment_gateway_names"], order["transaction_ids"]) == (["gate"], ["T-1"])
    assert world.get(f"orders/{in_cash['order_id']}")["order"]["first_order"] == "F"


def test_what_is_not_sent_has_no_fee_and_no_address(world: World) -> None:
    product, code = stocked(world, 5)
    charge(world)
    nowhere = dict.fromkeys(("receiver_zipcode", "receiver_address1", "receiver_address2"))

    answer = draft(world, item(product, code), **nowhere, no_shipping_required="T")

    [made] = answer.json()["draftorders"]
    assert made["payment_amount"]["total_amount"] == 11000
    assert refused(draft(world, item(product, code), **nowhere)) == (
        422,
        "The receiver's address is required. (parameter.receiver_zipcode)",
    )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"product_code": "P0000ZZZ"},
            "There is no such product: P0000ZZZ. (parameter.items.product_code)",
        ),
        (
            {"option_id": "0ZZZ"},
            "There is no such variant: P00000010ZZZ. (parameter.items.option_id)",
        ),
        (
            {"product_bundle": "T"},
            "The item is no bundle, and no part of one. (parameter.items.product_bundle)",
        ),
    ],
)
def test_what_the_shop_does_not_have_is_refused(
    world: World, changed: dict[str, Any], message: str
) -> None:
    product, code = stocked(world, 5)
    wanted = item(product, code) | changed
    message = message.replace("P0000001", code[:-4])

    assert refused(draft(world, wanted)) == (422, message)
    assert world.get("orders/count", start_date="2026-11-01", end_date="2026-11-30")["count"] == 0


def test_what_is_not_for_sale_or_sold_out_is_refused_and_nothing_is_put_by(world: World) -> None:
    product, code = stocked(world, 5)
    other, of_other = stocked(world, 1)

    answer = draft(world, item(product, code, 5), item(other, of_other, 2))

    assert answer.status_code == 422
    assert draft(world, item(product, code, 5)).status_code == 201
    world.put(f"products/{other}", selling="F")
    assert refused(draft(world, item(other, of_other))) == (
        422,
        "Linen apron is not for sale. (parameter.items.product_no)",
    )


def test_nobody_orders_who_is_no_customer(world: World) -> None:
    product, code = stocked(world, 5)

    answer = draft(world, item(product, code), member_id="nobody")

    assert refused(answer) == (404, "The customer does not exist. (parameter.member_id)")
