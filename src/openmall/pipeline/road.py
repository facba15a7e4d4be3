"""The road of every API call, its steps in order; each step lies in a file of its own.

transport     HTTPS 403; a trusted proxy is believed (before the road: pages need it too)
addressing    which mall, which API
urls          percent-encoding 400
router        which row of the registry
body          content type 400
identity      who calls 401, app installed 403; then, for a URL nobody answers, 404
shopping      on the storefront, who shops 401
visiting      and in which browser
permission    scope and restricted operations 403
limiting      429, usage headers
calendar      which dated version
body          received within bounds 408, 413; JSON and envelope 400
faulting      in a sandbox, what its faults say: 429, 500, 503, 504, late, or the answer is lost
deferring     a write that is to be carried out afterwards: 202, and a job
repeating     a creating call that names a key: answered as it was before
shaping       what to ignore, `fields`, `embed`
parsing       fields 422
handling      what takes long, beforehand; the handler, in one transaction: 404, 409, 422
answering     envelope, links
caching       what a client may keep; 304 when it has it
recording     what the app called and was told, for its log
"""

import time

from openmall.calls.noted import Buffer
from openmall.configuration import Configuration
from openmall.contract.call import Mall, Means
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.limits.address import holder
from openmall.limits.limiter import Limiter
from openmall.limits.policy import Limits
from openmall.oauth.directory import Directory
from openmall.observability.meter import Meter
from openmall.pipeline import (
    answering,
    body,
    caching,
    deferring,
    failure,
    faulting,
    handling,
    identity,
    parsing,
    permission,
    recording,
    shaping,
    shopping,
    urls,
    visiting,
)
from openmall.pipeline.addressing import MALL_ID, Address
from openmall.pipeline.doors import Doors
from openmall.pipeline.limiting import Gate
from openmall.pipeline.repeating import rules as repeating
from openmall.pipeline.request import Answer, Request
from openmall.pipeline.tracing import traced
from openmall.pipeline.trip import Trip
from openmall.tracing.spans import Traces
from openmall.versions import calendar, changes

_VERSION_HEADER = calendar.HEADER.lower().encode()
_NO_MALL = Mall("", "", "", {})


