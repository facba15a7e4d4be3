"""The one table of order states: which there are, who may move an item from which to which.

The state belongs to an item of an order. A deed moves it; a deed that has no way from the state
an item is in is refused. Specification: "Orders setting" (codes N00 to N40); "Transitions between
order statuses: not shown", so the ways are ours.
"""

from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from openmall.contract.errors import Invalid

Status = Literal[
    "N00", "N10", "N20", "N21", "N22", "N30", "N40", "N50", "N01",
    "C00", "C10", "C11", "C34", "C35", "C36", "C40", "C41", "C42", "C43", "C47", "C48", "C49",
    "R00", "R10", "R11", "R12", "R13", "R20", "R30", "R31", "R34", "R36", "R40", "R41", "R42",
    "R43",
    "E00", "E10", "E11", "E12", "E13", "E20", "E30", "E31", "E32", "E33", "E34", "E35", "E36",
    "E40", "E41", "E50", "E51",
]  # fmt: skip

STATES: Final[tuple[Status, ...]] = get_args(Status)

Actor = Literal["merchant", "customer", "time"]
"""Who moves an item: the shop and its apps, the buyer, or the clock by itself."""
Deed = Literal[
    "pay", "unpay", "prepareproduct", "prepare", "hold", "unhold",
    "standby", "ship", "unship", "deliver", "confirm", "unconfirm",
    "give up", "run out", "call off",
    "ask to cancel", "accept cancelling", "cancelling", "cancel", "cancel, refund later",
    "refund cancelling", "refund cancelled", "hold cancelling", "hold cancelled",
    "ask to return", "accept return", "collect return", "return under way",
    "return under way, collected", "returned", "returned, refund later", "refund returned",
    "hold returned",
    "ask to exchange", "accept exchange", "collect exchange", "exchanged",
    "go on instead", "stay behind",
]  # fmt: skip


class Way(NamedTuple):
    """From the states `starts`, whoever is in `who` may move an item to `end` by `deed`."""

    deed: Deed
    starts: tuple[Status, ...]
    end: Status
    who: tuple[Actor, ...]


_SHOP: Final[tuple[Actor, ...]] = ("merchant",)
_ANY: Final[tuple[Actor, ...]] = ("merchant", "customer", "time")
_BUYER: Final[tuple[Actor, ...]] = ("merchant", "customer")
_ON_THE_SHELF: Final[tuple[Status, ...]] = ("N10", "N20", "N21", "N22")
_ON_THE_WAY: Final[tuple[Status, ...]] = ("N30", "N40", "N50")
_CANCELLING: Final[tuple[Status, ...]] = ("C00", "C10", "C34", "C35", "C36")
_RETURNING: Final[tuple[Status, ...]] = ("R00", "R10", "R13", "R30", "R31")
_EXCHANGING: Final[tuple[Status, ...]] = ("E00", "E10", "E13", "E20", "E30", "E31")

