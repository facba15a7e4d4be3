"""Who sees a job, what lies of it, and what is left of it."""

from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import tokens
from openmall.contract.scopes import READ_APPLICATION, WRITE_APPLICATION, WRITE_PRODUCT
from openmall.database.statements import Statement
from openmall.events.jobs import store as job_store
from openmall.events.jobs.tables import PART
from tests.events.jobs.job_calls import (
    ARTICLES,
    LATER,
    article,
    articles,
    carry_on,
    job,
    later,
    titles,
)
from tests.world import EVERY_SCOPE, World


def test_a_job_is_the_apps_alone(world: World) -> None:
    later(world, ARTICLES, articles(1))
    other = world.install()
    assert world.call("GET", "jobs", app=other).json() == {"jobs": []}
    assert world.call("GET", "jobs/1", app=other).status_code == 404
    assert world.call("DELETE", "jobs/1", app=other).status_code == 404
    assert job(world)["state"] == "queued"


def test_a_preference_is_passed_over_where_a_job_could_not_be_followed(world: World) -> None:
    writer = world.install([WRITE_PRODUCT])
    body = {"request": {"product_name": "Apron", "supply_price": "5000", "price": "11000"}}
    made = world.call("POST", "products", app=writer, json=body, headers=LATER)
    assert made.status_code == 201
    assert "preference-applied" not in made.headers
    # and of an operation that the token may not call there is no job at all
    reader = world.install([READ_APPLICATION, WRITE_APPLICATION])
    assert world.call("POST", "products", app=reader, json=body, headers=LATER).status_code == 403


def test_an_answer_that_holds_a_secret_does_not_lie_about(world: World) -> None:
    keys = {"authentication_key": "key", "certi_key": "certi", "image_key": "image"}
    sent = {"shop_no": 1, "request": {"shop_id": "c_1", **keys}}
    made = world.call("POST", "portalpay/setting", json=sent, headers=LATER)
    assert made.status_code == 201, made.text
    assert "preference-applied" not in made.headers
    assert world.get("jobs") == {"jobs": []}


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_a_job_ends_when_its_token_is_revoked(world: World, which: str) -> None:
    token = world.full.token
    later(world, ARTICLES, articles(1, 2))
    answer = world.request(
        "POST",
        "/api/v2/oauth/revoke",
        auth=(world.full.credentials.client_id, world.full.credentials.client_secret),
        data={"token": getattr(token, which)},
    )
    assert answer.status_code == 200
    world.full.token = _another(world)

    carry_on(world)

    assert titles(world) == []
    ended = world.in_transaction(lambda db: job_store.find(db, 1))
    assert ended is not None
    assert (ended.state, ended.failure) == ("failed", "The access token was revoked.")


def _another(world: World) -> tokens.TokenAnswer:
    """Return a new token of the app, which sees its jobs."""
    client_id = world.full.credentials.client_id
    grant = tokens.Grant(client_id, "owner", "P", 1, EVERY_SCOPE, "another")
    return world.in_transaction(lambda db: tokens.issue(db, world.stage.clock, grant))


def test_a_job_goes_on_when_its_token_was_only_refreshed(world: World) -> None:
    later(world, ARTICLES, articles(1, 2))
    answer = world.request(
        "POST",
        "/api/v2/oauth/token",
        auth=(world.full.credentials.client_id, world.full.credentials.client_secret),
        data={"grant_type": "refresh_token", "refresh_token": world.full.token.refresh_token},
    )
    assert answer.status_code == 200

    carry_on(world)

    assert job(world)["state"] == "succeeded"


def test_an_app_that_left_the_mall_does_nothing_more(world: World) -> None:
    later(world, ARTICLES, articles(1))

    async def leave() -> None:
        app = world.stage.app
        async with app.database.writing(world.mall_id) as db:
            mall = await app.directory.mall(world.mall_id)
            await registered_apps.remove(
                db, mall.clock(world.stage.clock), world.full.credentials.client_id
            )
        app.counters.advance_cache_epoch()

    world.stage.run(leave)
    carry_on(world)
    state = world.in_transaction(lambda db: job_store.find(db, 1))
    assert state is not None
    assert (state.state, state.failure, state.failed_at) == (
        "failed",
        "The app was deleted from the mall.",
        0,
    )


def test_the_same_key_is_the_same_job(world: World) -> None:
    one = later(world, ARTICLES, articles(1), **{"Idempotency-Key": "once"})
    other = later(world, ARTICLES, articles(1), **{"Idempotency-Key": "once"})
    assert one.json() == other.json()
    assert one.headers["location"] == other.headers["location"]
    carry_on(world)
    assert titles(world) == ["t1"]


def test_what_was_sent_is_sealed_and_forgotten(world: World) -> None:
    body = {"requests": [article(1, password="open sesame")]}
    later(world, ARTICLES, body)
    sent = Statement(select(PART.c.sent).where(PART.c.mall_id == bindparam("mall_id")))

    async def read(db: Any) -> list[str]:
        return [row[0] for row in await db.all(sent)]

    [kept] = world.in_transaction(read)
    assert kept
    assert "sesame" not in kept
    carry_on(world)
    assert world.in_transaction(read) == [""]


def test_the_line_in_the_log_is_the_calls(world: World) -> None:
    later(world, ARTICLES, articles(1))
    day = {"start_date": "2026-11-21", "end_date": "2026-11-22"}
    assert world.get("activitylogs", **day)["activitylogs"] == []
    carry_on(world)
    [line] = world.get("activitylogs", **day)["activitylogs"]
    assert (line["type"], line["mode"]) == ("articles", "P")


def test_jobs_are_listed_and_forgotten(world: World) -> None:
    for number in range(3):
        later(world, ARTICLES, articles(number))
    carry_on(world)
    listed = world.get("jobs", limit=2)
    assert [each["job_no"] for each in listed["jobs"]] == [3, 2]
    assert world.get("jobs", state="queued") == {"jobs": []}
    later(world, ARTICLES, articles(9))
    assert [each["job_no"] for each in world.get("jobs", state="queued")["jobs"]] == [4]
    # when the days have passed, those that ended are gone
    world.stage.clock.pass_(7 * 86_400 + 1)
    world.stage.run(world.stage.app.periodic_tasks.delete_expired_jobs)
    rows = world.in_transaction(lambda db: job_store.of_mall(db, limit=10))
    assert [each.job_no for each in rows] == [4]


def test_an_older_version_is_spoken_by_the_outcome(world: World) -> None:
    dated = {"X-Api-Version": "2024-03-01"}
    body = {"request": {"product_name": "Apron", "supply_price": "5000", "price": "11000"}}
    now = world.call("POST", "products", json=body, headers=dated).json()["product"]
    later(world, "products", body, **dated)
    carry_on(world)
    then = job(world)["outcome"]["body"]["product"]
    assert set(then) == set(now)
