"""What the change feed records of a table: the argument `feed` of `shop_table`.

Triggers of the store record writes of the table (`change_triggers.py`); `tracked_tables.py` derives
them from the declarations. A change of a policy, or a new column, comes with a migration that
replaces the triggers of the table (`change_triggers.replace`). Policies that several tables share
stand here.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

WHOLE: Final = "*"
"""Instead of names of fields: what changed of the object is not known."""
_OWN_NAME: Final = ""
"""Instead of the name of a field: a column is a field of its own name."""


class Dependents(Struct, frozen=True):
    """Objects of another table whose representation includes the changed row."""

    resource: str
    """SQL of the resource, of the row `d` of `table`."""
    table: str
    object: str
    """The column of `table` with the id of the object."""
    condition: str
    """SQL: which rows `d`; `{row}` is the changed one."""
    columns: tuple[str, ...] = ()
    """Only updates of one of these columns; none: every write."""
    fields: str = WHOLE


class FeedPolicy(Struct, frozen=True, kw_only=True):
    """How the rows of a table are represented in a resource."""

    resource: str
    """SQL of the resource; `{row}` is the changed row."""
    object: str
    """The column with the id of the object."""
    others: str
    """The field that a column is without an entry in `fields`; empty: the one of its own name."""
    fields: Mapping[str, str]
    """Column -> field of the resource, or WHOLE; also of columns of the key."""
    left_out: frozenset[str]
    """Columns whose updates are not recorded: no resource of the feed shows them, another column
    says the same, or they never change."""
    dependents: tuple[Dependents, ...]

    @property
    def columns(self) -> set[str]:
        """Return every column that the policy names."""
        depended_on = {name for each in self.dependents for name in each.columns}
        return {self.object, *self.fields, *self.left_out, *depended_on}

    def field_of(self, column: str, *, key: bool) -> str:
        """Return the field that a column is, or WHOLE; empty: its updates are not recorded.

        `key`: it is one of the primary key, which no update changes.
        """
        if column in self.fields:
            return self.fields[column]
        if key or column in self.left_out:
            return ""
        return self.others or column


def recorded(
    resource: str,
    object_column: str,
    *,
    resource_column: str = "",
    others: str = _OWN_NAME,
    renamed: Mapping[str, str] | None = None,
    whole: tuple[str, ...] = (),
    left_out: tuple[str, ...] = (),
    dependents: tuple[Dependents, ...] = (),
) -> FeedPolicy:
    """Declare rows of the objects of a `resource`, or of the one that `resource_column` names.

    `object_column`: the column with the id of the object.

    Each column is a field of its own name, or `others`; `renamed`: columns with fields of another
    name; `whole`: columns with which any field may change; `left_out`: those not recorded.
    """
    return FeedPolicy(
        resource=f"{{row}}.{resource_column}" if resource_column else f"'{resource}'",
        object=object_column,
        others=others,
        fields={**(renamed or {}), **dict.fromkeys(whole, WHOLE)},
        left_out=frozenset(left_out),
        dependents=dependents,
    )


CLAIMS_OF_ORDER: Final = Dependents(
    "d.kind", "order_claim", "claim_code", "d.order_id = {row}.order_id"
)
"""The claims of the order that the row belongs to."""
