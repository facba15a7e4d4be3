"""The index of all settings, in groups, and what a search finds of them."""

from starlette.responses import Response

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.search import commands, matching, palette
from openmall.pages.backoffice.settings import asked_fields
from openmall.pages.backoffice.settings.resources import CUSTOMERS, RESOURCES


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/settings`: list all settings, or with `q` what its words find of them."""
    typed = context.visit.query.text("q").strip()[: matching.MAX_QUERY]
    found = commands.find(context, typed, kinds=commands.OF_SETTINGS) if typed else []
    listed = {each.slug: (each.group, each.title, each.about) for each in RESOURCES.values()}
    listed[asked_fields.SLUG] = (CUSTOMERS, asked_fields.TITLE, asked_fields.ABOUT)
    groups = {
        group: [
            (f"{menu_pages.SETTINGS.path}/{slug}", title, about)
            for slug, (of, title, about) in listed.items()
            if of == group
        ]
        for group in dict.fromkeys(of for of, _, _ in listed.values())
    }
    about = marked("How the shop sells, delivers, and speaks to its customers.")
    return context.show(
        "settings.html",
        title=marked("Store settings"),
        about=about,
        typed=typed,
        found=palette.grouped(context, found),
        groups={} if typed else groups,
    )
