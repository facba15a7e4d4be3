"""The three kinds of claims and their differences."""

from typing import Final

from msgspec import Struct

from openmall.commerce.order.claims.events import (
    ClaimEvent,
    ExchangeChanged,
    ManyCancelled,
    ManyReturned,
    ReturnChanged,
)
from openmall.commerce.order.claims.shape import KindName, Step
from openmall.commerce.order.orders.events import CancellationChanged, ManyEvent
from openmall.commerce.order.orders.item_shape import Undone
from openmall.commerce.order.states import Status, Transition


class Kind(Struct, frozen=True, kw_only=True):
    """Transitions, dates and events of a kind of claim."""

    name: KindName
    letter: str
    """First letter of its codes."""
    undone: Undone
    ask: Transition
    asked: Status
    """State of a requested item."""
    steps: dict[tuple[Step, bool], Transition]
    """Step, and whether the items have been picked up -> transition of the items."""
    refund_later: Transition | None = None
    """Transition of the last step where refunds are executed separately."""
    last: Step
    asked_date: str
    """Name of an item's field for the date of the request; `done_date`: of completion."""
    done_date: str
    noun: str
    """Part of its event codes: `return_order`, `accept_return`."""
    event: type[ClaimEvent]
    many: type[ManyEvent] | None = None
    """Event of a call about several orders."""
    collected_date: str | None = None


CANCELLATION: Final = Kind(
    name="cancellation",
    letter="C",
    undone="Cancellation",
    ask="request cancellation",
    asked="C00",
    steps={
        ("accepted", False): "accept cancellation",
        ("canceling", False): "process cancellation",
        ("canceled", False): "cancel",
    },
    refund_later="cancel, refund later",
    last="canceled",
    asked_date="cancel_request_date",
    done_date="cancel_date",
    noun="cancel",
    event=CancellationChanged,
    many=ManyCancelled,
)
RETURN: Final = Kind(
    name="return",
    letter="C",
    undone="Return",
    ask="request return",
    asked="R00",
    steps={
        ("accepted", False): "accept return",
        ("accepted", True): "collect return",
        ("processing", False): "process return",
        ("processing", True): "process return, collected",
        ("returned", False): "returned",
        ("returned", True): "returned",
    },
    refund_later="returned, refund later",
    last="returned",
    asked_date="return_request_date",
    done_date="return_confirmed_date",
    collected_date="return_collected_date",
    noun="return",
    event=ReturnChanged,
    many=ManyReturned,
)
EXCHANGE: Final = Kind(
    name="exchange",
    letter="B",
    undone="Exchange",
    ask="request exchange",
    asked="E00",
    steps={
        ("accepted", False): "accept exchange",
        ("accepted", True): "collect exchange",
        ("collected", True): "collect exchange",
        ("exchanged", False): "exchanged",
        ("exchanged", True): "exchanged",
    },
    last="exchanged",
    asked_date="exchange_request_date",
    done_date="exchange_date",
    noun="exchange",
    event=ExchangeChanged,
)
KINDS: Final[dict[KindName, Kind]] = {each.name: each for each in (CANCELLATION, RETURN, EXCHANGE)}
