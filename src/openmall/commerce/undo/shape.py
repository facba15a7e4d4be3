"""Parameters and responses of recorded writes."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from openmall.contract.params import EntityNo, Limit100, Offset8000, Params

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


class AnnouncedEvents(Struct, frozen=True, kw_only=True):
    """Events that were published to the webhooks of apps. They are not taken back."""

    event_no: int
    count: int


class Write(WriteLine, frozen=True, kw_only=True):
    """An admin write, with what an undo reverts and what it does not."""

    changes: list[RecordedChange]
    not_undone: list[AnnouncedEvents]


class UndoneWrite(Write, frozen=True, kw_only=True):
    """An admin write that was undone."""

    reverted: int
    """Number of the rows that became what they were."""
    kept: list[str]
    """Resources that stay as they are, by decision."""


class Conflict(Struct, frozen=True, kw_only=True):
    """A resource that has changed since the write."""

    resource: str
    object: str
    fields: list[str]
    now: dict[str, Any] | None
    """Those fields; null: it does not exist, or the token may not read it."""
    then: dict[str, Any] | None
    """What they would become."""
