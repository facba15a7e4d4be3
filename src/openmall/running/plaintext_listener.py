"""The application of the plain listener: it refuses every call, and answers health probes.

It knows no operation, so it starts at once and takes half the memory of a worker. Where a trusted
proxy forwards calls to that listener, `app.py` answers there instead.
"""

from openmall.configuration import Configuration, from_environment
from openmall.contract.errors import ApiError
from openmall.contract.moments import Clock, SystemClock
from openmall.database.factory import open_database
from openmall.database.session import Database
from openmall.http import error_responses
from openmall.http.addressing import Hosts
from openmall.http.periodic_task import PeriodicTask
from openmall.http.request import Answer, Receive, Request, Scope, Send, new_id
from openmall.http.transport import require_https, require_one_host
from openmall.running.observability import logs
from openmall.running.observability.endpoints import OperatorEndpoints
from openmall.running.observability.meter import SECONDS, Meter


class PlaintextApplication:
    """The application of the plain listener."""

    def __init__(self, configuration: Configuration, database: Database, clock: Clock) -> None:
        self._database = database
        self._hosts = Hosts(configuration.domain, configuration.own_addresses)
        self._operator_endpoints = OperatorEndpoints(
            configuration,
            database,
            clock,
            Meter(started_at=clock.now(), connections=database.connections),
        )
        self._metrics_task = PeriodicTask(self._operator_endpoints.publish, name="metrics")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await (await self._respond(Request(scope, receive, new_id()))).send(send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            raise RuntimeError(f"no {scope['type']} is served")

    async def _respond(self, request: Request) -> Answer:
        if self._operator_endpoints.serves(request):
            return await self._operator_endpoints.answer(request)
        try:
            require_one_host(request)
            self._hosts.read(request.host)
            require_https(request)
        except ApiError as error:
            return error_responses.of_request(error, request)
        raise RuntimeError("the plain listener is asked over HTTPS")

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._metrics_task.begin(SECONDS)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._operator_endpoints.stopping = True
        await self._metrics_task.end()
        await self._database.close()
        await send({"type": "lifespan.shutdown.complete"})


def create() -> PlaintextApplication:
    """Return the application of the installation that the environment configures."""
    configuration = from_environment()
    logs.begin(configuration.log)
    return PlaintextApplication(configuration, open_database(configuration), SystemClock())
