"""Data bridge logs: the deliveries of the webhook logs, of the calling app alone."""

from typing import Any

from openmall.events.webhooks.delivery import store as delivery_store
from tests.world import Installed, World


def attempted(world: World, app: Installed, **values: Any) -> None:
    """Log an attempt to deliver an event to an app."""
    row = {
        "client_id": app.credentials.client_id,
        "log_type": "G",
        "event_no": 90001,
        "sequence": 1,
        "trace_id": "0d492786-ae82-4073-aa88-0991b08ee732",
        "requested_at": int(world.stage.clock.now()),
        "took": 12,
        "endpoint": "https://app.example.com/hooks",
        "attempt": 1,
        "success": "T",
        "http_code": 200,
        "answer": None,
        "failure": "",
        "body": '{"event_no":90001,"resource":{}}',
        **values,
    }
    world.in_transaction(lambda db: delivery_store.add_log(db, [row]))


def test_an_attempt_is_told_with_its_answer(world: World) -> None:
    attempted(world, world.full, success="F", http_code=404, answer="Gone")

    assert world.get("databridge/logs")["logs"] == [
        {
            "log_id": "1",
            "mall_id": world.mall_id,
            "trace_id": "0d492786-ae82-4073-aa88-0991b08ee732",
            "requested_time": "2026-11-21T09:00:00+09:00",
            "request_endpoint": "https://app.example.com/hooks",
            "request_body": '{"event_no":90001,"resource":{}}',
            "success": "F",
            "response_http_code": "404",
            "response_body": "Gone",
        }
    ]


def test_an_attempt_without_an_answer_says_why(world: World) -> None:
    attempted(world, world.full, success="F", http_code=None, failure="refused")

    [log] = world.get("databridge/logs")["logs"]

    assert (log["response_http_code"], log["response_body"]) == (None, "refused")


def test_attempts_are_of_the_calling_app_and_as_in_the_webhook_logs(world: World) -> None:
    other = world.install()
    attempted(world, world.full)
    attempted(world, other, log_type="R")
    attempted(world, world.full, success="F")
    world.stage.clock.pass_(3_600)
    attempted(world, world.full, log_type="R")

    def numbers(path: str, **filters: Any) -> list[str]:
        return [log["log_id"] for log in world.get(path, **filters)["logs"]]

    later = "2026-11-21T09:30:00+09:00"
    for filters, expected in (
        ({}, ["4", "3", "1"]),
        ({"success": "F"}, ["3"]),
        ({"since_log_id": "1"}, ["3", "4"]),
        ({"limit": 1}, ["4"]),
        ({"requested_start_date": later, "requested_end_date": "2026-11-21"}, ["4"]),
        ({"requested_start_date": "2026-11-21", "requested_end_date": later}, ["3", "1"]),
    ):
        assert numbers("databridge/logs", **filters) == expected, filters
        assert numbers("webhooks/logs", **filters) == expected, filters
    assert len(world.call("GET", "databridge/logs", app=other).json()["logs"]) == 1


def test_one_end_of_a_period_alone_is_refused(world: World) -> None:
    answer = world.call("GET", "databridge/logs?requested_start_date=2026-11-21")

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "requested_end_date"
