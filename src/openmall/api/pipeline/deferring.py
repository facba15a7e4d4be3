"""`Prefer: respond-async` (RFC 7240): a write is answered 202 at once and executed as a job.

With `wait=N` the response is the call's own if the job ends within N seconds. The specification
has 202 ("an asynchronous request is accepted but not finished") and leaves the rest open. A
preference may be ignored: the call is executed synchronously when the token may not read jobs, for
operations on jobs, and where the response has a secret, which would be stored for days.
"""

import asyncio
import re
import time
from typing import Any, Final

import msgspec

from openmall.api.pipeline import answering, handling
from openmall.api.pipeline.handling import HandlerResult
from openmall.api.pipeline.repeating.rules import has_secret_fields
from openmall.api.pipeline.trip import IdempotentRequest, Preference, RequestContext
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.events.jobs import sealed_parts
from openmall.events.jobs import shape as job_shape
from openmall.events.jobs import store as job_store
from openmall.http import json_body

HEADER: Final = b"prefer"
MOST_OBJECTS: Final = 10_000
"""Objects of one asynchronous call; the body's limit in bytes also applies."""
LONGEST_WAIT: Final = 25
"""Upper limit of `wait`, in seconds."""
API: Final = "admin"
_LOOK_SECONDS: Final = 0.1
_WAIT: Final = re.compile(r"wait\s*=\s*\"?(\d{1,9})\"?", re.ASCII)


def read_preference(trip: RequestContext, operation: Operation) -> Preference | None:
    """Return the client's `respond-async` preference; None for a synchronous call."""
    header = trip.request.headers.get(HEADER)
    if header is None or not operation.writes or trip.door.name != API:
        return None
    if operation.path.startswith("jobs/") or has_secret_fields(operation):
        return None
    if not scope_names.permits(trip.caller.scopes, scope_names.READ_APPLICATION):
        return None
    found = [part.strip().lower() for part in re.split("[,;]", header.decode("latin-1"))]
    if "respond-async" not in found:
        return None
    waits = [int(match[1]) for part in found if (match := _WAIT.fullmatch(part))]
    return Preference(waits[0] if waits else None)


async def create_job(
    trip: RequestContext,
    call: Call,
    database: Database,
    deadline: float,
    repeatable: IdempotentRequest | None,
) -> HandlerResult:
    """Create a job and respond 202 with it; the response is stored under the idempotency key."""
    operation, caller = call.operation, trip.caller
    async with database.writing(call.mall.mall_id, deadline=deadline) as call.db:
        stored = await handling.find_stored(call, repeatable)
        if stored is not None:
            return stored
        job = job_store.Job(
            job_no=await job_store.new_number(call.db),
            client_id=caller.app.client_id,
            user_id=caller.user_id,
            user_type=caller.user_type,
            scopes=" ".join(sorted(caller.scopes)),
            scope=operation.scope,
            operation=operation.name,
            key=operation.key,
            good=answering.success_status(operation),
            path=call.path,
            query=msgspec.json.encode(trip.query).decode(),
            wanted=msgspec.json.encode(_selection(trip.wanted)).decode(),
            version=trip.version,
            origin=call.origin,
            ip=call.ip,
            total=len(trip.sent),
            created_at=int(call.clock.now()),
        )
        about = sealed_parts.about(call.db.mall_id, job.job_no)
        objects = [msgspec.json.encode(each).decode() for each in trip.sent]
        await job_store.add(call.db, job, [call.seal.close(each, about=about) for each in objects])
        handled = HandlerResult(202, json_body.encode({"job": job_shape.whole(job, None)}))
        return await handling.store_result(call, repeatable, handled)


async def job_response(
    trip: RequestContext, handled: HandlerResult, preference: Preference, database: Database
) -> HandlerResult:
    """Return the response to an asynchronous call: its job, or the outcome within `wait`."""
    if handled.status != 202:
        # a stored response of the same idempotency key
        return handled
    job_no = msgspec.json.decode(handled.body)["job"]["job_no"]
    if preference.wait is not None:
        done = await _wait_for(trip, job_no, database, min(preference.wait, LONGEST_WAIT))
        if done is not None:
            trip.headers.append((b"preference-applied", b"wait=%d" % preference.wait))
            return done
    applied = b"respond-async"
    if preference.wait is not None:
        applied += b", wait=%d" % preference.wait
    trip.headers.append((b"preference-applied", applied))
    trip.headers.append(
        (b"location", b"/%s/jobs/%d" % ("/".join(trip.door.prefix).encode(), job_no))
    )
    return handled


async def _wait_for(
    trip: RequestContext, job_no: int, database: Database, seconds: int
) -> HandlerResult | None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        await asyncio.sleep(_LOOK_SECONDS)
        async with database.reading(trip.mall.mall_id) as db:
            job = await job_store.find(db, job_no)
            if job is None:
                return None
            if job.open == "T":
                continue
            outcome = job_shape.outcome_of(job, await job_store.outcomes(db, job_no))
        if outcome is None:
            return None
        return HandlerResult(outcome.status, json_body.encode(outcome.body))
    return None


def _selection(source: dict[str, Any]) -> dict[str, Any]:
    return {name: source[name] for name in ("fields", "embed") if name in source}
