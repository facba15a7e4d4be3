"""What goes with a delivery: who it is from, proof of it, and where it stands among others.

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

from msgspec import Struct

_PREFIX: Final = "whsec_"
_SECRET_BYTES: Final = 32
_NAMESPACE: Final = uuid.UUID("6f4c3c36-8f0b-5d6e-9a54-0f6d3f0f1a6b")


class Keys(Struct, frozen=True, kw_only=True):
    """What an app and this installation share."""

    api_key: str
    """Sent as it is."""
    secret: str
    """`whsec_` and 32 bytes in base64; signs."""
    old_secret: str = ""
    """The one before, which signs along for a while; empty: there is none."""


class Mark(Struct, frozen=True, kw_only=True):
    """Which event is delivered, and how often that was tried."""

    trace_id: str
    sequence: int = 0
    """0: a test."""
    previous: int | None = None
    """None: where it stands among others is not told."""
    attempt: int = 1
    redelivery: bool = False
    """It may have been received before."""


def new_secret() -> str:
    """Return a new secret to sign with."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def trace_id(mall_id: str, client_id: str, *, sequence: int, created_at: int) -> str:
    """Return the id of an event's delivery to an app: the same one however often it is tried."""
    return str(uuid.uuid5(_NAMESPACE, f"{mall_id} {client_id} {sequence} {created_at}"))


def body_of(event_no: int, resource: str) -> bytes:
    """Return what is sent of an event whose resource is this JSON."""
    return b'{"event_no":%d,"resource":%s}' % (event_no, resource.encode())


def any_trace_id() -> str:
    """Return an id for a delivery that is of no event."""
    return str(uuid.uuid4())


def headers(keys: Keys, mark: Mark, body: bytes, *, now: int) -> dict[str, str]:
    """Return the headers of a delivery of `body`, sent at `now` (UTC seconds)."""
    proof = hmac.digest(keys.secret.encode(), body, "sha256")
    return {
        **plain(mark, now=now),
        "X-API-Key": keys.api_key,
        "X-Platform-Hmac-Sha256": base64.b64encode(proof).decode(),
        "Webhook-Signature": signature(keys, mark.trace_id, body, now=now),
    }


def plain(mark: Mark, *, now: int) -> dict[str, str]:
    """Return those headers of a delivery that need no key to be known."""
    told = {
        "Content-Type": "application/json",
        "User-Agent": "openmall-webhooks",
        "X-Trace-Id": mark.trace_id,
        "Webhook-Id": mark.trace_id,
        "Webhook-Timestamp": str(now),
        "X-Webhook-Attempt": str(mark.attempt),
        "X-Webhook-Redelivery": "T" if mark.redelivery else "F",
    }
    if mark.sequence:
        told["X-Event-Sequence"] = str(mark.sequence)
    if mark.previous is not None:
        told["X-Event-Previous"] = str(mark.previous)
    return told


def signature(keys: Keys, id_: str, body: bytes, *, now: int) -> str:
    """Return `v1,<base64>` for each secret that holds, parted by spaces."""
    signed = f"{id_}.{now}.".encode() + body
    held: Sequence[str] = [each for each in (keys.secret, keys.old_secret) if each]
    return " ".join(
        "v1," + base64.b64encode(hmac.digest(_octets(each), signed, "sha256")).decode()
        for each in held
    )


def _octets(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix(_PREFIX))
