"""The calls of programs that test apps: `/_test` and below, described at `/_test/openapi.json`.

Bodies and responses are JSON without an envelope; errors have the documented body.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

import msgspec

import openmall
from openmall.access.mall_endpoint import OtherMethod
from openmall.access.sandbox import clock as sandbox_clock
from openmall.access.sandbox import faults as sandbox_faults
from openmall.access.sandbox.shape import SandboxClock, Script
from openmall.apptesting import deliveries, description, prepared
from openmall.apptesting import rules as test_rules
from openmall.apptesting import store as test_store
from openmall.apptesting.refusals import NO_SUCH_TEST_CALL, TEST_CLOCK_TARGET_AMBIGUOUS
from openmall.apptesting.rules import Opened, TestMallServices
from openmall.apptesting.scenarios import TRIGGERS, Scenarios, Wish
from openmall.apptesting.shape import (
    About,
    ClockAnswer,
    ClockDraft,
    ConsentDraft,
    Consented,
    Created,
    Credentials,
    Deleted,
    Deliveries,
    DeliveriesQuery,
    Empty,
    FaultsAnswer,
    FaultsDraft,
    HappenedEvent,
    Issued,
    MallDraft,
    MallFacts,
    MallList,
    Reset,
    TokenDraft,
    TriggerDraft,
    Triggered,
)
from openmall.apptesting.store import TestMall
from openmall.contract import moments, validation
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.json_values import Json
from openmall.contract.refusal import RefusedValue
from openmall.events.webhooks import catalogue
from openmall.http import body
from openmall.http.addressing import Hosts, without_port
from openmall.http.json_body import JSON, encode
from openmall.http.request import Answer, Request

PREFIX: Final = "/_test"
MOST_QUERY: Final = 1_000
"""Bytes of a query that are read."""
MOST_EVENTS: Final = 100
"""Events that the response to a trigger has."""
_NO_STORE: Final = (b"cache-control", b"no-store")

Settle = Callable[[str], Awaitable[None]]
"""Does everything due in a sandbox, and returns when it is done."""


class Target(NamedTuple):
    """The mall of a call, and how the server was addressed."""

    mall_id: str
    host: str
    """`name[:port]` of the request."""


class Route(NamedTuple):
    """A call: what it is sent, what it is answered, and who answers it."""

    method: str
    path: str
    takes: type[msgspec.Struct]
    gives: type[msgspec.Struct]
    answer: Callable[["TestEndpoints", Target, Any], Awaitable[msgspec.Struct]]
    status: int = 200


class TestEndpoints:
    """Answers the calls of programs that test apps."""

    __test__ = False

    def __init__(self, services: TestMallServices, settle: Settle, authority: Path | None) -> None:
        """`authority`: PEM file of the installation's own authority."""
        self._services, self._settle, self._authority = services, settle, authority
        self._hosts = Hosts(services.configuration.domain)

    async def respond(self, request: Request) -> Answer:
        """Answer a call. Raises ApiError."""
        path = request.raw_path.decode("latin-1").removeprefix(PREFIX)
        host = request.host.decode("latin-1").lower()
        if path == "/openapi.json":
            return _answer(200, description.openapi(PREFIX, ROUTES))
        known = [(each, found) for each in ROUTES if (found := _matches(each.path, path))]
        if not known:
            raise NotFound(NO_SUCH_TEST_CALL)
        for route, found in known:
            if route.method == request.method:
                target = Target(found.get("mall_id", ""), host)
                draft = await self._read(request, route.takes)
                return _answer(route.status, await route.answer(self, target, draft))
        raise OtherMethod(allowed=", ".join(route.method for route, _ in known))

    async def _read(self, request: Request, takes: type[msgspec.Struct]) -> msgspec.Struct:
        if request.method == "GET":
            query = dict(parse_qsl(request.query_string[:MOST_QUERY].decode("latin-1")))
            try:
                return msgspec.convert(query, takes, strict=False)
            except msgspec.ValidationError as error:
                raise validation.invalid(error, takes) from None
        configuration = self._services.configuration
        sent = await body.read(
            request, limit=configuration.body_limit, seconds=configuration.body_seconds
        )
        if not sent:
            values: dict[str, Json] = {}
        else:
            body.require_json(request)
            values = body.decode(sent)
        try:
            return msgspec.convert(values, takes)
        except msgspec.ValidationError as error:
            raise validation.invalid(error, takes) from None

    async def about(self, target: Target, draft: Empty) -> About:
        """Describe the server, and list what can be triggered."""
        authority = self._authority
        return About(
            version=openmall.__version__,
            mall_url=self._url("{mall_id}", target),
            triggers=TRIGGERS,
            authority="" if authority is None or not authority.exists() else authority.read_text(),
        )

    async def list_malls(self, target: Target, draft: Empty) -> MallList:
        """List the test malls."""
        return MallList(malls=[each.store_id for each in await test_rules.every(self._services)])

    async def create(self, target: Target, draft: MallDraft) -> Created:
        """Create a mall with contents, an app in it, and an access token."""
        opened, access = await test_rules.create(self._services, draft)
        credentials = access.credentials
        return Created(
            mall=self._facts(opened.mall, opened.orders, target),
            app=Credentials(
                client_id=credentials.client_id,
                client_secret=credentials.client_secret,
                front_api_key=credentials.front_api_key,
                redirect_uris=access.redirect_uris,
                scopes=access.scopes,
                webhook_api_key=access.webhook_api_key,
                webhook_secret=access.webhook_secret,
            ),
            token=opened.token,
        )

    async def show(self, target: Target, draft: Empty) -> MallFacts:
        """Show a test mall."""
        mall, orders = await test_rules.find(self._services, target.mall_id)
        return self._facts(mall, orders, target)

    async def reset(self, target: Target, draft: Empty) -> Reset:
        """Reset a test mall to what it was when it was created, with a new token."""
        opened: Opened = await test_rules.reset(self._services, target.mall_id)
        return Reset(mall=self._facts(opened.mall, opened.orders, target), token=opened.token)

    async def delete(self, target: Target, draft: Empty) -> Deleted:
        """Delete a test mall, and its app if that was registered with it."""
        await test_rules.remove(self._services, target.mall_id)
        return Deleted(mall_id=target.mall_id)

    async def issue_token(self, target: Target, draft: TokenDraft) -> Issued:
        """Issue an access token without a browser, in a sandbox."""
        mall = await test_rules.sandbox(self._services, target.mall_id)
        return Issued(token=await test_rules.issue_token(self._services, mall, draft))

    async def consent(self, target: Target, draft: ConsentDraft) -> Consented:
        """Decide about an authorization request without a browser, in a sandbox."""
        mall = await test_rules.sandbox(self._services, target.mall_id)
        address = self._hosts.read(self._url(mall.mall_id, target)[len("https://") :].encode())
        location = await test_rules.consent(self._services, mall, draft, address)
        code, state = test_rules.answer_of(location)
        return Consented(redirect=location, code=code, state=state)

    async def read_clock(self, target: Target, draft: Empty) -> ClockAnswer:
        """Show the clock of a sandbox."""
        async with self._services.database.reading(target.mall_id) as db:
            reading = await sandbox_clock.read(db, self._services.clock.now())
        return ClockAnswer(clock=SandboxClock.of(reading))

    async def advance(self, target: Target, draft: ClockDraft) -> ClockAnswer:
        """Advance the clock of a sandbox; the response comes when everything due is done."""
        await test_rules.sandbox(self._services, target.mall_id)
        forward, until = _advance_of(draft)
        services = self._services
        await sandbox_clock.move(
            services.database,
            services.counters,
            services.clock,
            target.mall_id,
            forward=forward,
            to=until,
        )
        await self._settle(target.mall_id)
        return await self.read_clock(target, Empty())

    async def settle(self, target: Target, draft: Empty) -> ClockAnswer:
        """Do everything due in a sandbox now: messages, webhooks, jobs and the like."""
        await test_rules.sandbox(self._services, target.mall_id)
        await self._settle(target.mall_id)
        return await self.read_clock(target, Empty())

    async def load_faults(self, target: Target, draft: FaultsDraft) -> FaultsAnswer:
        """Replace the faults of a sandbox; they are counted anew."""
        await test_rules.sandbox(self._services, target.mall_id)
        services = self._services
        counted = await sandbox_faults.load(
            services.database, services.counters, target.mall_id, draft.rules
        )
        return FaultsAnswer(faults=Script.of(counted))

    async def read_faults(self, target: Target, draft: Empty) -> FaultsAnswer:
        """Show the faults of a sandbox, and how often each was met."""
        async with self._services.database.reading(target.mall_id) as db:
            return FaultsAnswer(faults=Script.of(await sandbox_faults.script(db)))

    async def trigger(self, target: Target, draft: TriggerDraft) -> Triggered:
        """Let something happen in a sandbox by the shop's own rules, and deliver its events."""
        services = self._services
        mall = await test_rules.sandbox(services, target.mall_id)
        wish = Wish(**{name: getattr(draft, name) for name in draft.__struct_fields__})
        async with services.database.reading(mall.mall_id) as db:
            before = await test_store.head(db)
        scenarios = Scenarios(services.database, services.clock, services.seal, mall)
        happened = await scenarios.happen(wish)
        await self._settle(mall.mall_id)
        async with services.database.reading(mall.mall_id) as db:
            events = await test_store.events_after(db, before, most=MOST_EVENTS)
        return Triggered(
            event=draft.event,
            order_id=happened.order_id,
            product_no=happened.product_no,
            member_id=happened.member_id,
            events=[
                HappenedEvent(
                    sequence=each.sequence,
                    event_no=each.event_no,
                    name=catalogue.KINDS[each.event_no].name,
                    resource=msgspec.json.decode(each.resource),
                )
                for each in events
                if each.event_no in catalogue.KINDS
            ],
        )

    async def fetch_deliveries(self, target: Target, draft: DeliveriesQuery) -> Deliveries:
        """List the webhooks of the mall's app after an event, signed as if they were sent."""
        mall = await test_rules.sandbox(self._services, target.mall_id)
        return await deliveries.fetch(self._services, mall, draft.after)

    def _facts(self, mall: TestMall, orders: list[str], target: Target) -> MallFacts:
        return MallFacts(
            mall_id=mall.store_id,
            name=mall.name,
            url=self._url(mall.store_id, target),
            local_url=f"https://{target.host}/@{mall.store_id}",
            contents=mall.contents,
            client_id=mall.client_id,
            user_id=prepared.USER_ID,
            member_id=prepared.MEMBER_ID,
            password=prepared.PASSWORD,
            orders=orders,
        )

    def _url(self, mall_id: str, target: Target) -> str:
        port = target.host[len(without_port(target.host)) :]
        return f"https://{mall_id}.{self._services.configuration.domain}{port}"


