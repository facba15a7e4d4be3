"""One member of staff: loads the application, says when it serves, leaves with the supervisor.

A worker that is replaced is told so by SIGUSR1. It lets no new visitors in, tells those it has to
come back another way (`Connection: close`), and leaves when the last of them has gone.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final

from granian._internal import load_target

from openmall.server import connections

PARENT_CHECK_SECONDS: Final = 0.5
SERVING_AFTER_SECONDS: Final = 0.05
RETIRE: Final = signal.SIGUSR1
_LOOK_SECONDS: Final = 0.1
"""Between two looks whether the last visitor has gone."""
_GOODBYE: Final = (b"connection", b"close")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class Duties:
    """What a worker is told when it is started; `report` gets one byte when it serves."""

    target: str
    factory: bool
    supervisor: int
    stop_seconds: int
    retire_seconds: int
    port: int
    report: Connection


def load(duties: Duties) -> Application:
    """The application, which reports when its start is complete. Called in the worker process."""
    # a hang-up of the terminal, or one that is meant for the supervisor, reaches all of its group
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(
        target=_leave_with_supervisor, args=(duties,), name="supervisor-watch", daemon=True
    ).start()
    # what is loaded now stays: to look through it for garbage often is a seventh of a start
    gc.set_threshold(50_000, 20, 20)
    found: Any = load_target(duties.target, factory=duties.factory)
    return Attended(found, duties).called


class Attended:
    """An application whose worker may be replaced."""

    def __init__(self, application: Application, duties: Duties) -> None:
        self._application = application
        self._duties = duties
        self._retiring: asyncio.Task[None] | None = None

    def called(self, scope: Message, receive: Receive, send: Send) -> Awaitable[None]:
        """The application itself, for the HTTP server."""
        if scope["type"] == "lifespan":
            return self._lifespan(scope, receive, send)
        if self._retiring is not None and scope["http_version"].startswith("1"):
            return self._application(scope, receive, _with_goodbye(send))
        return self._application(scope, receive, send)

    async def _lifespan(self, scope: Message, receive: Receive, send: Send) -> None:
        def tell_soon() -> None:
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(RETIRE, self._retire)
            # Granian serves right after the start; before that a request to stop is lost on it.
            loop.call_later(SERVING_AFTER_SECONDS, self._duties.report.send_bytes, b"1")

        async def watched(message: Message) -> None:
            await send(message)
            if message["type"] == "lifespan.startup.complete":
                tell_soon()

        try:
            await self._application(scope, receive, watched)
        except Exception:
            tell_soon()  # granian goes on without lifespan, unless the application said it failed
            raise

    def _retire(self) -> None:
        if self._retiring is None:
            connections.stop_accepting(self._duties.port)
            self._retiring = asyncio.get_running_loop().create_task(self._leave())

    async def _leave(self) -> None:
        deadline = time.monotonic() + self._duties.retire_seconds
        gone = False
        while not gone and time.monotonic() < deadline:
            # first, since somebody may just have been let in
            await asyncio.sleep(_LOOK_SECONDS)
            gone = not connections.connected(self._duties.port)
        while True:
            # Granian's workers lose a request to stop now and then; asking again costs nothing.
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(1.0)


def _with_goodbye(send: Send) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [each for each in message.get("headers", ()) if each[0] != _GOODBYE[0]]
            message = {**message, "headers": [*headers, _GOODBYE]}
        await send(message)

    return told


def _leave_with_supervisor(duties: Duties) -> None:
    # Asking for the parent's number works on every Unix and, unlike a death signal, lets the worker
    # finish its calls first and still leaves when it cannot.
    while os.getppid() == duties.supervisor:
        time.sleep(PARENT_CHECK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(duties.stop_seconds)
    os._exit(1)
