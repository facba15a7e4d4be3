"""`python -m bench.figures`: the figures of docs/performance.md, all of them or those named.

Each is printed as a table and kept as JSON, with the day, the machine, and how busy that was
before; `--page` writes the tables of all that are kept into the page.
"""

import argparse
import sys
import time
from pathlib import Path

from bench.figures import (
    many_connections,
    memory,
    noisy_neighbour,
    page,
    shops,
    start_time,
    visitors,
    workers,
)
from bench.figures.figure import Figure, Place, table
from bench.machine import described, load

FIGURES = (
    Figure("workers", workers.make),
    Figure("shops", shops.make),
    Figure("crowd", many_connections.make),
    Figure("visitors", visitors.make),
    Figure("neighbour", noisy_neighbour.make),
    Figure("start", start_time.make),
    Figure("memory", memory.make),
)


def main() -> None:
    """Parse the command line, measure, print, keep."""
    names = [each.name for each in FIGURES]
    parser = argparse.ArgumentParser(prog="python -m bench.figures", description=__doc__)
    parser.add_argument("figures", nargs="*", help=f"which of {', '.join(names)}; else all")
    parser.add_argument("--seconds", type=int, default=4, help="seconds of each window")
    parser.add_argument("--rounds", type=int, default=3, help="of which the median counts")
    parser.add_argument("--port", type=int, default=9650, help="this one and the next are used")
    parser.add_argument("--folder", type=Path, default=Path(".bench"), help="kept for later runs")
    parser.add_argument("--json", type=Path, default=Path(".bench/figures.json"))
    parser.add_argument("--page", action="store_true", help="write docs/performance.md too")
    options = parser.parse_args()
    if unknown := set(options.figures) - set(names):
        parser.error(f"no such figure: {', '.join(sorted(unknown))}")
    place = Place(options.folder.resolve(), options.port, options.seconds, options.rounds)
    place.folder.mkdir(parents=True, exist_ok=True)
    for figure in FIGURES:
        if options.figures and figure.name not in options.figures:
            continue
        busy, began = load(), time.monotonic()
        found = figure.make(place)
        took = round(time.monotonic() - began)
        kept = {**described(), "load_before": round(busy, 2), "took_s": took, **found.kept()}
        page.keep(options.json, figure.name, kept)
        print(f"\n{figure.name} ({kept['date']}, {kept['machine']}, load {busy:.1f} before)")
        print(table(kept), flush=True)
    if options.page:
        page.write(options.json)
        print("docs/performance.md is written", file=sys.stderr)


if __name__ == "__main__":
    main()
