"""The webhooks of an app: address, events, keys, and the delivery state of each mall."""

from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.contract.journal import batch as journal_batch
from openmall.contract.refusal import Cause, RefusedValue, fill
from openmall.contract.scopes import READ_APPLICATION
from openmall.events.webhooks import catalogue, field_choices, single_deliveries
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.addresses import AddressRefused
from openmall.events.webhooks.delivery import notices
from openmall.events.webhooks.refusals import (
    APP_NOT_IN_MALL,
    EVENT_NOT_KEPT,
    NO_DELIVERY_ADDRESS,
)
from openmall.events.webhooks.rules import Notice, Reception, Subscription
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import authority, events
from openmall.pages.console.page_context import (
    PageContext,
    PageError,
    Time,
    time,
)

MALLS_PER_PAGE: Final = 20
MAX_NOTICES: Final = 3
_MESSAGES: Final = {
    "address": marked("The address is saved."),
    "events": marked("The events are saved."),
    "on": marked("Webhooks are on: the app receives new events of that mall."),
    "off": marked("Webhooks are off: the app receives no events of that mall."),
}
_ADDRESS_REQUIRED: Final = marked("Enter the delivery address first.")
_ADDRESS_REFUSED: Final = marked("The address cannot be used: {problem}.")
_WORDINGS: Final = {
    NO_DELIVERY_ADDRESS: _ADDRESS_REQUIRED,
    EVENT_NOT_KEPT: marked("The event is no longer kept, or the app is not allowed to receive it."),
    APP_NOT_IN_MALL: marked("The app is no longer installed in that mall."),
}
"""Refusal of the rules -> text of the page, where the rule's own is of the command line."""


