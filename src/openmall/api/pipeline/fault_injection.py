"""Injects the faults of a sandbox into calls.

Operations below `sandbox/` are exempt, so that no script locks its author out.
"""

import asyncio
from typing import Final

from openmall.access.limits.refusals import BUCKET_FULL, TOO_MANY_REQUESTS
from openmall.access.sandbox import faults as sandbox_faults
from openmall.api.pipeline.rate_limiting import AdmissionControl
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract.errors import BudgetSpent, InternalError, TooManyCalls, Unavailable
from openmall.contract.operation import Operation
from openmall.contract.sandbox import FaultyApi
from openmall.database.session import Database
from openmall.http.refusals import INTERNAL_FAILURE, SERVICE_UNAVAILABLE, TIME_BUDGET_SPENT

_APIS: Final[dict[str, FaultyApi]] = {
    "admin": "admin",
    "storefront": "storefront",
    "analytics": "analytics",
}
EXEMPT_PREFIX: Final = "sandbox/"


async def inject(
    context: RequestContext, operation: Operation, database: Database, admission: AdmissionControl
) -> None:
    """Delay a call, drop its response or fail it, as the mall's faults require.

    Raises TooManyCalls (429), InternalError (500), Unavailable (503), BudgetSpent (504).
    """
    if operation.path.startswith(EXEMPT_PREFIX):
        return
    faults = await sandbox_faults.due(
        database,
        context.mall,
        api=_APIS[context.api.name],
        method=operation.method,
        path=operation.path,
        client_id=context.caller.app.client_id,
    )
    for fault in faults:
        if fault.effect == "delay":
            await asyncio.sleep(fault.delay_ms / 1_000)
        elif fault.effect == "drop":
            context.dropped = True
        elif fault.effect == "429":
            raise _too_many(context, admission)
        elif fault.effect == "500":
            raise InternalError(INTERNAL_FAILURE, request_id=context.request.id)
        elif fault.effect == "503":
            raise Unavailable(SERVICE_UNAVAILABLE, retry_after=1)
        else:
            raise BudgetSpent(TIME_BUDGET_SPENT)


def _too_many(context: RequestContext, admission: AdmissionControl) -> TooManyCalls:
    if context.api.limited_by == "tokens":
        admission.simulate_no_tokens(context.headers)
        return TooManyCalls(TOO_MANY_REQUESTS, retry_after=1)
    full = admission.simulate_full_bucket(
        context.headers, context.mall, anonymous=not context.key_verified
    )
    return TooManyCalls(
        BUCKET_FULL, retry_after=full.remain, used=full.used, capacity=full.capacity
    )
