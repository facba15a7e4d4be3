"""The bank accounts that a shop's customers pay to; read only in the API.

Specification: "Store accounts". Merchants enter them in the back office under Payments, operators
with `openmall mall account`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from openmall.commerce.store.refusals import (
    BANK_ACCOUNT_CLOSED,
    MALFORMED_ACCOUNT_NUMBER,
    TOO_MANY_BANK_ACCOUNTS,
)
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.operation import listing
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, WRONG_FORMAT
from openmall.contract.scopes import READ_STORE

MOST: Final = 20
"""Accounts of a shop that are in use."""
Text50 = Annotated[str, Meta(min_length=1, max_length=50)]
LONGEST_NUMBER: Final = 50
_NUMBER: Final = re.compile(r"[A-Za-z]{0,2}[0-9][0-9A-Za-z]*(?:[ -][0-9A-Za-z]+)*")
"""Digits in groups by spaces or hyphens; an IBAN has two letters before them and may have more."""

_BANK_CODE: Final = re.compile(patterns.NAME)


class Account(Struct, frozen=True, kw_only=True):
    """A bank account of a shop."""

    shop_no: int
    bank_account_id: int
    """Counted from 1 in each shop, never given to another account."""
    bank_name: Text50
    bank_code: Text50
    # not checked by the type: accounts that were stored before `is_number` may have any text
    bank_account_no: Text50
    bank_account_holder: Text50
    use_account: Flag = "T"


class Accounts(Setting, frozen=True, kw_only=True):
    """The accounts of a shop, by number; a new shop has none."""

    accounts: list[Account] = []
    default_account: int = 0
    """Number of the account that buyers are told first; 0, or a closed one: the oldest in use."""

    def in_use(self) -> list[Account]:
        """Return the accounts that customers can pay to, the default first."""
        used = [each for each in self.accounts if each.use_account == "T"]
        return sorted(used, key=lambda each: each.bank_account_id != self.default_account)


def is_number(text: str) -> bool:
    """Say whether a text can be the number of a bank account of any country."""
    return len(text) <= LONGEST_NUMBER and _NUMBER.fullmatch(text) is not None


def require_account(fields: Mapping[str, object], *, prefix: str = "") -> None:
    """Raise Invalid (422) for a sent number or bank of an account that can be none.

    `prefix`: of the names of both parameters. Empty: there is no account.
    """
    number, code = (fields.get(f"{prefix}{name}") for name in ("bank_account_no", "bank_code"))
    if isinstance(number, str) and number and not is_number(number):
        raise Invalid(
            MALFORMED_ACCOUNT_NUMBER, parameter=f"{prefix}bank_account_no", most=LONGEST_NUMBER
        )
    if isinstance(code, str) and _BANK_CODE.fullmatch(code) is None:
        expected = Phrase(patterns.expected(patterns.NAME))
        raise Invalid(WRONG_FORMAT, parameter=f"{prefix}bank_code", expected=expected)


def require_refund_account(fields: Mapping[str, object]) -> None:
    """Raise Invalid (422) for a sent account of refunds that can be none; empty: there is none."""
    require_account(fields, prefix="refund_")


async def list_accounts(call: Call, params: ShopParams) -> Sequence[Account]:
    """Retrieve a list of store accounts, by number."""
    return (await current(call, Accounts)).accounts


async def add(call: Call, fields: dict[str, str]) -> Account:
    """Add a bank account that customers can pay to.

    Raises ValueError with the reason for an invalid account, Invalid (422) for a malformed number
    and where the shop uses `MOST` already.
    """
    require_account(fields)
    before = await current(call, Accounts, to_change=True)
    _require_room(before)
    number = len(before.accounts) + 1
    account = msgspec.convert(
        {"shop_no": call.shop_no, "bank_account_id": number, **fields}, Account
    )
    await write_setting(call.db, call.seal, replace(before, accounts=[*before.accounts, account]))
    call.journal(f"bank account {number}", {"use_account": (None, "T")})
    return account


async def change(call: Call, bank_account_id: int, fields: dict[str, str]) -> Account:
    """Change a bank account. Raises NotFound (404), NotModified (409) for identical content.

    Raises ValueError with the reason for an invalid account, Invalid (422) for a malformed number.
    """
    require_account(fields)
    before, account = await _to_change(call, bank_account_id)
    after = msgspec.convert({**msgspec.structs.asdict(account), **fields}, Account)
    if after == account:
        raise NotModified(IDENTICAL)
    await _write(call, before, after)
    # numbers of accounts do not belong in the activity log
    changed = [name for name in fields if getattr(after, name) != getattr(account, name)]
    call.journal(f"bank account {bank_account_id}", dict.fromkeys(changed, (None, "new")))
    return after


async def make_default(call: Call, bank_account_id: int) -> Account:
    """Tell buyers a bank account before the others.

    Raises NotFound (404), Invalid (422) for a closed one, NotModified (409) where it is the first.
    """
    before, account = await _to_change(call, bank_account_id)
    if account.use_account == "F":
        raise Invalid(BANK_ACCOUNT_CLOSED, parameter="bank_account_id")
    first = before.in_use()[0].bank_account_id
    if first == bank_account_id:
        raise NotModified(IDENTICAL)
    after = replace(before, default_account=bank_account_id)
    await write_setting(call.db, call.seal, after)
    call.journal("bank accounts", {"default_account": (first, bank_account_id)})
    return account


async def close(call: Call, bank_account_id: int) -> Account:
    """Close a bank account: customers can no longer pay to it.

    Raises NotFound (404) for an unknown account, NotModified (409) for a closed one.
    """
    return await _switch(call, bank_account_id, "F")


async def reopen(call: Call, bank_account_id: int) -> Account:
    """Let customers pay to a closed bank account again.

    Raises NotFound (404) for an unknown account, NotModified (409) for one in use, Invalid (422)
    where the shop uses `MOST` already.
    """
    return await _switch(call, bank_account_id, "T")


async def _switch(call: Call, bank_account_id: int, use: Flag) -> Account:
    before, account = await _to_change(call, bank_account_id)
    if account.use_account == use:
        raise NotModified
    if use == "T":
        _require_room(before)
    after = replace(account, use_account=use)
    await _write(call, before, after)
    call.journal(f"bank account {bank_account_id}", {"use_account": (account.use_account, use)})
    return after


def _require_room(accounts: Accounts) -> None:
    if len(accounts.in_use()) >= MOST:
        raise Invalid(TOO_MANY_BANK_ACCOUNTS, parameter="bank_account_id", most=MOST)


async def _to_change(call: Call, bank_account_id: int) -> tuple[Accounts, Account]:
    """Return the locked accounts of the shop and one of them. Raises NotFound (404)."""
    known = await current(call, Accounts, to_change=True)
    for each in known.accounts:
        if each.bank_account_id == bank_account_id:
            return known, each
    raise NotFound(DOES_NOT_EXIST, parameter="bank_account_id", resource=Phrase("account"))


async def _write(call: Call, before: Accounts, account: Account) -> None:
    accounts = [
        account if each.bank_account_id == account.bank_account_id else each
        for each in before.accounts
    ]
    await write_setting(call.db, call.seal, replace(before, accounts=accounts))


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
