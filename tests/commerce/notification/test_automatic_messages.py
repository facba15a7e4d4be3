"""What happens in a shop becomes mail and text messages, as its settings have it, once."""

from typing import Any

import pytest

from openmall.commerce.store.profile import StoreProfile
from openmall.contract import api_versions
from openmall.contract.crud.settings import write_setting
from openmall.database.seal import configured_seal
from tests.commerce.customer.customer_setup import join
from tests.commerce.notification.outbox_reading import PHONE, may_send, written
from tests.commerce.order.checkout_setup import HANA
from tests.commerce.order.claim_setup import claim, sent
from tests.commerce.order.order_setup import pay
from tests.every_operation.prerequisites.order import PARCEL
from tests.world import World

ADDRESS = {"zipcode": "04524", "address1": "1 Sejong-daero", "address2": "2"}
PERSON = {"name": "Kim Haneul", "phone": "02-1", "cellphone": "010-1111-2222", **ADDRESS}
PEOPLE = {
    **{f"receiver_{name}": value for name, value in PERSON.items()},
    **{f"buyer_{name}": value for name, value in PERSON.items()},
    "buyer_email": "haneul@example.com",
    "payment_method": "cash",
    "shipping_message": "",
    "send_order_email": "T",
    "send_order_message": "T",
}


def order(world: World, more: dict[str, str] | None = None, **product: Any) -> str:
    """Let an app place an order that is not paid yet."""
    made = world.product(product_name="Linen apron", **product)
    item = {
        "product_no": made["product_no"],
        "product_code": made["product_code"],
        "option_id": "000A",
        "quantity": 1,
    }
    [drawn] = world.post("draftorders", items=[item], **{**PEOPLE, **(more or {})})["draftorders"]
    number: str = drawn["order_id"]
    return number


def automails(world: World, *changes: dict[str, Any]) -> Any:
    return world.call("PUT", "automails", json={"requests": list(changes)})


def told(world: World) -> list[tuple[str, str]]:
    return [(each.channel, each.occasion) for each in written(world)]


def test_an_order_is_told_of_from_its_receipt_to_its_delivery(world: World) -> None:
    number = order(world)
    pay(world, number)
    world.post(f"orders/{number}/shipments", **{**PARCEL, "status": "shipping"})
    [parcel] = world.get(f"orders/{number}/shipments")["shipments"]
    world.put(f"orders/{number}/shipments/{parcel['shipping_code']}", status="shipped")

    messages = written(world)

    assert [each.occasion for each in messages] == [
        "order_received", "payment_confirmed", "shipment_started", "delivered",
    ]  # fmt: skip
    assert {each.channel for each in messages} == {"email"}
    assert all(number in each.body for each in messages if each.occasion != "shipment_started")
    assert parcel["tracking_no"] in messages[2].body
    assert len({each.recipient for each in messages}) == 1


def test_messages_of_an_event_are_written_once(world: World) -> None:
    order(world)

    assert written(world) == written(world)


def test_an_occasion_that_is_switched_off_sends_nothing(world: World) -> None:
    answer = automails(world, {"type": "order_received", "use_customer": "F"})

    order(world)

    assert answer.status_code == 200
    assert told(world) == []


def test_the_shop_gets_a_copy_where_it_wants_one(world: World) -> None:
    automails(world, {"type": "order_received", "use_customer": "F", "use_admin": "T"})
    profile(world, notification_only_email="orders@shop.example")

    order(world)

    assert [each.recipient for each in written(world)] == ["orders@shop.example"]


def test_suppliers_of_the_ordered_products_get_a_copy(world: World) -> None:
    contacts = [{"no": 1, "name": "Lee", "email": "lee@farm.example"}]
    made = world.post("suppliers", supplier_name="Kite Farm", manager_information=contacts)
    code = made["supplier"]["supplier_code"]
    automails(world, {"type": "order_received", "use_customer": "F", "use_supplier": "T"})

    order(world, supplier_code=code)

    assert [each.recipient for each in written(world)] == ["lee@farm.example"]


