"""Exports and erases the personal data of a data subject: a present or former customer."""

from msgspec import Struct

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import Leaving
from openmall.commerce.privacy.data_subject import search, store
from openmall.commerce.privacy.data_subject.phrases import phrases_of
from openmall.commerce.privacy.data_subject.store import Rows
from openmall.commerce.privacy.data_subject.tables import redacted
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.events.file_transfers import store as transfer_store


class Erased(Struct, frozen=True, kw_only=True):
    """The result of an erasure."""

    member_id: str
    left: bool
    """The erasure ended the membership."""
    events: int
    """Events of the outbox that were redacted."""


async def export(call: Call, member_id: str) -> dict[str, Rows]:
    """Return all rows about a customer: table -> rows.

    Amounts are in hundredths, times in UTC seconds, passwords are left out. Raises NotFound (404)
    for an id that no customer has or had.
    """
    rows = await _rows_about(call, member_id)
    return rows | await search.find(call, phrases_of(member_id, rows))


async def erase(call: Call, member_id: str) -> Erased:
    """Erase the personal data of a customer, and keep ledgers consistent.

    Ends the membership if it has not ended. Orders keep items and payments, points and credits
    their ledger, public posts their text, all without the person. Private posts are blanked. The
    member id stays taken. Erasing twice changes nothing more. Raises NotFound (404) for an id that
    no customer has or had.
    """
    await store.lock_orders(call, member_id)
    phrases = phrases_of(member_id, await _rows_about(call, member_id))
    left = True
    try:
        await customer_rules.leave(call, Leaving(shop_no=call.shop_no, member_id=member_id))
    except NotFound:
        left = False
    for documents in redacted():
        await store.redact(call, member_id, documents)
    await store.blank(call, member_id)
    await transfer_store.expire_exports(call.db)
    events = await search.redact(call, phrases)
    call.journal(f"customer {member_id}", {"erased": (False, True)})
    return Erased(member_id=member_id, left=left, events=events)


async def _rows_about(call: Call, member_id: str) -> dict[str, Rows]:
    rows = await store.rows_about(call, member_id)
    if not rows:
        raise customer_store.nobody()
    return rows
