"""What the side by side asks Vendure, and what it takes for a refusal. No shop is started."""

import json
import re

import pytest

from bench import load
from bench.vendure import calls
from bench.vendure.__main__ import CALLED, DEEDS, _row, table


def test_a_query_is_sent_without_the_blanks_it_is_read_by() -> None:
    assert calls.body("query {\n  a\n}", id="7") == {
        "query": "query { a }",
        "variables": {"id": "7"},
    }


def test_the_load_program_sends_json_with_its_own_variables() -> None:
    script = calls.script("shop-api", 'query($id: ID!) { a(b: "c") }', "'{\"id\":' .. n .. '}'")

    parts = re.search(r"local before, after = \[==\[(.*)\]==\], \[==\[(.*)\]==\]", script)
    assert parts is not None
    assert json.loads(parts[1] + '{"id":5}' + parts[2]) == {
        "query": 'query($id: ID!) { a(b: "c") }',
        "variables": {"id": 5},
    }
    assert """before .. '{"id":' .. n .. '}' .. after""" in script


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        ({"data": {"addItemToOrder": {"code": "A"}}}, 0),
        ({"data": {"search": {"items": []}, "other": 1}}, 0),
        ({"errors": [{"message": "no"}], "data": None}, 1),
        ({"data": {"a": {"errorCode": "NO_STOCK"}, "b": {"errorCode": "X"}}}, 2),
        ("<html>", 1),
    ],
)
def test_a_refusal_is_seen_although_its_status_is_200(answer: object, refused: int) -> None:
    assert len(calls.refusals(answer)) == refused


def test_a_deed_is_the_median_of_its_rounds_beside_vendures() -> None:
    def rounds(*rates: float) -> list[load.Result]:
        return [load.Result(rate, 1, 2, 0, 10, busy=2.0) for rate in rates]

    found = {"vendure": rounds(9, 10, 99), "postgresql": rounds(50), "sqlite": rounds(1000)}

    row = _row("list of 10", found)

    assert {name: (row[name]["per_second"], row[name]["times"]) for name in CALLED} == {
        "vendure": (10, 1.0),
        "postgresql": (50, 5.0),
        "sqlite": (1000, 100.0),
    }
    assert row["sqlite"]["per_busy_second"] == 5.0
    assert row["sqlite"]["times_by_cpu"] == 1.0


def test_the_table_has_a_line_for_every_deed() -> None:
    same = {name: [load.Result(1234.5, 1, 2, 1, 10, busy=2.0)] for name in CALLED}
    report = {
        "products": 1000,
        "rounds": 3,
        "seconds": 8,
        "memory_mb": dict.fromkeys(CALLED, 100),
        "rows": [_row(deed, same) for deed in DEEDS],
    }

    lines = table(report).splitlines()

    assert lines[2] == (
        "| deed, a second | Vendure | openmall, PostgreSQL | times | by CPU | openmall, SQLite"
        " | times | by CPU | errors |"
    )
    assert lines[4:] == [
        f"| {deed} | 1,234.5 | 1,234.5 | 1.0 | 1.0 | 1,234.5 | 1.0 | 1.0 | 3 |" for deed in DEEDS
    ]
