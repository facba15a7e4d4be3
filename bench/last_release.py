"""The ratios of the last release, and which calls take more of the processor than then."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "figures" / "last_release.json"
TOLERANCE = 0.9
"""Ratios of two runs of the same program differ by a tenth."""


def write(report: dict[str, Any], version: str) -> None:
    """Keep a report as that of the last release."""
    ratios = {row["call"]: row["cpu_ratio"] for row in report["rows"]}
    kept = {"version": version, **report, "rows": None, "cpu_ratios": ratios}
    del kept["rows"]
    FILE.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def read() -> dict[str, Any]:
    """Return what is kept of the last release."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def compare(report: dict[str, Any], last: dict[str, Any]) -> list[str]:
    """Return a line for each call whose ratio to the bare server, by processor time, differs.

    Calls that one of both does not have are left out, as are differences within TOLERANCE. Ratios
    by processor time do not depend on the load program, nor much on what else the machine does.
    """
    lines = []
    for row in report["rows"]:
        then = last["cpu_ratios"].get(row["call"])
        if not then:
            continue
        moved = row["cpu_ratio"] / then
        if moved < TOLERANCE or moved > 1 / TOLERANCE:
            word = "REGRESSION" if moved < 1 else "faster"
            ratios = f"{row['cpu_ratio']:.4f} of the bare server, {then:.4f} in {last['version']}"
            lines.append(f"{word}: {row['call']}: {ratios} ({moved - 1:+.0%})")
    lines = lines or [f"no call differs by a tenth from {last['version']}"]
    if report["products"] != last["products"]:
        lines.append(f"{last['version']} was measured with {last['products']:,} products")
    return lines
