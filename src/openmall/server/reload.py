"""The change of shift: every worker is replaced by one that serves already, one after the other."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

Worker = Any
"""A worker process of granian, which is untyped."""


class Reload:
    """One such change; `step` does what can be done now and never waits."""

    def __init__(
        self,
        places: Iterable[int],
        hire: Callable[[int], Worker],
        serves: Callable[[Worker], bool],
        *,
        patience: float,
    ) -> None:
        """`places`: the workers to be replaced. `patience`: seconds a new one may take to serve."""
        self._places = deque(places)
        self._hire = hire
        self._serves = serves
        self._patience = patience
        self._since = 0.0
        self.coming: Worker | None = None
        """The new worker that does not serve yet."""
        self.failed = False

    @property
    def done(self) -> bool:
        """Whether everybody was replaced."""
        return not self._places

    def step(self) -> Worker | None:
        """Return a new worker that serves now, whose predecessor is to leave."""
        if self.coming is None:
            self.coming = self._hire(self._places[0])
            # who is told to come is not missed when it does not
            self.coming.interrupt_by_parent = True
            self._since = time.monotonic()
        elif not self.coming.is_alive() or time.monotonic() - self._since > self._patience:
            self.coming.kill()
            self.failed = True
        elif self._serves(self.coming):
            came, self.coming = self.coming, None
            came.interrupt_by_parent = False
            self._places.popleft()
            return came
        return None
