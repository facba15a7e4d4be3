"""The change feed records every column of the tables it tracks, and the store has its triggers."""

from pathlib import Path

import apsw

from openmall.configuration import Configuration
from openmall.database.change_triggers import trigger_names
from openmall.database.migrate import migrate
from openmall.database.schema import metadata
from openmall.database.tracked_tables import TRACKED, UNTRACKED


def test_every_column_of_a_tracked_table_is_recorded_or_left_out_by_name() -> None:
    tables = metadata().tables
    problems = []
    for tracked in TRACKED:
        table = tables[tracked.table]
        named = set(tracked.fields)
        columns = {each.name for each in table.c if not each.primary_key}
        left_out = {column for name, column in UNTRACKED if name == tracked.table}
        problems += [f"{tracked.table}.{each}: forgotten" for each in columns - named - left_out]
        problems += [
            f"{tracked.table}.{each}: unknown" for each in (named | left_out) - {*table.c.keys()}
        ]
        problems += [f"{tracked.table}.{each}: both" for each in named & left_out]
        if tracked.object not in table.c:
            problems.append(f"{tracked.table}.{tracked.object}: no column with the object")
        for each in tracked.dependents:
            problems += [
                f"{tracked.table}.{name}: no column of {tracked.table}"
                for name in each.columns
                if name not in table.c
            ]
            if each.table not in tables or each.object not in tables[each.table].c:
                problems.append(f"{each.table}.{each.object}: no such column")
    assert sorted(problems) == []


def test_a_migrated_store_has_the_triggers_of_the_list(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    migrate(configuration)
    store = apsw.Connection(str(configuration.database_path))

    found = {row[0]: row[1] for row in store.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    )}  # fmt: skip

    assert trigger_names("sqlite", TRACKED) == {
        name for name in found if name.startswith("change_") and name != "change_cause_insert"
    }
    for tracked in TRACKED:
        update = found[f"change_{tracked.table}_update"]
        for column in tracked.fields:
            assert f"OLD.{column} IS NOT NEW.{column}" in update, (tracked.table, column)
