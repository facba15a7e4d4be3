"""SQL of the e-mail addresses of customers."""

import zlib
from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, select

from openmall.commerce.customer.customers.tables import PERSON
from openmall.contract.call import Call
from openmall.database import sequences
from openmall.database.statements import InList, Statement
from openmall.database.text_search import mail_addresses

_P: Final = PERSON.c
_EMAILS: Final = Statement(
    select(_P.member_id, _P.email).where(
        _P.mall_id == bindparam("mall_id"), InList(_P.member_id, "member_ids")
    )
)
_WITH_EMAIL: Final = Statement(
    select(_P.member_id).where(
        _P.mall_id == bindparam("mall_id"),
        mail_addresses.Comparable(_P.email) == bindparam("email"),
    )
)
_TURNS: Final = 64
"""Rows of a mall by which shoppers who take an address wait for each other."""


async def emails(call: Call, member_ids: Sequence[str]) -> dict[str, str]:
    """Return e-mail addresses: member id -> address, without former members."""
    rows = await call.db.all(_EMAILS, member_ids=list(dict.fromkeys(member_ids)))
    return dict(map(tuple, rows))


async def with_email(call: Call, email: str) -> list[str]:
    """Return the member ids of the mall with an e-mail address, in any case."""
    rows = await call.db.all(_WITH_EMAIL, email=mail_addresses.comparable(email))
    return [member_id for (member_id,) in rows]


async def take_turn(call: Call, email: str) -> None:
    """Wait for other shoppers who take an address, until the end of their transactions.

    Take it before a customer is locked, so that no two transactions wait for each other.
    """
    number = zlib.crc32(mail_addresses.comparable(email).encode()) % _TURNS
    await sequences.allocate(call.db, f"customer address {number}", count=0)
