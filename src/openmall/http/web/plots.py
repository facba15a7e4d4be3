"""Plots as data: the series the script draws, and the figures of the table below."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

Value = int | float | None


class Series(Struct, frozen=True):
    """One line, or one colour of bars. None: nothing is known there."""

    name: str
    values: Sequence[Value]
    dashed: bool = False
    """Of an earlier time, to compare with."""


class Plot(Struct, frozen=True, kw_only=True):
    """A plot over labels, such as days: every series has a value for each."""

    title: str
    labels: Sequence[str]
    series: Sequence[Series]
    kind: Literal["line", "bars"] = "line"
    unit: str = ""
    """Said behind the values, such as ` KRW`."""


def data(plot: Plot) -> str:
    """Return a plot as the JSON its script reads."""
    return msgspec.json.encode(plot).decode()
