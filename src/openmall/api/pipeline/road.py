"""The request pipeline of every API call: its steps in order, each in its own module.

transport     HTTPS 403; forwarded headers of a trusted proxy (before the pipeline, as for pages)
addressing    which mall, which API
urls          percent-encoding 400
router        which row of the registry
body          content type 400
identity      authentication 401, app installed 403; then, for a URL without operation, 404
shopping      on the storefront, the shopper session 401
visiting      and the visitor's browser
permission    scope and restricted operations 403
limiting      429, usage headers
api_versions  which dated version
body          received within bounds 408, 413; JSON and envelope 400
faulting      in a sandbox, injected faults: 429, 500, 503, 504, a delay, or a dropped connection
deferring     an asynchronous write: 202, and a job
repeating     a creating call with an idempotency key: its stored response
shaping       ignored parameters, `fields`, `embed`
parsing       fields 422
handling      long-running work first; the handler, in one transaction: 404, 409, 422
answering     envelope, links
conditional_requests  validators; 304 for an unchanged response
recording     request and response, for the request log
"""

import time
from typing import Protocol

from openmall.access.limits.address import holder
from openmall.access.limits.limiter import Limiter
from openmall.access.limits.policy import Limits
from openmall.access.oauth.directory import Directory
from openmall.api.pipeline import (
    deferring,
    faulting,
    handling,
    identity,
    parsing,
    permission,
    recording,
    shaping,
    shopping,
)
from openmall.api.pipeline.doors import ApiDefinitions
from openmall.api.pipeline.limiting import AdmissionControl
from openmall.api.pipeline.repeating import rules as repeating_rules
from openmall.api.pipeline.tracing import traced
from openmall.api.pipeline.trip import RequestContext
from openmall.api.versions import changes
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract.call import Mall, Means
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.events.request_log.buffer import Buffer
from openmall.http import body, conditional_requests, failure, urls, visiting
from openmall.http.addressing import MALL_ID, Address
from openmall.http.json_body import JSON
from openmall.http.request import Answer, Request
from openmall.tracing.spans import Traces

_VERSION_HEADER = api_versions.HEADER.lower().encode()
_NO_MALL = Mall("", "", "", {})


class CallMeter(Protocol):
    """Counts the calls of this worker, for metrics."""

    def call(self, api: str, operation: str, status: int, seconds: float) -> None:
        """Count a call. `operation`: method and declared path; empty for an unknown URL."""


