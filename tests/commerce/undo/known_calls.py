"""What callers of a shop have sent, and what they were answered: what the model knows."""

from collections import Counter
from typing import Any, Final

from msgspec import Struct, field

from tests.world import Installed

LOST: Final = 503
"""Status of a call whose connection broke: it was done or not."""
Place = tuple[str, str]
"""Resource and object of a row, as decisions name it."""
Decisions = dict[Place, str]


class Answer(Struct, frozen=True):
    """The response to a call of an app, or the outcome of what a person did."""

    status: int
    content: Any = None
    link: str = ""
    """Address of the plan; empty: none."""
    token: str = ""
    """That applies the plan; empty: none."""

    @property
    def more_info(self) -> dict[str, Any]:
        """Return what an error says beside its message."""
        found: dict[str, Any] = (self.content or {}).get("error", {}).get("more_info", {})
        return found


class SentObject(Struct, frozen=True):
    """An object of a call, or a call of several in one plan."""

    mark: str
    """A value that only this call writes; empty: it is an undo."""
    places: frozenset[Place] = frozenset()
    """The rows that it writes the value to; empty: not known, as of a new row."""


class Proposed(Struct, frozen=True):
    """A plan that a caller knows."""

    number: int
    token: str
    """Empty: it waits for approval."""
    app: Installed
    objects: list[SentObject]
    before: dict[Place, dict[str, str]] = {}
    """What the plan says that rows are before it."""

    @property
    def marks(self) -> set[str]:
        """Return the values that its calls write."""
        return {each.mark for each in self.objects if each.mark}


class Attempt(Struct, frozen=True):
    """A call that undoes a write."""

    decisions: Decisions
    refused_after: int | None = None
    """The last line of the log when it was refused because of conflicts; None: it was not."""


class Decided(Struct, frozen=True):
    """What a person decided on a plan, and the status of the answer."""

    person: str
    approves: bool
    objects: list[int]
    """Numbers of the approved objects."""
    status: int
    comment: str = ""


class StoredPlan(Struct, frozen=True):
    """A plan as it is stored; fields are columns of the table."""

    plan_no: int
    client_id: str
    operation: str
    state: str
    reason: str
    decided_by: str
    approved: str
    outcome: str
    successor: int


class Known(Struct):
    """What the callers of a run have sent and heard."""

    plans: list[Proposed] = field(default_factory=list)
    applied: Counter[int] = field(default_factory=Counter)
    """Plan -> how many of the answers to its applications were a success."""
    attempts: dict[int, list[Attempt]] = field(default_factory=dict)
    """Write -> the calls that were to undo it."""
    heard: dict[str, int] = field(default_factory=dict)
    """Value that one write or plan alone writes -> the status of that write."""
    decisions: dict[int, list[Decided]] = field(default_factory=dict)
    """Plan -> what people decided on it."""
    comments: dict[int, dict[str, int]] = field(default_factory=dict)
    """Plan -> comment -> the status of adding it."""
    withdrawn: dict[int, int] = field(default_factory=dict)
    """Plan -> the status of the call that discarded it."""
    expired: set[int] = field(default_factory=set)
    """Plans that had expired while nobody was applying or deciding on them."""
    aged: set[int] = field(default_factory=set)
    """Plans whose age was set to have expired; a sweep may have removed them."""
    busy: Counter[int] = field(default_factory=Counter)
    """Plan -> calls in progress that may carry it out."""
    combines: bool = False
    """Whether plans were combined: their calls lock rows in an order that others do not know."""
    wrong: list[str] = field(default_factory=list)
    breaks: int = 0
