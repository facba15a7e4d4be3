"""Calls that only people of the shop can carry out: proposals, and what becomes of them."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import bindparam, select

from openmall.contract import scopes as scope_names
from openmall.contract.errors import NotModified
from openmall.contract.journal.tables import EVENT
from openmall.contract.plans import PlanMoved
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.events.plans.people import Person
from tests.world import Installed, World

PROPOSES_PRODUCTS = "mall.write_product.propose"
DAY = 86_400
_EVENTS = Statement(
    select(EVENT.c.event_no)
    .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.event_no >= 91003)
    .order_by(EVENT.c.sequence)
)


@pytest.fixture
def proposer(world: World) -> Installed:
    """Return an app that may read products and propose changes of them."""
    return world.install(
        [scope_names.READ_PRODUCT, scope_names.READ_APPLICATION, PROPOSES_PRODUCTS]
    )


@pytest.fixture
def owner(world: World) -> Person:
    return Person(world, "owner")


def send(world: World, app: Installed, method: str, path: str, **values: Any) -> httpx.Response:
    answer: httpx.Response = world.call(method, path, app=app, json={"request": values})
    return answer


def propose_quantities(world: World, app: Installed, quantities: dict[str, int]) -> int:
    """Propose quantities of several variants in one call; return the number of its plan."""
    objects = [{"variant_code": code, "quantity": each} for code, each in quantities.items()]
    answer = world.call("PUT", "inventories", app=app, json={"requests": objects})
    assert answer.status_code == 202, answer.text
    return int(answer.json()["plan"]["plan_no"])


def variants(world: World, count: int) -> dict[str, int]:
    """Return the codes of variants of new products, and the numbers of those."""
    numbers = [world.product()["product_no"] for _ in range(count)]
    return {
        world.get(f"products/{number}/variants")["variants"][0]["variant_code"]: number
        for number in numbers
    }


def quantities(world: World, numbers: dict[str, int]) -> list[int]:
    return [
        world.get(f"products/{number}/variants")["variants"][0]["quantity"]
        for number in numbers.values()
    ]


def propose_price(world: World, app: Installed, product_no: int, price: str) -> int:
    answer = send(world, app, "PUT", f"products/{product_no}", price=price)
    assert answer.status_code == 202, answer.text
    return int(answer.json()["plan"]["plan_no"])


def price(world: World, product_no: int) -> str:
    found: str = world.get(f"products/{product_no}")["product"]["price"]
    return found


def plan(world: World, app: Installed, plan_no: int) -> dict[str, Any]:
    answer = world.call("GET", f"plans/{plan_no}", app=app)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["plan"]
    return found


def events(world: World) -> list[int]:
    """Return the numbers of the events of plans in the outbox."""

    async def read(db: Session) -> list[int]:
        return [row[0] for row in await db.all(_EVENTS)]

    return world.in_transaction(read)


def test_a_write_that_a_token_may_only_propose_waits(world: World, proposer: Installed) -> None:
    number = world.product(price="12000")["product_no"]

    answer = send(world, proposer, "PUT", f"products/{number}", price="9900")

    assert answer.status_code == 202
    assert answer.headers["Link"] == '</api/v2/admin/plans/1>; rel="plan"'
    assert "X-Platform-Plan-Token" not in answer.headers
    assert answer.json() == {
        "plan": {
            "plan_no": 1,
            "operation": "PUT products/{product_no}",
            "state": "waiting",
            "status": 200,
            "total": 1,
            "changes": 1,
            "reason": "scope",
            "created_date": "2026-11-21T09:00:00+09:00",
            "expires_date": "2026-11-28T09:00:00+09:00",
        }
    }
    assert price(world, number) == "12000.00"
    assert plan(world, proposer, 1)["state"] == "waiting"
    listed = world.call("GET", "plans", app=proposer).json()["plans"]
    assert [each["plan_no"] for each in listed] == [1]
    assert events(world) == [91003]
    lines = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21")
    assert lines["activitylogs"][0]["content"] == (
        "plan 1 (PUT products/{product_no}): state open -> waiting"
    )


def test_who_may_write_does_not_only_propose(world: World) -> None:
    app = world.install([scope_names.WRITE_PRODUCT, PROPOSES_PRODUCTS])
    number = world.product(price="12000")["product_no"]
    assert send(world, app, "PUT", f"products/{number}", price="9900").status_code == 200


def test_any_app_can_ask_that_a_write_waits(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    answer = world.call(
        "PUT",
        f"products/{number}",
        json={"request": {"price": "9900"}},
        headers={"Prefer": "handling=propose"},
    )
    assert answer.status_code == 202
    assert answer.headers["Preference-Applied"] == "handling=propose"
    assert answer.json()["plan"]["reason"] == "request"
    assert price(world, number) == "12000.00"


def test_what_cannot_be_rehearsed_cannot_be_proposed(world: World) -> None:
    app = world.install([scope_names.READ_APPLICATION, "mall.write_application.propose"])
    answer = send(world, app, "POST", "imports", kind="products")
    assert answer.status_code == 403
    assert "cannot be proposed" in answer.json()["error"]["message"]


def test_a_refused_call_is_no_proposal(world: World, proposer: Installed) -> None:
    answer = send(world, proposer, "PUT", "products/999999", price="9900")
    assert answer.status_code == 404
    assert world.call("GET", "plans", app=proposer).json()["plans"] == []


def test_an_asynchronous_proposal_waits_as_well(world: World, proposer: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    answer = world.call(
        "PUT",
        f"products/{number}",
        app=proposer,
        json={"request": {"price": "9900"}},
        headers={"Prefer": "respond-async"},
    )
    assert (answer.status_code, answer.json()["plan"]["state"]) == (202, "waiting")


def test_a_repeated_proposal_with_its_key_is_one(world: World, proposer: Installed) -> None:
    def create() -> httpx.Response:
        answer: httpx.Response = world.call(
            "POST",
            "products",
            app=proposer,
            json={"request": {"product_name": "Once", "price": "1", "supply_price": "1"}},
            headers={"Idempotency-Key": "once"},
        )
        return answer

    first, second = create(), create()

    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert len(world.call("GET", "plans", app=proposer).json()["plans"]) == 1


def test_an_approved_proposal_is_carried_out_as_its_app(
    world: World, proposer: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")

    decided = owner.decide(plan_no, "approve", comment="Fine")

    assert (decided["state"], decided["proposer"]["app_name"]) == ("applied", "Test app")
    assert decided["decision"] == {
        "decided_by": "owner",
        "decided_date": "2026-11-21T09:00:00+09:00",
        "approved": [1],
    }
    assert price(world, number) == "9900.00"
    seen = plan(world, proposer, plan_no)
    assert seen["outcome"]["status"] == 200
    assert seen["outcome"]["body"]["product"]["price"] == "9900.00"
    assert [each["content"] for each in seen["comments"]] == ["Fine"]
    assert events(world) == [91003, 91004, 91006]
    lines = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21")[
        "activitylogs"
    ]
    assert [(each["type"], each["manager_id"]) for each in lines[:3]] == [
        ("approval", "owner"),
        ("product", "owner"),
        ("plan", "owner"),
    ]


def test_people_see_what_would_change_whatever_the_app_may_read(
    world: World, owner: Person
) -> None:
    app = world.install([scope_names.READ_APPLICATION, PROPOSES_PRODUCTS])
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, app, number, "9900")

    [seen] = world.call("GET", f"plans/{plan_no}/changes", app=app).json()["changes"]
    [shown] = owner.call("GET", f"approvals/{plan_no}/changes")

    assert (seen["before"], seen["after"]) == (None, None)
    assert (shown["before"]["price"], shown["after"]["price"]) == ("12000.00", "9900.00")
    [sent] = owner.call("GET", f"approvals/{plan_no}/objects")
    assert sent == {"object_no": 1, "content": {"price": "9900", "product_no": str(number)}}
    [line] = owner.call("GET", "approvals", state="waiting")
    assert (line["plan_no"], line["reason"]) == (plan_no, "scope")


def test_a_part_is_approved_and_the_rest_rejected(
    world: World, proposer: Installed, owner: Person
) -> None:
    codes = variants(world, 3)
    plan_no = propose_quantities(world, proposer, dict.fromkeys(codes, 7))

    decided = owner.decide(plan_no, "approve", objects=[1, 3])

    assert (decided["state"], decided["decision"]["approved"]) == ("applied", [1, 3])
    assert decided["total"] == 3
    assert quantities(world, codes) == [7, 0, 7]


def test_a_part_that_has_moved_is_not_carried_out(
    world: World, proposer: Installed, owner: Person
) -> None:
    codes = variants(world, 2)
    first = next(iter(codes))
    plan_no = propose_quantities(world, proposer, dict.fromkeys(codes, 7))
    world.call("PUT", "inventories", json={"requests": [{"variant_code": first, "quantity": 3}]})

    with pytest.raises(PlanMoved) as moved:
        owner.decide(plan_no, "approve", objects=[1])

    assert quantities(world, codes) == [3, 0]
    assert moved.value.plan is not None
    fresh = owner.call("GET", f"approvals/{moved.value.plan['plan_no']}")
    assert (fresh["state"], fresh["total"]) == ("waiting", 1)
    owner.decide(fresh["plan_no"], "approve")
    assert quantities(world, codes) == [7, 0]


def test_a_rejected_proposal_is_not_carried_out(
    world: World, proposer: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")

    decided = owner.decide(plan_no, "reject", comment="Too cheap")

    assert (decided["state"], decided["decision"]["approved"]) == ("rejected", [])
    assert price(world, number) == "12000.00"
    assert events(world) == [91003, 91005]
    with pytest.raises(NotModified):
        owner.decide(plan_no, "approve")


def test_what_has_moved_is_offered_again(world: World, proposer: Installed, owner: Person) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    world.put(f"products/{number}", price="11000")

    with pytest.raises(PlanMoved) as moved:
        owner.decide(plan_no, "approve")

    assert price(world, number) == "11000.00"
    assert moved.value.plan == {"plan_no": plan_no + 1}
    old, fresh = plan(world, proposer, plan_no), plan(world, proposer, plan_no + 1)
    assert (old["state"], old["successor"]) == ("expired", plan_no + 1)
    assert (fresh["state"], fresh["reason"]) == ("waiting", "scope")
    with pytest.raises(NotModified):
        owner.decide(plan_no, "approve")
    owner.decide(plan_no + 1, "approve")
    assert price(world, number) == "9900.00"


def test_a_call_that_fails_when_it_is_approved_waits_on(
    world: World, proposer: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    world.call("DELETE", f"products/{number}")

    with pytest.raises(PlanMoved, match="fails now"):
        owner.decide(plan_no, "approve")

    assert plan(world, proposer, plan_no)["state"] == "waiting"
    assert owner.decide(plan_no, "reject")["state"] == "rejected"


def test_an_approval_that_is_repeated_does_nothing(
    world: World, proposer: Installed, owner: Person
) -> None:
    answer = send(
        world, proposer, "POST", "products", product_name="Once", price="1", supply_price="1"
    )
    plan_no = answer.json()["plan"]["plan_no"]
    owner.decide(plan_no, "approve")

    with pytest.raises(NotModified):
        owner.decide(plan_no, "approve")

    assert world.get("products/count", product_name="Once")["count"] == 1


@pytest.mark.both_stores
def test_two_browsers_that_approve_at_once_carry_it_out_once(
    world: World, proposer: Installed, owner: Person
) -> None:
    other = Person(world, "other")
    answer = send(
        world, proposer, "POST", "products", product_name="Twice", price="1", supply_price="1"
    )
    plan_no = answer.json()["plan"]["plan_no"]

    def approve(person: Person) -> str:
        try:
            return str(person.decide(plan_no, "approve")["state"])
        except NotModified:
            return "refused"

    with ThreadPoolExecutor(4) as pool:
        outcomes = sorted(pool.map(approve, [owner, other, owner, other]))

    assert outcomes == ["applied", "refused", "refused", "refused"]
    assert world.get("products/count", product_name="Twice")["count"] == 1


def test_a_proposal_that_has_expired_is_not_carried_out(
    world: World, proposer: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    world.stage.clock.pass_(7 * DAY)

    with pytest.raises(NotModified, match="expired"):
        owner.decide(plan_no, "approve")

    assert owner.call("GET", f"approvals/{plan_no}")["state"] == "expired"
    assert events(world) == [91003]
