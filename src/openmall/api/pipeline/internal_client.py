"""Calls operations in the process, for our own pages, which have no business rules or SQL.

Parameters, bounds, handler, transaction, events and activity log are those of the API. Tokens,
scopes, rate limits and dated versions do not apply; the pages check who may open them.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from openmall.api.pipeline import answering, handling, parsing, shaping
from openmall.api.pipeline.doors import ApiDefinition, ApiDefinitions
from openmall.api.pipeline.handling import HandlerResult
from openmall.api.pipeline.repeating import rules as repeating_rules
from openmall.api.pipeline.shaping import ResponseShape
from openmall.api.pipeline.trip import IdempotentRequest, RequestContext
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract.call import Call, Identity, Mall, Means, Shopper
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.http.addressing import Address
from openmall.http.request import Request


class Read(Protocol):
    """Calls a GET of the same API in the transaction of a write."""

    def __call__(
        self, path: str, sent: Mapping[str, Any] | None = None, embed: Sequence[str] = ()
    ) -> Awaitable[Any]: ...


Inspect = Callable[[Any, Read], Awaitable[None]]
"""Inspects the response of a write, and can read the resulting state before the commit."""


class _Undone(Exception):
    """Rolls back the transaction of a dry run."""


class InternalCaller(Struct, frozen=True, kw_only=True):
    """The user of a page: request, mall and identity."""

    request: Request
    address: Address
    mall: Mall
    identity: Identity
    shopper: Shopper | None = None
    """The shopper, on the storefront."""
    browser: int = 0


class InternalResponse(Struct, frozen=True):
    """The response of an operation: the content under its key."""

    content: Any
    more: bool
    """Rows remain after this page of a list."""
    session: str
    """The new shopper session; empty unless the operation created one."""


class InternalClient:
    """Calls the operations of all APIs, for pages."""

    def __init__(
        self, configuration: Configuration, database: Database, doors: ApiDefinitions, means: Means
    ) -> None:
        self._configuration = configuration
        self._database = database
        self._doors = {door.name: door for door in doors.all}
        self._means = means
        self._shapes = shaping.ResponseShapes()

    def operations(self) -> list[tuple[str, Operation]]:
        """Return every row of every API, each with its API's name."""
        return [(name, row) for name, door in self._doors.items() for row in door.operations]

    def operation(self, door: str, method: str, path: str) -> Operation:
        """Return an operation of an API; `path` is the declared one, with its placeholders.

        Raises LookupError for an unknown operation.
        """
        for operation in self._doors[door].operations:
            if (operation.method, operation.path) == (method, path):
                return operation
        raise LookupError(f"{door} has no {method} {path}")

    async def ask(
        self,
        acting: InternalCaller,
        door: str,
        method: str,
        path: str,
        sent: Mapping[str, Any] | None = None,
        *,
        embed: Sequence[str] = (),
        key: str = "",
        inspect: Inspect | None = None,
    ) -> InternalResponse:
        """Call an operation in its newest version, and return its response.

        `path`: below the API's prefix, with values in place. `sent`: parameters by wire name; texts
        are parsed as in a query. `key`: idempotency key of a creating call that a browser may send
        twice; it is executed once. `inspect`: called with the response of a write before the
        commit; the write is rolled back when it raises.
        Raises the ApiError of the operation, and LookupError for an unknown one.
        """
        trip, call, shape = self._call(acting, door, method, path, sent, embed)
        operation = call.operation
        deadline = time.monotonic() + self._configuration.call_seconds
        if operation.writes:
            again = self._repeatable(trip, method, path, sent, key) if key else None
            before_commit = None
            if inspect is not None:
                before_commit = self._inspecting(inspect, call, acting, door, deadline)
            handled = await handling.execute_write(
                call, self._database, shape, deadline, again, before_commit
            )
        else:
            handled = await handling.execute_read(call, self._database, shape, deadline)
        return InternalResponse(
            msgspec.json.decode(handled.body)[operation.key], call.more, call.session
        )

    async def dry_run(
        self,
        acting: InternalCaller,
        door: str,
        method: str,
        path: str,
        sent: Mapping[str, Any],
        inspect: Inspect,
    ) -> None:
        """Execute a write, inspect its response, and roll it back. Raises as `ask` does."""
        _, call, shape = self._call(acting, door, method, path, sent, ())
        call.dry_run = True
        deadline = time.monotonic() + self._configuration.call_seconds
        look = self._inspecting(inspect, call, acting, door, deadline)

        async def look_and_undo(handled: HandlerResult) -> None:
            await look(handled)
            raise _Undone

        with suppress(_Undone):
            await handling.execute_write(call, self._database, shape, deadline, None, look_and_undo)

    def _call(
        self,
        acting: InternalCaller,
        door: str,
        method: str,
        path: str,
        sent: Mapping[str, Any] | None,
        embed: Sequence[str],
    ) -> tuple[RequestContext, Call, ResponseShape]:
        trip = self._trip(acting, self._doors[door], method, path)
        operation = trip.operation
        assert operation is not None
        call = trip.call(operation, self._means)
        shaping.select_embeds(call, {"embed": ",".join(embed)}, [])
        shape = self._shapes.of(door, call, {}, [])
        call.params = parsing.to_struct(operation, {**(sent or {}), **trip.path})
        parsing.choose_shop(call)
        return trip, call, shape

    def _inspecting(
        self, inspect: Inspect, call: Call, acting: InternalCaller, door: str, deadline: float
    ) -> Callable[[HandlerResult], Awaitable[None]]:
        """Return a `before_commit` that calls `inspect`, with reads in the same transaction."""

        async def read(
            path: str, sent: Mapping[str, Any] | None = None, embed: Sequence[str] = ()
        ) -> Any:
            _, reading, shape = self._call(acting, door, "GET", path, sent, embed)
            reading.db, reading.deadline = call.db, deadline
            result = await reading.operation.handler(reading, reading.params)
            body = answering.render(reading, result, shape)
            return msgspec.json.decode(body)[reading.operation.key]

        async def look(handled: HandlerResult) -> None:
            await inspect(msgspec.json.decode(handled.body)[call.operation.key], read)

        return look

    def _repeatable(
        self, trip: RequestContext, method: str, path: str, sent: Mapping[str, Any] | None, key: str
    ) -> IdempotentRequest:
        name, operation = key.encode("utf-8", "replace"), f"{method} {path}"
        return repeating_rules.idempotent_request(
            trip, name, [sent], self._means.seal, operation=operation
        )

    def _trip(
        self, acting: InternalCaller, door: ApiDefinition, method: str, path: str
    ) -> RequestContext:
        found = door.router.find(path.split("/"))
        if found is None or method not in found[0]:
            raise LookupError(f"{door.name} has no {method} {path}")
        trip = RequestContext(acting.request, acting.address, self._means.clock.now())
        trip.door, trip.operation = door, found[0][method]
        trip.path = dict(zip(trip.operation.placeholders, found[1], strict=True))
        trip.mall, trip.caller, trip.version = acting.mall, acting.identity, api_versions.NEWEST
        trip.shopper, trip.browser = acting.shopper, acting.browser
        return trip
