"""What goes wrong on purpose: the faults of a sandbox, as an app would meet them elsewhere.

A call that the sandbox itself is told by (`sandbox/...`) is spared: no script locks its author out.
"""

import asyncio
from typing import Final

from openmall.contract.errors import BudgetSpent, InternalError, TooManyCalls, Unavailable
from openmall.contract.operation import Operation
from openmall.contract.sandbox import FaultyApi
from openmall.database.session import Database
from openmall.pipeline.limiting import Gate
from openmall.pipeline.trip import Trip
from openmall.sandbox import faults

_APIS: Final[dict[str, FaultyApi]] = {
    "admin": "admin",
    "storefront": "storefront",
    "analytics": "analytics",
}
SPARED: Final = "sandbox/"


async def befall(trip: Trip, operation: Operation, database: Database, gate: Gate) -> None:
    """Let a call wait, or be lost in the end, as the mall's faults say.

    Raises TooManyCalls (429), InternalError (500), Unavailable (503), BudgetSpent (504).
    """
    if operation.path.startswith(SPARED):
        return
    due = await faults.due(
        database,
        trip.mall,
        api=_APIS[trip.door.name],
        method=operation.method,
        path=operation.path,
        client_id=trip.caller.app.client_id,
    )
    for fault in due:
        if fault.effect == "delay":
            await asyncio.sleep(fault.delay_ms / 1_000)
        elif fault.effect == "drop":
            trip.lost = True
        elif fault.effect == "429":
            raise _too_many(trip, gate)
        elif fault.effect == "500":
            raise InternalError(f"Internal error. Quote {trip.request.id} when you report it.")
        elif fault.effect == "503":
            raise Unavailable("The service is unavailable for a moment, try again.", retry_after=1)
        else:
            raise BudgetSpent("The call took longer than its time budget.")


def _too_many(trip: Trip, gate: Gate) -> TooManyCalls:
    if trip.door.limited_by == "tokens":
        gate.feign_no_tokens(trip.headers)
        return TooManyCalls("Too many requests.", retry_after=1)
    full = gate.feign_full(trip.headers, anonymous=not trip.proven)
    return TooManyCalls(
        f"Too many requests. ({full.used}/{full.capacity})", retry_after=full.retry_after
    )
