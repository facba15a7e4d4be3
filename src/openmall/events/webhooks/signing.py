"""Headers of a delivery: its event and attempt, its place among others, and its signatures.

The signature is that of Standard Webhooks (standardwebhooks.com), for which receivers find
libraries in most languages: HMAC-SHA256 over id, time and the raw body. The simpler one over the
body alone is what programs of this kind of platform look for. Decision 19.
"""

import base64
import hmac
import secrets
import uuid
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

_PREFIX: Final = "whsec_"
_SECRET_BYTES: Final = 32
_NAMESPACE: Final = uuid.UUID("6f4c3c36-8f0b-5d6e-9a54-0f6d3f0f1a6b")


class Keys(Struct, frozen=True, kw_only=True):
    """The secrets that an app and this installation share."""

    api_key: str
    """Sent as it is."""
    secret: str
    """`whsec_` and 32 bytes in base64; signs."""
    old_secret: str = ""
    """The previous secret, which signs along for a while; empty: there is none."""


class Mark(Struct, frozen=True, kw_only=True):
    """Event and attempt of a delivery."""

    trace_id: str
    sequence: int = 0
    """0: a test."""
    previous: int | None = None
    """Number of the app's event before it; None: unknown, no header is sent."""
    attempt: int = 1
    redelivery: bool = False
    """It may have been received before."""


def new_secret() -> str:
    """Return a new secret to sign with."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def trace_id(mall_id: str, client_id: str, *, sequence: int, created_at: int) -> str:
    """Return the id of an event's delivery to an app, the same for every attempt."""
    return str(uuid.uuid5(_NAMESPACE, f"{mall_id} {client_id} {sequence} {created_at}"))


def body_of(event_no: int, resource: str, changed_fields: str | None = None) -> bytes:
    """Return the body of an event with a resource in JSON.

    `changed_fields`: their names, parted by commas; None: not known.
    """
    body = b'{"event_no":%d,"resource":%s}' % (event_no, resource.encode())
    if not changed_fields:
        return body
    names = msgspec.json.encode(changed_fields.split(","))
    return b'%s,"changed_fields":%s}' % (body[:-1], names)


def random_trace_id() -> str:
    """Return an id for the delivery of a test."""
    return str(uuid.uuid4())


def headers(keys: Keys, mark: Mark, body: bytes, *, now: int) -> dict[str, str]:
    """Return the headers of a delivery of `body`, sent at `now` (UTC seconds)."""
    body_signature = hmac.digest(keys.secret.encode(), body, "sha256")
    return {
        **unsigned_headers(mark, now=now),
        "X-API-Key": keys.api_key,
        "X-Platform-Hmac-Sha256": base64.b64encode(body_signature).decode(),
        "Webhook-Signature": signature(keys, mark.trace_id, body, now=now),
    }


def unsigned_headers(mark: Mark, *, now: int) -> dict[str, str]:
    """Return the headers of a delivery that need no key."""
    values = {
        "Content-Type": "application/json",
        "User-Agent": "openmall-webhooks",
        "X-Trace-Id": mark.trace_id,
        "Webhook-Id": mark.trace_id,
        "Webhook-Timestamp": str(now),
        "X-Webhook-Attempt": str(mark.attempt),
        "X-Webhook-Redelivery": "T" if mark.redelivery else "F",
    }
    if mark.sequence:
        values["X-Event-Sequence"] = str(mark.sequence)
    if mark.previous is not None:
        values["X-Event-Previous"] = str(mark.previous)
    return values


def signature(keys: Keys, id_: str, body: bytes, *, now: int) -> str:
    """Return `v1,<base64>` for each valid secret, separated by spaces."""
    signed = f"{id_}.{now}.".encode() + body
    valid: Sequence[str] = [each for each in (keys.secret, keys.old_secret) if each]
    return " ".join(
        "v1," + base64.b64encode(hmac.digest(_octets(each), signed, "sha256")).decode()
        for each in valid
    )


def _octets(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix(_PREFIX))
