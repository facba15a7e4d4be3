"""Builds the application: the request pipeline, the APIs and the pages on one database."""

import asyncio
from typing import Final

from openmall.access.limits.common_counters import common_counters
from openmall.access.limits.factory import open_limiter
from openmall.access.limits.refusals import CALLS_UNCOUNTED
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.service import OAuth
from openmall.analytics.collecting.collector import Collector
from openmall.analytics.collecting.script import Script
from openmall.analytics.collecting.setting import Settings
from openmall.analytics.engine.engine import Engine
from openmall.analytics.engine.opening import open_engine
from openmall.api import registry
from openmall.api.pipeline.endpoints import ApiCalls, OtherPaths
from openmall.api.pipeline.internal_client import InternalClient
from openmall.api.pipeline.job_execution import JobExecutor
from openmall.api.pipeline.pipeline import RequestPipeline
from openmall.api.pipeline.plan_execution import PlanExecutor
from openmall.apptesting.service import TestMalls
from openmall.configuration import Configuration
from openmall.contract.call import Services
from openmall.contract.counters import Counters
from openmall.contract.errors import ApiError, Unavailable
from openmall.contract.links import Links
from openmall.contract.moments import Clock
from openmall.contract.tally import Tally
from openmall.contract.undo import UndoRetention
from openmall.database.cache_epoch import CacheEpoch
from openmall.database.seal import configured_seal
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.database.traced_database import TracedDatabase
from openmall.demo import mall_filling
from openmall.events.messages.service import Messages
from openmall.events.operator_tasks.worker import OperatorTasks
from openmall.events.request_log import writer
from openmall.events.request_log.writer import RequestLogWriter
from openmall.events.webhooks.service import Webhooks
from openmall.http import error_responses, tally_writer
from openmall.http.addressing import Address, Hosts
from openmall.http.endpoint import Endpoint, Exchange
from openmall.http.mall_path import apply_mall_path
from openmall.http.periodic_task import PeriodicTask, TaskState
from openmall.http.request import Receive, Request, Scope, Send, new_id
from openmall.http.tally_writer import TallyWriter
from openmall.http.traced_endpoint import answer_traced
from openmall.http.transport import Proxies, only_https, require_https, require_one_host
from openmall.http.web.assets import Assets
from openmall.http.web.language_form import LanguageForm
from openmall.media.icons import Icons
from openmall.media.pictures import Pictures
from openmall.media.store_factory import open_store
from openmall.media.workshop import Workshop
from openmall.pages.backoffice.reports.report_mails import ReportMails
from openmall.pages.backoffice.service import BackOffice
from openmall.pages.console.page_context import ConsoleServices
from openmall.pages.console.service import Console
from openmall.pages.export_files import ExportFiles
from openmall.pages.mcp.service import McpEndpoints
from openmall.pages.operator.service import OperatorConsole
from openmall.pages.payments import PaymentEndpoints
from openmall.pages.reference.service import Reference
from openmall.pages.sampleshop.service import SampleShop
from openmall.pages.sampleshop.themes.theme_directory import ThemeDirectory
from openmall.pages.sampleshop.themes.theme_rendering import ThemeRenderer
from openmall.pages.script_tags import ScriptTagEndpoint
from openmall.running.observability.endpoints import OperatorEndpoints
from openmall.running.observability.meter import SECONDS, Meter
from openmall.running.periodic import PeriodicTasks
from openmall.tracing import current
from openmall.tracing.spans import Traces
from openmall.transfer.backup import removal
from openmall.transfer.file_transfers.worker import FileTransferWorker


