"""The header `Idempotency-Key`: clients can safely retry a write without a response.

The first call is executed, and its response is stored for a day, in the transaction of its changes.
The same call with the same key gets the stored response and is not executed again. A different call
with that key is refused (422). A concurrent call with the key waits for the first one and gets its
response, or is refused (409) after its time budget. Failed calls have changed nothing and are not
stored: a retry executes them again. The specification has no such header; it is our extension.
"""

import hmac
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from openmall.access import shopper_sessions
from openmall.api.pipeline.idempotency import store
from openmall.api.pipeline.idempotency.refusals import (
    ANSWER_NOT_KEPT,
    CALL_IN_PROGRESS,
    KEY_OF_ANOTHER_CALL,
    KEY_TOO_SHORT,
    MALFORMED_KEY,
)
from openmall.api.pipeline.idempotency.store import StoredResponse
from openmall.api.pipeline.request_context import IdempotentRequest, Key, RequestContext
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.fields import fields_of
from openmall.contract.json_values import Json
from openmall.contract.operation import Operation
from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.seal import MARK, Seal
from openmall.database.session import DeadlinePassed, Session

HEADER: Final = b"idempotency-key"
SECONDS: Final = 86_400
"""Retention of a stored response."""
MAX_STORED_BODY: Final = 256 * 1024
"""Bytes of a stored body; of a longer response only its existence is stored."""
MIN_KEY_LENGTH: Final = 20
"""Shortest key of a shopper without a session, whom only the key identifies."""
NAME: Final = "Idempotency-Key"
_KEY_PATTERN: Final = re.compile(rb"[\x21-\x7e]{1,255}")
_PURPOSE: Final = "repeated call 1"


def accepts(operation: Operation) -> bool:
    """Return whether calls of an operation may have an idempotency key."""
    return operation.writes


def read_key(
    context: RequestContext, envelope: dict[str, Json], seal: Seal
) -> IdempotentRequest | None:
    """Return the idempotency key of a call and the digest of its content; None without a header.

    Raises Invalid (422) for a malformed key.
    """
    name = context.request.headers.get(HEADER)
    if name is None or context.operation is None or not accepts(context.operation):
        return None
    operation = f"{context.operation.method} {context.request.raw_path.decode('ascii')}"
    return idempotent_request(context, name, [context.query, envelope], seal, operation=operation)


def idempotent_request(
    context: RequestContext, name: bytes, sent: list[Any], seal: Seal, *, operation: str
) -> IdempotentRequest:
    """Return the idempotency key `name` with the digest of `sent`, the content of the call.

    Raises Invalid (422) for a malformed key.
    """
    shopper = context.shopper
    anonymous = context.api.credential == "storefront" and shopper is None
    if not _KEY_PATTERN.fullmatch(name):
        raise Invalid(MALFORMED_KEY, parameter=NAME)
    if anonymous and len(name) < MIN_KEY_LENGTH:
        raise Invalid(KEY_TOO_SHORT, parameter=NAME, least=MIN_KEY_LENGTH)
    owner = f"{context.api.name} {context.caller.app.client_id}"
    if shopper is not None:
        owner += f" {shopper.shop_no} {shopper.kind} {shopper.name}"
    elif context.caller.user_id:
        owner += f" {context.caller.user_id}"
    content = msgspec.json.encode(sent, order="sorted")
    return IdempotentRequest(
        Key(owner=owner, operation=operation, key=name.decode("ascii")),
        # keyed, because the content may include a password
        tuple(hmac.digest(each, content, "sha256").hex() for each in seal.keys_for(_PURPOSE)),
        context.operation is not None and has_secret_fields(context.operation),
    )


def has_secret_fields(operation: Operation) -> bool:
    """Return whether the response of an operation has secret fields."""
    gives = operation.gives
    return gives is not None and any(field.secret for field in fields_of(gives).values())


async def find_response(
    call: Call, db: Session, idempotent_request: IdempotentRequest
) -> StoredResponse | None:
    """Return the stored response of this call; None when it must be executed now.

    Raises Invalid (422) when the key belongs to a different call, and NotModified (409) when the
    first call takes too long, or its response was too long to be stored or was overwritten when
    a customer whom it names was erased.
    """
    now = int(call.clock.now())
    key, digests = idempotent_request.key, idempotent_request.digests
    try:
        await store.delete_expired(db, key, now)
        if await store.claim(db, key, digest=digests[0], until=now + SECONDS):
            return None
    except DeadlinePassed:
        raise NotModified(CALL_IN_PROGRESS, parameter=NAME) from None
    stored = await store.find(db, key)
    assert stored is not None
    if not any(hmac.compare_digest(stored.digest, each) for each in digests):
        raise Invalid(KEY_OF_ANOTHER_CALL, parameter=NAME)
    if not stored.body:
        raise NotModified(ANSWER_NOT_KEPT, parameter=NAME)
    if stored.session:
        session, mall_id = call.seal.open(stored.session, about=_about(key)), call.mall.mall_id
        call.sign_in(
            shopper_sessions.read(call.seal, mall_id, session.encode(), now=call.clock.now()),
            session,
        )
    if stored.body.startswith(MARK):
        return replace(stored, body=call.seal.open(stored.body, about=about_response(key)))
    return stored


async def store_response(
    call: Call, db: Session, idempotent_request: IdempotentRequest, *, status: int, body: bytes
) -> None:
    """Store the response of a call, and the shopper session it created."""
    key, session = idempotent_request.key, call.effects.session
    text = body.decode() if len(body) <= MAX_STORED_BODY else ""
    if text and idempotent_request.secret:
        text = call.seal.close(text, about=about_response(key))
    await store.store_response(
        db,
        key,
        status=status,
        body=text,
        session=call.seal.close(session, about=_about(key)) if session else "",
    )


def _about(key: Key) -> str:
    return f"session {key.owner} {key.operation} {key.key}"


def about_response(key: Key) -> str:
    """Return the authenticated context of an encrypted response."""
    return f"answer {key.owner} {key.operation} {key.key}"


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    owner, operation, name = after or ("", "", "")
    rows = await store.sealed(db, Key(owner=owner, operation=operation, key=name))
    for owner, operation, name, body, session in rows:
        key = Key(owner=owner, operation=operation, key=name)
        session_resealed = session and tally.text(seal, session, _about(key))
        response_resealed = (
            tally.text(seal, body, about_response(key)) if body.startswith(MARK) else None
        )
        if session_resealed or response_resealed:
            await store.reseal(
                db, key, body=response_resealed or body, session=session_resealed or session
            )
    return rows[-1][:3] if rows else None


SEALED: Final = EncryptedTable(
    table=store.STORED_RESPONSE.name,
    columns=frozenset({"body", "session"}),
    of_malls=True,
    renew=_renew,
)
"""Encrypted columns: shopper sessions of stored responses, and bodies with secrets."""
