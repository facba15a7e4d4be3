"""Limits on what one address writes and how often it signs up, in a minute.

They are for callers who could be anybody: pages of the sample shop, and clients that name an app
without its key. A call authenticated by Basic is an app's, which has its own limit (Limits 1).
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from openmall.access.limits import per_minute
from openmall.access.limits.address import holder
from openmall.commerce.store.refusals import TOO_MANY_ADDRESSES, TOO_MANY_POSTS, TOO_MANY_SIGN_UPS
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.errors import TooManyCalls

_Times = Annotated[int, Meta(ge=0, le=10_000)]


class PostingLimits(Setting, frozen=True, kw_only=True):
    """How often one address may write in a shop; the defaults are what a new shop has."""

    posts_per_minute: _Times = 5
    """Articles, comments, urgent inquiries and tried passwords of articles; 0: no limit."""
    sign_ups_per_minute: _Times = 5
    """Sign-ups, and new e-mail addresses of members; 0: no limit."""


_REFUSALS: Final = {
    "posting": TOO_MANY_POSTS,
    "sign-up": TOO_MANY_SIGN_UPS,
    "address": TOO_MANY_ADDRESSES,
}


async def count(call: Call, action: Literal["posting", "sign-up", "address"]) -> None:
    """Count an action of the caller's address. Raises TooManyCalls (429).

    `address`: a member takes another e-mail address, which tells as a sign-up does whether another
    customer has it. Both are counted together.
    """
    if not call.limited_by_address:
        return
    limits = await current(call, PostingLimits)
    is_post = action == "posting"
    most = limits.posts_per_minute if is_post else limits.sign_ups_per_minute
    if not most:
        return
    decision = await call.counters.decide(
        f"{action if is_post else 'sign-up'} {call.mall.mall_id} {holder(call.ip)}",
        per_minute.admit,
        call.machine_clock.now(),
        per_minute.Policy(most),
    )
    if not decision.admitted:
        raise TooManyCalls(_REFUSALS[action], retry_after=decision.retry_after)
