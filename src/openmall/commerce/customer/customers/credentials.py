"""Passwords of customers, and the limit on wrong attempts."""

from collections.abc import Callable
from typing import Final

from openmall.access import passwords
from openmall.access.oauth.backoff import Backoff
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers import shopper_store
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerCameBack, CustomerSignedIn
from openmall.commerce.customer.customers.refusals import (
    MEMBERS_ONLY,
    PASSWORD_OUT_OF_BOUNDS,
    RECENT_SIGN_IN_NEEDED,
    SIGN_IN_BLOCKED,
    WRONG_CREDENTIALS,
)
from openmall.commerce.customer.customers.shape import SHUT_OUT, Customer, Person
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, TooManyCalls, Unauthorized
from openmall.contract.refusals import TOO_MANY_SIGN_INS

SHORTEST: Final = 8
RECENT_SECONDS: Final = 600
"""For which a sign-in stands for the password of a customer who has none."""
LONGEST: Final = 128
"""Most characters of a password; longer ones take longer to hash."""


def hash_new(password: str) -> str:
    """Return the hash of a new password; takes tens of milliseconds.

    Raises Invalid (422) for one that is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid(PASSWORD_OUT_OF_BOUNDS, parameter="password", least=SHORTEST, most=LONGEST)
    return passwords.hash_password(password)


async def check_credentials(call: Call, member_id: str, password: str) -> Callable[[], None]:
    """Return the work that checks the member id and password of a customer.

    It takes tens of milliseconds, so it runs in a thread outside of any transaction, and takes as
    long for an unknown member id; it raises Unauthorized (401) for a wrong id and for a wrong
    password alike. Raises TooManyCalls (429) after too many wrong attempts.
    """
    wait = await _patience(call, member_id).attempt()
    if wait:
        raise TooManyCalls(TOO_MANY_SIGN_INS, retry_after=wait)
    known = await customer_store.sign_in_record(call.db, member_id)
    hashed = None if known is None else known.password_hash

    def look() -> None:
        if not passwords.matches(password, hashed):
            raise _wrong()

    return look


async def admit(call: Call, member_id: str, *, mobile: bool) -> int:
    """Write that the authenticated customer signs in; return the number of their sessions.

    Raises Forbidden (403) for a customer who may not sign in.
    """
    await reset_attempts(call, member_id)
    known = await customer_store.sign_in_record(call.db, member_id)
    if known is not None:
        _require_admitted(known.blacklist_type)
    if known is None or not await customer_store.note_sign_in(call, member_id):
        raise _wrong()  # they left a moment ago
    if known.dormant_since is not None:
        shop = str(call.shop_no)
        call.publish(CustomerCameBack(event_shop_no=shop, member_id=member_id))
    group = await customer_rules.group_of(call, member_id)
    call.publish(
        CustomerSignedIn(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            group_name=group.group_name,
            inflow_name="Mobile" if mobile else "PC",
        )
    )
    return known.session_no


async def reset_attempts(call: Call, member_id: str) -> None:
    """Reset the wrong attempts counted for `member_id`."""
    await _patience(call, member_id).succeeded()


async def has_password(call: Call, member_id: str) -> bool:
    """Return whether a customer can sign in with a password."""
    known = await customer_store.sign_in_record(call.db, member_id)
    return known is not None and known.password_hash is not None


def require_recent(call: Call) -> None:
    """Raise Forbidden (403) unless the shopper's session began RECENT_SECONDS ago at most."""
    shopper = call.shopper
    if shopper is None or call.clock.now() - shopper.issued_at > RECENT_SECONDS:
        raise Forbidden(RECENT_SIGN_IN_NEEDED)


async def require(call: Call) -> str:
    """Return the member id of the shopper.

    Raises Unauthorized (401) for a guest and for a former member, Forbidden (403) for a member who
    may not sign in any more.
    """
    member_id = "" if call.shopper is None else call.shopper.member_id
    known = await customer_store.sign_in_record(call.db, member_id) if member_id else None
    if known is None:
        raise _not_signed_in()
    _require_admitted(known.blacklist_type)
    return member_id


async def require_customer(call: Call, *, to_change: bool = False) -> tuple[Customer, Person]:
    """Return the shopper as a customer of the call's shop, in one statement.

    `to_change`: lock them until this transaction ends. Raises the errors of `require`.
    """
    member_id = "" if call.shopper is None else call.shopper.member_id
    known = (
        await shopper_store.find_with_person(call, member_id, to_change=to_change)
        if member_id
        else None
    )
    if known is None:
        raise _not_signed_in()
    _require_admitted(known[0].blacklist_type)
    return known


def _require_admitted(blacklist_type: str) -> None:
    if blacklist_type in SHUT_OUT:
        raise Forbidden(SIGN_IN_BLOCKED)


def _not_signed_in() -> Unauthorized:
    return Unauthorized(MEMBERS_ONLY)


def _patience(call: Call, member_id: str) -> Backoff:
    return Backoff(
        call.counters,
        call.machine_clock,
        mall_id=call.mall.mall_id,
        user=member_id,
        ip=call.ip,
        role="customer",
    )


def _wrong() -> Unauthorized:
    return Unauthorized(WRONG_CREDENTIALS)
