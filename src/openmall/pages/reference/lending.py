"""A token for one call: an app that is in a test mall acts there as its developer, and no longer.

It is ended after the call, so nobody has to type one to try an operation.
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
from openmall.pages.console.store import TestMall
from openmall.pages.console.testmalls import USER_ID


class Bench(Struct, frozen=True, kw_only=True):
    """What a developer can try things with: nothing, where nobody is signed in."""

    malls: list[TestMall] = []
    apps: list[RegisteredApp] = []


class NotThere(Exception):
    """The app is not in the mall."""


class Lender(Struct, frozen=True):
    """Gives tokens that live as long as a call."""

    database: Database
    counters: Counters
    clock: Clock

    @asynccontextmanager
    async def token(self, mall_id: str, client_id: str) -> AsyncIterator[str]:
        """Give an access token of an app, with what it was allowed in the mall.

        Both are the developer's own: the caller makes sure of it. Raises NotThere.
        """
        family = secrets.generate()
        async with self.database.writing(mall_id) as db:
            allowed = await registered_apps.allowed(db, client_id)
            if allowed is None:
                raise NotThere
            grant = tokens.Grant(client_id, USER_ID, "P", 1, allowed, family)
            clock = await sandbox_clock.of(db, self.clock)
            issued = await tokens.issue(db, clock, grant)
        try:
            yield issued.access_token
        finally:
            async with invalidating_transaction(self.database, self.counters, mall_id) as db:
                await tokens.revoke_family(db, clock, family)
