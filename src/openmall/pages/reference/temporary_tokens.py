"""Access tokens for one call: an app acts in a test mall on behalf of its developer.

The token is revoked after the call, so trying an operation requires no token of one's own.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec import Struct

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import secrets, tokens
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.sandbox import clock as sandbox_clock
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.pages.console.sandbox_malls import USER_ID
from openmall.pages.console.store import TestMall


class TryItOptions(Struct, frozen=True, kw_only=True):
    """The test malls and apps a developer can use; empty without sign-in."""

    malls: list[TestMall] = []
    apps: list[RegisteredApp] = []


class AppNotInstalled(Exception):
    """The app is not installed in the mall."""


class TemporaryTokens(Struct, frozen=True):
    """Issues tokens that are valid during one call."""

    database: Database
    counters: Counters
    clock: Clock

    @asynccontextmanager
    async def issue(self, mall_id: str, client_id: str) -> AsyncIterator[str]:
        """Issue an access token of an app with its scopes in the mall; revoke it on exit.

        The caller ensures that both belong to the developer. Raises AppNotInstalled.
        """
        family = secrets.generate()
        async with self.database.writing(mall_id) as db:
            allowed = await registered_apps.allowed(db, client_id)
            if allowed is None:
                raise AppNotInstalled
            grant = tokens.Grant(client_id, USER_ID, "P", 1, allowed, family)
            clock = await sandbox_clock.of(db, self.clock)
            issued = await tokens.issue(db, clock, grant)
        try:
            yield issued.access_token
        finally:
            async with invalidating_transaction(self.database, self.counters, mall_id) as db:
                await tokens.revoke_family(db, clock, family)
