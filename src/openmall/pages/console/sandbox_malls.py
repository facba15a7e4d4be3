"""Test malls of developers: created in one step with account, installed app, and token."""

import re
import shlex
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from openmall.access.malls.possible import Language
from openmall.access.malls.rules import Manager
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import installed_apps, secrets, tokens
from openmall.access.oauth.apps import RegisteredApp
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.contract import scopes as scope_names
from openmall.contract.call import Mall
from openmall.contract.journal import record
from openmall.database.session import DuplicateRow
from openmall.http.web.languages import marked
from openmall.pages.console import authority, mall_clock, mall_removal
from openmall.pages.console import store as console_store
from openmall.pages.console.page_context import (
    Content,
    PageContext,
    PageError,
    time,
    unknown_value_error,
)

USER_ID: Final = "developer"
"""User ID of the developer's manager account in a test mall."""
_SHOPS: Final = (("ko_KR", "KRW"), ("en_US", "USD"))
_PREFERRED_PATH: Final = "products"
"""The list of the sample call, if the app may read it."""

_MESSAGES: Final = {
    "moved": marked("The clock was advanced. Everything due is processed within seconds."),
    "deleted": marked("The test mall and everything in it is deleted."),
}


class MallAccess(Struct, frozen=True):
    """Access data of a test mall, shown once. Empty: not issued this time."""

    password: str = ""
    access_token: str = ""
    expires_at: str = ""
    app: str = ""
    curl: str = ""


