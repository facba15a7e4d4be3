"""Delivers due messages of all malls in the background of a worker.

Any number of workers do this at once: each claims messages with a lease. A message that a worker
was sending when it died is sent again once the lease is over, unless it had been handed over: then
its outcome is unknown, and only an operator sends it again.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.messages import consents, sealed_texts
from openmall.events.messages import store as message_store
from openmall.events.messages.channels import Channel, Outcome
from openmall.events.messages.store import Claimed

log = logging.getLogger("openmall")

SECONDS: Final = 1.0
"""Between two queries for due messages."""
LEASE_SECONDS: Final = 300.0
"""After which another worker takes over: longer than an attempt."""
AT_ONCE: Final = 20
"""Messages of a mall that are claimed together, and sent at once."""
RETRIES: Final = (60, 300, 1_800, 7_200, 21_600, 43_200, 86_400)
"""Seconds from each failed attempt to the next; after the last one the message has failed."""
RETRIES_BEFORE_FALLBACK: Final = RETRIES[:2]
"""The same, where another way is tried after the last one."""
_STATES: Final = {"accepted": "sent", "refused": "failed", "unknown": "unknown"}

MallLookup = Callable[[str], Awaitable[Mall | None]]
"""Returns a mall by its id, from a cache."""


class LeaseLost(Exception):
    """Another worker has claimed the message."""


class Delivery:
    """Delivers the messages of the outbox."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        channels: Mapping[str, Channel],
        malls: MallLookup,
        seal: Seal,
    ) -> None:
        """`clock`: the machine's. `channels`: a message of another channel stays in the mailbox."""
        self._database = database
        self._clock = clock
        self._channels = channels
        self._malls = malls
        self._seal = seal
        self._stopping = False

    async def work(self) -> int:
        """Deliver what is due now; return the number of messages."""
        delivered = 0
        now = self._clock.now()
        for mall_id in await message_store.malls_with_due(self._database, now):
            while not self._stopping and (claimed := await self._claim(mall_id)):
                found, lease = claimed
                sandbox = await self._in_sandbox(mall_id)
                async with self._database.reading(mall_id) as db:
                    withdrawn = await consents.WITHDRAWN(db, found)
                await asyncio.gather(
                    *(
                        self._deliver(
                            each,
                            lease,
                            mailbox=sandbox,
                            withdrawn=each.message.message_no in withdrawn,
                        )
                        for each in found
                    )
                )
                delivered += len(found)
        return delivered

    def stop(self) -> None:
        """Claim no further message."""
        self._stopping = True

    async def end(self) -> None:
        """Close all connections; nothing may be delivered afterwards."""
        for channel in self._channels.values():
            await channel.close()

    async def _in_sandbox(self, mall_id: str) -> bool:
        mall = await self._malls(mall_id)
        return mall is None or mall.sandbox is not None

    async def _claim(self, mall_id: str) -> tuple[list[Claimed], str] | None:
        now, lease = self._clock.now(), secrets.token_hex(8)
        async with self._database.writing(mall_id, shown=False) as db:
            claimed = await message_store.claim(
                db, now=now, until=now + LEASE_SECONDS, lease=lease, most=AT_ONCE
            )
        return (claimed, lease) if claimed else None

    async def _deliver(
        self, claimed: Claimed, lease: str, *, mailbox: bool, withdrawn: bool
    ) -> None:
        message = claimed.message
        channel = None if mailbox else self._channels.get(message.channel)
        if not message.recipient:
            outcome = Outcome("refused", "there is no recipient any more")
        elif withdrawn:
            outcome = Outcome("refused", consents.ANSWER)
        elif channel is None:
            await self._end(claimed, lease, "mailbox", "mailbox", "")
            return
        else:
            try:
                message = sealed_texts.opened(self._seal, message.mall_id, message, claimed.sealed)
                outcome = await channel.send(message, lambda: self._hand_over(claimed, lease))
            except LeaseLost:
                return
            except Exception as error:
                # a plug-in may raise anything; the other messages go on
                facts = {"mall_id": message.mall_id, "reason": type(error).__name__}
                log.error("message not delivered", extra=facts)
                outcome = Outcome("retry", type(error).__name__)
        answer = outcome.answer.replace(message.recipient, "***") if message.recipient else ""
        if outcome.result != "retry":
            await self._end(claimed, lease, _STATES[outcome.result], outcome.result, answer)
        elif claimed.attempt > len(RETRIES_BEFORE_FALLBACK if claimed.falls_back else RETRIES):
            await self._end(claimed, lease, "failed", "retry", answer)
        else:
            await self._end(claimed, lease, "queued", "retry", answer)

    async def _hand_over(self, claimed: Claimed, lease: str) -> None:
        message = claimed.message
        until = self._clock.now() + LEASE_SECONDS
        async with self._database.writing(message.mall_id, shown=False) as db:
            if not await message_store.hand_over(db, message.message_no, lease=lease, until=until):
                raise LeaseLost

    async def _end(
        self, claimed: Claimed, lease: str, state: str, outcome: str, answer: str
    ) -> None:
        message, now = claimed.message, self._clock.now()
        again = int(now) + RETRIES[claimed.attempt - 1] if state == "queued" else None
        async with self._database.writing(message.mall_id, shown=False) as db:
            written = await message_store.end(
                db,
                message.message_no,
                lease=lease,
                state=state,
                next_at=again,
                ended_at=None if again is not None else int(now),
            )
            if written:
                await message_store.add_attempt(
                    db,
                    message.message_no,
                    claimed.attempt,
                    at=now,
                    outcome=outcome,
                    answer=answer,
                )
