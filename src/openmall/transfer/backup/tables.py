"""The tables in the backup of a mall, and those that are restored under the same or a new id.

Every table declares it (`backup=`, `database/policies.py`); the lists are made of that.
"""

from functools import cache
from typing import Final

from openmall.database.policies import Backup, Scope, policies_of
from openmall.database.schema import metadata

MALL: Final = "mall"
"""Written last: until its row is there nobody is served."""
PENDING_FACTS: Final = "fact_batch"
"""Left out of a backup that has the facts themselves."""


@cache
def _policies() -> dict[str, Backup]:
    return {name: policies_of(table).backup for name, table in sorted(metadata().tables.items())}


def of_scope(scope: Scope) -> tuple[str, ...]:
    """Return the tables of a scope, sorted."""
    return tuple(name for name, each in _policies().items() if each.scope == scope)


def holds_apps(table: str) -> bool:
    """Say whether a table has rows of apps; they are added if the app is unknown."""
    policy = _policies().get(table)
    return policy is not None and policy.scope == "app"


def is_watched(table: str) -> bool:
    """Say whether workers query a table across malls: it is written with the mall's own row."""
    policy = _policies().get(table)
    return policy is not None and policy.watched


def mall_column(table: str) -> str:
    """Return the column of a table with the id of the mall."""
    policy = _policies().get(table)
    return "mall_id" if policy is None else policy.mall_column


def is_restored(table: str, *, renamed: bool) -> bool:
    """Say whether a table's rows go with one mall, `renamed` or under its own id."""
    policy = _policies().get(table)
    if policy is None:
        return False
    return policy.scope == "mall" or (policy.scope == "same_mall" and not renamed)
