"""Test malls: created with an app and a token, reset to what they were, deleted.

A new mall gets copies of prepared rows (`prepared.py`), in one transaction. Only malls of the
register `app_test_mall` can be reset and deleted; the rest works in every sandbox.
"""

import asyncio
from typing import Final
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from openmall.access.malls import rules as mall_rules
from openmall.access.malls.rules import Manager
from openmall.access.malls.tables import MALL, SHOP
from openmall.access.oauth import app_values, authorization_requests, consents, secrets, tokens
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.authorization_requests import RedirectedError
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.resources import Resources
from openmall.access.oauth.sessions import Pending
from openmall.access.sandbox.refusals import NO_SANDBOX
from openmall.analytics.engine.engine import Engine
from openmall.analytics.sessionising import store as sessionising_store
from openmall.apptesting import prepared, refusals
from openmall.apptesting import store as test_store
from openmall.apptesting.prepared import PreparedContents
from openmall.apptesting.shape import ConsentDraft, MallDraft, TokenDraft, WebhookDraft
from openmall.apptesting.store import TestMall
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.contract.call import Mall
from openmall.contract.counters import Counters
from openmall.contract.errors import Forbidden, Invalid, NotFound
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SHOP, NO_SUCH
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database, DuplicateRow, Session
from openmall.events.webhooks import catalogue
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.rules import WebhookContext
from openmall.http.addressing import MALL_ID, RESERVED, Address
from openmall.media.store import Store

MOST: Final = 500
"""Test malls of an installation."""
UNUSED_SECONDS: Final = 86_400
"""Since its creation or last reset, after which a test mall is deleted."""
_EVERY_SCOPE: Final = list(scope_names.SENTENCES)


class TestMallServices(Struct, frozen=True, kw_only=True):
    """What test malls are made with."""

    __test__ = False

    configuration: Configuration
    database: Database
    counters: Counters
    clock: Clock
    """The machine's."""
    directory: Directory
    seal: Seal
    engine: Engine
    webhooks: WebhookContext
    pictures: Store
    contents: PreparedContents


class AppAccess(Struct, frozen=True, kw_only=True):
    """An app as it was put into a test mall."""

    credentials: registered_apps.Credentials
    redirect_uris: list[str]
    scopes: list[str]
    webhook_api_key: str = ""
    webhook_secret: str = ""


class Opened(Struct, frozen=True, kw_only=True):
    """A test mall that was created or reset."""

    mall: TestMall
    token: tokens.TokenAnswer
    orders: list[str]


async def create(services: TestMallServices, draft: MallDraft) -> tuple[Opened, AppAccess]:
    """Create a test mall with an app in it. Raises Invalid (422) that names the parameter."""
    mall_id = draft.mall_id or f"test-{secrets.generate(12).lower()}"
    await _require_new(services, mall_id)
    rows = await services.contents.rows(draft.contents)
    access = await _app(services, draft)
    now = int(services.clock.now())
    entry = TestMall(
        store_id=mall_id,
        client_id=access.credentials.client_id,
        own_app="T",
        scopes=" ".join(access.scopes),
        contents=draft.contents,
        name=draft.name,
        created_at=now,
        used_at=now,
    )
    try:
        async with invalidating_transaction(services.database, services.counters, mall_id) as db:
            await test_store.add(db, entry)
            opened = await _write(services, db, entry, rows)
    except DuplicateRow:
        raise Invalid(refusals.MALL_ID_TAKEN, parameter="mall_id") from None
    return opened, access


async def reset(services: TestMallServices, mall_id: str) -> Opened:
    """Make a test mall what it was when it was created, with a new token. Raises NotFound (404).

    Its clock shows the machine's time again, and its numbers of events go on: nobody takes a new
    event for one that was seen before.
    """
    async with services.database.reading(mall_id) as db:
        entry = await test_store.find(db, mall_id)
    rows = await services.contents.rows(_contents(entry))
    async with invalidating_transaction(services.database, services.counters, mall_id) as db:
        entry = await test_store.find(db, mall_id, to_change=True)
        if entry is None:
            raise NotFound(NO_SUCH, resource=Phrase("test mall"))
        _require_own_app(entry)
        head = await test_store.head(db)
        has_facts = (await sessionising_store.cursor(db)).batch_no > 0
        await test_store.delete_rows(db)
        opened = await _write(services, db, entry, rows, head=head)
        await test_store.use(db, mall_id, int(services.clock.now()))
    if has_facts:
        await services.engine.forget(mall_id)
    return opened


