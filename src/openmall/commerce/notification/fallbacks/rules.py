"""Sends messages another way that failed, in the background of a worker.

A push message that failed is followed by one in the chat app or a text message, as the settings of
the shop were when it was written. What follows is written in one transaction with the end of the
former: no message is followed twice. A message whose outcome is unknown may have been received, and
is not followed.
"""

import logging
from typing import Final

import msgspec

from openmall.commerce.notification.fallbacks import store as fallback_store
from openmall.commerce.notification.sms import balance
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.events.messages import outbox
from openmall.events.messages.outbox import Alternative, Draft

log = logging.getLogger("openmall")

SECONDS: Final = 1.0
"""Between two searches."""
AT_ONCE: Final = 100
"""Messages of one transaction."""
LATEST: Final = 86_400
"""Seconds after the failure from which a message is not followed any more."""
_WAYS: Final = msgspec.json.Decoder(tuple[Alternative, ...])


async def send_due(database: Database, clock: Clock) -> int:
    """Write what follows failed messages in all malls; return the number of those.

    A failure in one mall is logged, and tried again the next time. `clock`: the machine's, by
    which messages are delivered.
    """
    followed = 0
    for mall_id in await fallback_store.malls(database):
        try:
            step = AT_ONCE
            while step == AT_ONCE:
                async with database.writing(mall_id, shown=False) as db:
                    step = await _step(db, clock)
                followed += step
        except Exception as error:
            facts = {"mall_id": mall_id, "reason": type(error).__name__}
            log.error("failed messages not followed", extra=facts)
    return followed


async def _step(db: Session, clock: Clock) -> int:
    rows = await fallback_store.failed(db, most=AT_ONCE)
    drafts: list[Draft] = []
    earliest = clock.now() - LATEST
    for _, shop_no, occasion, language, member_id, ended_at, ways in rows:
        if ended_at < earliest:
            continue
        way, left = await _next(db, _WAYS.decode(ways))
        if way is not None:
            drafts += [
                Draft(
                    shop_no=shop_no,
                    channel=way.channel,
                    occasion=occasion,
                    recipient=way.recipient,
                    sender=way.sender,
                    language=language,
                    subject=way.subject,
                    body=part,
                    member_id=member_id,
                    cost=way.cost,
                    fallback=left,
                )
                for part in way.parts
            ]
    await outbox.enqueue(db, clock, drafts)
    if rows:
        await fallback_store.settle(db, [row[0] for row in rows])
    return len(rows)


async def _next(
    db: Session, ways: tuple[Alternative, ...]
) -> tuple[Alternative | None, tuple[Alternative, ...]]:
    """Return the first way that the mall can pay for, charged, and those behind it."""
    for at, way in enumerate(ways):
        if await balance.charge(db, way.cost * len(way.parts)):
            return way, ways[at + 1 :]
    return None, ()
