"""Identity providers of staff, and the accounts of managers there (OpenID Connect).

An account signs a manager in once it is linked: by the manager, who is signed in and has typed the
password, or by an invitation that nobody has accepted yet, where the provider has verified the
address it was sent to. No account gives rights by itself.
"""

from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.access.malls import rules as mall_rules
from openmall.access.malls.refusals import ACCOUNT_CONNECTED, TOO_MANY_ACCOUNTS
from openmall.access.malls.rules import Manager
from openmall.access.malls.staff_provider_setting import SHOP_NO, StaffProviderSetting
from openmall.access.malls.tables import MANAGER, STAFF_IDENTITY
from openmall.configuration import Configuration
from openmall.contract.crud import settings, shop_settings
from openmall.contract.errors import Invalid
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.text_search import mail_addresses

MOST: Final = 5
"""Accounts of a manager."""
_I: Final = STAFF_IDENTITY.c
_ACCOUNT: Final = (
    _I.mall_id == bindparam("mall_id"),
    _I.issuer == bindparam("of_issuer"),
    _I.subject == bindparam("of_subject"),
)
_OF_MANAGER: Final = (_I.mall_id == bindparam("mall_id"), _I.user_id == bindparam("of_user"))
_FIND: Final = Statement(select(_I.user_id).where(*_ACCOUNT))
_USE: Final = Statement(
    update(STAFF_IDENTITY).where(*_ACCOUNT).values(last_used_at=bindparam("now"))
)
_LIST: Final = Statement(
    select(_I.issuer, _I.subject, _I.linked_at, _I.last_used_at)
    .where(*_OF_MANAGER)
    .order_by(_I.linked_at, _I.issuer, _I.subject)
)
_ADD: Final = Statement(insert(STAFF_IDENTITY).values({c.name: bindparam(c.name) for c in _I}))
_REMOVE: Final = Statement(
    delete(STAFF_IDENTITY).where(*_ACCOUNT, _I.user_id == bindparam("of_user"))
)
_REMOVE_ALL: Final = Statement(delete(STAFF_IDENTITY).where(*_OF_MANAGER))
_INVITED: Final = Statement(
    select(MANAGER.c.user_id, MANAGER.c.email).where(
        MANAGER.c.mall_id == bindparam("mall_id"), MANAGER.c.invited_at > bindparam("since")
    )
)


class Identity(Struct, frozen=True, kw_only=True):
    """An account of a provider that is linked to a manager."""

    issuer: str
    subject: str
    linked_at: int
    last_used_at: int
    """UTC seconds; 0: not used yet."""


async def provider(
    db: Session, seal: Seal, configuration: Configuration
) -> StaffProviderSetting | None:
    """Return the provider of the session's mall: its own, else the operator's; None without one."""
    own = await own_provider(db, seal)
    return own if own.issuer else of_operator(configuration)


async def own_provider(db: Session, seal: Seal) -> StaffProviderSetting:
    """Return the mall's own provider; its issuer is empty without one."""
    return await shop_settings.read_with_secrets(db, seal, SHOP_NO, StaffProviderSetting)


async def change_provider(db: Session, seal: Seal, setting: StaffProviderSetting) -> None:
    """Write the mall's own provider."""
    await settings.write_setting(db, seal, setting)


def of_operator(configuration: Configuration) -> StaffProviderSetting | None:
    """Return the provider that the operator has set for all malls; None without one."""
    if not configuration.staff_issuer or not configuration.staff_client_id:
        return None
    return StaffProviderSetting(
        provider_name=configuration.staff_provider_name,
        issuer=configuration.staff_issuer,
        client_id=configuration.staff_client_id,
        client_secret=configuration.staff_client_secret or None,
    )


def name_of(provider: StaffProviderSetting) -> str:
    """Return what the button of a provider says: its name, else the host of its issuer."""
    return provider.provider_name or urlsplit(provider.issuer).netloc


async def of_manager(db: Session, user_id: str) -> list[Identity]:
    """Return the accounts of a manager, in the order in which they were linked."""
    return [
        Identity(issuer=issuer, subject=subject, linked_at=linked_at, last_used_at=last_used_at)
        for issuer, subject, linked_at, last_used_at in await db.all(_LIST, of_user=user_id)
    ]


async def use(db: Session, clock: Clock, *, issuer: str, subject: str) -> str:
    """Return the user ID of the manager with an account, and date its use; empty: nobody has it."""
    row = await db.one(_FIND, of_issuer=issuer, of_subject=subject)
    if row is None:
        return ""
    await db.run(_USE, of_issuer=issuer, of_subject=subject, now=int(clock.now()))
    return str(row[0])


async def link(db: Session, clock: Clock, user_id: str, *, issuer: str, subject: str) -> None:
    """Link an account to a manager.

    Raises Invalid (422) for an account that is linked already, and for a manager with too many.
    """
    if await db.one(_FIND, of_issuer=issuer, of_subject=subject) is not None:
        raise Invalid(ACCOUNT_CONNECTED, parameter="account")
    if len(await of_manager(db, user_id)) >= MOST:
        raise Invalid(TOO_MANY_ACCOUNTS, parameter="account")
    await db.run(
        _ADD,
        issuer=issuer,
        subject=subject,
        user_id=user_id,
        linked_at=int(clock.now()),
        last_used_at=0,
    )


async def unlink(db: Session, user_id: str, *, issuer: str, subject: str) -> bool:
    """Unlink an account of a manager; False: there is none."""
    return await db.run(_REMOVE, of_issuer=issuer, of_subject=subject, of_user=user_id) > 0


async def unlink_all(db: Session, user_id: str) -> int:
    """Unlink the accounts of a manager; return how many there were."""
    return await db.run(_REMOVE_ALL, of_user=user_id)


async def invited_with(db: Session, clock: Clock, email: str) -> str:
    """Return the only manager who was invited at an address and has not accepted; empty: none.

    An invitation ends here when its link does.
    """
    since = max(0, int(clock.now()) - mall_rules.INVITATION_SECONDS)
    found = [
        str(user_id)
        for user_id, known in await db.all(_INVITED, since=since)
        if mail_addresses.same(email, known or "")
    ]
    return found[0] if len(found) == 1 else ""


def accepted(manager: Manager, password_hash: str) -> Manager:
    """Return an invited manager who signs in with an account; `password_hash`: of no password.

    Another hash ends the link of the invitation.
    """
    return replace(manager, password_hash=password_hash, invited_at=0)
