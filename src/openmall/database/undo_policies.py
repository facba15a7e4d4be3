"""What an undo does with the changed rows of a table: the argument `undo` of `shop_table`.

A write that changed a row of a refused table cannot be undone, and the answer says why. Policies
that several tables share stand here; a table with columns of its own is declared with a `Reverted`.
"""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Kind = Literal["created", "updated", "deleted"]


class Reverted(Struct, frozen=True, kw_only=True):
    """Rows become what they were."""

    kinds: frozenset[Kind] = frozenset({"created", "updated", "deleted"})
    """Changes that are reverted; a write that did something else to a row cannot be undone."""
    fixed: tuple[str, ...] = ()
    """Columns on which rows of other tables depend: a write that changed one cannot be undone."""
    derived: tuple[str, ...] = ()
    """Columns that follow from a ledger or from other rows: neither compared nor written."""
    counted: tuple[str, ...] = ()
    """Columns that change by what others read and write around the row: as `derived`, and also of
    a created row not compared."""
    owner: str = ""
    """Rows are created and deleted only together with the row of this table that they belong to."""
    restored: Mapping[str, str | int] = {}
    """Values with which a deleted row comes back, because a ledger adds to them."""
    touched: str = ""
    """The column with the moment of the last change: not compared, and set by the undo."""
    only: frozenset[str] = frozenset()
    """The only columns of an updated row that are reverted, and fields of its JSON documents as
    `detail.labels`: a write that changed another cannot be undone. Empty: every column. A field
    is without a value, not null, where it has its default."""

    @property
    def documents(self) -> dict[str, set[str]]:
        """Return the JSON columns with fields that are reverted singly: column -> fields."""
        found: dict[str, set[str]] = {}
        for column, dot, field in (name.partition(".") for name in self.only):
            if dot:
                found.setdefault(column, set()).add(field)
        return found

    @property
    def columns(self) -> set[str]:
        """Return every column that the policy names."""
        named = {*self.fixed, *self.derived, *self.counted, *self.restored, self.touched}
        return {*named, *(name.partition(".")[0] for name in self.only)} - {""}


class Left(Struct, frozen=True):
    """Rows stay: they are a record of the write itself, and the undo adds its own."""

    reason: str


class Recomputed(Struct, frozen=True):
    """Rows follow from others, and are made anew from what those are after the undo."""

    reason: str


class Countered(Struct, frozen=True):
    """Rows of a ledger stay; the undo adds counter entries by the ledger's own functions."""

    reason: str


class Refused(Struct, frozen=True):
    """A write that changed a row cannot be undone."""

    reason: str
    lost: bool = False
    """Rows that went with a deleted product or category do not come back, and prevent nothing."""


class NotCaptured(Struct, frozen=True):
    """Changes are not captured: rows hold what was captured."""

    reason: str


TablePolicy = Reverted | Left | Recomputed | Countered | Refused
UndoPolicy = TablePolicy | NotCaptured

REVERTED: Final = Reverted()
UPDATED_OR_DELETED: Final = Reverted(kinds=frozenset({"updated", "deleted"}))
"""Others may name a new row meanwhile, so that it is not taken away."""
UPDATED_ONLY: Final = Reverted(kinds=frozenset({"updated"}))
CREATED_ONLY: Final = Reverted(kinds=frozenset({"created"}))

RECORD_LEFT: Final = Left("the write's own records; the undo adds its own")
REHEARSAL_LEFT: Final = Left("what was rehearsed")
JOB_LEFT: Final = Left("the job that made the write, and its answers")
DELIVERY_LEFT: Final = Left("deliveries of events")
PAGE_HISTORY_LEFT: Final = Left("what a page was, and how it failed")
ORDER_HISTORY_LEFT: Final = Left("what an order was; the undo adds its own entries")

PRODUCT_RECOMPUTED: Final = Recomputed("made anew from the product")

BALANCE_COUNTERED: Final = Countered(
    "points and credits become what they were by entries of their ledger"
)

CUSTOMERS_CHANGED: Final = Refused("it changed customers, or what is theirs")
ORDERS_CHANGED: Final = Refused("it changed orders")
MONEY_MOVED: Final = Refused("it moved money, or changed how it is taken")
MESSAGES_WRITTEN: Final = Refused("it wrote messages")
RIGHTS_CHANGED: Final = Refused("it changed who may do what")
WORK_CONTINUES: Final = Refused("work goes on with it")
FIGURES_CHANGED: Final = Refused("it changed visits and figures")
CUSTOMER_ITEMS_LOST: Final = Refused("it changed what customers have of products", lost=True)
VIEWS_LOST: Final = Refused("it changed how often products were looked at", lost=True)
"""Rows of a deleted product that do not come back."""
