"""Passwords of what guests write: kept so that nobody can read them, made before the transaction.

A guest proves with it to be the author of an article or a comment; no answer ever holds it.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct

from openmall.contract.call import Call
from openmall.contract.errors import Unauthorized
from openmall.oauth import passwords

D = TypeVar("D", bound=Struct)
"""What guests send, with a `password` that may be UNSET."""


async def keep(call: Call, draft: D) -> Callable[[], D]:
    """Return the work that puts what is kept of its password into a `draft`."""
    return lambda: _kept(draft)


def _kept(draft: D) -> D:
    password = getattr(draft, "password", UNSET)
    if password is UNSET:
        return draft
    return msgspec.structs.replace(draft, password=passwords.kept(password))


def proved(change: D, hashed: str) -> Callable[[], D]:
    """Return the work that gives a `change` back when its password is the one that was kept.

    It raises Unauthorized (401) for another; takes as long where none was kept.
    """
    password = getattr(change, "password")  # noqa: B009 - of a type that is not known here

    def work() -> D:
        if not passwords.matches(password, hashed or None):
            raise Unauthorized("The password is wrong.", parameter="password")
        return change

    return work
