"""Runs `openmall` in forks of a process that has imported it already.

To import the program takes half a second of CPU time, and tests run some hundred command lines. A
launcher (`tests.launcher`) sends its arguments, working folder, environment and standard
descriptors here; a fork adopts them, runs the program and exits with its status. As no
module was imported with a variable `OPENMALL_...` set, no thread runs and no store is open here,
the fork starts where a new process arrives once it has imported the same modules.
"""

import atexit
import gc
import importlib
import marshal
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import sys
import threading
import time
from io import TextIOWrapper
from typing import Final, Literal, NamedTuple, NoReturn

import openmall

_NOT_IMPORTED: Final = (
    "__main__",
    ".env",  # of Alembic, which runs migrations when it is imported
    ".engine.duckdb", ".engine.owner",  # DuckDB starts a thread, which no fork would have
    ".media.bucket", ".tracing.otel",  # the same, of what is optional
)  # fmt: skip
READY: Final = b"ready\n"


class _Request(NamedTuple):
    """A command line, as `tests.launcher` sends it."""

    module: str
    arguments: list[str]
    folder: str
    environment: dict[bytes, bytes]
    umask: int
    interrupts_ignored: bool


def import_program() -> None:
    """Import what commands import, and refuse to go on when that has started a thread."""
    wrong = [name for name in os.environ if name.startswith("OPENMALL_")]
    assert not wrong, f"modules must not be imported with {wrong}"
    for module in pkgutil.walk_packages(openmall.__path__, "openmall."):
        if not module.name.endswith(_NOT_IMPORTED) and ".migrations." not in module.name:
            importlib.import_module(module.name)
    assert len(os.listdir("/proc/self/task")) == 1, "a module starts a thread when it is imported"
    # or each fork would copy the pages of all objects when it collects garbage
    gc.collect()
    gc.freeze()


class _Server:
    """Accepts launchers, starts a fork for each, passes signals on and reports exit statuses."""

    def __init__(self, address: str) -> None:
        self._selector = selectors.DefaultSelector()
        self._children: dict[socket.socket, int] = {}
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(address)
        self._listening.listen(64)
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._selector.register(sys.stdin.fileno(), selectors.EVENT_READ)

    def serve(self) -> _Request | None:
        """Serve until standard input is closed; in a fork, return what it has to run."""
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._listening:
                    request = self._accept()
                    if request is not None:
                        return request
                elif key.fd == sys.stdin.fileno():
                    for launcher in list(self._children):
                        self._kill(launcher)
                    return None
                elif isinstance(key.fileobj, socket.socket):
                    self._pass_signals_on(key.fileobj)
                else:
                    self._report(key.fd, *key.data)

    def _accept(self) -> _Request | None:
        launcher, _ = self._listening.accept()
        try:
            request, descriptors = _receive(launcher)
        except EOFError:  # it was killed meanwhile
            launcher.close()
            return None
        child = os.fork()
        if child == 0:
            _adopt(request, descriptors)
            return request
        for each in descriptors:
            os.close(each)
        self._children[launcher] = child
        self._selector.register(launcher, selectors.EVENT_READ)
        self._selector.register(os.pidfd_open(child), selectors.EVENT_READ, data=(launcher, child))
        return None

    def _pass_signals_on(self, launcher: socket.socket) -> None:
        try:
            signals = launcher.recv(16)
        except ConnectionError:
            signals = b""
        if not signals:
            self._kill(launcher)
        for each in signals:
            os.kill(self._children[launcher], each)

    def _kill(self, launcher: socket.socket) -> None:
        """Kill the fork of a launcher that is gone, with all that it has started."""
        self._selector.unregister(launcher)
        child = self._children[launcher]
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:  # it has no group of its own yet
            os.kill(child, signal.SIGKILL)

    def _report(self, descriptor: int, launcher: socket.socket, child: int) -> None:
        self._selector.unregister(descriptor)
        os.close(descriptor)
        _, status = os.waitpid(child, 0)
        del self._children[launcher]
        code = os.waitstatus_to_exitcode(status)
        try:
            launcher.sendall(code.to_bytes(4, "big", signed=True))
            self._selector.unregister(launcher)
        except (ConnectionError, KeyError):  # nobody waits for it
            pass
        launcher.close()


def _receive(launcher: socket.socket) -> tuple[_Request, list[int]]:
    head, descriptors, _, _ = socket.recv_fds(launcher, 4, 3)
    content = b""
    while head and len(content) < int.from_bytes(head, "big"):
        some = launcher.recv(1 << 20)
        if not some:
            break
        content += some
    if not head or len(content) < int.from_bytes(head, "big"):
        for each in descriptors:
            os.close(each)
        raise EOFError
    return _Request(*marshal.loads(content)), descriptors


def _adopt(request: _Request, descriptors: list[int]) -> None:
    """Make this fork the process that a shell would have started."""
    os.setsid()
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    os.closerange(3, 1 << 20)
    os.umask(request.umask)
    os.chdir(request.folder)
    os.environ.clear()
    os.environb.update(request.environment)
    time.tzset()
    ignored = request.interrupts_ignored
    # the server ignores it where tests run in the background, and so would its forks
    signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.default_int_handler)
    sys.stdin, sys.stdout, sys.stderr = _stream(0, "r"), _stream(1, "w"), _stream(2, "w")
    sys.argv[1:] = request.arguments
    sys.path[0] = request.folder  # as `python -m` has it


def _stream(number: int, mode: Literal["r", "w"]) -> TextIOWrapper:
    """Open a standard stream as Python does when it starts."""
    usual = (sys.stdin, sys.stdout, sys.stderr)[number]
    stream = open(  # noqa: SIM115 # as long as the process
        number, mode, closefd=False, encoding=usual.encoding, errors=usual.errors
    )
    if number == 2:
        stream.reconfigure(line_buffering=True)
    return stream


def _run(module: str) -> NoReturn:
    """Run a module as `python -m` does, and exit.

    Every imported module is left as it is: to take all apart takes longer than most commands.
    """
    status, interrupted = 0, False
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as left:
        if isinstance(left.code, str):
            print(left.code, file=sys.stderr)
        status = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        status = 1
        interrupted = isinstance(error, KeyboardInterrupt)
    threading._shutdown()  # type: ignore[attr-defined] # waits for threads, as the interpreter does
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except OSError:
        status = 120  # as the interpreter has it
    sys.stderr.flush()
    if interrupted:  # as the interpreter does, so that a shell sees it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(status & 0xFF)


def main() -> None:
    """Serve at the address given as the one argument, in the abstract namespace."""
    import_program()
    server = _Server(f"\0{sys.argv[1]}")
    os.write(1, READY)
    request = server.serve()
    if request is not None:
        _run(request.module)
    os._exit(0)


if __name__ == "__main__":
    main()
