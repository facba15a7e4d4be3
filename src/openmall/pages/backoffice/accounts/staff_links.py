"""Links by which staff choose a password: of an invitation, and of a forgotten password.

A link holds a digest of the account: it ends with any new password, so that it works once, with
another mail address, and with any change of the role or of what the role may do. It is signed with
a key of the installation, and expires.
"""

import hashlib
from typing import Any, Final, Literal
from urllib.parse import quote

import msgspec

from openmall.access import signed_links
from openmall.access.malls import rules as mall_rules
from openmall.access.malls import staff_roles
from openmall.access.malls.rules import Manager
from openmall.access.signed_links import Link
from openmall.contract.call import Mall
from openmall.contract.links import Links
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.database.text_search import mail_addresses
from openmall.events.messages import outbox
from openmall.events.messages.outbox import Draft
from openmall.http.web.languages import marked
from openmall.translations import catalogues, particles

Occasion = Literal["staff_invitation", "staff_password"]
SECONDS: Final[dict[Occasion, int]] = {
    "staff_invitation": mall_rules.INVITATION_SECONDS,
    "staff_password": 3_600,
}
"""How long a link is valid."""
PAGE: Final = "/password"
"""Page on which the password is set, without a session."""
_SUBJECTS: Final[dict[Occasion, str]] = {
    "staff_invitation": marked("Invitation to the back office of {mall}"),
    "staff_password": marked("Choose a new password for {mall}"),
}
_TEXTS: Final[dict[Occasion, str]] = {
    "staff_invitation": marked(
        "{name}, you can manage {mall} as {user_id}. Choose your password within 7 days:"
    ),
    "staff_password": marked(
        "{name}, choose a new password for {user_id} within an hour. If you did not ask for it,"
        " ignore this mail:"
    ),
}


async def send(
    db: Session,
    clock: Clock,
    seal: Seal,
    mall: Mall,
    manager: Manager,
    occasion: Occasion,
    *,
    links: Links,
    language: str,
) -> None:
    """Put the mail with a link for a manager into the outbox."""
    address = await address_of(
        db, seal, mall, manager, links, until=int(clock.now()) + SECONDS[occasion]
    )
    names = {"name": manager.name, "mall": mall.name, "user_id": manager.user_id}

    def text(message: str) -> str:
        found = catalogues.translate(language, "backoffice", message)
        return particles.chosen(found, names).format(**names)

    await outbox.enqueue(
        db,
        clock,
        [
            Draft(
                shop_no=1,
                channel="email",
                occasion=occasion,
                recipient=manager.email or "",
                sender=mall.name,
                language=language,
                subject=text(_SUBJECTS[occasion]),
                body=f"{text(_TEXTS[occasion])}\n\n{address}",
                opens_account=True,
            )
        ],
        seal=seal,
    )


async def address_of(
    db: Session, seal: Seal, mall: Mall, manager: Manager, links: Links, *, until: int
) -> str:
    """Return the address by which a manager chooses a password, once. `until`: epoch seconds."""
    link = Link(
        mall_id=mall.mall_id,
        shop_no=1,
        member_id=manager.user_id,
        number=await _number(db, manager),
        expires_at=until,
    )
    token = quote(signed_links.issue(seal, "staff password", link))
    return f"{links.of_staff(mall.mall_id)}{PAGE}?token={token}"


def read(clock: Clock, seal: Seal, mall_id: str, token: str) -> Link:
    """Return a genuine link that has not expired, used or not. Raises Invalid (422) otherwise."""
    return signed_links.read(seal, "staff password", mall_id, token, now=clock.now())


async def holder(db: Session, clock: Clock, seal: Seal, mall_id: str, token: str) -> Manager:
    """Return whose password a link sets.

    Raises Invalid (422) for a link that was used, has expired or is not genuine.
    """
    link = read(clock, seal, mall_id, token)
    manager = await mall_rules.manager(db, link.member_id)
    if manager is None or await _number(db, manager) != link.number:
        raise signed_links.broken()
    return manager


async def _number(db: Session, manager: Manager) -> int:
    """Return the digest of what a link of a manager depends on.

    An invitation stays valid when the head admin gives the person another role before it is
    accepted; it is for the same person, whom the new role is meant for.
    """
    person: tuple[Any, ...] = (
        manager.password_hash,
        mail_addresses.comparable(manager.email or ""),
    )
    rights = await staff_roles.rights_of(db, manager.user_id)
    role = (manager.manager_type, manager.role_no, rights.text)
    content = (*person, *(() if manager.invited_at else role), manager.invited_at)
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(content)).digest()[:6])
