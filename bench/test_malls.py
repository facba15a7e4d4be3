"""`python -m bench.test_malls`: how long programs wait for a test mall.

Malls are created, reset after an order was paid, advanced by three days and deleted, in process:
the medians of the calls by the clock, and in time of the processor, PostgreSQL's included. The
first mall is not counted: it makes the contents, and takes as long as printed.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from bench import postgres, servers
from openmall.access.limits.local_counters import LocalCounters
from openmall.analytics.engine.duckdb import FILE, DuckFile, Embedded
from openmall.app import Application
from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.migrate import migrate

__test__ = False
Timed = dict[str, list[tuple[float, float]]]
"""Call -> seconds by the clock and of the processor, of each time."""


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.test_malls", description=__doc__)
    parser.add_argument("--malls", type=int, default=20)
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.postgresql:
            with postgres.running(servers.BOTH_CORES) as server:
                asyncio.run(server.create("test_malls"))
                url = server.database("test_malls")

                def processor() -> float:
                    times = [each.cpu_times() for each in server.processes()]
                    return time.process_time() + sum(each.user + each.system for each in times)

                timed = asyncio.run(_measure(Path(folder), url, options.malls, processor))
        else:
            timed = asyncio.run(_measure(Path(folder), "", options.malls, time.process_time))
    print(f"{'call':<10} {'ms':>8} {'ms of the processor':>20}")
    for call, times in timed.items():
        wall, processor = (statistics.median(each) * 1_000 for each in zip(*times, strict=True))
        print(f"{call:<10} {wall:>8.1f} {processor:>20.1f}")


async def _measure(folder: Path, url: str, malls: int, processor: Callable[[], float]) -> Timed:
    configuration = Configuration(data_dir=folder, database=url, limits="count")
    await asyncio.to_thread(migrate, configuration)
    database = open_database(configuration)
    engine = Embedded(DuckFile(folder / FILE))
    app = Application(configuration, database, LocalCounters(), SystemClock(), engine=engine)
    timed: Timed = defaultdict(list)

    async def call(name: str, method: str, path: str, body: bytes = b"{}") -> Any:
        wall, used = time.perf_counter(), processor()
        answer = await _send(app, method, f"/_test/malls{path}", body)
        timed[name].append((time.perf_counter() - wall, processor() - used))
        return answer

    await call("first", "POST", "")
    for _ in range(malls):
        made = await call("create", "POST", "")
        mall = f"/{made['mall']['mall_id']}"
        await call("trigger", "POST", f"{mall}/trigger", b'{"event": "order_paid"}')
        await call("reset", "POST", f"{mall}/reset")
        await call("advance", "POST", f"{mall}/clock", b'{"forward": "3d"}')
        await call("delete", "DELETE", mall)
    await app.end()
    return timed


async def _send(app: Application, method: str, path: str, body: bytes) -> Any:

    scope = {
        "type": "http",
        "method": method,
        "scheme": "https",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1:8443"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 50_000),
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        sent.append(message)

    receiving: Awaitable[None] = app(scope, receive, send)
    await receiving
    start, content = sent
    assert start["status"] < 300, content
    return msgspec.json.decode(content["body"])


if __name__ == "__main__":
    main()
