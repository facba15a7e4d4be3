"""Passwords of what guests write: kept so that nobody can read them, made before the transaction.

A guest proves with it to be the author of an article or a comment; no answer ever holds it.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct

from openmall.contract.call import Call
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
