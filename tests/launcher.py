"""A program `openmall` for tests: a launcher that lets `tests.command_server` run a command line.

It behaves as the process that it stands for: standard streams, signals, exit status; killed, it
takes that process with it. What has to be a process of its own, because a test looks at its process
id, its parent or its memory, is started with `FRESH` in the environment, or as `COMMAND`.
"""

import atexit
import functools
import os
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Final

from tests.command_server import READY
from tests.journeys.demo_server import ENVIRONMENT

FRESH: Final = "TESTS_FRESH_PROCESS"
"""Variable that, set to anything, makes the launcher start a new process."""

_FRESH_PROGRAM: Final = """#!/bin/sh
exec {python} -m {module} "$@"
"""
# Only modules that are built in: this is all that is left of the time to start a process.
_LAUNCHER: Final = """#!{python} -ISE
import _signal, marshal, posix, sys

PATH = {path!r}
if b"{fresh}" in posix.environ or posix.environ.get(b"PYTHONPATH") != PATH:
    posix.execve({python!r}, [{python!r}, "-m", {module!r}, *sys.argv[1:]], posix.environ)
import _socket

ignored = _signal.getsignal(_signal.SIGINT) == _signal.SIG_IGN
if not ignored:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
mask = posix.umask(0)
posix.umask(mask)
request = marshal.dumps(
    ({module!r}, sys.argv[1:], posix.getcwd(), dict(posix.environ), mask, ignored)
)
server = _socket.socket(_socket.AF_UNIX)
server.connect({address!r})
standard = b"".join(each.to_bytes(4, sys.byteorder) for each in (0, 1, 2))
rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, standard)
names = "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"
signals = [getattr(_signal, each) for each in names]
# held back until they can be passed on: the command may run before this goes on
_signal.pthread_sigmask(_signal.SIG_BLOCK, signals)
server.sendmsg([len(request).to_bytes(4, "big")], [rights])
server.sendall(request)
server.settimeout(1_000_000)
# the interpreter sends their numbers to the server as they arrive, also while it enters recv
_signal.set_wakeup_fd(server.fileno())
for number in signals:
    if _signal.getsignal(number) != _signal.SIG_IGN:
        _signal.signal(number, lambda number, _: None)
_signal.pthread_sigmask(_signal.SIG_UNBLOCK, signals)
posix.close(0)
posix.close(1)
status = server.recv(4)
if len(status) < 4:
    posix.write(2, b"the command server is gone\\n")
    posix._exit(255)
code = int.from_bytes(status, "big", signed=True)
if code < 0:
    if code != -_signal.SIGKILL:
        _signal.signal(-code, _signal.SIG_DFL)
    posix.kill(posix.getpid(), -code)
posix._exit(code)
"""


@functools.cache
def _address() -> str:
    """Start the server of this process on first use; return its address."""
    address = f"openmall-tests-{uuid.uuid4().hex}"
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.command_server", address],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT,
    )  # fmt: skip
    assert server.stdin is not None
    assert server.stdout is not None
    assert server.stdout.readline() == READY, "the command server has not started"
    server.stdout.close()

    def stop() -> None:
        assert server.stdin is not None
        server.stdin.close()
        server.wait()

    atexit.register(stop)
    return f"\0{address}"


def write_program(path: Path, module: str = "openmall") -> Path:
    """Write an executable file that runs a module, with `ENVIRONMENT`; return its path."""
    if hasattr(os, "pidfd_open"):
        text = _LAUNCHER.format(
            python=sys.executable,
            module=module,
            path=ENVIRONMENT["PYTHONPATH"].encode(),
            fresh=FRESH,
            address=_address(),
        )
    else:
        text = _FRESH_PROGRAM.format(python=sys.executable, module=module)
    path.write_text(text)
    path.chmod(0o755)
    return path
