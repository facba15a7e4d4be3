"""What an app is told by webhooks: where, of what, with which keys, and how each mall's arrive."""

from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.journal import batch as journal_batch
from openmall.contract.scopes import READ_APPLICATION
from openmall.events.webhooks import catalogue, notices
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.rules import Notice, Reception, Subscription
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import authority, events
from openmall.pages.console.desk import Desk, Failed, Time, not_understood, time

MALLS_A_PAGE: Final = 20
NOTICES: Final = 3
_DONE: Final = {
    "address": marked("The address is saved."),
    "events": marked("The events are saved."),
    "on": marked("Webhooks are on: the app receives new events of that mall."),
    "off": marked("Webhooks are off: the app receives no events of that mall."),
}
_NOWHERE: Final = marked("Enter the delivery address first.")
_WRONG: Final = (
    ("no address to deliver to", _NOWHERE),
    ("an address on the internet", marked("The host is not an address on the internet.")),
    ("a name on the internet", marked("The host is not a name on the internet.")),
    ("begins with https", marked("The address must start with https://.")),
    ("more than 500 characters", marked("The address can have at most 500 characters.")),
    ("no name or password", marked("The address must not contain a user name or password.")),
    ("behind #", marked("The address must not contain a fragment (#).")),
    (
        "keeps no event",
        marked("The event is no longer kept, or the app is not allowed to receive it."),
    ),
    ("is not in", marked("The app is no longer installed in that mall.")),
)
"""What a refusal of the rules says -> how it is said here, marked for translators."""
_NO_ADDRESS: Final = marked("This is not a valid address.")


