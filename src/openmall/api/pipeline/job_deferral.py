"""`Prefer: respond-async` (RFC 7240): a write is answered 202 at once and executed as a job.

With `wait=N` the response is the call's own if the job ends within N seconds. The specification
has 202 ("an asynchronous request is accepted but not finished") and leaves the rest open. A
preference may be ignored: the call is executed synchronously when the token may not read jobs, for
operations on jobs, and where the response has a secret, which would be stored for days.
"""

import asyncio
import re
import time
from typing import Final

import msgspec

from openmall.api.pipeline import identity, operation_execution, response_rendering
from openmall.api.pipeline.idempotency.rules import has_secret_fields
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.request_context import IdempotentRequest, Preference, RequestContext
from openmall.contract import scopes as scope_names
from openmall.contract.call_state import CallState
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.events.jobs import sealed_parts
from openmall.events.jobs import shape as job_shape
from openmall.events.jobs import store as job_store
from openmall.http import json_body

HEADER: Final = b"prefer"
MAX_OBJECTS: Final = 10_000
"""Objects of one asynchronous call; the body's limit in bytes also applies."""
MAX_WAIT_SECONDS: Final = 25
"""Upper limit of `wait`, in seconds."""
API: Final = "admin"
_POLL_SECONDS: Final = 0.1
_WAIT: Final = re.compile(r"wait\s*=\s*\"?(\d{1,9})\"?", re.ASCII)


def accepts(api: str, operation: Operation) -> bool:
    """Return whether an operation of an API can be executed as a job."""
    # a job would store a secret for days
    return (
        api == API
        and operation.writes
        and not operation.path.startswith("jobs/")
        and not has_secret_fields(operation)
    )


def read_preference(context: RequestContext, operation: Operation) -> Preference | None:
    """Return the client's `respond-async` preference; None for a synchronous call."""
    header = context.request.headers.get(HEADER)
    if header is None or not accepts(context.api.name, operation):
        return None
    if not scope_names.permits(context.caller.scopes, scope_names.READ_APPLICATION):
        return None
    tokens = [part.strip().lower() for part in re.split("[,;]", header.decode("latin-1"))]
    if "respond-async" not in tokens:
        return None
    waits = [int(match[1]) for part in tokens if (match := _WAIT.fullmatch(part))]
    return Preference(waits[0] if waits else None)


async def create_job(
    context: RequestContext,
    state: CallState,
    database: Database,
    deadline: float,
    idempotent_request: IdempotentRequest | None,
) -> HandlerResult:
    """Create a job and respond 202 with it; the response is stored under the idempotency key."""
    call, operation, caller = state.call, state.operation, context.caller
    async with database.writing(call.mall.mall_id, deadline=deadline) as state.db:
        stored = await operation_execution.find_stored(state, idempotent_request)
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
            good=response_rendering.success_status(operation),
            path=call.path,
            query=msgspec.json.encode(context.query).decode(),
            wanted=msgspec.json.encode(_selection(context.selection)).decode(),
            version=context.version,
            origin=call.origin,
            ip=call.ip,
            total=len(context.objects),
            created_at=int(call.clock.now()),
            access_hash=identity.access_hash(context.request),
        )
        about = sealed_parts.about(call.db.mall_id, job.job_no)
        objects = [msgspec.json.encode(each).decode() for each in context.objects]
        await job_store.add(call.db, job, [call.seal.close(each, about=about) for each in objects])
        handler_result = HandlerResult(
            202, json_body.encode({"job": job_shape.job_response(job, None)})
        )
        return await operation_execution.store_result(state, idempotent_request, handler_result)


async def job_response(
    context: RequestContext,
    handler_result: HandlerResult,
    preference: Preference,
    database: Database,
) -> HandlerResult:
    """Return the response to an asynchronous call: its job, or the outcome within `wait`."""
    if handler_result.status != 202:
        # a stored response of the same idempotency key
        return handler_result
    job_no = msgspec.json.decode(handler_result.body)["job"]["job_no"]
    if preference.wait is not None:
        final = await _wait_for(context, job_no, database, min(preference.wait, MAX_WAIT_SECONDS))
        if final is not None:
            context.headers.append((b"preference-applied", b"wait=%d" % preference.wait))
            return final
    applied = b"respond-async"
    if preference.wait is not None:
        applied += b", wait=%d" % preference.wait
    context.headers.append((b"preference-applied", applied))
    context.headers.append(
        (b"location", b"/%s/jobs/%d" % ("/".join(context.api.prefix).encode(), job_no))
    )
    return handler_result


async def _wait_for(
    context: RequestContext, job_no: int, database: Database, seconds: int
) -> HandlerResult | None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        await asyncio.sleep(_POLL_SECONDS)
        async with database.reading(context.mall.mall_id) as db:
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


def _selection(source: dict[str, Encodable]) -> dict[str, Encodable]:
    return {name: source[name] for name in ("fields", "embed") if name in source}
