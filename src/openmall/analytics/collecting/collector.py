"""Receives batches of events at `/collect` on every mall's host; answers once they are stored.

A batch is a JSON object as `shape.Batch`. Its content type may be text, which browsers send
without a preflight request. Answers: 204; 400, 404, 405, 408, 413, 422, 429 and 503 in the
documented error body.
"""

import time
from typing import Final

import msgspec

from openmall.access import mall_endpoint
from openmall.access.limits import per_minute
from openmall.access.limits.address import holder
from openmall.access.malls import due_malls
from openmall.access.oauth.directory import Directory
from openmall.analytics.collecting import enrichment, referrers
from openmall.analytics.collecting import store as collecting_store
from openmall.analytics.collecting.addresses import Keys, day_of
from openmall.analytics.collecting.batch_writer import BatchWriter
from openmall.analytics.collecting.refusals import BATCH_CONTENT_TYPE, TOO_MANY_BATCHES
from openmall.analytics.collecting.setting import Settings
from openmall.analytics.collecting.shape import LONGEST_AGO, Batch, CollectedEvent
from openmall.analytics.collecting.store import CollectedBatch
from openmall.analytics.collecting.user_agents import program
from openmall.configuration import Configuration
from openmall.contract import validation
from openmall.contract.call import Mall
from openmall.contract.counters import Counters
from openmall.contract.errors import ApiError, Malformed, TooManyCalls
from openmall.contract.moments import Clock, Clocks
from openmall.database.seal import Seal
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.http import body, cross_origin_headers, visitor_identification
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.refusals import UNREADABLE_JSON
from openmall.http.request import Answer, Headers, Request

PATH: Final = b"/collect"
MOST_BYTES: Final = 256 * 1024
"""Bytes of one batch: browsers send 64 KB at most, programs a thousand usual events."""
ADDRESSES: Final = 8
"""At least so many addresses share what a mall takes in a minute."""
NAMES_KEPT: Final = LONGEST_AGO + 86_400_000
"""Milliseconds for which the id of a batch is stored: longer than it may be sent again."""
FORGETTING_SECONDS: Final = 3_600.0
"""Between two deletions of expired rows."""
_KINDS: Final = (b"", b"text/plain", b"application/json")
# a page of any origin may send events of a shop, and read the status only
_FOR_ALL: Final = b"*"
_METHODS: Final = b"POST"
_REQUEST_HEADERS: Final = b"content-type"
_RESPONSE_HEADERS: Final = b"Retry-After, X-Request-Id"
_BATCH: Final = msgspec.json.Decoder(Batch)


