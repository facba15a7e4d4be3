"""Writes that are recorded, undone, and done again."""

from types import NoneType
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.undo import persons, write_expiry
from openmall.commerce.undo.table_policies import policies
from openmall.contract.moments import Clocks
from openmall.contract.undo import DAY_SECONDS, UndoRetention
from openmall.database.policies import CustomerRows, policies_of
from openmall.database.schema import metadata
from openmall.database.undo_policies import Reverted
from tests.commerce.customer.customer_setup import join
from tests.commerce.undo.undo_calls import decide, newest, undo, writes
from tests.world import World

REHEARSE = {"Prefer": "handling=rehearse"}
DAY = {"start_date": "2026-11-21", "end_date": "2026-11-22"}


def product(world: World, number: int) -> dict[str, Any]:
    found: dict[str, Any] = world.get(f"products/{number}")["product"]
    return found


def named(world: World, name: str) -> list[int]:
    found = world.get("products", product_name=name)["products"]
    return [each["product_no"] for each in found]


def test_nothing_is_recorded_unless_the_installation_says_so(
    world: World, recorded: UndoRetention
) -> None:
    recorded.days = None
    world.product(price="12000")

    assert writes(world) == []


def test_a_price_becomes_what_it_was_and_is_announced(world: World) -> None:
    number = world.product(price="12000", product_name="Apron")["product_no"]
    world.stage.clock.pass_(60)
    world.put(f"products/{number}", price="9900")
    write = newest(world)
    assert write["operation"] == "PUT products/{product_no}"
    assert (write["state"], write["reason"], write["undoes"]) == ("open", "", None)
    whole = world.get(f"writes/{write['write_no']}")["write"]
    assert [(each["resource"], each["object"], each["change"]) for each in whole["changes"]] == [
        ("product", f"1,{number}", "updated")
    ]
    assert "price" in whole["changes"][0]["fields"]
    assert whole["not_undone"] == [{"event_no": 90002, "count": 1}]
    world.stage.clock.pass_(60)

    answer = undo(world, write["write_no"])

    assert answer.status_code == 201, answer.text
    done = answer.json()["write"]
    assert (done["state"], done["reverted"], done["kept"]) == ("undone", 1, [])
    shown = product(world, number)
    assert (shown["price"], shown["price_excluding_tax"]) == ("12000.00", "10909.09")
    assert shown["updated_date"] == "2026-11-21T09:02:00+09:00"
    log = world.get("activitylogs", **DAY, limit=1)["activitylogs"][0]
    assert f"write {write['write_no']}" in log["content"]
    events = world.get("webhooks/events", limit=100)["events"]
    assert [each["event_no"] for each in events][-2:] == [90002, 90002]
    assert events[-1]["resource"]["price"] == "12000.00"


