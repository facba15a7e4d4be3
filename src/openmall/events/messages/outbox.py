"""Writes messages to the outbox, in the transaction of what they tell of."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from openmall.contract.json_values import Json
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.database.values import BoundValue
from openmall.events.messages import sealed_texts
from openmall.events.messages import store as message_store
from openmall.events.messages.channels import ChannelName


class Alternative(Struct, frozen=True, kw_only=True):
    """Another way to send a message, tried when the one before it failed."""

    channel: ChannelName
    recipient: str
    sender: str
    subject: str
    parts: list[str]
    """The text; a text message may need several."""
    cost: int = 0
    """Tenths of a text message for each part, charged when it is sent."""


class Draft(Struct, frozen=True, kw_only=True):
    """A message to be delivered."""

    shop_no: int
    channel: ChannelName
    occasion: str
    recipient: str
    sender: str
    body: str
    language: str = ""
    subject: str = ""
    html: str = ""
    reply_to: str = ""
    member_id: str = ""
    """The customer it is for; empty: someone else, or a guest."""
    extra: dict[str, Json] = {}
    batch: str = ""
    cost: int = 0
    fallback: tuple[Alternative, ...] = ()
    """What is tried when it fails, in order."""
    opens_account: bool = False
    """It has a link that opens an account: its texts lie sealed, and it has no alternatives."""


async def enqueue(
    db: Session,
    clock: Clock,
    drafts: Sequence[Draft],
    *,
    refused: str = "",
    seal: Seal | None = None,
) -> int:
    """Add messages to the outbox of the session's mall; return the number of the first one.

    `refused`: why they are not delivered; they are stored as failed. `seal`: of the installation,
    for messages with a link that opens an account.
    """
    if not drafts:
        return 0
    now = int(clock.now())
    first = await sequences.allocate(db, "message", count=len(drafts))
    await db.defer(message_store.INSERT, _rows(drafts, first, now, refused, seal, db.mall_id))
    if refused:
        attempts: list[dict[str, BoundValue]] = [
            {"message_no": first + at, "attempt": 1, "attempted_at": now,
             "outcome": "refused", "answer": refused}
            for at in range(len(drafts))
        ]  # fmt: skip
        await db.defer(message_store.INSERT_ATTEMPT, attempts)
    return first


def _rows(
    drafts: Sequence[Draft],
    first: int,
    now: int,
    refused: str,
    seal: Seal | None,
    mall_id: str,
) -> Iterable[dict[str, BoundValue]]:
    for message_no, draft in enumerate(drafts, first):
        values = msgspec.structs.asdict(draft)
        values["sealed"] = ""
        if values.pop("opens_account"):
            assert seal is not None, "its texts are not stored in clear"
            assert not draft.fallback, "alternatives would be stored in clear"
            values["sealed"] = sealed_texts.close(seal, mall_id, message_no, draft.body, draft.html)
            values["body"], values["html"] = sealed_texts.NOT_SHOWN, ""
        yield {
            **values,
            "extra": msgspec.json.encode(draft.extra).decode(),
            "fallback": msgspec.json.encode(draft.fallback).decode() if draft.fallback else "",
            "message_no": message_no,
            "state": "failed" if refused else "queued",
            "attempts": 1 if refused else 0,
            "next_at": None if refused else 0,
            "lease": "",
            "created_at": now,
            "ended_at": now if refused else None,
        }