_MALLS: Final = "/malls"
_MALL: Final = "/malls/{mall_id}"
ROUTES: Final = (
    Route("GET", "", Empty, About, TestEndpoints.about),
    Route("GET", _MALLS, Empty, MallList, TestEndpoints.list_malls),
    Route("POST", _MALLS, MallDraft, Created, TestEndpoints.create, 201),
    Route("GET", _MALL, Empty, MallFacts, TestEndpoints.show),
    Route("DELETE", _MALL, Empty, Deleted, TestEndpoints.delete),
    Route("POST", f"{_MALL}/reset", Empty, Reset, TestEndpoints.reset),
    Route("POST", f"{_MALL}/tokens", TokenDraft, Issued, TestEndpoints.issue_token, 201),
    Route("POST", f"{_MALL}/consent", ConsentDraft, Consented, TestEndpoints.consent),
    Route("GET", f"{_MALL}/clock", Empty, ClockAnswer, TestEndpoints.read_clock),
    Route("POST", f"{_MALL}/clock", ClockDraft, ClockAnswer, TestEndpoints.advance),
    Route("POST", f"{_MALL}/settle", Empty, ClockAnswer, TestEndpoints.settle),
    Route("GET", f"{_MALL}/faults", Empty, FaultsAnswer, TestEndpoints.read_faults),
    Route("PUT", f"{_MALL}/faults", FaultsDraft, FaultsAnswer, TestEndpoints.load_faults),
    Route(
        "GET", f"{_MALL}/deliveries", DeliveriesQuery, Deliveries, TestEndpoints.fetch_deliveries
    ),
    Route("POST", f"{_MALL}/trigger", TriggerDraft, Triggered, TestEndpoints.trigger),
)
"""All calls."""


def _matches(pattern: str, path: str) -> Mapping[str, str] | None:
    wanted, given = pattern.split("/"), path.split("/")
    if len(wanted) != len(given):
        return None
    found = {"": ""}
    for name, text in zip(wanted, given, strict=True):
        if name == "{mall_id}" and re.fullmatch(r"[a-z0-9-]{1,50}", text):
            found["mall_id"] = text
        elif name != text:
            return None
    return found


def _answer(status: int, content: Any) -> Answer:
    return Answer(status, encode(content), [JSON, _NO_STORE])


def _advance_of(draft: ClockDraft) -> tuple[int, int | None]:
    """Return the seconds of an advance, or the moment of one. Raises Invalid (422)."""
    if (draft.forward is None) == (draft.to is None):
        raise Invalid(TEST_CLOCK_TARGET_AMBIGUOUS, parameter="forward")
    if draft.to is not None:
        try:
            return 0, moments.read(draft.to)
        except RefusedValue as error:
            raise Invalid(error.reason, parameter="to") from None
    if isinstance(draft.forward, int):
        return draft.forward, None
    try:
        return sandbox_clock.duration(draft.forward or ""), None
    except RefusedValue as error:
        raise Invalid(error.reason, parameter="forward") from None
