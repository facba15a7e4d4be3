"""Parameters and responses of recorded writes."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from openmall.contract.params import (
    EndDate,
    EntityNo,
    Limit100,
    Offset8000,
    Params,
    StartDate,
)
from openmall.contract.ranges import compared_by

State = Literal["open", "undone", "refused"]
"""open: it can be undone. refused: it cannot."""
Kind = Literal["created", "updated", "deleted"]
Decided = Literal["keep", "revert"]
MOST_DECISIONS = 10_000
"""As many as a call or plan has objects."""


class WriteQuery(Params, frozen=True, kw_only=True):
    limit: Limit100 = 10
    offset: Offset8000 = 0


class WritePath(Params, frozen=True, kw_only=True):
    write_no: EntityNo


class Decision(Struct, frozen=True, kw_only=True):
    """What becomes of one resource."""

    resource: Annotated[str, Meta(min_length=1, max_length=50)]
    object: Annotated[str, Meta(min_length=1, max_length=500)]
    decision: Decided
    """keep: it stays as it is. revert: it becomes what it was, although it has changed since."""


class WriteUndo(Params, frozen=True, kw_only=True):
    write_no: EntityNo
    decisions: Annotated[list[Decision], Meta(max_length=MOST_DECISIONS)] = []
    """Of resources that have changed since, and of those that are to stay."""


class WriteRangeUndo(Params, frozen=True, kw_only=True):
    """Whose writes are undone, and of which time."""

    client_id: Annotated[str, Meta(max_length=100)] = ""
    """The app; without it `user_id`'s writes in the back office."""
    user_id: Annotated[str, Meta(max_length=100)] = ""
    """The manager; with `client_id` those through the app."""
    start_date: Annotated[StartDate, compared_by("the undo compares, and bounds the period")]
    end_date: EndDate
    decisions: Annotated[list[Decision], Meta(max_length=MOST_DECISIONS)] = []
    """Of resources that have changed since, and of those that are to stay, in every write."""


class WriteLine(Struct, frozen=True, kw_only=True):
    """An admin write that was recorded."""

    write_no: int
    """The `process_no` of its line in the activity log."""
    operation: str
    """Method and path."""
    client_id: str
    """The app that called."""
    user_id: str
    state: State
    reason: str
    """Why it cannot be undone; empty: it can, or it was."""
    undoes: int | None
    """The write that it undid."""
    created_date: datetime
    expires_date: datetime
    """Until then it can be undone."""


class RecordedChange(Struct, frozen=True, kw_only=True):
    """A stored row that a write changed."""

    resource: str
    object: str
    """Its key."""
    change: Kind
    fields: list[str]


class RecordedMovement(Struct, frozen=True, kw_only=True):
    """What a write moved of a balance that has a ledger."""

    resource: str
    """stock_change: of a variant's stock; mileage_entry: of points or credits; coupon_issue: of
    coupons that customers have."""
    object: str
    """Product and variant; or member, shop and points or credits; or the coupon."""
    amount: str
    """Units, an amount of the shop's currency, or a number of coupons; below zero where it was
    taken."""


class LostRows(Struct, frozen=True, kw_only=True):
    """Rows that went with what the write deleted, and do not come back with it."""

    resource: str
    count: int


class AnnouncedEvents(Struct, frozen=True, kw_only=True):
    """Events that were published to the webhooks of apps. They are not taken back."""

    event_no: int
    count: int


class Write(WriteLine, frozen=True, kw_only=True):
    """An admin write, with what an undo reverts and what it does not."""

    changes: list[RecordedChange]
    movements: list[RecordedMovement]
    """Of ledgers, to which an undo adds entries of the opposite."""
    not_undone: list[AnnouncedEvents]
    not_restored: list[LostRows]


class UndoneWrite(Write, frozen=True, kw_only=True):
    """An admin write that was undone."""

    reverted: int
    """Number of the rows that became what they were."""
    countered: int
    """Number of the movements of ledgers that got entries of the opposite."""
    kept: list[str]
    """Resources that stay as they are, by decision."""


class SkippedWrite(Struct, frozen=True, kw_only=True):
    """A write of the range that stays."""

    write_no: int
    operation: str
    reason: str


class UndoneWrites(Struct, frozen=True, kw_only=True):
    """The writes of a range that were undone, and what was not."""

    undone: list[WriteLine]
    """The newest first."""
    skipped: list[SkippedWrite]
    """At most a hundred that cannot be undone at all."""
    reverted: int
    """Number of the rows that became what they were."""
    countered: int
    """Number of the movements of ledgers that got entries of the opposite."""
    kept: list[str]
    """Resources that stay as they are, by decision."""
    not_undone: list[AnnouncedEvents]
    more: bool
    """Older writes of the range remain: call again."""


class Conflict(Struct, frozen=True, kw_only=True):
    """A resource that has changed since the write, or a balance that would be below zero."""

    write_no: int
    resource: str
    object: str
    fields: list[str]
    now: dict[str, Any] | None
    """Those fields; null: it does not exist, or the token may not read it."""
    then: dict[str, Any] | None
    """What they would become."""