class Collector:
    """The ASGI part of the collector; its requests are no calls of an API."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        directory: Directory,
        clock: Clock,
        seal: Seal,
        settings: Settings,
    ) -> None:
        self._configuration = configuration
        self._database = database
        self._counters = counters
        self._directory = directory
        self._clock = clock
        self._seal = seal
        self._settings = settings
        self._writer = BatchWriter(database)
        self._limit = per_minute.Policy(configuration.collect_per_minute)
        most = configuration.collect_bytes
        self._bytes_of_mall = per_minute.Policy(most)
        self._bytes_of_address = per_minute.Policy(max(1, most // ADDRESSES))
        self._keys = Keys(database, clock, seal, days=configuration.address_days)

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request is for the collector."""
        return mall_endpoint.serves(PATH, request, address)

    async def answer(self, exchange: Exchange) -> None:
        """Answer 204 once the batch is committed, or an error."""
        request, address = exchange.request, exchange.address
        headers = await self._cross_origin_headers(request, address)
        await mall_endpoint.answer(exchange.send, request, self._answer(request, address), headers)

    async def _cross_origin_headers(self, request: Request, address: Address) -> Headers:
        """Return the headers by which pages may send events and read the status. Never raises.

        Pages of an allowed origin are answered by name; all others as ever by `*`, which permits no
        credentials, and opens no private network.
        """
        origin = request.headers.get(b"origin", b"")
        is_named = bool(origin) and await self._allows(origin, address)
        if request.method == "OPTIONS":
            return cross_origin_headers.permission(
                request,
                origin=origin if is_named else _FOR_ALL,
                methods=_METHODS,
                headers=_REQUEST_HEADERS,
                private_network=is_named,
            )
        readable = cross_origin_headers.readable(
            origin if is_named else _FOR_ALL, _RESPONSE_HEADERS
        )
        return cross_origin_headers.varied_by_origin(readable)

    async def _allows(self, origin: bytes, address: Address) -> bool:
        try:
            default = self._configuration.default_mall
            mall = await mall_endpoint.mall(address, self._directory, default)
            return origin in await self._directory.browser_origins(mall.mall_id)
        except (ApiError, DatabaseAway, DeadlinePassed):
            return False

    async def _answer(self, request: Request, address: Address) -> Answer:
        if request.method == "OPTIONS":
            return Answer(204, b"", [])
        if request.method != "POST":
            raise mall_endpoint.OtherMethod(allowed="POST, OPTIONS")
        await self._count(f"collect {holder(request.ip)}", self._limit)
        kind = request.headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if kind not in _KINDS:
            raise Malformed(BATCH_CONTENT_TYPE)
        mall = await mall_endpoint.mall(address, self._directory, self._configuration.default_mall)
        seconds = self._configuration.body_seconds
        received = await body.read(request, limit=MOST_BYTES, seconds=seconds)
        address_key = f"collect bytes {mall.mall_id} {holder(request.ip)}"
        await self._count(address_key, self._bytes_of_address, len(received))
        await self._count(f"collect mall {mall.mall_id}", self._bytes_of_mall, len(received))
        await self._take(_decoded(received), request, mall, address)
        return Answer(204, b"", [])

    async def _count(self, key: str, limit: per_minute.Policy, cost: int = 1) -> None:
        """Raise TooManyCalls (429) for an address or a mall with too many batches or bytes."""
        now = self._clock.now()
        decision = await self._counters.decide(key, per_minute.admit, now, limit, cost)
        if not decision.admitted and self._configuration.limits == "enforce":
            raise TooManyCalls(TOO_MANY_BATCHES, retry_after=decision.retry_after)

    async def _take(self, batch: Batch, request: Request, mall: Mall, address: Address) -> None:
        mall_endpoint.require_shop(mall, batch.shop_no)
        now = int(mall.clock(self._clock).now() * 1_000)
        events = await self._enriched(batch, request, mall, address, now)
        deadline = time.monotonic() + self._configuration.call_seconds
        collected = CollectedBatch(events, now, batch.batch_id)
        await self._writer.write(mall.mall_id, collected, deadline=deadline)

    async def _enriched(
        self, batch: Batch, request: Request, mall: Mall, address: Address, now: int
    ) -> list[CollectedEvent]:
        """Return the events of a batch, the earliest first, with the data of their request."""
        agent = request.headers.get(b"user-agent", b"").decode("latin-1")
        hint = request.headers.get(b"sec-ch-ua-mobile", b"").decode("latin-1")
        runs = program(agent, hint)
        host = referrers.host(address.origin)
        browser_no = await self._browser_number(batch, request, mall.mall_id)
        visitors_by_shop: dict[int, tuple[int, int]] = {}
        collected = []
        for event in batch.events:
            at = now - event.ago
            day = day_of(at / 1_000)
            if day not in visitors_by_shop:
                key = await self._keys.of(day, today=day_of(now / 1_000))
                ip = visitor_identification.keyed_hash(key, "address", mall.mall_id, request.ip)
                unnamed = visitor_identification.keyed_hash(
                    key, "browser", mall.mall_id, request.ip, agent
                )
                visitors_by_shop[day] = browser_no or unnamed, ip
            browser, ip = visitors_by_shop[day]
            opened = enrichment.path_of(event)
            collected.append(
                enrichment.enrich(
                    event, opened, runs,
                    at=at, shop_no=batch.shop_no, browser=browser, ip=ip, host=host,
                )
            )  # fmt: skip
        return sorted(collected, key=lambda each: each.at)

    async def _browser_number(self, batch: Batch, request: Request, mall_id: str) -> int:
        """Return the number of the browser's identifier; 0: it has none, or none that counts."""
        if not batch.browser:
            return 0
        if request.headers.get(b"dnt") == b"1" or request.headers.get(b"sec-gpc") == b"1":
            setting = await self._settings.of(mall_id, batch.shop_no)
            if setting.respect_do_not_track == "T":
                return 0
        return visitor_identification.number(self._seal, mall_id, batch.browser)

    async def forget(self, clocks: Clocks) -> int:
        """Remove expired keys of addresses and names of batches; return how many.

        Idempotent, so that several processes may do it.
        """

        async def forget_names(mall_id: str) -> int:
            before = int(clocks.of(mall_id).now() * 1_000) - NAMES_KEPT
            async with self._database.writing(mall_id) as db:
                return await collecting_store.forget_names(db, before=before)

        searches = [collecting_store.MALLS_WITH_OLD]
        return await self._keys.forget() + await due_malls.visit(
            self._database, clocks, searches, forget_names, kept=NAMES_KEPT
        )


def _decoded(received: bytes) -> Batch:
    """Return a batch. Raises Malformed (400) and Invalid (422), which names the parameter."""
    try:
        return _BATCH.decode(received)
    except msgspec.ValidationError as error:
        raise validation.invalid(error, Batch) from None
    except (ValueError, RecursionError):
        raise Malformed(UNREADABLE_JSON) from None
