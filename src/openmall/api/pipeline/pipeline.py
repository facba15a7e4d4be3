"""The request pipeline of every API call: its steps in order, each in its own module.

transport     HTTPS 403; forwarded headers of a trusted proxy (before the pipeline, as for pages)
addressing    which API
urls          percent-encoding 400
router        which row of the registry
mall_selection  which mall 404, 422
cross_origin  on the storefront, preflight requests of browsers: 204
body          content type 400; mall closed 503
identity, storefront_clients  authentication 401, app installed 403; for a URL without operation in
              the call's version 404 instead, with credentials or without
shopper_identification  on the storefront, the shopper session 401
visitor_identification  and the visitor's browser
permission    scope and restricted operations 403
rate_limiting  429, usage headers
version_selection  which dated version
request_objects  received within bounds 408, 413; JSON and envelope 400
fault_injection  in a sandbox, injected faults: 429, 500, 503, 504, a delay, or a dropped connection
proposals     a write that is rehearsed (its response, and a plan), or waits for approval (202)
job_deferral  an asynchronous write: 202, and a job
idempotency   a creating call with an idempotency key: its stored response
response_shaping  ignored parameters, `fields`, `embed`
cached_reads  a repeated anonymous read: the response of a moment ago
parsing       fields 422
operation_execution  long-running work first; the handler, in one transaction: 404, 409, 422
response_rendering  envelope, links
conditional_requests  validators; 304 for an unchanged response
request_recording  request and response, for the request log
"""

import contextlib
import time
from collections.abc import Awaitable
from typing import Protocol

