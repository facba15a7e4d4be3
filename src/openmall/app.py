"""Builds the application: the request pipeline, the APIs and the pages on one database."""

import asyncio
import gc

import openmall
from openmall import declarations
from openmall.access.limits.common_counters import CommonCounters
from openmall.access.limits.limiter import Limiter
from openmall.access.limits.local_counters import LocalCounters
from openmall.access.limits.opening import open_limiter
from openmall.access.limits.shared_counters import SharedCounters
from openmall.access.limits.written import Written
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.service import OAuth
from openmall.analytics.collecting.collector import Collector
from openmall.analytics.collecting.script import Script
from openmall.analytics.collecting.setting import Settings
from openmall.analytics.engine.engine import Engine
from openmall.analytics.engine.opening import open_engine
from openmall.analytics.sessionising.sessioniser import buyers_key
from openmall.api import registry
from openmall.api.pipeline.carrying import JobExecutor
from openmall.api.pipeline.internal_client import InternalClient
from openmall.api.pipeline.road import RequestPipeline
from openmall.configuration import Configuration, from_environment
from openmall.contract.call import Means
from openmall.contract.counters import Counters
from openmall.contract.errors import ApiError, Unavailable
from openmall.contract.moments import Clock, SystemClock
from openmall.contract.tally import Tally
from openmall.database.news import News
from openmall.database.open import open_database
from openmall.database.seal import seal_of
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.database.traced import TracedDatabase
from openmall.demo import mall_filling
from openmall.events.request_log import writer
from openmall.events.request_log.writer import Writing
from openmall.events.webhooks.service import Webhooks
from openmall.http import failure, tallying
from openmall.http.addressing import Hosts
from openmall.http.periodic_task import PeriodicTask
from openmall.http.request import Receive, Request, Scope, Send, new_id
from openmall.http.tallying import Tallying
from openmall.http.transport import Proxies, require_https, require_one_host
from openmall.http.web.assets import Assets
from openmall.http.web.switching import Switch
from openmall.media.icons import Icons
from openmall.media.opening import open_store
from openmall.media.pictures import Pictures
from openmall.media.workshop import Workshop
from openmall.pages.backoffice.service import BackOffice
from openmall.pages.console.desk import Means as ConsoleMeans
from openmall.pages.console.service import Console
from openmall.pages.reference.service import Reference
from openmall.pages.sampleshop.service import SampleShop
from openmall.running.observability import logs
from openmall.running.observability.meter import SECONDS, Meter
from openmall.running.observability.service import Watch
from openmall.running.periodic import PeriodicTasks
from openmall.tracing import current
from openmall.tracing.opening import open_traces
from openmall.tracing.spans import Traces


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
        by_itself: bool = False,
        jobs: bool = False,
    ) -> None:
        """Take the dependencies of every part.

        `engine`: keeps the facts; None: the one that is configured.
        `traces`: where spans go; None: nowhere.
        `by_itself`: while it lives, it writes down again and again what it remembers of calls.
        `jobs`: while it lives, it does what is due in the store.
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
            refusal=_uncounted if _refuses(configuration) else None,
            traces=traces,
        )
        self._news = News(database) if configuration.beside_others else None
        if self._news is not None or configuration.limits_store:
            counters = _common(counters, self._limiter, self._news)
        self.directory = Directory(database, clock, counters.cache_epoch)
        self._hosts = Hosts(configuration.domain)
        self._proxies = Proxies(configuration.trusted_proxies)
        files = open_store(configuration)
        self._pictures = Pictures(configuration, self.directory, files)
        self._icons = Icons()
        doors = registry.apis()
        self.engine = engine or open_engine(configuration)
        seal, workshop = seal_of(configuration), Workshop(files)
        means = Means(clock, seal, workshop, Tally(), counters, self.engine)
        self.tallying = Tallying(database, means.tally)
        meter = Meter(started_at=clock.now(), counts=self._counts)
        self.watch = Watch(configuration, database, clock, meter)
        self._watching = PeriodicTask(self.watch.publish)
        operations = [each for door in doors.all for each in door.operations]
        self.calls = Writing(configuration, database, clock, self.directory, operations)
        noted = None if configuration.call_log == "off" else self.calls.noted
        self._road = RequestPipeline(
            configuration,
            database,
            self._limiter,
            self.directory,
            doors,
            means,
            meter,
            noted,
            traces,
        )
        self._oauth = OAuth(
            configuration,
            database,
            counters,
            self.directory,
            clock,
            restricted_scopes=frozenset(
                operation.scope for operation in operations if operation.restricted
            ),
        )
        within = InternalClient(configuration, database, doors, means)
        self._back_office = BackOffice(
            configuration, database, counters, self.directory, clock, within
        )
        webhooks = Webhooks(
            configuration, database, clock, seal, malls=self.directory.mall, traces=traces
        )
        self._console = Console(
            ConsoleMeans(
                configuration=configuration,
                database=database,
                counters=counters,
                clock=clock,
                within=within,
                directory=self.directory,
                fill=mall_filling.filling(database, clock, files),
                webhooks=webhooks,
            )
        )
        self._shop = SampleShop(configuration, self.directory, within, seal, clock)
        self._reference = Reference(configuration, database, counters, clock, self._road.handle)
        self._assets = Assets()
        self._switch = Switch(configuration)
        tracking = Settings(database, clock)
        self._script = Script(configuration, self.directory, tracking)
        self._collector = Collector(
            configuration, database, counters, self.directory, clock, means.seal, tracking
        )
        self.periodic_tasks = PeriodicTasks(
            database,
            clock,
            self.directory,
            self.engine,
            self._collector,
            lateness=configuration.analytics_lateness,
            key=buyers_key(seal),
            webhooks=webhooks,
            carrier=JobExecutor(configuration, database, self.directory, doors, means),
        )
        self._writing = PeriodicTask(self.calls.write)
        self._by_itself = by_itself
        self._jobs = jobs

    def _counts(self) -> dict[str, dict[str, float]]:
        """Return the counters of the metrics beside those of calls."""
        http_client = self.periodic_tasks.webhooks.http_client
        return {
            "openmall_webhook_deliveries": dict(http_client.outcomes),
            "openmall_webhook_retries": {"": http_client.retries},
            "openmall_webhook_lag_seconds": {"": http_client.lag},
            "openmall_spans": {} if self._traces is None else self._traces.counts(),
            **self._limiter.counts(),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope, receive, new_id())
            current.REQUEST.set(request.id)
            self._proxies.believe(request)
            if self.watch.serves(request):
                await (await self.watch.answer(request)).send(send)
                return
            try:
                require_one_host(request)
                require_https(request)
                address = self._hosts.read(request.host)
                if self._assets.serves(request):
                    await self._assets.answer(request).send(send)
                    return
                if self._news is not None:
                    await self._news.look()
            except (ApiError, DatabaseAway, DeadlinePassed) as error:
                told = failure.as_api_error(error, request.id)
                answer = failure.answer(told, [(b"x-request-id", request.id.encode())])
                await answer.send(send)
                return
            if self._switch.serves(request):
                await (await self._switch.answer(request)).send(send)
                return
            if self._oauth.serves(request):
                await self._oauth(scope, receive, send, request, address)
                return
            if self._back_office.serves(request, address):
                await self._back_office(scope, receive, send, request, address)
                return
            if self._reference.serves(request, address):
                await self._reference(scope, receive, send, request, address)
                return
            if self._console.serves(request, address):
                await self._console(scope, receive, send, request, address)
                return
            if self._pictures.serves(request, address):
                await self._pictures(scope, receive, send, request, address)
                return
            if self._collector.serves(request, address):
                await self._collector(send, request, address)
                return
            if self._script.serves(request, address):
                await self._script(send, request, address)
                return
            if self._icons.serves(request, address):
                await self._icons(scope, receive, send, request)
                return
            # last of the pages: what nobody else answers is the shop's
            if self._shop.serves(request, address):
                await self._shop(scope, receive, send, request, address)
                return
            answer = await self._road.handle(request, address)
            await answer.send(send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            raise RuntimeError(f"no {scope['type']} is served")

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
        if self._by_itself:
            self.tallying.begin(tallying.SECONDS)
            self._watching.begin(SECONDS)
            self._writing.begin(writer.SECONDS)
        if self._jobs:
            self.periodic_tasks.begin()

    async def end(self) -> None:
        """Finish what is under way, and close everything; it must not be called afterwards."""
        self.watch.leaving = True
        await self.periodic_tasks.end()
        await self._watching.end()
        await self._writing.end()
        await self.engine.close()
        await self.tallying.end()
        await self.calls.write()
        await self._limiter.close()
        await self.database.close()
        self.counters.close()
        if self._traces is not None:
            await asyncio.to_thread(self._traces.close)


def _common(machine: Counters, limiter: Limiter, news: News | None) -> Counters:
    return CommonCounters(
        machine,
        limiter,
        invalidate_caches=None if news is None else news.invalidate_caches,
        cache_epoch=None if news is None else news.cache_epoch,
    )


def _refuses(configuration: Configuration) -> bool:
    # what is only counted refuses nobody, whatever is away
    return configuration.limits_away == "refuse" and configuration.limits == "enforce"


def _uncounted() -> Unavailable:
    return Unavailable("Calls cannot be counted for a moment, try again.", retry_after=1)


def create() -> Application:
    """Return the application of the installation that the environment configures, for a worker."""
    configuration = from_environment()
    return opened(configuration, jobs=configuration.jobs == "workers")


def opened(configuration: Configuration, *, jobs: bool) -> Application:
    """Return the application of an installation, which lives as long as its process.

    `jobs`: it does what is due in the store.
    """
    # or the first request that reads a registry would wait for the imports
    declarations.load()
    logs.begin(configuration.log)
    counters: Counters = SharedCounters(configuration.data_dir / "counters")
    if configuration.counts_alone:
        counters = LocalCounters(news=counters)
    database = open_database(configuration, written=Written(counters))
    application = Application(
        configuration,
        database,
        counters,
        SystemClock(),
        traces=open_traces(configuration, version=openmall.__version__),
        by_itself=True,
        jobs=jobs,
    )
    # what lives as long as the worker need not be looked through again for garbage
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    return application
