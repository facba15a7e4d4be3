"""Serves `/_test`: programs create malls to test apps in, and steer them.

Only where the data folder is a demo's, or the operator switched it on. By default only programs of
this machine may, as those who create a mall get every right in it. With a token
(`test_malls_token`) those who show it may, from anywhere, and none without it. What is needed
beside this module is imported with the first call: most installations never get one.
"""

import hmac
import ipaddress
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from openmall.access import mall_endpoint
from openmall.access.oauth.directory import Directory
from openmall.analytics.engine.engine import Engine
from openmall.apptesting.refusals import (
    TEST_CALL_FROM_ELSEWHERE,
    TEST_CALL_OF_BROWSER,
    TEST_MALLS_OFF,
    TEST_TOKEN_MISSING,
)
from openmall.configuration import Configuration
from openmall.contract.counters import Counters
from openmall.contract.errors import Forbidden, NotFound, Unauthorized
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.webhooks.rules import WebhookContext
from openmall.http.addressing import Address, is_loopback
from openmall.http.endpoint import Exchange
from openmall.http.request import Answer, Request
from openmall.media.store import Store

if TYPE_CHECKING:
    from openmall.apptesting.endpoints import TestEndpoints
    from openmall.apptesting.rules import TestMallServices

PREFIX: Final = b"/_test"
DEMO_FILE: Final = "demo.json"
"""What `openmall demo` leaves in its data folder."""
_FORWARDED: Final = (b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip")
"""Headers of requests that came through a proxy."""


class TestMalls:
    """The calls of programs that test apps, or the reason why they are not answered."""

    __test__ = False

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        clock: Clock,
        *,
        directory: Directory,
        seal: Seal,
        engine: Engine,
        webhooks: WebhookContext,
        pictures: Store,
    ) -> None:
        """`clock`: the machine's."""
        self._configuration, self._database, self._counters = configuration, database, counters
        self._clock, self._directory, self._seal = clock, directory, seal
        self._engine, self._webhooks, self._pictures = engine, webhooks, pictures
        self._services: TestMallServices | None = None
        self._endpoints: TestEndpoints | None = None
        self.settle: Callable[[str], Awaitable[None]] | None = None
        """Does everything due in a sandbox; set before the first call."""

    def serves(self, request: Request, address: Address) -> bool:
        """Return whether a request is for test malls."""
        path = request.raw_path
        return path == PREFIX or path.startswith(PREFIX + b"/")

    async def answer(self, exchange: Exchange) -> None:
        """Respond to a request. Never raises."""
        request = exchange.request
        await mall_endpoint.answer(exchange.send, request, self._respond(request), [])

    async def sweep(self) -> int:
        """Delete the test malls that nobody has used for a day; return their number."""
        from openmall.apptesting import store as test_store

        async with self._database.reading("") as db:
            if not await test_store.count(db):
                return 0
        from openmall.apptesting import rules as test_rules

        return await test_rules.sweep(self._opened_services())

    async def _respond(self, request: Request) -> Answer:
        self._require_permitted(request)
        if self._endpoints is None:
            from openmall.apptesting.endpoints import TestEndpoints

            assert self.settle is not None, "it is set when the application is composed"
            authority: Path = self._configuration.data_dir / "tls" / "ca.pem"
            own = None if self._configuration.certificate else authority
            self._endpoints = TestEndpoints(self._opened_services(), self.settle, own)
        return await self._endpoints.respond(request)

    def _opened_services(self) -> "TestMallServices":
        if self._services is None:
            from openmall.apptesting.prepared import PreparedContents
            from openmall.apptesting.rules import TestMallServices

            self._services = TestMallServices(
                configuration=self._configuration,
                database=self._database,
                counters=self._counters,
                clock=self._clock,
                directory=self._directory,
                seal=self._seal,
                engine=self._engine,
                webhooks=self._webhooks,
                pictures=self._pictures,
                contents=PreparedContents(self._database, self._clock, self._directory, self._seal),
            )
        return self._services

    def _is_on(self) -> bool:
        setting = self._configuration.test_malls
        # a demo may be made while its folder is served
        return setting == "on" or (
            setting == "demo" and (self._configuration.data_dir / DEMO_FILE).is_file()
        )

    def _require_permitted(self, request: Request) -> None:
        """Raise NotFound (404), Unauthorized (401) or Forbidden (403) for others."""
        if not self._is_on():
            raise NotFound(TEST_MALLS_OFF)
        # a page of another site must not reach a developer's server through the browser
        if (
            b"origin" in request.headers
            or request.headers.get(b"sec-fetch-site", b"none") != b"none"
        ):
            raise Forbidden(TEST_CALL_OF_BROWSER)
        token = self._configuration.test_malls_token
        if token:
            kind, _, shown = request.headers.get(b"authorization", b"").partition(b" ")
            if kind.lower() != b"bearer" or not hmac.compare_digest(shown, token.encode()):
                raise Unauthorized(TEST_TOKEN_MISSING)
            return
        if self._configuration.trusted_proxies or not _is_of_this_machine(request):
            raise Forbidden(TEST_CALL_FROM_ELSEWHERE)


def _is_of_this_machine(request: Request) -> bool:
    if any(name in request.headers for name in _FORWARDED):
        return False
    try:
        peer = ipaddress.ip_address(request.ip)
    except ValueError:
        return False
    host = request.host.decode("latin-1").lower()
    return peer.is_loopback and is_loopback(host)