def test_an_undo_is_a_write_and_can_be_undone(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")
    first = newest(world)["write_no"]
    undo(world, first)
    second = newest(world)

    assert (second["undoes"], second["state"]) == (first, "open")
    assert undo(world, second["write_no"]).status_code == 201
    assert product(world, number)["price"] == "9900.00"
    again = undo(world, first)
    assert (again.status_code, again.json()["error"]["message"]) == (
        409,
        "The write was undone. (parameter.write_no)",
    )


def test_a_name_is_found_again(world: World) -> None:
    number = world.product(product_name="Linen apron", product_tag=["linen"])["product_no"]
    world.put(f"products/{number}", product_name="Cotton towel", product_tag=["cotton"])

    undo(world, newest(world)["write_no"])

    assert (named(world, "Linen"), named(world, "Cotton")) == ([number], [])
    assert world.get("products", product_tag="linen")["products"][0]["product_no"] == number
    assert world.get("products", product_tag="cotton")["products"] == []


def test_what_changed_since_is_decided_by_the_call(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")
    write_no = newest(world)["write_no"]
    world.put(f"products/{number}", price="8000")

    refused = undo(world, write_no)

    assert refused.status_code == 409
    more = refused.json()["error"]["more_info"]
    assert more["total"] == 1
    [conflict] = more["conflicts"]
    assert (conflict["resource"], conflict["object"]) == ("product", f"1,{number}")
    assert (conflict["now"]["price"], conflict["then"]["price"]) == (800_000, 1_200_000)
    assert product(world, number)["price"] == "8000.00"
    kept = undo(world, write_no, decisions=decide("product", f"1,{number}", "keep"))
    assert kept.json()["write"]["kept"] == [f"product 1,{number}"]
    assert product(world, number)["price"] == "8000.00"


def test_a_conflict_can_be_reverted(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")
    write_no = newest(world)["write_no"]
    world.put(f"products/{number}", price="8000", model_name="M-1")

    answer = undo(world, write_no, decisions=decide("product", f"1,{number}", "revert"))

    assert answer.status_code == 201, answer.text
    shown = product(world, number)
    assert (shown["price"], shown["model_name"]) == ("12000.00", "M-1")


def test_another_field_of_a_resource_is_no_conflict(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")
    write_no = newest(world)["write_no"]
    world.put(f"products/{number}", model_name="M-1")

    assert undo(world, write_no).status_code == 201
    shown = product(world, number)
    assert (shown["price"], shown["model_name"]) == ("12000.00", "M-1")


def test_a_row_that_is_gone_is_not_reverted(world: World) -> None:
    world.product()
    memo = world.post("products/1/memos", author_id="owner", memo="one")["memo"]["memo_no"]
    world.put(f"products/1/memos/{memo}", author_id="owner", memo="two")
    write_no = newest(world)["write_no"]
    world.call("DELETE", f"products/1/memos/{memo}")

    assert undo(world, write_no).status_code == 409
    decided = undo(world, write_no, decisions=decide("product_memo", f"1,{memo}", "revert"))
    assert decided.status_code == 422
    assert "is gone" in decided.json()["error"]["message"]


def test_created_and_deleted_rows(world: World) -> None:
    world.product()
    memo = world.post("products/1/memos", author_id="owner", memo="one")["memo"]["memo_no"]
    created = newest(world)["write_no"]
    world.call("DELETE", f"products/1/memos/{memo}")
    undo(world, newest(world)["write_no"])
    assert [each["memo_no"] for each in world.get("products/1/memos")["memos"]] == [memo]

    assert undo(world, created).status_code == 201

    assert world.get("products/1/memos")["memos"] == []
    later = world.post("products/1/memos", author_id="owner", memo="two")["memo"]["memo_no"]
    assert later == memo + 1


def test_a_row_of_what_is_gone_is_not_restored(world: World) -> None:
    number = world.product()["product_no"]
    path = f"products/{number}/memos"
    memo = world.post(path, author_id="owner", memo="one")["memo"]["memo_no"]
    world.call("DELETE", f"{path}/{memo}")
    write_no = newest(world)["write_no"]
    world.call("DELETE", f"products/{number}")

    answer = undo(world, write_no)

    assert answer.status_code == 409
    assert "belongs to a product that is gone" in answer.json()["error"]["message"]


def test_a_category_is_reverted_and_announced(world: World) -> None:
    category = world.post("categories", category_name="Aprons")["category"]["category_no"]
    world.put(f"categories/{category}", category_name="Towels")

    assert undo(world, newest(world)["write_no"]).status_code == 201

    assert world.get(f"categories/{category}")["category"]["category_name"] == "Aprons"
    event = world.get("webhooks/events", limit=100)["events"][-1]
    assert (event["event_no"], event["resource"]["category_name"]) == (90043, "Aprons")


def test_several_resources_of_a_call_and_those_that_stay(world: World) -> None:
    number = world.product()["product_no"]
    options = [{"option_name": "Size", "option_value": [{"option_text": x} for x in "SM"]}]
    world.post(f"products/{number}/options", has_option="T", option_type="T", options=options)
    path = f"products/{number}/variants"
    codes = [each["variant_code"] for each in world.get(path)["variants"]]
    body = {"requests": [{"variant_code": each, "additional_amount": "500"} for each in codes]}
    answer = world.call("PUT", path, json=body)
    assert answer.is_success, answer.text
    write_no = newest(world)["write_no"]

    kept = decide("variant", f"{number},{codes[1]}", "keep")
    answer = undo(world, write_no, decisions=kept)

    assert answer.json()["write"]["reverted"] == len(codes) - 1
    amounts = [each["additional_amount"] for each in world.get(path)["variants"]]
    assert amounts == ["0.00", "500.00", *["0.00"] * (len(codes) - 2)]


def test_a_rehearsed_undo_changes_nothing(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")
    write_no = newest(world)["write_no"]

    answer = world.call("POST", f"writes/{write_no}/undo", json={"request": {}}, headers=REHEARSE)

    assert answer.status_code == 201
    assert answer.json()["write"]["state"] == "undone"
    assert product(world, number)["price"] == "9900.00"
    assert newest(world)["state"] == "open"
    plan_no = int(answer.headers["Link"].partition(">")[0].rpartition("/")[2])
    token = answer.headers["X-Platform-Plan-Token"]
    body = {"request": {"token": token}}
    assert world.call("POST", f"plans/{plan_no}/apply", json=body).status_code == 201
    assert product(world, number)["price"] == "12000.00"


def test_an_applied_plan_is_undone_as_the_call_itself(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    body = {"request": {"price": "9900"}}
    answer = world.call("PUT", f"products/{number}", json=body, headers=REHEARSE)
    plan_no = int(answer.headers["Link"].partition(">")[0].rpartition("/")[2])
    token = answer.headers["X-Platform-Plan-Token"]
    world.post(f"plans/{plan_no}/apply", token=token)
    write = newest(world)

    assert write["operation"] == "PUT products/{product_no}"
    assert undo(world, write["write_no"]).status_code == 201
    assert product(world, number)["price"] == "12000.00"


def test_what_cannot_be_undone_is_listed_with_the_reason(world: World) -> None:
    join(world)
    world.call("DELETE", "customers/haneul")
    write = newest(world)

    assert (write["operation"], write["state"]) == ("DELETE customers/{member_id}", "refused")
    assert "it changed left_at of a customer" in write["reason"]
    answer = undo(world, write["write_no"])
    assert answer.status_code == 409
    assert "cannot be undone: " in answer.json()["error"]["message"]


def test_a_decision_about_something_else_is_refused(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")

    answer = undo(world, newest(world)["write_no"], decisions=decide("brand", "B1", "keep"))

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "decisions"
    assert product(world, number)["price"] == "9900.00"


def test_a_write_beyond_the_bound_is_listed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openmall.commerce.undo.recording.MOST_BYTES", 10)
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")

    assert newest(world)["reason"] == "it changed more than 10 bytes of rows"


def test_writes_are_kept_for_a_time_and_a_size(world: World, recorded: UndoRetention) -> None:
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")
    world.put(f"products/{number}", price="8000")
    before = [each["write_no"] for each in writes(world)]
    swept = write_expiry.WriteSweep(recorded)
    app = world.stage.app

    def sweep() -> int:
        clocks = Clocks(world.stage.clock)
        return world.stage.run(swept.remove_expired, app.database, clocks, [world.mall_id])

    assert sweep() == 0
    recorded.bytes = 1
    assert sweep() == len(before)
    recorded.bytes = 1_000_000
    world.put(f"products/{number}", price="7000")
    world.stage.clock.pass_(2 * DAY_SECONDS + 1)
    assert sweep() == 1


def test_the_customers_of_rows_that_an_undo_reverts_are_found() -> None:
    reverted = [name for name, each in policies().items() if isinstance(each, Reverted)]
    for name in reverted:
        table = metadata().tables[name]
        data = policies_of(table).personal_data
        found = "member_id" in table.c or name in persons.THREADS
        assert found or not isinstance(data, CustomerRows) or data.found_by == "order_id", name


def test_a_single_field_of_a_document_is_never_null() -> None:
    for name, struct in (("shop_order", Order), ("order_item", Item)):
        policy = policies()[name]
        assert isinstance(policy, Reverted)
        [(column, fields)] = policy.documents.items()
        assert column == "detail"
        types = get_type_hints(struct)
        for each in msgspec.structs.fields(struct):
            if each.name in fields:
                # without a value it has its default, which null must not differ from
                assert each.default is None or NoneType not in get_args(types[each.name])
                fields.remove(each.name)
        assert fields == set()
