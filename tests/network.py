"""A network link between two programs that a test can cut: a proxy that drops what is sent."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")
_CHUNK: Final = 65_536


class Link:
    """A port that forwards to another port or socket of this machine, until the link is cut.

    While it is cut, nothing arrives and nobody is told: connections stay open, new ones are
    accepted and stay silent, as for programs on the two sides of a network partition. Once it is
    mended, what was sent meanwhile arrives.
    """

    def __init__(self, far: int | Path) -> None:
        """`far`: the port or the socket at which the program on the far side listens."""
        self._far = far
        self._loop = asyncio.new_event_loop()
        self._whole = asyncio.Event()
        self._whole.set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._on_loop(self._listen())
        self.port: int = self._server.sockets[0].getsockname()[1]
        """Where the program on the near side connects."""
        self._tasks: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Drop everything from now on, in both directions."""
        self._loop.call_soon_threadsafe(self._whole.clear)

    def mend(self) -> None:
        """Forward again."""
        self._loop.call_soon_threadsafe(self._whole.set)

    def close(self) -> None:
        """End every connection, and the link."""

        async def close() -> None:
            self._server.close()
            for each in list(self._tasks):
                each.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

        self._on_loop(close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *rest: object) -> None:
        self.close()

    def _on_loop(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._connected, "127.0.0.1", 0)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._whole.wait()
            there, back = await self._connect()
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._forward(reader, back))
                    group.create_task(self._forward(there, writer))
            finally:
                back.close()
        except* (OSError, asyncio.CancelledError):
            pass  # one side is gone, and so is the other; or the link is closed
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._far, Path):
            return await asyncio.open_unix_connection(self._far)
        return await asyncio.open_connection("127.0.0.1", self._far)

    async def _forward(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(_CHUNK):
            await self._whole.wait()
            target.write(data)
            await target.drain()
        raise ConnectionResetError
