"""Each row of a table that tests and programs read is there once.

Two branches that add the same row merge without a conflict, and every sweep that reads the table
stops at the second one.
"""

import csv
from collections import Counter
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
KEYS = {
    "bench/budgets.tsv": 1,
    "spec/answers.tsv": 4,
    "spec/approvals.tsv": 3,
    "spec/events.tsv": 3,
    "spec/operations.tsv": 3,
    "spec/parameters.tsv": 5,
}
"""Table -> the number of its columns that name a row."""


def test_every_table_is_checked() -> None:
    found = {
        str(path.relative_to(_ROOT))
        for folder in ("bench", "spec")
        for path in (_ROOT / folder).rglob("*.tsv")
    }
    assert found == KEYS.keys()


@pytest.mark.parametrize("table", KEYS)
def test_a_row_is_there_once(table: str) -> None:
    with (_ROOT / table).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    named = Counter(tuple(row[: KEYS[table]]) for row in rows if row)
    assert [name for name, count in named.items() if count > 1] == []
