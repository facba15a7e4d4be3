"""Plots as data: the series the script draws, and the figures of the table below."""

from collections.abc import Sequence
from typing import Final, Literal

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


LINE_WIDTH: Final = 120
LINE_HEIGHT: Final = 32
"""Size of the drawing of `line_points`."""


def line_points(values: Sequence[Value]) -> str:
    """Return values as the points of an SVG polyline of `LINE_WIDTH` by `LINE_HEIGHT`.

    The greatest value touches the upper edge, zero the lower one. Unknown values count as zero.
    """
    known = [each or 0 for each in values]
    if len(known) < 2:
        return ""
    scale = (LINE_HEIGHT - 2) / (max(known) or 1)
    step = LINE_WIDTH / (len(known) - 1)
    return " ".join(
        f"{at * step:.1f},{LINE_HEIGHT - 1 - max(each, 0) * scale:.1f}"
        for at, each in enumerate(known)
    )
