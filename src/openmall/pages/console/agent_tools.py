"""MCP of an app: the address at each mall, the tools, and the recent calls."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.resources import ADMIN_TOOLS
from openmall.events.request_log import search as request_log_search
from openmall.http.web.languages import marked
from openmall.pages.console import calls
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import PageContext

TOOLS: Final = {
    "search_operations": marked("Finds the operations that the app's permissions allow."),
    "describe_operation": marked("Shows parameters, side effects and whether a person confirms."),
    "read_operation": marked("Calls an operation that only reads."),
    "call_operation": marked(
        "Proposes a change, which the shop approves, or makes it where that is allowed."
    ),
    "confirm_operation": marked("Executes a change that a person has confirmed."),
}
"""Tool -> what it does."""
_RECENT: Final = 20


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/mcp`."""
    async with context.database.reading("") as db:
        page = await request_log_search.calls(
            db, context.app.client_id, {"text": ADMIN_TOOLS}, rows=_RECENT
        )
        malls = await console_store.test_malls_of(db, context.developer)
    return context.show(
        "mcp.html",
        addresses=[context.mall_origin(each.mall_id) + ADMIN_TOOLS for each in malls],
        pattern=context.mall_origin("MALL") + ADMIN_TOOLS,
        tools={name: context.translate(text) for name, text in TOOLS.items()},
        calls=[calls.call_row(line) for line in page.lines],
        calls_path=f"{context.app_home}/calls",
        filtered=False,
        newest=True,
    )
