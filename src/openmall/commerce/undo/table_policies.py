"""What an undo does with the changed rows of each captured table, as declared with the table.

A write that changed a row of a refused table cannot be undone, and says why.
"""

from collections.abc import Mapping, Set
from functools import cache

from openmall.database.capture import keys
from openmall.database.policies import policies_of
from openmall.database.schema import metadata
from openmall.database.undo_policies import Kind, NotCaptured, Refused, Reverted, TablePolicy


@cache
def policies() -> Mapping[str, TablePolicy]:
    """Return the policy of each captured table."""
    tables, captured = metadata().tables, keys()
    declared = {name: policies_of(tables[name]).undo for name in captured}
    return {
        name: undo
        for name, undo in declared.items()
        if undo is not None and not isinstance(undo, NotCaptured)
    }


def obstacle(table: str, kind: Kind, changed: Set[str], *, owned: str = "") -> str:
    """Return why a change of a row prevents an undo; empty: it does not.

    `changed`: the columns that differ, and fields of documents as `detail.labels`. `owned`: the
    table of what was created or deleted with it.
    """
    policy = policies().get(table)
    if policy is None:
        return f"it changed {table}"
    if isinstance(policy, Refused):
        return "" if policy.lost and owned and kind == "deleted" else policy.reason
    if not isinstance(policy, Reverted):
        return ""
    if kind not in policy.kinds or (policy.owner and kind != "updated" and policy.owner != owned):
        return f"it {kind} a {table.replace('_', ' ')}"
    if kind != "updated":
        return ""
    fixed = sorted(changed & {*policy.fixed})
    if policy.only:
        fixed = sorted(changed - policy.only - {*policy.derived, *policy.counted})
    return f"it changed {', '.join(fixed)} of a {table}" if fixed else ""