WAYS: Final[tuple[Way, ...]] = (
    Way("pay", ("N00",), "N10", _ANY),
    Way("unpay", ("N10", "N20"), "N00", _SHOP),
    Way("prepareproduct", ("N20", "N21"), "N10", _SHOP),
    Way("prepare", ("N10", "N21"), "N20", _SHOP),
    Way("hold", ("N10", "N20", "N21"), "N22", _SHOP),
    Way("unhold", ("N22",), "N20", _SHOP),
    Way("standby", ("N10", "N20", "N30"), "N21", _SHOP),
    Way("ship", ("N10", "N20", "N21", "N40"), "N30", _SHOP),
    Way("unship", ("N21", "N30"), "N20", _SHOP),
    Way("deliver", ("N21", "N30"), "N40", ("merchant", "time")),
    Way("confirm", ("N30", "N40"), "N50", _ANY),
    Way("unconfirm", ("N50",), "N40", _SHOP),
    # before payment
    Way("give up", ("N00",), "C47", ("customer",)),
    Way("run out", ("N00",), "C48", ("time",)),
    Way("call off", ("N00",), "C49", _SHOP),
    # before sending
    Way("ask to cancel", _ON_THE_SHELF, "C00", _BUYER),
    Way("accept cancelling", ("C00", *_ON_THE_SHELF), "C10", _ANY),
    Way("cancelling", ("C00", "C10", *_ON_THE_SHELF), "C34", _SHOP),
    Way("cancel", (*_CANCELLING, *_ON_THE_SHELF), "C40", _ANY),
    Way("cancel, refund later", ("C00", "C10", "C34", "C36", *_ON_THE_SHELF), "C41", _ANY),
    Way("refund cancelling", ("C34", "C36"), "C35", _SHOP),
    Way("refund cancelled", ("C41", "C42", "C43"), "C40", _SHOP),
    Way("hold cancelling", ("C34",), "C36", _SHOP),
    Way("hold cancelled", ("C41", "C42"), "C43", _SHOP),
    # after sending
    Way("ask to return", _ON_THE_WAY, "R00", _BUYER),
    Way("accept return", ("R00", *_ON_THE_WAY), "R10", _ANY),
    Way("collect return", ("R00", "R10", *_ON_THE_WAY), "R13", _SHOP),
    Way("return under way", ("R00", "R10", *_ON_THE_WAY), "R30", _SHOP),
    Way("return under way, collected", ("R00", "R10", "R13", "R30", *_ON_THE_WAY), "R31", _SHOP),
    Way("returned", (*_RETURNING, *_ON_THE_WAY), "R40", _SHOP),
    Way("returned, refund later", (*_RETURNING, *_ON_THE_WAY), "R41", _SHOP),
    Way("refund returned", ("R41", "R42", "R43"), "R40", _SHOP),
    Way("hold returned", ("R41", "R42"), "R43", _SHOP),
    Way("ask to exchange", (*_ON_THE_SHELF, *_ON_THE_WAY), "E00", _BUYER),
    Way("accept exchange", ("E00", *_ON_THE_SHELF, *_ON_THE_WAY), "E10", _ANY),
    Way("collect exchange", ("E10", "E30"), "E13", _SHOP),
    Way("exchanged", (*_EXCHANGING, *_ON_THE_SHELF, *_ON_THE_WAY), "E40", _SHOP),
    # what is sent instead of an exchanged item: once that is given up, or not at all
    Way("go on instead", ("N01",), "N10", _SHOP),
    Way("stay behind", ("N01",), "E50", _ANY),
)
"""A claim that is withdrawn or refused brings an item back to the state it had before."""

_BY_DEED: Final = {way.deed: way for way in WAYS}

CLAIMED: Final = frozenset(("C40", "C41", "C42", "C43", "C47", "C48", "C49"))
"""States of an item that is no longer bought: cancelled, before or after payment."""
GIVEN_BACK: Final = frozenset(("R40", "R41", "R42", "R43", "E40"))
"""States of an item that came back."""
NEVER_SENT_INSTEAD: Final = frozenset(("E41", "E50", "E51"))
"""States of a new item whose exchange was withdrawn: it is no part of the order any more."""
OVER: Final = CLAIMED | GIVEN_BACK | NEVER_SENT_INSTEAD
OPEN_CLAIM: Final = frozenset((*_CANCELLING, *_RETURNING, "R12", "R20", "R34", "R36",
                               *_EXCHANGING, "E12", "E32", "E33", "E34", "E35", "E36"))  # fmt: skip
"""States of an item about which the shop has to decide or to do something."""
_TO_REFUND: Final = frozenset(("C34", "C35", "C36", "R34", "R36", "E34", "E35", "E36"))
WITHDRAWABLE: Final = OPEN_CLAIM - {"C35", "E35"}
"""States from which a claim can be withdrawn or refused; not once its money was given back."""


