"""Injects the faults of a sandbox into calls.

Operations below `sandbox/` are exempt, so that no script locks its author out.
"""

import asyncio
from typing import Final

from openmall.access.sandbox import faults as sandbox_faults
from openmall.api.pipeline.limiting import AdmissionControl
from openmall.api.pipeline.trip import RequestContext
from openmall.contract.errors import BudgetSpent, InternalError, TooManyCalls, Unavailable
from openmall.contract.operation import Operation
from openmall.contract.sandbox import FaultyApi
from openmall.database.session import Database

_APIS: Final[dict[str, FaultyApi]] = {
    "admin": "admin",
    "storefront": "storefront",
    "analytics": "analytics",
}
SPARED: Final = "sandbox/"


async def inject(
    trip: RequestContext, operation: Operation, database: Database, gate: AdmissionControl
) -> None:
    """Delay a call, drop its response or fail it, as the mall's faults require.

    Raises TooManyCalls (429), InternalError (500), Unavailable (503), BudgetSpent (504).
    """
    if operation.path.startswith(SPARED):
        return
    due = await sandbox_faults.due(
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


def _too_many(trip: RequestContext, gate: AdmissionControl) -> TooManyCalls:
    if trip.door.limited_by == "tokens":
        gate.simulate_no_tokens(trip.headers)
        return TooManyCalls("Too many requests.", retry_after=1)
    full = gate.simulate_full_bucket(trip.headers, anonymous=not trip.proven)
    return TooManyCalls(
        f"Too many requests. ({full.used}/{full.capacity})", retry_after=full.retry_after
    )
