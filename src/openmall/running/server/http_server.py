"""Granian, embedded in a worker process: serves one application on a socket that is inherited.

`granian.server.embed.Server` is documented for programs that manage their own processes. It binds
its address itself, with SO_REUSEPORT; decisions 4 and 34 say why a worker must not. There is no
public way to hand over a socket, so one method is overridden.
`tests/running/server/test_http_server.py` fails when an upgrade changes what that relies on.
"""

import asyncio
import logging.config
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.errors import FatalError
from granian.http import HTTP1Settings, HTTP2Settings
from granian.net import SocketHolder  # type: ignore[attr-defined] # re-exported
from granian.server.embed import Server

BACKLOG: Final = 1024
_MAX_HEAD_BYTES: Final = 64 * 1024

_holder: Any = SocketHolder  # its type stub misses the arguments


@dataclass(frozen=True, kw_only=True)
class HttpOptions:
    """How a worker speaks HTTP."""

    certificate: Path | None
    """PEM chain; None: no TLS."""
    key: Path | None
    http2: bool
    connections: int
    """Connections, idle ones included; more wait in the kernel's queue."""
    idle_seconds: int


class _KnownNotice(logging.Filter):
    """Drops that granian is embedded, and that a worker exits, which the supervisor logs.

    The supervisor's own records belong to a logger below granian's and are kept.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return record.name != "_granian" or not record.getMessage().startswith(
            ("Embedded server is", "Unexpected exit from")
        )


LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(levelname)s %(message)s"}},
    "filters": {"known notice": {"()": _KnownNotice}},
    "handlers": {
        # Standard output belongs to the command that was called.
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["known notice"],
            "stream": "ext://sys.stderr",
        }
    },
    "loggers": {"_granian": {"handlers": ["stderr"], "level": "WARNING", "propagate": False}},
}


class _InheritingServer(Server):  # type: ignore[misc, unused-ignore] # granian is untyped
    """A granian server that accepts from a socket that listens already."""

    def __init__(self, application: Any, listening: socket.socket, **settings: Any) -> None:
        super().__init__(application, **settings)
        self._listening = listening

    def _init_shared_socket(self) -> None:
        self._ssp = None
        # granian closes it when it stops
        self._shd = _holder(self._listening.detach(), False, BACKLOG)


def build(application: Any, listening: socket.socket, options: HttpOptions) -> Server:
    """Return a server that is not started. Logging of this process is set up on the way."""
    address, port = listening.getsockname()[:2]
    server = _InheritingServer(
        application,
        listening,
        address=address,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.auto if options.http2 else HTTPModes.http1,
        websockets=False,
        backlog=BACKLOG,
        backpressure=options.connections,
        http1_settings=HTTP1Settings(
            header_read_timeout=options.idle_seconds * 1000, max_buffer_size=_MAX_HEAD_BYTES
        ),
        http2_settings=HTTP2Settings(
            keep_alive_interval=30_000,
            max_concurrent_streams=100,
            max_headers_size=_MAX_HEAD_BYTES,
        ),
        ssl_cert=options.certificate,
        ssl_key=options.key,
        ssl_protocol_min=SSLProtocols.tls12,
    )
    # Embedded, granian takes no settings for its log and has just set it up for standard output.
    logging.config.dictConfig(LOGGING)
    return server


async def serve(
    application: Any,
    listening: socket.socket,
    options: HttpOptions,
    *,
    started: Callable[[Callable[[], None]], None],
) -> bool:
    """Serve until SIGTERM or SIGINT; return whether one of them ended it.

    Calls under way are finished first. False: the application's lifespan did not start.
    `started` is called at once with the function that stops the server.
    """
    server = build(application, listening, options)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.stop)
    started(server.stop)
    try:
        await server.serve()
    except FatalError:
        return False
    return bool(server.interrupt_signal)
