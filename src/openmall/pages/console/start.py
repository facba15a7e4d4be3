"""The start page: the next steps of a developer, or what openmall is for one without sign-in."""

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.pages.console import menu, public_start
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Handle `GET /developers`."""
    if context.current_developer is None:
        return await public_start.show(context)
    async with context.database.reading("") as db:
        apps = await registered_apps.of_developer(db, context.developer.number)
        malls = await console_store.test_malls_of(db, context.developer)
    guides = [(address, context.translate(title)) for address, title in menu.GUIDES]
    return context.show("start.html", apps=apps, malls=malls, guides=guides)
