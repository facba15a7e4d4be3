"""Malls developers try their apps in: made in one click, with an account, the app, and a token."""

import re
import shlex
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.rules import Language, Manager
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import secrets, tokens
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.contract import scopes as scope_names
from openmall.contract.call import Mall
from openmall.contract.journal import record
from openmall.database.session import DuplicateRow
from openmall.http.web.languages import marked
from openmall.pages.console import authority, clocks
from openmall.pages.console import store as console_store
from openmall.pages.console.desk import Desk, Failed, time

USER_ID: Final = "developer"
"""The manager account a developer gets in a test mall."""
_SHOPS: Final = (("ko_KR", "KRW"), ("en_US", "USD"))
_FIRST: Final = "products"
"""What is read to begin with, where the app may."""

_DONE: Final = {
    "moved": marked("The clock was advanced. Everything due is processed within seconds.")
}


class Opened(Struct, frozen=True):
    """What a developer is given for a test mall, shown once. Empty: not given this time."""

    password: str = ""
    access_token: str = ""
    expires_at: str = ""
    app: str = ""
    curl: str = ""


async def listed(desk: Desk) -> Response:
    """`GET /developers/malls`: the test malls, and the form for a new one."""
    async with desk.database.reading("") as db:
        own = await registered_apps.of_developer(db, desk.developer.number)
        made = await console_store.malls(db, desk.developer)
    most = desk.means.configuration.developer_malls
    return desk.show(
        "malls.html",
        malls=[(mall, desk.mall_origin(mall.mall_id), time(mall.created_at)) for mall in made],
        apps=[(app.client_id, app.name) for app in own],
        chosen=desk.query.text("app"),
        most=most,
        room=len(made) < most,
    )


async def make(desk: Desk) -> Response:
    """`POST /developers/malls`: make a test mall; what opens it is on the page, once."""
    form = await desk.form()
    app = await _own_app(desk, form.text("client_id"))
    filled = form.text("content") != "empty"
    mall = await _make(desk)
    given = await _open(desk, mall, app, with_account=True)
    if filled:
        await desk.means.fill(mall)
    return desk.show(
        "opened.html", mall=mall, origin=desk.mall_origin(mall.mall_id), given=given, new=True,
        user_id=USER_ID, authority=authority.FILE if authority.needed(desk) else "",
    )  # fmt: skip


async def show(desk: Desk) -> Response:
    """`GET /developers/malls/{mall_id}`: where a test mall is, its clock, how to get in again."""
    return await _shown(desk, {}, "")


async def _shown(desk: Desk, problems: dict[str, str], to: str) -> Response:
    async with desk.database.reading(desk.mall.mall_id) as db:
        inside = [app for app in await registered_apps.in_mall(db) if app.deleted_at is None]
    async with desk.database.reading("") as db:
        own = await registered_apps.of_developer(db, desk.developer.number)
    return desk.show(
        "mall.html",
        status=422 if problems else 200,
        mall=desk.mall,
        origin=desk.mall_origin(desk.mall.mall_id),
        made=time(desk.mall.created_at),
        inside=inside,
        apps=[(app.client_id, app.name) for app in own],
        user_id=USER_ID,
        clock=await clocks.shown(desk),
        steps=[(seconds, desk.said(name)) for seconds, name in clocks.STEPS.items()],
        to=to,
        problems=problems,
        done=desk.said(_DONE.get(desk.query.text("done"), "")),
    )


async def act(desk: Desk) -> Response:
    """`POST /developers/malls/{mall_id}`: a new token of an app or a new password, once; or time.

    What is given is on the page, and nowhere else.
    """
    form = await desk.form()
    if form.text("deed") in ("forward", "to"):
        moved = await clocks.move(desk, form)
        if isinstance(moved, Response):
            return moved
        return await _shown(desk, moved, form.text("to"))
    mall = await desk.means.directory.mall(desk.mall.mall_id)
    assert mall is not None, "a test mall is a mall"
    if form.text("deed") == "password":
        given = await _open(desk, mall, None, with_account=True)
    else:
        app = await _own_app(desk, form.text("client_id"))
        given = await _open(desk, mall, app, with_account=False)
    return desk.show(
        "opened.html", mall=mall, origin=desk.mall_origin(mall.mall_id), given=given, new=False,
        user_id=USER_ID, authority=authority.FILE if authority.needed(desk) else "",
    )  # fmt: skip


async def _own_app(desk: Desk, client_id: str) -> RegisteredApp:
    async with desk.database.reading("") as db:
        for app in await registered_apps.of_developer(db, desk.developer.number):
            if app.client_id == client_id:
                return app
    raise Failed(
        marked("App not found"), marked("Register an app first, then choose it."), status=422
    )


