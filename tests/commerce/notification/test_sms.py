"""Text messages are written to the outbox, paid for, and kept from those who declined them."""

import pytest

from openmall.access.malls import rules as mall_rules
from openmall.access.malls.rules import Manager
from openmall.commerce.notification.sms import senders
from tests.commerce.customer.customer_setup import join
from tests.commerce.notification.outbox_reading import PHONE, may_send, outbox, written
from tests.world import World


def send(world: World, status: int = 201, **request: object) -> dict[str, object]:
    world.stage.forget_counts()
    answer = world.call("POST", "sms", json={"request": request})
    assert answer.status_code == status, answer.text
    found: dict[str, object] = answer.json()
    return found


def balance(world: World) -> dict[str, object]:
    found: dict[str, object] = world.get("sms/balance")["sms"]
    return found


def test_a_text_message_goes_to_numbers_and_customers_and_is_charged(world: World) -> None:
    sender = may_send(world, tenths=103)
    join(world, "haneul", cellphone="010-1111-2222", sms="T")
    before = balance(world)

    send(
        world, sender_no=sender, content="Sale", recipients=["010-3333-4444"],
        member_id=["haneul"],
    )  # fmt: skip

    found = [(each.recipient, each.member_id, each.sender, each.body) for each in outbox(world)]
    assert found == [
        ("010-3333-4444", "", PHONE, "Sale"),
        ("010-1111-2222", "haneul", PHONE, "Sale"),
    ]
    assert before == {"balance": "10.3", "sms_count": 10, "lms_count": 3}
    assert balance(world) == {"balance": "8.3", "sms_count": 8, "lms_count": 2}


def test_customers_who_declined_get_nothing_unless_they_are_included(world: World) -> None:
    sender = may_send(world)
    join(world, "haneul", cellphone="010-1111-2222", sms="F")
    to_them = {"member_id": ["haneul"], "recipients": ["010 1111 2222"]}

    refused = send(world, 422, sender_no=sender, content="Sale", **to_them)
    send(world, sender_no=sender, content="Sale", exclude_unsubscriber="F", **to_them)

    assert refused["error"]["message"] == "The message has no recipient. (parameter.recipients)"  # type: ignore[index] # JSON
    assert len(outbox(world)) == 1


def test_a_group_is_written_to_by_a_worker_with_the_number_for_declining(world: World) -> None:
    sender = may_send(world)
    world.put("sms/setting", unsubscribe_phone="080-1")
    for at in range(3):
        join(world, f"member{at}", cellphone=f"010-0000-000{at}", sms="F" if at == 2 else "T")

    send(world, sender_no=sender, content="Sale", group_no=0)
    before = outbox(world)

    messages = [each for each in written(world) if each.occasion == "batch"]
    assert before == []
    assert [each.recipient for each in messages] == ["010-0000-0000", "010-0000-0001"]
    assert {each.body for each in messages} == {"Sale\nUnsubscribe: 080-1"}
    assert [each for each in written(world) if each.occasion == "batch"] == messages


@pytest.mark.parametrize(
    ("method", "type_", "bodies", "left"),
    [
        ("S", "SMS", ["가" * 45, "가" * 5], "8"),
        ("L", "SMS", ["가" * 50], "7"),
        ("S", "LMS", ["가" * 50], "7"),
    ],
)
def test_a_long_text_is_split_or_sent_in_one(
    world: World, method: str, type_: str, bodies: list[str], left: str
) -> None:
    sender = may_send(world, tenths=100)
    if method == "L":
        world.put("sms/setting", send_method="L")

    send(world, sender_no=sender, content="가" * 50, recipients=["010"], type=type_)

    assert [each.body for each in outbox(world)] == bodies
    assert float(str(balance(world)["balance"])) == float(left)


def test_without_enough_left_nothing_is_sent(world: World) -> None:
    sender = may_send(world, tenths=15)

    send(world, 422, sender_no=sender, content="Sale", recipients=["010-1", "010-2"])

    assert outbox(world) == []
    assert balance(world)["balance"] == "1.5"


def test_only_an_approved_sender_of_a_shop_that_sends_may_be_used(world: World) -> None:
    answer = world.call(
        "POST", "sms", json={"request": {"sender_no": 1, "content": "Sale", "recipients": ["010"]}}
    )
    sender = may_send(world)
    world.in_transaction(lambda db: senders.set_status(db, sender, "00"))

    assert answer.status_code == 422
    send(world, 404, sender_no=sender, content="Sale", recipients=["010"])
    assert world.get("sms/senders") == {
        "senders": [{"sender_no": sender, "sender": PHONE, "auth_status": "00"}]
    }


def test_receivers_are_managers_and_contacts_of_suppliers_who_take_messages(world: World) -> None:
    manager = Manager("aide", "Kim Haneul", "A", "no password has this hash", phone="010-1")
    world.in_transaction(lambda db: mall_rules.admit(db, world.stage.clock, manager))
    contacts = [
        {"no": 1, "name": "Lee", "phone": "010-2", "use_sms": "T"},
        {"no": 2, "name": "Park", "phone": "010-3", "use_sms": "F"},
    ]
    made = world.post("suppliers", supplier_name="Kite Farm", manager_information=contacts)
    code = made["supplier"]["supplier_code"]

    found = world.get("sms/receivers")["receivers"]
    suppliers = world.get("sms/receivers", recipient_type="S", cellphone="0102")["receivers"]

    assert [(each["recipient_type"], each["cellphone"]) for each in found] == [
        ("A", "010-1"),
        ("S", "010-2"),
    ]
    assert suppliers == [
        {
            "no": 2, "recipient_type": "S", "supplier_name": "Kite Farm", "supplier_id": code,
            "user_name": "", "user_id": "", "manager_name": "Lee", "cellphone": "010-2",
        }
    ]  # fmt: skip
