"""The header `Idempotency-Key`: a client that heard nothing may send the same call once more.

The first call is carried out; what it answered is kept for a day, in the transaction of what it
changed, so that neither is without the other whenever the process dies. Whoever sends the same call
with the same key is answered the same, and nothing is done. Another call with that key is refused
(422). A call whose twin is being carried out waits for it, and is answered the same; when that
takes longer than a call may, it is refused (409). What was refused has changed nothing and is not
kept: sent again, it is tried again. The specification does not speak of this header; it is ours.
"""

import hmac
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.fields import fields_of
from openmall.contract.operation import Operation
from openmall.database.resealing import Place, Tally
from openmall.database.seal import MARK, Seal
from openmall.database.session import DeadlinePassed, Session
from openmall.pipeline.repeating import store
from openmall.pipeline.repeating.store import Kept, Key
from openmall.pipeline.trip import Trip
from openmall.shoppers import sessions

HEADER: Final = b"idempotency-key"
SECONDS: Final = 86_400
"""For which an answer is kept."""
LONGEST_ANSWER: Final = 256 * 1024
"""Bytes of an answer that are kept; of a longer one only that it was given."""
UNGUESSABLE: Final = 20
"""Fewest characters of a key by a shopper without a session, whom nothing else tells apart."""
_NAME: Final = "Idempotency-Key"
_FORM: Final = re.compile(rb"[\x21-\x7e]{1,255}")
_PURPOSE: Final = "repeated call 1"


class Repeatable(Struct, frozen=True):
    """A call that its client may have to send again."""

    key: Key
    asked: tuple[str, ...]
    """What tells whether the same is asked, by each key of the installation; from it nobody learns
    what that was."""
    secret: bool
    """Its answer holds what is kept sealed."""


def named(trip: Trip, envelope: dict[str, Any], seal: Seal) -> Repeatable | None:
    """Return what makes a call repeatable; None for one without the header.

    Raises Invalid (422) for a key that is none.
    """
    name = trip.request.headers.get(HEADER)
    if name is None or trip.operation is None or trip.operation.method != "POST":
        return None
    operation = f"POST {trip.request.raw_path.decode('ascii')}"
    return repeatable(trip, name, [trip.query, envelope], seal, operation=operation)


def repeatable(
    trip: Trip, name: bytes, sent: list[Any], seal: Seal, *, operation: str
) -> Repeatable:
    """Return a call that has a key, `sent` with it whatever tells it from another.

    Raises Invalid (422) for a key that is none.
    """
    shopper = trip.shopper
    alone = trip.door.credential == "storefront" and shopper is None
    if not _FORM.fullmatch(name):
        raise Invalid("A key has 1 to 255 visible ASCII characters.", parameter=_NAME)
    if alone and len(name) < UNGUESSABLE:
        message = f"Without a session a key has at least {UNGUESSABLE} characters."
        raise Invalid(message, parameter=_NAME)
    owner = f"{trip.door.name} {trip.caller.app.client_id}"
    if shopper is not None:
        owner += f" {shopper.shop_no} {shopper.kind} {shopper.name}"
    elif trip.caller.user_id:
        owner += f" {trip.caller.user_id}"
    said = msgspec.json.encode(sent, order="sorted")
    return Repeatable(
        Key(owner=owner, operation=operation, key=name.decode("ascii")),
        # a key of the installation, for a body may hold a password
        tuple(hmac.digest(each, said, "sha256").hex() for each in seal.keys_for(_PURPOSE)),
        trip.operation is not None and answers_secrets(trip.operation),
    )


def answers_secrets(operation: Operation) -> bool:
    """Say whether what an operation answers must not lie about."""
    gives = operation.gives
    return gives is not None and any(field.secret for field in fields_of(gives).values())


async def before(call: Call, db: Session, repeatable: Repeatable) -> Kept | None:
    """Return what was answered to this call before; None: it is to be carried out now.

    Raises Invalid (422) when its key is another call's, NotModified (409) when its twin takes too
    long, or answered more than is kept.
    """
    now = int(call.clock.now())
    key, asked = repeatable.key, repeatable.asked
    try:
        await store.clear_away(db, key, now)
        if await store.claim(db, key, asked=asked[0], until=now + SECONDS):
            return None
    except DeadlinePassed:
        raise NotModified("The same call is being carried out.", parameter=_NAME) from None
    kept = await store.find(db, key)
    assert kept is not None
    if not any(hmac.compare_digest(kept.asked, each) for each in asked):
        raise Invalid("The key was used for another call.", parameter=_NAME)
    if not kept.body:
        message = "The call was carried out; its answer was too long to be kept."
        raise NotModified(message, parameter=_NAME)
    if kept.session:
        call.session = call.seal.open(kept.session, about=_about(key))
        mall_id, session = call.mall.mall_id, call.session.encode()
        call.shopper = sessions.read(call.seal, mall_id, session, now=call.clock.now())
    if kept.body.startswith(MARK):
        return replace(kept, body=call.seal.open(kept.body, about=_about_answer(key)))
    return kept


async def after(
    call: Call, db: Session, repeatable: Repeatable, *, status: int, body: bytes
) -> None:
    """Keep what a call is answered, and the session that it gave to a shopper."""
    key = repeatable.key
    text = body.decode() if len(body) <= LONGEST_ANSWER else ""
    if text and repeatable.secret:
        text = call.seal.close(text, about=_about_answer(key))
    await store.keep(
        db,
        key,
        status=status,
        body=text,
        session=call.seal.close(call.session, about=_about(key)) if call.session else "",
    )


def _about(key: Key) -> str:
    return f"session {key.owner} {key.operation} {key.key}"


def _about_answer(key: Key) -> str:
    return f"answer {key.owner} {key.operation} {key.key}"


async def _renew(
    db: Session, seal: Seal, tally: Tally, after: Sequence[str]
) -> Sequence[str] | None:
    owner, operation, name = after or ("", "", "")
    found = await store.sealed(db, Key(owner=owner, operation=operation, key=name))
    for owner, operation, name, body, session in found:
        key = Key(owner=owner, operation=operation, key=name)
        again = session and tally.text(seal, session, _about(key))
        answer = tally.text(seal, body, _about_answer(key)) if body.startswith(MARK) else None
        if again or answer:
            await store.seal_anew(db, key, body=answer or body, session=again or session)
    return found[-1][:3] if found else None


SEALED: Final = Place(
    table=store.ANSWER.name, columns=frozenset({"body", "session"}), of_malls=True, renew=_renew
)
"""The sessions that went out with answers, and answers that hold secrets."""