class Mall(Struct, frozen=True):
    """How an app is told of one mall."""

    told: Reception
    since: Time | None
    """When it began to fail."""
    notices: list[tuple[Time, Notice]]


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/webhooks`: all of it."""
    return await _shown(desk, {})


async def act(desk: Desk) -> Response:
    """`POST /developers/apps/{client_id}/webhooks`: what one of its forms says.

    Keys that are made by it are on the page, once.
    """
    form = await desk.form()
    deed = form.text("deed")
    if deed == "address":
        return await _set_address(desk, form.text("address").strip())
    if deed == "events":
        return await _set_events(desk, form)
    if deed == "keys":
        before = await webhook_rules.find(desk.means.webhooks.desk, desk.app.client_id)
        work = webhook_rules.show if before is None else webhook_rules.rotate
        return _keys(desk, await work(desk.means.webhooks.desk, desk.app.client_id))
    if deed in ("on", "off"):
        return await _switch(desk, form.text("mall"), deed)
    if deed == "test":
        return await _test(desk, form)
    raise not_understood()


def problem(desk: Desk, error: ValueError) -> str:
    """Return in the developer's language why the rules of webhooks refused something."""
    text = str(error)
    return desk.said(next((said for part, said in _WRONG if part in text), _NO_ADDRESS))


async def find_mall(desk: Desk, mall_id: str) -> str:
    """Return the id of a mall the app is in. Raises Failed (404) for any other."""
    if mall_id not in await webhook_rules.malls(desk.means.webhooks.desk, desk.app.client_id):
        raise Failed(
            marked("Page not found"), marked("The app is not installed in this mall."), status=404
        )
    return mall_id


async def _set_address(desk: Desk, address: str) -> Response:
    means, client_id = desk.means.webhooks.desk, desk.app.client_id
    before = await webhook_rules.find(means, client_id)
    try:
        after = await webhook_rules.set_address(means, client_id, address)
    except ValueError as error:
        return await _shown(desk, {"address": problem(desk, error)}, address=address)
    return _saved(desk, before, after, "address")


async def _set_events(desk: Desk, form: Fields) -> Response:
    means, client_id = desk.means.webhooks.desk, desk.app.client_id
    before = await webhook_rules.find(means, client_id)
    wanted = {number for number in catalogue.KINDS if form.text(f"e{number}")}
    kept = frozenset(before.events if before else ())
    if wanted - kept - catalogue.permitted(desk.app.scopes):
        said = desk.said(marked("The app's permissions do not allow all of these events."))
        return await _shown(desk, {"events": said})
    return _saved(desk, before, await webhook_rules.set_events(means, client_id, wanted), "events")


def _saved(desk: Desk, before: Subscription | None, after: Subscription, done: str) -> Response:
    """Answer a change; with the first one keys were made, which are shown now or never."""
    return _keys(desk, after) if before is None else _back(desk, done)


def _back(desk: Desk, done: str) -> Response:
    return redirect(f"{desk.app_home}/webhooks?done={done}")


def _keys(desk: Desk, told: Subscription) -> Response:
    until = None if told.old_secret_until is None else time(told.old_secret_until)
    return desk.show("webhook_keys.html", told=told, until=until)


async def _switch(desk: Desk, mall_id: str, deed: str) -> Response:
    await find_mall(desk, mall_id)
    mall = await desk.means.directory.mall(mall_id)
    assert mall is not None, "the app is in it"
    async with desk.database.writing(mall_id) as db:
        if await webhook_rules.switch(db, desk.app.client_id, "T" if deed == "on" else "F"):
            content = f"{desk.app.client_id}: by the developer of the app"
            clock = mall.clock(desk.clock)
            await journal_batch.write_activity(
                db, clock, notices.WHERE, f"webhooks switched {deed}", content
            )
    return _back(desk, deed)


async def _test(desk: Desk, form: Fields) -> Response:
    """Send an event that never happened; what came of it is the page of its delivery."""
    means, said = desk.means.webhooks, form.text("event")
    mall_id = await find_mall(desk, form.text("mall"))
    number = int(said) if said.isascii() and said.isdigit() else 0
    if number not in catalogue.permitted(desk.app.scopes):
        told = desk.said(marked("Choose an event that the app's permissions allow."))
        return await _shown(desk, {"event": told})
    if await webhook_rules.find(means.desk, desk.app.client_id) is None:
        # keys that nobody is shown are not made
        return await _shown(desk, {"event": desk.said(_NOWHERE)})
    try:
        made = await webhook_rules.test(
            means.desk, means.http_client, mall_id, desk.app.client_id, number
        )
    except ValueError as error:
        return await _shown(desk, {"event": problem(desk, error)})
    return redirect(f"{desk.app_home}/deliveries/{mall_id}/{made.log_no}?done=tested")


async def _shown(desk: Desk, problems: dict[str, str], *, address: str | None = None) -> Response:
    means, client_id = desk.means.webhooks.desk, desk.app.client_id
    told = await webhook_rules.find(means, client_id)
    start = _start(desk.query.text("start"))
    mall_ids = await webhook_rules.malls(means, client_id)
    until = None if told is None or told.old_secret_until is None else time(told.old_secret_until)
    chosen = frozenset(told.events if told else ())
    page = f"{desk.app_home}/webhooks"
    more = start + MALLS_A_PAGE
    permitted = catalogue.permitted(desk.app.scopes)
    return desk.show(
        "webhooks.html",
        status=422 if problems else 200,
        told=told,
        address=address if address is not None else told.address if told else "",
        until=until,
        groups=events.told(desk.app.scopes, chosen, desk.said),
        malls=await _malls(desk, start),
        newer=f"{page}?start={max(start - MALLS_A_PAGE, 0)}" if start else "",
        older=f"{page}?start={more}" if more < len(mall_ids) else "",
        mall_ids=mall_ids[:MALLS_A_PAGE],
        to_test=[
            (number, f"{events.named(number, desk.said)} ({number})")
            for number in sorted(permitted, key=lambda number: (number not in chosen, number))
        ],
        listening=_listening(desk, mall_ids[0] if mall_ids else "MALL_ID"),
        may_listen=READ_APPLICATION in desk.app.scopes,
        problems=problems,
        done=desk.said(_DONE.get(desk.query.text("done"), "")),
    )


def _start(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


async def _malls(desk: Desk, start: int) -> list[Mall]:
    means, client_id = desk.means.webhooks.desk, desk.app.client_id
    found = await webhook_rules.receptions(means, client_id, start=start, limit=MALLS_A_PAGE)
    malls = []
    for each in found:
        said = await webhook_rules.notices(means, each.mall_id, client_id, limit=NOTICES)
        since = None if each.failing_since is None else time(each.failing_since)
        malls.append(Mall(each, since, [(time(notice.at), notice) for notice in said]))
    return malls


def _listening(desk: Desk, mall_id: str) -> dict[str, str]:
    """Return commands that bring events to a program on the developer's own machine."""
    listen = "openmall listen --forward http://localhost:3000/hooks"
    trust = f" --ca {authority.FILE}" if authority.needed(desk) else ""
    return {
        "here": f"{listen} --app {desk.app.client_id} --mall {mall_id}",
        "there": f"{listen} --server {desk.mall_origin(mall_id)} --token ACCESS_TOKEN{trust}",
        "networks": "OPENMALL_WEBHOOK_NETWORKS=127.0.0.0/8 openmall serve",
    }
