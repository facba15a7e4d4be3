"""What was decided on plans stays: who decided, what people said, and that it was applied."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from openmall.contract.errors import ApiError
from openmall.database import sequences
from openmall.database.session import DatabaseAway, Session
from tests.events.plans.people import Person
from tests.events.plans.test_approvals import (
    owner,
    plan,
    price,
    propose_price,
    proposer,
    send,
)
from tests.events.plans.test_plans import apply, plan_no, rehearse
from tests.world import Installed, World

__all__ = ["owner", "proposer"]


@pytest.fixture
def discarder(world: World) -> Installed:
    """Return an app that may propose changes of products, and discard plans."""
    return world.install(
        [
            "mall.read_product",
            "mall.read_application",
            "mall.write_application",
            "mall.write_product.propose",
        ]
    )


def discard(world: World, app: Installed, number: int) -> tuple[int, str]:
    answer = world.call("DELETE", f"plans/{number}", app=app)
    return answer.status_code, answer.json().get("error", {}).get("message", "")


def log(world: World) -> list[tuple[str, str, str]]:
    """Return type, manager and content of the last lines of the log, the newest first."""
    lines = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21")
    return [
        (each["type"], each["manager_id"], each["content"]) for each in lines["activitylogs"][:4]
    ]


def test_what_people_decided_is_not_discarded(
    world: World, discarder: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    approved = propose_price(world, discarder, number, "9900")
    owner.decide(approved, "approve", comment="Fine")
    rejected = propose_price(world, discarder, number, "1")
    owner.decide(rejected, "reject", comment="No")

    assert discard(world, discarder, approved) == (409, "The plan is applied. (parameter.plan_no)")
    assert discard(world, discarder, rejected) == (409, "The plan is rejected. (parameter.plan_no)")

    assert [each["content"] for each in plan(world, discarder, approved)["comments"]] == ["Fine"]
    assert plan(world, discarder, rejected)["state"] == "rejected"


def test_an_applied_plan_is_not_discarded(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    rehearsed = rehearse(world, "PUT", f"products/{number}", price="9900")
    assert apply(world, rehearsed).status_code == 201

    assert discard(world, world.full, plan_no(rehearsed))[0] == 409
    assert plan(world, world.full, plan_no(rehearsed))["state"] == "applied"


@pytest.mark.both_stores
def test_a_plan_that_is_discarded_and_approved_at_once_is_one_of_both(
    world: World, discarder: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    for at in range(1, 6):
        proposed = propose_price(world, discarder, number, f"{9_000 + at}")

        def approve(proposed: int = proposed) -> bool:
            try:
                return bool(owner.decide(proposed, "approve")["state"] == "applied")
            except ApiError:
                return False

        with ThreadPoolExecutor(2) as pool:
            approving = pool.submit(approve)
            discarding = pool.submit(discard, world, discarder, proposed)
        applied, discarded = approving.result(), discarding.result()[0] == 200

        assert applied != discarded
        assert (price(world, number) == f"{9_000 + at}.00") is applied


@pytest.mark.both_stores
def test_comments_of_several_people_at_once_are_all_kept(
    world: World, proposer: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    proposed = propose_price(world, proposer, number, "9900")
    people = [owner, Person(world, "other"), Person(world, "third")]

    def say(at: int) -> None:
        people[at % 3].call("POST", f"approvals/{proposed}/comments", content=f"Comment {at}")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(say, range(12)))

    said = plan(world, proposer, proposed)["comments"]
    assert [each["comment_no"] for each in said] == list(range(1, 13))
    assert {each["content"] for each in said} == {f"Comment {at}" for at in range(12)}


def test_an_approval_that_was_interrupted_is_in_the_log_with_its_comment(
    world: World, proposer: Installed, owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = world.product(price="12000")["product_no"]
    proposed = propose_price(world, proposer, number, "9900")

    async def break_down(*given: Any) -> None:
        raise DatabaseAway

    executor = world.stage.app._back_office._client._services.plans
    with monkeypatch.context() as patched:
        patched.setattr(type(executor), "execute_approved", break_down)
        with pytest.raises(DatabaseAway):
            owner.decide(proposed, "approve", comment="Fine")

    subject = f"plan {proposed} (PUT products/{{product_no}})"
    assert plan(world, proposer, proposed)["state"] == "approved"
    assert [each["content"] for each in plan(world, proposer, proposed)["comments"]] == ["Fine"]
    assert log(world)[0] == ("plan", "owner", f"{subject}: state waiting -> approved")
    assert owner.decide(proposed, "approve")["state"] == "applied"
    assert log(world)[0] == ("approval", "owner", f"{subject}: state approved -> applied")


def test_every_transaction_takes_numbers_of_events_first(
    world: World, proposer: Installed, owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Transactions that lock the same series in different orders deadlock on PostgreSQL."""
    number = world.product()["product_no"]
    taken: list[tuple[Session, str]] = []
    allocate, allocate_two = sequences.allocate, sequences.allocate_two

    async def record_one(db: Session, name: str, *, count: int = 1) -> int:
        taken.append((db, name))
        return await allocate(db, name, count=count)

    async def record_two(
        db: Session, one: tuple[str, int], other: tuple[str, int]
    ) -> dict[str, int]:
        taken.extend(((db, one[0]), (db, other[0])))
        return await allocate_two(db, one, other)

    monkeypatch.setattr(sequences, "allocate", record_one)
    monkeypatch.setattr(sequences, "allocate_two", record_two)
    # a memo announces nothing itself
    answer = send(
        world, proposer, "POST", f"products/{number}/memos", author_id="owner", memo="Seen"
    )
    owner.decide(answer.json()["plan"]["plan_no"], "approve", comment="Fine")

    first: dict[int, list[str]] = {}
    for db, name in taken:
        names = first.setdefault(id(db), [])
        if name not in names:
            names.append(name)
    assert any("event" in names and "activity_log" in names for names in first.values())
    for names in first.values():
        if "event" in names and "activity_log" in names:
            assert names.index("event") < names.index("activity_log"), names
