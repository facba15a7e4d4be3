"""The authorization server of a mall, and the pages of staff that belong to it.

Programs use it at the mall's host; people sign in and consent at the host of staff
(`access/staff_site.py`), where `authorize` leads them.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response

from openmall.access.oauth import errors as oauth_errors
from openmall.access.oauth import sign_ins
from openmall.access.oauth.browser_endpoints import BrowserEndpoints
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.discovery import Discovery
from openmall.access.oauth.endpoints import Endpoints
from openmall.access.oauth.errors import OAuthError
from openmall.access.oauth.mall_request import MallRequest
from openmall.access.oauth.mall_requests import MallRequests
from openmall.access.oauth.passkey_sign_in import PasskeySignIn
from openmall.access.oauth.resources import Resources
from openmall.access.oauth.second_step import SecondStep
from openmall.access.oauth.sign_ins import SECOND_STEP
from openmall.configuration import Configuration
from openmall.contract.counters import Counters
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Request

PREFIX: Final = b"/api/v2/oauth/"

Handler = Callable[[MallRequest], Awaitable[Response]]


class OAuth:
    """Everything below `/api/v2/oauth/`, at every mall's host name, and its metadata."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        directory: Directory,
        clock: Clock,
        seal: Seal,
        *,
        restricted_scopes: frozenset[str] = frozenset(),
    ) -> None:
        """`restricted_scopes`: those with operations by arrangement, marked on the consent page."""
        self._reception = MallRequests(configuration, directory)
        self._discovery = Discovery(configuration, directory)
        resources = Resources(configuration)
        endpoints = Endpoints(configuration, database, counters, clock, resources)
        browsing = BrowserEndpoints(
            configuration, database, counters, clock, seal, resources, restricted_scopes
        )
        second_step = SecondStep(database, counters, clock, seal, configuration.body_seconds)
        passkey = PasskeySignIn(
            database, counters, clock, seal, configuration.body_seconds, browsing.refused_sign_in
        )
        self._handlers: dict[bytes, dict[str, Handler]] = {
            b"token": {"POST": endpoints.token},
            b"revoke": {"POST": endpoints.revoke},
            b"authorize": {"GET": browsing.lead_to_consent},
            b"sign-in": {"GET": browsing.lead_to_sign_in},
        }
        self.staff_pages: dict[str, dict[str, Handler]] = {
            sign_ins.AUTHORIZE: {"GET": browsing.authorize, "POST": browsing.decide},
            sign_ins.SIGN_IN: {"GET": browsing.sign_in_page, "POST": browsing.sign_in},
            "/passkey": {"POST": passkey.prove},
            SECOND_STEP: {"GET": second_step.show, "POST": second_step.prove},
            "/sign-out": {"POST": browsing.sign_out},
        }
        """Pages below the address of a mall's staff -> method -> handler."""

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for the authorization server."""
        return request.raw_path.startswith(PREFIX) or self._discovery.serves(request)

    async def answer(self, exchange: Exchange) -> None:
        """Respond to a request. Never raises."""
        request, address = exchange.request, exchange.address
        if self._discovery.serves(request):
            response = await self._discovery.respond(request, address)
        else:
            response = await self._reception.respond(request, address, self._answer)
        await response(exchange.scope, exchange.receive, exchange.send)

    async def _answer(self, mall_request: MallRequest) -> Response:
        request = mall_request.request
        methods = self._handlers.get(request.raw_path.removeprefix(PREFIX))
        if methods is None:
            raise OAuthError("invalid_request", "there is no such URL", status=404)
        handler = methods.get(request.method)
        if handler is None:
            refused = OAuthError("invalid_request", "the method is not allowed", status=405)
            response = oauth_errors.answer(refused)
            response.headers["Allow"] = ", ".join(methods)
            return response
        return await handler(mall_request)
