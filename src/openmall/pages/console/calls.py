"""The request log of an app: list of calls with filters, and the details of a call."""

import re
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.contract.journal.record import MASK
from openmall.contract.json_values import Encodable
from openmall.contract.moments import PLATFORM_ZONE, moment
from openmall.events.request_log import display, row_builder
from openmall.events.request_log import search as request_log_search
from openmall.events.request_log.search import CallLine, CallPage
from openmall.events.request_log.secret_shapes import CUT
from openmall.events.request_log.store import Row
from openmall.http.web.languages import marked
from openmall.pages.console import causes, curl
from openmall.pages.console.page_context import PageContext, PageError

UNKNOWN_URL: Final = "-"
"""Filter value for calls of URLs without an operation."""
REFRESH_SECONDS: Final = 2
"""Interval at which the page polls for new calls."""
_FILTERS: Final = ("mall", "operation", "status", "from", "to", "text", "parameter", "message")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,18}")
_DAY: Final = 24 * 3_600


class CallRow(Struct, frozen=True):
    """A call, ready to be listed."""

    line: CallLine
    at: str
    iso: str
    took: str
    kind: str
    """Kind of its badge."""


async def show_list(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/calls`: show a page of the log.

    With `part=lines` only the calls, which the page polls.
    """
    typed = {name: context.query.text(name).strip() for name in (*_FILTERS, "before", "after")}
    # A wrong filter shows the form with its error and no calls, not all calls.
    problem, parameter, filters = "", "", {}
    try:
        filters = _read_filters(typed)
    except _InvalidFilter as error:
        problem, parameter = context.translate(error.message), error.parameter
    client_id = context.app.client_id
    page = CallPage([], newer=False, older=False)
    async with context.database.reading("") as db:
        if not problem:
            page = await request_log_search.calls(db, client_id, filters)
        malls = await request_log_search.malls(db, client_id)
        operations = [each.operation for each in await request_log_search.operations(db, client_id)]
        since = int(context.clock.now()) - _DAY
        unrecorded = sum(
            each.not_recorded
            for each in await request_log_search.minutes(db, client_id, start=since)
        )
    active_filters = {name: typed[name] for name in _FILTERS if typed[name]}
    lines = page.lines
    calls_path = f"{context.app_home}/calls"
    # Only the newest page is polled: older ones do not change.
    newest = not (typed["before"] or typed["after"])
    live = newest and not problem and context.query.text("live") != "off"
    lines_only = context.query.text("part") == "lines"
    return context.show(
        "calls_lines.html" if lines_only else "calls.html",
        status=400 if problem else 200,
        problem=problem,
        parameter=parameter,
        typed=typed,
        filtered=bool(active_filters),
        malls=_choices(malls, typed["mall"]),
        operations=_choices(operations, typed["operation"].removeprefix(UNKNOWN_URL)),
        statuses=_choices(list(display.STATUSES), typed["status"]),
        unknown_url=UNKNOWN_URL,
        calls=[call_row(line) for line in lines],
        unrecorded=unrecorded,
        calls_path=calls_path,
        live=f"{calls_path}?{urlencode({**active_filters, 'part': 'lines'})}" if live else "",
        seconds=REFRESH_SECONDS,
        newest=newest,
        is_paused=newest and not live and not problem,
        resume=_link(calls_path, active_filters),
        pause=_link(calls_path, {**active_filters, "live": "off"}),
        # By number, not by page: calls that arrive meanwhile move no line to another page.
        newer=_link(calls_path, {**active_filters, "after": str(lines[0].number)})
        if page.newer and lines
        else "",
        older=_link(calls_path, {**active_filters, "before": str(lines[-1].number)})
        if page.older and lines
        else "",
    )


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/calls/{number}`: show the details of a call."""
    number = context.path_values["number"]
    row = None
    if _NUMBER.fullmatch(number) and int(number) < 1 << 63:
        async with context.database.reading("") as db:
            row = await request_log_search.call(db, context.app.client_id, int(number))
    if row is None:
        raise PageError(
            marked("Call not found"),
            marked("The log keeps a limited number of calls per app, for some days."),
            status=404,
        )
    at = moment(row.at // 1_000_000)
    return context.show(
        "calls_one.html",
        row=row,
        at=display.time(row.at),
        iso=at.isoformat(),
        took=display.took(row.took),
        badge_kind=_badge_kind(row.status),
        limits=[line.partition(": ")[::2] for line in row.limits.splitlines()],
        sent=_pretty(row.sent),
        answered=_pretty(row.answered),
        curl=curl.command(row, origin=_origin(context, row)),
        body_left_out=curl.omits_body(row),
        masked=MASK if MASK in f"{row.path}?{row.query}{row.sent}" else "",
        list=f"{context.app_home}/calls",
        caused=await causes.events_of_call(context, row),
    )


class _InvalidFilter(Exception):
    """An invalid filter value."""

    def __init__(self, message: str, parameter: str) -> None:
        super().__init__(message)
        self.message = message
        self.parameter = parameter


def _read_filters(typed: dict[str, str]) -> dict[str, Encodable]:
    """Return the filters for `request_log.search.calls`. Raises _InvalidFilter."""
    filters: dict[str, Encodable] = {
        name: typed[name] for name in ("mall", "parameter", "message", "text") if typed[name]
    }
    if typed["operation"]:
        filters["operation"] = "" if typed["operation"] == UNKNOWN_URL else typed["operation"]
    if typed["status"]:
        try:
            filters |= display.status_filter(typed["status"])
        except ValueError:
            raise _InvalidFilter(marked("Enter a status such as 404 or 4xx."), "status") from None
    if typed["from"]:
        filters["start"] = row_builder.number_of(_parse_time(typed["from"], "from"))
    if typed["to"]:
        filters["end"] = row_builder.number_of(_parse_time(typed["to"], "to") + 60)
    for name in ("before", "after"):
        if _NUMBER.fullmatch(typed[name]) and int(typed[name]) < 1 << 63:
            filters[name] = int(typed[name])
        elif typed[name]:
            raise _InvalidFilter(marked("This page does not exist."), name)
    if "after" in filters:
        filters.pop("before", None)
    return filters


def _parse_time(text: str, parameter: str) -> float:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise _InvalidFilter(marked("Enter a time such as 2026-11-21T09:00."), parameter) from None
    if not 2000 <= at.year <= 2200:
        raise _InvalidFilter(marked("Enter a time such as 2026-11-21T09:00."), parameter)
    return (at if at.tzinfo else at.replace(tzinfo=PLATFORM_ZONE)).timestamp()


def _choices(choices: list[str], selected: str) -> list[tuple[str, str]]:
    """Return the choices of a filter, including a selected value no longer in the log."""
    unlisted = [selected] if selected and selected not in choices else []
    return [(each, each) for each in (*choices, *unlisted)]


def call_row(line: CallLine) -> CallRow:
    """Return a call of the log, ready to be listed."""
    iso = moment(line.at // 1_000_000).isoformat()
    return CallRow(
        line, display.time(line.at), iso, display.took(line.took), _badge_kind(line.status)
    )


def _badge_kind(status: int) -> str:
    if status == 429 or status >= 500:
        return "bad"
    return "" if status >= 400 else "good"


def _pretty(text: str) -> str:
    """Return indented JSON; a truncated text is returned unchanged."""
    if not text or text.endswith(CUT):
        return text
    return msgspec.json.format(text.encode(), indent=2).decode()


def _origin(context: PageContext, row: Row) -> str:
    host = {"partner": "collection", "analytics": "analytics"}.get(curl.api_of(row), row.mall)
    return context.mall_origin(host) if host else context.address.origin


def _link(path: str, query: dict[str, str]) -> str:
    return f"{path}?{urlencode(query)}" if query else path
