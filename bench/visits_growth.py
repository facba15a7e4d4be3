"""`python -m bench.visits_growth`: what reports of visits and taking in cost as facts grow.

Facts of a year of 200 shops lie in DuckDB's file, which its own process owns; the 24 reports are
asked over its socket as the API asks them, with their own defaults, for the largest shop and for
the one in the middle, over 90 days and over the year. Each figure is the median of its calls.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from bench import analytics_ingest, visits
from openmall.analytics.engine.owner_protocol import socket_of
from openmall.analytics.engine.remote import Remote
from openmall.analytics.reports import rules
from openmall.analytics.reports.registry import REPORTS
from openmall.analytics.reports.report import Report
from openmall.analytics.reports.report_structs import takes

LAST = date(visits.YEAR, 12, 31)
RANGES = (90, 365)

Figures = dict[str, Any]


def main() -> None:
    """Parse the command line, fill, ask, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.visits_growth", description=__doc__)
    parser.add_argument("--events", type=int, nargs="*", default=[5_000_000, 50_000_000])
    parser.add_argument("--shops", type=int, default=200)
    parser.add_argument("--calls", type=int, default=5, help="calls of each kind")
    parser.add_argument("--memory", default="384MB", help="what DuckDB may take")
    parser.add_argument("--folder", type=Path, help="keep the filled files here, and find them")
    parser.add_argument("--ingest", type=int, default=200_000, help="events taken in besides")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    options = parser.parse_args()
    found: dict[int, Figures] = {}
    with tempfile.TemporaryDirectory() as temporary:
        for events in sorted(options.events):
            folder = (options.folder or Path(temporary)) / str(events)
            found[events] = _measure(folder, events, options)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    print(table(found))


def _measure(folder: Path, events: int, options: argparse.Namespace) -> Figures:
    seconds = 0.0
    if not folder.exists():
        folder.mkdir(parents=True)
        print(f"making {events:,} events of {options.shops} shops ...", file=sys.stderr)
        began = time.monotonic()
        visits.fill(folder, events=events, shops=options.shops, memory=options.memory)
        seconds = time.monotonic() - began
    print("asking ...", file=sys.stderr)
    with _owner(folder, options.memory) as process:
        asked = asyncio.run(_ask(folder, options))
        asking = _peak(process)
    with _owner(folder, options.memory) as process:
        taken_in = analytics_ingest.measured(
            events=options.ingest, batch=1_000, browsers=20_000, engine=Remote(socket_of(folder))
        )
        taking_in = _peak(process)
    return {
        "seconds_to_fill": round(seconds),
        "milliseconds": asked,
        "megabytes_asking": asking,
        "megabytes_taking_in": taking_in,
        "megabytes_of_file": round((folder / "analytics.duckdb").stat().st_size / 1e6),
        "taking_in": taken_in,
    }


@contextmanager
def _owner(folder: Path, memory: str) -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "openmall", "analytics", "own", "--data-dir", str(folder)]
    process = subprocess.Popen(command, env={**os.environ, "OPENMALL_ANALYTICS_MEMORY": memory})
    try:
        while not socket_of(folder).exists():
            if process.poll() is not None:
                raise SystemExit("the owner of the file ended by itself")
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait()


def _peak(process: "subprocess.Popen[bytes]") -> int:
    """Return the most memory a process has had, in megabytes."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return round(int(line.split()[1]) / 1024)


async def _ask(folder: Path, options: argparse.Namespace) -> Figures:
    engine = Remote(socket_of(folder))
    shops = {"largest": visits.mall_of(1), "median": visits.mall_of(options.shops // 2)}
    found: Figures = {}
    for report in REPORTS.values():
        found[report.path] = {
            f"{size}, {days} days": round(
                await _timed(engine, report, mall_id, days, options.calls) * 1000, 1
            )
            for size, mall_id in shops.items()
            for days in RANGES
        }
    await engine.close()
    return found


async def _timed(engine: Remote, report: Report, mall_id: str, days: int, calls: int) -> float:
    since = LAST - timedelta(days=days - 1)
    params = takes(report)(mall_id=mall_id, start_date=since, end_date=LAST)
    question = rules.question(report, rules.question_shape(report, params))
    times = []
    for _ in range(calls):
        began = time.perf_counter()
        rows = await engine.ask(question, rules.values(mall_id, params))
        times.append(time.perf_counter() - began)
        assert rows, f"nothing is told by {report.path}"
    return statistics.median(times)


def table(found: dict[int, Figures]) -> str:
    """Return the figures as a table for people."""
    columns = [f"{size}, {days} days" for size in ("largest", "median") for days in RANGES]
    lines = []
    for events, figures in found.items():
        asked: dict[str, dict[str, float]] = figures["milliseconds"]
        lines += [
            f"{events:,} events: milliseconds",
            f"{'':34}" + "".join(f"{c:>20}" for c in columns),
        ]
        lines += [
            f"{path:34}" + "".join(f"{times[c]:20,.1f}" for c in columns)
            for path, times in sorted(asked.items(), key=lambda each: -each[1][columns[1]])
        ]
        lines += [f"{name}: {figures[name]}" for name in figures if name != "milliseconds"] + [""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
