"""The log of an app's calls: what it asked for, what it was answered, and one call in detail."""

import re
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.contract.journal.record import MASK
from openmall.contract.moments import PLATFORM_ZONE, moment
from openmall.events.request_log import display, row_builder
from openmall.events.request_log import search as request_log_search
from openmall.events.request_log.redaction import CUT
from openmall.events.request_log.search import Found, Line
from openmall.events.request_log.store import Row
from openmall.http.web.languages import marked
from openmall.pages.console import curl
from openmall.pages.console.desk import Desk, Failed

NOWHERE: Final = "-"
"""Stands in the filter for calls of URLs that are no operation's."""
SECONDS: Final = 2
"""Between two looks at what was called since."""
_FILTERS: Final = ("mall", "operation", "status", "from", "to", "text", "parameter", "message")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,18}")
_DAY: Final = 24 * 3_600


class Told(Struct, frozen=True):
    """A call as a list shows it."""

    line: Line
    at: str
    iso: str
    took: str
    kind: str
    """Of its badge."""


async def listed(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/calls`: a page of the log.

    With `part=lines` only the calls: what the page fetches again and again.
    """
    given = {name: desk.query.text(name).strip() for name in (*_FILTERS, "before", "after")}
    problem, parameter, wanted = "", "", {}
    try:
        wanted = _read(given)
    except _Wrong as wrong:
        problem, parameter = desk.said(wrong.message), wrong.parameter
    client_id = desk.app.client_id
    found = Found([], newer=False, older=False)
    async with desk.database.reading("") as db:
        if not problem:
            found = await request_log_search.calls(db, client_id, wanted)
        malls = await request_log_search.malls(db, client_id)
        operations = [each.operation for each in await request_log_search.operations(db, client_id)]
        since = int(desk.clock.now()) - _DAY
        missed = sum(
            each.not_recorded
            for each in await request_log_search.minutes(db, client_id, start=since)
        )
    kept = {name: given[name] for name in _FILTERS if given[name]}
    lines = found.lines
    here = f"{desk.app_home}/calls"
    newest = not (given["before"] or given["after"])
    live = newest and not problem and desk.query.text("live") != "off"
    alone = desk.query.text("part") == "lines"
    return desk.show(
        "calls_lines.html" if alone else "calls.html",
        status=400 if problem else 200,
        problem=problem,
        parameter=parameter,
        given=given,
        filtered=bool(kept),
        malls=_with(malls, given["mall"]),
        operations=_with(operations, given["operation"].removeprefix(NOWHERE)),
        statuses=_with(list(display.STATUSES), given["status"]),
        nowhere=NOWHERE,
        calls=[_told(line) for line in lines],
        missed=missed,
        here=here,
        live=f"{here}?{urlencode({**kept, 'part': 'lines'})}" if live else "",
        seconds=SECONDS,
        newest=newest,
        paused=newest and not live and not problem,
        go_on=_link(here, kept),
        pause=_link(here, {**kept, "live": "off"}),
        newer=_link(here, {**kept, "after": str(lines[0].number)}) if found.newer and lines else "",
        older=_link(here, {**kept, "before": str(lines[-1].number)})
        if found.older and lines
        else "",
    )


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/calls/{number}`: all that is kept of one call."""
    number = desk.path["number"]
    row = None
    if _NUMBER.fullmatch(number) and int(number) < 1 << 63:
        async with desk.database.reading("") as db:
            row = await request_log_search.call(db, desk.app.client_id, int(number))
    if row is None:
        raise Failed(
            marked("Call not found"),
            marked("The log keeps a limited number of calls per app, for some days."),
            status=404,
        )
    at = moment(row.at // 1_000_000)
    return desk.show(
        "calls_one.html",
        row=row,
        at=display.time(row.at),
        iso=at.isoformat(),
        took=display.took(row.took),
        kind=_kind(row.status),
        limits=[line.partition(": ")[::2] for line in row.limits.splitlines()],
        sent=_pretty(row.sent),
        answered=_pretty(row.answered),
        curl=curl.command(row, origin=_origin(desk, row)),
        body_left_out=curl.leaves_body_out(row),
        masked=MASK if MASK in f"{row.path}?{row.query}{row.sent}" else "",
        list=f"{desk.app_home}/calls",
    )


class _Wrong(Exception):
    """A filter that says nothing."""

    def __init__(self, message: str, parameter: str) -> None:
        super().__init__(message)
        self.message = message
        self.parameter = parameter


def _read(given: dict[str, str]) -> dict[str, Any]:
    """Return what is looked for, as `calls.search` takes it. Raises _Wrong."""
    wanted: dict[str, Any] = {
        name: given[name] for name in ("mall", "parameter", "message", "text") if given[name]
    }
    if given["operation"]:
        wanted["operation"] = "" if given["operation"] == NOWHERE else given["operation"]
    if given["status"]:
        try:
            wanted |= display.of_status(given["status"])
        except ValueError:
            raise _Wrong(marked("Enter a status such as 404 or 4xx."), "status") from None
    if given["from"]:
        wanted["start"] = row_builder.number_of(_moment(given["from"], "from"))
    if given["to"]:
        wanted["end"] = row_builder.number_of(_moment(given["to"], "to") + 60)
    for name in ("before", "after"):
        if _NUMBER.fullmatch(given[name]) and int(given[name]) < 1 << 63:
            wanted[name] = int(given[name])
        elif given[name]:
            raise _Wrong(marked("This page does not exist."), name)
    if "after" in wanted:
        wanted.pop("before", None)
    return wanted


def _moment(text: str, parameter: str) -> float:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise _Wrong(marked("Enter a time such as 2026-11-21T09:00."), parameter) from None
    if not 2000 <= at.year <= 2200:
        raise _Wrong(marked("Enter a time such as 2026-11-21T09:00."), parameter)
    return (at if at.tzinfo else at.replace(tzinfo=PLATFORM_ZONE)).timestamp()


def _with(choices: list[str], chosen: str) -> list[tuple[str, str]]:
    """Return what may be chosen, with what was chosen in it: it may be gone from the log."""
    gone = [chosen] if chosen and chosen not in choices else []
    return [(each, each) for each in (*choices, *gone)]


def _told(line: Line) -> Told:
    iso = moment(line.at // 1_000_000).isoformat()
    return Told(line, display.time(line.at), iso, display.took(line.took), _kind(line.status))


def _kind(status: int) -> str:
    if status == 429 or status >= 500:
        return "bad"
    return "" if status >= 400 else "good"


def _pretty(text: str) -> str:
    """Return JSON with its lines indented; what was cut is no JSON any more."""
    if not text or text.endswith(CUT):
        return text
    return msgspec.json.format(text.encode(), indent=2).decode()


def _origin(desk: Desk, row: Row) -> str:
    host = {"partner": "collection", "analytics": "analytics"}.get(curl.door(row), row.mall)
    return desk.mall_origin(host) if host else desk.address.origin


def _link(path: str, query: dict[str, str]) -> str:
    return f"{path}?{urlencode(query)}" if query else path
