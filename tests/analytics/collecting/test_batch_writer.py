"""Batches that arrive at the same time are written in one transaction, each once."""

import asyncio
import time

import pytest

from openmall.analytics.collecting import batch_writer
from openmall.analytics.collecting.batch_writer import BatchWriter
from openmall.analytics.collecting.store import CollectedBatch
from openmall.configuration import Configuration
from openmall.database.session import Database, DatabaseAway
from tests.analytics.sessionising.event_reporting import MALL, EventReporter, seen
from tests.world import NOVEMBER_2026

T = int(NOVEMBER_2026) * 1000


def _batch(name: str, at: int = 0) -> CollectedBatch:
    return CollectedBatch([seen(T + at)], T + at, name)


class _CountingDatabase:
    """A database that counts its writing transactions, and refuses some of them."""

    def __init__(self, database: Database, *, refused: int = 0) -> None:
        self._database = database
        self._refused = refused
        self.transactions = 0

    def writing(self, mall_id: str, *, deadline: float) -> object:
        self.transactions += 1
        if self.transactions <= self._refused:
            raise DatabaseAway("the disk is full")
        return self._database.writing(mall_id, deadline=deadline)


async def _write(writer: BatchWriter, *batches: CollectedBatch) -> list[BaseException | None]:
    """Let calls write batches at the same time; return what each raised."""
    deadline = time.monotonic() + 30
    calls = [writer.write(MALL, each, deadline=deadline) for each in batches]
    return await asyncio.gather(*calls, return_exceptions=True)


@pytest.mark.both_stores
def test_batches_that_arrive_together_share_transactions_and_are_written_once(
    store: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a writer of four batches a transaction
    monkeypatch.setattr(batch_writer, "AT_ONCE", 4)

    async def run() -> None:
        telling = await EventReporter.new(store)
        counting = _CountingDatabase(telling.database)
        writer = BatchWriter(counting)  # type: ignore[arg-type] # what it uses of one
        # when nine calls write at once, two of them the same batch
        names = [f"batch-{at}" for at in range(8)]
        outcomes = await _write(writer, *(_batch(each) for each in [*names, names[0]]))
        # then all are answered, and each batch is written once
        assert outcomes == [None] * 9
        assert counting.transactions == 3
        assert await telling.waiting() == 8
        # and a batch that is sent again later is not written
        assert await _write(writer, _batch(names[3]), _batch("batch-9")) == [None, None]
        assert await telling.waiting() == 9
        telling.clock.at += 1_000
        assert await telling.sessioniser().work() == 9
        await telling.database.close()

    asyncio.run(run())


@pytest.mark.both_stores
def test_a_failure_is_that_of_the_calls_that_wait_for_it(
    store: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_writer, "AT_ONCE", 2)

    async def run() -> None:
        telling = await EventReporter.new(store)
        counting = _CountingDatabase(telling.database, refused=1)
        writer = BatchWriter(counting)  # type: ignore[arg-type] # what it uses of one
        # when the store is away for the first of two transactions
        outcomes = await _write(writer, *(_batch(f"batch-{at}") for at in range(4)))
        # then the first two calls fail, and nothing of theirs is kept
        assert [type(each) for each in outcomes] == [DatabaseAway, DatabaseAway, *[type(None)] * 2]
        assert await telling.waiting() == 2
        # and they may be sent again
        assert await _write(writer, _batch("batch-0"), _batch("batch-1")) == [None, None]
        assert await telling.waiting() == 4
        await telling.database.close()

    asyncio.run(run())


@pytest.mark.both_stores
def test_a_call_that_is_given_up_leaves_the_others_alone(store: Configuration) -> None:
    async def run() -> None:
        telling = await EventReporter.new(store)
        writer = BatchWriter(telling.database)
        deadline = time.monotonic() + 30
        calls = [
            asyncio.ensure_future(writer.write(MALL, _batch(f"batch-{at}"), deadline=deadline))
            for at in range(3)
        ]
        # when the client of the second has gone before the transaction begins
        await asyncio.sleep(0)
        calls[1].cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        # then the others are answered
        assert [each.cancelled() for each in calls] == [False, True, False]
        assert calls[0].exception() is None
        assert calls[2].exception() is None
        assert await telling.waiting() >= 2
        await telling.database.close()

    asyncio.run(run())
