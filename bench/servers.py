"""Servers under measurement, each pinned to one core."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

SERVER_CORE = "0"
LOAD_CORE = "1"
_HELLO = """
import sys
from pathlib import Path
from openmall.server.listener import serve
from openmall.server.options import ServeOptions
tls = Path(sys.argv[1])
sys.exit(serve(ServeOptions(target="bench.hello:create", certificate=tls / "server.pem",
    key=tls / "server-key.pem", port=int(sys.argv[2]))))
"""


class Server:
    """A running server: its address and its processes."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.url = url
        self._process = process

    def busy(self) -> float:
        """Return the seconds of a core that the server has used so far."""
        mother = psutil.Process(self._process.pid)
        times = [each.cpu_times() for each in (mother, *mother.children(recursive=True))]
        return sum(each.user + each.system for each in times)

    def memory(self) -> float:
        """Return the resident memory of the largest worker, in MB."""
        children = psutil.Process(self._process.pid).children(recursive=True)
        return max(child.memory_info().rss for child in children) / 1e6


@contextlib.contextmanager
def started(*command: str) -> Iterator[Server]:
    """Start a command on the server's core and wait for its line `ready <url>`."""
    process = subprocess.Popen(
        ["taskset", "-c", SERVER_CORE, sys.executable, *command],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{Path('src').resolve()}:{Path.cwd()}"},
    )
    assert process.stderr is not None
    seen = []
    try:
        for line in process.stderr:
            seen.append(line)
            if line.startswith("ready "):
                yield Server(process, line.split()[1])
                return
        raise RuntimeError("the server did not start:\n" + "".join(seen))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def hello(tls: Path, port: int) -> contextlib.AbstractContextManager[Server]:
    """Start the bare server with the certificate in the folder `tls`."""
    return started("-c", _HELLO, str(tls), str(port))


def mall(data_dir: Path, port: int) -> contextlib.AbstractContextManager[Server]:
    """Start the demo mall: everything on, nothing refused."""
    return started(
        "-m", "openmall", "demo", "--data-dir", str(data_dir), "--port", str(port),
        "--http-port", "0", "--no-limits",
    )  # fmt: skip
