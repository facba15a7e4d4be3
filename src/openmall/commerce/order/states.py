"""The table of order states: every state, and who may move an item from which state to which.

A state belongs to an item of an order. A transition that does not start at the item's state is
refused. Specification: "Orders setting" (codes N00 to N40); "Transitions between order statuses:
not shown", so the transitions are ours.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, get_args

from openmall.commerce.order.refusals import (
    CLAIM_NOT_WITHDRAWABLE,
    TRANSITION_NOT_ALLOWED,
    TRANSITION_OF_OTHERS,
)
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase

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
"""Actor of a transition: the shop and its apps, the buyer, or a scheduled transition."""
Transition = Literal[
    "pay", "unpay", "prepareproduct", "prepare", "hold", "unhold",
    "standby", "ship", "unship", "deliver", "confirm", "unconfirm",
    "cancel unpaid, by buyer", "expire unpaid", "cancel unpaid, by shop",
    "request cancellation", "accept cancellation", "process cancellation", "cancel",
    "cancel, refund later",
    "refund cancelling", "refund cancelled", "hold cancelling", "hold cancelled",
    "request return", "accept return", "collect return", "process return",
    "process return, collected", "returned", "returned, refund later", "refund returned",
    "hold returned",
    "request exchange", "accept exchange", "collect exchange", "exchanged",
    "release replacement", "withdraw replacement",
]  # fmt: skip


class TransitionRule(NamedTuple):
    """An actor of `who` may move an item from one of `starts` to `end` by `transition`."""

    transition: Transition
    starts: tuple[Status, ...]
    end: Status
    who: tuple[Actor, ...]


_SHOP: Final[tuple[Actor, ...]] = ("merchant",)
_NAMED: Final[Mapping[tuple[Actor, ...], Phrase]] = {
    ("merchant",): Phrase("merchant"),
    ("customer",): Phrase("customer"),
    ("time",): Phrase("time"),
    ("merchant", "customer"): Phrase("merchant, customer"),
    ("merchant", "time"): Phrase("merchant, time"),
}
"""Actors of a transition -> how messages name them."""
_ANY: Final[tuple[Actor, ...]] = ("merchant", "customer", "time")
_BUYER: Final[tuple[Actor, ...]] = ("merchant", "customer")
_ON_THE_SHELF: Final[tuple[Status, ...]] = ("N10", "N20", "N21", "N22")
_ON_THE_WAY: Final[tuple[Status, ...]] = ("N30", "N40", "N50")
_CANCELLING: Final[tuple[Status, ...]] = ("C00", "C10", "C34", "C35", "C36")
_RETURNING: Final[tuple[Status, ...]] = ("R00", "R10", "R13", "R30", "R31")
_EXCHANGING: Final[tuple[Status, ...]] = ("E00", "E10", "E13", "E20", "E30", "E31")

TRANSITIONS: Final[tuple[TransitionRule, ...]] = (
    TransitionRule("pay", ("N00",), "N10", _ANY),
    TransitionRule("unpay", ("N10", "N20"), "N00", _SHOP),
    TransitionRule("prepareproduct", ("N20", "N21"), "N10", _SHOP),
    TransitionRule("prepare", ("N10", "N21"), "N20", _SHOP),
    TransitionRule("hold", ("N10", "N20", "N21"), "N22", _SHOP),
    TransitionRule("unhold", ("N22",), "N20", _SHOP),
    TransitionRule("standby", ("N10", "N20", "N30"), "N21", _SHOP),
    TransitionRule("ship", ("N10", "N20", "N21", "N40"), "N30", _SHOP),
    TransitionRule("unship", ("N21", "N30"), "N20", _SHOP),
    TransitionRule("deliver", ("N21", "N30"), "N40", ("merchant", "time")),
    TransitionRule("confirm", ("N30", "N40"), "N50", _ANY),
    TransitionRule("unconfirm", ("N50",), "N40", _SHOP),
    # before payment
    TransitionRule("cancel unpaid, by buyer", ("N00",), "C47", ("customer",)),
    TransitionRule("expire unpaid", ("N00",), "C48", ("time",)),
    TransitionRule("cancel unpaid, by shop", ("N00",), "C49", _SHOP),
    # before sending
    TransitionRule("request cancellation", _ON_THE_SHELF, "C00", _BUYER),
    TransitionRule("accept cancellation", ("C00", *_ON_THE_SHELF), "C10", _ANY),
    TransitionRule("process cancellation", ("C00", "C10", *_ON_THE_SHELF), "C34", _SHOP),
    TransitionRule("cancel", (*_CANCELLING, *_ON_THE_SHELF), "C40", _ANY),
    TransitionRule(
        "cancel, refund later", ("C00", "C10", "C34", "C36", *_ON_THE_SHELF), "C41", _ANY
    ),
    TransitionRule("refund cancelling", ("C34", "C36"), "C35", _SHOP),
    TransitionRule("refund cancelled", ("C41", "C42", "C43"), "C40", _SHOP),
    TransitionRule("hold cancelling", ("C34",), "C36", _SHOP),
    TransitionRule("hold cancelled", ("C41", "C42"), "C43", _SHOP),
    # after sending
    TransitionRule("request return", _ON_THE_WAY, "R00", _BUYER),
    TransitionRule("accept return", ("R00", *_ON_THE_WAY), "R10", _ANY),
    TransitionRule("collect return", ("R00", "R10", *_ON_THE_WAY), "R13", _SHOP),
    TransitionRule("process return", ("R00", "R10", *_ON_THE_WAY), "R30", _SHOP),
    TransitionRule(
        "process return, collected", ("R00", "R10", "R13", "R30", *_ON_THE_WAY), "R31", _SHOP
    ),
    TransitionRule("returned", (*_RETURNING, *_ON_THE_WAY), "R40", _SHOP),
    TransitionRule("returned, refund later", (*_RETURNING, *_ON_THE_WAY), "R41", _SHOP),
    TransitionRule("refund returned", ("R41", "R42", "R43"), "R40", _SHOP),
    TransitionRule("hold returned", ("R41", "R42"), "R43", _SHOP),
    TransitionRule("request exchange", (*_ON_THE_SHELF, *_ON_THE_WAY), "E00", _BUYER),
    TransitionRule("accept exchange", ("E00", *_ON_THE_SHELF, *_ON_THE_WAY), "E10", _ANY),
    TransitionRule("collect exchange", ("E10", "E30"), "E13", _SHOP),
    TransitionRule("exchanged", (*_EXCHANGING, *_ON_THE_SHELF, *_ON_THE_WAY), "E40", _SHOP),
    # replacements: released with the exchange, or withdrawn
    TransitionRule("release replacement", ("N01",), "N10", _SHOP),
    TransitionRule("withdraw replacement", ("N01",), "E50", _ANY),
)
"""A withdrawn or refused claim returns an item to the state before it, without a row here."""

_BY_TRANSITION: Final = {rule.transition: rule for rule in TRANSITIONS}

CLAIMED: Final = frozenset(("C40", "C41", "C42", "C43", "C47", "C48", "C49"))
"""States of a cancelled item, before or after payment."""
GIVEN_BACK: Final = frozenset(("R40", "R41", "R42", "R43", "E40"))
"""States of a returned or exchanged item."""
NEVER_SENT_INSTEAD: Final = frozenset(("E41", "E50", "E51"))
"""States of a replacement whose exchange was withdrawn: it is not part of the order any more."""
OVER: Final = CLAIMED | GIVEN_BACK | NEVER_SENT_INSTEAD
OPEN_CLAIM: Final = frozenset((*_CANCELLING, *_RETURNING, "R12", "R20", "R34", "R36",
                               *_EXCHANGING, "E12", "E32", "E33", "E34", "E35", "E36"))  # fmt: skip
"""States of an item with a claim that the shop has to decide or process."""
_TO_REFUND: Final = frozenset(("C34", "C35", "C36", "R34", "R36", "E34", "E35", "E36"))
WITHDRAWABLE: Final = OPEN_CLAIM - {"C35", "E35"}
"""States from which a claim can be withdrawn or refused: not once it is refunded."""


def is_bought(status: Status) -> bool:
    """Return whether an item in a state is bought and counts in the order's amounts.

    A replacement is bought once the other item is exchanged.
    """
    return status not in OVER and status not in _TO_REFUND and status != "N01"


def state_before_claim(status: Status, before: Status | None) -> Status:
    """Return the state an item returns to when its claim is withdrawn or refused.

    `before`: its state before the claim. Raises Invalid (422) when it has no claim, or the claim
    is refunded.
    """
    if before is None or status not in WITHDRAWABLE:
        raise Invalid(CLAIM_NOT_WITHDRAWABLE, parameter="order_item_code", status=status)
    return before


def next_state(status: Status, transition: Transition, who: Actor = "merchant") -> Status:
    """Return the state of an item after `transition`. Raises Invalid (422) when it is not allowed.

    An item that is in that state already stays there.
    """
    rule = _BY_TRANSITION[transition]
    if status == rule.end:
        return status
    if status not in rule.starts:
        raise Invalid(
            TRANSITION_NOT_ALLOWED, parameter="order_item_code", status=status, end=rule.end
        )
    if who not in rule.who:
        raise Invalid(TRANSITION_OF_OTHERS, parameter="order_item_code", who=_NAMED[rule.who])
    return rule.end


def is_allowed(status: Status, transition: Transition, who: Actor) -> bool:
    """Return whether an actor may move an item in a state on by `transition`."""
    rule = _BY_TRANSITION[transition]
    return status in rule.starts and who in rule.who


StatusCode = Literal["N1", "N2", "C1", "C2", "C3", "E1"]

_CODES: Final[dict[str, StatusCode]] = {"N": "N1", "C": "C2", "R": "C3", "E": "E1"}
_OWN_CODES: Final[dict[Status, StatusCode]] = {"C47": "C1", "C48": "C1", "C49": "C1", "N01": "N2"}


def status_code(status: Status) -> StatusCode:
    """Return the short code that is shown beside a state; `status_names.py` has its name."""
    return _OWN_CODES.get(status) or _CODES[status[0]]
