"""The owner of the facts and its clients in one process: each of their answers, and its absence."""

import asyncio
import logging
import os
import signal
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import duckdb
import pytest
from sqlalchemy import literal_column, select, text

from openmall.analytics.engine import owner, owner_protocol
from openmall.analytics.engine.duckdb import FILE, DuckFile
from openmall.analytics.engine.engine import Batch, EngineAway, TooLong
from openmall.analytics.engine.opening import open_engine
from openmall.analytics.engine.owner_protocol import socket_of
from openmall.analytics.engine.remote import Remote
from openmall.configuration import Configuration
from tests.analytics.engine.engine_cases import IMPORTED, batches, questions
from tests.analytics.engine.test_engines import EXPECTED, LEFT

PATIENCE = 30.0
SOON = 0.2
"""Seconds after which a client of these tests takes an owner that says nothing for one away."""


def _configuration(folder: Path, seconds: float = 10.0) -> Configuration:
    return Configuration(data_dir=folder, analytics_seconds=seconds)


@asynccontextmanager
async def _owning(configuration: Configuration) -> AsyncIterator[asyncio.Task[None]]:
    """Own the facts as `openmall analytics own` does, and end it as a service manager does."""
    owning = asyncio.create_task(owner._own(configuration, None))
    path = socket_of(configuration.data_dir)
    async with asyncio.timeout(PATIENCE):
        while not path.exists():
            assert not owning.done(), owning
            await asyncio.sleep(0.01)
    try:
        yield owning
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(owning, PATIENCE)


@asynccontextmanager
async def _mute(path: Path) -> AsyncIterator[asyncio.Queue[asyncio.StreamWriter]]:
    """Listen at a socket and answer nothing, as a stopped process does; give its connections."""
    connections: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

    async def listen(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(writer)
        connections.put_nowait(writer)

    opened: list[asyncio.StreamWriter] = []

    server = await asyncio.start_unix_server(listen, path)
    try:
        yield connections
    finally:
        server.close()
        for each in opened:
            each.close()
        await asyncio.to_thread(path.unlink, missing_ok=True)


@pytest.mark.both_stores
def test_every_request_is_answered_and_the_file_is_whole_after_sigterm(tmp_path: Path) -> None:
    async def run() -> None:
        configuration = _configuration(tmp_path)
        async with _owning(configuration):
            assert stat.S_IMODE(socket_of(tmp_path).stat().st_mode) == 0o600
            engine = open_engine(configuration)
            await asyncio.gather(engine.keep(batches()), engine.keep(batches()))
            await engine.tidy()
            answers = await asyncio.gather(*(engine.ask(*each) for each in questions()))
            assert list(answers) == EXPECTED
            await engine.keep([IMPORTED])
            await engine.take_back("mall", -20, -10)
            assert await engine.ask(*questions()[0]) == LEFT
            await engine.forget("other")
            question, values = questions()[0]
            assert await engine.ask(question, {**values, "mall_id": "other"}) == []
            await engine.close()
        assert not socket_of(tmp_path).exists()

    asyncio.run(run())
    # nothing is left in a log beside the file, and nobody holds it any more
    file = DuckFile(tmp_path / FILE)
    assert file.ask("SELECT count(*) FROM sale", {}, seconds=9) == [(8,)]
    file.close()


def test_wrong_and_slow_questions_are_told_apart(tmp_path: Path) -> None:
    async def run() -> None:
        configuration = _configuration(tmp_path, seconds=0.3)
        async with _owning(configuration):
            engine = open_engine(configuration)
            with pytest.raises(EngineAway, match="nobody"):
                await engine.ask(select(literal_column("nobody")), {})
            wrong = Batch(source="mall", number=1, rows={"unknown": [[1]]})
            with pytest.raises(EngineAway, match="KeyError"):
                await engine.keep([wrong])
            endless = select(literal_column("count(*)")).select_from(
                text("range(1000000000000) a, range(1000) b WHERE a.range = -1")
            )
            with pytest.raises(TooLong, match=r"longer than 0\.3 seconds"):
                await engine.ask(endless, {})
            await engine.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "sent",
    [
        (owner_protocol.LONGEST + 1).to_bytes(4, "big"),
        b"\x00\x00\x00\x03abc",
        b"\x00\x00\x00\x09cut",
    ],
    ids=["a frame that is too long", "no request", "a frame that is cut off"],
)
def test_what_is_no_request_ends_its_connection_and_no_other(tmp_path: Path, sent: bytes) -> None:
    async def run() -> None:
        configuration = _configuration(tmp_path)
        async with _owning(configuration):
            engine = open_engine(configuration)
            await engine.keep(batches())
            reader, writer = await asyncio.open_unix_connection(socket_of(tmp_path))
            writer.write(sent)
            writer.write_eof()
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
            writer.close()
            assert await engine.ask(*questions()[0]) == EXPECTED[0]
            await engine.close()

    asyncio.run(run())


