"""A write that succeeds leaves one line in the activity log; one that fails leaves nothing."""

from typing import Any

import pytest

from openmall.contract.journal.tables import ACTIVITY
from openmall.contract.moments import moment
from openmall.contract.operation import Operation
from tests.error_bodies import error, failed
from tests.every_operation.operation_calls import (
    least,
    lines,
    rows,
    send,
    succeed,
    things,
)
from tests.every_operation.prerequisites import (
    DEFAULT_VALUES,
    Row,
)
from tests.every_operation.registry_rows import rows_where
from tests.every_operation.shared_malls import Lend
from tests.world import World

UNKNOWN = "P00000ZZZZZZ"
IDENTICAL = "The content is identical to what is stored, nothing was changed."
APPLYING = "POST plans/{plan_no}/apply"
CALLED = {
    "social_name": "linked account",
    "basket_product_no": "item",
    "property_no": "custom property",
    "subscription_no": "rule",
    "bundleproduct": "bundle",
    "commonevent": "storewide promotion",
    "discountcode": "discount code",
    "serialcoupon": "coupon",
    "recipientgroup": "recipient group",
    "push": "push message",
    "regional_surcharge_no": "regional surcharge",
    "autocalculation": "automatic calculation",
    "origin_code": "shipping origin",
    "order_item_code": "option",
    "scripttag": "script tag",
}
"""Last parameter of a path, or key of an answer -> what a thing is called that is not called as
it is answered."""


def test_a_write_leaves_exactly_one_line_in_the_activity_log(world: World, writing: Row) -> None:
    path = things(world, writing[1])
    values = least(world, writing[1], path)
    before = lines(world)
    succeed(world, writing, values, path)
    if writing[0].credential == "storefront":
        # a shopper is nobody who manages the shop
        assert lines(world) == before
        return
    # that of the call that was rehearsed, and its own
    assert lines(world) == before + (2 if writing[1].name == APPLYING else 1)
    period = {"start_date": "2026-11-21", "end_date": "2026-11-21", "limit": 1}
    [line] = world.get("activitylogs", **period)["activitylogs"]
    assert line["type"] == writing[1].key
    assert (line["mode"], line["manager_type"], line["manager_id"]) == ("P", "P", "owner")
    assert line["process_date"] == moment(world.stage.clock.now()).isoformat()
    assert line["content"]


def test_a_read_leaves_nothing_behind(unchanged: Lend, reading: Row) -> None:
    world, path, values, _ = unchanged(reading)
    succeed(world, reading, values, path)


def test_an_update_with_identical_content_is_409_and_changes_nothing(
    world: World, updating: Row
) -> None:
    operation = updating[1]
    path = things(world, operation)
    values = least(world, operation, path)
    succeed(world, updating, values, path)
    before = rows(world)
    again = send(world, updating, values, path)
    assert (again.status_code, again.json()) == (409, error(409, IDENTICAL))
    assert rows(world) == before


_ENOUGH = {
    "PUT cancellationrequests",
    "PUT returnrequests",
    "PUT exchangerequests",
    "PUT orders/{order_id}/exchangerequests",
    "PUT orders/{order_id}/refunds/{refund_code}",
    "PUT paymentgateway/{client_id}/endpoints",
    "PUT subscription/shipments/{subscription_id}/items",
}
"""Updates whose required parameters say all that happens; the others say more about it. The last
names its item by one of several parameters."""


def _required(operation: Operation) -> set[str]:
    return {name for name, field in operation.fields.items() if field.required}


def _may_leave_out(row: Row) -> bool:
    operation = row[1]
    optional = operation.fields.keys() - _required(operation) - {"shop_no"}
    return operation.method == "PUT" and bool(optional) and operation.name not in _ENOUGH


@rows_where("updating", _may_leave_out)
def test_an_update_that_sends_nothing_is_409(world: World, updating: Row) -> None:
    operation = updating[1]
    path = things(world, operation)
    required = _required(operation)
    values = {
        name: {} if isinstance(value, dict) else value
        for name, value in least(world, operation, path).items()
        if name in required
    } | DEFAULT_VALUES.get(operation.name, {})
    before = rows(world)
    answer = send(world, updating, values, path)
    assert answer.status_code == 409
    assert rows(world) == before


NAMED_BY_QUERY = {"DELETE themes/{skin_no}/pages"}
"""What a parameter of the query names, below the object of the path."""
STAYS = {"DELETE jobs/{job_no}", "DELETE imports/{import_no}", "DELETE exports/{export_no}"}
"""What is only cancelled can be looked up afterwards."""


# what no path names is emptied, and that may be done again
@rows_where("writing", lambda row: row[1].method == "DELETE" and bool(row[1].placeholders))
def test_what_was_deleted_is_gone(world: World, writing: Row) -> None:
    path = things(world, writing[1])
    named = least(world, writing[1], path) if writing[1].name in NAMED_BY_QUERY else {}
    assert send(world, writing, named, path).status_code == 200
    before = rows(world)
    again = send(world, writing, named, path)
    if writing[1].name in STAYS:
        assert (again.status_code, rows(world)) == (422, before)
        return
    if not path or named:
        assert (again.status_code, rows(world)) == (404, before)
        return
    name = list(path)[-1]
    key = writing[1].key.rstrip("s")
    called = CALLED.get(name) or CALLED.get(key, key)
    said = f"The {called} does not exist. (parameter.{name})"
    assert (again.status_code, again.json()) == (404, error(404, said, parameter=name))
    assert rows(world) == before


