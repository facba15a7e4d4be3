"""An app sets its address and events by the API; the keys are shown once."""

from typing import Any

import pytest

from openmall.contract.scopes import SENTENCES
from openmall.events.request_log import search as request_log_search
from tests.world import Installed, World

ADDRESS = "https://app.example.com/hooks"


@pytest.fixture
def app(world: World) -> Installed:
    """An app that nobody subscribed."""
    return world.install([each for each in SENTENCES if not each.endswith("privacy")])


def call(world: World, app: Installed, method: str, **rest: Any) -> Any:
    return world.call(method, "webhooks/subscription", app=app, **rest)


def put(world: World, app: Installed, **request: Any) -> Any:
    return call(world, app, "PUT", json={"request": request})


def test_an_app_that_never_subscribed_has_nothing(world: World, app: Installed) -> None:
    assert call(world, app, "GET").json() == {
        "subscription": {
            "address": "", "events": [], "api_key": None, "secret": None,
            "previous_secret_until": None,
        }
    }  # fmt: skip


def test_the_keys_are_shown_by_the_call_that_makes_them(world: World, app: Installed) -> None:
    first = put(world, app, address=ADDRESS, events=[90002, 90001, 90001])
    second = put(world, app, events=[90001])

    made = first.json()["subscription"]
    assert (first.status_code, made["address"], made["events"]) == (200, ADDRESS, [90001, 90002])
    assert made["secret"].startswith("whsec_")
    assert made["api_key"]
    assert second.json()["subscription"] == {
        "address": ADDRESS, "events": [90001], "api_key": None, "secret": None,
        "previous_secret_until": None,
    }  # fmt: skip
    assert call(world, app, "GET").json() == second.json()


def test_the_same_again_is_409_and_the_same_key_the_first_response(
    world: World, app: Installed
) -> None:
    headers = {"Idempotency-Key": f"subscribe-{app.credentials.client_id}"}
    body = {"request": {"address": ADDRESS, "events": [90001]}}

    first = call(world, app, "PUT", json=body, headers=headers)
    again = call(world, app, "PUT", json=body, headers=headers)
    other = call(world, app, "PUT", json=body)

    assert again.json() == first.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert other.status_code == 409


@pytest.mark.parametrize(
    ("request_", "parameter"),
    [
        ({"address": "http://app.example.com"}, "address"),
        ({"address": "https://10.0.0.1/hooks"}, "address"),
        ({"address": "https://user@app.example.com/"}, "address"),
        ({"address": f"https://app.example.com/{'x' * 500}"}, "address"),
        ({"events": [90001, 1]}, "events"),
        ({"address": ADDRESS, "events": [99999]}, "events"),
    ],
)
def test_what_is_not_possible_changes_nothing(
    world: World, app: Installed, request_: dict[str, Any], parameter: str
) -> None:
    refused = put(world, app, **request_)

    assert refused.status_code == 422
    assert refused.json()["error"]["more_info"]["parameter"] == parameter
    assert call(world, app, "GET").json()["subscription"]["events"] == []
    assert call(world, app, "GET").json()["subscription"]["address"] == ""


def test_an_app_subscribes_to_what_its_permissions_allow(world: World) -> None:
    app = world.install(["mall.read_application", "mall.write_application", "mall.read_product"])

    assert put(world, app, events=[90001]).status_code == 200
    refused = put(world, app, events=[90001, 90023])

    assert refused.status_code == 422
    assert "90023" in refused.json()["error"]["message"]


def test_the_secret_is_in_no_log(world: World, app: Installed) -> None:
    made = put(world, app, address=ADDRESS, events=[90001]).json()["subscription"]
    writer = world.stage.app.request_log_writer
    world.stage.run(writer.write)

    async def logged() -> str:
        async with world.stage.app.database.reading("") as db:
            client_id = app.credentials.client_id
            page = await request_log_search.calls(db, client_id, {"text": "webhooks/subscription"})
            rows = [
                await request_log_search.call(db, client_id, line.number) for line in page.lines
            ]
        return str(rows)

    text = world.stage.run(logged) + str(
        world.get("activitylogs", start_date="2026-11-20", end_date="2026-11-22", limit=10)
    )
    assert "webhooks/subscription" in text
    assert made["secret"] not in text
    assert made["api_key"] not in text
