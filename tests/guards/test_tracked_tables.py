"""The store has the triggers that the declared tables need for the change feed."""

from pathlib import Path

import apsw
import pytest
from sqlalchemy import MetaData, PrimaryKeyConstraint, Table

from openmall.configuration import Configuration
from openmall.database.change_triggers import trigger_names
from openmall.database.feed_policies import FeedPolicy, recorded
from openmall.database.migrate import migrate
from openmall.database.policies import (
    WITH_MALL,
    Policies,
    PolicyError,
    attach,
    no_personal_data,
)
from openmall.database.schema import metadata, text
from openmall.database.tracked_tables import tracked_tables


def test_dependents_are_objects_of_declared_tables() -> None:
    tables = metadata().tables
    unknown = [
        f"{tracked.table}: {each.table}.{each.object}"
        for tracked in tracked_tables().values()
        for each in tracked.dependents
        if each.table not in tables or each.object not in tables[each.table].c
    ]
    assert unknown == []


def test_a_migrated_store_has_the_triggers_of_the_list(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    migrate(configuration)
    store = apsw.Connection(str(configuration.database_path))

    found = {row[0]: row[1] for row in store.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    )}  # fmt: skip

    tracked = [*tracked_tables().values()]
    assert trigger_names("sqlite", tracked) == {
        name for name in found if name.startswith("change_") and name != "change_cause_insert"
    }
    assert len(tracked) == 18
    for table in tracked:
        update = found[f"change_{table.table}_update"]
        for column in table.fields:
            assert f"OLD.{column} IS NOT NEW.{column}" in update, (table.table, column)


@pytest.mark.parametrize(
    ("feed", "said"),
    [
        (recorded("things", "number", left_out=("nane",)), "need nane"),
        (recorded("things", "number", renamed={"nane": "title"}), "need nane"),
        (recorded("things", "thing_no"), "need thing_no"),
        (recorded("things", "number", whole=("name",), left_out=("name",)), "name is left out"),
        (recorded("things", "number", left_out=("number",)), "number is left out"),
    ],
)
def test_a_declaration_that_contradicts_its_columns_is_refused(feed: FeedPolicy, said: str) -> None:
    table = Table(
        "made_up",
        MetaData(),
        *(text(name) for name in ("mall_id", "number", "name")),
        PrimaryKeyConstraint("mall_id", "number"),
    )
    with pytest.raises(PolicyError, match=f"made_up: .*{said}"):
        attach(
            table,
            Policies(backup=WITH_MALL, personal_data=no_personal_data("made up"), feed=feed),
        )
