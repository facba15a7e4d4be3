"""A worker process: loads the application, serves it, reports when it does.

A worker that is replaced receives SIGUSR1. It accepts no new connections, answers on those it has
with `Connection: close`, and exits when the last of them is closed.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pkgutil import resolve_name
from typing import Any, Final

import uvloop

from openmall.running.server import connections, http_server, unread_bodies
from openmall.running.server.http_server import HttpOptions

PARENT_CHECK_SECONDS: Final = 0.5
SERVING_AFTER_SECONDS: Final = 0.05
RETIRE: Final = signal.SIGUSR1
_POLL_SECONDS: Final = 0.1
"""Seconds between two counts of the connections of a worker that retires."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class WorkerOptions:
    """What a worker process is started with; `report` gets one byte when it serves."""

    target: str
    """Import path of the application or its factory: `openmall.web_worker:create`."""
    factory: bool
    http: HttpOptions
    supervisor: int
    """Id of the supervisor's process: the worker exits when its parent is another one."""
    stop_seconds: int
    retire_seconds: int
    listening: socket.socket
    report: Connection


def run(options: WorkerOptions) -> None:
    """Serve until a signal. Raises SystemExit(1) when the application does not start."""
    # a hang-up of the terminal, or one that is meant for the supervisor, reaches all of its group
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(
        target=_exit_with_supervisor, args=(options,), name="supervisor-watch", daemon=True
    ).start()
    # what is loaded now stays: to look through it for garbage often is a seventh of a start
    gc.set_threshold(50_000, 20, 20)
    target: Any = resolve_name(options.target)
    application = RetirableApplication(target() if options.factory else target, options)
    loop = uvloop.new_event_loop()
    asyncio.set_event_loop(loop)
    # Not asyncio.run: it would wait for threads that calls have left behind.
    stopped = loop.run_until_complete(
        http_server.serve(
            application.called, options.listening, options.http, started=application.stop_by
        )
    )
    if not stopped:
        sys.exit(1)


class RetirableApplication:
    """An application whose worker may be replaced."""

    def __init__(self, application: Application, options: WorkerOptions) -> None:
        self._application = application
        self._options = options
        self._port: int = options.listening.getsockname()[1]
        self._retiring: asyncio.Task[None] | None = None
        self._stop: Callable[[], None] | None = None

    def stop_by(self, stop: Callable[[], None]) -> None:
        """Remember what stops the server, for when the worker has retired."""
        self._stop = stop

    def called(self, scope: Message, receive: Receive, send: Send) -> Awaitable[None]:
        """The application itself, for the HTTP server."""
        if scope["type"] == "lifespan":
            return self._lifespan(scope, receive, send)
        if self._retiring is not None and scope["http_version"].startswith("1"):
            send = _closing(send)
        return self._application(scope, *unread_bodies.received_first(scope, receive, send))

    async def _lifespan(self, scope: Message, receive: Receive, send: Send) -> None:
        def report_soon() -> None:
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(RETIRE, self._retire)
            # Granian serves right after the start.
            loop.call_later(SERVING_AFTER_SECONDS, self._options.report.send_bytes, b"1")

        async def send_and_report(message: Message) -> None:
            await send(message)
            if message["type"] == "lifespan.startup.complete":
                report_soon()

        try:
            await self._application(scope, receive, send_and_report)
        except Exception:
            report_soon()  # granian goes on without lifespan, unless the application said it failed
            raise

    def _retire(self) -> None:
        if self._retiring is None:
            connections.stop_accepting(self._port)
            self._retiring = asyncio.get_running_loop().create_task(self._stop_when_idle())

    async def _stop_when_idle(self) -> None:
        deadline = time.monotonic() + self._options.retire_seconds
        idle = False
        while not idle and time.monotonic() < deadline:
            # first, since a connection may just have been accepted
            await asyncio.sleep(_POLL_SECONDS)
            idle = not connections.connected(self._port)
        if self._stop is not None:
            self._stop()


def _closing(send: Send) -> Send:
    async def send_closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = unread_bodies.closing(message)
        await send(message)

    return send_closing


def _exit_with_supervisor(options: WorkerOptions) -> None:
    # Asking for the parent's number works on every Unix and, unlike a death signal, lets the worker
    # finish its calls first and still exits when it cannot.
    while os.getppid() == options.supervisor:
        time.sleep(PARENT_CHECK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(options.stop_seconds)
    os._exit(1)
