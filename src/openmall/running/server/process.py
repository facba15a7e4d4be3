"""A worker as its supervisor sees it: a process that reports when it serves."""

import multiprocessing
import os
import threading
from collections.abc import Iterable
from multiprocessing import connection
from multiprocessing.connection import Connection

from openmall.running.server import worker
from openmall.running.server.worker import WorkerOptions

# A forked worker would inherit database connections and locks held by our threads.
_SPAWN = multiprocessing.get_context("spawn")


def pipe() -> tuple[Connection, Connection]:
    """Return the ends of a pipe by which a worker reports: reading, writing."""
    return _SPAWN.Pipe(duplex=False)


class WorkerProcess:
    """One worker process, running from the moment it is constructed."""

    def __init__(self, idx: int, options: WorkerOptions, reports: Connection) -> None:
        """`idx`: its place among the workers. `reports`: where its report arrives; closed here."""
        self.idx = idx
        self._reports = reports
        self._serves = False
        self._reading = threading.Lock()
        self._process = _SPAWN.Process(target=worker.run, args=(options,), name=f"worker-{idx + 1}")
        self._process.start()

    @property
    def sentinel(self) -> int:
        """A descriptor that is readable once the process has exited."""
        return self._process.sentinel

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def serves(self) -> bool:
        """Say whether it has reported that it serves; callable from any thread."""
        with self._reading:
            if not self._serves and self._reports.poll():
                try:
                    self._reports.recv_bytes()
                except EOFError:
                    return False
                self._serves = True
            return self._serves

    def retire(self) -> None:
        """Let it finish what it has and accept nothing new; kill it if it does not serve yet."""
        if self._process.pid is not None and self.serves():
            os.kill(self._process.pid, worker.RETIRE)
        else:
            self.kill()

    def terminate(self) -> None:
        """Let it finish the calls under way and exit."""
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()

    def join(self) -> None:
        self._process.join()

    def forget(self) -> None:
        """Release the resources of a worker that is gone."""
        self._reports.close()


def wait_for_exit(workers: Iterable[WorkerProcess], *, seconds: float) -> None:
    """Return when one of `workers` has exited, or after so many seconds."""
    connection.wait([each.sentinel for each in workers], timeout=seconds)
