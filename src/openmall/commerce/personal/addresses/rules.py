"""The address book of the customer who is signed in; a guest has none (401)."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import asdict

from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.personal.addresses import store as address_store
from openmall.commerce.personal.addresses.refusals import ADDRESS_BOOK_FULL
from openmall.commerce.personal.addresses.shape import (
    Address,
    AddressChange,
    AddressFields,
    AddressPath,
)
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

MOST: Final = 30
"""Addresses of a customer: the book has no pages."""


async def listing(call: Call, params: ShopParams) -> Sequence[Address]:
    """Retrieve the addresses of the customer: the default one first, then the newest."""
    return await address_store.of_customer(call.db, await credentials.require(call))


async def add(call: Call, draft: AddressFields) -> Address:
    """Add an address. The first one is the default. Raises Invalid (422) for too many."""
    member_id = await _lock(call)
    known = await address_store.count(call.db, member_id)
    if known >= MOST:
        raise Invalid(ADDRESS_BOOK_FULL, parameter="address1")
    values = _values(draft) | ({} if known else {"is_default": "T"})
    number = await address_store.add(call.db, member_id, values)
    call.journal(f"address {number}", {"created": (False, True)})
    return await _find(call, member_id, number)


async def change(call: Call, change_: AddressChange) -> Address:
    """Replace an address. Raises NotFound (404), and NotModified (409) without any difference."""
    member_id = await _lock(call)
    before = await _find(call, member_id, change_.address_no)
    values = _values(change_)
    changed = sorted(name for name, value in values.items() if getattr(before, name) != value)
    if not changed:
        raise NotModified()
    await address_store.change(call.db, member_id, change_.address_no, values)
    # the log has no personal data: which fields, not what they are
    call.journal(f"address {change_.address_no}", {"changed": (None, ", ".join(changed))})
    return await _find(call, member_id, change_.address_no)


async def remove(call: Call, params: AddressPath) -> AddressPath:
    """Remove an address of the customer. Raises NotFound (404)."""
    if not await address_store.remove(call.db, await _lock(call), params.address_no):
        raise _unknown()
    call.journal(f"address {params.address_no}", {"deleted": (False, True)})
    return params


async def replace_default(call: Call, member_id: str, own: Mapping[str, str]) -> bool:
    """Replace the default address of a member, or add the first one; False: it is the same.

    `own`: fields of an address. Raises NotFound (404) for an unknown member, and ValidationError of
    msgspec for what is no address.
    """
    fields = msgspec.convert({"shop_no": call.shop_no, **own}, AddressFields)
    await customer_store.require(call, member_id, to_change=True)
    values = _values(fields) | {"is_default": "T"}
    book = await address_store.of_customer(call.db, member_id)
    if not book:
        number = await address_store.add(call.db, member_id, values)
        call.journal(f"address {number}", {"created": (False, True)})
        return True
    # the default one is the first
    before = book[0]
    values["address_name"] = before.address_name
    changed = sorted(name for name, value in values.items() if getattr(before, name) != value)
    if changed:
        await address_store.change(call.db, member_id, before.address_no, values)
        call.journal(f"address {before.address_no}", {"changed": (None, ", ".join(changed))})
    return bool(changed)


async def _lock(call: Call) -> str:
    """Return the customer, whose row is locked: two writes leave one default address."""
    member_id = await credentials.require(call)
    await customer_store.require(call, member_id, to_change=True)
    return member_id


async def _find(call: Call, member_id: str, number: int) -> Address:
    for each in await address_store.of_customer(call.db, member_id):
        if each.address_no == number:
            return each
    raise _unknown()


def _values(fields: AddressFields) -> dict[str, str]:
    sent = asdict(fields)
    return {name: sent[name] for name in Address.__struct_fields__ if name != "address_no"}


def _unknown() -> NotFound:
    return NotFound(DOES_NOT_EXIST, parameter="address_no", resource=Phrase("address"))
