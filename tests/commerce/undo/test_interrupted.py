"""The connection breaks at every statement and commit of a rehearsal, an application and an undo.

Afterwards the store is as before, or everything is done; and the same call works when it is sent
again.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import Struct

from openmall.database.factory import open_database
from openmall.database.sequences import SEQUENCE
from openmall.events.plans.tables import CHANGE, PLAN
from tests import postgres
from tests.commerce.undo.interrupted_store import (
    INTERRUPTION,
    InterruptedDatabase,
    Interruption,
    Moment,
)
from tests.every_operation.operation_calls import rows
from tests.random_cases import cases
from tests.stores import STORES
from tests.world import Stage, World, open_stage

Sent = tuple[str, str, dict[str, Any]]
"""Method, path and body of a call."""
Rows = dict[str, list[str]]
REHEARSE = {"Prefer": "respond-async, handling=rehearse"}
MOMENTS: tuple[Moment, ...] = ("statement", "before commit", "after commit")


class Case(Struct, frozen=True):
    """A write that can be repeated with other values."""

    make: Callable[[World], Any]
    """Makes what the write is about."""
    sent: Callable[[World, Any, int], Sent]
    """Returns the call, other for each number from 1 on."""
    shown: Callable[[World, Any], Any]
    """Returns what the call changes, as it is retrieved."""


def _product(world: World) -> int:
    number: int = world.product(product_name="Linen apron", product_tag=["a"])["product_no"]
    return number


def _products(world: World) -> list[int]:
    return [_product(world) for _ in range(3)]


def _variants(world: World) -> tuple[int, list[str]]:
    number = _product(world)
    options = [{"option_name": "Size", "option_value": [{"option_text": x} for x in "SML"]}]
    world.post(f"products/{number}/options", has_option="T", option_type="T", options=options)
    found = world.get(f"products/{number}/variants")["variants"]
    return number, [each["variant_code"] for each in found]


def _prices(world: World, made: list[int], at: int) -> Sent:
    refused = {"product_no": 9_999, "price": "1"}
    objects = [{"product_no": each, "price": str(9_000 + at)} for each in made]
    return "PUT", "prices", {"requests": [*objects, refused]}


def _amounts(world: World, made: tuple[int, list[str]], at: int) -> Sent:
    number, codes = made
    objects = [{"variant_code": each, "additional_amount": str(100 + at)} for each in codes]
    return "PUT", f"products/{number}/variants", {"requests": objects}


def _memo(world: World, number: int, at: int) -> Sent:
    memo = world.post(f"products/{number}/memos", author_id="owner", memo=f"{at}")["memo"]
    return "DELETE", f"products/{number}/memos/{memo['memo_no']}", {}


CASES = {
    "one object": Case(
        _product,
        lambda _, number, at: (
            "PUT",
            f"products/{number}",
            {
                "request": {
                    "price": str(9_000 + at),
                    "product_name": f"Towel {at}",
                    "product_tag": [f"tag{at}"],
                }
            },
        ),
        lambda world, number: world.get(f"products/{number}"),
    ),
    "several objects": Case(
        _products, _prices, lambda world, made: [world.get(f"products/{each}") for each in made]
    ),
    "as many as a job": Case(
        _variants, _amounts, lambda world, made: world.get(f"products/{made[0]}/variants")
    ),
    "a deleted object": Case(
        _product, _memo, lambda world, number: world.get(f"products/{number}/memos", limit=100)
    ),
}


@pytest.fixture(autouse=True)
def recorded() -> None:
    """Ask for no stage, which would repeat every test on the other store: `interrupted` records."""


@pytest.fixture(scope="module", params=STORES)
def interrupted(request: pytest.FixtureRequest) -> Iterator[Stage]:
    database = postgres.server().new_database() if request.param == "postgresql" else ""

    def opened(*given: Any, **rest: Any) -> InterruptedDatabase:
        return InterruptedDatabase(open_database(*given, **rest))

    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), opened=opened, database=database) as stage,
    ):
        stage.app.undo.days = 1
        yield stage


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


def interruptions() -> Iterator[Interruption]:
    """Yield what breaks where, until a call is over before; with few cases, at some statements."""
    for moment in MOMENTS:
        number = 1
        while True:
            interruption = Interruption(moment, number)
            yield interruption
            if not interruption.broke:
                break
            number += cases(1, usual=3) if moment == "statement" else 1


def call(world: World, sent: Sent, interruption: Interruption | None, **rest: Any) -> Any:
    """Send a call whose connection breaks."""
    method, path, body = sent
    token = INTERRUPTION.set(interruption)
    try:
        answer = world.call(method, path, **({"json": body} if body else {}), **rest)
    finally:
        INTERRUPTION.reset(token)
    if interruption is not None and interruption.broke:
        assert answer.status_code == 503, answer.text
        assert answer.headers["Retry-After"]
    return answer


def all_rows(world: World) -> Rows:
    return {name: each for name, each in rows(world).items() if each}


def without_plans(found: Rows) -> Rows:
    """Return rows without those of plans and their number."""
    left = {name: each for name, each in found.items() if name not in (PLAN.name, CHANGE.name)}
    left[SEQUENCE.name] = [each for each in left[SEQUENCE.name] if '"plan"' not in each]
    return left


def plan_of(answer: httpx.Response) -> tuple[int, Sent]:
    """Return the number of a plan, and the call that applies it."""
    assert answer.is_success, answer.text
    number = int(answer.headers["Link"].partition(">")[0].rpartition("/")[2])
    token = answer.headers["X-Platform-Plan-Token"]
    return number, ("POST", f"plans/{number}/apply", {"request": {"token": token}})


def test_a_rehearsal_that_breaks_leaves_nothing(interrupted: Stage, case: Case) -> None:
    world = interrupted.new_world()
    made = case.make(world)
    sent = case.sent(world, made, 1)
    before, broken = all_rows(world), 0

    for interruption in interruptions():
        answer = call(world, sent, interruption, headers=REHEARSE)
        broken += interruption.broke
        assert without_plans(all_rows(world)) == without_plans(before)

    assert broken >= 5
    # as many plans as were committed: a client that did not hear of one lets it expire
    assert answer.is_success
    _, apply = plan_of(answer)
    assert call(world, apply, None).status_code == 201


def test_a_plan_whose_application_breaks_is_applied_once(interrupted: Stage, case: Case) -> None:
    world = interrupted.new_world()
    made = case.make(world)
    broken = half = 0

    for at, interruption in enumerate(interruptions(), 1):
        sent = case.sent(world, made, at)
        rehearsed = call(world, sent, None, headers=REHEARSE)
        plan_no, apply = plan_of(rehearsed)
        before, shown = all_rows(world), case.shown(world, made)

        answer = call(world, apply, interruption)

        broken += interruption.broke
        is_open = world.get(f"plans/{plan_no}")["plan"]["state"] == "open"
        # what was committed without an answer
        unheard = interruption.broke and not is_open
        half += unheard
        if is_open:
            assert all_rows(world) == before
            assert case.shown(world, made) == shown
            answer = call(world, apply, None)
        if not unheard:
            assert answer.json()["plan"]["outcome"]["body"] == rehearsed.json()
        again = call(world, apply, None)
        assert (again.status_code, again.json()["error"]["message"]) == (
            409,
            "The plan was applied. (parameter.plan_no)",
        )
        assert case.shown(world, made) != shown
        [write] = world.get("writes", limit=1)["writes"]
        assert (write["operation"].split()[0], write["state"]) == (sent[0], "open")
        added = len(all_rows(world)["activity_log"]) - len(before["activity_log"])
        # the line of the plan itself is written by a transaction that follows
        assert added in ((1, 2) if unheard else (2,))

    assert broken >= 5
    assert half


def test_an_undo_that_breaks_changes_nothing_or_everything(interrupted: Stage, case: Case) -> None:
    world = interrupted.new_world()
    made = case.make(world)
    broken = 0

    for at, interruption in enumerate(interruptions(), 1):
        sent = case.sent(world, made, at)
        shown = case.shown(world, made)
        assert call(world, sent, None).is_success
        write_no = world.get("writes", limit=1)["writes"][0]["write_no"]
        undo: Sent = ("POST", f"writes/{write_no}/undo", {"request": {}})
        before = all_rows(world)

        call(world, undo, interruption)

        broken += interruption.broke
        state = world.get(f"writes/{write_no}")["write"]["state"]
        if state == "open":
            assert all_rows(world) == before
            assert call(world, undo, None).status_code == 201
        assert case.shown(world, made) == shown
        assert call(world, undo, None).status_code == 409

    assert broken >= 5
