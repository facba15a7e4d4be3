"""Builds the application: the road, the doors and the pages on one database."""

import gc
import itertools
import secrets
import time

from openmall.analytics.collecting import collector
from openmall.analytics.collecting.collector import Collector
from openmall.analytics.collecting.script import Script
from openmall.analytics.collecting.setting import Settings
from openmall.analytics.engine import shipping
from openmall.analytics.engine.engine import Engine
from openmall.analytics.engine.opening import open_engine
from openmall.analytics.sessionising import sessioniser
from openmall.analytics.sessionising.sessioniser import Sessioniser
from openmall.apis import registry
from openmall.areas.mileage.autoexpiration import expiring
from openmall.areas.mileage.points import ripening
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.tidying import rules as tidying_orders
from openmall.areas.privacy import dormancy
from openmall.areas.product.autodisplay import renewal
from openmall.backoffice.service import BackOffice
from openmall.configuration import Configuration, from_environment
from openmall.contract.call import Means
from openmall.contract.errors import ApiError
from openmall.contract.moments import Clock, SystemClock
from openmall.contract.tally import Tally
from openmall.database.open import open_database
from openmall.database.seal import seal_of
from openmall.database.session import Database
from openmall.files.icons import Icons
from openmall.files.opening import open_store
from openmall.files.pictures import Pictures
from openmall.files.workshop import Workshop
from openmall.limits.counters import Counters
from openmall.limits.local_counters import LocalCounters
from openmall.limits.shared_counters import SharedCounters
from openmall.malls import rules as malls
from openmall.oauth.directory import Directory
from openmall.oauth.service import OAuth
from openmall.pipeline import failure, tallying
from openmall.pipeline.addressing import Hosts
from openmall.pipeline.request import Receive, Request, Scope, Send
from openmall.pipeline.road import Road
from openmall.pipeline.routine import Routine
from openmall.pipeline.tallying import Tallying
from openmall.pipeline.transport import Proxies, require_https


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
        tally_seconds: float = 0.0,
        renewal_seconds: float = 0.0,
        orders_seconds: float = 0.0,
        folding_seconds: float = 0.0,
        forgetting_seconds: float = 0.0,
        analytics_seconds: float = 0.0,
    ) -> None:
        """Take what everything stands on.

        `engine`: keeps the facts; None: the one that is configured.
        `tally_seconds`: between two writes of what calls count in passing; 0: only at the end.
        `renewal_seconds`: between two looks for displays to be renewed, and for points that
        expire or may be spent from now on; 0: none.
        `orders_seconds`: between two looks for orders whose time has come; 0: none.
        `folding_seconds`: between two looks for figures of sales to be summed up; 0: none.
        `forgetting_seconds`: between two looks for what was kept of visitors long enough; 0: none.
        `analytics_seconds`: between two looks for what visitors did, to be made facts of and to
        be given to the engine; 0: none.
        """
        self.configuration = configuration
        self.database = database
        self.counters = counters
        self.clock = clock
        self.directory = Directory(database, clock, counters.generation)
        self._hosts = Hosts(configuration.domain)
        self._proxies = Proxies(configuration.trusted_proxies)
        files = open_store(configuration)
        self._pictures = Pictures(configuration, self.directory, files)
        self._icons = Icons()
        doors = registry.doors()
        self.engine = engine or open_engine(configuration)
        seal, workshop = seal_of(configuration), Workshop(files)
        means = Means(clock, seal, workshop, Tally(), counters, self.engine)
        self.tallying = Tallying(database, means.tally)
        self._tally_seconds = tally_seconds
        self._renewing = Routine(lambda: renewal.renew_due(database, clock))
        self._resting = Routine(lambda: _let_rest(database, clock))
        self._expiring = Routine(lambda: expiring.expire_due(database, clock))
        self._ripening = Routine(lambda: ripening.confirm_due(database, clock))
        self._renewal_seconds = renewal_seconds
        self._tidying_orders = Routine(self.tidy_orders)
        self._orders_seconds = orders_seconds
        self._folding = Routine(lambda: figures.fold_due(database, clock))
        self._folding_seconds = folding_seconds
        self._analytics_seconds = analytics_seconds
        sessions = Sessioniser(database, clock, lateness=configuration.analytics_lateness)
        self._sessionising = Routine(sessions.work)
        self._shipping = Routine(lambda: shipping.ship_due(database, self.engine))
        self._road = Road(configuration, database, counters, self.directory, doors, means)
        self._oauth = OAuth(
            configuration,
            database,
            counters,
            self.directory,
            clock,
            restricted_scopes=frozenset(
                operation.scope
                for door in doors.all
                for operation in door.operations
                if operation.restricted
            ),
        )
        self._back_office = BackOffice(configuration, database, counters, self.directory, clock)
        tracking = Settings(database, clock)
        self._script = Script(configuration, self.directory, tracking)
        self._collector = Collector(
            configuration, database, counters, self.directory, clock, means.seal, tracking
        )
        self._forgetting = Routine(self.forget_visitors)
        self._forgetting_seconds = forgetting_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope, receive, _request_id())
            self._proxies.believe(request)
            try:
                require_https(request)
                address = self._hosts.read(request.host)
            except ApiError as error:
                answer = failure.answer(error, [(b"x-request-id", request.id.encode())])
                await answer.send(send)
                return
            if self._oauth.serves(request):
                await self._oauth(scope, receive, send, request, address)
                return
            if self._back_office.serves(request, address):
                await self._back_office(scope, receive, send, request, address)
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
            answer = await self._road.travel(request, address)
            await answer.send(send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            raise RuntimeError(f"no {scope['type']} is served")

    async def tidy_orders(self) -> tidying_orders.Report:
        """Move on the orders of every mall whose time has come."""
        found = [
            await self.directory.mall(each.mall_id) for each in await malls.every(self.database)
        ]
        present = [mall for mall in found if mall is not None]
        return await tidying_orders.tidy(self.database, self.clock, present)

    async def forget_visitors(self) -> int:
        """Forget what was kept long enough to tell visitors of every mall apart."""
        mall_ids = [each.mall_id for each in await malls.every(self.database)]
        return await self._collector.forget(mall_ids)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                if self._tally_seconds:
                    self.tallying.begin(self._tally_seconds)
                if self._renewal_seconds:
                    self._renewing.begin(self._renewal_seconds)
                    self._expiring.begin(self._renewal_seconds)
                    self._ripening.begin(self._renewal_seconds)
                    self._resting.begin(dormancy.SECONDS)
                if self._orders_seconds:
                    self._tidying_orders.begin(self._orders_seconds)
                if self._folding_seconds:
                    self._folding.begin(self._folding_seconds)
                if self._forgetting_seconds:
                    self._forgetting.begin(self._forgetting_seconds)
                if self._analytics_seconds:
                    self._sessionising.begin(self._analytics_seconds)
                    self._shipping.begin(self._analytics_seconds)
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self._renewing.end()
                await self._expiring.end()
                await self._ripening.end()
                await self._resting.end()
                await self._tidying_orders.end()
                await self._folding.end()
                await self._forgetting.end()
                await self._sessionising.end()
                await self._shipping.end()
                await self.engine.close()
                await self.tallying.end()
                await self.database.close()
                self.counters.close()
                await send({"type": "lifespan.shutdown.complete"})
                return


_STARTED = f"{int(time.time()):x}-{secrets.token_hex(4)}"
_REQUESTS = itertools.count(1)


def _request_id() -> str:
    """Return an id no other request of any process has: when this one started, and a number."""
    return f"{_STARTED}-{next(_REQUESTS):x}"


def create() -> Application:
    """Return the application of the installation that the environment configures."""
    configuration = from_environment()
    database = open_database(configuration)
    counters: Counters = SharedCounters(configuration.data_dir / "counters")
    if configuration.counts_alone:
        counters = LocalCounters(news=counters)
    application = Application(
        configuration,
        database,
        counters,
        SystemClock(),
        tally_seconds=tallying.SECONDS,
        renewal_seconds=renewal.SECONDS,
        orders_seconds=tidying_orders.SECONDS,
        folding_seconds=figures.SECONDS,
        forgetting_seconds=collector.FORGETTING_SECONDS,
        analytics_seconds=sessioniser.SECONDS,
    )
    # what lives as long as the worker need not be looked through again for garbage
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    return application


async def _let_rest(database: Database, clock: Clock) -> int:
    mall_ids = [each.mall_id for each in await malls.every(database)]
    return await dormancy.let_rest(database, clock, mall_ids)