async def _make(desk: Desk) -> Mall:
    """Make an empty mall of the developer's. Raises Failed (409) when they have enough."""
    taken = {each.mall_id for each in await mall_rules.every(desk.database)}
    if not taken and not desk.means.configuration.default_mall:
        # the first mall answers at the bare address, for as long as there are malls
        raise Failed(
            marked("There are no malls yet"),
            marked(
                "The operator of this installation creates the first mall; then you can create "
                "test malls."
            ),
            status=409,
        )
    at = 1
    while True:
        mall_id = f"{_slug(desk)}-test-{at}"
        at += 1
        if mall_id in taken or not await _reserve(desk, mall_id):
            continue
        name = f"{desk.developer.name} test {at - 1}"
        shops = [Language(name, language, currency) for language, currency in _SHOPS]
        try:
            await mall_rules.create(
                desk.database, desk.clock, mall_id, name, "KR", shops, sandbox=True
            )
        except Exception:
            async with desk.database.writing("") as db:
                await console_store.drop_mall(db, mall_id)
            raise
        await desk.means.counters.invalidate_caches()
        mall = await desk.means.directory.mall(mall_id)
        assert mall is not None, "it was made a moment ago"
        return mall


async def _reserve(desk: Desk, mall_id: str) -> bool:
    """Keep a name for the developer; False when somebody else has it. Raises Failed (409)."""
    most = desk.means.configuration.developer_malls
    try:
        async with desk.database.writing("") as db:
            kept = await console_store.keep_mall(db, desk.clock, desk.developer, mall_id, most=most)
    except DuplicateRow:
        return False
    if not kept:
        raise Failed(
            marked("You have reached the limit of test malls"),
            marked("Use one of your test malls, or ask the operator for more."),
            status=409,
        )
    return True


def _slug(desk: Desk) -> str:
    """Return what a developer's malls are named after: their name, where a host can bear it."""
    letters = re.sub(r"[^a-z0-9]+", "-", desk.developer.name.lower()).strip("-")[:30].strip("-")
    return letters if len(letters) > 1 else f"developer-{desk.developer.number}"


async def _open(desk: Desk, mall: Mall, app: RegisteredApp | None, *, with_account: bool) -> Opened:
    """Put an app into a test mall with all its scopes, and give what is asked for."""
    password = secrets.generate(16) if with_account else ""
    hashed = await passwords.hash_password_in_thread(password) if with_account else ""
    manager = Manager(USER_ID, desk.developer.name, "P", hashed, None, desk.developer.email)
    clock = mall.clock(desk.clock)
    async with invalidating_transaction(desk.database, desk.means.counters, mall.mall_id) as db:
        if with_account:
            await mall_rules.admit(db, clock, manager)
        if app is None:
            return Opened(password=password)
        before = await registered_apps.allowed(db, app.client_id)
        if before is None or set(before) != set(app.scopes):
            await registered_apps.install(db, clock, app.client_id, app.scopes)
            await record.write_browser_action(
                db,
                clock,
                manager,
                action="app install" if before is None else "app change",
                subject=f"app {app.name}",
                client_id=app.client_id,
                changes={"scopes": (" ".join(before or []), " ".join(app.scopes))},
            )
        grant = tokens.Grant(app.client_id, USER_ID, "P", 1, app.scopes, secrets.generate())
        token = await tokens.issue(db, clock, grant)
    return Opened(
        password=password,
        access_token=token.access_token,
        expires_at=token.expires_at[:16].replace("T", " "),
        app=app.name,
        curl=_curl(desk, mall, app, token.access_token),
    )


def _curl(desk: Desk, mall: Mall, app: RegisteredApp, token: str) -> str:
    """Return a command that makes the first call; empty when the app may read nothing."""
    path = _readable(desk, app)
    if not path:
        return ""
    trust = ["--cacert", authority.FILE] if authority.needed(desk) else []
    origin = desk.mall_origin(mall.mall_id)
    words = ["curl", *trust, "-H", f"Authorization: Bearer {token}"]
    return " ".join(shlex.quote(word) for word in [*words, f"{origin}/api/v2/admin/{path}"])


def _readable(desk: Desk, app: RegisteredApp) -> str:
    """Return the path of a list that an app may read, the products if it can be; empty: none."""
    granted = frozenset(app.scopes)
    found = [
        operation.path
        for door, operation in desk.means.within.operations()
        if door == "admin"
        and operation.answers == "many"
        and not operation.placeholders
        and not operation.restricted
        and not any(field.required for field in operation.fields.values())
        and scope_names.permits(granted, operation.scope)
    ]
    return _FIRST if _FIRST in found else next(iter(found), "")
