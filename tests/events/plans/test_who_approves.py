"""Who cannot carry out what waits: apps, other managers, and whoever comes too late."""

from typing import Any

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.contract import scopes as scope_names
from openmall.contract.errors import ApiError, Forbidden, Invalid, NotFound, NotModified
from openmall.events.plans import store as plan_store
from tests.events.plans.people import Person
from tests.events.plans.test_approvals import (
    PROPOSES_PRODUCTS,
    owner,
    plan,
    price,
    propose_price,
    proposer,
)
from tests.world import Installed, World

__all__ = ["owner", "proposer"]


def test_no_app_applies_what_waits(world: World, proposer: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    apply = f"plans/{plan_no}/apply"

    for token in ("", "x" * 43, "forged"):
        for app in (proposer, world.full):
            answer = world.call("POST", apply, app=app, json={"request": {"token": token}})
            assert answer.status_code in (403, 404, 409, 422), answer.text
    # the operations of the back office are at no address
    for path in (f"approvals/{plan_no}/decision", f"plans/{plan_no}/decision"):
        answer = world.call("POST", path, json={"request": {"decision": "approve"}})
        assert answer.status_code == 404
    assert price(world, number) == "12000.00"


def test_an_app_with_the_full_scope_cannot_apply_its_own_waiting_plan(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    answer = world.call(
        "PUT",
        f"products/{number}",
        json={"request": {"price": "9900"}},
        headers={"Prefer": "handling=propose"},
    )
    plan_no = answer.json()["plan"]["plan_no"]
    answer = world.call("POST", f"plans/{plan_no}/apply", json={"request": {"token": "x"}})
    assert answer.status_code == 409
    assert answer.json()["error"]["message"] == "The plan is waiting. (parameter.plan_no)"


def test_the_identity_of_an_app_decides_nothing(
    world: World, proposer: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    with pytest.raises(Forbidden):
        owner.decide(plan_no, "approve", client_id=proposer.credentials.client_id)


@pytest.mark.parametrize("rights", ["orders:edit", "products:view"])
def test_a_manager_who_may_not_write_it_sees_and_decides_nothing(
    world: World, proposer: Installed, rights: str
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    clerk = Person(world, "clerk", "A", rights)

    assert clerk.call("GET", "approvals") == []
    for decision in ("approve", "reject"):
        with pytest.raises(NotFound):
            clerk.decide(plan_no, decision)
    with pytest.raises(NotFound):
        clerk.call("POST", f"approvals/{plan_no}/comments", content="Let me")
    assert price(world, number) == "12000.00"


def test_a_sub_admin_whose_role_has_it_decides(world: World, proposer: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    clerk = Person(world, "clerk", "A", "products:edit")
    assert clerk.decide(plan_no, "approve")["state"] == "applied"


def test_a_supplier_decides_nothing(world: World, proposer: Installed) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    with pytest.raises(NotFound):
        Person(world, "supplier", "S").decide(plan_no, "approve")


def test_an_app_that_was_removed_gets_nothing_done(
    world: World, proposer: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    world.in_transaction(
        lambda db: registered_apps.remove(db, world.stage.clock, proposer.credentials.client_id)
    )

    with pytest.raises(NotModified, match="no longer allowed"):
        owner.decide(plan_no, "approve")

    assert price(world, number) == "12000.00"


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"decision": "approve", "objects": [2]}, Invalid),
        ({"decision": "approve", "objects": [0]}, Invalid),
        ({"decision": "approve", "objects": []}, Invalid),
        ({"decision": "reject", "objects": [1]}, Invalid),
        ({"decision": "perhaps"}, Invalid),
        ({"decision": "reject", "comment": ""}, Invalid),
    ],
)
def test_a_decision_that_makes_no_sense_changes_nothing(
    world: World, proposer: Installed, owner: Person, given: dict[str, Any], error: type[ApiError]
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    with pytest.raises(error):
        owner.decide(plan_no, **given)
    assert plan(world, proposer, plan_no)["state"] == "waiting"


def test_an_app_discards_what_waits(world: World) -> None:
    app = world.install(
        [scope_names.READ_APPLICATION, scope_names.WRITE_APPLICATION, PROPOSES_PRODUCTS]
    )
    owner = Person(world, "owner")
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, app, number, "9900")
    owner.call("POST", f"approvals/{plan_no}/comments", content="Why?")

    answer = world.call("DELETE", f"plans/{plan_no}", app=app)

    assert answer.status_code == 200
    with pytest.raises(NotFound):
        owner.decide(plan_no, "approve")


def test_an_approval_that_was_interrupted_is_completed(
    world: World, proposer: Installed, owner: Person
) -> None:
    number = world.product(price="12000")["product_no"]
    plan_no = propose_price(world, proposer, number, "9900")
    world.in_transaction(
        lambda db: plan_store.decide(
            db, plan_no, state="approved", decided_by="owner", decided_at=1, approved="[1]"
        )
    )

    with pytest.raises(NotModified):
        Person(world, "other").decide(plan_no, "approve")
    assert owner.decide(plan_no, "approve")["state"] == "applied"
    assert price(world, number) == "9900.00"


def test_a_rehearsal_of_what_may_only_be_proposed_has_no_token(
    world: World, proposer: Installed
) -> None:
    number = world.product(price="12000")["product_no"]
    answer = world.call(
        "PUT",
        f"products/{number}",
        app=proposer,
        json={"request": {"price": "9900"}},
        headers={"Prefer": "handling=rehearse"},
    )
    assert answer.status_code == 200
    assert "X-Platform-Plan-Token" not in answer.headers
    assert plan(world, proposer, 1)["state"] == "open"