class Road:
    """Takes API calls from request to answer."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        limiter: Limiter,
        directory: Directory,
        doors: Doors,
        means: Means,
        meter: Meter,
        noted: Buffer | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`noted`: where calls wait to be written to the logs of apps; None: no log is kept.

        `traces`: where their spans go; None: nowhere.
        """
        self._noted = noted
        self._traces = traces
        self._configuration = configuration
        self._means = means
        self._clock = means.clock
        self._database = database
        self._directory = directory
        self._doors = doors
        self._gate = Gate(limiter, _limits(configuration))
        self._shapes = shaping.Shapes()
        self._meter = meter

    async def travel(self, request: Request, address: Address) -> Answer:
        """Answer an API call. Never raises."""
        now, started = self._clock.now(), time.perf_counter()
        trip = Trip(request, address, now)
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
            recording.note(self._noted, trip, answer, at=now, seconds=took)
        return answer

    async def _arrive(self, trip: Trip) -> Answer:
        try:
            return await self._travel(trip)
        except Exception as error:
            told = failure.as_api_error(error, trip.request.id)
            await self._show_usage(trip)
            return failure.answer(told, trip.headers)

    async def _travel(self, trip: Trip) -> Answer:
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
            await faulting.befall(trip, operation, self._database, self._gate)
        started = time.monotonic()
        try:
            handled = await self._handle(trip, operation, started)
        finally:
            if trip.door.limited_by == "bucket":
                spent = time.monotonic() - started
                self._gate.leave_shop(
                    trip.headers, mall_id=trip.mall.mall_id, now=trip.now, spent=spent
                )
        if trip.preference is not None:
            # waiting is no work: it is not counted as the shop's processing time
            handled = await deferring.answered(trip, handled, trip.preference, self._database)
        if trip.door.kept_by_clients and not operation.writes:
            caching.mark(trip.headers, handled.body, modified=handled.modified)
            if caching.has(trip.request, trip.headers):
                return Answer(304, b"", trip.headers)
        return Answer(handled.status, handled.body, [answering.JSON, *trip.headers])

    async def _show_usage(self, trip: Trip) -> None:
        """Add to a refusal what the steps that were not reached would have (Limits 4)."""
        if trip.located and trip.door.limited_by == "bucket":
            await self._gate.complete(
                trip.headers,
                mall_id=trip.mall.mall_id,
                owner=f"{trip.door.name} {trip.owner}",
                anonymous=not trip.proven,
                now=trip.now,
            )

    def _find_operation(self, trip: Trip) -> None:
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

    async def _find_mall(self, trip: Trip) -> Mall:
        """Return the mall a call is about: of the host, of the query, or the default one."""
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

    async def _identify(self, trip: Trip) -> None:
        request, mall_id = trip.request, trip.mall.mall_id
        now = trip.mall.clock(self._clock).now()
        if trip.door.credential == "bearer":
            trip.caller = await identity.bearer(request, self._directory, mall_id, now)
            if self._configuration.bucket_per == "shop_and_app":
                trip.owner = trip.caller.app.client_id
        elif trip.door.credential == "storefront":
            trip.caller, trip.proven = await identity.storefront(
                request, self._directory, mall_id, trip.now
            )
            trip.owner = trip.caller.app.client_id if trip.proven else holder(request.ip)
            seal = self._means.seal
            trip.shopper = shopping.who(request, trip.headers, seal, mall_id=mall_id, now=now)
            trip.browser = visiting.browser(request, seal, mall_id)
        else:
            trip.caller = await identity.partner(request, self._directory, trip.now)

    async def _require_operation(self, trip: Trip) -> Operation:
        if trip.operation is not None:
            return trip.operation
        await self._count(trip, None)
        if trip.door.limited_by == "bucket":
            mall_id = trip.mall.mall_id
            self._gate.leave_shop(trip.headers, mall_id=mall_id, now=trip.now, spent=0.0)
        if trip.allowed:
            trip.headers.append((b"allow", ", ".join(trip.allowed).encode()))
        raise NotFound("There is no such operation at this URL.")

    async def _count(self, trip: Trip, operation: Operation | None) -> None:
        request, now = trip.request, trip.now
        ip = holder(request.ip)
        if trip.door.limited_by == "minute":
            await self._gate.enter_partner(trip.headers, ip=ip, now=now)
        elif trip.door.limited_by == "tokens":
            path = request.raw_path.decode("ascii")
            await self._gate.enter_analytics(trip.headers, ip=ip, path=path, now=now)
        else:
            await self._gate.enter_shop(
                trip.headers,
                mall_id=trip.mall.mall_id,
                owner=f"{trip.door.name} {trip.owner}",
                ip=ip,
                operation=operation,
                anonymous=not trip.proven,
                now=now,
            )

    def _choose_version(self, trip: Trip) -> None:
        wanted = trip.request.headers.get(_VERSION_HEADER)
        app_version = trip.caller.app.version
        named = calendar.read(wanted.decode("latin-1")) if wanted else app_version
        trip.version = calendar.in_effect(named, trip.mall.clock(self._clock).now())
        trip.headers.append((_VERSION_HEADER, trip.version.encode()))

    async def _receive(self, trip: Trip, operation: Operation) -> None:
        trip.preference = deferring.preferred(trip, operation)
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
        trip.repeatable = repeating.named(trip, envelope, self._means.seal)
        most = operation.objects if trip.preference is None else deferring.MOST_OBJECTS
        trip.sent = [{**each, **trip.path} for each in body.objects(operation, envelope, most=most)]
        trip.wanted = {**dict(trip.query), **shaping.beside_request(envelope)}
        # a write is what its body says; in the query stand the path again, and what to answer
        known = {"fields", "embed", *trip.path}
        trip.ignored = [name for name, _ in trip.query if name not in known]

    async def _handle(self, trip: Trip, operation: Operation, started: float) -> handling.Handled:
        call = trip.call(operation, self._means)
        not_embedded: list[str] = []
        shaping.embed(call, trip.wanted, not_embedded)
        shape = self._shapes.of(trip.door.name, call, trip.wanted, trip.ignored)
        for sent in trip.sent:
            trip.ignored += parsing.unknown(operation, sent, shape.changes)
            changes.bring_up(shape.changes, sent)
        trip.ignored += not_embedded
        shaping.ignore(trip.headers, trip.ignored, strict=trip.caller.app.strict)
        deadline = started + self._configuration.call_seconds
        if trip.preference is not None:
            if operation.objects == 1:
                # what can be refused at once is
                call.params = parsing.to_struct(operation, trip.sent[0])
                parsing.choose_shop(call)
            return await deferring.place(trip, call, self._database, deadline, trip.repeatable)
        if operation.objects > 1:
            return await handling.write_each(
                call, trip.sent, self._database, shape, deadline, trip.repeatable
            )
        call.params = parsing.to_struct(operation, trip.sent[0])
        parsing.choose_shop(call)
        if operation.writes:
            handled = await handling.write(call, self._database, shape, deadline, trip.repeatable)
            if call.session:
                trip.headers += shopping.given(call)
            return handled
        return await handling.read(call, self._database, shape, deadline)


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
