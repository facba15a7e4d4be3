"""The reload: every worker is replaced by one that serves already, one after the other."""

import time
from collections import deque
from collections.abc import Callable, Iterable

from openmall.running.server.process import WorkerProcess


class Reload:
    """One reload; `step` does what can be done now and never waits."""

    def __init__(
        self,
        worker_indexes: Iterable[int],
        start: Callable[[int], WorkerProcess],
        *,
        start_timeout: float,
    ) -> None:
        """`places`: the workers to be replaced. `patience`: seconds a new one may take to serve."""
        self._pending = deque(worker_indexes)
        self._start = start
        self._start_timeout = start_timeout
        self._started_at = 0.0
        self.starting: WorkerProcess | None = None
        """The new worker that does not serve yet."""
        self.failed = False

    @property
    def done(self) -> bool:
        """Whether every worker was replaced."""
        return not self._pending

    def step(self) -> WorkerProcess | None:
        """Return a new worker that serves now, whose predecessor is to retire."""
        if self.starting is None:
            self.starting = self._start(self._pending[0])
            self._started_at = time.monotonic()
        elif (
            not self.starting.is_alive()
            or time.monotonic() - self._started_at > self._start_timeout
        ):
            self.starting.kill()
            self.failed = True
        elif self.starting.serves():
            serving, self.starting = self.starting, None
            self._pending.popleft()
            return serving
        return None
