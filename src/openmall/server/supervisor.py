"""The caretaker: keeps the workers of both doors running and replaces one that falls over.

On SIGHUP it replaces all of them, one after the other, each by one that serves already.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import resource
import socket
import ssl
import sys
import time
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final

from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.http import HTTP1Settings, HTTP2Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from openmall.server.options import OTHER_FILES, NotReloaded, ServeOptions
from openmall.server.reload import Reload, Worker
from openmall.server.running import Reloads, Running
from openmall.server.worker import RETIRE, Duties, load

BACKLOG: Final = 1024
MAX_HEAD_BYTES: Final = 64 * 1024
_ASK_AGAIN: Final = 1.0
"""Seconds between two requests to a worker to stop."""
_TICK: Final = 0.05
"""Seconds between two looks at workers that come or leave."""
_TWICE: Final = 5.5
"""Seconds within which a worker that dies once more ends the server."""

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
    """A granian server whose last worker listens without TLS.

    Granian binds with SO_REUSEPORT in every worker, so a second installation on the same port would
    silently share its visitors and port 0 would differ in each worker. Here the supervisor binds
    once and the workers inherit the listening socket, which is what granian itself does on macOS.

    Granian's own loop stops a worker a fixed time after its successor was started, whether that one
    serves or not, and hears no other signal meanwhile; the loop here never waits for a worker.
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
        self._reports: dict[Worker, Connection] = {}
        self._serving: set[Worker] = set()
        self._renewal: Reload | None = None
        self._leaving: dict[Worker, float] = {}
        """Workers that were replaced, and when they are killed if they are still there."""
        self._running = Running(options.data_dir) if options.data_dir else None
        self._reloads = 0

    def signal_handler_interrupt(self, *_: object) -> None:
        # A second signal may arrive inside this handler, where the event's lock is already held.
        if not self.interrupt_signal:
            self.interrupt_signal = True
            self.main_loop_interrupt.set()

    def signal_handler_reload(self, *_: object) -> None:
        # The loop looks often enough by itself; this must not touch a lock, as above.
        self.reload_signal = True

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
    ) -> Worker:
        listening, application = self._secure, self._options.target
        if self._plain is not None and idx >= self._secure_workers:
            listening = self._plain
            application = self._options.plain_target or application
            self._use(self._plain)
            self.ssl_ctx = (False, None, None, None, self._secure_tls[4], None, [], False)
            self.http = HTTPModes.http1
        reports, report = multiprocessing.get_context("spawn").Pipe(duplex=False)
        duties = Duties(
            target=application,
            factory=self._options.factory,
            supervisor=os.getpid(),
            stop_seconds=self._options.stop_seconds,
            retire_seconds=self._options.retire_seconds,
            port=listening.getsockname()[1],
            report=report,
        )
        try:
            worker = super()._spawn_worker(idx, target, partial(load, duties))
        finally:
            self._use(self._secure)
            self.ssl_ctx, self.http = self._secure_tls, self._secure_http
        self._reports[worker] = reports
        return worker

    def everybody_serves(self) -> bool:
        """Whether every worker has reported."""
        return len(self.wrks) == self.workers and all(map(self._serves, list(self.wrks)))

    def _serves(self, worker: Worker) -> bool:
        reports = self._reports.get(worker)
        if worker not in self._serving and reports is not None and reports.poll():
            try:
                reports.recv_bytes()
            except EOFError:
                return False
            self._serving.add(worker)
        return worker in self._serving

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        def hire(idx: int) -> Worker:
            worker = self._spawn_worker(idx, spawn_target, target_loader)
            worker.start()
            return worker

        while True:
            self.main_loop_interrupt.wait(_TICK)
            self.main_loop_interrupt.clear()
            if self.interrupt_signal or not self._all_stay(hire):
                return
            self._see_off()
            if self.reload_signal and self.respawn_failed_workers and self._renewal is None:
                self.reload_signal = False
                self._begin_reload(hire)
            elif self._renewal is not None:
                self._go_on_reloading(self._renewal)

    def _all_stay(self, hire: Any) -> bool:
        """Replace the workers that died; say whether the server can go on."""
        now = time.monotonic()
        workers: list[Worker] = self.wrks
        for worker in [each for each in workers if not each.is_alive()]:
            idx = worker.idx
            if not self.respawn_failed_workers:
                return False
            if now - self.respawned_wrks.get(idx, -_TWICE) <= _TWICE:
                log.error("Worker crash loop detected, exiting")
                return False
            self.respawned_wrks[idx] = now
            self.wrks[idx] = hire(idx)
            self._forget(worker)
        # what is left here would end the server with an error when it is told to stop
        self.interrupt_children.clear()
        return True

    def _begin_reload(self, hire: Any) -> None:
        options = self._options
        try:
            options.before_reload()
            self.build_ssl_context(
                options.certificate, options.key, None, SSLProtocols.tls12, None, [], False
            )
        except (NotReloaded, ssl.SSLError, OSError) as error:
            self._reload_ended(f"the certificate cannot be used: {error}")
            return
        self._secure_tls = self.ssl_ctx
        self._renewal = Reload(
            range(self.workers), hire, self._serves, patience=options.start_seconds
        )
        self._tell(under_way=True)

    def _go_on_reloading(self, reload: Reload) -> None:
        came = reload.step()
        if came is not None:
            old, self.wrks[came.idx] = self.wrks[came.idx], came
            self._retire(old)
        if reload.failed:
            self._renewal = None
            if reload.coming is not None:
                self._forget(reload.coming)
            self._reload_ended("a new worker did not start; the old ones go on serving")
        elif reload.done:
            self._renewal = None
            self._call_hooks(self.hooks_reload)  # type: ignore[no-untyped-call] # granian is untyped
            self._reload_ended("")

    def _reload_ended(self, error: str) -> None:
        self._reloads += 1
        self._tell(error=error)
        said = f"error: not reloaded: {error}" if error else "reloaded"
        print(said, file=sys.stderr, flush=True)

    def _tell(self, *, under_way: bool = False, error: str = "") -> None:
        if self._running is not None:
            told = Reloads(ended=self._reloads, under_way=under_way, error=error)
            self._running.tell(told)

    def _retire(self, worker: Worker) -> None:
        """Let a worker end what it has, and nothing new come to it."""
        worker.interrupt_by_parent = True
        if self._serves(worker):
            os.kill(worker.inner.pid, RETIRE)
        else:
            worker.kill()
        patience = self._options.retire_seconds + self._options.stop_seconds
        self._leaving[worker] = time.monotonic() + patience

    def _see_off(self) -> None:
        for worker, deadline in list(self._leaving.items()):
            if not worker.is_alive():
                del self._leaving[worker]
                self._forget(worker)
            elif time.monotonic() > deadline:
                log.warning("worker-%d was replaced and did not leave", worker.idx + 1)
                worker.kill()

    def _forget(self, worker: Worker) -> None:
        self._reports.pop(worker).close()
        self._serving.discard(worker)

    def _stop_workers(self) -> None:
        coming = [self._renewal.coming] if self._renewal and self._renewal.coming else []
        everybody = [*self.wrks, *self._leaving, *coming]
        for worker in everybody:
            # One that does not serve yet has no calls to finish, and may miss a request to stop.
            if not self._serves(worker):
                worker.kill()
        self._ask_until_they_stop(everybody)
        for worker in everybody:
            worker.join()
        self.wrks.clear()

    def _ask_until_they_stop(self, staying: list[Worker]) -> None:
        # Granian's workers lose a request to stop now and then; asking again costs nothing.
        deadline = time.monotonic() + self._options.stop_seconds
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
        if self._running is not None:
            self._running.end()
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