def test_suppliers_are_told_of_nothing_but_orders(world: World) -> None:
    newest = {api_versions.HEADER: api_versions.NEWEST}
    body = {"requests": [{"type": "joined", "use_supplier": "T"}]}

    answer = world.call("PUT", "automails", json=body, headers=newest)

    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, []),
        ({"send_order_email": "T"}, [("email", "order_received")]),
        ({"send_order_message": "T"}, [("sms", "order_received")]),
        ({"send_payment_guide_message": "T"}, [("sms", "payment_asked")]),
        ({"send_payment_guide_message": "T", "payment_method": "deferpay"}, []),
    ],
)
def test_a_draft_order_is_told_of_as_its_app_asks(
    world: World, asked: dict[str, str], expected: list[tuple[str, str]]
) -> None:
    may_send(world, tenths=100)
    nothing = {"send_order_email": "F", "send_order_message": "F"}

    number = order(world, {**nothing, **asked})
    messages = written(world)

    # a long text message has parts
    assert list(dict.fromkeys((each.channel, each.occasion) for each in messages)) == expected
    assert not messages or number in " ".join(each.body for each in messages)


def test_the_shop_gets_its_copy_of_a_draft_order_that_its_buyer_is_not_told_of(
    world: World,
) -> None:
    automails(world, {"type": "order_received", "use_admin": "T"})
    profile(world, notification_only_email="orders@shop.example")

    order(world, {"send_order_email": "F"})

    assert [each.recipient for each in written(world)] == ["orders@shop.example"]


def test_a_mail_is_written_in_the_name_of_the_shop_and_its_language(world: World) -> None:
    profile(world, customer_service_email="help@shop.example", customer_service_phone="02-1")

    number = order(world)
    [mail] = written(world)

    assert (mail.language, mail.reply_to) == ("ko_KR", "help@shop.example")
    assert mail.subject.startswith(f"[{mail.sender}] ")
    assert number in mail.html


def test_a_text_message_goes_beside_the_mail_where_the_shop_sends_them(world: World) -> None:
    may_send(world, tenths=100)

    order(world)
    messages = written(world)

    assert {each.channel for each in messages} == {"email", "sms"}
    assert {each.sender for each in messages if each.channel == "sms"} == {PHONE}
    assert float(world.get("sms/balance")["sms"]["balance"]) < 10


def test_nothing_is_told_of_what_happened_a_day_ago(world: World) -> None:
    order(world)

    world.stage.clock.pass_(86_401)

    assert told(world) == []


def profile(world: World, **values: str) -> None:
    """Enter what the operator knows of the shop."""
    seal = configured_seal(world.stage.app.configuration)
    world.in_transaction(lambda db: write_setting(db, seal, StoreProfile(**values)))


def test_a_long_automatic_text_is_sent_as_the_shop_has_it(world: World) -> None:
    may_send(world)
    sent = {}
    for method in ("S", "L", "N"):
        if method != "S":
            world.put("sms/setting", send_method_automatic=method)
        number = order(world)
        sent[method] = [
            each.body for each in written(world) if each.channel == "sms" and number in each.body
        ]

    assert len(sent["L"]) == 1
    assert len(sent["S"]) == 1
    assert len(sent["L"][0]) > len(sent["S"][0])
    assert sent["N"] == []


def occasions(world: World) -> list[str]:
    return [each.occasion for each in written(world)]


def test_an_order_that_is_cancelled_is_told_of(world: World) -> None:
    number = order(world)

    claim(world, number, "cancellation", "canceled")

    messages = written(world)
    assert [each.occasion for each in messages] == ["order_received", "order_cancelled"]
    assert number in messages[1].body


def test_a_return_is_told_of_when_it_is_accepted_and_when_money_was_given_back(
    world: World,
) -> None:
    number = order(world)
    pay(world, number)
    sent(world, number, "shipped")

    returned = claim(world, number, "return", "accepted", (1, 1))
    accepted = occasions(world)
    claim_code = returned["claim_code"]
    pickup = {"pickup_completed": "T", "status": "returned", "recover_inventory": "F"}
    answer = world.put(f"orders/{number}/return/{claim_code}", **pickup)

    assert accepted[-1] == "return_accepted"
    assert answer["return"]["status"] == "returned"
    assert "refund_done" in occasions(world)


def test_points_that_are_given_are_told_of_and_those_taken_are_not(world: World) -> None:
    join(world, HANA, name="Hana", email="hana@example.com")
    told_before = len(occasions(world))

    world.post("points", member_id=HANA, amount="500", type="increase", reason="Thanks")
    world.post("points", member_id=HANA, amount="200", type="decrease", reason="Mistake")

    messages = written(world)[told_before:]
    assert [each.occasion for each in messages] == ["points_given"]
    assert "500" in messages[0].body
