"""The errors of an app's calls, grouped by kind."""

from urllib.parse import urlencode

from starlette.responses import Response

from openmall.events.request_log import search as request_log_search
from openmall.events.request_log.search import ErrorKind
from openmall.pages.console.calls import UNKNOWN_URL
from openmall.pages.console.page_context import PageContext, Time, time


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/errors`: list the kinds of errors, latest first."""
    async with context.database.reading("") as db:
        kinds = await request_log_search.errors(db, context.app.client_id)
    return context.show(
        "calls_errors.html",
        kinds=[
            (each, _minute(each.first_at), _minute(each.last_at), _calls(context, each))
            for each in kinds
        ],
        most=request_log_search.MOST_ERRORS,
    )


def _minute(micros: int) -> Time:
    return time(micros // 1_000_000)


def _calls(context: PageContext, kind: ErrorKind) -> str:
    """Return the address of the calls with a kind of error."""
    query = {
        "status": str(kind.status),
        "operation": kind.operation or UNKNOWN_URL,
        "parameter": kind.parameter,
        "message": kind.message,
    }
    parameters = {name: value for name, value in query.items() if value}
    return f"{context.app_home}/calls?{urlencode(parameters)}"
