"""Rules by which a merchant approves writes: of an app, of a role, or of a kind."""

from typing import Any

import httpx
import pytest

from openmall.access.oauth import approval_rules
from openmall.api.pipeline.rehearsal import Rehearsals
from openmall.contract import scopes as scope_names
from openmall.contract.approval import WaitsForApproval
from openmall.contract.errors import Forbidden, Invalid, NotFound
from tests.commerce.customer import customer_setup
from tests.events.plans.people import Person, add_rule
from tests.storefront.shopper_client import Shopper
from tests.world import World


@pytest.fixture
def owner(world: World) -> Person:
    return Person(world, "owner")


def change_price(world: World, number: int, price: str, **rest: Any) -> httpx.Response:
    body = {"request": {"price": price}}
    answer: httpx.Response = world.call("PUT", f"products/{number}", json=body, **rest)
    return answer


def price(world: World, number: int) -> str:
    found: str = world.get(f"products/{number}")["product"]["price"]
    return found


def reason(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["plan"]["reason"]


def test_every_write_of_an_app_can_need_approval(world: World, owner: Person) -> None:
    number = world.product(price="12000")["product_no"]
    other = world.install([scope_names.WRITE_PRODUCT])
    rule = add_rule(world, client_id=world.full.credentials.client_id)

    assert reason(change_price(world, number, "9900")) == (202, "rule")
    assert price(world, number) == "12000.00"
    assert change_price(world, number, "11900", app=other).status_code == 200
    [line] = owner.call("GET", "approvals")
    assert (line["rule_no"], line["state"]) == (rule.rule_no, "waiting")
    # it was made of a price that is another now
    with pytest.raises(Exception, match="fresh plan"):
        owner.decide(line["plan_no"], "approve")
    owner.decide(line["plan_no"] + 1, "approve")
    assert price(world, number) == "9900.00"


def test_a_price_may_change_by_a_percentage(world: World) -> None:
    number = world.product(price="10000")["product_no"]
    add_rule(world, price_percent=10)

    assert change_price(world, number, "9000").status_code == 200
    assert reason(change_price(world, number, "8000")) == (202, "rule")
    assert reason(change_price(world, number, "10000")) == (202, "rule")
    assert price(world, number) == "9000.00"


def test_a_call_that_no_rule_concerns_is_executed_as_ever(world: World) -> None:
    number = world.product(price="10000")["product_no"]
    add_rule(world, price_percent=0)

    answer = world.call(
        "PUT", f"products/{number}", json={"request": {"product_name": "Apron", "unknown": 1}}
    )

    assert answer.status_code == 200
    assert world.get("plans")["plans"] == []


def test_a_call_that_a_rule_could_concern_and_does_not_is_answered_as_ever(world: World) -> None:
    number = world.product(price="10000")["product_no"]
    body = {"request": {"price": "10100", "unknown": 1}}
    plain = world.call("PUT", f"products/{number}", json=body)
    add_rule(world, price_percent=10)

    answer = world.call("PUT", f"products/{number}", json=body | {"request": {"price": "10200"}})

    assert answer.status_code == plain.status_code == 200
    assert {*answer.headers} == {*plain.headers} - {"x-platform-ignored"}
    assert price(world, number) == "10200.00"
    assert world.get("plans")["plans"] == []


def test_a_call_of_an_earlier_version_is_changed_once(world: World) -> None:
    number = world.product(price="10000")["product_no"]
    old = world.install(version="2024-03-01", restricted=True)
    add_rule(world, price_percent=50)
    assert change_price(world, number, "9000", app=old).status_code == 200
    assert price(world, number) == "9000.00"


def test_many_objects_need_approval(world: World) -> None:
    codes = [
        world.get(f"products/{world.product()['product_no']}/variants")["variants"][0][
            "variant_code"
        ]
        for _ in range(3)
    ]
    add_rule(world, objects=2)

    def write(count: int) -> httpx.Response:
        objects = [{"variant_code": code, "quantity": 7} for code in codes[:count]]
        answer: httpx.Response = world.call("PUT", "inventories", json={"requests": objects})
        return answer

    assert write(2).status_code == 200
    assert reason(write(3)) == (202, "rule")


def test_an_asynchronous_call_becomes_a_job_where_no_rule_concerns_it(world: World) -> None:
    number = world.product(price="10000")["product_no"]
    add_rule(world, price_percent=10)
    later = {"Prefer": "respond-async"}

    small = change_price(world, number, "9900", headers=later)
    large = change_price(world, number, "5000", headers=later)

    assert (small.status_code, "job" in small.json()) == (202, True)
    assert reason(large) == (202, "rule")


def test_points_and_credits_above_a_bound_need_approval(world: World, owner: Person) -> None:
    member_id = customer_setup.join(world, "minji").member_id
    add_rule(world, money=500_000)

    def give(amount: str) -> httpx.Response:
        points = {"member_id": member_id, "amount": amount, "type": "increase", "reason": "Thanks"}
        answer: httpx.Response = world.call("POST", "points", json={"request": points})
        return answer

    assert give("5000").status_code == 201
    assert reason(give("5001")) == (202, "rule")


def test_writes_of_customers_data_need_approval(world: World) -> None:
    member_id = customer_setup.join(world, "minji").member_id
    add_rule(world, customers=True)
    answer = world.call(
        "POST", f"customers/{member_id}/memos", json={"request": {"memo": "VIP", "author_id": "a"}}
    )
    assert reason(answer) == (202, "rule")


def test_what_a_rule_concerns_and_cannot_be_rehearsed_is_refused(world: World) -> None:
    add_rule(world, client_id=world.full.credentials.client_id)
    answer = world.call("POST", "imports", json={"request": {"kind": "products"}})
    assert answer.status_code == 403
    assert "approve such writes" in answer.json()["error"]["message"]


def test_an_import_is_refused_where_prices_need_approval(world: World) -> None:
    add_rule(world, price_percent=10)
    answer = world.call("POST", "imports", json={"request": {"kind": "products"}})
    assert answer.status_code == 403


def test_a_plan_that_was_made_before_a_rule_waits_when_it_is_applied(
    world: World, owner: Person
) -> None:
    number = world.product(price="10000")["product_no"]
    rehearsed = change_price(world, number, "5000", headers={"Prefer": "handling=rehearse"})
    body = {"request": {"token": rehearsed.headers["X-Platform-Plan-Token"]}}
    add_rule(world, price_percent=10)

    answers = [world.call("POST", "plans/1/apply", json=body) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert answers[0].json()["error"]["message"] == (
        "Nothing was changed yet: it waits for approval as plan 1."
    )
    assert answers[0].json()["error"]["more_info"]["plan_no"] == 1
    assert world.get("plans/1")["plan"]["state"] == "waiting"
    assert price(world, number) == "10000.00"
    owner.decide(1, "approve")
    assert price(world, number) == "5000.00"


def test_an_undo_needs_the_approval_of_what_it_does(world: World) -> None:
    add_rule(world, price_percent=10)
    answer = world.call("POST", "writes/1/undo", json={"request": {}})
    assert answer.status_code == 404


def test_what_a_role_does_in_the_back_office_needs_approval(world: World, owner: Person) -> None:
    number = world.product(price="10000")["product_no"]
    clerk = Person(world, "clerk", "A", "products:edit")
    add_rule(world, role_no=clerk.role_no)
    write = ("PUT", f"products/{number}")

    with pytest.raises(WaitsForApproval) as waits:
        clerk.call(*write, api="admin", permits=None, price="9000")

    assert price(world, number) == "10000.00"
    plan_no = waits.value.plan_no
    with pytest.raises(Forbidden, match="your own proposal"):
        clerk.decide(plan_no, "approve")
    shown = owner.call("GET", f"approvals/{plan_no}")
    assert shown["proposer"] == {"client_id": "", "app_name": "", "user_id": "clerk"}
    owner.decide(plan_no, "approve")
    assert price(world, number) == "9000.00"
    owner.call(*write, api="admin", permits=None, price="8000")
    assert price(world, number) == "8000.00"


def test_what_only_pages_call_needs_approval_as_well(world: World, owner: Person) -> None:
    member_id = customer_setup.join(world, "minji").member_id
    clerk = Person(world, "clerk", "A", "customers:edit")
    add_rule(world, role_no=clerk.role_no, money=100_000)

    def give(person: Person, amount: str) -> Any:
        return person.call(
            "POST", "credits", permits=None, member_id=member_id, amount=amount, type="increase"
        )

    give(clerk, "1000")
    with pytest.raises(WaitsForApproval) as waits:
        give(clerk, "2000")
    decided = owner.decide(waits.value.plan_no, "approve")

    assert decided["state"] == "applied"
    entries = world.get(
        "credits", member_id=member_id, start_date="2026-11-20", end_date="2026-11-22"
    )
    assert len(entries["credits"]) == 2


def test_an_app_acts_with_the_rules_of_the_role_that_agreed_to_it(world: World) -> None:
    number = world.product(price="10000")["product_no"]
    owner = Person(world, "owner", "A", "products:edit")
    add_rule(world, role_no=owner.role_no)
    # the tokens of a world are of the user `owner`
    fresh = world.install()
    assert reason(change_price(world, number, "9000", app=fresh)) == (202, "rule")


@pytest.mark.parametrize("asks", [False, True])
def test_nobody_approves_what_their_own_app_proposes_under_a_rule(world: World, asks: bool) -> None:
    number = world.product(price="10000")["product_no"]
    owner = Person(world, "owner", "A", "products:edit")  # the tokens of a world are theirs
    colleague = Person(world, "colleague", "A", "products:edit")
    add_rule(world, price_percent=10)
    headers = {"Prefer": "handling=propose"} if asks else {}
    answer = world.call(
        "PUT", f"products/{number}", headers=headers, json={"request": {"price": "5000"}}
    )
    plan_no = answer.json()["plan"]["plan_no"]

    with pytest.raises(Forbidden, match="your own proposal"):
        owner.decide(plan_no, "approve")

    assert not owner.call("GET", f"approvals/{plan_no}")["may_decide"]
    assert price(world, number) == "10000.00"
    colleague.decide(plan_no, "approve")
    assert price(world, number) == "5000.00"


def test_a_manager_decides_on_what_their_app_asks_for_without_a_rule(world: World) -> None:
    number = world.product(price="10000")["product_no"]
    owner = Person(world, "owner", "A", "products:edit")
    other = world.install()
    add_rule(world, client_id=other.credentials.client_id)
    answer = world.call(
        "PUT",
        f"products/{number}",
        headers={"Prefer": "handling=propose"},
        json={"request": {"price": "5000"}},
    )

    owner.decide(answer.json()["plan"]["plan_no"], "approve")

    assert price(world, number) == "5000.00"


def test_rules_are_about_writes_of_the_admin_api_alone(world: World) -> None:
    number, shopper = world.product()["product_no"], Shopper(world)
    add_rule(world, client_id=world.full.credentials.client_id)

    shopper.put(number)

    assert [each["product_no"] for each in shopper.get("carts")] == [number]
    assert world.get("plans")["plans"] == []


def test_head_admins_change_what_rules_of_kinds_concern(world: World, owner: Person) -> None:
    number = world.product(price="10000")["product_no"]
    clerk = Person(world, "clerk", "A", "products:edit")
    add_rule(world, price_percent=10)

    owner.call("PUT", f"products/{number}", api="admin", permits=None, price="5000")
    with pytest.raises(WaitsForApproval):
        clerk.call("PUT", f"products/{number}", api="admin", permits=None, price="10000")

    assert price(world, number) == "5000.00"


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        ({}, Invalid),
        ({"objects": -1}, Invalid),
        ({"objects": 10_001}, Invalid),
        ({"price_percent": 100_001}, Invalid),
        ({"money": -1}, Invalid),
        ({"client_id": "nobody"}, NotFound),
        ({"role_no": 9}, NotFound),
        ({"role_no": 1, "client_id": "nobody"}, Invalid),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(
    world: World, rule: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        add_rule(world, **rule)


def test_a_removed_rule_concerns_nothing(world: World) -> None:
    number = world.product(price="10000")["product_no"]
    rule = add_rule(world, price_percent=10)

    async def remove() -> None:
        app = world.stage.app
        async with app.database.writing(world.mall_id) as db:
            await approval_rules.remove(db, rule.rule_no)
        await app.counters.invalidate_caches()

    world.stage.run(remove)
    assert change_price(world, number, "1000").status_code == 200
    with pytest.raises(NotFound):
        world.stage.run(remove)


@pytest.mark.parametrize("by_page", [False, True])
def test_a_write_that_comes_before_the_rehearsed_one_makes_it_wait(
    world: World, owner: Person, monkeypatch: pytest.MonkeyPatch, by_page: bool
) -> None:
    number = world.product(price="10000")["product_no"]
    limited, clerk = world.install(), Person(world, "clerk", "A", "products:edit")
    add_rule(world, price_percent=10, client_id=limited.credentials.client_id)
    add_rule(world, price_percent=10, role_no=clerk.role_no)
    run = Rehearsals.run
    before = iter(["5000"])

    async def run_and_let_another_write(*given: Any, **rest: Any) -> Any:
        rehearsed = await run(*given, **rest)
        for price_now in before:
            sent = {"price": price_now}
            await owner.execute("PUT", f"products/{number}", sent, api="admin", permits=None)
        return rehearsed

    monkeypatch.setattr(Rehearsals, "run", run_and_let_another_write)

    # 5 percent when it was rehearsed, 90 when it is executed
    if by_page:
        with pytest.raises(WaitsForApproval):
            clerk.call("PUT", f"products/{number}", api="admin", permits=None, price="9500")
    else:
        assert reason(change_price(world, number, "9500", app=limited)) == (202, "rule")

    assert price(world, number) == "5000.00"
    assert [each["state"] for each in owner.call("GET", "approvals")] == ["waiting"]
