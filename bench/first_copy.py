"""`python -m bench.first_copy`: how long the first copy of a shop by `openmall mirror` takes.

A server on one core serves the demo mall; the mirror writes to SQLite on the other. The machine
prints how much else it did, because the copy uses both cores.
"""

import argparse
import datetime
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import seeding, servers

GOAL_SECONDS = 30


def main() -> None:
    """Parse the command line, measure, print; exit with 1 where a copy took too long."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_copy", description=__doc__)
    parser.add_argument("--products", type=int, default=100_000, help="products in the mall")
    parser.add_argument("--resources", default="products", help="which are copied")
    parser.add_argument("--data-dir", type=Path, help="keep the mall here for the next run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        data_dir = options.data_dir or Path(scratch) / "data"
        seeding.demo(options.products, data_dir=data_dir)
        seconds, rows, busy, copying = measure(data_dir, options.resources)
    load = os.getloadavg()[0]
    print(
        f"{datetime.date.today()}: {rows} rows of {options.resources} in {seconds:.1f} s,"
        f" {rows / seconds:.0f} rows a second; of a core {busy:.1f} s by the server and"
        f" {copying:.1f} s by the copy; load of the machine {load:.1f}"
    )
    sys.exit(seconds > GOAL_SECONDS)


def measure(data_dir: Path, resources: str) -> tuple[float, int, float, float]:
    """Return the seconds of a first copy, its rows, and the seconds of a core: server and copy."""
    serve = (sys.executable, "-m", "openmall", "serve", "--data-dir", str(data_dir))
    with servers.started(
        *serve, "--port", "0", "--http-port", "0", "--limits", "count", "--workers", "1"
    ) as server:
        server.settle()
        demo = json.loads((data_dir / "demo.json").read_text())
        address = server.url.rsplit(":", 1)[-1]
        with tempfile.TemporaryDirectory() as folder:
            words = (
                "openmall", "mirror", "--to", f"sqlite:///{folder}/copy.db",
                "--server", f"https://127.0.0.1:{address}", "--resources", resources,
                "--ca", str(data_dir / "tls" / "ca.pem"), "--json",
            )  # fmt: skip
            token = {"OPENMALL_MIRROR_TOKEN": demo["apps"][0]["access_token"]}
            before, began, idle = server.busy(), time.monotonic(), _children()
            done = subprocess.run(
                ["taskset", "-c", servers.LOAD_CORE, sys.executable, "-m", *words],
                env={**servers.environment(), **token},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            seconds, busy = time.monotonic() - began, server.busy() - before
            copying = _children() - idle
    return seconds, sum(json.loads(done.stdout)["rows"].values()), busy, copying


def _children() -> float:
    """Return the seconds of a core of the child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
