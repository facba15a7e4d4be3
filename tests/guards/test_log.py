"""What was written down stays as it was written."""

from sqlalchemy.sql.dml import Delete, Update

from openmall.journal.tables import ACTIVITY, EVENT
from tests.guards.sources import statements

ONLY_ADDED = {ACTIVITY, EVENT}
"""Tables whose rows are added and read, and never changed or removed."""


def _clauses() -> list[object]:
    return [clause for each in statements() for clause in each._clauses.values()]


def test_no_statement_changes_or_removes_what_was_logged() -> None:
    changing = [each for each in _clauses() if isinstance(each, Update | Delete)]
    assert len(changing) > 20
    assert [str(each) for each in changing if each.table in ONLY_ADDED] == []
