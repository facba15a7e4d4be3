"""The facts behind a figure of a report, for operators who want to see for themselves."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from msgspec import Struct
from sqlalchemy import Integer

from openmall.analytics.engine.engine import Cell, Engine
from openmall.analytics.reports import rules
from openmall.analytics.reports import search as report_search
from openmall.analytics.reports.figures import as_day
from openmall.analytics.reports.report import Report
from openmall.analytics.reports.report_structs import Ranged

_DATES: Final = ("date", "order_date")
"""What days are called in answers."""


class Behind(Struct, frozen=True, kw_only=True):
    """The facts of one table behind a figure."""

    table: str
    rows: list[dict[str, Cell]]
    more: bool
    """There are more than were shape for."""


async def explain(
    engine: Engine,
    mall_id: str,
    report: Report,
    params: Ranged,
    row: Mapping[str, Cell],
    *,
    most: int,
) -> list[Behind]:
    """Return the facts behind a row of a report, or behind all of it where none is named.

    `row`: as of `row_of`. Raises Invalid for days out of order, EngineAway, TooLong.
    """
    shape = rules.question_shape(report, params)
    values = {
        **rules.values(mall_id, params),
        **{f"row_{name}": value for name, value in row.items()},
        "limit": most + 1,
    }
    explanations = []
    for part in report_search.sources(report, shape):
        names = [str(column.name) for column in part.table.c]
        rows = await engine.ask(report_search.behind(report, part, shape, row), values)
        named_rows = [dict(zip(names, each, strict=True)) for each in rows[:most]]
        explanations.append(
            Behind(table=str(part.table.name), rows=named_rows, more=len(rows) > most)
        )
    return explanations


def row_of(report: Report, texts: Mapping[str, str]) -> dict[str, Cell]:
    """Return the values of a row's dimensions from its fields as they are answered.

    Raises ValueError, which says what is wrong.
    """
    kinds = {by.name: report.parts[0].by[by.name].type for by in report.by}
    row: dict[str, Cell] = {}
    for name, text in texts.items():
        if name in _DATES and "day" in kinds:
            row["day"] = as_day(date.fromisoformat(text))
        elif name not in kinds or name == "day":
            known_names = (
                ", ".join("date" if each == "day" else each for each in kinds) or "nothing"
            )
            raise ValueError(f"the report goes by {known_names}, not by {name!r}")
        else:
            row[name] = int(text) if isinstance(kinds[name], Integer) else text
    return row
