"""Several plans as one: carried out in one transaction, or not at all."""

from typing import Any

import httpx
import pytest

from tests.events.plans.people import Person, add_rule
from tests.events.plans.test_plans import rehearse
from tests.world import World

PROPOSE = {"Prefer": "handling=propose"}


def combine(world: World, *plan_nos: int, **rest: Any) -> httpx.Response:
    answer: httpx.Response = world.call(
        "POST", "plans/combine", json={"request": {"plan_nos": [*plan_nos]}}, **rest
    )
    return answer


def apply(world: World, combined: httpx.Response) -> httpx.Response:
    plan = combined.json()["plan"]
    answer: httpx.Response = world.call(
        "POST", f"plans/{plan['plan_no']}/apply", json={"request": {"token": plan["token"]}}
    )
    return answer


def brands(world: World) -> list[str]:
    """Return the names of brands beside the one of every mall."""
    return [each["brand_name"] for each in world.get("brands")["brands"][1:]]


def rename(world: World, code: str, name: str, **rest: Any) -> httpx.Response:
    answer: httpx.Response = world.call(
        "PUT", f"brands/{code}", json={"request": {"brand_name": name}}, **rest
    )
    return answer


@pytest.fixture
def code(world: World) -> str:
    found: str = world.post("brands", brand_name="Before")["brand"]["brand_code"]
    return found


def test_plans_are_carried_out_together_in_order(world: World, code: str) -> None:
    rename(world, code, "First", headers={"Prefer": "handling=rehearse"})
    rehearse(world, "POST", "brands", brand_name="Another")
    rename(world, code, "Second", headers={"Prefer": "handling=rehearse"})

    combined = combine(world, 1, 2, 3)

    assert combined.status_code == 201, combined.text
    plan = combined.json()["plan"]
    assert (plan["plan_no"], plan["operation"], plan["total"]) == (4, "POST plans/combine", 3)
    assert [world.get(f"plans/{n}")["plan"]["state"] for n in (1, 2, 3, 4)] == [
        "expired", "expired", "expired", "open",
    ]  # fmt: skip
    assert world.get("plans/1")["plan"]["successor"] == 4
    changes = world.get("plans/4/changes")["changes"]
    assert sorted((each["change"], each["after"]["brand_name"]) for each in changes) == [
        ("created", "Another"), ("updated", "First"), ("updated", "Second"),
    ]  # fmt: skip
    assert brands(world) == ["Before"]

    applied = apply(world, combined)

    assert applied.status_code == 201, applied.text
    outcomes = applied.json()["plan"]["outcome"]["body"]["outcomes"]
    assert [each["status"] for each in outcomes] == [200, 201, 200]
    assert sorted(brands(world)) == ["Another", "Second"]
    assert apply(world, combined).status_code == 409


def test_of_plans_of_which_one_fails_none_is_carried_out(world: World, code: str) -> None:
    rename(world, code, "After", headers={"Prefer": "handling=rehearse"})
    other = world.post("brands", brand_name="Other")["brand"]["brand_code"]
    rename(world, other, "Renamed", headers={"Prefer": "handling=rehearse"})
    combined = combine(world, 1, 2)
    world.call("DELETE", f"brands/{other}")

    refused = apply(world, combined)

    assert refused.status_code == 409
    assert "fails now" in refused.json()["error"]["message"]
    assert brands(world) == ["Before"]


def test_combined_plans_that_have_moved_are_offered_again(world: World, code: str) -> None:
    rename(world, code, "After", headers={"Prefer": "handling=rehearse"})
    rehearse(world, "POST", "brands", brand_name="Another")
    combined = combine(world, 1, 2)
    rename(world, code, "Meanwhile")

    refused = apply(world, combined)

    fresh = refused.json()["error"]["more_info"]["plan"]
    assert (refused.status_code, fresh["plan_no"]) == (409, 4)
    assert brands(world) == ["Meanwhile"]
    body = {"request": {"token": fresh["token"]}}
    assert world.call("POST", "plans/4/apply", json=body).status_code == 201
    assert sorted(brands(world)) == ["After", "Another"]


