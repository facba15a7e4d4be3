"""The timeline of an app in a mall: its calls and the deliveries to it, newest first, in one list.

It shows what the pages of calls and of deliveries show, from the same redacted logs. Calls have
microseconds and deliveries seconds, so that within a second deliveries stand above calls. Each log
has a cursor of its own in the address: what arrives meanwhile moves no line to another page.
"""

from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urlencode

from msgspec import UNSET, Struct
from starlette.responses import Response

from openmall.contract.json_values import Encodable
from openmall.events.request_log import search as request_log_search
from openmall.events.request_log.search import CallLine
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.search import Attempt, AttemptFilter
from openmall.http.web.languages import marked
from openmall.pages.console import deliveries, events
from openmall.pages.console.calls import call_row
from openmall.pages.console.page_context import PageContext
from openmall.pages.console.webhooks import find_mall

PAGE_SIZE: Final = 50
"""Lines of a page."""
KINDS: Final = {"calls": marked("Calls"), "deliveries": marked("Webhook deliveries")}
_LARGEST: Final = 1 << 63


class Line(Struct, frozen=True, kw_only=True):
    """A call or a delivery, ready to be listed."""

    is_call: bool
    at: str
    iso: str
    address: str
    title: str
    """Method and path, or the event."""
    detail: str = ""
    """Why it failed, or which delivery it is."""
    status: str
    """HTTP status of the response; empty: there was none."""
    badge_kind: str
    took: str


class _Cursor(Struct, frozen=True):
    """Where a page begins: below a call, and below a delivery; 0: at the newest."""

    call: int
    delivery: int


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/timeline`: show a page.

    `mall`: in which the app is installed, else 404; `kind`: one of KINDS, else both; `failed=T`:
    failures only.
    """
    query = context.query
    mall_ids = await webhook_rules.malls(context.services.webhooks.context, context.app.client_id)
    mall_id = query.text("mall")
    if mall_id:
        await find_mall(context, mall_id)
    mall_id = mall_id or next(iter(mall_ids), "")
    kind = query.text("kind") if query.text("kind") in KINDS else ""
    failed = query.text("failed") == "T"
    cursor = _Cursor(_number(query.text("call")), _number(query.text("delivery")))
    calls: Sequence[CallLine] = ()
    attempts: Sequence[Attempt] = ()
    if mall_id and kind != "deliveries":
        calls = await _calls(context, mall_id, cursor, failed=failed)
    if mall_id and kind != "calls":
        attempts = await _attempts(context, mall_id, cursor, failed=failed)
    lines = list(_merged(calls, attempts))
    filters = {"mall": mall_id, "kind": kind, "failed": "T" if failed else ""}
    address = f"{context.app_home}/timeline?" + urlencode(_without_empty(filters))
    return context.show(
        "timeline.html",
        mall=mall_id,
        mall_ids=mall_ids[:PAGE_SIZE],
        kind=kind,
        kinds=[(name, context.translate(title)) for name, title in KINDS.items()],
        failed=failed,
        lines=[_line(context, mall_id, each) for each in lines[:PAGE_SIZE]],
        is_filtered=bool(kind or failed),
        newest=address if cursor.call or cursor.delivery else "",
        older=_older(address, lines[:PAGE_SIZE], cursor) if len(lines) > PAGE_SIZE else "",
    )


async def _calls(
    context: PageContext, mall_id: str, cursor: _Cursor, *, failed: bool
) -> Sequence[CallLine]:
    filters: dict[str, Encodable] = {"mall": mall_id}
    if failed:
        filters["failed"] = True
    if cursor.call:
        filters["before"] = cursor.call
    async with context.database.reading("") as db:
        page = await request_log_search.calls(
            db, context.app.client_id, filters, rows=PAGE_SIZE + 1
        )
    return page.lines


async def _attempts(
    context: PageContext, mall_id: str, cursor: _Cursor, *, failed: bool
) -> Sequence[Attempt]:
    filters = AttemptFilter(success="F" if failed else UNSET, before=cursor.delivery or UNSET)
    return await webhook_rules.deliveries(
        context.services.webhooks.context,
        mall_id,
        context.app.client_id,
        filters,
        limit=PAGE_SIZE + 1,
    )


def _merged(calls: Sequence[CallLine], attempts: Sequence[Attempt]) -> Iterator[CallLine | Attempt]:
    """Yield both, newest first, each kind in its own order."""
    call_at = attempt_at = 0
    while call_at < len(calls) or attempt_at < len(attempts):
        # the order within a kind is that of its log, by which pages are turned
        takes_attempt = attempt_at < len(attempts) and (
            call_at == len(calls)
            or attempts[attempt_at].requested_at >= calls[call_at].at // 1_000_000
        )
        if takes_attempt:
            yield attempts[attempt_at]
            attempt_at += 1
        else:
            yield calls[call_at]
            call_at += 1


def _older(address: str, shown: Sequence[CallLine | Attempt], cursor: _Cursor) -> str:
    """Return the address of the next page: below the last line of each kind."""
    calls = [each.number for each in shown if isinstance(each, CallLine)]
    attempts = [each.log_no for each in shown if isinstance(each, Attempt)]
    below = {
        "call": str(calls[-1] if calls else cursor.call or ""),
        "delivery": str(attempts[-1] if attempts else cursor.delivery or ""),
    }
    return f"{address}&{urlencode(_without_empty(below))}"


def _line(context: PageContext, mall_id: str, each: CallLine | Attempt) -> Line:
    if isinstance(each, CallLine):
        row = call_row(each)
        return Line(
            is_call=True,
            at=row.at,
            iso=row.iso,
            address=f"{context.app_home}/calls/{each.number}",
            title=f"{each.method} {each.path}" + (f"?{each.query}" if each.query else ""),
            detail=each.message,
            status=str(each.status),
            badge_kind=row.kind,
            took=row.took,
        )
    line = deliveries.delivery_line(context, each)
    return Line(
        is_call=False,
        at=line.at.text,
        iso=line.at.iso,
        address=f"{context.app_home}/deliveries/{mall_id}/{each.log_no}",
        title=events.label(each.event_no, context.translate),
        detail=each.failure,
        status="" if each.http_code is None else str(each.http_code),
        badge_kind="good" if each.success else "bad",
        took=f"{each.took:,} ms",
    )


def _without_empty(values: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}


def _number(text: str) -> int:
    """Parse a positive number of a log; 0 for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return 0
    return int(text) if int(text) < _LARGEST else 0
