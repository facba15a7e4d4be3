"""The audit: who did what in the operator console, and when."""

import re
from typing import Final

from starlette.responses import Response

from openmall.pages.console.page_context import time
from openmall.pages.operator import menu
from openmall.pages.operator import store as operator_store
from openmall.pages.operator.page_context import PageContext

_NEWEST: Final = 2**62


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/audit`: newest first, `?before=` the number of an entry."""
    text = context.query.text("before")
    before = int(text) if re.fullmatch(r"[0-9]{1,15}", text) else _NEWEST
    async with context.database.reading("") as db:
        found = await operator_store.actions(db, before)
    page = found[: operator_store.ACTIONS]
    return context.show(
        "audit.html",
        actions=[(each, time(each.at, exact=True)) for each in page],
        newest=menu.AUDIT if before != _NEWEST else "",
        older=f"{menu.AUDIT}?before={page[-1].action_no}" if len(found) > len(page) else "",
    )
