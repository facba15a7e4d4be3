"""Put one fault at a time into a copy of the program and run the tests that have to catch it.

Of those, the tests that every commit runs; the nightly tier only for a fault that it alone catches.

python -m tests.fault_injection [NAMES] [--unharmed] [--jobs N]
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.fault_injection.fault import Fault
from tests.fault_injection.faults import FAULTS

ROOT: Final = Path(__file__).parents[2]
COPIED: Final = (
    "src", "tests", "spec", "docs", "deploy", "checks", "bench", "pyproject.toml", "README.md",
    "ARCHITECTURE.md", "CONTRIBUTING.md", "Makefile",
)  # fmt: skip
"""What tests read, of the folder that they run in."""
_PASSED, _FAILED = 0, 1
"""Exit statuses of pytest."""
_OF_A_TEST: Final = re.compile(r"^(?:FAILED|ERROR) tests/\S+::", re.M)
"""Line by which pytest names a test that failed."""


def main() -> int:
    """Return 0 when every fault was caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.fault_injection", description=__doc__)
    parser.add_argument("names", nargs="*", help="faults by name; all without any")
    parser.add_argument("--unharmed", action="store_true", help="see that the tests pass without")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="part K of N of the faults")
    parser.add_argument("--jobs", type=int, default=2, help="how many faults at once (2)")
    given = parser.parse_args()
    known = {fault.name: fault for fault in FAULTS}
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"no such fault: {', '.join(unknown)}")
    part, parts = (int(number) for number in given.part.split("/"))
    chosen = ([known[name] for name in given.names] or list(FAULTS))[part - 1 :: parts]
    waiting = deque(chosen)
    with ThreadPoolExecutor(given.jobs) as pool:
        workers = [pool.submit(_work, waiting, unharmed=given.unharmed) for _ in range(given.jobs)]
        good = [each for worker in workers for each in worker.result()]
    print(f"{sum(good)} of {len(chosen)} {'pass' if given.unharmed else 'caught'}")
    return 0 if all(good) else 1


def _work(waiting: deque[Fault], *, unharmed: bool) -> list[bool]:
    """Try faults until none waits, in a copy of the program; say of each whether it ended well."""
    good = []
    with tempfile.TemporaryDirectory(prefix="openmall-fault-") as folder:
        copy = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, copy / name)
            else:
                shutil.copy2(ROOT / name, copy / name)
        with suppress(IndexError):
            while True:
                good.append(_try(waiting.popleft(), copy, unharmed=unharmed))
    return good


def _try(fault: Fault, copy: Path, *, unharmed: bool) -> bool:
    """Run a fault's tests in the copy; say whether they end as they should."""
    began = time.monotonic()
    if unharmed:
        status, output = run(fault, copy)
    else:
        with injected(fault, copy):
            status, output = run(fault, copy)
    # an interpreter that does not get as far as a test ends with the status of failures, too
    caught = status == _FAILED and _OF_A_TEST.search(output) is not None
    good = status == _PASSED if unharmed else caught
    word = "passed" if status == _PASSED else "failed" if caught else f"ended with {status}"
    tier = ", nightly tier" if fault.is_for_the_night() else ""
    print(
        f"{'ok ' if good else 'BAD'} {fault.name}: {word} ({time.monotonic() - began:.0f} s{tier})"
    )
    if not good:
        print(output[-3_000:])
    sys.stdout.flush()
    return good


@contextmanager
def injected(fault: Fault, root: Path) -> Iterator[None]:
    """Change the program below `root` meanwhile.

    Raises ValueError where the text is not there once.
    """
    file = root / "src" / "openmall" / fault.file
    text, status = file.read_text(encoding="utf-8"), file.stat()
    if text.count(fault.old) != 1:
        raise ValueError(f"{fault.name}: its text occurs {text.count(fault.old)} times")
    try:
        file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        _forget_compiled(file)
        yield
    finally:
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
        _forget_compiled(file)


def _forget_compiled(file: Path) -> None:
    # what was compiled before may have the same length and, within a second, the same age
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def run(fault: Fault, root: Path) -> tuple[int, str]:
    """Run a fault's tests in `root`; return pytest's exit status and what it printed."""
    tests: Sequence[str] = [f"tests/{each}" for each in fault.tests]
    chosen = ["-k", fault.only] if fault.only else []
    tier = [] if fault.is_for_the_night() else ["--commit-tier"]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tier]
    done = subprocess.run(
        [*command, *chosen, *tests],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
