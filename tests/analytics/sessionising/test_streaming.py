"""Whatever comes in whichever order, and whoever works on it: facts are those of the history."""

import asyncio
from random import Random

import pytest

from openmall.analytics.sessionising import sessioniser
from openmall.configuration import Configuration
from tests.analytics.sessionising.event_reporting import LATENESS, EventReporter
from tests.analytics.sessionising.histories import History
from tests.analytics.sessionising.reference import expected, told
from tests.random_cases import cases


async def _tell(telling: EventReporter, history: History, draw: Random, workers: int) -> None:
    """Tell a history in its own time, while workers look now and then, sometimes at once."""
    working = [telling.sessioniser() for _ in range(workers)]
    for at, what in history.arrivals():
        telling.clock.at = at / 1000
        if isinstance(what, list):
            await telling.collect(what, received_at=at)
        else:
            await telling.tell(what)
        if draw.random() < 0.3:
            await asyncio.gather(*(each.work() for each in draw.choices(working, k=workers)))
    telling.clock.at += LATENESS + 1
    await working[0].work()


@pytest.mark.both_stores
@pytest.mark.parametrize("seed", range(cases(6, usual=2)))
def test_a_history_told_late_and_out_of_order_gives_its_own_facts(
    store: Configuration, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a history, and workers that do a few events in a transaction
    history = History(seed)
    monkeypatch.setattr(sessioniser, "AT_ONCE", 7)
    monkeypatch.setattr(sessioniser, "ANNOUNCED_AT_ONCE", 3)

    async def run() -> None:
        telling = await EventReporter.new(store)
        # when it is told within the lateness, while one or three workers look at it
        await _tell(telling, history, Random(seed), workers=1 + seed % 2 * 2)
        # then the facts are those of the whole history, and nothing waits
        found = told(await telling.facts())
        assert found == expected(history.pages, history.carts, history.orders, history.paid)
        assert await telling.waiting() == 0
        # and batches are numbered without gaps
        numbers = [number for number, _ in await telling.batches()]
        assert numbers == list(range(1, len(numbers) + 1))
        await telling.database.close()

    asyncio.run(run())


def test_the_same_history_in_other_batches_gives_the_same_numbers(store: Configuration) -> None:
    # given a history
    history = History(3, browsers=5)

    async def run(workers: int, one_by_one: bool) -> object:
        telling = EventReporter(store)
        batches = [[each] for each in history.pages] if one_by_one else [b for _, b in history.told]
        for batch in batches:
            await telling.collect(batch, received_at=int(telling.clock.at * 1000))
        telling.clock.at += 10_000_000
        await telling.sessioniser().work()
        facts = await telling.facts()
        await telling.forget_facts()
        await telling.database.close()
        return facts

    async def first() -> object:
        await (await EventReporter.new(store)).database.close()
        return await run(1, one_by_one=False)

    once = asyncio.run(first())
    from sqlalchemy import bindparam, delete

    from openmall.analytics.sessionising.tables import BROWSER, CURSOR
    from openmall.database.statements import Statement

    async def anew() -> object:
        telling = EventReporter(store)
        async with telling.database.writing("seen") as db:
            for table in (BROWSER, CURSOR):
                await db.run(
                    Statement(delete(table).where(table.c.mall_id == bindparam("mall_id")))
                )
        await telling.database.close()
        return await run(1, one_by_one=True)

    # when it is told again, event by event, to a shop that has forgotten everything
    # then every fact is the same, the numbers of visits included
    assert asyncio.run(anew()) == once
