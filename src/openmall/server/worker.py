"""One member of staff: loads the application, says when it serves, leaves with the supervisor."""

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

PARENT_CHECK_SECONDS: Final = 0.5
SERVING_AFTER_SECONDS: Final = 0.05

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
    report: Connection


def load(duties: Duties) -> Application:
    """The application, which reports when its start is complete. Called in the worker process."""
    threading.Thread(
        target=_leave_with_supervisor, args=(duties,), name="supervisor-watch", daemon=True
    ).start()
    # what is loaded now stays: to look through it for garbage often is a seventh of a start
    gc.set_threshold(50_000, 20, 20)
    found: Any = load_target(duties.target, factory=duties.factory)
    application: Application = found

    def attended(scope: Message, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] == "lifespan":
            return _attended_lifespan(application, duties.report, scope, receive, send)
        return application(scope, receive, send)

    return attended


async def _attended_lifespan(
    application: Application, report: Connection, scope: Message, receive: Receive, send: Send
) -> None:
    def tell_soon() -> None:
        # Granian serves right after the start, and before that a request to stop is lost on it.
        asyncio.get_running_loop().call_later(SERVING_AFTER_SECONDS, report.send_bytes, b"1")

    async def watched(message: Message) -> None:
        await send(message)
        if message["type"] == "lifespan.startup.complete":
            tell_soon()

    try:
        await application(scope, receive, watched)
    except Exception:
        tell_soon()  # granian goes on without lifespan, unless the application said it failed
        raise


def _leave_with_supervisor(duties: Duties) -> None:
    # Asking for the parent's number works on every Unix and, unlike a death signal, lets the worker
    # finish its calls first and still leaves when it cannot.
    while os.getppid() == duties.supervisor:
        time.sleep(PARENT_CHECK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(duties.stop_seconds)
    os._exit(1)
