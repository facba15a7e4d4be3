"""The values that statements bind."""

from collections.abc import Collection
from typing import TypeAlias

StoredValue: TypeAlias = str | int | float | bytes | None
"""A value of one column."""
BoundValue: TypeAlias = StoredValue | Collection[StoredValue]
"""A value of a parameter: that of a column, or a list of such values."""
StoredRow: TypeAlias = tuple[StoredValue, ...]
"""The values of a row of any columns."""
