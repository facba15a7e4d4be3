"""The start page: the next steps."""

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.pages.console import menu
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Handle `GET /developers`."""
    async with context.database.reading("") as db:
        apps = await registered_apps.of_developer(db, context.developer.number)
        malls = await console_store.test_malls_of(db, context.developer)
    guides = [(address, context.translate(title)) for address, title in menu.GUIDES]
    return context.show("start.html", apps=apps, malls=malls, guides=guides)
