"""The reload: every worker is replaced by one that serves already, one after the other."""

import time
from collections import deque
from collections.abc import Callable, Iterable

from openmall.running.server.process import WorkerProcess


class Reload:
    """One reload; `step` does what can be done now and never waits."""

    def __init__(
        self,
        places: Iterable[int],
        start: Callable[[int], WorkerProcess],
        *,
        patience: float,
    ) -> None:
        """`places`: the workers to be replaced. `patience`: seconds a new one may take to serve."""
        self._places = deque(places)
        self._start = start
        self._patience = patience
        self._since = 0.0
        self.starting: WorkerProcess | None = None
        """The new worker that does not serve yet."""
        self.failed = False

    @property
    def done(self) -> bool:
        """Whether every worker was replaced."""
        return not self._places

    def step(self) -> WorkerProcess | None:
        """Return a new worker that serves now, whose predecessor is to retire."""
        if self.starting is None:
            self.starting = self._start(self._places[0])
            self._since = time.monotonic()
        elif not self.starting.is_alive() or time.monotonic() - self._since > self._patience:
            self.starting.kill()
            self.failed = True
        elif self.starting.serves():
            serving, self.starting = self.starting, None
            self._places.popleft()
            return serving
        return None
