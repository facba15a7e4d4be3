"""Logs of servers that tests start as processes, which the report of a failed test shows."""

import os
import subprocess
import tempfile
import time
from collections.abc import Generator
from typing import Final

import pytest

MOST: Final = 20_000
"""Bytes of a log in a report: its end."""
_WAIT: Final = 0.01

_logs: list["ServerLog"] = []


class ServerLog:
    """A file without a name that a server logs to.

    Unlike a pipe it never fills: a server that logs much does not wait for its test.
    """

    def __init__(self) -> None:
        self.file = tempfile.TemporaryFile()  # noqa: SIM115  # closed when no report needs it
        """Standard error of the server."""
        self.running = True
        self._shown_from = 0
        _logs.append(self)

    def first_line(self, process: subprocess.Popen[str]) -> str:
        """Wait for the first line that the server logs; less of one when it ended before."""
        while True:
            ended = process.poll() is not None
            line, end, _ = self.text().partition("\n")
            if end or ended:
                return line + end
            time.sleep(_WAIT)

    def text(self) -> str:
        """Return what the server has logged."""
        return self._read(0)

    def ends(self) -> None:
        """Let the log be forgotten when the next test begins: its server has ended."""
        self.running = False

    def mark(self) -> None:
        """Leave what has been logged so far out of reports."""
        self._shown_from = self._size()

    def report(self) -> str:
        """Return the end of what was logged since the last mark."""
        return self._read(max(self._shown_from, self._size() - MOST))

    def _size(self) -> int:
        return os.fstat(self.file.fileno()).st_size

    def _read(self, begin: int) -> str:
        # at a position: the server writes where this file's own one is
        return os.pread(self.file.fileno(), self._size() - begin, begin).decode(errors="replace")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Leave what servers have logged so far out of reports; forget those that have ended."""
    for log in _logs:
        if log.running:
            log.mark()
        else:
            log.file.close()
    _logs[:] = [log for log in _logs if log.running]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show with a failed test what servers have logged, so the traceback of a status 500."""
    report = yield
    if report.failed:
        logged = [text for log in _logs if (text := log.report())]
        report.sections += [("log of a server", text) for text in logged]
    return report
