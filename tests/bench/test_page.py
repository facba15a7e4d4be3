"""The page of figures is written by the command that measures them."""

from pathlib import Path

import pytest

from bench.figures import page
from bench.figures.__main__ import FIGURES
from bench.figures.figure import FigureResult, table

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
FOUND = FigureResult(
    ["call", "a second", "p99 ms"], [["list", 3880, 12.345], ["read", 7, 0.0512]], "x", True
)
KEPT = {
    "date": "2026-11-21",
    "machine": "2 cores",
    "load_before": 0.1,
    "took_s": 1200,
    **FOUND.kept(),
}


def test_a_figure_is_a_table_and_says_whether_its_aim_is_reached() -> None:
    assert table(FOUND.kept()) == (
        "| call | a second | p99 ms |\n"
        "|---|---:|---:|\n"
        "| list | 3,880 | 12.35 |\n"
        "| read | 7 | 0.051 |\n"
        "\n"
        "Aim: x: reached."
    )


def test_only_the_place_of_a_figure_is_written_anew() -> None:
    text = (
        "a\n<!-- figure crowd -->\nold\n<!-- end -->\n"
        "b\n<!-- figure start -->\nkept\n<!-- end -->\n"
    )

    written = page.renewed(text, {"crowd": KEPT})

    assert written == (
        "a\n<!-- figure crowd -->\n"
        "Measured on 2026-11-21, 2 cores; 0.1 processes wanted a core in the minute before; it took"
        " 1,200 s.\n\n"
        f"{table(FOUND.kept())}\n"
        "<!-- end -->\nb\n<!-- figure start -->\nkept\n<!-- end -->\n"
    )
    assert page.renewed(written, {"crowd": KEPT}) == written


def test_a_figure_without_a_place_is_named() -> None:
    with pytest.raises(ValueError, match="no place for start"):
        page.renewed("<!-- figure crowd -->\n<!-- end -->\n", {"start": KEPT})


def test_the_page_has_a_place_for_every_figure() -> None:
    every = {each.name: KEPT for each in FIGURES} | {"vendure": {**KEPT, "table": "| its own |"}}

    written = page.renewed(PAGE.read_text(), every)

    assert written.count(table(FOUND.kept())) == len(FIGURES)
    assert written.count("| its own |") == 1


def test_what_is_measured_anew_replaces_only_itself(tmp_path: Path) -> None:
    kept = tmp_path / "figures.json"
    page.keep(kept, "crowd", KEPT)
    page.keep(kept, "start", KEPT)
    page.keep(kept, "crowd", {**KEPT, "took_s": 3})
    where = tmp_path / "page.md"
    where.write_text("<!-- figure crowd -->\n<!-- end -->\n<!-- figure start -->\n<!-- end -->\n")

    page.write(kept, where)

    assert where.read_text().count("it took 3 s") == 1
    assert where.read_text().count("it took 1,200 s") == 1