from openmall.access.limits.address import holder
from openmall.access.limits.limiter import Limiter
from openmall.access.malls.refusals import MALL_CLOSED
from openmall.access.oauth.directory import CLOSED_RETRY_SECONDS, Directory
from openmall.api.pipeline import (
    conditional_responses,
    fault_injection,
    identity,
    job_deferral,
    mall_selection,
    operation_execution,
    parsing,
    permission,
    preconditions,
    refusals,
    request_objects,
    request_recording,
    response_shaping,
    shopper_identification,
    version_selection,
)
from openmall.api.pipeline.api_definitions import ApiDefinitions
from openmall.api.pipeline.cached_reads import CachedReads
from openmall.api.pipeline.cross_origin import CrossOriginAccess
from openmall.api.pipeline.proposals import Proposals
from openmall.api.pipeline.rate_limiting import AdmissionControl, configured_limits
from openmall.api.pipeline.rehearsal import Rehearsals
from openmall.api.pipeline.request_context import KnownClient, RequestContext
from openmall.api.pipeline.storefront_clients import StorefrontClients
from openmall.api.pipeline.tracing import traced
from openmall.api.versions import changes
from openmall.commerce.customer.member_sessions import MemberSessions
from openmall.configuration import Configuration
from openmall.contract.call import NOBODY, Mall, Services
from openmall.contract.errors import (
    ApiError,
    Forbidden,
    Malformed,
    NotFound,
    Unauthorized,
    Unavailable,
)
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.events.request_log.buffer import Buffer
from openmall.http import body, error_responses, urls
from openmall.http.addressing import Address
from openmall.http.request import Answer, Request
from openmall.tracing.spans import Traces


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
        definitions: ApiDefinitions,
        services: Services,
        meter: CallMeter,
        request_log: Buffer | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`request_log`: its buffer; None: it is off. `traces`: None: tracing is off."""
        self._request_log = request_log
        self._traces = traces
        self._configuration = configuration
        self._services = services
        self.sessions = MemberSessions(database, services.clock)
        self._clock = services.clock
        self._database = database
        self._directory = directory
        self._definitions = definitions
        self._enforces_limits = configuration.limits == "enforce"
        self._admission = AdmissionControl(limiter, configured_limits(configuration))
        self._shapes = response_shaping.ResponseShapes()
        rehearsals = Rehearsals(database, services, configuration)
        self._proposals = Proposals(rehearsals, services)
        self._cross_origin = CrossOriginAccess(directory)
        self._storefront_clients = StorefrontClients(
            directory, self.sessions, services.seal, enforces_limits=self._enforces_limits
        )
        self._meter = meter
        self._cached_reads = CachedReads(
            services,
            # what another machine writes is not noticed here
            0.0 if configuration.beside_others else configuration.storefront_cache_seconds,
        )

    async def handle(
        self, request: Request, address: Address, client: KnownClient | None = None
    ) -> Answer:
        """Respond to an API call. Never raises.

        `client`: who calls the storefront; None: whom its credentials name.
        """
        now, started = self._clock.now(), time.perf_counter()
        context = RequestContext(request, address, now)
        context.known_client = client
        if self._traces is None:
            answer = await self._respond_safely(context)
        else:
            answer = await traced(self._traces, context, self._respond_safely)
        if b"origin" in request.headers:
            await self._cross_origin.share(context, answer)
        seconds = time.perf_counter() - started
        name = context.operation.name if context.operation else ""
        self._meter.call(context.api.name if name else "", name, answer.status, seconds)
        answer.dropped = context.dropped
        if request.method == "HEAD":
            answer.body = b""
        if self._request_log is not None:
            request_recording.record_request(
                self._request_log, context, answer, at=now, seconds=seconds
            )
        return answer

    async def _respond_safely(self, context: RequestContext) -> Answer:
        try:
            return await self._run_steps(context)
        except Exception as error:
            api_error = error_responses.as_api_error(error, context.request.id)
            await self._show_usage(context)
            challenge = identity.challenge(context) if context.mall_found else b""
            return error_responses.answer(
                api_error, context.headers, challenge=challenge, request=context.request
            )

    async def _run_steps(self, context: RequestContext) -> Answer:
        try:
            self._find_operation(context)
        except Malformed:
            await self._identify_malformed(context)
            raise
        context.mall, context.mall_found = await self._select_mall(context), True
        if self._cross_origin.is_preflight(context):
            return await self._cross_origin.permit(context)
        await self._identify_receivable(context)
        operation = await self._require_operation(context)
        if context.api.credential == "partner":
            permission.require_partner(operation, context.caller)
        else:
            permission.require(context, operation)
        await self._count(context, operation)
        now = self._mall_time(context)
        version_selection.select_version(context, now, self._configuration.domain)
        await request_objects.receive(context, operation, self._configuration, self._services.seal)
        if context.mall.sandbox is not None:
            await fault_injection.inject(context, operation, self._database, self._admission)
        started = time.monotonic()

        def handle(services: Services) -> Awaitable[operation_execution.HandlerResult]:
            return self._handle(context, operation, started, services)

        try:
            key = self._cached_reads.key(context, operation)
            if operation.writes:
                handler_result = await self._proposals.execute(context, operation, handle)
            elif key is None:
                handler_result = await handle(self._services)
            else:
                handler_result = await self._cached_reads.answer(key, context, handle)
        finally:
            if context.api.limited_by == "bucket":
                seconds = time.monotonic() - started - context.waited
                self._admission.record_processing_time(
                    context.headers, mall=context.mall, now=context.now, spent=seconds
                )
        if context.preference is not None:
            # waiting is not counted as the shop's processing time
            handler_result = await job_deferral.job_response(
                context, handler_result, context.preference, self._database
            )
        return conditional_responses.answer(context, operation, handler_result)

    async def _identify_malformed(self, context: RequestContext) -> None:
        """Identify the client of a malformed URL, whose response reports its usage (Limits 4)."""
        api = self._definitions.api_at(context.address, context.request.raw_path)
        if api is None or api.mall_from != "host":
            return
        context.api = api
        with contextlib.suppress(ApiError):
            context.mall, context.mall_found = await self._select_mall(context), True
            await self._identify(context)

    async def _show_usage(self, context: RequestContext) -> None:
        """Add the usage headers to an error that occurred before the rate limit (Limits 4)."""
        if context.mall_found and context.api.limited_by == "bucket":
            await self._admission.complete(
                context.headers,
                mall=context.mall,
                owner=f"{context.api.name} {context.owner}",
                ip=holder(context.request.ip),
                operation=context.operation,
                anonymous=not context.key_verified,
                now=context.now,
            )

    def _find_operation(self, context: RequestContext) -> None:
        request = context.request
        if request.query_string:
            urls.check(request.raw_path, request.query_string)
            context.query = urls.query(request.query_string)
        context.api, found = self._definitions.resolve(context.address, request.raw_path)
        if found is None:
            return
        methods, values = found
        # a HEAD is a GET whose body is not sent
        context.methods = methods
        context.operation = methods.get("GET" if request.method == "HEAD" else request.method)
        if context.operation is not None:
            context.path = dict(zip(context.operation.placeholders, values, strict=True))

    async def _identify_receivable(self, context: RequestContext) -> None:
        """Identify the client, once the call can be received; forget an operation it cannot know.

        Raises Malformed (400) for the content type, Unavailable (503), Unauthorized, Forbidden.
        """
        is_unknown = version_selection.is_unknown_url(context, self._mall_time(context))
        if is_unknown:
            context.operation, context.path = None, {}
        try:
            self._require_receivable(context)
        except ApiError:
            with contextlib.suppress(ApiError):
                # the response reports the usage of its client
                await self._identify(context)
            if context.mall.closed or context.operation is not None:
                raise
            return  # of an unknown URL the content type does not matter
        if is_unknown:
            # which URLs there are is public: it takes no credentials to learn that there is none
            with contextlib.suppress(Unauthorized, Forbidden):
                await self._identify(context)
        else:
            await self._identify(context)

    @staticmethod
    def _require_receivable(context: RequestContext) -> None:
        if context.operation is not None and context.operation.has_body:
            body.require_json(context.request)
        if closed := context.mall.closed:
            raise Unavailable(MALL_CLOSED, retry_after=CLOSED_RETRY_SECONDS, notice=closed)

    async def _select_mall(self, context: RequestContext) -> Mall:
        return await mall_selection.select_mall(context, self._configuration, self._directory)

    def _mall_time(self, context: RequestContext) -> float:
        return context.mall.clock(self._clock).now()

    async def _identify(self, context: RequestContext) -> None:
        request, mall_id = context.request, context.mall.mall_id
        now = self._mall_time(context)
        if context.api.credential == "bearer":
            context.caller = await identity.authenticate_bearer(
                request, self._directory, mall_id, now, api=context.api.name
            )
            if self._configuration.bucket_per == "shop_and_app":
                context.owner = context.caller.app.client_id
        elif context.api.credential == "storefront":
            await self._storefront_clients.identify(context, now)
        else:
            context.caller = await identity.authenticate_partner(
                request, self._directory, context.now
            )
        version_selection.forget_later_operation(context, now)

    async def _require_operation(self, context: RequestContext) -> Operation:
        if context.operation is not None:
            return context.operation
        if context.caller is not NOBODY:
            # strangers use up nothing of what a shop's clients may call
            await self._count(context, None)
            if context.api.limited_by == "bucket":
                self._admission.record_processing_time(
                    context.headers, mall=context.mall, now=context.now, spent=0.0
                )
        now, domain = self._mall_time(context), self._configuration.domain
        version_selection.show_allowed_methods(context, now, domain)
        raise NotFound(refusals.NO_SUCH_OPERATION)

    async def _count(self, context: RequestContext, operation: Operation | None) -> None:
        request, now = context.request, context.now
        ip = holder(request.ip)
        if context.api.limited_by == "minute":
            await self._admission.admit_partner_call(context.headers, ip=ip, now=now)
        elif context.api.limited_by == "tokens":
            path = request.raw_path.decode("ascii")
            await self._admission.admit_analytics_call(context.headers, ip=ip, path=path, now=now)
        else:
            await self._admission.admit_shop_call(
                context.headers,
                mall=context.mall,
                owner=f"{context.api.name} {context.owner}",
                ip=ip,
                operation=operation,
                anonymous=not context.key_verified,
                now=now,
            )

    async def _handle(
        self, context: RequestContext, operation: Operation, started: float, services: Services
    ) -> operation_execution.HandlerResult:
        database = services.database
        preconditions.require_supported(context, operation)
        state = context.call(operation, services)
        unknown_embeds: list[str] = []
        response_shaping.select_embeds(state, context.selection, unknown_embeds)
        shape = self._shapes.of(context.api.name, state, context.selection, context.ignored)
        for values in context.objects:
            unknown_names = parsing.unknown(operation, values, shape.changes)
            context.ignored += unknown_names
            if operation.objects == 1:
                parsing.refuse_without_effect(operation, values)
                # names that the call's version does not know are removed by the upgrade
                parsing.require_contents(operation, values, unknown_names)
            changes.upgrade_request(shape.changes, values)
        context.ignored += unknown_embeds
        response_shaping.report_ignored(
            context.headers, context.ignored, strict=context.caller.app.strict
        )
        deadline = started + self._configuration.call_seconds
        if context.preference is not None:
            if operation.objects == 1:
                # invalid parameters are refused before the job is created
                state.params = parsing.to_struct(operation, context.objects[0])
                parsing.choose_shop(state)
            return await job_deferral.create_job(
                context, state, database, deadline, context.idempotent_request
            )
        if operation.objects > 1:
            return await operation_execution.execute_each(
                state, context.objects, database, shape, deadline, context.idempotent_request
            )
        state.params = parsing.to_struct(operation, context.objects[0])
        parsing.choose_shop(state)
        if operation.writes:
            handler_result = await operation_execution.execute_write(
                state,
                database,
                shape,
                deadline,
                context.idempotent_request,
                precondition=preconditions.read(context, state, services),
            )
            if state.call.effects.session:
                self.sessions.forget(context.mall.mall_id, context.shopper)
                context.headers += shopper_identification.session_headers(state.call)
            return handler_result
        return await operation_execution.execute_read(state, database, shape, deadline)