def test_waiting_plans_are_decided_on_together_or_in_part(world: World, code: str) -> None:
    owner = Person(world, "owner")
    rename(world, code, "After", headers=PROPOSE)
    world.call("POST", "brands", json={"request": {"brand_name": "A"}}, headers=PROPOSE)
    world.call("POST", "brands", json={"request": {"brand_name": "B"}}, headers=PROPOSE)

    combined = combine(world, 1, 2, 3).json()["plan"]

    assert (combined["state"], combined["token"]) == ("waiting", None)
    [line] = owner.call("GET", "approvals", state="waiting")
    assert line["plan_no"] == 4
    sent = owner.call("GET", "approvals/4/objects")
    assert [each["content"]["operation"] for each in sent] == [
        "PUT brands/{brand_code}", "POST brands", "POST brands",
    ]  # fmt: skip
    decided = owner.decide(4, "approve", objects=[1, 3])
    assert [each["status"] for each in decided["outcome"]["body"]["outcomes"]] == [200, 201]
    assert sorted(brands(world)) == ["After", "B"]


def test_a_rule_concerns_combined_plans(world: World, code: str) -> None:
    rename(world, code, "After", headers={"Prefer": "handling=rehearse"})
    rehearse(world, "POST", "brands", brand_name="Another")
    combined = combine(world, 1, 2)
    add_rule(world, client_id=world.full.credentials.client_id)

    assert apply(world, combined).status_code == 409

    assert world.get("plans/3")["plan"]["state"] == "waiting"
    assert brands(world) == ["Before"]
    Person(world, "owner").decide(3, "approve")
    assert sorted(brands(world)) == ["After", "Another"]


def test_approved_writes_can_be_undone(world: World) -> None:
    undo = world.stage.app.undo
    number = world.product(price="12000")["product_no"]
    undo.days = 1
    try:
        for name, price in (("A", "9000"), ("B", "8000")):
            body = {"request": {"product_name": name, "price": price}}
            world.call("PUT", f"products/{number}", json=body, headers=PROPOSE)
        assert combine(world, 1, 2).status_code == 201

        assert Person(world, "owner").decide(3, "approve")["state"] == "applied"
        writes = world.get("writes")["writes"]
        for write in writes:
            answer = world.call("POST", f"writes/{write['write_no']}/undo", json={"request": {}})
            assert answer.status_code == 201, answer.text

        assert [write["operation"] for write in writes] == ["PUT products/{product_no}"] * 2
        shown = world.get(f"products/{number}")["product"]
        assert (shown["product_name"], shown["price"]) == ("Linen apron", "12000.00")
    finally:
        undo.days = None


@pytest.mark.parametrize(
    ("plan_nos", "status"),
    [([1], 422), ([1, 1], 422), ([1, 99], 404), ([1, 3], 422), ([1, 4], 422), ([1, 2, 1], 422)],
)
def test_what_cannot_be_combined(world: World, code: str, plan_nos: list[int], status: int) -> None:
    rehearse(world, "POST", "brands", brand_name="A")
    rehearse(world, "POST", "brands", brand_name="B")
    rehearse(world, "POST", "categories", category_name="Of another scope")
    world.call("POST", "brands", json={"request": {"brand_name": "C"}}, headers=PROPOSE)

    answer = combine(world, *plan_nos)

    assert answer.status_code == status, answer.text
    assert "parameter.plan_nos" in answer.json()["error"]["message"]
    states = [world.get(f"plans/{n}")["plan"]["state"] for n in (1, 2, 3, 4)]
    assert states == ["open", "open", "open", "waiting"]


def test_no_app_combines_plans_of_another(world: World) -> None:
    rehearse(world, "POST", "brands", brand_name="A")
    rehearse(world, "POST", "brands", brand_name="B")
    assert combine(world, 1, 2, app=world.install()).status_code == 404


def test_a_combined_plan_is_not_combined_again(world: World) -> None:
    for name in "ABC":
        rehearse(world, "POST", "brands", brand_name=name)
    assert combine(world, 1, 2).status_code == 201
    assert combine(world, 3, 4).status_code == 422
