"""Backups that were made and verified, as the commands recorded them."""

import asyncio

from starlette.responses import Response

from openmall.database import backup_log
from openmall.pages.console.page_context import time
from openmall.pages.operator.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/backups`."""
    data_dir = context.services.configuration.data_dir
    entries = await asyncio.to_thread(backup_log.read, data_dir)
    return context.show(
        "backups.html",
        entries=[(each, time(each.at), time(each.taken_at)) for each in entries],
        created=next((time(each.at) for each in entries if each.action == "created"), None),
        verified=next(
            (time(each.at) for each in entries if each.action == "verified" and each.sound), None
        ),
    )
