"""The process that owns DuckDB's file and executes the requests of workers over a socket.

The socket authorises every request: it lies in the data directory, readable by its owner alone.
"""

import asyncio
import contextlib
import logging
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import duckdb

from openmall.analytics.engine import owner_protocol
from openmall.analytics.engine.duckdb import FILE, DuckFile
from openmall.analytics.engine.engine import Cell, TooLong
from openmall.configuration import Configuration

log = logging.getLogger("openmall")

TIDY_SECONDS: Final = 600.0
"""Seconds between two searches for months to be sorted."""
_PARENT_SECONDS: Final = 0.5


class Owner:
    """Answers requests; facts are kept in the order in which they arrive."""

    def __init__(self, file: DuckFile, *, seconds: float) -> None:
        """`seconds`: longest a question may take."""
        self._file = file
        self._seconds = seconds
        self.ending = asyncio.Event()
        """Set when the process is to leave."""
        self.writing = ThreadPoolExecutor(1, "writing")
        """What changes the file does so one after the other, and waits for no question."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one worker until it disconnects."""
        mine: set[asyncio.Task[None]] = set()
        try:
            while True:
                request = owner_protocol.REQUEST.decode(await owner_protocol.read(reader))
                task = asyncio.create_task(self._answer(request, writer))
                mine.add(task)
                task.add_done_callback(mine.discard)
        except (EOFError, ValueError):
            pass
        finally:
            for task in list(mine):
                with contextlib.suppress(Exception):
                    await task
            writer.close()

    async def _answer(self, request: owner_protocol.Request, writer: asyncio.StreamWriter) -> None:
        try:
            thread = None if isinstance(request.what, owner_protocol.Ask) else self.writing
            loop = asyncio.get_running_loop()
            rows = await loop.run_in_executor(thread, self._execute, request.what)
            answer = owner_protocol.Answer(request.number, rows)
        except TooLong as error:
            answer = owner_protocol.Answer(request.number, error=str(error), too_long=True)
        except (duckdb.Error, ValueError, KeyError) as error:
            self._leave_if_lost(error)
            answer = owner_protocol.Answer(request.number, error=f"{type(error).__name__}: {error}")
        with contextlib.suppress(ConnectionError):
            writer.write(owner_protocol.framed(answer))
            await writer.drain()

    async def tidy(self) -> None:
        """Sort changed months periodically."""
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await asyncio.get_running_loop().run_in_executor(self.writing, self._file.tidy)
            except duckdb.Error as error:
                self._leave_if_lost(error)
                log.error("facts are not sorted", extra={"reason": str(error)})

    def _leave_if_lost(self, error: Exception) -> None:
        # for instance when the disk was full while the log was copied into the file: DuckDB answers
        # nothing more until it is opened anew, which its supervisor sees to
        if isinstance(error, duckdb.FatalException):
            log.error("facts are opened anew", extra={"reason": str(error)})
            self.ending.set()

    def _execute(self, what: owner_protocol.What) -> list[tuple[Cell, ...]]:
        match what:
            case owner_protocol.Keep():
                self._file.keep(what.batches)
            case owner_protocol.Ask():
                return self._file.ask(what.question, what.values, seconds=self._seconds)
            case owner_protocol.Tidy():
                self._file.tidy()
            case owner_protocol.Forget():
                self._file.forget(what.mall_id)
            case owner_protocol.TakeBack():
                self._file.take_back(what.mall_id, what.first, what.last)
        return []


def own(configuration: Configuration, *, parent: int | None = None) -> None:
    """Own the file until SIGTERM, or until the process `parent` is gone.

    Raises duckdb.IOException when another process owns it.
    """
    asyncio.run(_own(configuration, parent))


async def _own(configuration: Configuration, parent: int | None) -> None:
    folder = configuration.data_dir
    folder.mkdir(parents=True, exist_ok=True)
    # opening it locks it: a second process stops here, and leaves the socket alone
    file = DuckFile(folder / FILE, memory=configuration.analytics_memory)
    owner = Owner(file, seconds=configuration.analytics_seconds)
    path = owner_protocol.socket_of(folder)
    path.unlink(missing_ok=True)
    mask = os.umask(0o177)
    try:
        server = await asyncio.start_unix_server(owner.serve, path)
    finally:
        os.umask(mask)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, owner.ending.set)
    tidying = asyncio.create_task(owner.tidy())
    try:
        while not owner.ending.is_set() and (parent is None or os.getppid() == parent):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_PARENT_SECONDS):
                    await owner.ending.wait()
    finally:
        tidying.cancel()
        server.close()
        path.unlink(missing_ok=True)
        await asyncio.to_thread(file.close)
