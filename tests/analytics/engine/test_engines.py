"""DuckDB and ClickHouse keep each batch once, and answer the same."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from openmall.analytics.engine.duckdb import DuckFile, Embedded
from openmall.analytics.engine.engine import Batch, TooLong
from tests.analytics.engine.engine_cases import (
    IMPORTED,
    LEFT_OF_SALES,
    ODD,
    SOLD,
    WITHDRAWN,
    batches,
    questions,
    visit,
)

ROOT = Path(__file__).parents[3]


def _answers(engine: Embedded) -> list[list[tuple[Any, ...]]]:
    async def ask() -> list[list[tuple[Any, ...]]]:
        return [await engine.ask(question, values) for question, values in questions()]

    return asyncio.run(ask())


EXPECTED: list[list[tuple[Any, ...]]] = [
    [(20260131, 40, 20, 5, 2.0), (20260201, 21, 10, 5, 2.1)],
    [("", 30, None), ("news", 30, 3600)],
    [
        *((number, ODD, "", 2**62 + number % 5) for number in range(40, 60)),
        (60, "", ODD, 2**62),
    ],
    [(20251231, 5), (20260131, 40), (20260201, 21)],
    [(30, 6, 30.0)],
    [(20260131, 50, 62), (20260201, 10, 63)],
    [(0, None)],
]

LEFT = [(20260131, 42, 22, 5, 42 / 22), EXPECTED[0][1]]
"""The same as the first of them, with what two imports brought in that were not taken back."""


def test_duckdb_keeps_each_batch_once_whenever_it_comes(tmp_path: Path) -> None:
    # given batches that were kept
    engine = Embedded(DuckFile(tmp_path / "facts"))
    asyncio.run(engine.keep(batches()))
    # when some come again, alone and together with others
    asyncio.run(engine.keep(batches()[:2]))
    asyncio.run(engine.keep([*batches(), Batch(source="third", number=1, rows={})]))
    # then every fact is there once
    assert _answers(engine) == EXPECTED
    asyncio.run(engine.close())


def test_duckdb_keeps_none_of_several_batches_when_one_is_wrong(tmp_path: Path) -> None:
    # given a batch with a row that is too short
    engine = Embedded(DuckFile(tmp_path / "facts"))
    wrong = Batch(source="mall", number=3, rows={"visit": [visit(99)[:3] + ["x"] * 20]})
    # when it is kept together with others
    with pytest.raises(Exception, match="Conversion Error"):
        asyncio.run(engine.keep([*batches(), wrong]))
    # then none is, and those that are right may come again
    assert _answers(engine)[0] == []
    asyncio.run(engine.keep(batches()))
    assert _answers(engine) == EXPECTED
    asyncio.run(engine.close())


def test_duckdb_sorts_a_month_within_itself_and_remembers_it(tmp_path: Path) -> None:
    # given facts of two months in no order, in a file that sorts as soon as anything is added
    file = DuckFile(tmp_path / "facts", worth_sorting=1)
    engine = Embedded(file)
    asyncio.run(engine.keep(batches()))
    before = _answers(engine)
    shops = [
        visit(number, mall=f"mall-{number % 3}", day=20260300 + number % 5 + 1)
        for number in range(50)
    ]
    asyncio.run(engine.keep([Batch(source="more", number=1, rows={"visit": shops})]))
    # when it is tidied
    asyncio.run(engine.tidy())
    # then the rows of that month lie by mall and day, and say the same
    march = file.ask(
        'SELECT mall_id, shop_no, day, hour, "at" FROM visit WHERE day >= 20260300 ORDER BY rowid',
        {},
        seconds=9,
    )
    assert march == sorted(tuple(row[:5]) for row in shops)
    assert _answers(engine) == before
    # and what is in order is left alone
    months = 'SELECT "name", "month", "sorted", "added" FROM month ORDER BY ALL'
    assert file.ask(months, {}, seconds=9) == [
        ("sale", 202601, 8, 0),
        ("visit", 202601, 43, 0),
        ("visit", 202602, 21, 0),
        ("visit", 202603, 50, 0),
    ]
    asyncio.run(engine.close())


def test_duckdb_forgets_a_mall_and_keeps_the_others(tmp_path: Path) -> None:
    engine = Embedded(DuckFile(tmp_path / "facts"))
    asyncio.run(engine.keep(batches()))
    # when a mall is forgotten
    asyncio.run(engine.forget("mall"))
    # then only the other's facts are left, and a mall of the same name begins anew
    question, values = questions()[0]
    assert asyncio.run(engine.ask(question, values)) == []
    other = asyncio.run(engine.ask(question, {**values, "mall_id": "other"}))
    assert other == [(20260131, 3, 3, 1, 1.0)]
    asyncio.run(engine.keep(batches()[:2]))
    assert _answers(engine) == EXPECTED
    asyncio.run(engine.close())


def test_duckdb_takes_back_what_some_browsers_did(tmp_path: Path) -> None:
    engine = Embedded(DuckFile(tmp_path / "facts"))
    asyncio.run(engine.keep([*batches(), IMPORTED]))
    # when an import is taken back, twice
    for _ in range(2):
        asyncio.run(engine.take_back("mall", -20, -10))
    # then what is left are other browsers', other malls', and sales
    question, values = questions()[0]
    left = asyncio.run(engine.ask(question, values))
    assert left == LEFT
    other = asyncio.run(engine.ask(question, {**values, "mall_id": "other"}))
    assert other == [(20260131, 4, 4, 2, 1.0)]
    asyncio.run(engine.close())


@pytest.mark.parametrize("together", [True, False])
def test_duckdb_withdraws_sales_however_often_it_gets_them(tmp_path: Path, together: bool) -> None:
    engine = Embedded(DuckFile(tmp_path / "facts"))
    for some in [WITHDRAWN] if together else [[each] for each in WITHDRAWN]:
        asyncio.run(engine.keep(some))
    asyncio.run(engine.keep(WITHDRAWN))
    assert asyncio.run(engine.ask(SOLD, {"mall_id": "sold"})) == LEFT_OF_SALES
    asyncio.run(engine.close())


def test_a_question_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    file = DuckFile(tmp_path / "facts")
    endless = "SELECT count(*) FROM range(1000000000000) a, range(1000) b WHERE a.range = -1"
    # when it is asked with a limit
    with pytest.raises(TooLong, match=r"longer than 0\.2 seconds"):
        file.ask(endless, {}, seconds=0.2)
    # then the next one is answered
    assert file.ask("SELECT 1", {}, seconds=9) == [(1,)]
    file.close()


def test_clickhouse_answers_as_duckdb_does_after_a_batch_was_broken_off() -> None:
    # when the embedded ClickHouse is broken off at its third insert, and gets everything again
    told = subprocess.run(
        [sys.executable, "-m", "tests.analytics.engine.embedded"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    # then it answers all questions as DuckDB does
    assert found["broken"] == 3
    assert [[tuple(row) for row in rows] for rows in found["answers"]] == EXPECTED
    assert [tuple(row) for row in found["sold"]] == LEFT_OF_SALES
    # and takes an import back, and forgets a mall, and no other
    assert [tuple(row) for row in found["left"]] == LEFT
    assert found["forgotten"] == []
    assert found["other"] == [[20260131, 4, 4, 2, 1.0]]