def _variants(world: World) -> tuple[str, list[str]]:
    options = [{"name": "Colour", "value": "Sand,Ink,Moss"}]
    number = world.product(has_option="T", options=options)["product_no"]
    path = f"products/{number}/variants"
    return path, [each["variant_code"] for each in world.get(path)["variants"]]


def _put(world: World, path: str, *objects: dict[str, Any], **beside: Any) -> tuple[int, Any]:
    answer = world.call("PUT", path, json={**beside, "requests": list(objects)})
    return answer.status_code, answer.json()


def test_objects_that_end_differently_are_answered_one_by_one(world: World) -> None:
    path, [first, second, third] = _variants(world)
    before = lines(world)
    status, body = _put(
        world,
        path,
        {"variant_code": first, "quantity": 5},
        {"variant_code": UNKNOWN, "quantity": 5},
        {"variant_code": second, "quantity": "many"},
        {"quantity": 5},
        {"variant_code": third, "display": "T"},
        {"variant_code": third, "custom_variant_code": "MOSS"},
    )
    assert status == 207
    good, missing, wrong, nameless, same, named = body["variants"]
    assert (good["status"], good["variant_code"], good["quantity"]) == (200, first, 5)
    unknown = {"product_no": "1", "variant_code": UNKNOWN}
    assert missing == failed(404, "The variant does not exist.", "variant_code", **unknown)
    assert wrong == failed(
        422, "Expected integer, got string.", "quantity", product_no="1", variant_code=second
    )
    assert nameless == failed(
        422, "A required parameter is missing.", "variant_code", product_no="1"
    )
    assert same == failed(409, IDENTICAL, product_no="1", variant_code=third)
    assert (named["status"], named["custom_variant_code"]) == (200, "MOSS")
    kept = {each["variant_code"]: each for each in world.get(path)["variants"]}
    assert [kept[code]["quantity"] for code in (first, second, third)] == [5, 0, 0]
    assert lines(world) == before + 1


def test_objects_that_all_succeed_are_plain_200_without_a_status(world: World) -> None:
    path, [first, second, _] = _variants(world)
    status, body = _put(
        world,
        path,
        {"variant_code": first, "quantity": 5},
        {"variant_code": second, "quantity": 6},
    )
    assert status == 200
    assert [each["quantity"] for each in body["variants"]] == [5, 6]
    assert all("status" not in each for each in body["variants"])


def test_objects_that_fail_alike_are_that_error_and_leave_no_line(world: World) -> None:
    path, _ = _variants(world)
    before = rows(world)
    status, body = _put(world, path, {"variant_code": UNKNOWN}, {"variant_code": "P00000YYYYYY"})
    said = "The variant does not exist."
    outcomes = [
        failed(404, said, "variant_code", product_no="1", variant_code=code)
        for code in (UNKNOWN, "P00000YYYYYY")
    ]
    shown = said + " (parameter.variant_code)"
    assert (status, body) == (
        404,
        error(404, shown, parameter="variant_code", objects=outcomes),
    )
    assert rows(world) == before


@pytest.mark.parametrize("envelope", ["request", "requests"])
def test_one_object_that_fails_is_an_ordinary_error(world: World, envelope: str) -> None:
    path, _ = _variants(world)
    one = {"variant_code": UNKNOWN, "quantity": 5}
    answer = world.call("PUT", path, json={envelope: one if envelope == "request" else [one]})
    said = "The variant does not exist. (parameter.variant_code)"
    assert (answer.status_code, answer.json()) == (404, error(404, said, parameter="variant_code"))


def test_objects_that_fail_differently_are_207_and_leave_no_line(world: World) -> None:
    path, [first, *_] = _variants(world)
    before = rows(world)
    status, body = _put(world, path, {"variant_code": first}, {"variant_code": UNKNOWN})
    assert (status, [each["status"] for each in body["variants"]]) == (207, [409, 404])
    assert rows(world) == before


def test_a_call_takes_a_hundred_objects_and_no_more(world: World) -> None:
    path, [first, *_] = _variants(world)
    objects = [{"variant_code": first, "quantity": at} for at in range(1, 102)]
    before = rows(world)
    answer = world.call("PUT", path, json={"requests": objects})
    assert (answer.status_code, answer.json()) == (
        400,
        error(
            400,
            "At most 100 objects in one call. (parameter.requests)",
            parameter="requests",
        ),
    )
    assert rows(world) == before
    assert _put(world, path, *objects[:100])[0] == 200
    assert world.get(path)["variants"][0]["quantity"] == 100
    assert len(rows(world)[ACTIVITY.name]) == len(before[ACTIVITY.name]) + 1


def test_each_object_may_name_its_own_shop_and_the_envelope_speaks_for_all(world: World) -> None:
    path, [first, second, third] = _variants(world)
    status, body = _put(
        world,
        path,
        {"variant_code": first, "shop_no": 2, "quantity": 1},
        {"variant_code": second, "shop_no": 1, "quantity": 2},
        {"variant_code": third, "shop_no": 3, "quantity": 3},
    )
    assert (status, [each["status"] for each in body["variants"]]) == (207, [200, 200, 404])
    assert [each.get("shop_no") for each in body["variants"]] == [2, 1, None]
    status, body = _put(world, path, {"variant_code": third, "quantity": 4}, shop_no=2)
    assert (status, body["variants"][0]["shop_no"]) == (200, 2)
