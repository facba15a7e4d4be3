"""Pages and actions of apps on pages of the back office: shown, opened, and called.

Both kinds tell the app who asks and about what. A call is a signed POST, made outside of any
transaction; its answer is a short text that is shown as it is.
"""

import json
import re
from typing import Final
from urllib.parse import urlencode, urlsplit

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import app_actions, installed_apps
from openmall.access.oauth.app_actions import AppAction, Place
from openmall.access.oauth.installed_apps import InstalledApp
from openmall.access.staff_site import office_url
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.journal import record
from openmall.contract.outgoing import NoReply
from openmall.events.webhooks import signing
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect_beyond
from openmall.pages.backoffice.apps import app_requests
from openmall.pages.backoffice.page_context import PageContext, PageError

ABOUT: Final[dict[str, tuple[str, str, re.Pattern[str]]]] = {
    "product": ("product_no", menu_pages.PRODUCTS.at, re.compile("[1-9][0-9]{0,17}")),
    "order": ("order_id", menu_pages.ORDERS.at, re.compile("[0-9]{8}-[0-9]{7,12}")),
    "customer": ("member_id", menu_pages.CUSTOMERS.at, re.compile(r"[^\s/?#%]{1,20}")),
}
"""Place -> parameter that names what the page is about, path of the page, form of its values."""
LISTS: Final[dict[str, tuple[str, str]]] = {
    "products": ("product_nos", "product"),
    "orders": ("order_ids", "order"),
    "customers": ("member_ids", "customer"),
}
"""Place above a list -> parameter with what is selected, parted by commas, and the place of one."""
_PAGES: Final = {
    "product": menu_pages.PRODUCTS,
    "order": menu_pages.ORDERS,
    "customer": menu_pages.CUSTOMERS,
}
_LONGEST_MESSAGE: Final = 300
_DONE: Final = marked("The app has done it.")
_FAILED: Final = marked("The app did not answer, or could not do it. Please try again later.")


class Button(Struct, frozen=True, kw_only=True):
    """A button of an app on a page."""

    label: str
    app_name: str
    kind: str
    client_id: str
    action_id: str
    place: str
    value: str
    """Number or id of what the page is about."""
    shop_no: int
    embedded: bool
    """The page of the app is shown in a frame of the back office."""

    @property
    def address(self) -> str:
        """Where a page of an app is opened."""
        query = {
            "open": self.client_id,
            "action": self.action_id,
            "value": self.value,
            "shop_no": self.shop_no,
        }
        return f"{menu_pages.APPS.path}?{urlencode(query)}"


class _Answer(Struct):
    """What an app answers to a call."""

    message: str = ""


async def buttons(context: PageContext, place: Place, value: str = "") -> list[Button]:
    """Return the buttons at a place that this manager may press.

    Opening needs the area of apps to view, calling to edit.
    """
    if not context.may_open(menu_pages.APPS):
        return []
    async with context.database.reading(context.mall_id) as db:
        installed = await installed_apps.in_mall(db)
        apps = {each.client_id: each for each in installed if each.deleted_at is None}
        actions = await app_actions.at(db, place, sorted(apps)) if apps else []
    return [
        Button(
            label=each.label_in(context.language),
            app_name=apps[each.client_id].name,
            embedded=apps[each.client_id].embedded,
            kind=each.kind,
            client_id=each.client_id,
            action_id=each.action_id,
            place=place,
            value=value,
            shop_no=context.shop.shop_no,
        )
        for each in actions
        if each.kind == "open" or context.may_change(menu_pages.APPS)
    ]


async def open_page(
    context: PageContext, app: InstalledApp, action_id: str, value: str
) -> Response:
    """Show the page of an action in a frame, or lead to it for an app that is not embedded.

    Raises PageError (404).
    """
    action = await _find(context, app, action_id, "open")
    address = await app_requests.address(
        context, app, action.address, _about(context, action, value)
    )
    if not app.embedded and action.place in LISTS:
        # the form of a list may not lead to another site (Content-Security-Policy), a link may
        label = action.label_in(context.language)
        back = _PAGES[LISTS[action.place][1]].path
        return context.show("app_leaving.html", app=app, label=label, address=address, back=back)
    if not app.embedded:
        return redirect_beyond(address)
    parts = urlsplit(action.address)
    return context.show("embedded.html", frames=f"https://{parts.netloc}", app=app, address=address)


