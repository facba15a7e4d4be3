"""The receiver of pytest-openmall verifies deliveries, and answers as a test says."""

import json
import time

import pytest

from openmall.events.webhooks import signing
from openmall.events.webhooks.signing import Keys, Mark
from pytest_openmall.receiver import WebhookReceiver

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
