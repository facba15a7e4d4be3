"""What a developer may see of plans and recorded writes in a mall, and with what they are read.

In a test mall of the developer, or one that a program created with the app, everything is shown: it
is theirs. In a merchant's mall no value is shown that the log of calls does not show.
"""

from typing import Final

from msgspec import Struct

from openmall.access.malls import rules as mall_rules
from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.events.request_log import search as request_log_search
from openmall.events.webhooks import rules as webhook_rules
from openmall.http.web.languages import marked
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import PageContext, PageError
from openmall.pages.console.webhooks import find_mall

HEAD_ADMIN: Final = "P"
CHANGES: Final = {
    "created": marked("created"),
    "updated": marked("changed"),
    "deleted": marked("deleted"),
}
"""What became of a row -> what the page says."""


class Sight(Struct, frozen=True):
    """With what plans of a mall are read."""

    mall: Mall
    clock: Clock
    """That of the mall."""
    seal: Seal
    db: Session


class Place(Struct, frozen=True):
    """A mall in which the app is installed, as a page is about it."""

    mall: Mall
    clock: Clock
    is_own: bool
    """The developer may see everything in it, and decide as its merchant would."""


async def mall_ids(context: PageContext) -> list[str]:
    """Return the malls in which the app is installed."""
    return await webhook_rules.malls(context.services.webhooks.context, context.app.client_id)


async def place(context: PageContext, mall_id: str) -> Place:
    """Return a mall in which the app is installed. Raises PageError (404)."""
    await find_mall(context, mall_id)
    mall = await context.services.directory.mall(mall_id)
    if mall is None:
        raise not_found()
    return Place(mall, mall.clock(context.clock), await _is_own(context, mall_id))


def sight(context: PageContext, where: Place, db: Session) -> Sight:
    """Return with what the plans of a mall are read in a transaction."""
    return Sight(where.mall, where.clock, context.services.client.seal, db)


async def _is_own(context: PageContext, mall_id: str) -> bool:
    async with context.database.reading("") as db:
        own = await console_store.test_malls_of(db, context.developer)
        of_programs = await console_store.program_malls_of(db, [context.app.client_id])
    return mall_id in {*(each.mall_id for each in own), *(each.mall_id for each in of_programs)}


async def head_admin(context: PageContext, where: Place) -> str:
    """Return the user id of a head admin of a test mall. Raises PageError (409) without one."""
    async with context.database.reading(where.mall.mall_id) as db:
        managers = await mall_rules.managers(db)
    for manager in managers:
        if manager.manager_type == HEAD_ADMIN:
            return manager.user_id
    raise PageError(
        marked("Nobody can decide in this mall"),
        marked("It has no head admin. Create a new password on the page of the test mall."),
        status=409,
    )


async def call_addresses(context: PageContext, request_ids: list[str]) -> dict[str, str]:
    """Return request id -> address of the call in the app's log, of those that it still has."""
    async with context.database.reading("") as db:
        found = await request_log_search.of_requests(db, context.app.client_id, request_ids)
    return {each: f"{context.app_home}/calls/{number}" for each, number in found.items()}


def number(text: str) -> int:
    """Parse a positive number; 0 for invalid text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def not_found() -> PageError:
    """Return the error for a plan or write that is not there."""
    return PageError(
        marked("Page not found"),
        marked("It does not exist, is of another app, or is no longer kept."),
        status=404,
    )
