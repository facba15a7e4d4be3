"""A customer shows who they are: passwords, and patience with those who guess them."""

from typing import Final

from openmall.areas.customer.customers import rules, store
from openmall.areas.customer.customers.events import CustomerCameBack, CustomerSignedIn
from openmall.areas.customer.customers.shape import Customer
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, TooManyCalls, Unauthorized
from openmall.contract.events import Event
from openmall.database.session import Database
from openmall.journal import batch
from openmall.oauth import passwords
from openmall.oauth.backoff import Backoff

SHORTEST: Final = 8
LONGEST: Final = 128
"""Characters of a password; hashing takes longer for longer ones."""


def kept(password: str) -> str:
    """Return what is kept of a new password; takes tens of milliseconds.

    Raises Invalid (422) for one that is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid(f"A password has {SHORTEST} to {LONGEST} characters.", parameter="password")
    return passwords.kept(password)


async def sign_in(
    database: Database,
    call: Call,
    member_id: str,
    password: str,
    *,
    backoff: Backoff,
    mobile: bool,
) -> Customer:
    """Return the customer of the call's mall whose name and password these are.

    Opens its own transactions, for no other call shall wait until the password was hashed. It
    takes as long for a name that nobody has. Raises TooManyCalls (429) while somebody who guessed
    has to wait, Unauthorized (401) for a wrong name or password alike, Forbidden (403) for who is
    known but may not sign in.
    """
    wait = backoff.attempt()
    if wait:
        raise TooManyCalls("Too many attempts to sign in.", retry_after=wait)
    wrong = Unauthorized("The member id or the password is wrong.")
    if len(password) > LONGEST:
        raise wrong
    async with database.reading(call.mall.mall_id) as db:
        known = await store.known(db, member_id)
    hashed = None if known is None else known.password_hash
    if not await passwords.matches_in_thread(password, hashed):
        raise wrong
    backoff.succeeded()
    if known is not None and known.blacklist_type in ("L", "A"):
        raise Forbidden("This customer may not sign in.")
    async with database.writing(call.mall.mall_id) as call.db:
        if not await store.seen(call, member_id):
            raise wrong  # they left a moment ago
        group = await rules.group_of(call, member_id)
        signed_in = CustomerSignedIn(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            group_name=group.group_name,
            inflow_name="Mobile" if mobile else "PC",
        )
        events: list[Event] = [signed_in]
        if known is not None and known.dormant_since is not None:
            shop = str(call.shop_no)
            events.insert(0, CustomerCameBack(event_shop_no=shop, member_id=member_id))
        await batch.announce(call.db, call.clock, events)
        return await rules.find(call, member_id)
