"""What went wrong in an app's calls, kind by kind."""

from urllib.parse import urlencode

from starlette.responses import Response

from openmall.calls import search
from openmall.calls.search import Kind
from openmall.console.calls import NOWHERE
from openmall.console.desk import Desk, Time, time


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/errors`: the kinds of errors, the one seen last first."""
    async with desk.database.reading("") as db:
        found = await search.errors(db, desk.app.client_id)
    return desk.show(
        "calls_errors.html",
        kinds=[
            (each, _minute(each.first_at), _minute(each.last_at), _calls(desk, each))
            for each in found
        ],
        most=search.MOST_ERRORS,
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
