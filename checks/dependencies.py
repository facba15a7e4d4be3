"""Says whether a library we depend on has a known weakness: `python -m checks.dependencies`.

The locked versions are looked up in the advisories of PyPI, else of OSV, by `pip-audit`. A
weakness fails the check, unless `known.toml` says why it does not reach us, and until when that is
believed. Where nobody can be asked the check says so in capitals, and passes: a service that is
away is no weakness of ours.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from checks import known
from checks.known import ROOT, Weakness

LOCK = "requirements-dev.lock"
"""Holds everything a shop needs, in the same versions, and what developers need."""


class Judgement(NamedTuple):
    """What is to be said, and whether the check fails."""

    lines: list[str]
    fails: bool


def judge(answered: dict[str, Any] | None, allowed: Sequence[Weakness], today: date) -> Judgement:
    """Say what an answer of pip-audit means; None: it could not ask."""
    if answered is None:
        return Judgement([_NOBODY], fails=False)
    asked = [each for each in answered["dependencies"] if "skip_reason" not in each]
    unknown = [each["name"] for each in answered["dependencies"] if "skip_reason" in each]
    found = {(each["name"], weak["id"]): weak for each in asked for weak in each["vulns"]}
    known_ids = {(each.package, each.id): each for each in allowed}
    lines, fails = [], False
    for (name, weak), told in found.items():
        pass_ = known_ids.get((name, weak))
        if pass_ is None:
            fails = True
            better = ", ".join(told["fix_versions"]) or "no version yet"
            lines.append(f"{name}: {weak}, mended in {better}: {told['description'][:200]}")
        elif pass_.until < today:
            fails = True
            lines.append(f"{name}: {weak} was let pass until {pass_.until}: look at it again")
    for each in allowed:
        if (each.package, each.id) not in found and each.package not in unknown:
            fails = True
            lines.append(f"{each.package}: {each.id} is no more: take it out of known.toml")
    if unknown:
        lines.append(f"NOT AUDITED, as the service does not know them: {', '.join(unknown)}")
    lines.append(f"{len(asked)} libraries audited, {len(found)} weaknesses.")
    return Judgement(lines, fails)


_NOBODY = (
    "DEPENDENCIES WERE NOT AUDITED: no service of advisories can be reached from here.\n"
    "Nothing is known of new weaknesses. Run `python -m checks.dependencies` where the network is."
)


def ask() -> dict[str, Any] | None:
    """Return what pip-audit answers of the first service that knows anything; None: none does."""
    for service in ("pypi", "osv"):
        answered = _ask(service)
        if answered and any("skip_reason" not in each for each in answered["dependencies"]):
            return answered
    return None


def _ask(service: str) -> dict[str, Any] | None:
    command = [
        sys.executable, "-m", "pip_audit", "--requirement", LOCK, "--disable-pip",
        "--require-hashes", "--format", "json", "--progress-spinner", "off", "--timeout", "5",
        "--vulnerability-service", service,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    try:
        answered: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return None
    return answered


def main() -> int:
    """Print what was found; 1: something has to be done."""
    told = judge(ask(), known.weaknesses(), date.today())
    print("\n".join(told.lines), file=sys.stderr)
    return int(told.fails)


if __name__ == "__main__":
    sys.exit(main())
