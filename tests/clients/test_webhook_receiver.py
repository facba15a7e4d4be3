"""The receiver of pytest-openmall verifies deliveries, and answers as a test says."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from openmall.events.webhooks import signing
from openmall.events.webhooks.signing import Keys, Mark
from pytest_openmall import receiver as receivers
from pytest_openmall.connection import OpenmallTestError, Options
from pytest_openmall.malls import Mall
from pytest_openmall.receiver import WebhookReceiver
from pytest_openmall.server import Server
from tests.apptesting.test_calls import admin, send
from tests.world import Stage

SECRET = signing.new_secret()


def delivery(number: int, secret: str = SECRET) -> tuple[dict[str, str], bytes]:
    body = json.dumps({"event_no": number, "resource": {"mall_id": "m"}}).encode()
    mark = Mark(trace_id=f"t{number}", sequence=number, previous=0)
    keys = Keys(api_key="key", secret=secret)
    return signing.headers(keys, mark, body, now=int(time.time())), body


@pytest.fixture
def receiver() -> WebhookReceiver:
    found = WebhookReceiver("http://127.0.0.1:9/webhooks")
    found.secret = SECRET
    return found


def test_genuine_deliveries_are_kept_in_their_order(receiver: WebhookReceiver) -> None:
    assert [receiver.receive(*delivery(number)) for number in (90023, 90025)] == [204, 204]

    assert [each.number for each in receiver.events] == [90023, 90025]
    assert receiver.wait(90025).trace_id == "t90025"
    with pytest.raises(TimeoutError, match="no event arrived within 0 seconds"):
        receiver.wait(timeout=0)


def test_others_are_refused_with_the_reason(receiver: WebhookReceiver) -> None:
    assert receiver.receive(*delivery(90023, signing.new_secret())) == 401
    assert receiver.receive({}, b"{}") == 401

    assert receiver.events == []
    assert [each.split()[0] for each in receiver.refused] == ["no", "the"]


def test_the_next_deliveries_are_answered_as_asked(receiver: WebhookReceiver) -> None:
    receiver.answer(500, 202)

    statuses = [receiver.receive(*delivery(number)) for number in (90023, 90024, 90025)]

    assert statuses == [500, 202, 204]
    assert [each.number for each in receiver.events] == [90024, 90025]
    assert receiver.refused == ["answered 500"]


class Elsewhere(Server):
    """A server on another machine: its calls reach the application of the test."""

    def __init__(self, stage: Stage) -> None:
        super().__init__("https://shops.example", Options("", "", "", "", "", ""), "")
        self.stage = stage
        self.broken = 0
        """How many of the next calls fail."""

    def call(self, method: str, path: str, draft: dict[str, Any] | None = None) -> dict[str, Any]:
        if self.broken:
            self.broken -= 1
            raise OpenmallTestError("away")
        answer = send(self.stage, method, path, draft or {})
        assert answer.status_code < 300, answer.text
        content: dict[str, Any] = answer.json()
        return content


@pytest.fixture
def elsewhere(rested: Stage) -> Iterator[Elsewhere]:
    # deliveries are verified by the machine's clock
    usual, rested.clock.at = rested.clock.at, time.time()
    yield Elsewhere(rested)
    rested.clock.at = usual


@contextmanager
def fetching(server: Elsewhere, *events: str) -> Iterator[tuple[Mall, WebhookReceiver]]:
    """Yield a new mall and the receiver that fetches its webhooks, as the fixtures have them."""
    draft = {"events": list(events)}
    with receivers.listening(server) as receiver, server.mall(webhooks=draft) as mall:
        receiver.secret = mall.app["webhook_secret"]
        mall.fetch_webhooks_by(receiver)
        yield mall, receiver
        receiver.fetch_from(None)


def test_what_a_server_elsewhere_would_send_is_there_when_a_trigger_returns(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the thread looks for nothing meanwhile
    monkeypatch.setattr(receivers, "POLL_SECONDS", 60.0)
    with fetching(elsewhere, "order_received", "90025") as (mall, receiver):
        assert receiver.address == ""
        # what happened before it fetches is not brought
        assert receiver.events == []

        paid = mall.trigger("order_paid")

        assert [each.number for each in receiver.events] == [90023, 90025]
        assert {each.resource["order_id"] for each in receiver.events} == {paid["order_id"]}
        assert receiver.wait(90025, timeout=0).number == 90025
        mall.settle()
        assert len(receiver.events) == 2
        # what the test refuses is not fetched again
        receiver.answer(500)
        mall.trigger("order_placed")
        assert (len(receiver.events), receiver.refused) == (2, ["answered 500"])
        mall.trigger("order_placed")
        assert [each.number for each in receiver.events[2:]] == [90023]
        receiver.fetch_from(None)
        mall.trigger("order_placed")
        assert len(receiver.events) == 3


def test_more_than_a_page_of_them_is_fetched_in_their_order(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receivers, "POLL_SECONDS", 60.0)
    with fetching(elsewhere, "product_updated") as (mall, receiver):
        made = {"mall": mall.facts, "token": {"access_token": mall.token}}
        for at in range(230):
            admin(elsewhere.stage, made, "PUT", "products/1", {"price": str(1000 + at)})
            elsewhere.stage.forget_counts()
        assert receiver.events == []

        receiver.fetch()

        sequences = [each.sequence for each in receiver.events]
        assert len(sequences) == 230
        assert sequences == sorted(set(sequences))
        assert [each.previous for each in receiver.events] == [0, *sequences[:-1]]
        # each says which one came before it, over the ends of what is fetched at once as well
        admin(elsewhere.stage, made, "PUT", "products/1", {"price": "999"})
        receiver.fetch()
        assert receiver.events[-1].previous == sequences[-1]


def test_events_arrive_by_themselves_also_after_the_server_was_away(elsewhere: Elsewhere) -> None:
    with fetching(elsewhere, "order_received") as (mall, receiver):
        elsewhere.broken = 2

        send(elsewhere.stage, "POST", f"/malls/{mall.mall_id}/trigger", {"event": "order_placed"})

        assert receiver.wait(timeout=30).number == 90023
        assert elsewhere.broken == 0