class Application:
    """openmall as an ASGI application."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        counters: Counters,
        clock: Clock,
        *,
        engine: Engine | None = None,
        traces: Traces | None = None,
        background_tasks: bool = False,
        jobs: bool = False,
    ) -> None:
        """Take the dependencies of every part.

        `engine`: stores the facts; None: the configured one.
        `traces`: receives spans; None: tracing is off.
        `background_tasks`: write metrics, counts and the request log at intervals.
        `jobs`: run the periodic tasks and jobs of the installation.
        """
        self.configuration = configuration
        self.database = database
        self.counters = counters
        self.clock = clock
        self._traces = traces
        if traces is not None:
            database = self.database = TracedDatabase(database, traces)
        self._limiter = open_limiter(
            counters,
            configuration.limits_store,
            seconds=configuration.limits_seconds,
            wall=clock.now,
            refusal=_calls_uncounted if _refuses(configuration) else None,
            traces=traces,
        )
        self._cache_epoch = CacheEpoch(database) if configuration.beside_others else None
        if self._cache_epoch is not None or configuration.limits_store:
            counters = common_counters(counters, self._limiter, self._cache_epoch)
        directory = self.directory = Directory(database, clock, counters.cache_epoch)
        self._domain = configuration.domain
        self._hosts = Hosts(self._domain, configuration.own_addresses)
        self._proxies = Proxies(configuration.trusted_proxies)
        store = open_store(configuration)
        self._pictures = Pictures(configuration, self.directory, store)
        self._icons = Icons()
        definitions = registry.apis()
        self.engine = engine or open_engine(configuration)
        seal, pictures, malls = configured_seal(configuration), Workshop(store), directory.mall
        webhooks = Webhooks(configuration, database, clock, seal, malls=malls, traces=traces)
        self.undo = UndoRetention(
            days=configuration.undo_days, megabytes=configuration.undo_megabytes
        )
        services = Services(
            clock, seal, pictures, Tally(), counters, self.engine, database, webhooks.outgoing,
            PlanExecutor(configuration, definitions, self.undo),
            Links(configuration.origin_of, configuration.staff_address), self.undo,
        )  # fmt: skip
        self.tally_writer = TallyWriter(database, services.tally)
        meter = Meter(
            started_at=clock.now(),
            counts=self._counts,
            connections=database.connections,
            tasks=self._task_states,
        )
        self.operator_endpoints = OperatorEndpoints(configuration, database, clock, meter)
        self._metrics_task = PeriodicTask(self.operator_endpoints.publish, name="metrics")
        operations = [operation for api in definitions.all for operation in api.operations]
        self.request_log_writer = RequestLogWriter(
            configuration, database, clock, self.directory, operations
        )
        request_log = None if configuration.call_log == "off" else self.request_log_writer.buffer
        self._pipeline = RequestPipeline(
            configuration,
            database,
            self._limiter,
            self.directory,
            definitions,
            services,
            meter,
            request_log,
            traces,
        )
        self._oauth = OAuth(
            configuration,
            database,
            counters,
            self.directory,
            clock,
            seal,
            restricted_scopes=frozenset(
                operation.scope for operation in operations if operation.restricted
            ),
        )
        internal_client = InternalClient(configuration, database, definitions, services)
        self._back_office = BackOffice(
            configuration, database, counters, directory, clock, internal_client,
            self._oauth.staff_pages,
        )  # fmt: skip
        self._console = Console(
            ConsoleServices(
                configuration=configuration,
                database=database,
                counters=counters,
                clock=clock,
                client=internal_client,
                directory=self.directory,
                fill=mall_filling.filling(database, clock, store, seal),
                remove=removal.removing(database, counters, store, self.engine),
                webhooks=webhooks,
            )
        )
        self._operator_console = OperatorConsole(
            configuration=configuration,
            database=database,
            counters=counters,
            clock=clock,
            directory=directory,
            seal=seal,
            outgoing=webhooks.outgoing,
        )
        self._test_malls = TestMalls(
            configuration,
            database,
            counters,
            clock,
            directory=directory,
            seal=seal,
            engine=self.engine,
            webhooks=webhooks.context,
            pictures=store,
        )
        self._script_tags = ScriptTagEndpoint(
            configuration, database, self.directory, clock, counters.cache_epoch
        )
        self._shop = SampleShop(
            configuration,
            self.directory,
            internal_client,
            self._pipeline.sessions,
            seal,
            clock,
            counters,
            self._script_tags.tags,
            ThemeDirectory(database, clock, counters.cache_epoch),
            ThemeRenderer(database),
            database,
        )
        self._reference = Reference(
            configuration, directory, database, counters, clock, self._pipeline.handle
        )
        self._mcp = McpEndpoints(
            configuration,
            database,
            directory,
            counters,
            clock,
            seal,
            self._pipeline.sessions,
            self._pipeline.handle,
            request_log,
        )
        self._assets = Assets()
        self._language_form = LanguageForm(configuration)
        tracking = Settings(database, clock)
        self._script = Script(configuration, self.directory, tracking)
        self._collector = Collector(
            configuration, database, counters, self.directory, clock, services.seal, tracking
        )
        self._payments = PaymentEndpoints(configuration, services, self.directory, clock)
        self._export_files = ExportFiles(configuration, database, self.directory, clock, seal)
        self.periodic_tasks = PeriodicTasks(
            database,
            clock,
            self.directory,
            self.engine,
            self._collector,
            lateness=configuration.analytics_lateness,
            seal=seal,
            links=services.links,
            webhooks=webhooks,
            messages=Messages(configuration, database, clock, malls=self.directory.mall),
            job_executor=JobExecutor(configuration, database, directory, definitions, services),
            file_transfers=FileTransferWorker(configuration, database, directory, services),
            mail_reports=ReportMails(
                database=database,
                client=internal_client,
                malls=malls,
            ).send_due,
            change_days=configuration.change_days,
            undo=self.undo,
            sweep_test_malls=self._test_malls.sweep,
            operator_tasks=OperatorTasks(configuration, database, clock),
        )
        self._test_malls.settle = self.periodic_tasks.settle_mall
        self.endpoints: Final[tuple[Endpoint, ...]] = (
            ApiCalls(
                self._pipeline.handle, definitions, among=(self._oauth, self._mcp, self._reference)
            ),
            self._assets,
            self._language_form,
            self._test_malls,
            self._back_office,
            self._mcp,
            self._oauth,
            self._reference,
            self._console,
            self._operator_console,
            self._pictures,
            self._payments,
            self._export_files,
            self._collector,
            self._script,
            self._script_tags,
            self._icons,
            # of the pages the last: a shop has every path of its mall's host that is left
            self._shop,
            OtherPaths(self._pipeline.handle),
        )
        """In the order in which they are asked for a request."""
        self._request_log_task = PeriodicTask(self.request_log_writer.write, name="call_log")
        self._background_tasks = background_tasks
        self._jobs = jobs

    def _counts(self) -> dict[str, dict[str, float]]:
        """Return the counters of the metrics, except those of calls."""
        http_client = self.periodic_tasks.webhooks.http_client
        return {
            "openmall_webhook_deliveries": dict(http_client.outcomes),
            "openmall_webhook_retries": {"": http_client.retries},
            "openmall_webhook_lag_seconds": {"": http_client.lag},
            "openmall_spans": {} if self._traces is None else self._traces.counts(),
            **self._limiter.counts(),
        }

    def _task_states(self) -> dict[str, TaskState]:
        """Return what the periodic tasks of this process did; empty: another one runs them."""
        return self.periodic_tasks.states() if self._jobs else {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._respond(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            raise RuntimeError(f"no {scope['type']} is served")

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, new_id())
        current.REQUEST.set(request.id)
        self._proxies.apply_forwarded_headers(request)
        send = only_https(request, send)
        # probes come by any host name and without encryption, so they are no endpoint
        if self.operator_endpoints.serves(request):
            await (await self.operator_endpoints.answer(request)).send(send)
            return
        try:
            require_one_host(request)
            scope = apply_mall_path(request, scope, self._domain)
            address = self._hosts.read(request.host)
            require_https(request)
            endpoint = self.endpoint_of(request, address)
            if self._cache_epoch is not None and endpoint is not self._assets:
                await self._cache_epoch.refresh()
        except (ApiError, DatabaseAway, DeadlinePassed) as error:
            await error_responses.of_request(error, request).send(send)
            return
        exchange = Exchange(request, address, scope, receive, send)
        # a call of an API is a span of its own, with what it knows of the operation
        if self._traces is None or isinstance(endpoint, ApiCalls | OtherPaths):
            await endpoint.answer(exchange)
        else:
            await answer_traced(self._traces, endpoint, exchange)

    def endpoint_of(self, request: Request, address: Address) -> Endpoint:
        """Return the first endpoint that serves a request."""
        return next(each for each in self.endpoints if each.serves(request, address))

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.begin()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self.end()
                await send({"type": "lifespan.shutdown.complete"})
                return

    def begin(self) -> None:
        """Start its background tasks."""
        if self._background_tasks:
            self.tally_writer.begin(tally_writer.SECONDS)
            self._metrics_task.begin(SECONDS)
            self._request_log_task.begin(writer.SECONDS)
        if self._jobs:
            self.periodic_tasks.begin()

    async def end(self) -> None:
        """Finish the work in progress, and close everything; no call may follow."""
        self.operator_endpoints.stopping = True
        self._shop.stop()
        await self.periodic_tasks.end()
        await self._metrics_task.end()
        await self._request_log_task.end()
        await self.engine.close()
        await self.tally_writer.end()
        await self.request_log_writer.write()
        await self._limiter.close()
        await self.database.close()
        self.counters.close()
        if self._traces is not None:
            await asyncio.to_thread(self._traces.close)


def _refuses(configuration: Configuration) -> bool:
    # limits that are only measured refuse no call, whichever store is unreachable
    return configuration.limits_away == "refuse" and configuration.limits == "enforce"


def _calls_uncounted() -> Unavailable:
    return Unavailable(CALLS_UNCOUNTED, retry_after=1)
