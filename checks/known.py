"""What the checks find and we know of: each with its reason, as `checks/known.toml` lists it."""

import tomllib
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("known.toml")
EVERYWHERE = "*"
"""As the file of a text: whichever it stands in."""


class Weakness(NamedTuple):
    """A library's weakness that does not reach us, until a day on which it is looked at again."""

    package: str
    id: str
    until: date
    reason: str


class FalseAlarm(NamedTuple):
    """A text that looks like a secret and is none."""

    file: str
    type: str
    hash: str
    reason: str


def weaknesses(file: Path = FILE) -> list[Weakness]:
    """Return the weaknesses that are let pass."""
    return [Weakness(**each) for each in _read(file).get("weakness", [])]


def texts(file: Path = FILE) -> list[FalseAlarm]:
    """Return the texts that are let pass."""
    return [FalseAlarm(**each) for each in _read(file).get("text", [])]


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
