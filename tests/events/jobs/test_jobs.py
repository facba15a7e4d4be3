"""A write that is answered at once and carried out afterwards."""

from typing import Any

import pytest

from openmall.api import registry
from openmall.api.pipeline import job_deferral, job_execution
from openmall.events.jobs import store as job_store
from tests.events.jobs.job_calls import (
    ARTICLES,
    LATER,
    NOW,
    QUEUED,
    articles,
    carry_on,
    job,
    later,
    titles,
)
from tests.world import World


def test_a_write_is_answered_202_and_carried_out_afterwards(world: World) -> None:
    body = {"request": {"product_name": "Apron", "supply_price": "5000", "price": "11000"}}
    placed = later(world, "products", body)
    # then nothing is done, and where the job is, is told
    assert placed.status_code == 202
    assert placed.headers["preference-applied"] == "respond-async"
    assert placed.headers["location"] == "/api/v2/admin/jobs/1"
    assert placed.json() == {
        "job": {
            "job_no": 1,
            "operation": "POST products",
            "total": 1,
            **QUEUED,
            "outcome": None,
        }
    }
    assert world.get("products/count") == {"count": 0}
    # when it was carried out, its outcome is what the call would have been answered
    carry_on(world)
    told = job(world)
    made = told["outcome"]["body"]["product"]
    assert told == {
        "job_no": 1,
        "operation": "POST products",
        "total": 1,
        **QUEUED,
        "state": "succeeded",
        "done": 1,
        "started_date": NOW,
        "finished_date": NOW,
        "outcome": {"status": 201, "body": {"product": made}},
    }
    same = world.post("products", **body["request"])["product"]
    assert {**made, "product_no": 0, "product_code": "", "custom_product_code": ""} == {
        **same, "product_no": 0, "product_code": "", "custom_product_code": "",
    }  # fmt: skip
    # and there is nothing left to do
    carry_on(world)
    assert world.get("products/count") == {"count": 2}


def test_many_objects_are_done_and_each_says_how_it_ended(world: World) -> None:
    body = articles(*range(45))
    body["requests"][30]["title"] = "x" * 300
    assert later(world, ARTICLES, body).status_code == 202
    carry_on(world)
    told = job(world)
    assert (told["state"], told["total"], told["done"], told["refused"]) == ("succeeded", 45, 45, 1)
    assert told["outcome"]["status"] == 207
    outcomes = told["outcome"]["body"]["articles"]
    assert [each["status"] for each in outcomes] == [201] * 30 + [422] + [201] * 14
    assert outcomes[30]["title"] == "x" * 300
    assert outcomes[30]["more_info"]["parameter"] == "title"
    assert titles(world) == sorted(f"t{each}" for each in range(45) if each != 30)


def test_the_outcome_is_that_of_the_same_call(world: World) -> None:
    now = world.call("POST", ARTICLES, json=articles(1, 2))
    later(world, ARTICLES, articles(1, 2))
    carry_on(world)
    outcome = job(world)["outcome"]
    assert outcome["status"] == now.status_code == 201
    for one, other in zip(outcome["body"]["articles"], now.json()["articles"], strict=True):
        numbers = {"article_no": 0, "parent_article_no": 0}
        assert {**one, **numbers} == {**other, **numbers}


def test_more_objects_than_a_call_may_have_are_a_job(world: World) -> None:
    assert world.call("POST", ARTICLES, json=articles(*range(11))).status_code == 400
    assert later(world, ARTICLES, articles(*range(11))).status_code == 202
    refused = later(world, ARTICLES, {"requests": [{}] * 10_001})
    assert refused.status_code == 400
    assert refused.json()["error"]["message"] == (
        "At most 10000 objects in one call. (parameter.requests)"
    )


def test_what_can_be_refused_at_once_is(world: World) -> None:
    refused = later(world, "products", {"request": {"product_name": "x" * 300}})
    assert refused.status_code == 422
    assert world.get("jobs") == {"jobs": []}


def test_a_call_that_is_refused_later_is_a_job_that_failed(world: World) -> None:
    sent = {"request": {"product_name": "Apron"}}
    placed = world.call("PUT", "products/999", json=sent, headers=LATER)
    assert placed.status_code == 202
    carry_on(world)
    told = job(world)
    now = world.call("PUT", "products/999", json=sent)
    assert told["outcome"] == {"status": 404, "body": now.json()}
    assert told["error"] == {"object": 1, "message": now.json()["error"]["message"]}
    assert (told["state"], told["done"]) == ("failed", 0)


