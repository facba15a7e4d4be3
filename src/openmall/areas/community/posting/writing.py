"""Whoever writes on a board: how they are called, how often they may, what is theirs."""

from typing import Final

from msgspec import UNSET

from openmall.areas.community import permission
from openmall.areas.community.boards.shape import Shows
from openmall.areas.community.permission import Shopper
from openmall.areas.community.posting import conditions
from openmall.areas.community.posting.takes import PostDraft, RemarkDraft
from openmall.areas.customer.customers import store as customers
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, TooManyCalls

_A_MINUTE: Final = 60


async def require_patience(call: Call) -> None:
    """Raise TooManyCalls (429) when much was written from this address in the last minute."""
    key = f"posting {call.mall.mall_id} {call.ip}"
    if not await call.counters.decide(key, permission.may_write_now, call.clock.now()):
        raise TooManyCalls("Too much is written from here.", retry_after=_A_MINUTE)


async def writer(call: Call, draft: PostDraft | RemarkDraft, who: Shopper, shows: Shows) -> str:
    """Return how the author is called; `shows`: how the board calls members.

    Raises Invalid (422) for a guest without name or password.
    """
    if who.member_id:
        return conditions.called(await customers.person(call, who.member_id), who.member_id, shows)
    if draft.writer is UNSET:
        raise Invalid("A guest says who writes.", parameter="writer")
    if draft.password is UNSET:
        raise Invalid("A guest gives a password.", parameter="password")
    return draft.writer


def require_own(written_by: str, who: Shopper, *, proved: bool, parameter: str) -> None:
    """Raise Forbidden (403) for what somebody else wrote.

    `written_by`: a member; empty: a guest, who is `proved` by the password.
    """
    if who.member_id and written_by == who.member_id:
        return
    if proved and not written_by:
        return
    raise Forbidden("Somebody else wrote it.", parameter=parameter)
