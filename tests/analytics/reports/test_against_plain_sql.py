"""Every report says what plain SQL over the raw facts says, on both engines, and in one order."""

import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.analytics.engine import layout
from openmall.analytics.engine.compiling import worded
from openmall.analytics.engine.duckdb import DuckFile, asked
from openmall.analytics.engine.engine import Batch
from openmall.analytics.reports import rules, search
from openmall.analytics.reports.every import REPORTS
from openmall.analytics.reports.report import Report
from openmall.analytics.reports.takes import Ranged, gives, takes
from openmall.imports.legacy_stats import LegacyStats
from tests.analytics.reports import raw
from tests.analytics.reports.expected import Expected, legacy_rows

SEEDS = (1, 2)
RANGES = (
    ("2023-01-01", "2023-01-10"),
    ("2022-12-01", "2022-12-31"),
    ("2022-12-30", "2023-01-04"),
    ("2022-12-31", "2023-01-01"),
)
REPORT_NAMES = sorted(REPORTS)


class Filled:
    """Random facts in DuckDB, and the same in plain SQLite."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rows = raw.made(seed)
        self.legacy = legacy_rows(seed)
        file = folder / f"legacy-{seed}.jsonl"
        file.write_bytes(b"\n".join(map(msgspec.json.encode, self.legacy)))
        stats = LegacyStats(file, raw.MALL, 1)
        found = list(stats._rows())
        assert all(isinstance(each, list) for each in found), found
        self.batch = {name: raw.in_order(name, rows) for name, rows in self.rows.items()}
        self.batch["legacy_stat"] = found  # type: ignore[assignment] # lists, as was asserted
        self.duck = DuckFile(":memory:")
        self.duck.keep([Batch(source="random", number=1, rows=self.batch)])
        self.expected = Expected(raw.Raw(self.rows), self.legacy)

    def answer(self, report: Report, params: Ranged) -> list[dict[str, Any]]:
        how = rules.what(report, params)
        text, bound = asked(rules.question(report, how), rules.values(raw.MALL, params))
        names = search.columns(report, how)
        found = self.duck.ask(text, bound, seconds=60)
        rows = [dict(zip(names, each, strict=True)) for each in found]
        shape = gives(report)
        return [msgspec.to_builtins(rules.shown(report, shape, row)) for row in rows]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, Filled]]:
    folder = tmp_path_factory.mktemp("legacy")
    made = {seed: Filled(seed, folder) for seed in SEEDS}
    yield made
    for each in made.values():
        each.duck.close()


def asking(report: Report) -> Iterator[dict[str, Any]]:
    """Return requests of every kind: each device, range, sort, order and format."""
    whole = takes(report)
    has = whole.__struct_fields__
    sorts = [(sort, order) for sort in report.sorts for order in ("asc", "desc")] or [("", "")]
    formats = ("day", "hour") if "format_type" in has else ("",)
    for device, (start, end), (sort, order), format_ in itertools.product(
        ("total", "pc", "mobile"), RANGES, sorts, formats
    ):
        given = {"sort": sort, "order": order, "format_type": format_}
        yield {
            "mall_id": raw.MALL,
            "start_date": start,
            "end_date": end,
            "device_type": device,
            "limit": 1000,
            **{name: value for name, value in given.items() if value},
        }


def params(report: Report, request: dict[str, Any]) -> Ranged:
    return msgspec.convert(request, takes(report))


@pytest.mark.parametrize("path", REPORT_NAMES)
def test_a_report_says_what_plain_sql_says(filled: dict[int, Filled], path: str) -> None:
    report = REPORTS[path]
    rows = 0
    for request in asking(report):
        for seed, some in filled.items():
            said = some.answer(report, params(report, request))
            assert said == some.expected.rows(path, request), (seed, request)
            rows += len(said)
    assert rows > len(SEEDS), "nothing equals nothing as well"


@pytest.mark.parametrize("path", [name for name in REPORT_NAMES if REPORTS[name].sorts])
def test_pages_are_parts_of_the_whole(filled: dict[int, Filled], path: str) -> None:
    report = REPORTS[path]
    some = filled[1]
    for request in asking(report):
        whole = some.answer(report, params(report, request))
        pages = [
            some.answer(report, params(report, {**request, "limit": 50, "offset": at}))
            for at in range(0, len(whole) + 50, 50)
        ]
        assert [row for page in pages for row in page] == whole
        assert pages[-1] == []


def test_both_engines_find_equal_rows(filled: dict[int, Filled]) -> None:
    some = filled[1]
    questions = []
    expected = []
    for report in REPORTS.values():
        for request in asking(report):
            wanted = params(report, request)
            question = rules.question(report, rules.what(report, wanted))
            values = rules.values(raw.MALL, wanted)
            text, bound = asked(question, values)
            expected.append([list(row) for row in some.duck.ask(text, bound, seconds=60)])
            questions.append(worded(question, values, _placeholder))
    answers = _on_clickhouse(some.batch, questions)
    assert len(answers) == len(questions)
    for (text, bound), found, wanted_rows in zip(questions, answers, expected, strict=True):
        assert found == wanted_rows, (text, bound)


def _placeholder(name: str, value: Any) -> str:
    return f"{{{name}:{'Int64' if isinstance(value, int) else 'String'}}}"


def _on_clickhouse(batch: dict[str, Any], questions: list[Any]) -> list[Any]:
    """Return the answers of the embedded ClickHouse, in a process of its own: it must not fork."""
    told = {
        "tables": [layout.clickhouse_table(table) for table in layout.TABLES.values()],
        "rows": batch,
        "questions": questions,
    }
    script = Path(__file__).with_name("on_clickhouse.py")
    done = subprocess.run(
        [sys.executable, str(script)], input=json.dumps(told), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    answers: list[Any] = json.loads(done.stdout)
    return answers


def test_days_out_of_order_and_too_many_are_refused() -> None:
    report = REPORTS["visitors/view"]
    for start, end, said in (
        ("2023-02-02", "2023-02-01", "The end comes before the start."),
        ("2023-01-01", "2024-01-02", "At most 366 days at once."),
    ):
        request = {"mall_id": raw.MALL, "start_date": start, "end_date": end}
        with pytest.raises(rules.Invalid, match=said) as refused:
            rules.what(report, params(report, request))
        assert refused.value.parameter == "end_date"
    year = {"mall_id": raw.MALL, "start_date": date(2023, 1, 1), "end_date": date(2024, 1, 1)}
    assert rules.what(report, msgspec.convert(year, takes(report))).span == "facts"
