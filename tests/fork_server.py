"""Processes that tests kill, forked from one that has imported what they need.

To import the program takes each new process most of a second; a forked one has it already.
"""

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

import msgspec

from tests.journeys.demo_server import ENVIRONMENT, ROOT

_START, _KILL = "start", "kill"


class Forked:
    """A running process."""

    def __init__(self, server: "ForkServer", pid: int) -> None:
        self._server = server
        self.pid = pid

    def kill(self) -> None:
        """Send SIGKILL and wait for the end; fail when the process ended before."""
        assert self.end() == signal.SIGKILL, f"process {self.pid} ended before it was killed"

    def end(self) -> int:
        """Send SIGKILL to what may have ended; return the signal that ended it, 0: none."""
        return self._server.ask(_KILL, self.pid)


class ForkServer:
    """A process that forks others; all of them end with it."""

    def __init__(self, *modules: str) -> None:
        """`modules`: what is imported before a process is forked."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server", *modules],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> "ForkServer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()  # the end of its input is its end

    def start(self, module: str, *arguments: object) -> Forked:
        """Fork a process that calls `main(arguments)` of a module, with texts."""
        return Forked(self, self.ask(_START, module, *map(str, arguments)))

    def ask(self, *request: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(request) + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the fork server ended"
        return int(answer)


def _fork(module: str, arguments: list[str]) -> int:
    """Fork a process; return its number."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        # what the server is asked, and answers, is not for its children
        for stream in (0, 1):
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        importlib.import_module(module).main(arguments)
        status = 0
    except Exception:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


@contextmanager
def _children() -> Iterator[set[int]]:
    """Give the numbers of the forked processes; kill those that are left."""
    running: set[int] = set()
    try:
        yield running
    finally:
        for pid in running:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _serve() -> None:
    """Answer with the number of a forked process, and with the signal that ended one."""
    with _children() as running:
        for line in sys.stdin.buffer:
            request, subject, *arguments = msgspec.json.decode(line)
            if request == _START:
                answer = _fork(subject, arguments)
                running.add(answer)
            else:
                os.kill(
                    subject, signal.SIGKILL
                )  # a process that ended is there until it is waited for
                _, status = os.waitpid(subject, 0)
                running.discard(subject)
                answer = os.WTERMSIG(status)
            print(answer, flush=True)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        importlib.import_module(name)
    _serve()
