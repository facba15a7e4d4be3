"""The menu of a shop: the back office's own pages, then the apps in the mall that can be opened."""

from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.access.oauth import installed_apps
from openmall.access.oauth.installed_apps import InstalledApp
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.database.session import Session

FIRST_OF_APPS: Final = 10_001
"""`menu_no` of the installation's first app; the back office's own pages lie below."""


class Entry(Struct, frozen=True, kw_only=True):
    """One line of the menu."""

    number: int
    name: str
    address: str
    """A page below the address of staff pages, or an app's https address."""
    of_app: bool

    def below(self, base: str) -> str:
        """Return its whole address, where staff pages are below `base`."""
        return self.address if self.address.startswith("https://") else base + self.address


def own(language: str) -> list[Entry]:
    """Return the back office's own entries, named in a shop's `language`."""
    return [
        Entry(
            number=page.number,
            name=page.name.translate(language),
            address=page.at,
            of_app=False,
        )
        for page in menu_pages.PAGES
    ]


def opening_address(app: InstalledApp, base: str = "") -> str:
    """Return where an app with a start page is opened: there, or in a page of the back office.

    `base`: what stands before the page of the back office.
    """
    if not app.embedded:
        return app.launch_url
    return f"{base}{menu_pages.APPS.at}?{urlencode({'open': app.client_id})}"


async def of_apps(db: Session) -> list[Entry]:
    """Return an entry for each app in the session's mall that people can open."""
    return [
        Entry(
            number=FIRST_OF_APPS - 1 + app.app_no,
            name=app.name,
            address=opening_address(app),
            of_app=True,
        )
        for app in await installed_apps.in_mall(db)
        if app.launch_url and app.deleted_at is None
    ]
