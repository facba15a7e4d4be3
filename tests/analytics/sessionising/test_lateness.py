"""What is told late, and what waits."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import bindparam, select, update

from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.sessionising import due_events, sessioniser
from openmall.configuration import Configuration
from openmall.database.statements import Statement
from tests.analytics.sessionising.event_reporting import LATENESS, MALL, EventReporter, seen
from tests.world import NOVEMBER_2026

T = int(NOVEMBER_2026) * 1000
_OF_MALL = COLLECTED.c.mall_id == bindparam("mall_id")
_FORGET_TIMES = Statement(update(COLLECTED).where(_OF_MALL).values(next_at=0))
_NEXT_TIMES = Statement(select(COLLECTED.c.next_at).where(_OF_MALL).order_by(COLLECTED.c.sequence))


def _pages(facts: dict[str, Any]) -> list[tuple[int, int]]:
    """Return when pages were seen, and at which visit's beginning."""
    began = {row["visit"]: row["at"] for row in facts["visit"]}
    return [(row["at"] - T, began[row["visit"]] - T) for row in facts["pageview"]]


def test_what_is_younger_than_the_lateness_waits(store: Configuration) -> None:
    async def run() -> None:
        telling = await EventReporter.new(store)
        work = telling.sessioniser()
        # given a batch whose events are 100 and 0 seconds old
        await telling.collect([seen(T), seen(T + 100_000)], received_at=T + 100_000)
        # when the lateness has passed for the first of them only
        telling.clock.at = NOVEMBER_2026 + LATENESS + 1
        assert await work.work() == 1
        # then only it is done, and the batch waits
        assert _pages(await telling.facts()) == [(0, 0)]
        assert await telling.waiting() == 1
        # and looking again changes nothing
        assert await work.work() == 0
        assert len(await telling.batches()) == 1
        # when it has passed for both, another worker does the rest
        telling.clock.at += 100
        assert await telling.sessioniser().work() == 1
        assert _pages(await telling.facts()) == [(0, 0), (100_000, 0)]
        assert await telling.waiting() == 0
        await telling.database.close()

    asyncio.run(run())


def test_what_is_told_too_late_is_put_by_the_rule(store: Configuration) -> None:
    async def run() -> None:
        telling = await EventReporter.new(store)
        work = telling.sessioniser()
        # given a visit with two pages, an hour apart from an earlier time nobody told of
        await telling.collect([seen(T), seen(T + 60_000)], received_at=T + 60_000)
        telling.clock.at = NOVEMBER_2026 + 600
        assert await work.work() == 2
        # when a page between them comes late, two of an earlier visit, and a later one in time
        late = [seen(T + 30_000), seen(T - 7_200_000, ad="news"), seen(T - 7_100_000)]
        await telling.collect([*late, seen(T + 590_000)], received_at=T + 600_000)
        assert await work.work() == 3
        telling.clock.at += LATENESS
        assert await work.work() == 1
        # then the one is in the visit, and the others share one aside, which is no first one
        facts = await telling.facts()
        assert _pages(facts) == [
            (-7_200_000, -7_200_000),
            (-7_100_000, -7_200_000),
            (0, 0),
            (30_000, 0),
            (60_000, 0),
            (590_000, 0),
        ]
        assert [(row["at"] - T, row["first"], row["ad"]) for row in facts["visit"]] == [
            (-7_200_000, 0, "news"),
            (0, 1, ""),
        ]
        await telling.database.close()

    asyncio.run(run())


