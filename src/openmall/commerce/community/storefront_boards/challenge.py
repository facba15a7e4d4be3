"""Proof of work against spam: a challenge that costs each writer a moment.

    1.<expires>.<letters>.<signature>

The client finds an answer such that SHA-256 of challenge and answer, both as text, begins with a
number of zero bits. Finding it takes a browser a tenth of a second, checking it a microsecond; no
third party and no distorted letters are involved. Each challenge serves once.

Specification: "Boards", `spam_auto_prevention`; how it is proven is not shown.
"""

import base64
import hmac
import secrets
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.community.boards.shape import Board, SpamPrevention
from openmall.commerce.community.boards.takes import BoardPath
from openmall.commerce.community.permission import Shopper
from openmall.commerce.community.storefront_boards.refusals import (
    CHALLENGE_ANSWER_WRONG,
    CHALLENGE_NOT_ANSWERED,
    CHALLENGE_NOT_VALID,
    CHALLENGE_USED,
)
from openmall.contract.call import Call
from openmall.contract.counter_state import State
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment

BITS: Final = 14
SECONDS: Final = 600
"""A challenge is answered within."""
_PURPOSE: Final = "board challenge 1"
Text = Annotated[str, Meta(min_length=1, max_length=200)]


class Challenge(Struct, frozen=True, kw_only=True):
    """A challenge for a writer; `required` F: this board asks this shopper for no proof."""

    shop_no: int
    board_no: int
    required_for_articles: bool
    required_for_comments: bool
    challenge: str
    bits: int
    """SHA-256 of challenge and answer has to begin with so many bits 0."""
    expires_date: datetime


class Proof(Struct, frozen=True, kw_only=True):
    """The solution of a challenge."""

    challenge: Text
    answer: Text


def applies(board: Board, who: Shopper, *, scope: str) -> bool:
    """Return whether a board requires a proof of work from a shopper. `scope`: as of the board's
    settings.
    """
    prevention = board.spam_auto_prevention
    return (
        prevention is not None and prevention.apply_scope == scope and _applies_to(prevention, who)
    )


def _applies_to(prevention: SpamPrevention, who: Shopper) -> bool:
    return {"A": True, "M": bool(who.member_id), "N": not who.member_id}[prevention.member_scope]


def issue(call: Call, board: Board, who: Shopper, params: BoardPath) -> Challenge:
    """Return a new challenge."""
    expires = int(call.clock.now()) + SECONDS
    unsigned = f"1.{expires}.{secrets.token_urlsafe(12)}"
    return Challenge(
        shop_no=call.shop_no,
        board_no=params.board_no,
        required_for_articles=applies(board, who, scope="post_actions"),
        required_for_comments=applies(board, who, scope="comment"),
        challenge=f"{unsigned}.{_signature(call, unsigned)[0]}",
        bits=BITS,
        expires_date=moment(expires),
    )


async def require(call: Call, proof: Proof | UnsetType) -> None:
    """Raise Invalid (422) unless a fresh challenge of this mall was answered, which serves once."""
    if proof is UNSET:
        raise Invalid(CHALLENGE_NOT_ANSWERED, parameter="proof")
    unsigned, _, signature = proof.challenge.rpartition(".")
    # octets: texts are only compared where they are ASCII
    sent = signature.encode()
    signed = [hmac.compare_digest(each.encode(), sent) for each in _signature(call, unsigned)]
    expires = unsigned.split(".")[1] if unsigned.count(".") == 2 else ""
    late = not expires.isdecimal() or int(expires) < call.clock.now()
    if not any(signed) or late:
        raise Invalid(CHALLENGE_NOT_VALID, parameter="proof")
    digest = int.from_bytes(sha256((proof.challenge + proof.answer).encode()).digest())
    if digest >> (256 - BITS):
        raise Invalid(CHALLENGE_ANSWER_WRONG, parameter="proof")
    now = call.machine_clock.now()
    if not await call.counters.decide(f"challenge {unsigned}", _once, now):
        raise Invalid(CHALLENGE_USED, parameter="proof")


def _once(state: State, now: float) -> tuple[State, bool]:
    return (now + SECONDS, 1.0, 0.0, 0.0, 0.0), not (state[1] and state[0] > now)


def _signature(call: Call, unsigned: str) -> list[str]:
    """Return what signs a challenge; by the newest key first."""
    text = f"{call.mall.mall_id} {unsigned}".encode()
    digests = (hmac.digest(key, text, "sha256") for key in call.seal.keys_for(_PURPOSE))
    return [base64.urlsafe_b64encode(each).rstrip(b"=").decode() for each in digests]
