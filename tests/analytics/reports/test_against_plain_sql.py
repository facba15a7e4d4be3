"""Every report says what plain SQL over the raw facts says, on both engines, and in one order."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec
import pytest

from openmall.analytics.reports import rules
from openmall.analytics.reports.registry import REPORTS
from openmall.analytics.reports.report_structs import takes
from tests import random_cases
from tests.analytics.reports import raw_facts
from tests.analytics.reports.random_facts import SEEDS, RandomFacts, asking, params
from tests.random_cases import cases

ROOT = Path(__file__).parents[3]
REPORT_NAMES = sorted(REPORTS)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, RandomFacts]]:
    folder = tmp_path_factory.mktemp("legacy")
    made = {seed: RandomFacts(seed, folder) for seed in SEEDS}
    yield made
    for each in made.values():
        each.duck.close()


@pytest.mark.parametrize("path", REPORT_NAMES)
def test_a_report_says_what_plain_sql_says(filled: dict[int, RandomFacts], path: str) -> None:
    report = REPORTS[path]
    rows = 0
    for seed, some in filled.items():
        for request in asking(report, seed):
            said = some.answer(report, params(report, request))
            assert said == some.expected.rows(path, request), (seed, request)
            rows += len(said)
    assert rows > len(SEEDS), "nothing equals nothing as well"


@pytest.mark.parametrize("path", [name for name in REPORT_NAMES if REPORTS[name].sorts])
def test_pages_are_parts_of_the_whole(filled: dict[int, RandomFacts], path: str) -> None:
    report = REPORTS[path]
    some = filled[1]
    for request in (each for each in asking(report) if each["device_type"] == "total"):
        whole = some.answer(report, params(report, request))
        pages = [
            some.answer(report, params(report, {**request, "limit": 50, "offset": at}))
            for at in range(0, len(whole) + 50, 50)
        ]
        assert [row for page in pages for row in page] == whole
        assert pages[-1] == []


@pytest.mark.nightly
def test_both_engines_find_equal_rows(filled: dict[int, RandomFacts]) -> None:
    # given the answers of DuckDB
    expected = [
        [list(row) for row in filled[1].found(report, params(report, request))]
        for report in REPORTS.values()
        for request in asking(report)
    ]
    thorough = ["--thorough"] if random_cases.THOROUGH else []
    # when the embedded ClickHouse answers, in a process of its own, as it must not fork
    done = subprocess.run(
        [sys.executable, "-m", "tests.analytics.reports.clickhouse_reports", *thorough],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    # then every row of every answer is equal, and in the same place
    answers = msgspec.json.decode(done.stdout)
    assert len(answers) == len(expected) > cases(900, usual=300)
    assert answers == expected


def test_days_out_of_order_and_too_many_are_refused() -> None:
    report = REPORTS["visitors/view"]
    for start, end, said in (
        ("2023-02-02", "2023-02-01", "The end comes before the start."),
        ("2023-01-01", "2024-01-02", "At most 366 days at once."),
    ):
        request = {"mall_id": raw_facts.MALL, "start_date": start, "end_date": end}
        with pytest.raises(rules.Invalid, match=said) as refused:
            rules.question_shape(report, params(report, request))
        assert refused.value.parameter == "end_date"
    year = {"mall_id": raw_facts.MALL, "start_date": date(2023, 1, 1), "end_date": date(2024, 1, 1)}
    assert rules.question_shape(report, msgspec.convert(year, takes(report))).span == "facts"
