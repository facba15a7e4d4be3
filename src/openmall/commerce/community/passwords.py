"""Passwords of guests' articles and comments: stored as hashes, computed before the transaction.

A guest proves with it to be the author of an article or a comment; no answer ever holds it.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct

from openmall.access import passwords
from openmall.access.oauth import backoff
from openmall.commerce.community.refusals import TOO_MANY_POST_PASSWORDS, WRONG_POST_PASSWORD
from openmall.contract.call import Call
from openmall.contract.errors import TooManyCalls, Unauthorized

D = TypeVar("D", bound=Struct)
"""A guest's request body, with a `password` that may be UNSET."""


async def hash_password(call: Call, draft: D) -> Callable[[], D]:
    """Return the work that replaces the password of a `draft` by its hash."""
    return lambda: _hashed(draft)


def _hashed(draft: D) -> D:
    password = getattr(draft, "password", UNSET)
    if password is UNSET:
        return draft
    return msgspec.structs.replace(draft, password=passwords.hash_password(password))


async def check_password(call: Call, change: D, hashed: str, of: str) -> Callable[[], D]:
    """Return the work that checks the password of a `change` and returns the change.

    It raises Unauthorized (401) for a wrong one, and takes as long where none is stored. `of`: what
    has the password. Raises TooManyCalls (429) after wrong ones for it from any sender.
    """
    wait = await call.counters.decide(_guesses(call, of), backoff.attempt, call.machine_clock.now())
    if wait:
        raise TooManyCalls(TOO_MANY_POST_PASSWORDS, retry_after=wait)
    password = getattr(change, "password")  # noqa: B009 - of a type that is not known here

    def work() -> D:
        if not passwords.matches(password, hashed or None):
            raise Unauthorized(WRONG_POST_PASSWORD, parameter="password")
        return change

    return work


async def forget_guesses(call: Call, of: str) -> None:
    """Reset the wait, after the password of a thing was right."""
    await call.counters.decide(_guesses(call, of), backoff.forget, call.machine_clock.now())


def _guesses(call: Call, of: str) -> str:
    return f"password {call.mall.mall_id} {of}"
