"""Grants what a manager consented to: the app is installed, and gets an authorization code.

Specification: "Authentication endpoints" (authorization code).
"""

from typing import Final

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import codes, redirects, secrets
from openmall.access.oauth.sessions import Pending
from openmall.access.oauth.tokens import Grant
from openmall.contract.journal import record
from openmall.contract.journal.record import Person
from openmall.contract.moments import Clock
from openmall.database.session import Session

_BASIC_SHOP: Final = 1
"""Tokens are of the mall's first shop."""


async def grant(
    db: Session, clock: Clock, manager: Person, pending: Pending, *, issuer: str
) -> str:
    """Install an app with the scopes it asked for; return the address with its code.

    Use an invalidating transaction. `issuer`: origin of the mall's authorization server.
    """
    await _install(db, clock, manager, pending)
    code = await codes.issue(
        db,
        clock,
        Grant(
            pending.client_id,
            manager.user_id,
            manager.manager_type,
            _BASIC_SHOP,
            pending.scopes,
            secrets.generate(),
            pending.resources,
        ),
        redirect_uri=pending.redirect_uri,
        challenge=pending.challenge,
    )
    return redirects.response_uri(
        pending.redirect_uri, {"code": code}, pending.state, issuer=issuer
    )


def deny(pending: Pending, description: str, *, issuer: str) -> str:
    """Return the address at which an app is told that the manager did not consent."""
    answer = {"error": "access_denied", "error_description": description}
    return redirects.response_uri(pending.redirect_uri, answer, pending.state, issuer=issuer)


async def _install(db: Session, clock: Clock, manager: Person, pending: Pending) -> None:
    app = await registered_apps.find(db, pending.client_id)
    assert app is not None, "a request is of a registered app"
    before = await registered_apps.allowed(db, pending.client_id)
    # storefront calls have no token: a consent to fewer scopes must not take theirs away
    granted = list(dict.fromkeys([*(before or []), *pending.scopes]))
    await registered_apps.install(db, clock, pending.client_id, granted)
    if before is None or set(before) != set(granted):
        await record.write_browser_action(
            db,
            clock,
            manager,
            action="app install" if before is None else "app change",
            shop_no=record.WHOLE_MALL,
            subject=f"app {app.name}",
            client_id=app.client_id,
            changes={"scopes": (" ".join(before or []), " ".join(granted))},
        )
