"""Client of the process that owns the engine, over a socket; workers use it as their engine."""

import asyncio
import contextlib
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import SelectBase

from openmall.analytics.engine import owner_protocol
from openmall.analytics.engine.engine import Batch, Cell, EngineAway, TooLong, Values
from openmall.analytics.engine.sql_compiler import compile_for_duckdb

CHANGE_SECONDS: Final = 60.0
"""Longest to wait for facts to be kept; then they stay in the outbox, and are sent again."""
MAINTENANCE_SECONDS: Final = 600.0
"""Longest to wait for months to be sorted, or facts to be removed."""
MARGIN_SECONDS: Final = 5.0
"""What a question may take beyond what its owner allows it."""

_Waiting = dict[int, asyncio.Future[owner_protocol.Answer]]


class Remote:
    """Asks the owner of a data directory; connects at need, and again when it was gone.

    An owner that does not answer (stopped, or waiting for its disk) is away like one that is gone:
    every request has a deadline, and what was sent to it is sent again over another connection.
    """

    def __init__(
        self,
        path: Path,
        *,
        seconds: float = 10.0,
        margin: float = MARGIN_SECONDS,
        change_seconds: float = CHANGE_SECONDS,
    ) -> None:
        """`path`: of the owner's socket. `seconds`: longest that the owner lets a question take.

        `margin`: seconds beyond that after which it is away; `change_seconds`: those of a change.
        """
        self._path = path
        self._ask_seconds = seconds + margin
        self._change_seconds = change_seconds
        self._numbers = itertools.count(1)
        self._connecting = asyncio.Lock()
        self._writer: asyncio.StreamWriter | None = None
        self._listening: asyncio.Task[None] | None = None
        self._waiting: _Waiting = {}
        """Requests of the connection that there is: number -> its answer to come."""

    async def keep(self, batches: Sequence[Batch]) -> None:
        await self._call(owner_protocol.Keep(batches=batches), self._change_seconds)

    async def ask(self, question: SelectBase, values: Values) -> list[tuple[Cell, ...]]:
        text, bound = compile_for_duckdb(question, values)
        return await self._call(owner_protocol.Ask(question=text, values=bound), self._ask_seconds)

    async def tidy(self) -> None:
        await self._call(owner_protocol.Tidy(), MAINTENANCE_SECONDS)

    async def forget(self, mall_id: str) -> None:
        await self._call(owner_protocol.Forget(mall_id=mall_id), MAINTENANCE_SECONDS)

    async def take_back(self, mall_id: str, first: int, last: int) -> None:
        request = owner_protocol.TakeBack(mall_id=mall_id, first=first, last=last)
        await self._call(request, MAINTENANCE_SECONDS)

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening

    async def _call(self, question: owner_protocol.What, seconds: float) -> list[tuple[Cell, ...]]:
        try:
            async with asyncio.timeout(seconds):
                answer = await self._answer_to(question)
        except TimeoutError as error:
            self._abort()
            raise EngineAway(f"its owner did not answer within {seconds:g} seconds") from error
        except ConnectionError as error:
            raise EngineAway(str(error)) from error
        if answer.too_long:
            raise TooLong(answer.error)
        if answer.error:
            raise EngineAway(answer.error)
        return answer.rows

    async def _answer_to(self, question: owner_protocol.What) -> owner_protocol.Answer:
        writer = await self._connected()
        waiting = self._waiting
        request = owner_protocol.Request(next(self._numbers), question)
        waiting[request.number] = asyncio.get_running_loop().create_future()
        try:
            writer.write(owner_protocol.framed(request))
            await writer.drain()
            return await waiting[request.number]
        finally:
            waiting.pop(request.number, None)

    def _abort(self) -> None:
        """Close the connection, and drop what was not sent, which would pile up otherwise."""
        if self._writer is not None:
            self._writer.transport.abort()

    async def _connected(self) -> asyncio.StreamWriter:
        async with self._connecting:
            if self._writer is None or self._writer.is_closing():
                try:
                    reader, self._writer = await asyncio.open_unix_connection(self._path)
                except OSError as error:
                    raise EngineAway(f"its owner does not listen: {error}") from error
                self._waiting = {}
                self._listening = asyncio.create_task(
                    self._listen(reader, self._writer, self._waiting)
                )
            return self._writer

    async def _listen(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, waiting: _Waiting
    ) -> None:
        try:
            while True:
                answer = owner_protocol.ANSWER.decode(await owner_protocol.read(reader))
                pending_answer = waiting.get(answer.number)
                if pending_answer is not None and not pending_answer.done():
                    pending_answer.set_result(answer)
        except (EOFError, ValueError) as error:
            for each in waiting.values():
                if not each.done():
                    each.set_exception(EngineAway(str(error)))
        finally:
            writer.close()
