"""Client of the process that owns the engine, over a socket; workers use it as their engine."""

import asyncio
import contextlib
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Select

from openmall.analytics.engine import owner_protocol
from openmall.analytics.engine.engine import Batch, EngineAway, TooLong
from openmall.analytics.engine.sql_compiler import compile_for_duckdb


class Remote:
    """Asks the owner of a data directory; connects at need, and again when it was gone."""

    def __init__(self, path: Path) -> None:
        """`path`: of the owner's socket."""
        self._path = path
        self._numbers = itertools.count(1)
        self._connecting = asyncio.Lock()
        self._writer: asyncio.StreamWriter | None = None
        self._listening: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[owner_protocol.Answer]] = {}

    async def keep(self, batches: Sequence[Batch]) -> None:
        await self._call(owner_protocol.Keep(batches=batches))

    async def ask(self, question: Select[Any], values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        text, bound = compile_for_duckdb(question, values)
        return await self._call(owner_protocol.Ask(question=text, values=bound))

    async def tidy(self) -> None:
        await self._call(owner_protocol.Tidy())

    async def forget(self, mall_id: str) -> None:
        await self._call(owner_protocol.Forget(mall_id=mall_id))

    async def take_back(self, mall_id: str, first: int, last: int) -> None:
        await self._call(owner_protocol.TakeBack(mall_id=mall_id, first=first, last=last))

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening

    async def _call(self, question: owner_protocol.What) -> list[tuple[Any, ...]]:
        writer = await self._connected()
        request = owner_protocol.Request(next(self._numbers), question)
        pending_answer: asyncio.Future[owner_protocol.Answer] = (
            asyncio.get_running_loop().create_future()
        )
        self._waiting[request.number] = pending_answer
        try:
            writer.write(owner_protocol.framed(request))
            await writer.drain()
            answer = await pending_answer
        except ConnectionError as error:
            raise EngineAway(str(error)) from error
        finally:
            self._waiting.pop(request.number, None)
        if answer.too_long:
            raise TooLong(answer.error)
        if answer.error:
            raise EngineAway(answer.error)
        return answer.rows

    async def _connected(self) -> asyncio.StreamWriter:
        async with self._connecting:
            if self._writer is None or self._writer.is_closing():
                try:
                    reader, self._writer = await asyncio.open_unix_connection(self._path)
                except OSError as error:
                    raise EngineAway(f"its owner does not listen: {error}") from error
                self._listening = asyncio.create_task(self._listen(reader, self._writer))
            return self._writer

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                answer = owner_protocol.ANSWER.decode(await owner_protocol.read(reader))
                pending_answer = self._waiting.get(answer.number)
                if pending_answer is not None and not pending_answer.done():
                    pending_answer.set_result(answer)
        except (EOFError, ValueError) as error:
            for each in self._waiting.values():
                if not each.done():
                    each.set_exception(EngineAway(str(error)))
        finally:
            writer.close()
