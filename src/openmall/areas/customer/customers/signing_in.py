"""A customer shows who they are: passwords, and patience with those who guess them."""

from collections.abc import Callable
from typing import Final

from openmall.areas.customer.customers import rules, store
from openmall.areas.customer.customers.events import CustomerCameBack, CustomerSignedIn
from openmall.areas.customer.customers.shape import Customer
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, TooManyCalls, Unauthorized
from openmall.oauth import passwords
from openmall.oauth.backoff import Backoff

SHORTEST: Final = 8
SHUT_OUT: Final = ("L", "A")
"""Entries of the blacklist that keep a customer from signing in."""
LONGEST: Final = 128
"""Characters of a password; hashing takes longer for longer ones."""


def kept(password: str) -> str:
    """Return what is kept of a new password; takes tens of milliseconds.

    Raises Invalid (422) for one that is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid(f"A password has {SHORTEST} to {LONGEST} characters.", parameter="password")
    return passwords.kept(password)


async def prove(call: Call, member_id: str, password: str) -> Callable[[], None]:
    """Return the work that finds out whether these are the name and password of a customer.

    It takes tens of milliseconds, so that it is done in a thread and outside of any transaction,
    and as long for a name that nobody has; it raises Unauthorized (401) for a wrong name or
    password alike. Raises TooManyCalls (429) while somebody who guessed has to wait.
    """
    wait = await _patience(call, member_id).attempt()
    if wait:
        raise TooManyCalls("Too many attempts to sign in.", retry_after=wait)
    known = await store.known(call.db, member_id)
    hashed = None if known is None else known.password_hash

    def look() -> None:
        if not passwords.matches(password, hashed):
            raise _wrong()

    return look


async def let_in(call: Call, member_id: str, *, mobile: bool) -> Customer:
    """Return the customer who has proven to be `member_id`.

    Raises Forbidden (403) for who is known but may not sign in.
    """
    await forgiven(call, member_id)
    known = await store.known(call.db, member_id)
    if known is not None and known.blacklist_type in SHUT_OUT:
        raise Forbidden("This customer may not sign in.")
    if not await store.seen(call, member_id):
        raise _wrong()  # they left a moment ago
    if known is not None and known.dormant_since is not None:
        shop = str(call.shop_no)
        call.announce(CustomerCameBack(event_shop_no=shop, member_id=member_id))
    group = await rules.group_of(call, member_id)
    call.announce(
        CustomerSignedIn(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            group_name=group.group_name,
            inflow_name="Mobile" if mobile else "PC",
        )
    )
    return await rules.find(call, member_id)


async def forgiven(call: Call, member_id: str) -> None:
    """Hold nothing against who has proven to be `member_id`."""
    await _patience(call, member_id).succeeded()


async def require(call: Call) -> str:
    """Return the name of the member who shops.

    Raises Unauthorized (401) for a guest and for who has left, Forbidden (403) for who may not sign
    in any more.
    """
    member_id = "" if call.shopper is None else call.shopper.member_id
    known = await store.known(call.db, member_id) if member_id else None
    if known is None:
        raise Unauthorized("Sign in first: this is for members. (invalid_session)")
    if known.blacklist_type in SHUT_OUT:
        raise Forbidden("This customer may not sign in.")
    return member_id


def _patience(call: Call, member_id: str) -> Backoff:
    return Backoff(
        call.counters,
        call.clock,
        mall_id=call.mall.mall_id,
        user=member_id,
        ip=call.ip,
        role="customer",
    )


def _wrong() -> Unauthorized:
    return Unauthorized("The member id or the password is wrong.")
