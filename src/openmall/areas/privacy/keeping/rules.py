"""What the law lets a customer ask for: all that is known of them, and that it be forgotten."""

from typing import Any

from msgspec import Struct

from openmall.areas.customer.customers import rules as customers
from openmall.areas.customer.customers import store as members
from openmall.areas.customer.customers.takes import Leaving
from openmall.areas.privacy.keeping import store
from openmall.areas.privacy.keeping.tables import BLANKED
from openmall.contract.call import Call
from openmall.contract.errors import NotFound


class Erased(Struct, frozen=True, kw_only=True):
    """What an erasure did."""

    member_id: str
    left: bool
    """They were a customer until now."""
    events: int
    """Events of the outbox that were emptied."""


async def export(call: Call, member_id: str) -> dict[str, list[dict[str, Any]]]:
    """Return everything the mall keeps of somebody: table -> its rows about them.

    Amounts are in hundredths, times in UTC seconds, passwords are left out. Raises NotFound (404)
    for a name that nobody has or had.
    """
    found = await store.everything(call, member_id)
    if not found:
        raise members.nobody()
    return found


async def erase(call: Call, member_id: str) -> Erased:
    """Forget who somebody is, and keep the books right.

    The membership ends if it has not. Orders keep what was bought and paid, points and credits
    their ledger, posts what they say; none of them tells who it was any more. The name stays
    taken. Twice does no more than once. Raises NotFound (404) for a name that nobody has or had.
    """
    await export(call, member_id)
    left = True
    try:
        await customers.leave(call, Leaving(shop_no=call.shop_no, member_id=member_id))
    except NotFound:
        left = False
    await store.forget_in_orders(call, member_id)
    for what in BLANKED:
        await store.blank(call, member_id, what)
    events = await store.empty_events(call, member_id)
    call.journal(f"customer {member_id}", {"erased": (False, True)})
    return Erased(member_id=member_id, left=left, events=events)
