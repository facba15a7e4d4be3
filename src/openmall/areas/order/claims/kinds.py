"""The three kinds of claims, and in what they differ."""

from typing import Final

from msgspec import Struct

from openmall.areas.order.claims.events import (
    ClaimEvent,
    ExchangeChanged,
    ManyCancelled,
    ManyReturned,
    ReturnChanged,
)
from openmall.areas.order.claims.shape import KindName, Step
from openmall.areas.order.orders.events import CancellationChanged, ManyEvent
from openmall.areas.order.orders.item_shape import Undone
from openmall.areas.order.states import Deed, Status


class Kind(Struct, frozen=True, kw_only=True):
    """What a kind of claim does to items, and how it is told."""

    name: KindName
    letter: str
    """Its codes begin with it."""
    undone: Undone
    ask: Deed
    asked: Status
    """The state of an item that was asked for."""
    steps: dict[tuple[Step, bool], Deed]
    """How far it goes, and whether the items have been picked up -> what that does to them."""
    refund_later: Deed | None = None
    """Instead of its last step, where refunds are made separately."""
    last: Step
    asked_date: str
    """Fields of an item that say when it was asked for, and when it was done."""
    done_date: str
    noun: str
    """In the code of its events: `return_order`, `accept_return`."""
    event: type[ClaimEvent]
    many: type[ManyEvent] | None = None
    """Told once of a call that is about several orders."""
    collected_date: str | None = None


CANCELLATION: Final = Kind(
    name="cancellation",
    letter="C",
    undone="Cancellation",
    ask="ask to cancel",
    asked="C00",
    steps={
        ("accepted", False): "accept cancelling",
        ("canceling", False): "cancelling",
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
    ask="ask to return",
    asked="R00",
    steps={
        ("accepted", False): "accept return",
        ("accepted", True): "collect return",
        ("processing", False): "return under way",
        ("processing", True): "return under way, collected",
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
    ask="ask to exchange",
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
