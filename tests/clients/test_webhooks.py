"""Which deliveries are accepted."""

import base64
import hashlib
import hmac
import json

import pytest

from openmall.events.webhooks.catalogue import KINDS
from openmall_client import Event, InvalidSignature, events, verify
from openmall_client.generated.events import BY_NUMBER

SECRET = "whsec_" + base64.b64encode(b"a secret of an app, 32 bytes long").decode()
OTHER = "whsec_" + base64.b64encode(b"another secret of an app, as long").decode()
BODY = json.dumps({"event_no": 90023, "resource": {"mall_id": "demo"}}).encode()
NOW = 1_790_000_000


def signed(body: bytes = BODY, secret: str = SECRET, at: int = NOW) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f"msg_1.{at}.".encode() + body
    signature = base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode()
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": f"v1,{signature}",
        "X-Trace-Id": "trace",
        "X-Event-Sequence": "12",
        "X-Event-Previous": "9",
        "X-Webhook-Redelivery": "T",
    }


def test_a_genuine_delivery_is_an_event() -> None:
    event = verify(SECRET, signed(), BODY, now=NOW)

    assert (event.number, event.mall_id, event.trace_id) == (90023, "demo", "trace")
    assert (event.sequence, event.previous, event.redelivered) == (12, 9, True)


@pytest.mark.parametrize(
    ("sent", "fields"),
    [({"changed_fields": ["quantity"]}, ("quantity",)), ({"changed_fields": []}, ()), ({}, None)],
)
def test_an_event_says_which_fields_changed(
    sent: dict[str, list[str]], fields: tuple[str, ...] | None
) -> None:
    body = json.dumps({"event_no": 90075, "resource": {"quantity": 3}, **sent}).encode()

    assert verify(SECRET, signed(body), body, now=NOW).changed_fields == fields


def test_an_event_has_the_type_of_its_resource() -> None:
    body = json.dumps({"event_no": 90075, "resource": {"product_no": 3, "quantity": 5}}).encode()

    event = verify(SECRET, signed(body), body, now=NOW)

    assert isinstance(event, events.ProductInventoryChanged)
    # as the type checker knows them
    number: int = event.resource["product_no"]
    quantity: int = event.resource["quantity"]
    assert (number, quantity, event.mall_id) == (3, 5, "")


def test_every_event_has_a_class_and_newer_ones_are_events_all_the_same() -> None:
    assert set(BY_NUMBER) == {kind.event_no for kind in KINDS.values()}
    body = json.dumps({"event_no": 99999, "resource": {}}).encode()

    assert type(verify(SECRET, signed(body), body, now=NOW)) is Event


def test_either_secret_is_accepted_while_one_replaces_the_other() -> None:
    assert verify([OTHER, SECRET], signed(), BODY, now=NOW).sequence == 12


@pytest.mark.parametrize("late", [-301, 301])
def test_an_old_delivery_is_refused(late: int) -> None:
    with pytest.raises(InvalidSignature, match="seconds ago"):
        verify(SECRET, signed(), BODY, now=NOW + late)


@pytest.mark.parametrize(
    "changed",
    [
        {"Webhook-Id": "msg_2"},
        {"Webhook-Timestamp": str(NOW + 1)},
        {"Webhook-Signature": ""},
        {"Webhook-Signature": "v1,ää"},
        {"Webhook-Timestamp": "yesterday"},
    ],
)
def test_a_changed_delivery_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(InvalidSignature):
        verify(SECRET, {**signed(), **changed}, BODY, now=NOW)


def test_another_body_or_secret_is_refused() -> None:
    with pytest.raises(InvalidSignature):
        verify(SECRET, signed(), BODY + b" ", now=NOW)
    with pytest.raises(InvalidSignature):
        verify(OTHER, signed(), BODY, now=NOW)


def test_a_secret_that_is_none_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="base64"):
        verify("whsec_not base64", signed(), BODY, now=NOW)