class RequestPipeline:
    """Runs API calls from request to response."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        limiter: Limiter,
        directory: Directory,
        doors: ApiDefinitions,
        means: Means,
        meter: CallMeter,
        noted: Buffer | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`noted`: buffer of the request log; None: it is off. `traces`: None: tracing is off."""
        self._noted = noted
        self._traces = traces
        self._configuration = configuration
        self._means = means
        self._clock = means.clock
        self._database = database
        self._directory = directory
        self._doors = doors
        self._gate = AdmissionControl(limiter, _limits(configuration))
        self._shapes = shaping.ResponseShapes()
        self._meter = meter

    async def handle(self, request: Request, address: Address) -> Answer:
        """Respond to an API call. Never raises."""
        now, started = self._clock.now(), time.perf_counter()
        trip = RequestContext(request, address, now)
        if self._traces is None:
            answer = await self._arrive(trip)
        else:
            answer = await traced(self._traces, trip, self._arrive)
        took = time.perf_counter() - started
        row = trip.operation
        api, name = (trip.door.name, row.name) if row else ("", "")
        self._meter.call(api, name, answer.status, took)
        answer.lost = trip.lost
        if self._noted is not None:
            recording.record_request(self._noted, trip, answer, at=now, seconds=took)
        return answer

    async def _arrive(self, trip: RequestContext) -> Answer:
        try:
            return await self._travel(trip)
        except Exception as error:
            api_error = failure.as_api_error(error, trip.request.id)
            await self._show_usage(trip)
            return failure.answer(api_error, trip.headers)

    async def _travel(self, trip: RequestContext) -> Answer:
        self._find_operation(trip)
        if trip.operation is not None and trip.operation.has_body:
            body.require_json(trip.request)
        trip.mall = await self._find_mall(trip)
        trip.located = True
        await self._identify(trip)
        operation = await self._require_operation(trip)
        if trip.door.credential == "partner":
            permission.require_partner(operation, trip.caller)
        else:
            permission.require(operation, trip.caller)
        await self._count(trip, operation)
        self._choose_version(trip)
        await self._receive(trip, operation)
        if trip.mall.sandbox is not None:
            await faulting.inject(trip, operation, self._database, self._gate)
        started = time.monotonic()
        try:
            handled = await self._handle(trip, operation, started)
        finally:
            if trip.door.limited_by == "bucket":
                spent = time.monotonic() - started
                self._gate.record_processing_time(
                    trip.headers, mall_id=trip.mall.mall_id, now=trip.now, spent=spent
                )
        if trip.preference is not None:
            # waiting is not counted as the shop's processing time
            handled = await deferring.job_response(trip, handled, trip.preference, self._database)
        if trip.door.has_validators and not operation.writes:
            conditional_requests.mark(trip.headers, handled.body, modified=handled.modified)
            if conditional_requests.has(trip.request, trip.headers):
                return Answer(304, b"", trip.headers)
        return Answer(handled.status, handled.body, [JSON, *trip.headers])

    async def _show_usage(self, trip: RequestContext) -> None:
        """Add the usage headers to an error that occurred before the rate limit (Limits 4)."""
        if trip.located and trip.door.limited_by == "bucket":
            await self._gate.complete(
                trip.headers,
                mall_id=trip.mall.mall_id,
                owner=f"{trip.door.name} {trip.owner}",
                anonymous=not trip.proven,
                now=trip.now,
            )

    def _find_operation(self, trip: RequestContext) -> None:
        request = trip.request
        if request.query_string:
            urls.check(request.raw_path, request.query_string)
            trip.query = urls.query(request.query_string)
        trip.door, found = self._doors.open(trip.address, request.raw_path)
        if found is None:
            return
        methods, values = found
        trip.operation = methods.get(request.method)
        if trip.operation is None:
            trip.allowed = tuple(methods)
        else:
            trip.path = dict(zip(trip.operation.placeholders, values, strict=True))

    async def _find_mall(self, trip: RequestContext) -> Mall:
        """Return the mall of a call: from the host, from the query, or the default mall."""
        if trip.door.mall_from == "nowhere":
            return _NO_MALL
        mall_id = trip.address.mall_id
        if trip.door.mall_from == "query":
            mall_id = dict(trip.query).get("mall_id", "")
            if not mall_id:
                raise Invalid("A required parameter is missing.", parameter="mall_id")
            if not MALL_ID.fullmatch(mall_id):
                raise _no_mall()
        elif not mall_id:
            mall_id = self._configuration.default_mall or await self._directory.first_mall() or ""
        mall = await self._directory.open_mall(mall_id)
        if mall is None:
            raise _no_mall()
        return mall

    async def _identify(self, trip: RequestContext) -> None:
        request, mall_id = trip.request, trip.mall.mall_id
        now = trip.mall.clock(self._clock).now()
        if trip.door.credential == "bearer":
            trip.caller = await identity.authenticate_bearer(request, self._directory, mall_id, now)
            if self._configuration.bucket_per == "shop_and_app":
                trip.owner = trip.caller.app.client_id
        elif trip.door.credential == "storefront":
            trip.caller, trip.proven = await identity.authenticate_storefront(
                request, self._directory, mall_id, trip.now
            )
            trip.owner = trip.caller.app.client_id if trip.proven else holder(request.ip)
            seal = self._means.seal
            trip.shopper = shopping.read_shopper(
                request, trip.headers, seal, mall_id=mall_id, now=now
            )
            trip.browser = visiting.browser(request, seal, mall_id)
        else:
            trip.caller = await identity.authenticate_partner(request, self._directory, trip.now)

    async def _require_operation(self, trip: RequestContext) -> Operation:
        if trip.operation is not None:
            return trip.operation
        await self._count(trip, None)
        if trip.door.limited_by == "bucket":
            mall_id = trip.mall.mall_id
            self._gate.record_processing_time(
                trip.headers, mall_id=mall_id, now=trip.now, spent=0.0
            )
        if trip.allowed:
            trip.headers.append((b"allow", ", ".join(trip.allowed).encode()))
        raise NotFound("There is no such operation at this URL.")

    async def _count(self, trip: RequestContext, operation: Operation | None) -> None:
        request, now = trip.request, trip.now
        ip = holder(request.ip)
        if trip.door.limited_by == "minute":
            await self._gate.admit_partner_call(trip.headers, ip=ip, now=now)
        elif trip.door.limited_by == "tokens":
            path = request.raw_path.decode("ascii")
            await self._gate.admit_analytics_call(trip.headers, ip=ip, path=path, now=now)
        else:
            await self._gate.admit_shop_call(
                trip.headers,
                mall_id=trip.mall.mall_id,
                owner=f"{trip.door.name} {trip.owner}",
                ip=ip,
                operation=operation,
                anonymous=not trip.proven,
                now=now,
            )

    def _choose_version(self, trip: RequestContext) -> None:
        header = trip.request.headers.get(_VERSION_HEADER)
        app_version = trip.caller.app.version
        requested = api_versions.read(header.decode("latin-1")) if header else app_version
        trip.version = api_versions.in_effect(requested, trip.mall.clock(self._clock).now())
        trip.headers.append((_VERSION_HEADER, trip.version.encode()))

    async def _receive(self, trip: RequestContext, operation: Operation) -> None:
        trip.preference = deferring.read_preference(trip, operation)
        if not operation.has_body:
            trip.sent = [parsing.from_query(operation, trip.path, trip.query)]
            trip.wanted = trip.sent[0]
            return
        received = await body.read(
            trip.request,
            limit=self._configuration.body_limit,
            seconds=self._configuration.body_seconds,
        )
        envelope = body.decode(received)
        trip.received = received
        trip.repeatable = repeating_rules.read_key(trip, envelope, self._means.seal)
        most = operation.objects if trip.preference is None else deferring.MOST_OBJECTS
        trip.sent = [{**each, **trip.path} for each in body.objects(operation, envelope, most=most)]
        trip.wanted = {**dict(trip.query), **shaping.beside_request(envelope)}
        # a write has its parameters in the body; the query may repeat the path and select fields
        known = {"fields", "embed", *trip.path}
        trip.ignored = [name for name, _ in trip.query if name not in known]

    async def _handle(
        self, trip: RequestContext, operation: Operation, started: float
    ) -> handling.HandlerResult:
        call = trip.call(operation, self._means)
        not_embedded: list[str] = []
        shaping.select_embeds(call, trip.wanted, not_embedded)
        shape = self._shapes.of(trip.door.name, call, trip.wanted, trip.ignored)
        for sent in trip.sent:
            trip.ignored += parsing.unknown(operation, sent, shape.changes)
            changes.upgrade_request(shape.changes, sent)
        trip.ignored += not_embedded
        shaping.report_ignored(trip.headers, trip.ignored, strict=trip.caller.app.strict)
        deadline = started + self._configuration.call_seconds
        if trip.preference is not None:
            if operation.objects == 1:
                # invalid parameters are refused before the job is created
                call.params = parsing.to_struct(operation, trip.sent[0])
                parsing.choose_shop(call)
            return await deferring.create_job(trip, call, self._database, deadline, trip.repeatable)
        if operation.objects > 1:
            return await handling.execute_each(
                call, trip.sent, self._database, shape, deadline, trip.repeatable
            )
        call.params = parsing.to_struct(operation, trip.sent[0])
        parsing.choose_shop(call)
        if operation.writes:
            handled = await handling.execute_write(
                call, self._database, shape, deadline, trip.repeatable
            )
            if call.session:
                trip.headers += shopping.session_headers(call)
            return handled
        return await handling.execute_read(call, self._database, shape, deadline)


def _no_mall() -> NotFound:
    return NotFound("There is no such shop.")


def _limits(configuration: Configuration) -> Limits:
    return Limits(
        enforce=configuration.limits == "enforce",
        shop_capacity=configuration.shop_capacity,
        anonymous_capacity=configuration.anonymous_capacity,
        drain=configuration.shop_drain,
        abnormal_per_second=configuration.abnormal_calls,
        enforce_abnormal=configuration.refuse_abnormal,
        time_budget=configuration.time_budget,
        partner_per_minute=configuration.partner_per_minute,
        analytics_burst=configuration.analytics_burst,
        analytics_refill=configuration.analytics_refill,
    )
