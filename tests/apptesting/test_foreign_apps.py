"""No call to `/_test` touches or shows an app that it did not create."""

import json
from typing import Any

from sqlalchemy import bindparam, select, update

from openmall.access.malls import rules as mall_rules
from openmall.apptesting.endpoints import ROUTES
from openmall.apptesting.tables import APP_TEST_MALL
from openmall.database.schema import metadata
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.webhooks import rules as webhook_rules
from tests.apptesting.test_calls import LOCAL, call, create
from tests.apptesting.test_steering import authorize_url
from tests.world import CALLBACK, Installed, Stage

ELSEWHERE = "https://attacker.example/steal"
COUNTS = {"api_call", "api_call_body"}
"""Logs of calls, which the test itself makes."""


def rows_about(stage: Stage, client_id: str) -> dict[str, list[str]]:
    """Return every row that names an app, by table."""

    async def read(db: Session) -> dict[str, list[str]]:
        found = {}
        for name, table in metadata().tables.items():
            if "client_id" not in table.c or name in COUNTS:
                continue
            statement = Statement(
                select(table).where(table.c.client_id == bindparam("app")),
                across_malls="a test compares all rows of an app",
            )
            rows = [repr(tuple(row)) for row in await db.all(statement, app=client_id)]
            found[name] = sorted(row for row in rows)
        return found

    async def run() -> dict[str, list[str]]:
        async with stage.app.database.reading("") as db:
            return await read(db)

    return stage.run(run)


def subscribed(stage: Stage, app: Installed) -> webhook_rules.Subscription:
    """Let a registered app receive events at an address of its own."""
    context = stage.app._test_malls._webhooks
    client_id = app.credentials.client_id
    stage.run(webhook_rules.set_address, context, client_id, "https://app.example.com/hooks")
    return stage.run(webhook_rules.set_events, context, client_id, [90001, 90023])


def drafts(client_id: str, made: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return what is sent to the operations by path: whatever could name the foreign app."""
    url = authorize_url(
        {"app": {"client_id": client_id}, "mall": made["mall"]}, redirect_uri=CALLBACK
    )
    hooks = {"webhooks": {"address": ELSEWHERE, "events": ["order_received"]}}
    return {
        "/malls": [
            {"client_id": client_id},
            {"client_id": client_id, **hooks},
            {"client_id": client_id, "app": {"scopes": ["mall.read_product"]}, **hooks},
            {"app": {"client_id": client_id}, **hooks},
            {"contents": "empty", **hooks},
        ],
        "/malls/{mall_id}/tokens": [{"client_id": client_id}, {}],
        "/malls/{mall_id}/consent": [{"url": url}, {"url": url, "allow": False}],
        "/malls/{mall_id}/clock": [{"forward": 60}],
        "/malls/{mall_id}/trigger": [{"event": "order_paid"}],
        "/malls/{mall_id}/faults": [{"rules": []}],
    }


def test_no_operation_touches_or_shows_a_foreign_app(stage: Stage) -> None:
    world, trial = stage.new_world(), stage.new_world(sandbox=True)
    app = world.install()
    client_id = app.credentials.client_id

    async def admit() -> None:
        async with stage.app.database.writing(trial.mall_id) as db:
            await mall_rules.keep_manager(db, stage.clock, "boss", "long password", name="B")

    stage.run(admit)
    subscription = subscribed(stage, app)
    made = create(stage, contents="catalogue", webhooks={"events": ["order_received"]})
    own = made["mall"]["mall_id"]
    sent = drafts(client_id, made)
    before = rows_about(stage, client_id)
    assert before["webhook_subscription"], "it has webhooks"

    # a reset gives the numbers of orders anew, a deletion is last
    answers = []
    for route in sorted(ROUTES, key=lambda each: each.method == "DELETE"):
        for mall_id in (own, trial.mall_id, world.mall_id):
            path = route.path.replace("{mall_id}", mall_id)
            for draft in sent.get(route.path, [{}]) if route.method != "GET" else [{}]:
                body = {"json": draft} if draft else {}
                answer = stage.client.request(route.method, LOCAL + path, **body)
                answers.append(answer.text)
                if answer.status_code == 201 and draft:
                    assert answer.json()["app"]["client_id"] != client_id

    assert rows_about(stage, client_id) == before
    shown = json.dumps(answers)
    for secret in (
        subscription.secret, subscription.api_key, app.token.access_token,
        app.credentials.client_secret, app.credentials.front_api_key,
    ):  # fmt: skip
        assert secret not in shown


def give_to_registered_app(stage: Stage, mall_id: str, client_id: str) -> None:
    """Let a test mall be one that was created with a registered app, as it was possible before."""
    changed = Statement(
        update(APP_TEST_MALL)
        .where(APP_TEST_MALL.c.store_id == bindparam("at"))
        .values(client_id=bindparam("app"), own_app="F")
    )

    async def give() -> None:
        async with stage.app.database.writing(mall_id) as db:
            await db.run(changed, at=mall_id, app=client_id)

    stage.run(give)


def test_a_mall_made_with_a_foreign_app_before_neither_installs_nor_shows_it(stage: Stage) -> None:
    world = stage.new_world()
    app = world.install()
    made = create(stage, contents="empty")
    mall_id, client_id = made["mall"]["mall_id"], app.credentials.client_id
    subscribed(stage, app)

    give_to_registered_app(stage, mall_id, client_id)
    before = rows_about(stage, client_id)

    for method, path in (
        ("POST", "reset"), ("POST", "tokens"), ("GET", "deliveries?after=0"),
    ):  # fmt: skip
        answer = stage.client.request(method, f"{LOCAL}/malls/{mall_id}/{path}")
        assert answer.status_code in (403, 404), answer.text
    call(stage, "DELETE", f"/malls/{mall_id}")

    after = rows_about(stage, client_id)
    del before["app_test_mall"], after["app_test_mall"]
    assert after == before


def test_webhooks_of_test_malls_are_their_own(stage: Stage) -> None:
    first = create(stage, contents="empty", webhooks={"events": ["order_received"]})
    second = create(stage, contents="empty", webhooks={"events": ["product_created"]})

    assert first["app"]["webhook_secret"] != second["app"]["webhook_secret"]
    before = rows_about(stage, first["app"]["client_id"])
    call(stage, "DELETE", f"/malls/{second['mall']['mall_id']}")
    assert rows_about(stage, first["app"]["client_id"]) == before