def test_a_worker_that_was_away_does_what_it_missed_in_the_order_of_time(
    store: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a worker that looks at two events at a time
    monkeypatch.setattr(sessioniser, "AT_ONCE", 2)

    async def run() -> None:
        telling = await EventReporter.new(store)
        # and hours in which batches came in the wrong order, all within the lateness
        for start in range(0, 40_000_000, 4_000_000):
            at = T + start
            await telling.collect([seen(at + 50_000, ad="b")], received_at=at + 60_000)
            await telling.collect([seen(at, ad="a"), seen(at + 20_000)], received_at=at + 70_000)
        # when it comes back
        telling.clock.at = NOVEMBER_2026 + 50_000
        assert await telling.sessioniser().work() == 30
        # then every ad began its visit
        facts = await telling.facts()
        assert [(row["at"] - T, row["ad"]) for row in facts["visit"]] == [
            (start + more, ad)
            for start in range(0, 40_000_000, 4_000_000)
            for more, ad in ((0, "a"), (50_000, "b"))
        ]
        assert [row["first"] for row in facts["visit"]] == [1] + [0] * 19
        await telling.database.close()

    asyncio.run(run())


def test_nothing_is_waited_for_on_demand(store: Configuration) -> None:
    async def run() -> None:
        telling = await EventReporter.new(store)
        await telling.collect([seen(T)], received_at=T)
        await telling.announce(90084, at=int(NOVEMBER_2026), browser=1, product_no=3, quantity=2)
        assert await telling.sessioniser().work() == 0
        # when a command says so
        assert await telling.sessioniser(sessioniser.EVERYTHING).work() == 2
        # then also what was announced in this very second is done
        facts = await telling.facts()
        [cart] = facts["cart_action"]
        assert cart["visit"] == facts["visit"][0]["visit"]
        await telling.database.close()

    asyncio.run(run())


def test_what_waits_is_read_when_it_is_due_and_not_before(
    store: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a worker of which is counted what it reads
    read: Counter[str] = Counter()

    def counted(name: str) -> None:
        reading = getattr(due_events, name)

        async def of(*known: Any) -> Any:
            rows = await reading(*known)
            read[name] += len(rows)
            return rows

        monkeypatch.setattr(due_events, name, of)

    counted("batches")
    counted("announced")

    async def run() -> None:
        telling = await EventReporter.new(store)
        work = telling.sessioniser()
        # and two pages and a cart addition in each of 60 seconds, one page of each 30 seconds later
        for second in range(60):
            at = T + second * 1_000
            await telling.collect([seen(at), seen(at + 30_000)], received_at=at + 30_000)
            await telling.announce(90084, at=at // 1_000, browser=1, product_no=3, quantity=2)
        # when it looks every second
        processed = 0
        for second in range(int(LATENESS) + 100):
            telling.clock.at = NOVEMBER_2026 + second
            processed += await work.work()
        # then everything is processed, and was read once for each moment at which it got due
        assert processed == 180
        assert read == {"batches": 120, "announced": 60}
        assert await telling.waiting() == 0
        await telling.database.close()

    asyncio.run(run())


def test_work_ends_while_events_go_on_getting_due(store: Configuration) -> None:
    async def run() -> None:
        telling = await EventReporter.new(store)
        # given a page in each of 50 seconds
        for second in range(50):
            at = T + second * 1_000
            await telling.collect([seen(at)], received_at=at)
        # when each look at the clock is ten seconds after the one before
        telling.clock.at = NOVEMBER_2026 + LATENESS
        now = telling.clock.now

        def later() -> float:
            telling.clock.at += 10
            return now()

        telling.clock.now = later  # type: ignore[method-assign] # time passes while it works
        # then it does what was due when it began
        assert await telling.sessioniser().work() == 10
        await telling.database.close()

    asyncio.run(run())


def test_batches_of_an_older_release_are_read_and_get_their_time(store: Configuration) -> None:
    async def run() -> None:
        telling = await EventReporter.new(store)
        work = telling.sessioniser()
        # given a batch of which one event is processed, and another that nobody read yet
        await telling.collect([seen(T), seen(T + 50_000)], received_at=T + 50_000)
        telling.clock.at = NOVEMBER_2026 + LATENESS + 1
        assert await work.work() == 1
        await telling.collect([seen(T + 500), seen(T + 90_000)], received_at=T + 90_000)
        # when an older release knows nothing of the times of their next events
        async with telling.database.writing(MALL) as db:
            await db.run(_FORGET_TIMES)
        # then the late one is processed, and those that are processed are not once more
        assert await work.work() == 1
        async with telling.database.reading(MALL) as db:
            assert [row[0] for row in await db.all(_NEXT_TIMES)] == [T + 50_000, T + 90_000]
        telling.clock.at += 100
        assert await work.work() == 2
        assert len((await telling.facts())["pageview"]) == 4
        await telling.database.close()

    asyncio.run(run())
