"""Calls of a sandbox go wrong as its script says, the same ones with the same seed."""

import asyncio
import time
from typing import Any

import pytest

from openmall.access.sandbox import faults as sandbox_faults
from openmall.contract.sandbox import Fault
from tests.access.sandbox.sandbox_calls import load
from tests.error_bodies import error
from tests.world import World

NO_SANDBOX = "The mall is no sandbox. A sandbox is made as one, when it is opened."
CHOSEN = [True, False, False, True, False, False, True, False, False, False]


def statuses(trial: World, times: int, path: str = "products/count") -> list[int]:
    return [trial.call("GET", path).status_code for _ in range(times)]


def test_a_script_is_loaded_listed_and_cleared(trial: World) -> None:
    rule = {"effect": "503", "method": "GET", "path": "products/*", "percent": 30, "seed": 7}
    kept = {
        "fault_no": 1, "effect": "503", "api": "admin", "method": "GET", "path": "products/*",
        "client_id": "", "delay_ms": 0, "percent": 30, "first": 0, "every": 0, "seed": 7,
        "matched": 0, "done": 0,
    }  # fmt: skip
    assert trial.get("sandbox/faults") == {"faults": {"rules": []}}

    assert load(trial, rule) == [kept]
    assert trial.get("sandbox/faults") == {"faults": {"rules": [kept]}}
    again = trial.call("PUT", "sandbox/faults", json={"request": {"rules": [rule]}})
    assert again.status_code == 409

    gone = trial.call("DELETE", "sandbox/faults")
    assert (gone.status_code, gone.json()) == (200, {"faults": {"rules": [kept]}})
    assert trial.call("DELETE", "sandbox/faults").status_code == 404
    assert trial.get("sandbox/faults") == {"faults": {"rules": []}}


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_ordinary_malls_have_no_faults(world: World, method: str) -> None:
    request = {"json": {"request": {"rules": [{"effect": "500"}]}}} if method == "PUT" else {}

    answer = world.call(method, "sandbox/faults", **request)

    assert (answer.status_code, answer.json()) == (403, error(403, NO_SANDBOX))
    assert statuses(world, 1) == [200]


@pytest.mark.parametrize(
    ("rule", "parameter"),
    [
        ({"effect": "double"}, "rules.effect"),
        ({"effect": "500", "api": "webhooks"}, "rules.effect"),
        ({"effect": "delay"}, "rules.delay_ms"),
        ({"effect": "500", "delay_ms": 5}, "rules.delay_ms"),
        ({"effect": "500", "first": 1, "every": 2}, "rules.percent"),
        ({"effect": "500", "percent": 101}, "rules.percent"),
        ({"effect": "501"}, "rules.effect"),
        ({}, "rules.effect"),
    ],
)
def test_what_contradicts_itself_is_refused(
    trial: World, rule: dict[str, Any], parameter: str
) -> None:
    load(trial, {"effect": "503", "path": "nowhere"})

    answer = trial.call("PUT", "sandbox/faults", json={"request": {"rules": [rule]}})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == parameter
    assert [each["effect"] for each in trial.get("sandbox/faults")["faults"]["rules"]] == ["503"]


def test_too_many_calls_are_told_with_a_full_bucket(trial: World) -> None:
    load(trial, {"effect": "429", "path": "products/count"})

    answer = trial.call("GET", "products/count")

    assert (answer.status_code, answer.json()) == (429, error(429, "Too many requests. (40/40)"))
    told = {
        name: answer.headers.get_list(name)
        for name in (
            "Retry-After",
            "X-Api-Call-Limit",
            "X-Platform-Call-Usage",
            "X-Platform-Call-Remain",
        )
    }
    assert told == {
        "Retry-After": ["1"],
        "X-Api-Call-Limit": ["40/40"],
        "X-Platform-Call-Usage": ["100.00"],
        "X-Platform-Call-Remain": ["1"],
    }
    assert float(answer.headers["X-Platform-Time-Usage"]) < 100
    # the bucket itself is not full
    assert trial.call("GET", "products").headers["X-Api-Call-Limit"] != "40/40"


def test_faults_of_the_server_look_as_documented(trial: World) -> None:
    load(
        trial,
        {"effect": "500", "path": "products/count"},
        {"effect": "503", "path": "products"},
        {"effect": "504", "path": "products/{product_no}"},
    )

    broken = trial.call("GET", "products/count")
    away = trial.call("GET", "products")
    slow = trial.call("GET", "products/1")

    quoted = broken.headers["X-Request-Id"]
    assert broken.json() == error(500, f"Internal error. Quote {quoted} when you report it.")
    assert away.json() == error(503, "The service is unavailable for a moment, try again.")
    assert away.headers["Retry-After"] == "1"
    assert slow.json() == error(504, "The call took longer than its time budget.")
    assert [each.status_code for each in (broken, away, slow)] == [500, 503, 504]
    assert all("X-Api-Call-Limit" in each.headers for each in (broken, away, slow))


def test_analytics_and_the_storefront_have_faults_of_their_own(trial: World) -> None:
    load(trial, {"effect": "429", "api": "analytics"}, {"effect": "500", "api": "storefront"})

    headers = trial.full.headers
    where = "https://analytics.openmall.localhost"
    asked = {"mall_id": trial.mall_id, "start_date": "2026-11-01", "end_date": "2026-11-20"}
    seen = trial.stage.client.get(f"{where}/visitors/view", params=asked, headers=headers)
    shown = trial.request("GET", "/api/v2/products", auth=trial.full.basic)

    assert (seen.status_code, seen.json()) == (429, error(429, "Too many requests."))
    assert (seen.headers["X-RateLimit-Remaining"], seen.headers["Retry-After"]) == ("0", "1")
    assert shown.status_code == 500
    assert statuses(trial, 1) == [200]


