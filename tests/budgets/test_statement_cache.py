"""SQLite's connections keep the statements that a worker uses all day."""

from openmall.database.sqlite import SqliteDatabase
from tests.budgets.stages import counted_stage
from tests.budgets.typical_calls import FLOWS, new_mall

MOST_MISSED = 0.1
"""Share of executions. With a cache of any size one in twenty is: those of a statement in use."""


def test_the_flows_of_a_shop_find_their_statements_prepared() -> None:
    with counted_stage("sqlite") as stage:
        database = stage.app.database
        assert isinstance(database, SqliteDatabase)
        counts = []
        for _ in range(3):
            for flow in FLOWS.values():
                stage.forget_counts()
                flow(new_mall(stage), lambda call: None)
            stats = database.writer.cache_stats()
            counts.append((stats["misses"], stats["hits"] + stats["misses"]))

    (missed_before, before), (missed, all_of_them) = counts[-2:]
    assert all_of_them - before > 500
    assert missed - missed_before <= MOST_MISSED * (all_of_them - before)
