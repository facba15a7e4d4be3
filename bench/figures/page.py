"""Writes the tables of docs/performance.md from what was measured last."""

import json
import re
from pathlib import Path
from typing import Any

from bench.figures.figure import table

PAGE = Path("docs/performance.md")


def write(figures: Path, page: Path = PAGE) -> None:
    """Put the tables of a file of figures between their marks on the page."""
    page.write_text(renewed(page.read_text(), json.loads(figures.read_text())))


def keep(file: Path, name: str, figure: dict[str, Any]) -> None:
    """Put a figure among those of a file."""
    known = json.loads(file.read_text()) if file.exists() else {}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**known, name: figure}, indent=2) + "\n")


def renewed(text: str, figures: dict[str, dict[str, Any]]) -> str:
    """Return a page whose marked places show `figures`; what was not measured stays.

    A place begins with `<!-- figure NAME -->` and ends with `<!-- end -->`. Raises ValueError for
    a figure that has no place.
    """
    for name, kept in figures.items():
        place = re.compile(rf"(<!-- figure {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not place.search(text):
            raise ValueError(f"the page has no place for {name}")
        shown = f"{_when(kept)}\n\n{kept.get('table') or table(kept)}\n"
        text = place.sub(lambda found, shown=shown: found[1] + shown + found[2], text)  # type: ignore[misc] # a default is what binds it
    return text


def _when(kept: dict[str, Any]) -> str:
    return (
        f"Measured on {kept['date']}, {kept['machine']}; {kept['load_before']} processes wanted a "
        f"core in the minute before; it took {kept['took_s']:,} s."
    )