def test_an_owner_that_does_not_answer_is_away_and_piles_nothing_up(tmp_path: Path) -> None:
    async def run() -> None:
        path = socket_of(tmp_path)
        engine = Remote(path, seconds=SOON, margin=0, change_seconds=SOON)
        many = [Batch(source="mall", number=1, rows={"visit": [["x" * 1_000]] * 2_000})]
        async with _mute(path) as connections:
            # more than a socket takes, so that it cannot even be sent
            for _ in range(3):
                with pytest.raises(EngineAway, match=r"did not answer within 0\.2 seconds"):
                    await engine.keep(many)
                assert engine._writer is not None
                assert engine._writer.transport.get_write_buffer_size() == 0
            with pytest.raises(EngineAway, match="did not answer"):
                await engine.ask(*questions()[0])
            assert (connections.qsize(), engine._waiting) == (4, {})
        # and the same client goes on when there is one that answers
        async with _owning(_configuration(tmp_path)):
            engine._ask_seconds = engine._change_seconds = PATIENCE
            await engine.keep(batches())
            assert await engine.ask(*questions()[0]) == EXPECTED[0]
            await engine.close()

    asyncio.run(run())


@pytest.mark.parametrize("answered", [b"", b"\x00\x00\x00\x03abc"], ids=["nothing", "no answer"])
def test_an_owner_that_goes_or_answers_what_is_none_is_away(
    tmp_path: Path, answered: bytes
) -> None:
    async def run() -> None:
        path = socket_of(tmp_path)
        engine = Remote(path)
        with pytest.raises(EngineAway, match="does not listen"):
            await engine.tidy()
        async with _mute(path) as connections:
            asking = asyncio.create_task(engine.ask(*questions()[0]))
            connection = await asyncio.wait_for(connections.get(), PATIENCE)
            connection.write(answered)
            connection.close()
            with pytest.raises(EngineAway):
                await asyncio.wait_for(asking, PATIENCE)
        await engine.close()

    asyncio.run(run())


def test_it_ends_when_the_process_that_began_it_is_gone(tmp_path: Path) -> None:
    async def run() -> None:
        nobody = os.getppid() + 1
        await asyncio.wait_for(owner._own(_configuration(tmp_path), nobody), PATIENCE)

    asyncio.run(run())
    assert not socket_of(tmp_path).exists()


@pytest.mark.parametrize(
    ("error", "is_lost"),
    [(duckdb.IOException("no room"), False), (duckdb.FatalException("x"), True)],
)
def test_months_that_cannot_be_sorted_are_logged_and_tried_again(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: duckdb.Error,
    is_lost: bool,
) -> None:
    monkeypatch.setattr(owner, "TIDY_SECONDS", 0.01)
    tries = 0

    async def run() -> None:
        nonlocal tries
        loop, often = asyncio.get_running_loop(), asyncio.Event()
        file = DuckFile(tmp_path / FILE)

        def tidy() -> None:
            nonlocal tries
            tries += 1
            if tries == 3:
                loop.call_soon_threadsafe(often.set)
            raise error

        monkeypatch.setattr(file, "tidy", tidy)
        owning = owner.Owner(file, seconds=1)
        tidying = asyncio.create_task(owning.tidy())
        await asyncio.wait_for(often.wait(), PATIENCE)
        tidying.cancel()
        assert owning.ending.is_set() is is_lost
        owning.writing.shutdown()
        file.close()

    with caplog.at_level(logging.ERROR, logger="openmall"):
        asyncio.run(run())
    assert "facts are not sorted" in caplog.messages
    assert ("facts are opened anew" in caplog.messages) is is_lost
