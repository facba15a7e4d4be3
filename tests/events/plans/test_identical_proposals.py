"""A proposal that is sent twice waits once; one that differs in anything waits beside it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from openmall.contract import scopes as scope_names
from tests.events.plans.people import Person
from tests.events.plans.test_approvals import PROPOSES_PRODUCTS, propose_price, send
from tests.world import Installed, World

pytestmark = pytest.mark.both_stores


SCOPES = [scope_names.READ_PRODUCT, scope_names.READ_APPLICATION, PROPOSES_PRODUCTS]


@pytest.fixture
def proposer(world: World) -> Installed:
    return world.install(SCOPES)


def waiting(world: World, app: Installed) -> list[int]:
    plans = world.call("GET", "plans", app=app, params={"limit": 100}).json()["plans"]
    return sorted(each["plan_no"] for each in plans if each["state"] == "waiting")


def test_an_identical_proposal_is_the_one_that_waits(world: World, proposer: Installed) -> None:
    number = world.product()["product_no"]
    first = send(world, proposer, "PUT", f"products/{number}", price="7000")

    again = send(world, proposer, "PUT", f"products/{number}", price="7000")

    assert (again.status_code, again.json()) == (202, first.json())
    assert again.headers["link"] == first.headers["link"]
    assert waiting(world, proposer) == [first.json()["plan"]["plan_no"]]


def test_two_at_once_wait_once(world: World, proposer: Installed) -> None:
    number = world.product()["product_no"]

    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(propose_price, world, proposer, number, "7000") for _ in range(4)]

    assert len({each.result() for each in sent}) == 1
    assert len(waiting(world, proposer)) == 1


def test_an_identical_new_product_waits_once(world: World, proposer: Installed) -> None:
    sent: dict[str, Any] = {"product_name": "Cup", "price": "1000", "supply_price": "500"}

    first, again = (send(world, proposer, "POST", "products", **sent) for _ in range(2))

    assert (first.status_code, again.json()) == (202, first.json())


def test_another_value_object_or_caller_waits_beside_it(world: World, proposer: Installed) -> None:
    one, other = (world.product()["product_no"] for _ in range(2))
    stranger = world.install(SCOPES)

    plans = [
        propose_price(world, proposer, one, "7000"),
        propose_price(world, proposer, one, "8000"),
        propose_price(world, proposer, other, "7000"),
        propose_price(world, stranger, one, "7000"),
    ]

    assert waiting(world, proposer) + waiting(world, stranger) == plans


def test_what_was_decided_or_has_changed_is_proposed_anew(
    world: World, proposer: Installed
) -> None:
    owner, number = Person(world, "owner"), world.product()["product_no"]
    rejected = propose_price(world, proposer, number, "7000")
    owner.decide(rejected, "reject", comment="too dear")

    second = propose_price(world, proposer, number, "7000")
    world.put(f"products/{number}", price="6500")
    third = propose_price(world, proposer, number, "7000")

    assert [second, third] == [rejected + 1, rejected + 2]


def test_a_key_of_its_own_means_another_proposal(world: World, proposer: Installed) -> None:
    sent = {"request": {"product_name": "Cup", "price": "1000", "supply_price": "500"}}

    numbers = [
        world.call(
            "POST", "products", app=proposer, json=sent, headers={"Idempotency-Key": key}
        ).json()["plan"]["plan_no"]
        for key in ("a", "b", "a")
    ]

    assert numbers == [1, 2, 1]
