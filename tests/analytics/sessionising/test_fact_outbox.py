"""Facts from elsewhere come between those of the sessioniser, each under a number of its own."""

import asyncio
from typing import Any

import pytest

from openmall.analytics.sessionising import fact_outbox
from openmall.analytics.sessionising.store import cursor
from openmall.configuration import Configuration
from openmall.database.session import Session
from tests.analytics.sessionising.event_reporting import LATENESS, MALL, EventReporter, seen


@pytest.mark.both_stores
def test_who_was_overtaken_begins_again(store: Configuration) -> None:
    async def run() -> None:
        telling = await EventReporter.new(store)
        at = int(telling.clock.at * 1_000)
        await telling.collect([seen(at)], received_at=at)
        overtaken: list[Any] = []

        async def beside(_: Session) -> None:
            overtaken.append(None)

        # when several add while the sessioniser is at work
        telling.clock.at += LATENESS + 1
        facts = [{"visit": [[MALL, number]]} for number in range(8)]
        await asyncio.gather(
            telling.sessioniser().finish(MALL),
            *(fact_outbox.add(telling.database, MALL, each, beside) for each in facts),
        )
        # then all of it is there once, numbered without gaps, and what it did stays done
        batches = await telling.batches()
        assert [number for number, _ in batches] == list(range(1, 10))
        added = [each["visit"][0] for _, each in batches if "pageview" not in each]
        assert sorted(added) == [[MALL, number] for number in range(8)]
        assert len(overtaken) == 8
        assert await telling.waiting() == 0
        async with telling.database.reading(MALL) as db:
            assert (await cursor(db)).until == int(telling.clock.at * 1_000) - 1 - 120_000
        await telling.database.close()

    asyncio.run(run())
