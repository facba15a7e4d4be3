"""Repeats the few tests that failed, alone: `python -m checks.second_attempt --most 3 --status 1`.

Continuous integration runs it where `make test` or `make journeys` failed. Tests with real clocks,
sockets and processes can fail because the machine is busy; such a test passes alone. Each is listed
as unstable, because it is a defect of the test or of the program that has to be found.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

TESTS_FAILED: Final = 1
"""Exit status of pytest: it ran to its end, and tests or the bound of coverage failed."""
CACHE: Final = ".pytest_cache"
"""Where pytest remembers what failed."""
_FAILED: Final = "v/cache/lastfailed"


def main(arguments: Sequence[str] | None = None) -> int:
    """Repeat what the last run of pytest in this folder left failed; return an exit status."""
    parser = argparse.ArgumentParser("checks.second_attempt", description=__doc__)
    parser.add_argument("--status", type=int, required=True, help="exit status of the first run")
    parser.add_argument("--most", type=int, required=True, help="failed tests that are repeated")
    parser.add_argument("--coverage", help="per cent that the first run has to have covered")
    parser.add_argument("--cache", default=CACHE, help="folder of the cache of the first run")
    parser.add_argument("options", nargs="*", help="options of pytest, after --")
    options = parser.parse_args(arguments)
    remembered = Path(options.cache, _FAILED)
    failed = sorted(json.loads(remembered.read_text())) if remembered.exists() else []
    if options.status != TESTS_FAILED or not 0 < len(failed) <= options.most:
        return int(options.status)
    print(f"{len(failed)} failed; repeated alone:", *failed, sep="\n  ", flush=True)
    again = ["pytest", "--last-failed", "--last-failed-no-failures=none", "-p", "no:xdist"]
    again += ["-o", f"cache_dir={options.cache}"]
    if subprocess.run([sys.executable, "-m", *again, *options.options], check=False).returncode:
        return TESTS_FAILED
    if options.coverage:
        measured = ["coverage", "report", "--format=total", f"--fail-under={options.coverage}"]
        if subprocess.run([sys.executable, "-m", *measured], check=False).returncode:
            return TESTS_FAILED
    print("unstable, passed alone:", *failed, sep="\n  ", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
