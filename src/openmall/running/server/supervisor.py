"""The supervisor: keeps the workers of both listeners running and replaces one that dies.

On SIGHUP it replaces all of them, one after the other, each by one that serves already.
"""

from __future__ import annotations

import logging
import logging.config
import os
import resource
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

from openmall.running.server import process
from openmall.running.server.http_server import LOGGING, HttpOptions
from openmall.running.server.options import OTHER_FILES, NotReloaded, ServeOptions
from openmall.running.server.process import WorkerProcess
from openmall.running.server.reload import Reload
from openmall.running.server.server_state import ReloadStatus, ServerState
from openmall.running.server.worker import WorkerOptions

_STOP_INTERVAL_SECONDS: Final = 1.0
"""Seconds between two requests to a worker to stop."""
_POLL_SECONDS: Final = 0.05
"""Seconds between two looks at signals and at workers that start."""
_CRASH_LOOP_SECONDS: Final = 5.5
"""Seconds within which a worker that dies once more ends the server."""

log = logging.getLogger("_granian.supervisor")


class Supervisor:
    """Starts `workers` processes that serve with TLS, and one more that serves without it.

    It binds once and the workers inherit the listening sockets: with SO_REUSEPORT in every worker a
    second installation on the same port would silently share its visitors, port 0 would differ in
    each worker, and what the kernel has queued for a worker would be reset when it exits.
    """

    def __init__(
        self, options: ServeOptions, *, secure: socket.socket, plain: socket.socket | None
    ) -> None:
        """Raises ssl.SSLError or OSError for a certificate that cannot be used."""
        logging.config.dictConfig(LOGGING)
        _check_certificate(options)
        self._options = options
        self._secure = secure
        self._plain = plain
        self._connections = _connections(options.concurrency)
        self._count = options.workers + (plain is not None)
        self._workers: list[WorkerProcess] = []
        self._retiring: dict[WorkerProcess, float] = {}
        """Workers that were replaced, and when they are killed if they are still there."""
        self._died_at: dict[int, float] = {}
        """When a worker at a place died last."""
        self._replaces_dead_workers = False
        self._stopping = False
        self._reload_requested = False
        self._reload: Reload | None = None
        self._state = (
            ServerState(options.data_dir, (options.port, options.http_port or 0))
            if options.data_dir
            else None
        )
        self._reloads = 0

    def stop(self) -> None:
        """Stop as if a signal had asked for it; callable from any thread."""
        self._stopping = True

    def replace_dead_workers(self) -> None:
        """From now on a worker that dies is replaced; before, it stops the start with an error."""
        self._replaces_dead_workers = True

    def all_workers_serve(self) -> bool:
        """Whether every worker has reported."""
        workers = list(self._workers)
        return len(workers) == self._count and all(each.serves() for each in workers)

    def run(
        self, *, on_start: Sequence[Callable[[], None]], on_reload: Sequence[Callable[[], None]]
    ) -> bool:
        """Serve until a signal; return False when workers do not stay up instead.

        `on_start` is called once signals are taken, before workers are started; `on_reload` when
        all workers were replaced.
        """
        # The handlers take no lock: a second signal may arrive inside of one.
        signal.signal(signal.SIGTERM, lambda *_: self.stop())
        signal.signal(signal.SIGINT, lambda *_: self.stop())
        signal.signal(signal.SIGHUP, lambda *_: self._request_reload())
        try:
            for call in on_start:
                call()
            for idx in range(self._count):
                self._workers.append(self._start(idx))
            while not self._stopping:
                if not self._restart_dead_workers():
                    return False
                self._reap_retired_workers()
                self._continue_reload(on_reload)
                process.wait_for_exit([*self._workers, *self._retiring], seconds=_POLL_SECONDS)
            return True
        finally:
            if self._state is not None:
                self._state.end()
            self._stop_workers()

    def _request_reload(self) -> None:
        self._reload_requested = True

    def _start(self, idx: int) -> WorkerProcess:
        options = self._options
        plain = idx >= options.workers
        reports, report = process.pipe()
        try:
            return WorkerProcess(
                idx,
                WorkerOptions(
                    target=(options.plain_target if plain else "") or options.target,
                    factory=options.factory,
                    http=HttpOptions(
                        certificate=None if plain else options.certificate,
                        key=None if plain else options.key,
                        http2=options.http2 and not plain,
                        connections=self._connections,
                        idle_seconds=options.idle_seconds,
                    ),
                    supervisor=os.getpid(),
                    stop_seconds=options.stop_seconds,
                    retire_seconds=options.retire_seconds,
                    listening=self._plain if plain and self._plain else self._secure,
                    report=report,
                ),
                reports,
            )
        finally:
            report.close()

    def _restart_dead_workers(self) -> bool:
        """Replace the workers that died; say whether the server can go on."""
        now = time.monotonic()
        for worker in [each for each in self._workers if not each.is_alive()]:
            if self._stopping:
                # A service manager signals the workers as well, and one may exit before we ask it.
                return True
            log.error("Unexpected exit from worker-%d", worker.idx + 1)
            if not self._replaces_dead_workers:
                return False
            if now - self._died_at.get(worker.idx, -_CRASH_LOOP_SECONDS) <= _CRASH_LOOP_SECONDS:
                log.error("Worker crash loop detected, exiting")
                return False
            self._died_at[worker.idx] = now
            self._workers[worker.idx] = self._start(worker.idx)
            worker.forget()
        return True

    def _continue_reload(self, on_reload: Sequence[Callable[[], None]]) -> None:
        if self._reload is not None:
            self._step(self._reload, on_reload)
        elif self._reload_requested and self._replaces_dead_workers:
            self._reload_requested = False
            self._begin_reload()

    def _begin_reload(self) -> None:
        try:
            self._options.before_reload()
            _check_certificate(self._options)
        except (NotReloaded, ssl.SSLError, OSError) as error:
            self._end_reload(f"the certificate cannot be used: {error}")
            return
        timeout = self._options.start_seconds
        self._reload = Reload(range(self._count), self._start, start_timeout=timeout)
        self._publish(under_way=True)

    def _step(self, reload: Reload, on_reload: Sequence[Callable[[], None]]) -> None:
        serving = reload.step()
        if serving is not None:
            old, self._workers[serving.idx] = self._workers[serving.idx], serving
            self._retire(old)
        if reload.failed:
            self._reload = None
            if reload.starting is not None:
                reload.starting.forget()
            self._end_reload("a new worker did not start; the old ones go on serving")
        elif reload.done:
            self._reload = None
            for call in on_reload:
                call()
            self._end_reload("")

    def _end_reload(self, error: str) -> None:
        self._reloads += 1
        self._publish(error=error)
        outcome = f"error: not reloaded: {error}" if error else "reloaded"
        print(outcome, file=sys.stderr, flush=True)

    def _publish(self, *, under_way: bool = False, error: str = "") -> None:
        if self._state is not None:
            self._state.publish(ReloadStatus(ended=self._reloads, under_way=under_way, error=error))

    def _retire(self, worker: WorkerProcess) -> None:
        worker.retire()
        timeout = self._options.retire_seconds + self._options.stop_seconds
        self._retiring[worker] = time.monotonic() + timeout

    def _reap_retired_workers(self) -> None:
        for worker, deadline in list(self._retiring.items()):
            if not worker.is_alive():
                del self._retiring[worker]
                worker.forget()
            elif time.monotonic() > deadline:
                log.warning("worker-%d was replaced and did not leave", worker.idx + 1)
                worker.kill()

    def _stop_workers(self) -> None:
        starting = [self._reload.starting] if self._reload and self._reload.starting else []
        everybody = [*self._workers, *self._retiring, *starting]
        for worker in everybody:
            # One that does not serve yet has no calls to finish.
            if not worker.serves():
                worker.kill()
        self._ask_until_they_stop(everybody)
        for worker in everybody:
            worker.join()

    def _ask_until_they_stop(self, staying: list[WorkerProcess]) -> None:
        deadline = time.monotonic() + self._options.stop_seconds
        asked = 0.0
        while staying and time.monotonic() < deadline:
            if time.monotonic() - asked >= _STOP_INTERVAL_SECONDS:
                asked = time.monotonic()
                for worker in staying:
                    worker.terminate()
            time.sleep(0.005)
            staying = [worker for worker in staying if worker.is_alive()]
        for worker in staying:
            log.warning("worker-%d did not stop when it was asked to", worker.idx + 1)
            worker.kill()


def _check_certificate(options: ServeOptions) -> None:
    """Raise ssl.SSLError or OSError for a certificate that a worker could not load."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options.certificate, options.key)


def _connections(concurrency: int) -> int:
    """Return the connections a worker may hold: `concurrency`, or fewer where files are short."""
    files = _allow_open_files(concurrency + OTHER_FILES)
    connections = min(concurrency, max(files - OTHER_FILES, files // 2))
    if connections < concurrency:
        log.warning("a worker holds %d connections: no more files may be open", connections)
    return connections


def _allow_open_files(number: int) -> int:
    """Raise the limit of open files for this process and its workers; return the limit."""
    # Many systems start a process with 1024, less than a worker's connections and files together.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        return limit
    return number if soft == resource.RLIM_INFINITY else soft
