"""Runs a program beside the workers for as long as they run, and restarts it when it dies."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Final

log = logging.getLogger("_granian")

_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 30.0
_STAYED: Final = 10.0
"""Seconds after which a program that dies counts as one that had started."""


class Companion:
    """A supervised program; it has to exit by itself when this process is gone."""

    def __init__(self, command: Sequence[str], *, stop_seconds: float) -> None:
        """`stop_seconds`: how long it may take to stop before it is killed."""
        self._command = list(command)
        self._stop_seconds = stop_seconds
        self._ending = threading.Event()
        self._renewing = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._attend, name="beside", daemon=True)

    def start(self) -> None:
        """Start it."""
        self._thread.start()

    def stop(self) -> None:
        """Stop it, and wait until it has exited."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()

    def renew(self) -> None:
        """Restart it, without waiting for that."""
        self._renewing.set()

    def _attend(self) -> None:
        pause = _FIRST_PAUSE
        while not self._ending.is_set():
            began = time.monotonic()
            process = subprocess.Popen(self._command)  # noqa: S603 # our own program
            while process.poll() is None and not self._renewing.is_set():
                if self._ending.wait(0.05):
                    break
            if self._ending.is_set():
                _end(process, self._stop_seconds)
                return
            if self._renewing.is_set():
                self._renewing.clear()
                _end(process, self._stop_seconds)
                continue
            if time.monotonic() - began > _STAYED:
                pause = _FIRST_PAUSE
            log.warning(
                "%s ended with %s, started again", " ".join(self._command[1:]), process.returncode
            )
            self._ending.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


def _end(process: subprocess.Popen[bytes], seconds: float) -> None:
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
