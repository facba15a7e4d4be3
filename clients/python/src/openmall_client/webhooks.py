"""Webhooks: whether one is genuine, and what it says."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence

from openmall_client.errors import InvalidSignature
from openmall_client.event import Event
from openmall_client.generated.events import BY_NUMBER

TOLERANCE = 300
"""Seconds between the signature of a delivery and its arrival, at most."""


def verify(
    secrets: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> Event:
    """Return the event of a delivery, of its class in `openmall_client.events`.

    An event that is newer than this package is an `Event`.

    Args:
        secrets: the app's secret (`whsec_...`), or several while one replaces another.
        headers: of the request; the case of their names does not matter.
        body: of the request, as received and not parsed.
        tolerance: how many seconds ago it may have been signed.
        now: seconds since 1970, for tests.

    Raises InvalidSignature when it is not genuine or too old.
    """
    given = {name.lower(): value for name, value in headers.items()}
    sent_at = given.get("webhook-timestamp", "")
    try:
        age = (time.time() if now is None else now) - int(sent_at)
    except ValueError:
        raise InvalidSignature("the header Webhook-Timestamp is missing or no number") from None
    if abs(age) > tolerance:
        raise InvalidSignature(f"signed {age:.0f} seconds ago")
    signed = f"{given.get('webhook-id', '')}.{sent_at}.".encode() + body
    candidates = given.get("webhook-signature", "").split()
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        ours = "v1," + base64.b64encode(hmac.digest(_key(secret), signed, hashlib.sha256)).decode()
        if any(hmac.compare_digest(ours.encode(), each.encode()) for each in candidates):
            return _event(given, body)
    raise InvalidSignature("no signature of Webhook-Signature is of this secret")


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("a secret is base64, with or without whsec_ before it") from None


def _event(headers: Mapping[str, str], body: bytes) -> Event:
    content = json.loads(body)
    changed = content.get("changed_fields")
    number = int(content["event_no"])
    return BY_NUMBER.get(number, Event)(
        number=number,
        resource=content["resource"],
        trace_id=headers.get("x-trace-id", ""),
        sequence=int(headers.get("x-event-sequence") or 0),
        previous=int(headers.get("x-event-previous") or 0),
        redelivered=headers.get("x-webhook-redelivery") == "T",
        changed_fields=None if changed is None else tuple(map(str, changed)),
    )
