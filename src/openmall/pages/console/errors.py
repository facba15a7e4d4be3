"""What went wrong in an app's calls, kind by kind."""

from urllib.parse import urlencode

from starlette.responses import Response

from openmall.events.request_log import search as request_log_search
from openmall.events.request_log.search import Kind
from openmall.pages.console.calls import NOWHERE
from openmall.pages.console.desk import Desk, Time, time


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/errors`: the kinds of errors, the one seen last first."""
    async with desk.database.reading("") as db:
        found = await request_log_search.errors(db, desk.app.client_id)
    return desk.show(
        "calls_errors.html",
        kinds=[
            (each, _minute(each.first_at), _minute(each.last_at), _calls(desk, each))
            for each in found
        ],
        most=request_log_search.MOST_ERRORS,
    )


def _minute(micros: int) -> Time:
    return time(micros // 1_000_000)


def _calls(desk: Desk, kind: Kind) -> str:
    """Return the address of the calls of a kind."""
    query = {
        "status": str(kind.status),
        "operation": kind.operation or NOWHERE,
        "parameter": kind.parameter,
        "message": kind.message,
    }
    said = {name: value for name, value in query.items() if value}
    return f"{desk.app_home}/calls?{urlencode(said)}"
