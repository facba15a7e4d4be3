"""The MCP endpoints as a component of the application: `/api/mcp` and `/api/mcp/admin` of a mall.

Specification: Model Context Protocol, streamable HTTP transport and authorization. Both endpoints
are stateless: each POST is one message, and no stream is offered.
"""

import asyncio
import re
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from openmall.access import mall_endpoint, shopper_sessions
from openmall.access.agents import grants
from openmall.access.agents.grants import Grant
from openmall.access.limits import leaky_bucket
from openmall.access.limits.address import holder
from openmall.access.limits.refusals import TOO_MANY_REQUESTS
from openmall.access.mall_endpoint import OtherMethod
from openmall.access.oauth.directory import Directory
from openmall.api.pipeline import identity
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.configuration import Configuration
from openmall.contract.call import Mall, Shopper
from openmall.contract.counters import Counters
from openmall.contract.errors import Forbidden, NotFound, TooManyCalls, Unauthorized
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.request_log.buffer import LONGEST_ID, Buffer, RecordedCall
from openmall.http import body, cross_origin_headers, endpoint, error_responses
from openmall.http.addressing import Address
from openmall.http.refusals import NO_SHOP_AT_HOST
from openmall.http.request import Answer, Request
from openmall.http.web import languages
from openmall.pages.mcp import agent_authorization, json_rpc
from openmall.pages.mcp.admin_tools import AdminTools
from openmall.pages.mcp.agent_authorization import ADMIN_PATH, PATH, SCOPE, AgentAuthorization
from openmall.pages.mcp.pipeline_calls import Dispatch
from openmall.pages.mcp.refusals import (
    GRANT_ENDED,
    GRANT_UNKNOWN,
    ORIGIN_NOT_ALLOWED,
    TOOL_NEEDS_SHOPPER,
)
from openmall.pages.mcp.shopper_tools import IDENTITY, ShopperTools
from openmall.pages.mcp.tool import MAX_BODY, Exchange, Toolbox

if TYPE_CHECKING:
    from openmall.pages.mcp.protocol import McpProtocol

_DOCUMENTS: Final = frozenset(
    {
        agent_authorization.SERVER_METADATA,
        agent_authorization.RESOURCE_METADATA,
        agent_authorization.ADMIN_METADATA,
    }
)
_AUTHORIZATION: Final = frozenset(
    {agent_authorization.REGISTER, agent_authorization.TOKEN, agent_authorization.REVOKE}
)
_PATHS: Final = frozenset(
    path.encode() for path in (PATH, ADMIN_PATH, *_DOCUMENTS, *_AUTHORIZATION)
)
_BUCKET: Final = leaky_bucket.Policy(60, 10.0)
"""Messages of one sender at one endpoint of a mall; what they call is counted as any call."""
_AUTHORIZATION_BUCKET: Final = leaky_bucket.Policy(30, 0.5)
"""Registrations, token requests and revocations of one address in a mall."""
_METHOD: Final = re.compile(r"[a-zA-Z]{1,30}(?:/[a-zA-Z_]{1,30}){0,2}")
_ALLOWED_METHODS: Final = b"POST"
_ALLOWED_HEADERS: Final = (
    b"authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, "
    b"mcp-session-id, x-platform-api-version"
)
_READABLE: Final = b"Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Request-Id"


