"""Servers under measurement, each pinned to one core unless said otherwise."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import psutil

SERVER_CORE = "0"
LOAD_CORE = "1"
BOTH_CORES = f"{SERVER_CORE},{LOAD_CORE}"
PATIENCE = 120.0
"""Seconds that a server may take to start on a busy machine."""
_QUIET_SECONDS = 1.0
_QUIET_SHARE = 0.03
"""Share of a core that an idle installation takes at most."""
_HELLO = """
import sys
from pathlib import Path
from openmall.running.server.listener import serve
from openmall.running.server.options import ServeOptions
tls = Path(sys.argv[1])
sys.exit(serve(ServeOptions(target="bench.hello:create", certificate=tls / "server.pem",
    key=tls / "server-key.pem", port=int(sys.argv[2]), workers=int(sys.argv[3]))))
"""


class Timed(Protocol):
    """A process, or several, whose processor time is known."""

    def cpu_times(self) -> Any:
        """Return what has the seconds `user` and `system`."""
        ...


Processes = Callable[[], Sequence[Timed]]


def environment() -> dict[str, str]:
    """Return the environment of an installed program: what was compiled once is kept."""
    found = {**os.environ, "PYTHONPATH": f"{Path('src').resolve()}:{Path.cwd()}"}
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


class Server:
    """A running server: its address and its processes."""

    def __init__(self, process: "subprocess.Popen[str]", url: str, *, beside: Processes) -> None:
        self.url = url
        self._process = process
        self._beside = beside

    def _own(self) -> list[psutil.Process]:
        mother = psutil.Process(self._process.pid)
        return [mother, *mother.children(recursive=True)]

    def busy(self) -> float:
        """Return the seconds of a core that the server and its database have used so far."""
        processes: list[Timed] = [*self._own(), *self._beside()]
        times = [each.cpu_times() for each in processes]
        return sum(each.user + each.system for each in times)

    def settle(self) -> None:
        """Wait until the work after a start has ended, at most `PATIENCE` seconds.

        The job worker and the owner of the facts go on loading for a second or two after the first
        worker serves, which would count as the work of the first calls that are measured.
        """
        latest = time.monotonic() + PATIENCE
        before = self.busy()
        while time.monotonic() < latest:
            time.sleep(_QUIET_SECONDS)
            busy = self.busy()
            if busy - before < _QUIET_SHARE * _QUIET_SECONDS:
                return
            before = busy

    def memory(self) -> float:
        """Return the resident memory of the largest worker, in MB."""
        every = self.memories().values()
        workers = [each for each in every if each.is_worker]
        return max(each.rss for each in workers or every)

    def memories(self) -> dict[int, "Memory"]:
        """Return the memory of each process that the server started, in MB."""
        found = {}
        own = self._own()
        for each in own[1:] or own:
            info = each.memory_full_info()
            found[each.pid] = Memory(" ".join(each.cmdline()), info.rss / 1e6, info.pss / 1e6)
        return found


class Memory:
    """What a process has in memory, in MB; `pss` divides what it shares with others."""

    def __init__(self, command: str, rss: float, pss: float) -> None:
        self.command, self.rss, self.pss = command, rss, pss

    @property
    def is_worker(self) -> bool:
        """Say whether the process answers calls."""
        return "spawn_main" in self.command


def nobody() -> Sequence[Timed]:
    """Return no processes: the database is in the server's own."""
    return []


@contextlib.contextmanager
def started(
    *command: str,
    core: str = SERVER_CORE,
    beside: Processes = nobody,
    given: dict[str, str] | None = None,
    folder: Path | None = None,
) -> Iterator[Server]:
    """Start a command on a core and wait for its line `ready <url>`.

    `beside`: the processes of its database; `given`: more of its environment.
    """
    with tempfile.NamedTemporaryFile("r") as said:
        process = subprocess.Popen(
            ["taskset", "-c", core, *command],
            stderr=Path(said.name).open("w"),  # noqa: SIM115 # the process's own
            stdout=subprocess.DEVNULL,
            text=True,
            cwd=folder,
            env={**environment(), **(given or {})},
        )
        try:
            yield Server(process, _ready(process, Path(said.name)), beside=beside)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def _ready(process: "subprocess.Popen[str]", said: Path) -> str:
    latest = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < latest:
        for line in said.read_text().splitlines():
            if line.startswith("ready "):
                return line.split()[1]
        time.sleep(0.005)
    raise RuntimeError("the server did not start:\n" + said.read_text())


def hello(
    tls: Path, port: int, *, workers: int = 1, core: str = SERVER_CORE
) -> contextlib.AbstractContextManager[Server]:
    """Start the bare server with the certificate in the folder `tls`."""
    return started(sys.executable, "-c", _HELLO, str(tls), str(port), str(workers), core=core)


def mall(
    data_dir: Path,
    port: int,
    *,
    database: str = "",
    workers: int = 1,
    core: str = SERVER_CORE,
    beside: Processes = nobody,
    options: Sequence[str] = (),
) -> contextlib.AbstractContextManager[Server]:
    """Serve the installation in a folder: everything on, nothing refused.

    `options`: further ones of `openmall serve`.
    """
    where = ["--database", database] if database else []
    return started(
        sys.executable, "-m", "openmall", "serve", "--data-dir", str(data_dir), *where,
        "--port", str(port), "--http-port", "0", "--limits", "count", "--workers", str(workers),
        "--default-mall", "demo", *options, core=core, beside=beside,
    )  # fmt: skip
