"""Passwords of guests' articles and comments: stored as hashes, computed before the transaction.

A guest proves with it to be the author of an article or a comment; no answer ever holds it.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct

from openmall.access import passwords
from openmall.contract.call import Call
from openmall.contract.errors import Unauthorized

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


def check_password(change: D, hashed: str) -> Callable[[], D]:
    """Return the work that checks the password of a `change` and returns the change.

    It raises Unauthorized (401) for a wrong one, and takes as long where none is stored.
    """
    password = getattr(change, "password")  # noqa: B009 - of a type that is not known here

    def work() -> D:
        if not passwords.matches(password, hashed or None):
            raise Unauthorized("The password is wrong.", parameter="password")
        return change

    return work
