"""The bank accounts that a shop's customers pay to; read only.

Specification: "Store accounts". The operator enters them with `openmall mall account`.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.operation import listing
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_STORE

Text50 = Annotated[str, Meta(min_length=1, max_length=50)]


class Account(Struct, frozen=True, kw_only=True):
    """A bank account of a shop."""

    shop_no: int
    bank_account_id: int
    """Counted from 1 in each shop, never given to another account."""
    bank_name: Text50
    bank_code: Text50
    bank_account_no: Text50
    bank_account_holder: Text50
    use_account: Flag = "T"


class Accounts(Setting, frozen=True, kw_only=True):
    """The accounts of a shop, by number; a new shop has none."""

    accounts: list[Account] = []


async def list_accounts(call: Call, params: ShopParams) -> Sequence[Account]:
    """Retrieve a list of store accounts, by number."""
    return (await current(call, Accounts)).accounts


async def add(call: Call, fields: dict[str, str]) -> Account:
    """Add a bank account that customers can pay to. Raises ValueError with the reason for an
    invalid account.
    """
    before = await current(call, Accounts, to_change=True)
    number = len(before.accounts) + 1
    account = msgspec.convert(
        {"shop_no": call.shop_no, "bank_account_id": number, **fields}, Account
    )
    await write_setting(call.db, call.seal, replace(before, accounts=[*before.accounts, account]))
    call.journal(f"bank account {number}", {"use_account": (None, "T")})
    return account


async def close(call: Call, bank_account_id: int) -> Account:
    """Close a bank account: customers can no longer pay to it.

    Raises NotFound (404) for an unknown account, NotModified (409) for a closed one.
    """
    before = await current(call, Accounts, to_change=True)
    known = {each.bank_account_id: each for each in before.accounts}
    if bank_account_id not in known:
        raise NotFound("The account does not exist.", parameter="bank_account_id")
    if known[bank_account_id].use_account == "F":
        raise NotModified
    known[bank_account_id] = replace(known[bank_account_id], use_account="F")
    await write_setting(call.db, call.seal, replace(before, accounts=list(known.values())))
    call.journal(f"bank account {bank_account_id}", {"use_account": ("T", "F")})
    return known[bank_account_id]


OPERATIONS = [
    listing(
        "store/accounts",
        list_accounts,
        takes=ShopParams,
        gives=Account,
        key="accounts",
        scope=READ_STORE,
    ),
]
