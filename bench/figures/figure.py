"""What every figure is: a table, how it was made, and how what it shows grows."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Place:
    """Where figures are made: data that is kept for the next run, ports, seconds of a window."""

    folder: Path
    port: int = 9650
    seconds: int = 4
    rounds: int = 3


@dataclass(frozen=True)
class FigureResult:
    """What a figure came to, as cells of a table; `aim`: what was to be reached, and is it."""

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    aim: str
    reached: bool

    def kept(self) -> dict[str, Any]:
        """Return it as JSON keeps it."""
        return asdict(self)


@dataclass(frozen=True)
class Figure:
    """A figure's name on the command line, and what makes it."""

    name: str
    make: Callable[[Place], FigureResult]


def table(kept: dict[str, Any]) -> str:
    """Return what JSON kept of a figure as a table of Markdown."""
    lines = [
        "| " + " | ".join(kept["head"]) + " |",
        "|---" + "|---:" * (len(kept["head"]) - 1) + "|",
    ]
    for row in kept["rows"]:
        lines.append("| " + " | ".join(_cell(each) for each in row) + " |")
    reached = "reached" if kept["reached"] else "not reached"
    return "\n".join([*lines, "", f"Aim: {kept['aim']}: {reached}."])


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.3f}" if abs(value) < 0.1 else f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
