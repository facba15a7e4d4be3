"""Finds the app of a client id."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from openmall.access.oauth.apps import RegisteredApp
    from openmall.cli.installation import Installation


async def require_app(opened: "Installation", client_id: str) -> "RegisteredApp":
    """Return an app. Raises ClickException when there is none of that client id."""
    from openmall.access.oauth import apps as registered_apps

    async with opened.database.reading("") as db:
        app = await registered_apps.find(db, client_id)
    if app is None:
        raise click.ClickException(f"there is no app {client_id!r}")
    return app
