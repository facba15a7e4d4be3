"""Operations called from within, as our own pages call them: no page has rules or SQL of its own.

The same parameters with the same bounds, the same handler in one transaction, the same events and
line in the activity log. What belongs to programs is left out: tokens and scopes, limits, dated
versions. Who may open a page says whoever shows it.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from openmall.configuration import Configuration
from openmall.contract.call import Call, Identity, Mall, Means, Shopper
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.pipeline import answering, handling, parsing, shaping
from openmall.pipeline.addressing import Address
from openmall.pipeline.doors import Door, Doors
from openmall.pipeline.handling import Handled
from openmall.pipeline.repeating import rules as repeating
from openmall.pipeline.repeating.rules import Repeatable
from openmall.pipeline.request import Request
from openmall.pipeline.shaping import Shape
from openmall.pipeline.trip import Trip
from openmall.versions import calendar


class Read(Protocol):
    """Asks a GET of the same API in the transaction of a write."""

    def __call__(
        self, path: str, sent: Mapping[str, Any] | None = None, embed: Sequence[str] = ()
    ) -> Awaitable[Any]: ...


Inspect = Callable[[Any, Read], Awaitable[None]]
"""Looks at what a write answers, and at what is there then."""


class _Undone(Exception):
    """The transaction of a rehearsal ends here."""


class Acting(Struct, frozen=True, kw_only=True):
    """Who acts on a page: where, for which mall, and as whom."""

    request: Request
    address: Address
    mall: Mall
    identity: Identity
    shopper: Shopper | None = None
    """On the storefront, who shops."""
    browser: int = 0


class Told(Struct, frozen=True):
    """What an operation answered: the content under its key."""

    content: Any
    more: bool
    """Of a list: rows remain behind this page of it."""
    session: str
    """A shopper's new session, where the operation gave one; empty: it did not."""


class Within:
    """The operations of all APIs, for pages."""

    def __init__(
        self, configuration: Configuration, database: Database, doors: Doors, means: Means
    ) -> None:
        self._configuration = configuration
        self._database = database
        self._doors = {door.name: door for door in doors.all}
        self._means = means
        self._shapes = shaping.Shapes()

    def operations(self) -> list[tuple[str, Operation]]:
        """Return every row of every API, each with its API's name."""
        return [(name, row) for name, door in self._doors.items() for row in door.operations]

    def operation(self, door: str, method: str, path: str) -> Operation:
        """Return a row of an API; `path` is the declared one, with its placeholders.

        Raises LookupError: a page names only what there is.
        """
        for operation in self._doors[door].operations:
            if (operation.method, operation.path) == (method, path):
                return operation
        raise LookupError(f"{door} has no {method} {path}")

    async def ask(
        self,
        acting: Acting,
        door: str,
        method: str,
        path: str,
        sent: Mapping[str, Any] | None = None,
        *,
        embed: Sequence[str] = (),
        key: str = "",
        inspect: Inspect | None = None,
    ) -> Told:
        """Call an operation in its newest version, and return what it answers.

        `path`: below the API's prefix, with values in place. `sent`: parameters by their names on
        the wire; texts are read as in a query. `key`: names a creating call that a browser may
        send twice; it is carried out once, and answered the same (`repeating/`). `inspect`: looks
        at the outcome of a write before it is committed; the write is undone when that raises.
        Raises the ApiError a program would be answered, and LookupError for an operation there
        is not.
        """
        trip, call, shape = self._call(acting, door, method, path, sent, embed)
        operation = call.operation
        deadline = time.monotonic() + self._configuration.call_seconds
        if operation.writes:
            again = self._repeatable(trip, method, path, sent, key) if key else None
            before_commit = None
            if inspect is not None:
                before_commit = self._inspecting(inspect, call, acting, door, deadline)
            handled = await handling.write(
                call, self._database, shape, deadline, again, before_commit
            )
        else:
            handled = await handling.read(call, self._database, shape, deadline)
        return Told(msgspec.json.decode(handled.body)[operation.key], call.more, call.session)

    async def rehearse(
        self,
        acting: Acting,
        door: str,
        method: str,
        path: str,
        sent: Mapping[str, Any],
        inspect: Inspect,
    ) -> None:
        """Carry out a write, inspect its outcome, and undo it: nothing is kept or announced.

        Raises as `ask` does.
        """
        _, call, shape = self._call(acting, door, method, path, sent, ())
        call.rehearsing = True
        deadline = time.monotonic() + self._configuration.call_seconds
        look = self._inspecting(inspect, call, acting, door, deadline)

        async def look_and_undo(handled: Handled) -> None:
            await look(handled)
            raise _Undone

        with suppress(_Undone):
            await handling.write(call, self._database, shape, deadline, None, look_and_undo)

    def _call(
        self,
        acting: Acting,
        door: str,
        method: str,
        path: str,
        sent: Mapping[str, Any] | None,
        embed: Sequence[str],
    ) -> tuple[Trip, Call, Shape]:
        trip = self._trip(acting, self._doors[door], method, path)
        operation = trip.operation
        assert operation is not None
        call = trip.call(operation, self._means)
        shaping.embed(call, {"embed": ",".join(embed)}, [])
        shape = self._shapes.of(door, call, {}, [])
        call.params = parsing.to_struct(operation, {**(sent or {}), **trip.path})
        parsing.choose_shop(call)
        return trip, call, shape

    def _inspecting(
        self, inspect: Inspect, call: Call, acting: Acting, door: str, deadline: float
    ) -> Callable[[Handled], Awaitable[None]]:
        """Return what hands the outcome of a write to `inspect`, with reads in its transaction."""

        async def read(
            path: str, sent: Mapping[str, Any] | None = None, embed: Sequence[str] = ()
        ) -> Any:
            _, reading, shape = self._call(acting, door, "GET", path, sent, embed)
            reading.db, reading.deadline = call.db, deadline
            result = await reading.operation.handler(reading, reading.params)
            body = answering.body(reading, result, shape)
            return msgspec.json.decode(body)[reading.operation.key]

        async def look(handled: Handled) -> None:
            await inspect(msgspec.json.decode(handled.body)[call.operation.key], read)

        return look

    def _repeatable(
        self, trip: Trip, method: str, path: str, sent: Mapping[str, Any] | None, key: str
    ) -> Repeatable:
        name, operation = key.encode("utf-8", "replace"), f"{method} {path}"
        return repeating.repeatable(trip, name, [sent], self._means.seal, operation=operation)

    def _trip(self, acting: Acting, door: Door, method: str, path: str) -> Trip:
        found = door.router.find(path.split("/"))
        if found is None or method not in found[0]:
            raise LookupError(f"{door.name} has no {method} {path}")
        trip = Trip(acting.request, acting.address, self._means.clock.now())
        trip.door, trip.operation = door, found[0][method]
        trip.path = dict(zip(trip.operation.placeholders, found[1], strict=True))
        trip.mall, trip.caller, trip.version = acting.mall, acting.identity, calendar.NEWEST
        trip.shopper, trip.browser = acting.shopper, acting.browser
        return trip
