"""The authorization server and its pages, as one part of the application."""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response

from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.limits.counters import Counters
from openmall.oauth import refusal
from openmall.oauth.browsing import Browsing
from openmall.oauth.directory import Directory
from openmall.oauth.endpoints import Endpoints
from openmall.oauth.fields import Fields
from openmall.oauth.refusal import Refused
from openmall.oauth.visit import Visit
from openmall.pipeline import failure
from openmall.pipeline.addressing import Address
from openmall.pipeline.request import Receive, Request, Scope, Send

PREFIX: Final = b"/api/v2/oauth/"

Handler = Callable[[Visit], Awaitable[Response]]


class OAuth:
    """Everything below `/api/v2/oauth/`, at every mall's host name."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        directory: Directory,
        clock: Clock,
        *,
        restricted_scopes: frozenset[str] = frozenset(),
    ) -> None:
        """`restricted_scopes`: those with operations by arrangement, marked on the consent page."""
        self._default_mall = configuration.default_mall
        self._directory = directory
        endpoints = Endpoints(configuration, database, counters, clock)
        browsing = Browsing(configuration, database, counters, clock, restricted_scopes)
        self._handlers: dict[bytes, dict[str, Handler]] = {
            b"token": {"POST": endpoints.token},
            b"revoke": {"POST": endpoints.revoke},
            b"authorize": {"GET": browsing.authorize, "POST": browsing.decide},
            b"sign-in": {"GET": browsing.sign_in_page, "POST": browsing.sign_in},
            b"sign-out": {"POST": browsing.sign_out},
            b"style.css": {"GET": browsing.style},
        }

    def serves(self, request: Request) -> bool:
        """Say whether a request is for the authorization server."""
        return request.raw_path.startswith(PREFIX)

    async def __call__(
        self, scope: Scope, receive: Receive, send: Send, request: Request, address: Address
    ) -> None:
        """Answer a request. Never raises."""
        try:
            response = await self._answer(request, address)
        except Refused as refused:
            response = refusal.answer(refused)
        except Exception as error:
            response = _fault(error, request.id)
        response.headers["X-Request-Id"] = request.id
        await response(scope, receive, send)

    async def _answer(self, request: Request, address: Address) -> Response:
        methods = self._handlers.get(request.raw_path.removeprefix(PREFIX))
        mall_id = address.mall_id
        if address.site == "bare":
            mall_id = self._default_mall or await self._directory.first_mall() or ""
        mall = await self._directory.mall(mall_id) if mall_id else None
        if mall is None:
            raise Refused("invalid_request", "there is no shop at this host name", status=404)
        if methods is None:
            raise Refused("invalid_request", "there is no such URL", status=404)
        handler = methods.get(request.method)
        if handler is None:
            refused = Refused("invalid_request", "the method is not allowed", status=405)
            response = refusal.answer(refused)
            response.headers["Allow"] = ", ".join(methods)
            return response
        host = address.origin.removeprefix("https://")
        return await handler(Visit(request, mall, host, Fields(request.query_string)))


def _fault(error: Exception, request_id: str) -> Response:
    told = failure.as_api_error(error, request_id)
    away = told.status in (503, 504)
    response = refusal.answer(
        Refused(
            "temporarily_unavailable" if away else "server_error", told.message, status=told.status
        )
    )
    if told.retry_after:
        response.headers["Retry-After"] = str(told.retry_after)
    return response
