"""Runs the nightly tier, in parts: `python -m checks.nightly [PART ...]`.

A part is a command that ends within 40 minutes on two cores. All parts run, also after one failed;
at the end a table says how long each took. Parts that need what a machine may not have are skipped
by name, never silently. Exit status: 0 when every part passed, 1 otherwise.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

MOST_MINUTES: Final = 40
"""How long a part may take on two quiet cores."""


class Part(NamedTuple):
    """A part of the nightly tier."""

    name: str
    command: tuple[str, ...]
    needs: str = ""
    """Environment variable without which the part is skipped; empty: none."""


def _parts(target: str, number: int) -> tuple[Part, ...]:
    """Return `number` parts that together run a target of tests thoroughly."""
    return tuple(
        Part(f"{target}-{each}", ("make", target, f"ARGS=--nightly --part {each}/{number}"))
        for each in range(1, number + 1)
    )


PARTS: Final = (
    *_parts("test", 3),
    *_parts("journeys", 3),
    Part("faults-1", ("make", "faults", "ARGS=--part 1/2")),
    Part("faults-2", ("make", "faults", "ARGS=--part 2/2")),
    Part("pooler", ("make", "pooler")),
    Part("cluster", ("make", "cluster"), "OPENMALL_TEST_CITUS"),
)


class Outcome(NamedTuple):
    """How a part ended."""

    name: str
    word: str
    """`passed`, `failed` or `skipped`."""
    minutes: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the named parts, all without a name; return an exit status."""
    parser = argparse.ArgumentParser("checks.nightly", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PART", help="parts to run; all without any")
    parser.add_argument("--list", action="store_true", help="print the parts and their commands")
    options = parser.parse_args(arguments)
    known = {part.name: part for part in PARTS}
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(known)}")
    chosen = [known[name] for name in options.names] or list(PARTS)
    if options.list:
        for part in chosen:
            print(f"{part.name:12}{' '.join(part.command)}")
        return 0
    outcomes = [run(part) for part in chosen]
    print(f"\n{'part':12}{'result':10}minutes")
    for name, word, minutes in outcomes:
        over = f" (more than {MOST_MINUTES})" if minutes > MOST_MINUTES else ""
        print(f"{name:12}{word:10}{minutes:7.1f}{over}")
    print(f"{'in all':22}{sum(each.minutes for each in outcomes):7.1f}")
    return 1 if any(each.word == "failed" for each in outcomes) else 0


def run(part: Part) -> Outcome:
    """Run one part; its output goes where that of this program goes."""
    if part.needs and not os.environ.get(part.needs):
        print(f"{part.name}: skipped, {part.needs} is not set", flush=True)
        return Outcome(part.name, "skipped", 0.0)
    print(f"{part.name}: {' '.join(part.command)}", flush=True)
    began = time.monotonic()
    status = subprocess.run(part.command, check=False).returncode
    return Outcome(part.name, "failed" if status else "passed", (time.monotonic() - began) / 60)


if __name__ == "__main__":
    sys.exit(main())
