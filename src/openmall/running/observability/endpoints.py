"""`/healthz`, `/readyz` and `/metrics`, for operators.

The first two are answered over plain HTTP as well: probes often run on the next machine, and they
reveal health alone. Metrics need the token of the configuration; without one they are answered to
programs of the same machine.
"""

import asyncio
import hmac
import ipaddress
import logging
import os
import time
from typing import Final

import msgspec

from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.http.request import Answer, Headers, Request
from openmall.running.observability import store
from openmall.running.observability.installation import STORE_SECONDS, InstallationProbe
from openmall.running.observability.meter import Meter, MetricsFiles, WorkerMetrics

log = logging.getLogger("openmall")

LIVE: Final = b"/healthz"
READY: Final = b"/readyz"
METRICS: Final = b"/metrics"
_TEXT: Final = (b"content-type", b"text/plain; charset=utf-8")
_JSON: Final = (b"content-type", b"application/json")
_NO_STORE: Final = (b"cache-control", b"no-store")


class OperatorEndpoints:
    """Answers health probes and metrics."""

    def __init__(
        self, configuration: Configuration, database: Database, clock: Clock, meter: Meter
    ) -> None:
        self._database = database
        self._probe = InstallationProbe(configuration, database, clock)
        self._meter = meter
        self._files = MetricsFiles(configuration.data_dir)
        self._token = configuration.metrics_token.encode()
        self._has_proxies = bool(configuration.trusted_proxies)
        self.stopping = False
        """The worker is stopping: it finishes its calls and is not ready for new ones."""

    async def publish(self) -> None:
        """Write this worker's metrics for the worker that answers `/metrics`."""
        await asyncio.to_thread(self._publish, self._meter.snapshot())

    def _publish(self, metrics: WorkerMetrics) -> None:
        self._probe.read_certificate()
        self._files.write(metrics)

    def serves(self, request: Request) -> bool:
        """Return whether a request is a health probe or for metrics, over HTTPS or not."""
        return request.raw_path in (LIVE, READY, METRICS) and request.method in ("GET", "HEAD")

    async def answer(self, request: Request) -> Answer:
        """Respond to such a request. Never raises."""
        headers: Headers = [_NO_STORE, (b"x-request-id", request.id.encode())]
        if request.raw_path == LIVE:
            return Answer(200, b"ok\n", [_TEXT, *headers])
        if request.raw_path == READY:
            return await self._ready(headers)
        if not self._may_read_metrics(request):
            return Answer(403, b"metrics are for those who know the token\n", [_TEXT, *headers])
        return await self._metrics(headers)

    async def _ready(self, headers: Headers) -> Answer:
        checks = {"store": await self._store_responds(), "serving": not self.stopping}
        ready = all(checks.values())
        body = msgspec.json.encode({"ready": ready, **checks})
        return Answer(200 if ready else 503, body, [_JSON, *headers])

    async def _store_responds(self) -> bool:
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await store.ping(self._database, deadline=time.monotonic() + STORE_SECONDS)
        except Exception as error:
            log.error("not ready", extra={"reason": str(error)})
            return False
        return True

    def _may_read_metrics(self, request: Request) -> bool:
        if request.scheme != "https":
            return False
        if self._token:
            authorization = request.headers.get(b"authorization", b"")
            return hmac.compare_digest(authorization, b"Bearer " + self._token)
        # behind a proxy every client may have a loopback address
        return not self._has_proxies and _is_loopback(request.ip)

    async def _metrics(self, headers: Headers) -> Answer:
        # imported here, because it takes 2 MB, and only in the worker that is asked
        from openmall.running.observability import exposition

        found = await self._probe.look()
        workers = [self._meter.snapshot(), *self._files.read(but=os.getpid())]
        body = await asyncio.to_thread(exposition.exposed, workers, found)
        return Answer(200, body, [(b"content-type", exposition.KIND), *headers])


def _is_loopback(ip: str) -> bool:
    try:
        return ipaddress.ip_address(ip).is_loopback
    except ValueError:
        return False
