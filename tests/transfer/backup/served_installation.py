"""`openmall serve` on a data folder, in a process of its own, and calls to it."""

import os
import signal
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.journeys.demo_server import COMMAND, ENVIRONMENT, FREE_PORTS, WAIT


@contextmanager
def serving(folder: Path, *, host: str = "", database: str = "") -> Iterator[httpx.Client]:
    """Serve a data folder; give a client that calls `host`, else the default mall."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--data-dir", str(folder), "--database", database, *FREE_PORTS],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    )
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        assert line.startswith("ready "), line + process.stderr.read()
        url = next(word for word in line.split() if word.startswith("https://"))
        trusting = ssl.create_default_context(cafile=folder / "tls" / "ca.pem")
        headers = {"Host": host} if host else {}
        with httpx.Client(base_url=url, verify=trusting, timeout=WAIT, headers=headers) as client:
            yield client
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT) == 0, process.stderr.read()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(WAIT)
        process.stderr.close()
