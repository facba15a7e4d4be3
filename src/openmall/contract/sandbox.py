"""Sandbox malls: a clock that can be moved forward, and injected faults."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

MOST_DELAY: Final = 60_000
"""Longest delay of a response, in milliseconds."""

FaultyApi = Literal["admin", "storefront", "analytics", "webhooks"]
FaultyMethod = Literal["*", "GET", "POST", "PUT", "DELETE"]
Effect = Literal["429", "500", "503", "504", "drop", "delay", "double"]
Pattern = Annotated[str, Meta(min_length=1, max_length=200)]
ClientId = Annotated[str, Meta(max_length=100)]
Delay = Annotated[int, Meta(ge=0, le=MOST_DELAY)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Times = Annotated[int, Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=0, le=2_147_483_647)]


class Fault(Struct, frozen=True, kw_only=True):
    """A rule: which calls go wrong, how, and how often.

    Of `percent`, `first` and `every` one at most is not 0; when all are, every call it matches
    goes wrong.
    """

    effect: Effect
    """An error of that status instead of the response; `drop` does what was asked and loses the
    response; `delay` waits before it begins; `double` sends a webhook twice."""
    api: FaultyApi = "admin"
    """`webhooks` with `double`, and only then."""
    method: FaultyMethod = "*"
    path: Pattern = "*"
    """Of operations, as `orders/{order_id}/shipments`; `*` stands for anything. For webhooks it
    is the number of the event."""
    client_id: ClientId = ""
    """The app of the calls or webhooks; empty: every app."""
    delay_ms: Delay = 0
    """Milliseconds, for `delay`."""
    percent: Percent = 0
    """Of calls, as `seed` has it: the same seed always chooses the same ones."""
    first: Times = 0
    """So many calls from the beginning."""
    every: Times = 0
    """Every second, third, ... call."""
    seed: Seed = 0


class Sandbox(Struct, frozen=True):
    """The current clock offset and faults of a sandbox."""

    ahead: int = 0
    """Seconds its clock is ahead of the machine's."""
    faults: tuple[tuple[int, Fault], ...] = ()
    """By number, in the order of evaluation."""
