"""`python -m bench.open_loop`: calls at a steady pace, however long answers take (an open loop).

Each call is due at its moment and its time counts from there, so that a server that stood still is
not asked less meanwhile and does not look better for it. Reads what to ask on standard input: JSON
with `url`, `calls` (a path, a token and perhaps the host of a shop), `connections`, `rate` and
`seconds`.
"""

import asyncio
import gc
import json
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench import servers
from bench.client import Connection


@dataclass(frozen=True)
class Paced:
    """What calls at a steady pace came to; times in milliseconds, from when they were due."""

    rate: float
    p50: float
    p99: float
    longest: float
    calls: int
    errors: int
    load_busy: float
    """Part of its core that the load program itself used: above 0.9 it is what was measured."""


def run(
    url: str,
    calls: Sequence[tuple[str, ...]],
    *,
    rate: float,
    seconds: float,
    connections: int = 1,
    core: str = servers.LOAD_CORE,
) -> Paced:
    """Ask for paths with tokens, drawn by chance, `rate` a second in all.

    A third part of a call is the host of the shop that is asked, where it is not that of `url`.
    """
    asked = {
        "url": url,
        "calls": calls,
        "rate": rate,
        "seconds": seconds,
        "connections": connections,
    }
    done = subprocess.run(
        ["taskset", "-c", core, sys.executable, "-m", "bench.open_loop"],
        input=json.dumps(asked), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"the load program failed: {done.stdout}{done.stderr}")
    return Paced(**json.loads(done.stdout))


class _Load:
    def __init__(self, asked: dict[str, Any]) -> None:
        self._asked = asked
        self._times: list[float] = []
        self._errors = 0

    async def measure(self) -> dict[str, float]:
        asked = self._asked
        opened = [await Connection.open(asked["url"]) for _ in range(asked["connections"])]
        gc.collect()
        gc.disable()
        free: asyncio.Queue[Connection] = asyncio.Queue()
        for each in opened:
            free.put_nowait(each)
        rolls, underway = random.Random(5), set()
        began, used = time.perf_counter(), time.process_time()
        for number in range(int(asked["rate"] * asked["seconds"])):
            due = began + number / asked["rate"]
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            task = asyncio.create_task(self._one(free, rolls.choice(asked["calls"]), due))
            underway.add(task)
            task.add_done_callback(underway.discard)
        if underway:
            await asyncio.wait(underway)
        took = time.perf_counter() - began
        used = time.process_time() - used
        for each in opened:
            each.close()
        self._times.sort()
        return {
            "rate": len(self._times) / took,
            "p50": self._times[len(self._times) // 2],
            "p99": self._times[len(self._times) * 99 // 100],
            "longest": self._times[-1],
            "calls": len(self._times),
            "errors": self._errors,
            "load_busy": round(used / took, 2),
        }

    async def _one(
        self, free: "asyncio.Queue[Connection]", asked: Sequence[str], due: float
    ) -> None:
        path, token, *host = asked
        connection = await free.get()
        connection.headers["Authorization"] = token
        if host:
            connection.headers["Host"] = host[0]
        answer = await connection.call("GET", path)
        self._times.append((time.perf_counter() - due) * 1000)
        self._errors += answer.status != 200
        free.put_nowait(connection)


def main() -> None:
    """Read what to ask, ask, print what was measured as JSON."""
    print(json.dumps(asyncio.run(_Load(json.load(sys.stdin)).measure())))


if __name__ == "__main__":
    main()
