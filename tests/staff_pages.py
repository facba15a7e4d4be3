"""The staff pages as tests name them: below `/admin`, whatever the mall (`staff_host.py`)."""

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.pages.backoffice import service

HANDLERS = {(f"/admin{at}", below): methods for (at, below), methods in service.HANDLERS.items()}
"""As `service.HANDLERS`."""


def path_of(page: menu_pages.Page) -> str:
    """Return the path of a page of the menu."""
    return f"/admin{page.at}"