async def remove(services: TestMallServices, mall_id: str) -> None:
    """Delete a test mall with everything in it, and the app of its own. Raises NotFound (404)."""
    async with invalidating_transaction(services.database, services.counters, mall_id) as db:
        entry = await test_store.find(db, mall_id, to_change=True)
        if entry is None:
            raise NotFound(NO_SUCH, resource=Phrase("test mall"))
        has_facts = (await sessionising_store.cursor(db)).batch_no > 0
        await test_store.delete_rows(db)
        await test_store.drop(db, mall_id)
        if entry.own_app == "T":
            await test_store.delete_app(db, entry.client_id)
    if has_facts:
        await services.engine.forget(mall_id)
    await asyncio.to_thread(_delete_pictures, services.pictures, mall_id)
    # rows that calls in flight have written since
    async with services.database.writing(mall_id, shown=False) as db:
        await test_store.delete_rows(db)


async def sweep(services: TestMallServices) -> int:
    """Delete the test malls that nobody has used for a day; return their number."""
    before = int(services.clock.now()) - UNUSED_SECONDS
    async with services.database.reading("") as db:
        unused = await test_store.unused(db, before)
    for each in unused:
        await remove(services, each.store_id)
    return len(unused)


async def every(services: TestMallServices) -> list[TestMall]:
    """Return all test malls, the oldest first."""
    async with services.database.reading("") as db:
        return await test_store.every(db)


async def find(services: TestMallServices, mall_id: str) -> tuple[TestMall, list[str]]:
    """Return a test mall, and the ids of its orders. Raises NotFound (404)."""
    async with services.database.reading(mall_id) as db:
        entry = await test_store.find(db, mall_id)
        if entry is None:
            raise NotFound(NO_SUCH, resource=Phrase("test mall"))
        return entry, await test_store.order_ids(db)


async def sandbox(services: TestMallServices, mall_id: str) -> Mall:
    """Return a sandbox. Raises NotFound (404), and Forbidden (403) for any other mall."""
    mall = await services.directory.mall(mall_id)
    if mall is None:
        raise NotFound(NO_SUCH, resource=Phrase("mall"))
    if mall.sandbox is None:
        raise Forbidden(NO_SANDBOX)
    return mall


async def issue_token(
    services: TestMallServices, mall: Mall, draft: TokenDraft
) -> tokens.TokenAnswer:
    """Issue an access token of the app that was created with a test mall.

    Raises Forbidden (403) for a sandbox that has none.
    """
    if draft.shop_no not in mall.shops:
        raise Invalid(NO_SHOP, parameter="shop_no")
    async with services.database.writing(mall.mall_id) as db:
        client_id = _require_own_app(await test_store.find(db, mall.mall_id))
        allowed = await registered_apps.allowed(db, client_id)
        if allowed is None or draft.client_id not in ("", client_id):
            raise Invalid(refusals.NOT_THE_APP_OF_THE_MALL, parameter="client_id")
        scopes = allowed if draft.scopes is None else draft.scopes
        foreign = [each for each in scopes if each not in allowed]
        if foreign:
            raise Invalid(refusals.SCOPE_NOT_GRANTED, parameter="scopes", scope=repr(foreign[0]))
        manager = await _manager(db, draft.user_id)
        grant = tokens.Grant(
            client_id,
            manager.user_id,
            manager.manager_type,
            draft.shop_no,
            scopes,
            secrets.generate(),
        )
        return await tokens.issue(db, mall.clock(services.clock), grant)


async def consent(
    services: TestMallServices, mall: Mall, draft: ConsentDraft, address: Address
) -> str:
    """Decide about an authorization request as a manager of a test mall would in the browser.

    Return the address at which the app gets the code, or the error. `address`: the mall's.
    Raises Invalid (422) for a request that the browser would not be sent back from, and for another
    app than the one that was created with the mall, Forbidden (403) for a sandbox that has none.
    """
    async with services.database.reading(mall.mall_id) as db:
        client_id = _require_own_app(await test_store.find(db, mall.mall_id))
    query = urlsplit(draft.url).query.encode()
    if Fields(query).text("client_id") != client_id:
        raise Invalid(refusals.URL_OF_ANOTHER_APP, parameter="url")
    try:
        requested = await authorization_requests.read(
            services.database,
            Fields(query),
            Resources(services.configuration),
            address,
            mall.mall_id,
        )
    except RedirectedError as error:
        return error.location
    except OAuthError as refused:
        raise Invalid(
            refusals.AUTHORIZATION_REFUSED, parameter="url", detail=refused.description
        ) from None
    pending = Pending(
        requested.app.client_id,
        requested.redirect_uri,
        requested.scopes,
        requested.state,
        requested.challenge,
        requested.resources,
    )
    if not draft.allow:
        return consents.deny(pending, "the manager denied access", issuer=address.origin)
    async with invalidating_transaction(services.database, services.counters, mall.mall_id) as db:
        manager = await _manager(db, draft.user_id)
        return await consents.grant(
            db, mall.clock(services.clock), manager, pending, issuer=address.origin
        )


def answer_of(location: str) -> tuple[str, str]:
    """Return `code` and `state` of the address an app is answered at; empty where it has none."""
    query = parse_qs(urlsplit(location).query)
    code, state = (query.get(name, [""])[0] for name in ("code", "state"))
    return code, state


