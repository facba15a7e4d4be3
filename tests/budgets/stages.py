"""Stages whose stores record, and what calls do there."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests import postgres
from tests.budgets import budget_file
from tests.budgets.budget_file import Budget
from tests.budgets.counting import CountedPostgres, CountedSqlite, Sent, counted_database
from tests.budgets.typical_calls import FLOWS, call_operation, new_mall
from tests.every_operation.prerequisites import Row
from tests.world import Stage, open_stage

_TOTAL = "cart to paid"
"""The flow whose calls have a budget together."""


class Measured(NamedTuple):
    """What a call did, and all that it sent."""

    budget: Budget
    sent: list[Sent]


class Counted:
    """What is counted on a stage of `counted_stage`."""

    def __init__(self, stage: Stage) -> None:
        assert isinstance(stage.app.database, CountedSqlite | CountedPostgres)
        self._stage = stage
        self._database = stage.app.database

    def operation(self, row: Row) -> Measured:
        """Return what the typical call of an operation does."""
        call_operation(self._stage, row, self._renew)
        return self._last()

    def flow(self, name: str) -> dict[str, Measured]:
        """Return what each call of a flow does."""
        found: dict[str, Measured] = {}

        def count(call: str) -> None:
            found[f"{name}: {call}"] = self._last()

        self._renew()
        FLOWS[name](new_mall(self._stage), count)
        if name == _TOTAL:
            calls = [each.budget for each in found.values()]
            found[f"{name}: all calls"] = Measured(budget_file.total(calls), [])
        return found

    def _renew(self) -> None:
        """Begin with an empty SQLite store: the pages of a write depend on all rows there are."""
        self._stage.forget_counts()
        self._stage.client.cookies.clear()
        if isinstance(self._database, CountedSqlite):
            self._database.restore()

    def _last(self) -> Measured:
        recorder = self._database.recorder
        budget = budget_file.measured(recorder, self._database.dialect)
        return Measured(budget, recorder.sent)


@contextmanager
def counted_stage(store: str, *, database: str = "") -> Iterator[Stage]:
    """Open a stage on a fresh store, which records; `database`: an empty one to be used."""
    if store == "postgresql":
        database = database or postgres.server().new_database()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(
            # what is kept in memory is not sent
            Path(folder),
            database=database,
            opened=counted_database,
            storefront_cache_seconds=0,
        ) as stage,
    ):
        assert isinstance(stage.app.database, CountedSqlite | CountedPostgres)
        stage.client.app = stage.app.database.recorder.follow(stage.client.app)
        if isinstance(stage.app.database, CountedSqlite):
            stage.app.database.keep_copy()
        yield stage