def test_a_fault_ends_the_job_at_the_object_it_met(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(world, ARTICLES, articles(*range(30)))
    operation = world.stage.app.periodic_tasks.job_executor._operations[
        "POST boards/{board_no}/articles"
    ]
    handler = operation.handler

    async def faulty(call: Any, params: Any) -> Any:
        if params.title == "t7":
            raise ZeroDivisionError
        return await handler(call, params)

    broken = type(operation)(
        **{name: getattr(operation, name) for name in operation.__struct_fields__}
        | {"handler": faulty}
    )
    rows = world.stage.app.periodic_tasks.job_executor._operations
    monkeypatch.setitem(rows, operation.name, broken)
    carry_on(world)
    told = job(world)
    assert (told["state"], told["done"]) == ("failed", 7)
    assert told["error"]["object"] == 8
    assert told["error"]["message"].startswith("Internal error. Quote job-")
    assert told["outcome"]["status"] == 207
    assert len(told["outcome"]["body"]["articles"]) == 7
    assert titles(world) == sorted(f"t{each}" for each in range(7))


def test_a_job_can_be_cancelled_until_it_has_ended(world: World) -> None:
    later(world, ARTICLES, articles(1, 2))
    cancelled = world.call("DELETE", "jobs/1")
    assert cancelled.status_code == 200
    assert cancelled.json()["job"] == {
        "job_no": 1,
        "operation": "POST boards/{board_no}/articles",
        "total": 2,
        **QUEUED,
        "state": "cancelled",
        "finished_date": NOW,
        "outcome": None,
    }
    carry_on(world)
    assert titles(world) == []
    again = world.call("DELETE", "jobs/1")
    assert again.status_code == 422
    assert again.json()["error"]["message"] == "The job has ended. (parameter.job_no)"


def test_one_look_takes_all_that_is_due_however_many_end_at_once(world: World) -> None:
    for number in range(job_store.CLAIMED_AT_ONCE + 2):
        body = {"request": {"product_name": f"Apron {number}", "supply_price": "5000"}}
        assert later(world, "products", body).status_code == 202

    carry_on(world)

    assert world.get("products/count") == {"count": job_store.CLAIMED_AT_ONCE + 2}


def test_what_was_done_before_a_job_was_cancelled_stays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(world, ARTICLES, articles(*range(50)))
    carrier = world.stage.app.periodic_tasks.job_executor
    done = carrier._execute_batch

    async def cancelled_meanwhile(call: Any, *rest: Any) -> None:
        await done(call, *rest)
        async with world.stage.app.database.writing(world.mall_id) as db:
            await job_store.end(db, 1, state="cancelled", at=0)

    monkeypatch.setattr(carrier, "_execute_batch", cancelled_meanwhile)
    carry_on(world)
    told = job(world)
    assert (told["state"], told["done"]) == ("cancelled", job_execution.BATCH_SIZE)
    assert len(titles(world)) == job_execution.BATCH_SIZE
    assert told["outcome"]["status"] == 207


def test_another_process_goes_on_where_one_ended(world: World) -> None:
    later(world, ARTICLES, articles(*range(50)))
    carrier = world.stage.app.periodic_tasks.job_executor

    async def begin_and_vanish() -> None:
        [(mall, begun)] = await carrier._claim(1)
        assert await carrier._continue((mall, begun))

    world.stage.run(begin_and_vanish)
    assert job(world)["done"] == job_execution.BATCH_SIZE
    # while its lease lasts, nobody else is at it
    carry_on(world)
    assert job(world)["done"] == job_execution.BATCH_SIZE
    world.stage.clock.pass_(job_execution.LEASE_SECONDS)
    carry_on(world)
    assert job(world)["done"] == 50
    assert titles(world) == sorted(f"t{each}" for each in range(50))


def test_a_lease_that_a_clock_wrote_which_was_ahead_holds_nobody_up(world: World) -> None:
    later(world, ARTICLES, articles(1))
    carrier = world.stage.app.periodic_tasks.job_executor
    world.stage.clock.pass_(86_400)
    world.stage.run(carrier._claim, 1)
    world.stage.clock.pass_(-86_400)
    carry_on(world)
    assert job(world)["state"] == "succeeded"


def test_whoever_was_overtaken_does_nothing(world: World) -> None:
    later(world, ARTICLES, articles(1))
    carrier = world.stage.app.periodic_tasks.job_executor

    async def overtaken() -> None:
        [hand] = await carrier._claim(1)
        world.stage.clock.pass_(job_execution.LEASE_SECONDS)
        other = job_execution.JobExecutor(
            world.stage.app.configuration,
            world.stage.app.database,
            world.stage.app.directory,
            registry.apis(),
            carrier._services,
        )
        [again] = await other._claim(1)
        assert not await carrier._continue(hand)
        assert await other._continue(again)
        await other._continue(again)

    world.stage.run(overtaken)
    assert titles(world) == ["t1"]
    assert job(world)["state"] == "succeeded"


def test_a_job_that_ends_soon_is_answered_as_if_it_were_none(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed = job_deferral.create_job

    async def placed_and_done(*arguments: Any) -> Any:
        handled = await placed(*arguments)
        await world.stage.app.periodic_tasks.job_executor.work()
        return handled

    monkeypatch.setattr(job_deferral, "create_job", placed_and_done)
    answer = later(world, ARTICLES, articles(1, 2), Prefer="respond-async, wait=5")
    assert answer.status_code == 201
    assert answer.headers["preference-applied"] == "wait=5"
    assert "location" not in answer.headers
    assert [each["title"] for each in answer.json()["articles"]] == ["t1", "t2"]


def test_a_job_that_takes_longer_than_is_waited_is_answered_202(world: World) -> None:
    answer = later(world, ARTICLES, articles(1), Prefer="respond-async; wait=0")
    assert answer.status_code == 202
    assert answer.headers["preference-applied"] == "respond-async, wait=0"


def test_objects_that_all_fail_alike_are_that_error(world: World) -> None:
    body = articles(*range(2))
    for each in body["requests"]:
        each["title"] = "x" * 300
    assert later(world, ARTICLES, body).status_code == 202
    carry_on(world)

    told = job(world)

    direct = world.call("POST", ARTICLES, json=body)
    assert (told["state"], told["refused"]) == ("succeeded", 2)
    assert told["outcome"] == {"status": 422, "body": direct.json()}
    assert direct.json()["error"]["more_info"]["parameter"] == "title"
