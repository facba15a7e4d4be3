"""The caretaker: keeps the workers of both doors running and replaces one that falls over."""

from __future__ import annotations

import logging
import multiprocessing
import os
import resource
import socket
import time
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final

from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.http import HTTP1Settings, HTTP2Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from openmall.server.options import ServeOptions
from openmall.server.worker import Duties, load

BACKLOG: Final = 1024
MAX_HEAD_BYTES: Final = 64 * 1024
OTHER_FILES: Final = 1024
"""Files beside connections that a worker may have open: the store's, pictures, webhooks."""
_ASK_AGAIN: Final = 1.0
"""Seconds between two requests to a worker to stop."""

log = logging.getLogger("_granian")

_holder: Any = SocketHolder  # its type stub misses the arguments


class NoAdvice(logging.Filter):
    """Drops granian's advice on the number of workers, which counts the plain listener's one."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Configured number of workers")


LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(levelname)s %(message)s"}},
    "filters": {"no advice": {"()": NoAdvice}},
    "handlers": {
        # Standard output belongs to the command that was called.
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["no advice"],
            "stream": "ext://sys.stderr",
        }
    },
    "loggers": {"_granian": {"handlers": ["stderr"], "level": "WARNING", "propagate": False}},
}


class Supervisor(MPServer):  # type: ignore[misc, unused-ignore] # granian is untyped
    """A granian server whose last worker serves the same application without TLS.

    Granian binds with SO_REUSEPORT in every worker, so a second installation on the same port would
    silently share its visitors and port 0 would differ in each worker. Here the supervisor binds
    once and the workers inherit the listening socket, which is what granian itself does on macOS.
    """

    def __init__(
        self, options: ServeOptions, *, secure: socket.socket, plain: socket.socket | None
    ) -> None:
        address = secure.getsockname()
        files = _allow_open_files(options.concurrency + OTHER_FILES)
        connections = min(options.concurrency, max(files - OTHER_FILES, files // 2))
        if connections < options.concurrency:
            log.warning("a worker holds %d connections: no more files may be open", connections)
        super().__init__(
            options.target,
            address=address[0],
            port=address[1],
            interface=Interfaces.ASGI,
            workers=options.workers + (plain is not None),
            loop=Loops.uvloop,
            http=HTTPModes.auto if options.http2 else HTTPModes.http1,
            websockets=False,
            backlog=BACKLOG,
            backpressure=connections,
            http1_settings=HTTP1Settings(
                header_read_timeout=options.idle_seconds * 1000, max_buffer_size=MAX_HEAD_BYTES
            ),
            http2_settings=HTTP2Settings(
                keep_alive_interval=30_000,
                max_concurrent_streams=100,
                max_headers_size=MAX_HEAD_BYTES,
            ),
            log_level=LogLevels.warning,
            log_dictconfig=LOGGING,
            ssl_cert=options.certificate,
            ssl_key=options.key,
            ssl_protocol_min=SSLProtocols.tls12,
            workers_kill_timeout=options.stop_seconds,
            factory=options.factory,
        )
        self._secure_workers = options.workers
        self._secure = secure
        self._plain = plain
        self._secure_tls, self._secure_http = self.ssl_ctx, self.http
        self._options = options
        self._reports: dict[int, Connection] = {}

    def signal_handler_interrupt(self, *_: object) -> None:
        # A second signal may arrive inside this handler, where the event's lock is already held.
        if not self.interrupt_signal:
            self.interrupt_signal = True
            self.main_loop_interrupt.set()

    def give_up(self) -> None:
        """Stop as if a signal had asked for it; callable from any thread."""
        self.interrupt_signal = True
        self.main_loop_interrupt.set()

    def become_steady(self) -> None:
        """From now on a worker that dies is replaced; before, it stops the start with an error."""
        self.respawn_failed_workers = True

    def _init_shared_socket(self) -> None:
        self._use(self._secure)

    def _use(self, listening: socket.socket) -> None:
        self._ssp = None
        self._sso = listening
        self._shd: Any = _holder(listening.fileno(), False, BACKLOG)

    def _spawn_worker(  # type: ignore[override] # as granian's own MPServer has it
        self, idx: int, target: Any, callback_loader: Any
    ) -> Any:
        if self._plain is not None and idx >= self._secure_workers:
            self._use(self._plain)
            self.ssl_ctx = (False, None, None, None, self._secure_tls[4], None, [], False)
            self.http = HTTPModes.http1
        reports, report = multiprocessing.get_context("spawn").Pipe(duplex=False)
        self._reports[idx] = reports
        duties = Duties(
            target=self._options.target,
            factory=self._options.factory,
            supervisor=os.getpid(),
            stop_seconds=self._options.stop_seconds,
            report=report,
        )
        try:
            return super()._spawn_worker(idx, target, partial(load, duties))
        finally:
            self._use(self._secure)
            self.ssl_ctx, self.http = self._secure_tls, self._secure_http

    def everybody_serves(self) -> bool:
        """Whether every worker has reported."""
        return len(self._reports) == self.workers and all(
            reports.poll() for reports in self._reports.values()
        )

    def _stop_workers(self) -> None:
        for worker in self.wrks:
            # One that does not serve yet has no calls to finish, and may miss a request to stop.
            if not self._reports[worker.idx].poll():
                worker.kill()  # type: ignore[no-untyped-call] # granian is untyped
        self._ask_until_they_stop()
        super()._stop_workers()  # type: ignore[no-untyped-call] # granian is untyped

    def _ask_until_they_stop(self) -> None:
        # Granian's workers lose a request to stop now and then; asking again costs nothing.
        deadline = time.monotonic() + self._options.stop_seconds
        staying: list[Any] = list(self.wrks)
        asked = 0.0
        while staying and time.monotonic() < deadline:
            if time.monotonic() - asked >= _ASK_AGAIN:
                asked = time.monotonic()
                for worker in staying:
                    worker.terminate()
            time.sleep(0.005)
            staying = [worker for worker in staying if worker.is_alive()]
        for worker in staying:
            log.warning("worker-%d did not stop when it was asked to", worker.idx + 1)
            worker.kill()

    def shutdown(self, exit_code: int = 0) -> None:
        if self.interrupt_signal:
            # A service manager signals the workers as well, and one may leave before we ask it.
            self.interrupt_children.clear()
        super().shutdown(exit_code)  # type: ignore[no-untyped-call] # granian is untyped

    def run(self) -> None:
        """Serve until a signal. Raises SystemExit(1) when workers do not stay up."""
        # A forked worker would inherit database connections and locks held by our threads.
        multiprocessing.set_start_method("spawn", force=True)
        self.serve(target_loader=load, wrap_loader=False)


def _allow_open_files(wanted: int) -> int:
    """Let this process and its workers have so many files open; return how many they may."""
    # Many systems start a process with 1024, less than a worker's connections and files together.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        return limit
    return wanted if soft == resource.RLIM_INFINITY else soft