class McpEndpoints:
    """The MCP endpoints of every mall, their metadata, and the authorization of agents."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        directory: Directory,
        counters: Counters,
        clock: Clock,
        seal: Seal,
        sessions: MemberSessions,
        dispatch: Dispatch,
        request_log: Buffer | None,
    ) -> None:
        """`dispatch`: the request pipeline. `request_log`: its buffer; None: it is off."""
        self._configuration = configuration
        self._database = database
        self._directory = directory
        self._counters = counters
        self._clock = clock
        self._seal = seal
        self._sessions = sessions
        self._request_log = request_log
        self._authorization = AgentAuthorization(configuration, database, seal, clock)
        self._toolboxes: dict[str, Toolbox] = {
            PATH: ShopperTools(dispatch, seal, clock, has_pages=configuration.sample_shop),
            ADMIN_PATH: AdminTools(dispatch, database, seal, clock),
        }
        self._protocols: dict[str, McpProtocol] = {}

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for one of the endpoints, or for their metadata."""
        return request.raw_path in _PATHS and address.site in ("mall", "bare")

    async def answer(self, exchange: endpoint.Exchange) -> None:
        """Respond to a request. Never raises."""
        request, answering = exchange.request, self._answer(exchange.request, exchange.address)
        await mall_endpoint.answer(exchange.send, request, answering, [])

    async def _answer(self, request: Request, address: Address) -> Answer:
        path = request.raw_path.decode("latin-1")
        mall = await self._mall(address)
        if path in _DOCUMENTS:
            if request.method not in ("GET", "HEAD"):
                raise OtherMethod(allowed="GET, HEAD")
            answer = self._authorization.metadata(path, address)
            if request.method == "HEAD":
                answer.body = b""
            return answer
        allowed = await self._require_origin(request, address, mall)
        if cross_origin_headers.is_preflight(request):
            return self._preflight(request, allowed=allowed)
        if request.method != "POST":
            raise OtherMethod(allowed="POST")
        if path in _AUTHORIZATION:
            await self._limit(f"agents {mall.mall_id} {holder(request.ip)}", _AUTHORIZATION_BUCKET)
            answer = await self._authorization.respond(request, address, mall)
        else:
            answer = await self._respond(path, request, address, mall)
        if allowed:
            answer.headers = [
                *cross_origin_headers.varied_by_origin(answer.headers),
                *cross_origin_headers.readable(request.headers[b"origin"], _READABLE),
            ]
        return answer

    async def _mall(self, address: Address) -> Mall:
        mall_id = address.mall_id or self._configuration.default_mall
        mall_id = mall_id or await self._directory.first_mall() or ""
        mall = await self._directory.open_mall(mall_id) if mall_id else None
        if mall is None:
            raise NotFound(NO_SHOP_AT_HOST)
        return mall

    async def _require_origin(self, request: Request, address: Address, mall: Mall) -> bool:
        """Return whether a page of an allowed origin sent a request. Raises Forbidden (403).

        A page that reached this machine under another name (DNS rebinding) is refused.
        """
        origin = request.headers.get(b"origin")
        if origin is None or origin == address.origin.encode():
            return False
        if origin not in await self._directory.browser_origins(mall.mall_id):
            raise Forbidden(ORIGIN_NOT_ALLOWED)
        return True

    def _preflight(self, request: Request, *, allowed: bool) -> Answer:
        if not allowed:
            return Answer(204, b"", cross_origin_headers.refusal())
        permission = cross_origin_headers.permission(
            request,
            origin=request.headers[b"origin"],
            methods=_ALLOWED_METHODS,
            headers=_ALLOWED_HEADERS,
            private_network=True,
        )
        return Answer(204, b"", permission)

    async def _limit(self, key: str, policy: leaky_bucket.Policy) -> None:
        """Count a request. Raises TooManyCalls (429)."""
        if self._configuration.limits != "enforce":
            return
        decision = await self._counters.decide(key, leaky_bucket.admit, self._clock.now(), policy)
        if not decision.admitted:
            raise TooManyCalls(TOO_MANY_REQUESTS, retry_after=decision.remain)

    async def _respond(self, path: str, request: Request, address: Address, mall: Mall) -> Answer:
        """Respond to one MCP message, and record it."""
        started = time.perf_counter()
        exchange = Exchange(
            request=request,
            address=address,
            mall=mall,
            identity=IDENTITY,
            language=languages.wanted(request, "sampleshop"),
        )
        content, method = b"", ""
        try:
            await self._identify(path, exchange)
            await self._limit(f"mcp {mall.mall_id} {path} {self._owner(exchange)}", _BUCKET)
            body.require_json(request)
            content = await body.read(
                request, limit=MAX_BODY, seconds=self._configuration.body_seconds
            )
            message = json_rpc.decoded(content)
            method = self._read_message(path, exchange, message)
            malformed = json_rpc.refusal(message)
            if malformed is None:
                protocol = await self._protocol(path)
                answer = json_rpc.readable(message, await protocol.respond(exchange, content))
            else:
                answer = malformed
        except Exception as error:
            api_error = error_responses.as_api_error(error, request.id)
            answer = error_responses.answer(
                api_error, [], challenge=_challenge(path, request, address)
            )
        self._record(path, method, exchange, answer, content, seconds=time.perf_counter() - started)
        return answer

    async def _identify(self, path: str, exchange: Exchange) -> None:
        """Set the app, or the shopper who allowed it. Raises Unauthorized (401), Forbidden."""
        request, mall = exchange.request, exchange.mall
        now = mall.clock(self._clock).now()
        if path == ADMIN_PATH:
            exchange.identity = await identity.authenticate_bearer(
                request, self._directory, mall.mall_id, now, api="admin"
            )
            return
        scheme, _, token = (
            request.headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        )
        exchange.language = _language(request, mall, 1)
        if not scheme:
            return
        grant = await self._grant(mall, token.strip()) if scheme.lower() == "bearer" else None
        if grant is None or now >= grant.expires_at:
            raise Unauthorized(GRANT_UNKNOWN)
        shopper = Shopper(
            shop_no=grant.shop_no,
            kind="member",
            name=grant.member_id,
            issued_at=int(now),
            expires_at=grant.expires_at,
            session_no=grant.session_no,
            session_id=grant.grant_id,
        )
        if not await self._sessions.valid(mall.mall_id, shopper):
            raise Unauthorized(GRANT_ENDED)
        exchange.grant = grant
        exchange.language = _language(request, mall, grant.shop_no)
        exchange.session = shopper_sessions.issue(self._seal, mall.mall_id, shopper)

    async def _grant(self, mall: Mall, token: str) -> Grant | None:
        if not token or "\0" in token:
            return None
        async with self._database.reading(mall.mall_id) as db:
            return await grants.find(db, token)

    def _owner(self, exchange: Exchange) -> str:
        """Return whose bucket a message counts in."""
        if exchange.grant is not None:
            return f"member {exchange.grant.member_id}"
        return exchange.identity.app.client_id + " " + holder(exchange.request.ip)

    def _read_message(self, path: str, exchange: Exchange, message: Any) -> str:
        """Return the method of a message, and note the tool; what is malformed is refused later.

        Raises Unauthorized (401) for a tool that needs a shopper: from that a client learns how to
        authorize.
        """
        method = message.get("method") if isinstance(message, dict) else None
        if not isinstance(method, str) or not _METHOD.fullmatch(method):
            return ""
        params = message.get("params")
        name = params.get("name") if isinstance(params, dict) else None
        tool = self._toolboxes[path].tools.get(name) if isinstance(name, str) else None
        if method == "tools/call" and tool is not None:
            exchange.tool = tool.name
            arguments = params.get("arguments")
            session = arguments.get("session") if isinstance(arguments, dict) else None
            if tool.needs_shopper and exchange.grant is None and not session:
                raise Unauthorized(TOOL_NEEDS_SHOPPER)
        return method

    async def _protocol(self, path: str) -> "McpProtocol":
        """Return the protocol of an endpoint; the first use in a worker imports the SDK.

        In a thread: it takes half a second, for which other requests would wait.
        """
        if path not in self._protocols:
            module = await asyncio.to_thread(import_module, "openmall.pages.mcp.protocol")
            protocol: McpProtocol = module.McpProtocol(self._toolboxes[path])
            self._protocols.setdefault(path, protocol)
        return self._protocols[path]

    def _record(
        self,
        path: str,
        method: str,
        exchange: Exchange,
        answer: Answer,
        content: bytes,
        *,
        seconds: float,
    ) -> None:
        """Record a message for the request log: method and tool stand behind the path."""
        log = self._request_log
        client_id = exchange.identity.app.client_id
        authenticated = path == ADMIN_PATH and exchange.identity is not IDENTITY
        if log is None:
            return
        if log.is_full(unproven=not authenticated):
            log.lose(client_id)
            return
        request = exchange.request
        shown = "/".join(part for part in (path, method, exchange.tool) if part)
        log.add(
            RecordedCall(
                at=self._clock.now() - seconds,
                seconds=seconds,
                api="mcp",
                mall_id=exchange.mall.mall_id,
                client_id=client_id if authenticated or path == PATH else "",
                unproven=not authenticated,
                claimed="",
                authorization=b"" if path == PATH else request.headers.get(b"authorization", b""),
                method=request.method[:LONGEST_ID],
                path=shown.encode(),
                query=b"",
                operation=None,
                status=answer.status,
                version="",
                request_id=request.id,
                ip=request.ip,
                headers=answer.headers,
                sent=b"",
                sent_size=len(content),
                answered=b"",
                answered_size=len(answer.body),
            )
        )


def _language(request: Request, mall: Mall, shop_no: int) -> str:
    """Return the language of a shopper's tools, chosen as that of the pages of a shop is."""
    shop = mall.shops.get(shop_no)
    own = languages.of_shop(shop.language, "sampleshop") if shop is not None else ""
    return own or languages.wanted(request, "sampleshop")


def _challenge(path: str, request: Request, address: Address) -> bytes:
    """Return what a 401 asks for, and where it says how to obtain it (RFC 9728 5.1)."""
    words = ['realm="openmall"']
    if b"authorization" in request.headers:
        words.append('error="invalid_token"')
    document = agent_authorization.RESOURCE_METADATA
    if path == ADMIN_PATH:
        document = agent_authorization.ADMIN_METADATA
    else:
        words.append(f'scope="{SCOPE}"')
    words.append(f'resource_metadata="{address.origin}{document}"')
    return f"Bearer {', '.join(words)}".encode("ascii")
