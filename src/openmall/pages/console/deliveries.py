"""What was delivered to an app: each try, what was sent, what was answered, and once more."""

from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec import UNSET, Struct
from starlette.responses import Response

from openmall.events.webhooks import catalogue
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.search import Attempt, AttemptFilter
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import events
from openmall.pages.console.desk import Desk, Failed, Time, time
from openmall.pages.console.webhooks import find_mall, problem

A_PAGE: Final = 50
_DONE: Final = {
    "tested": marked("Test sent. Result:"),
    "resent": marked("Sent again. Result:"),
}
_KINDS: Final = {
    "G": marked("first attempt"),
    "R": marked("sent again"),
    "T": marked("test"),
}


class Line(Struct, frozen=True):
    """A try in a list."""

    it: Attempt
    at: Time
    event: str
    kind: str


async def listed(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/deliveries`: tries in one mall, the newest first."""
    means, client_id, query = desk.means.webhooks.desk, desk.app.client_id, desk.query
    mall_ids = await webhook_rules.malls(means, client_id)
    mall_id = query.text("mall") or next(iter(mall_ids), "")
    if mall_id:
        await find_mall(desk, mall_id)
    event_no, before = _number(query.text("event")), _number(query.text("before"))
    success = query.text("success") if query.text("success") in ("T", "F") else ""
    wanted = AttemptFilter(
        event_no=event_no or UNSET, success=success or UNSET, before=before or UNSET
    )
    found = (
        await webhook_rules.deliveries(means, mall_id, client_id, wanted, limit=A_PAGE + 1)
        if mall_id
        else []
    )
    shown = [_line(desk, each) for each in found[:A_PAGE]]
    filters = {"mall": mall_id, "event": str(event_no or ""), "success": success}
    page = f"{desk.app_home}/deliveries?{urlencode(filters)}"
    return desk.show(
        "deliveries.html",
        lines=shown,
        mall=mall_id,
        mall_ids=mall_ids[:A_PAGE],
        event=event_no,
        kinds=[
            (number, f"{number} {events.named(number, desk.said)}")
            for number in sorted(catalogue.KINDS)
        ],
        success=success,
        filtered=bool(event_no or success),
        newest=page if before else "",
        older=f"{page}&before={shown[-1].it.log_no}" if len(found) > A_PAGE else "",
    )


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/deliveries/{where}/{log_no}`: one try, in full."""
    return await _shown(desk, await _found(desk))


async def again(desk: Desk) -> Response:
    """`POST` to the same address: send it again, now; a test is a new test."""
    await desk.form()
    it = await _found(desk)
    means, mall_id, client_id = desk.means.webhooks, desk.path["where"], desk.app.client_id
    try:
        if it.sequence:
            made = await webhook_rules.resend(
                means.desk, means.http_client, mall_id, client_id, it.sequence
            )
        else:
            made = await webhook_rules.test(
                means.desk, means.http_client, mall_id, client_id, it.event_no
            )
    except ValueError as error:
        return await _shown(desk, it, refused=problem(desk, error))
    return redirect(f"{desk.app_home}/deliveries/{mall_id}/{made.log_no}?done=resent")


async def _shown(desk: Desk, it: Attempt, *, refused: str = "") -> Response:
    mall_id = desk.path["where"]
    tries = [it]
    if it.sequence:
        every = AttemptFilter(sequence=it.sequence, after=0)
        means = desk.means.webhooks.desk
        tries = await webhook_rules.deliveries(means, mall_id, desk.app.client_id, every)
    return desk.show(
        "delivery.html",
        status=422 if refused else 200,
        line=_line(desk, it),
        mall=mall_id,
        page=f"{desk.app_home}/deliveries",
        headers=webhook_rules.headers(it),
        body=msgspec.json.format(it.body, indent=2),
        tries=[_line(desk, each) for each in tries],
        refused=refused,
        done=desk.said(_DONE.get(desk.query.text("done"), "")),
    )


async def _found(desk: Desk) -> Attempt:
    """Return the try the page is about. Raises Failed (404)."""
    mall_id = await find_mall(desk, desk.path["where"])
    log_no = _number(desk.path["log_no"])
    means = desk.means.webhooks.desk
    wanted = AttemptFilter(log_no=log_no)
    found = await webhook_rules.deliveries(means, mall_id, desk.app.client_id, wanted, limit=1)
    if not found:
        raise Failed(
            marked("Page not found"),
            marked("This delivery does not exist or is no longer kept."),
            status=404,
        )
    return found[0]


def _line(desk: Desk, it: Attempt) -> Line:
    kind = desk.said(_KINDS[it.log_type])
    return Line(it, time(it.requested_at, exact=True), events.named(it.event_no, desk.said), kind)


def _number(text: str) -> int:
    """Return the number a text says, 0 when it says none that could be one of ours."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
