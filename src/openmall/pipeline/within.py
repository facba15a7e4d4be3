"""Operations called from within, as our own pages call them: no page has rules or SQL of its own.

The same parameters with the same bounds, the same handler in one transaction, the same events and
line in the activity log. What belongs to programs is left out: tokens and scopes, limits, dated
versions. Who may open a page says whoever shows it.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from openmall.configuration import Configuration
from openmall.contract.call import Identity, Mall, Means, Shopper
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.pipeline import handling, parsing, shaping
from openmall.pipeline.addressing import Address
from openmall.pipeline.doors import Door, Doors
from openmall.pipeline.request import Request
from openmall.pipeline.trip import Trip
from openmall.versions import calendar


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
    ) -> Told:
        """Call an operation in its newest version, and return what it answers.

        `path`: below the API's prefix, with values in place. `sent`: parameters by their names on
        the wire; texts are read as in a query. Raises the ApiError a program would be answered,
        and LookupError for an operation there is not.
        """
        trip = self._trip(acting, self._doors[door], method, path)
        operation = trip.operation
        assert operation is not None
        call = trip.call(operation, self._means)
        shaping.embed(call, {"embed": ",".join(embed)}, [])
        shape = self._shapes.of(door, call, {}, [])
        call.params = parsing.to_struct(operation, {**(sent or {}), **trip.path})
        parsing.choose_shop(call)
        deadline = time.monotonic() + self._configuration.call_seconds
        carry_out = handling.write if operation.writes else handling.read
        handled = await carry_out(call, self._database, shape, deadline)
        return Told(msgspec.json.decode(handled.body)[operation.key], call.more, call.session)

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
