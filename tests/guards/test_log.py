"""What was written down stays as it was written."""

from sqlalchemy.sql.dml import Delete, Update

from openmall.contract.journal.tables import ACTIVITY, EVENT
from tests.guards.sources import statements

ONLY_ADDED = {ACTIVITY, EVENT}
"""Tables whose rows are added and read, and never changed or removed."""

FORGETS = {
    "UPDATE event SET resource=:resource"
    " WHERE event.mall_id = :mall_id AND event.sequence = :this_sequence",
    "UPDATE activity_log SET content=:content, changes=:changes"
    " WHERE activity_log.mall_id = :mall_id AND activity_log.process_no = :this_process_no",
}
"""How an erased person is taken out of them, at the operator's command; a row stays, and when it
was, and who did it. A worker never has these statements."""
AGES = {"DELETE FROM event WHERE event.mall_id = :mall_id AND event.sequence <= :upto"}
"""How the first events go, once they are old and everybody who reads them has done so."""

MADE_AT_NEED = " LIMIT :most)"
"""How the statements end that take a whole mall out of the installation, with all that it logged
(`transfer/backup/store.py: remove`). They are made when an operator asks for it."""


def _clauses() -> list[object]:
    return [each.build(on) for each in statements() for on in ("sqlite", "postgresql")]


def test_no_statement_changes_or_removes_what_was_logged() -> None:
    changing = [each for each in _clauses() if isinstance(each, Update | Delete)]
    assert len(changing) > 20
    texts = {" ".join(str(each).split()) for each in changing if each.table in ONLY_ADDED}
    kept = {each for each in texts if not each.endswith(MADE_AT_NEED)}
    assert kept - FORGETS - AGES == set()