async def run_for_rows(
    context: PageContext, app: InstalledApp, action_id: str, rows: list[str]
) -> Response:
    """Open or call an action above a list, about the rows that are selected.

    Raises PageError: 404, 422 when none is selected.
    """
    async with context.database.reading("") as db:
        known = await app_actions.of_app(db, app.client_id)
    action = next((each for each in known if each.action_id == action_id), None)
    if action is None or action.place not in LISTS:
        raise _unknown()
    if not rows:
        raise PageError(
            marked("Nothing is selected"),
            marked("Go back and select rows of the list."),
            status=422,
        )
    value = ",".join(rows)
    if action.kind == "open":
        return await open_page(context, app, action_id, value)
    if not context.may_change(menu_pages.APPS):
        raise _unknown()
    return await call(context, app, action_id, value)


async def call(context: PageContext, app: InstalledApp, action_id: str, value: str) -> Response:
    """Call an app, and show what it answers. Raises PageError (404)."""
    action = await _find(context, app, action_id, "call")
    about = _about(context, action, value)
    keys = await app_requests.keys_of(context, app)
    if keys is None:
        raise _unknown()
    now = int(context.client.machine_clock.now())
    body = json.dumps(
        {**app_requests.values(context, app, now=now), **about}, ensure_ascii=False
    ).encode()
    mark = signing.Mark(trace_id=signing.random_trace_id())
    headers = signing.headers(keys, mark, body, now=now)
    is_done, message = False, ""
    try:
        reply = await context.client.outgoing.request(
            "POST", action.address, headers=headers, body=body
        )
        is_done = 200 <= reply.status < 300
        message = _message(reply.body)
    except NoReply:
        pass
    async with context.database.writing(context.mall_id) as db:
        await record.write_browser_action(
            db,
            context.clock,
            context.user,
            action="app action",
            shop_no=record.WHOLE_MALL,
            subject=f"app {app.name}",
            client_id=app.client_id,
            changes={"action": (None, action.label), "done": (None, is_done)},
        )
    back = menu_pages.APPS.path
    if action.place in LISTS:
        shop = urlencode({"shop_no": context.shop.shop_no})
        back = f"{_PAGES[LISTS[action.place][1]].path}?{shop}"
    elif action.place in ABOUT:
        shop = urlencode({"shop_no": context.shop.shop_no})
        back = office_url(f"{ABOUT[action.place][1]}/{value}?{shop}")
    return context.show(
        "app_answer.html",
        status=200 if is_done else 502,
        kept=is_done,
        app=app,
        label=action.label_in(context.language),
        is_done=is_done,
        message=message or context.translate(_DONE if is_done else _FAILED),
        back=back,
    )


async def _find(context: PageContext, app: InstalledApp, action_id: str, kind: str) -> AppAction:
    async with context.database.reading("") as db:
        for each in await app_actions.of_app(db, app.client_id):
            if (each.action_id, each.kind) == (action_id, kind):
                return each
    raise _unknown()


def _about(context: PageContext, action: AppAction, value: str) -> dict[str, str]:
    """Return what the app is told of the page. Raises PageError (404)."""
    told = {"action": action.action_id}
    if action.place in LISTS:
        name, one = LISTS[action.place]
        form = ABOUT[one][2]
        if not all(map(form.fullmatch, value.split(","))) or not context.may_open(_PAGES[one]):
            raise _unknown()
        return {**told, name: value}
    if action.place not in ABOUT:
        return told
    name, _, form = ABOUT[action.place]
    if not form.fullmatch(value) or not context.may_open(_PAGES[action.place]):
        raise _unknown()
    return {**told, name: value}


def _message(body: bytes) -> str:
    """Return the text that an app answers; empty for none."""
    try:
        text = msgspec.json.decode(body, type=_Answer).message.strip()
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""
    return text if len(text) <= _LONGEST_MESSAGE and text.isprintable() else ""


def _unknown() -> PageError:
    return PageError(
        marked("There is no such action"),
        marked("The app may have removed it in the meantime."),
        status=404,
    )