class MallReception(Struct, frozen=True):
    """The delivery state of one mall."""

    reception: Reception
    since: Time | None
    """Time since which deliveries fail."""
    notices: list[tuple[Time, Notice]]


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/webhooks`: show all webhook settings."""
    return await _page(context, {})


_DEEDS: Final = Deeds("address", "events", "keys", "on", "off", "test")


async def change(context: PageContext) -> Response:
    """Handle `POST /developers/apps/{client_id}/webhooks`: process one of its forms.

    New keys are shown once.
    """
    form = await context.form(deeds=_DEEDS)
    action = form.deed
    if action == "address":
        return await _set_address(context, form.text("address").strip())
    if action == "events":
        return await _set_events(context, form)
    if action == "keys":
        before = await webhook_rules.find(context.services.webhooks.context, context.app.client_id)
        work = webhook_rules.show if before is None else webhook_rules.rotate
        return _keys_page(
            context, await work(context.services.webhooks.context, context.app.client_id)
        )
    if action in ("on", "off"):
        return await _switch(context, form.text("mall"), action)
    return await _test(context, form)


def address_error(context: PageContext, problem: Cause) -> str:
    """Return in the developer's language why an address cannot be used."""
    return fill(_ADDRESS_REFUSED, {"problem": problem}, context.translate)


def error_message(context: PageContext, error: RefusedValue) -> str:
    """Return an error of the webhook rules in the developer's language."""
    wording = _WORDINGS.get(error.reason.refusal)
    return context.translate(wording) if wording else error.reason.text(context.translate)


async def find_mall(context: PageContext, mall_id: str) -> str:
    """Return the id of a mall in which the app is installed. Raises PageError (404) otherwise."""
    if mall_id not in await webhook_rules.malls(
        context.services.webhooks.context, context.app.client_id
    ):
        raise PageError(
            marked("Page not found"), marked("The app is not installed in this mall."), status=404
        )
    return mall_id


async def _set_address(context: PageContext, address: str) -> Response:
    webhook_context, client_id = context.services.webhooks.context, context.app.client_id
    before = await webhook_rules.find(webhook_context, client_id)
    try:
        after = await webhook_rules.set_address(webhook_context, client_id, address)
    except AddressRefused as error:
        message = address_error(context, Cause(error.reason))
        return await _page(context, {"address": message}, address=address)
    return _after_change(context, before, after, "address")


async def _set_events(context: PageContext, form: Fields) -> Response:
    webhook_context, client_id = context.services.webhooks.context, context.app.client_id
    before = await webhook_rules.find(webhook_context, client_id)
    selected = {number for number in catalogue.KINDS if form.text(f"e{number}")}
    current = frozenset(before.events if before else ())
    if selected - current - catalogue.permitted(context.app.scopes):
        message = context.translate(
            marked("The app's permissions do not allow all of these events.")
        )
        return await _page(context, {"events": message})
    entered = {number: form.text(f"f{number}").strip() for number in selected}
    chosen, problems = {}, {}
    for number, text in entered.items():
        try:
            names = filter(None, (each.strip() for each in text.split(",")))
            chosen[number] = field_choices.checked(number, names)
        except ValueError:
            problems[f"f{number}"] = context.translate(
                marked("The event does not list these fields. Use names of the API, at most 50.")
            )
    if problems:
        return await _page(context, problems, selected=selected, fields=entered)
    after = await webhook_rules.set_events(
        webhook_context, client_id, selected, changed_fields=chosen
    )
    return _after_change(context, before, after, "events")


def _after_change(
    context: PageContext, before: Subscription | None, after: Subscription, done: str
) -> Response:
    """Answer a change; the first one creates the keys, which are shown only now."""
    return _keys_page(context, after) if before is None else _redirect(context, done)


def _redirect(context: PageContext, done: str) -> Response:
    return redirect(f"{context.app_home}/webhooks?done={done}")


def _keys_page(context: PageContext, subscription: Subscription) -> Response:
    until = None if subscription.old_secret_until is None else time(subscription.old_secret_until)
    return context.show("webhook_keys.html", subscription=subscription, until=until)


async def _switch(context: PageContext, mall_id: str, action: str) -> Response:
    await find_mall(context, mall_id)
    mall = await context.services.directory.mall(mall_id)
    assert mall is not None, "the app is in it"
    async with context.database.writing(mall_id) as db:
        if await webhook_rules.switch(db, context.app.client_id, "T" if action == "on" else "F"):
            content = f"{context.app.client_id}: by the developer of the app"
            clock = mall.clock(context.clock)
            await journal_batch.write_activity(
                db, clock, notices.ACTIVITY_PATH, f"webhooks switched {action}", content
            )
    return _redirect(context, action)


async def _test(context: PageContext, form: Fields) -> Response:
    """Send a test event; redirect to the page of its delivery."""
    webhooks, typed = context.services.webhooks, form.text("event")
    mall_id = await find_mall(context, form.text("mall"))
    number = int(typed) if typed.isascii() and typed.isdigit() else 0
    if number not in catalogue.permitted(context.app.scopes):
        message = context.translate(marked("Choose an event that the app's permissions allow."))
        return await _page(context, {"event": message})
    if await webhook_rules.find(webhooks.context, context.app.client_id) is None:
        # a subscription, whose keys are shown once, is not created by a test
        return await _page(context, {"event": context.translate(_ADDRESS_REQUIRED)})
    try:
        attempt = await single_deliveries.test(
            webhooks.context, webhooks.http_client, mall_id, context.app.client_id, number
        )
    except RefusedValue as error:
        return await _page(context, {"event": error_message(context, error)})
    return redirect(f"{context.app_home}/deliveries/{mall_id}/{attempt.log_no}?done=tested")


async def _page(
    context: PageContext,
    problems: dict[str, str],
    *,
    address: str | None = None,
    selected: AbstractSet[int] | None = None,
    fields: dict[int, str] | None = None,
) -> Response:
    webhook_context, client_id = context.services.webhooks.context, context.app.client_id
    subscription = await webhook_rules.find(webhook_context, client_id)
    start = _start(context.query.text("start"))
    mall_ids = await webhook_rules.malls(webhook_context, client_id)
    until = (
        None
        if subscription is None or subscription.old_secret_until is None
        else time(subscription.old_secret_until)
    )
    if selected is None:
        selected = frozenset(subscription.events if subscription else ())
    if fields is None:
        chosen = subscription.changed_fields if subscription else {}
        fields = {number: ", ".join(names) for number, names in chosen.items()}
    page = f"{context.app_home}/webhooks"
    more = start + MALLS_PER_PAGE
    permitted = catalogue.permitted(context.app.scopes)
    return context.show(
        "webhooks.html",
        status=422 if problems else 200,
        subscription=subscription,
        address=address if address is not None else subscription.address if subscription else "",
        until=until,
        groups=events.form_groups(context.app.scopes, selected, fields, context.translate),
        malls=await _malls(context, start),
        newer=f"{page}?start={max(start - MALLS_PER_PAGE, 0)}" if start else "",
        older=f"{page}?start={more}" if more < len(mall_ids) else "",
        mall_ids=mall_ids[:MALLS_PER_PAGE],
        to_test=[
            (number, f"{events.label(number, context.translate)} ({number})")
            for number in sorted(permitted, key=lambda number: (number not in selected, number))
        ],
        listening=_listen_commands(context, mall_ids[0] if mall_ids else "MALL_ID"),
        may_listen=READ_APPLICATION in context.app.scopes,
        problems=problems,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


def _start(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


async def _malls(context: PageContext, start: int) -> list[MallReception]:
    webhook_context, client_id = context.services.webhooks.context, context.app.client_id
    receptions = await webhook_rules.receptions(
        webhook_context, client_id, start=start, limit=MALLS_PER_PAGE
    )
    malls = []
    for each in receptions:
        recent_notices = await webhook_rules.notices(
            webhook_context, each.mall_id, client_id, limit=MAX_NOTICES
        )
        since = None if each.failing_since is None else time(each.failing_since)
        malls.append(
            MallReception(each, since, [(time(notice.at), notice) for notice in recent_notices])
        )
    return malls


def _listen_commands(context: PageContext, mall_id: str) -> dict[str, str]:
    """Return commands that forward events to a program on the developer's machine."""
    listen = "openmall listen --forward http://localhost:3000/hooks"
    trust = f" --ca {authority.FILE_NAME}" if authority.needed(context) else ""
    return {
        "here": f"{listen} --app {context.app.client_id} --mall {mall_id}",
        "there": f"{listen} --server {context.mall_origin(mall_id)} --token ACCESS_TOKEN{trust}",
        "networks": (
            "OPENMALL_WEBHOOK_NETWORKS=127.0.0.0/8 OPENMALL_WEBHOOK_CA=ca.pem openmall serve"
        ),
    }
