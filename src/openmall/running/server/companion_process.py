"""Runs a program beside the workers for as long as they run, and restarts it when it dies."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

log = logging.getLogger("_granian")

_MIN_PAUSE_SECONDS: Final = 0.2
_MAX_PAUSE_SECONDS: Final = 30.0
_STARTED_AFTER_SECONDS: Final = 10.0
"""Seconds after which a program that dies counts as one that had started."""


class CompanionProcess:
    """A supervised program; it has to exit when this process is gone."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        stop_seconds: float,
        on_restart: Callable[[], None] | None = None,
    ) -> None:
        """`stop_seconds`: how long it may take to stop before it is killed.

        `on_restart`: called when it has died and is started again.
        """
        self._on_restart = on_restart
        self._command = list(command)
        self._stop_seconds = stop_seconds
        self._stopping = threading.Event()
        self._restarting = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._supervise, name="beside", daemon=True)

    def start(self) -> None:
        """Start it."""
        self._thread.start()

    def stop(self) -> None:
        """Stop it, and wait until it has exited."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def restart(self) -> None:
        """Restart it, without waiting for that."""
        self._restarting.set()

    def _supervise(self) -> None:
        pause = _MIN_PAUSE_SECONDS
        while not self._stopping.is_set():
            started_at = time.monotonic()
            process = subprocess.Popen(self._command)  # noqa: S603 # our own program
            while process.poll() is None and not self._restarting.is_set():
                if self._stopping.wait(0.05):
                    break
            if self._stopping.is_set():
                _terminate(process, self._stop_seconds)
                return
            if self._restarting.is_set():
                self._restarting.clear()
                _terminate(process, self._stop_seconds)
                continue
            if time.monotonic() - started_at > _STARTED_AFTER_SECONDS:
                pause = _MIN_PAUSE_SECONDS
            log.warning(
                "%s ended with %s, started again", " ".join(self._command[1:]), process.returncode
            )
            if self._on_restart is not None:
                self._on_restart()
            self._stopping.wait(pause)
            pause = min(2 * pause, _MAX_PAUSE_SECONDS)


def _terminate(process: subprocess.Popen[bytes], seconds: float) -> None:
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