def test_a_lost_answer_is_of_a_call_that_was_done(trial: World) -> None:
    load(trial, {"effect": "drop", "method": "POST", "path": "products", "first": 1})
    request = {"request": {"product_name": "Apron", "price": "1.00", "supply_price": "1.00"}}

    lost = trial.call("POST", "products", json=request)

    # at this the server hangs up, before it writes a byte: see tests/journeys/test_sandbox.py
    assert lost.headers.multi_items() == [("transfer-encoding", "chunked"), ("content-length", "2")]
    assert [each["product_name"] for each in trial.get("products")["products"]] == ["Apron"]
    assert trial.call("POST", "products", json=request).status_code == 201


def test_a_delay_comes_before_what_is_done(trial: World) -> None:
    load(
        trial,
        {"effect": "delay", "delay_ms": 120},
        {"effect": "delay", "delay_ms": 80},
        {"effect": "503"},
        {"effect": "500"},
    )
    began = time.monotonic()
    answer = trial.call("GET", "products")
    took = time.monotonic() - began

    assert (answer.status_code, took >= 0.2) == (503, True)
    counts = [
        (each["matched"], each["done"]) for each in trial.get("sandbox/faults")["faults"]["rules"]
    ]
    # what ends a call lets later faults not be asked
    assert counts == [(1, 1), (1, 1), (1, 1), (0, 0)]


def test_first_and_every_are_counted(trial: World) -> None:
    load(trial, {"effect": "500", "first": 2}, {"effect": "503", "every": 3})
    assert statuses(trial, 8) == [500, 500, 200, 200, 503, 200, 200, 503]


@pytest.mark.both_stores
def test_calls_at_once_are_counted_one_by_one(trial: World) -> None:
    load(trial, {"effect": "500", "first": 3})

    async def befall() -> list[int]:
        app = trial.stage.app
        mall = await app.directory.mall(trial.mall_id)
        assert mall is not None
        asked = {"method": "GET", "path": "products", "client_id": "anybody"}
        calls = (sandbox_faults.due(app.database, mall, api="admin", **asked) for _ in range(10))
        return sorted(len(each) for each in await asyncio.gather(*calls))

    assert trial.stage.run(befall) == [0] * 7 + [1] * 3


def test_the_same_seed_chooses_the_same_calls(trial: World) -> None:
    rule = {"effect": "500", "percent": 30, "seed": 7}
    expected = [500 if each else 200 for each in CHOSEN]

    load(trial, rule)
    assert statuses(trial, 10) == expected
    # loaded once more it begins anew
    load(trial, rule)
    assert statuses(trial, 10) == expected


def test_the_sequence_of_a_seed_never_changes() -> None:
    fault = Fault(effect="500", percent=30, seed=7)
    assert [sandbox_faults.selects(fault, place) for place in range(1, 11)] == CHOSEN
    often = sum(sandbox_faults.selects(fault, place) for place in range(1, 10_001))
    assert 2_850 < often < 3_150
    always = Fault(effect="500", percent=100, seed=3)
    assert all(sandbox_faults.selects(always, place) for place in range(1, 100))


def test_only_what_a_fault_matches_goes_wrong(world: World, trial: World) -> None:
    other = trial.install()
    load(
        trial,
        {
            "effect": "500",
            "method": "GET",
            "path": "products*",
            "client_id": trial.full.credentials.client_id,
        },
    )

    assert statuses(trial, 1) == [500]
    assert statuses(trial, 1, "products/1/variants") == [500]
    assert statuses(trial, 1, "categories/count") == [200]
    assert trial.call("GET", "products/count", app=other).status_code == 200
    assert trial.call("POST", "products", json={"request": {}}).status_code == 422
    assert statuses(world, 1) == [200]


def test_the_operations_of_the_sandbox_are_spared(trial: World) -> None:
    load(trial, {"effect": "500"})
    assert statuses(trial, 1) == [500]
    assert trial.call("DELETE", "sandbox/faults").status_code == 200
    assert statuses(trial, 1) == [200]


def test_what_is_refused_before_is_no_call_of_a_fault(trial: World) -> None:
    load(trial, {"effect": "500", "first": 1})
    nobody = trial.request("GET", "/api/v2/admin/products")
    assert (nobody.status_code, statuses(trial, 2)) == (401, [500, 200])


def test_webhooks_are_doubled_as_the_script_says(world: World, trial: World) -> None:
    app = trial.full.credentials.client_id
    load(trial, {"effect": "double", "api": "webhooks", "path": "90023", "every": 2})

    async def doubled(mall_id: str, event_no: int) -> list[bool]:
        stage = trial.stage.app
        found = []
        for _ in range(4):
            mall = await stage.directory.mall(mall_id)
            assert mall is not None
            found.append(
                await sandbox_faults.doubles(stage.database, mall, event_no=event_no, client_id=app)
            )
        return found

    run = trial.stage.run
    assert run(doubled, trial.mall_id, 90023) == [False, True, False, True]
    assert run(doubled, trial.mall_id, 90024) == [False] * 4
    assert run(doubled, world.mall_id, 90023) == [False] * 4
