"""The file of known answers: expected rows of each report for some ranges of a world."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from msgspec import Struct

from openmall.contract.json_values import Json
from openmall.demo.simulated_history.expected_answers import ANSWERS, HOURLY, Row
from openmall.demo.simulated_history.history import History
from openmall.demo.simulated_history.range_facts import Range, facts_of
from openmall.demo.simulated_history.world_writer import Options

MOST_ROWS: Final = 1_000
"""Rows of one page of a report."""
_ALONE: Final = ("members/sales", "sales/pervisitors")
"""Reports of one row, which take no other parameters."""


class Answer(Struct, frozen=True, kw_only=True):
    """The rows a report must answer for these parameters."""

    path: str
    params: dict[str, Json]
    rows: list[Row]


class KnownAnswers(Struct, frozen=True, kw_only=True):
    """A world, and the expected rows of its reports."""

    mall_id: str
    seed: int
    shops: list[int]
    visits_a_day: int
    since: date
    until: date
    answers: list[Answer]


def known_answers(
    mall_id: str, shops: list[int], options: Options, history: History
) -> KnownAnswers:
    """Return the expected rows of every report for each shop."""
    return KnownAnswers(
        mall_id=mall_id,
        seed=options.seed,
        shops=shops,
        visits_a_day=options.daily,
        since=options.since,
        until=options.until,
        answers=[each for shop_no in shops for each in _answers(shop_no, options, history)],
    )


def _answers(shop_no: int, options: Options, history: History) -> Iterator[Answer]:
    week = max(options.since, options.until - timedelta(days=6))
    middle = options.since + timedelta(days=options.days // 2)
    for first, last, device, by_hour in (
        (options.since, options.until, "total", False),
        (options.since, options.until, "pc", False),
        (options.since, options.until, "mobile", False),
        (week, options.until, "total", False),
        (week, options.until, "mobile", True),
        (middle, middle, "total", True),
    ):
        asked = Range(shop_no=shop_no, first=first, last=last, device=device, by_hour=by_hour)
        what = facts_of(history, asked)
        for path in HOURLY if by_hour else ANSWERS:
            params: dict[str, Json] = {
                "shop_no": shop_no,
                "start_date": str(first),
                "end_date": str(last),
                "device_type": device,
            }
            if path not in _ALONE:
                params["limit"] = MOST_ROWS
            if by_hour:
                params["format_type"] = "hour"
            yield Answer(path=path, params=params, rows=ANSWERS[path](what)[:MOST_ROWS])
