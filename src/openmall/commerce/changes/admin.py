"""The admin API's operations of the change feed. They are openmall's own extension."""

from typing import Final

from openmall.commerce.changes import rules as change_rules
from openmall.commerce.changes import snapshot_lines
from openmall.commerce.changes.shape import ChangePage, DigestPage, Snapshot
from openmall.commerce.changes.takes import ChangeQuery, DigestQuery, SnapshotQuery
from openmall.contract.operation import get
from openmall.contract.scopes import READ_APPLICATION

OPERATIONS: Final = [
    get(
        "changes",
        change_rules.list_changes,
        takes=ChangeQuery,
        gives=ChangePage,
        key="changes",
        scope=READ_APPLICATION,
        reads_store=False,
    ),
    get(
        "changes/snapshot",
        change_rules.read_snapshot,
        takes=SnapshotQuery,
        gives=Snapshot,
        key="snapshot",
        lines=snapshot_lines.render,
        scope=READ_APPLICATION,
        reads_store=False,
    ),
    get(
        "changes/digests",
        change_rules.read_digests,
        takes=DigestQuery,
        gives=DigestPage,
        key="digests",
        scope=READ_APPLICATION,
        reads_store=False,
    ),
]