async def show_list(context: PageContext) -> Response:
    """Handle `GET /developers/malls`: list the test malls, with the form for a new one."""
    async with context.database.reading("") as db:
        apps = await registered_apps.of_developer(db, context.developer.number)
        malls = await console_store.test_malls_of(db, context.developer)
        of_programs = await console_store.program_malls_of(db, [app.client_id for app in apps])
    names = {app.client_id: app.name for app in apps}
    most = context.services.configuration.developer_malls
    return context.show(
        "malls.html",
        malls=[(mall, context.mall_origin(mall.mall_id), time(mall.created_at)) for mall in malls],
        of_programs=[
            (mall, context.mall_origin(mall.mall_id), names[mall.client_id], time(mall.used_at))
            for mall in of_programs
        ],
        apps=[(app.client_id, app.name) for app in apps],
        selected=context.query.text("app"),
        most=most,
        can_create=len(malls) < most,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


async def create(context: PageContext) -> Response:
    """Handle `POST /developers/malls`: create a test mall and show its access data once."""
    form = await context.form()
    app = await _own_app(context, form.text("client_id"))
    content = _content(form)
    mall = await _create_mall(context)
    access = await _grant_access(context, mall, app, with_account=True)
    if content is not None:
        await context.services.fill(mall, content)
    return context.show(
        "opened.html", mall=mall, origin=context.mall_origin(mall.mall_id),
        office=context.staff_address(mall.mall_id), access=access, new=True,
        user_id=USER_ID, authority=authority.FILE_NAME if authority.needed(context) else "",
    )  # fmt: skip


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/malls/{mall_id}`: show addresses, clock and access of a test mall."""
    return await _page(context, {}, "")


async def _page(context: PageContext, problems: dict[str, str], to: str) -> Response:
    async with context.database.reading(context.mall.mall_id) as db:
        installed = [app for app in await installed_apps.in_mall(db) if app.deleted_at is None]
    async with context.database.reading("") as db:
        apps = await registered_apps.of_developer(db, context.developer.number)
    return context.show(
        "mall.html",
        status=422 if problems else 200,
        mall=context.mall,
        origin=context.mall_origin(context.mall.mall_id),
        office=context.staff_address(context.mall.mall_id),
        created_at=time(context.mall.created_at),
        installed_apps=installed,
        own_apps={app.client_id for app in apps},
        apps=[(app.client_id, app.name) for app in apps],
        user_id=USER_ID,
        clock=await mall_clock.read_clock(context),
        steps=[(seconds, context.translate(name)) for seconds, name in mall_clock.STEPS.items()],
        to=to,
        problems=problems,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


_DEEDS: Final = Deeds("token", "password", "forward", "to", "reset", "delete", without="token")


async def change(context: PageContext) -> Response:
    """Handle `POST /developers/malls/{mall_id}`: issue a token or password, or advance the clock.

    What is issued is shown once, and nowhere else.
    """
    form = await context.form(deeds=_DEEDS)
    if form.deed in ("reset", "delete"):
        if problems := mall_removal.unconfirmed(context, form):
            return await _page(context, problems, "")
        if form.deed == "delete":
            return await mall_removal.delete(context)
        return await _reset(context, form)
    if form.deed in ("forward", "to"):
        outcome = await mall_clock.move(context, form)
        if isinstance(outcome, Response):
            return outcome
        return await _page(context, outcome, form.text("to"))
    mall = await context.services.directory.mall(context.mall.mall_id)
    assert mall is not None, "a test mall is a mall"
    if form.deed == "password":
        access = await _grant_access(context, mall, None, with_account=True)
    else:
        app = await _own_app(context, form.text("client_id"))
        access = await _grant_access(context, mall, app, with_account=False)
    return context.show(
        "opened.html", mall=mall, origin=context.mall_origin(mall.mall_id),
        office=context.staff_address(mall.mall_id), access=access,
        new=False, user_id=USER_ID,
        authority=authority.FILE_NAME if authority.needed(context) else "",
    )  # fmt: skip


async def _reset(context: PageContext, form: Fields) -> Response:
    """Make the current test mall anew, with the same id, name and apps; show its access data."""
    content = _content(form)
    apps = await mall_removal.take_apps(context)
    await context.services.remove(context.mall.mall_id)
    async with context.database.writing("") as db:
        await console_store.remove_test_mall(db, context.mall.mall_id)
    await _reserve(context, context.mall.mall_id)
    mall = await _make_mall(context, context.mall.mall_id, context.mall.name)
    await mall_removal.put_apps_back(context, mall, apps)
    access = await _grant_access(context, mall, None, with_account=True)
    if content is not None:
        await context.services.fill(mall, content)
    return context.show(
        "opened.html", mall=mall, origin=context.mall_origin(mall.mall_id),
        office=context.staff_address(mall.mall_id), access=access,
        new=True, user_id=USER_ID,
        authority=authority.FILE_NAME if authority.needed(context) else "",
    )  # fmt: skip


def _content(form: Fields) -> Content | None:
    """Return what a mall is filled with; None: nothing."""
    match form.text("content"):
        case "empty":
            return None
        case "catalogue":
            return "catalogue"
        case "shop" | "":
            return "shop"
    raise unknown_value_error()


async def _own_app(context: PageContext, client_id: str) -> RegisteredApp:
    async with context.database.reading("") as db:
        for app in await registered_apps.of_developer(db, context.developer.number):
            if app.client_id == client_id:
                return app
    raise PageError(
        marked("App not found"), marked("Register an app first, then choose it."), status=422
    )


async def _create_mall(context: PageContext) -> Mall:
    """Create an empty mall of the developer. Raises PageError (409) at the maximum."""
    taken = {each.mall_id for each in await mall_rules.every(context.database)}
    if not taken and not context.services.configuration.default_mall:
        # the first mall answers at the bare address, for as long as there are malls
        raise PageError(
            marked("There are no malls yet"),
            marked(
                "The operator of this installation creates the first mall; then you can create "
                "test malls."
            ),
            status=409,
        )
    number = 1
    while True:
        mall_id = f"{_slug(context)}-test-{number}"
        number += 1
        if mall_id in taken or not await _reserve(context, mall_id):
            continue
        return await _make_mall(context, mall_id, f"{context.developer.name} test {number - 1}")


async def _make_mall(context: PageContext, mall_id: str, name: str) -> Mall:
    """Create an empty mall whose id is reserved; the reservation ends when that fails."""
    shops = [Language(name, language, currency) for language, currency in _SHOPS]
    try:
        await mall_rules.create(
            context.database, context.clock, mall_id, name, "KR", shops, sandbox=True
        )
    except Exception:
        async with context.database.writing("") as db:
            await console_store.remove_test_mall(db, mall_id)
        raise
    await context.services.counters.invalidate_caches()
    mall = await context.services.directory.mall(mall_id)
    assert mall is not None, "it was created just now"
    return mall


async def _reserve(context: PageContext, mall_id: str) -> bool:
    """Reserve a mall id; return False if it is taken. Raises PageError (409) at the maximum."""
    most = context.services.configuration.developer_malls
    try:
        async with context.database.writing("") as db:
            added = await console_store.add_test_mall(
                db, context.clock, context.developer, mall_id, most=most
            )
    except DuplicateRow:
        return False
    if not added:
        raise PageError(
            marked("You have reached the limit of test malls"),
            marked("Use one of your test malls, or ask the operator for more."),
            status=409,
        )
    return True


def _slug(context: PageContext) -> str:
    """Return the prefix of a developer's mall ids: their name, if valid in a host name."""
    letters = re.sub(r"[^a-z0-9]+", "-", context.developer.name.lower()).strip("-")[:30].strip("-")
    return letters if len(letters) > 1 else f"developer-{context.developer.number}"


async def _grant_access(
    context: PageContext, mall: Mall, app: RegisteredApp | None, *, with_account: bool
) -> MallAccess:
    """Install an app in a test mall with all its scopes, and issue the requested access data."""
    password = secrets.generate(16) if with_account else ""
    password_hash = await passwords.hash_password_in_thread(password) if with_account else ""
    manager = Manager(
        USER_ID, context.developer.name, "P", password_hash, None, context.developer.email
    )
    clock = mall.clock(context.clock)
    async with invalidating_transaction(
        context.database, context.services.counters, mall.mall_id
    ) as db:
        if with_account:
            await mall_rules.admit(db, clock, manager)
        if app is None:
            return MallAccess(password=password)
        before = await registered_apps.allowed(db, app.client_id)
        if before is None or set(before) != set(app.scopes):
            await registered_apps.install(db, clock, app.client_id, app.scopes)
            await record.write_browser_action(
                db,
                clock,
                manager,
                action="app install" if before is None else "app change",
                shop_no=record.WHOLE_MALL,
                subject=f"app {app.name}",
                client_id=app.client_id,
                changes={"scopes": (" ".join(before or []), " ".join(app.scopes))},
            )
        grant = tokens.Grant(app.client_id, USER_ID, "P", 1, app.scopes, secrets.generate())
        token = await tokens.issue(db, clock, grant)
    return MallAccess(
        password=password,
        access_token=token.access_token,
        expires_at=token.expires_at[:16].replace("T", " "),
        app=app.name,
        curl=_curl(context, mall, app, token.access_token),
    )


def _curl(context: PageContext, mall: Mall, app: RegisteredApp, token: str) -> str:
    """Return a curl command for the first call; empty when the app may read no list."""
    path = _readable_path(context, app)
    if not path:
        return ""
    trust = ["--cacert", authority.FILE_NAME] if authority.needed(context) else []
    origin = context.mall_origin(mall.mall_id)
    words = ["curl", *trust, "-H", f"Authorization: Bearer {token}"]
    return " ".join(shlex.quote(word) for word in [*words, f"{origin}/api/v2/admin/{path}"])


def _readable_path(context: PageContext, app: RegisteredApp) -> str:
    """Return the path of a list that the app may read, preferably products; empty: none."""
    granted = frozenset(app.scopes)
    paths = [
        operation.path
        for api, operation in context.services.client.operations()
        if api == "admin"
        and operation.answers == "many"
        and not operation.placeholders
        and not operation.restricted
        and not any(field.required for field in operation.fields.values())
        and scope_names.permits(granted, operation.scope)
    ]
    return _PREFERRED_PATH if _PREFERRED_PATH in paths else next(iter(paths), "")