def bought(status: Status) -> bool:
    """Say whether an item in a state is still bought: it costs what it costs.

    What is sent instead of another is bought from when the other is exchanged.
    """
    return status not in OVER and status not in _TO_REFUND and status != "N01"


def withdrawn(status: Status, before: Status | None) -> Status:
    """Return the state an item goes back to when its claim is withdrawn or refused.

    `before`: what it was in before the claim. Raises Invalid (422) when there is nothing to
    withdraw, or its money was given back.
    """
    if before is None or status not in WITHDRAWABLE:
        raise Invalid(
            f"A claim about an item in state {status} cannot be withdrawn.",
            parameter="order_item_code",
        )
    return before


def moved(status: Status, deed: Deed, who: Actor = "merchant") -> Status:
    """Return the state an item is in after `deed`. Raises Invalid (422) when there is no way.

    What is in that state already stays there.
    """
    way = _BY_DEED[deed]
    if status == way.end:
        return status
    if status not in way.starts:
        raise Invalid(
            f"An item in state {status} cannot become {way.end}.", parameter="order_item_code"
        )
    if who not in way.who:
        raise Invalid(f"Only {', '.join(way.who)} can do that.", parameter="order_item_code")
    return way.end


class Named(NamedTuple):
    """How an item's state is called where it is shown beside its code."""

    status_code: Literal["N1", "N2", "C1", "C2", "C3", "E1"]
    status_text: str


_CODES: Final[dict[str, Literal["N1", "N2", "C1", "C2", "C3", "E1"]]] = {
    "N": "N1", "C": "C2", "R": "C3", "E": "E1",
}  # fmt: skip
_TEXTS: Final[dict[str, str]] = {
    "N00": "Awaiting payment", "N10": "Order in progress", "N20": "Preparing shipment",
    "N21": "Awaiting shipment", "N22": "Shipment on hold", "N30": "In transit",
    "N40": "Delivered", "N50": "Purchase confirmed", "N01": "New item of an exchange",
    "C00": "Cancellation requested", "C10": "Cancellation accepted", "C11": "Cancellation refused",
    "C34": "Cancelling, before refund", "C35": "Cancelling, refunded",
    "C36": "Cancelling, refund on hold", "C40": "Cancelled", "C41": "Cancelled, before refund",
    "C42": "Cancelled, refund requested", "C43": "Cancelled, refund on hold",
    "C47": "Cancelled by the buyer before payment", "C48": "Cancelled, never paid",
    "C49": "Cancelled by the shop before payment",
    "R00": "Return requested", "R10": "Return accepted", "R11": "Return refused",
    "R12": "Return on hold", "R13": "Return accepted, picked up", "R20": "Return picked up",
    "R30": "Returning, before pickup", "R31": "Returning, picked up",
    "R34": "Returning, before refund", "R36": "Returning, refund on hold",
    "R40": "Returned", "R41": "Returned, before refund", "R42": "Returned, refund requested",
    "R43": "Returned, refund on hold",
    "E00": "Exchange requested", "E10": "Exchange accepted", "E11": "Exchange refused",
    "E12": "Exchange on hold", "E13": "Exchange accepted, picked up", "E20": "Preparing exchange",
    "E30": "Exchanging, before pickup", "E31": "Exchanging, picked up",
    "E32": "Exchanging, awaiting payment", "E33": "Exchanging, paid",
    "E34": "Exchanging, before refund", "E35": "Exchanging, refunded",
    "E36": "Exchanging, refund on hold", "E40": "Exchanged", "E41": "Exchange withdrawn",
    "E50": "Exchange withdrawn by the seller", "E51": "Exchange withdrawn by the buyer",
}  # fmt: skip


@cache
def named(status: str) -> Named:
    """Return the short code and the words for a state."""
    code = _CODES[status[0]]
    if status in ("C47", "C48", "C49"):
        code = "C1"
    if status == "N01":
        code = "N2"
    return Named(code, _TEXTS[status])
