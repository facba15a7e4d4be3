"""Customers' data becomes what it was, unless the customer is gone."""

from typing import Any

from sqlalchemy import bindparam, func, select

from openmall.commerce.undo.tables import PERSONAL
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.customer.customer_setup import join
from tests.commerce.undo.undo_calls import decide, newest, undo
from tests.world import World

_KEPT = Statement(
    select(func.count()).select_from(PERSONAL).where(PERSONAL.c.mall_id == bindparam("mall_id"))
)


def kept(world: World) -> int:
    async def read(db: Session) -> int:
        row = await db.one(_KEPT)
        assert row is not None
        return int(row[0])

    return world.in_transaction(read)


def person(world: World) -> dict[str, Any]:
    found: dict[str, Any] = world.get("customersprivacy/haneul")["customersprivacy"]
    return found


def memos(world: World) -> list[str]:
    return [each["memo"] for each in world.get("customers/haneul/memos")["memos"]]


def test_fields_of_a_customer_become_what_they_were(world: World) -> None:
    join(world, city="Haneul", cellphone="010-1111-2222")
    before = person(world)
    world.put("customersprivacy/haneul", city="Bada", cellphone="010-3333-4444", sms="T")
    write = newest(world)
    assert (write["operation"], write["state"]) == ("PUT customersprivacy/{member_id}", "open")

    answer = undo(world, write["write_no"])

    assert answer.status_code == 201, answer.text
    assert person(world) == before
    event = world.get("webhooks/events", limit=100)["events"][-1]
    assert (event["event_no"], event["resource"]["member_id"]) == (90080, "haneul")
    assert event["resource"]["diff_key"] == ["cellphone", "city", "sms"]


def test_a_memo_comes_back_changes_back_and_goes(world: World) -> None:
    join(world)
    path = "customers/haneul/memos"
    number = world.post(path, author_id="owner", memo="one")["memo"]["memo_no"]
    created = newest(world)["write_no"]
    world.put(f"{path}/{number}", author_id="owner", memo="two")
    assert undo(world, newest(world)["write_no"]).status_code == 201
    assert memos(world) == ["one"]
    world.call("DELETE", f"{path}/{number}")
    assert undo(world, newest(world)["write_no"]).status_code == 201
    assert memos(world) == ["one"]

    assert undo(world, created).status_code == 201
    assert memos(world) == []


def test_a_customer_moves_back_to_the_group(world: World) -> None:
    join(world)
    group = world.post("customergroups", group_name="Gold", group_description="", group_icon="")[
        "customergroup"
    ]["group_no"]
    body = {"request": {"member_id": "haneul"}}
    moved = world.call("POST", f"customergroups/{group}/customers", json=body)
    assert moved.is_success, moved.text

    answer = undo(world, newest(world)["write_no"])

    assert answer.status_code == 201, answer.text
    assert world.get("customersprivacy/haneul")["customersprivacy"]["group_no"] == 1
    events = world.get("webhooks/events", limit=100)["events"]
    assert [each["event_no"] for each in events][-2:] == [90144, 90144]


def test_what_changed_of_a_customer_since_is_a_conflict(world: World) -> None:
    join(world, city="Haneul")
    world.put("customersprivacy/haneul", city="Bada")
    write_no = newest(world)["write_no"]
    world.put("customersprivacy/haneul", city="Garam")

    refused = undo(world, write_no)

    [conflict] = refused.json()["error"]["more_info"]["conflicts"]
    assert (conflict["resource"], conflict["object"]) == ("customer_person", "haneul")
    assert (conflict["now"]["city"], conflict["then"]["city"]) == ("Garam", "Haneul")
    decided = decide("customer_person", "haneul", "revert")
    assert undo(world, write_no, decisions=decided).status_code == 201
    assert person(world)["city"] == "Haneul"


def test_nothing_of_a_customer_who_left_comes_back(world: World) -> None:
    join(world, city="Haneul")
    path = "customers/haneul/memos"
    number = world.post(path, author_id="owner", memo="one")["memo"]["memo_no"]
    world.call("DELETE", f"{path}/{number}")
    write_no = newest(world)["write_no"]
    assert kept(world) == 2

    assert world.call("DELETE", "customers/haneul").is_success

    assert kept(world) == 0
    whole = world.get(f"writes/{write_no}")["write"]
    assert whole["changes"] == []
    answer = undo(world, write_no)
    assert answer.json()["write"]["reverted"] == 0
    assert world.call("GET", path).status_code == 404


def test_rows_of_customers_are_not_in_the_content_of_a_write(world: World) -> None:
    join(world, city="Haneul")
    world.put("customersprivacy/haneul", city="Bada")

    assert kept(world) == 1
    shown = world.get(f"writes/{newest(world)['write_no']}")["write"]["changes"]
    assert [(each["resource"], each["object"]) for each in shown] == [("customer_person", "haneul")]
