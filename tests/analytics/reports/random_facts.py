"""Random facts in DuckDB and the same in plain SQLite, and every kind of request of a report."""

import itertools
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from openmall.analytics.engine.duckdb import DuckFile
from openmall.analytics.engine.engine import Batch
from openmall.analytics.engine.sql_compiler import compile_for_duckdb
from openmall.analytics.reports import rules
from openmall.analytics.reports import search as report_search
from openmall.analytics.reports.report import Report
from openmall.analytics.reports.report_structs import Ranged, gives, takes
from openmall.transfer.imports.legacy_stats import LegacyStats
from tests import random_cases
from tests.analytics.reports import raw_facts
from tests.analytics.reports.expected import Expected, legacy_rows

SEEDS = (1, 2)
RANGES = (
    ("2023-01-01", "2023-01-10"),
    ("2022-12-01", "2022-12-31"),
    ("2022-12-30", "2023-01-04"),
)


class RandomFacts:
    """Random facts in DuckDB, and the same in plain SQLite."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rows = raw_facts.made(seed)
        self.legacy = legacy_rows(seed)
        file = folder / f"legacy-{seed}.jsonl"
        file.write_bytes(b"\n".join(map(msgspec.json.encode, self.legacy)))
        stats = LegacyStats(file, raw_facts.MALL, 1)
        found = list(stats._rows())
        assert all(isinstance(each, list) for each in found), found
        self.batch = {name: raw_facts.in_order(name, rows) for name, rows in self.rows.items()}
        self.batch["legacy_stat"] = found  # type: ignore[assignment] # lists, as was asserted
        self.duck = DuckFile(":memory:")
        self.duck.keep([Batch(source="random", number=1, rows=self.batch)])
        self._found: dict[tuple[str, bytes], list[tuple[Any, ...]]] = {}
        places = 2 if seed % 2 else 0
        self.unit = Decimal(1).scaleb(-places)
        """The smallest of the shop's currency: dollars and won in turn."""
        self.expected = Expected(raw_facts.Raw(self.rows), self.legacy, places=places)

    def found(self, report: Report, params: Ranged) -> list[tuple[Any, ...]]:
        """Return what DuckDB finds; several tests ask the same."""
        asked = (report.path, msgspec.json.encode(params))
        if asked not in self._found:
            question = rules.question(report, rules.question_shape(report, params))
            text, bound = compile_for_duckdb(question, rules.values(raw_facts.MALL, params))
            self._found[asked] = self.duck.ask(text, bound, seconds=60)
        return self._found[asked]

    def answer(self, report: Report, params: Ranged) -> list[dict[str, Any]]:
        """Return what a report answers."""
        names = report_search.columns(report, rules.question_shape(report, params))
        rows = [dict(zip(names, each, strict=True)) for each in self.found(report, params)]
        shape = gives(report)
        return [
            msgspec.to_builtins(rules.answer_row(report, shape, row, self.unit)) for row in rows
        ]


def asking(report: Report, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Return requests of every kind: each device, range, sort, order and format.

    Usually a third of the combinations, other ones for each seed: every sort with every device and
    with every range once. With `--thorough` all combinations.
    """
    whole = takes(report)
    has = whole.__struct_fields__
    sorts = [(sort, order) for sort in report.sorts for order in ("asc", "desc")] or [("", "")]
    formats = ("day", "hour") if "format_type" in has else ("",)
    ordered = list(itertools.product(sorts, formats))
    for (d, device), (r, (start, end)), (o, ((sort, order), format_)) in itertools.product(
        enumerate(("total", "pc", "mobile")), enumerate(RANGES), enumerate(ordered)
    ):
        if (d + r + o + seed) % 3 and not random_cases.THOROUGH:
            continue
        given = {"sort": sort, "order": order, "format_type": format_}
        yield {
            "mall_id": raw_facts.MALL,
            "start_date": start,
            "end_date": end,
            "device_type": device,
            "limit": 1000,
            **{name: value for name, value in given.items() if value},
        }


def params(report: Report, request: dict[str, Any]) -> Ranged:
    return msgspec.convert(request, takes(report))