async def _require_new(services: TestMallServices, mall_id: str) -> None:
    if not MALL_ID.fullmatch(mall_id) or mall_id in RESERVED:
        raise Invalid(refusals.MALFORMED_MALL_ID, parameter="mall_id")
    if await services.directory.mall(mall_id) is not None:
        raise Invalid(refusals.MALL_ID_TAKEN, parameter="mall_id")
    async with services.database.reading("") as db:
        if await test_store.count(db) >= MOST:
            raise Invalid(refusals.TOO_MANY_TEST_MALLS, parameter="mall_id", most=MOST)


async def _app(services: TestMallServices, draft: MallDraft) -> AppAccess:
    """Register the app of a new mall, and return it.

    Each mall has an app of its own, and so webhooks of its own: client ids are public, and a mall
    of a stranger must neither change nor show what a registered app has.
    """
    scopes = _EVERY_SCOPE if draft.app.scopes is None else draft.app.scopes
    try:
        credentials = await registered_apps.register(
            services.database,
            services.clock,
            name=draft.app.name,
            redirect_uris=draft.app.redirect_uris,
            scopes=scopes,
            restricted=draft.app.restricted,
            version=draft.app.version or api_versions.NEWEST,
        )
    except app_values.InvalidApp as error:
        raise Invalid(
            refusals.UNUSABLE_APP, parameter=f"app.{error.field}", detail=str(error)
        ) from None
    access = AppAccess(
        credentials=credentials, redirect_uris=draft.app.redirect_uris, scopes=scopes
    )
    return access if draft.webhooks is None else await _subscribed(services, access, draft.webhooks)


async def _subscribed(
    services: TestMallServices, access: AppAccess, draft: WebhookDraft
) -> AppAccess:
    """Let the app receive events at an address; return it with the keys of its webhooks."""
    client_id = access.credentials.client_id
    numbers = catalogue.permitted(access.scopes)
    if draft.events:
        known = {name: each.event_no for each in catalogue.KINDS.values()
                 for name in (each.name, str(each.event_no))}  # fmt: skip
        unknown = [each for each in draft.events if each not in known]
        if unknown:
            raise Invalid(
                refusals.NO_SUCH_EVENT, parameter="webhooks.events", event=repr(unknown[0])
            )
        numbers = frozenset(known[each] for each in draft.events)
    try:
        # without an address a program fetches them
        await webhook_rules.set_address(services.webhooks, client_id, draft.address, loopback=True)
    except ValueError as error:
        raise Invalid(
            refusals.UNUSABLE_ADDRESS, parameter="webhooks.address", detail=str(error)
        ) from None
    subscription = await webhook_rules.set_events(services.webhooks, client_id, numbers)
    return AppAccess(
        credentials=access.credentials,
        redirect_uris=access.redirect_uris,
        scopes=access.scopes,
        webhook_api_key=subscription.api_key,
        webhook_secret=subscription.secret,
    )


async def _write(
    services: TestMallServices,
    db: Session,
    entry: TestMall,
    rows: test_store.Rows,
    *,
    head: int = 0,
) -> Opened:
    """Fill the session's mall, which has no rows, and put its app into it.

    `head`: number of the last event that was announced in it before.
    """
    now = int(services.clock.now())
    renamed = {
        MALL.name: [{**each, "name": entry.name, "created_at": now} for each in rows[MALL.name]],
        SHOP.name: [{**each, "name": entry.name} for each in rows[SHOP.name]],
    }
    await test_store.write_rows(db, {**rows, **renamed})
    given = await test_store.head(db)
    if head > given:
        await sequences.allocate(db, "event", count=head - given)
    scopes = entry.scopes.split()
    await registered_apps.install(db, services.clock, entry.client_id, scopes)
    grant = tokens.Grant(entry.client_id, prepared.USER_ID, "P", 1, scopes, secrets.generate())
    token = await tokens.issue(db, services.clock, grant)
    orders = sorted(each["order_id"] for each in rows.get("shop_order", ()))
    return Opened(mall=entry, token=token, orders=orders)


def _require_own_app(entry: TestMall | None) -> str:
    """Return the app that was created with a test mall. Raises Forbidden (403) without one."""
    if entry is None or entry.own_app != "T":
        raise Forbidden(refusals.MALL_WITHOUT_OWN_APP)
    return entry.client_id


def _contents(entry: TestMall | None) -> prepared.Contents:
    return "empty" if entry is None or entry.contents == "empty" else "catalogue"


async def _manager(db: Session, user_id: str) -> Manager:
    """Return a manager of the session's mall; without an id the first head administrator."""
    for each in await mall_rules.managers(db):
        if each.user_id == user_id if user_id else each.manager_type == "P":
            return each
    raise Invalid(refusals.NO_SUCH_TEST_MANAGER, parameter="user_id")


def _delete_pictures(pictures: Store, mall_id: str) -> None:
    for picture in list(pictures.every(mall_id)):
        pictures.delete(mall_id, picture.path)
