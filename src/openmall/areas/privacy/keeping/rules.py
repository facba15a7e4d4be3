"""What the law lets a customer ask for: all that is known of them, and that it be forgotten."""

from msgspec import Struct

from openmall.areas.customer.customers import rules as customers
from openmall.areas.customer.customers import store as members
from openmall.areas.customer.customers.takes import Leaving
from openmall.areas.privacy.keeping import search, store
from openmall.areas.privacy.keeping.store import Rows
from openmall.areas.privacy.keeping.tables import DOCUMENTS
from openmall.areas.privacy.keeping.words import words_of
from openmall.contract.call import Call
from openmall.contract.errors import NotFound


class Erased(Struct, frozen=True, kw_only=True):
    """What an erasure did."""

    member_id: str
    left: bool
    """They were a customer until now."""
    events: int
    """Events of the outbox that were emptied."""


async def export(call: Call, member_id: str) -> dict[str, Rows]:
    """Return everything the mall keeps of somebody: table -> its rows about them.

    Amounts are in hundredths, times in UTC seconds, passwords are left out. Raises NotFound (404)
    for a name that nobody has or had.
    """
    held = await _held(call, member_id)
    return held | await search.find(call, words_of(member_id, held))


async def erase(call: Call, member_id: str) -> Erased:
    """Forget who somebody is, and keep the books right.

    The membership ends if it has not. Orders keep what was bought and paid, points and credits
    their ledger, posts that others read what they say; none of them tells who it was any more.
    What was written between them and the shop alone goes. The name stays taken. Twice does no more
    than once. Raises NotFound (404) for a name that nobody has or had.
    """
    await store.lock_orders(call, member_id)
    words = words_of(member_id, await _held(call, member_id))
    left = True
    try:
        await customers.leave(call, Leaving(shop_no=call.shop_no, member_id=member_id))
    except NotFound:
        left = False
    for what in DOCUMENTS:
        await store.empty(call, member_id, what)
    await store.blank(call, member_id)
    events = await search.empty(call, words)
    call.journal(f"customer {member_id}", {"erased": (False, True)})
    return Erased(member_id=member_id, left=left, events=events)


async def _held(call: Call, member_id: str) -> dict[str, Rows]:
    held = await store.everything(call, member_id)
    if not held:
        raise members.nobody()
    return held
