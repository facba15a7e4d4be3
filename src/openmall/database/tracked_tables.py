"""The tables whose writes the change feed records, derived from their declarations.

Each is declared with its `feed` (`database/feed_policies.py`). A guard compares the triggers of a
migrated store with them.
"""

from collections.abc import Mapping
from functools import cache

from sqlalchemy import Table

from openmall.database.change_triggers import Tracked
from openmall.database.feed_policies import FeedPolicy
from openmall.database.policies import policies_of
from openmall.database.schema import metadata


@cache
def tracked_tables() -> Mapping[str, Tracked]:
    """Return each table with its resource in the change feed, by name."""
    return {
        name: _tracked(table, feed)
        for name, table in sorted(metadata().tables.items())
        if (feed := policies_of(table).feed)
    }


def _tracked(table: Table, feed: FeedPolicy) -> Tracked:
    columns = {str(each.name): each.primary_key for each in table.c}
    fields = {name: feed.field_of(name, key=key) for name, key in columns.items()}
    return Tracked(
        table=str(table.name),
        resource=feed.resource,
        object=feed.object,
        fields={column: field for column, field in fields.items() if field},
        dependents=feed.dependents,
    )
