"""Webhook deliveries of an app: list of attempts, details of an attempt, redelivery."""

from typing import Final
from urllib.parse import urlencode

import msgspec
from msgspec import UNSET, Struct
from starlette.responses import Response

from openmall.contract.refusal import RefusedValue
from openmall.events.webhooks import catalogue, single_deliveries
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.search import Attempt, AttemptFilter
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import causes, events
from openmall.pages.console.page_context import PageContext, PageError, Time, time
from openmall.pages.console.webhooks import error_message, find_mall

PAGE_SIZE: Final = 50
_MESSAGES: Final = {
    "tested": marked("Test sent. Result:"),
    "resent": marked("Sent again. Result:"),
}
_KINDS: Final = {
    "G": marked("first attempt"),
    "R": marked("sent again"),
    "T": marked("test"),
}


class Line(Struct, frozen=True):
    """A delivery attempt, ready to be listed."""

    attempt: Attempt
    at: Time
    event: str
    kind: str


async def show_list(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/deliveries`: list attempts, newest first."""
    webhook_context, client_id, query = (
        context.services.webhooks.context,
        context.app.client_id,
        context.query,
    )
    mall_ids = await webhook_rules.malls(webhook_context, client_id)
    mall_id = query.text("mall") or next(iter(mall_ids), "")
    if mall_id:
        await find_mall(context, mall_id)
    event_no, before = _number(query.text("event")), _number(query.text("before"))
    success = query.text("success") if query.text("success") in ("T", "F") else ""
    sequence = _number(query.text("sequence"))
    filters = AttemptFilter(
        event_no=event_no or UNSET,
        success=success or UNSET,
        sequence=sequence or UNSET,
        before=before or UNSET,
    )
    attempts = (
        await webhook_rules.deliveries(
            webhook_context, mall_id, client_id, filters, limit=PAGE_SIZE + 1
        )
        if mall_id
        else []
    )
    lines = [delivery_line(context, each) for each in attempts[:PAGE_SIZE]]
    query_values = {"mall": mall_id, "event": str(event_no or ""), "success": success}
    if sequence:
        query_values["sequence"] = str(sequence)
    page = f"{context.app_home}/deliveries?{urlencode(query_values)}"
    return context.show(
        "deliveries.html",
        lines=lines,
        mall=mall_id,
        mall_ids=mall_ids[:PAGE_SIZE],
        event=event_no,
        kinds=[
            (number, f"{number} {events.label(number, context.translate)}")
            for number in sorted(catalogue.KINDS)
        ],
        success=success,
        sequence=sequence,
        filtered=bool(event_no or success or sequence),
        newest=page if before else "",
        older=f"{page}&before={lines[-1].attempt.log_no}" if len(attempts) > PAGE_SIZE else "",
    )


async def show(context: PageContext) -> Response:
    """Handle `GET .../deliveries/{where}/{log_no}`: show the details of an attempt."""
    return await _page(context, await _find_attempt(context))


async def resend(context: PageContext) -> Response:
    """Handle `POST .../deliveries/{where}/{log_no}`: redeliver now; a test is sent as a new one."""
    await context.form()
    attempt = await _find_attempt(context)
    webhooks, mall_id, client_id = (
        context.services.webhooks,
        context.path_values["where"],
        context.app.client_id,
    )
    try:
        if attempt.sequence:
            result = await single_deliveries.resend(
                webhooks.context, webhooks.http_client, mall_id, client_id, attempt.sequence
            )
        else:
            result = await single_deliveries.test(
                webhooks.context, webhooks.http_client, mall_id, client_id, attempt.event_no
            )
    except RefusedValue as error:
        return await _page(context, attempt, error=error_message(context, error))
    return redirect(f"{context.app_home}/deliveries/{mall_id}/{result.log_no}?done=resent")


async def _page(context: PageContext, attempt: Attempt, *, error: str = "") -> Response:
    mall_id = context.path_values["where"]
    attempts = [attempt]
    if attempt.sequence:
        filters = AttemptFilter(sequence=attempt.sequence, after=0)
        webhook_context = context.services.webhooks.context
        attempts = await webhook_rules.deliveries(
            webhook_context, mall_id, context.app.client_id, filters
        )
    return context.show(
        "delivery.html",
        status=422 if error else 200,
        line=delivery_line(context, attempt),
        mall=mall_id,
        page=f"{context.app_home}/deliveries",
        headers=webhook_rules.headers(attempt),
        body=msgspec.json.format(attempt.body, indent=2),
        cause=await causes.cause_of_event(context, mall_id, attempt.sequence),
        attempts=[delivery_line(context, each) for each in attempts],
        error=error,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


async def _find_attempt(context: PageContext) -> Attempt:
    """Return the attempt in the address. Raises PageError (404)."""
    mall_id = await find_mall(context, context.path_values["where"])
    log_no = _number(context.path_values["log_no"])
    webhook_context = context.services.webhooks.context
    filters = AttemptFilter(log_no=log_no)
    attempts = await webhook_rules.deliveries(
        webhook_context, mall_id, context.app.client_id, filters, limit=1
    )
    if not attempts:
        raise PageError(
            marked("Page not found"),
            marked("This delivery does not exist or is no longer kept."),
            status=404,
        )
    return attempts[0]


def delivery_line(context: PageContext, attempt: Attempt) -> Line:
    """Return a delivery attempt, ready to be listed."""
    kind = context.translate(_KINDS[attempt.log_type])
    return Line(
        attempt,
        time(attempt.requested_at, exact=True),
        events.label(attempt.event_no, context.translate),
        kind,
    )


def _number(text: str) -> int:
    """Parse a positive number; 0 for invalid text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
