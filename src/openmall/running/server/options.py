"""What an operator decides about serving: addresses, certificate and number of workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

OTHER_FILES: Final = 1024
"""Files beside connections that a worker may have open: the store's, pictures, webhooks."""


class NotReloaded(Exception):
    """The workers are not replaced; the text says why."""


@dataclass(frozen=True, kw_only=True)
class Beside:
    """A program that runs beside the workers and exits when its parent is gone."""

    name: str
    """In metrics."""
    command: Sequence[str]
    follows: bool = False
    """Whether it follows the workers: started when they serve, restarted when they are replaced."""


def _nothing() -> None:
    pass


def _no_record(_: str) -> None:
    pass


def _no_guidance(port: int) -> str:
    return f"port {port}"


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """How to listen. Ports of 0 take a free one."""

    target: str
    """Import path of a function that returns an ASGI application: `openmall.web_worker:create`."""
    certificate: Path
    """PEM chain, the server's own certificate first."""
    key: Path
    """PEM private key of it, unencrypted."""
    host: str = "127.0.0.1"
    port: int = 8443
    http_port: int | None = None
    """Listen without TLS on this port; None: no such listener."""
    plain_target: str = ""
    """Import path of the application that answers there; empty: the same."""
    workers: int = 1
    """Worker processes behind `port`; `http_port` has one of its own."""
    http2: bool = False
    """Offer HTTP/2 on `port`. A client that connects and sends nothing is then kept."""
    concurrency: int = 1024
    """Connections, idle ones included, of one worker; 1024 more wait in the kernel's queue. Fewer
    where the system does not let a process open that many files."""
    idle_seconds: int = 30
    """How long a client may take for the head of a request, stay silent between requests, and
    take nothing of an answer."""
    stop_seconds: int = 10
    """How long running calls may go on after a request to stop, before their worker is killed."""
    start_seconds: float = 80.0
    """How long the workers may take to answer before the start counts as failed."""
    retire_seconds: int = 90
    """How long a worker that was replaced may take to end its connections. An idle one is closed
    after `idle_seconds`, all others are asked to reconnect."""
    factory: bool = True
    """Whether `target` is a function to call in each worker."""
    beside: Sequence[Beside] = ()
    before_reload: Callable[[], None] = _nothing
    """Called before workers are replaced, in the supervisor. Raises NotReloaded."""
    on_restart: Callable[[str], None] = _no_record
    """Called with the kind of a process that died and is started again: `worker`, `plain` (the
    worker of `http_port`), or the name of a program beside them."""
    guidance: Callable[[int], str] = _no_guidance
    """Returns what is printed below the first line when standard error is a terminal, for the port
    that is served; may raise anything, and nothing is printed then."""
    data_dir: Path | None = None
    """Where the server publishes its state (`server_state.py`); None: nowhere."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables set in this process and so in its workers, over present ones."""
