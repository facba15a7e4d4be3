"""`Prefer: respond-async`: a write is answered 202 at once, and carried out afterwards as a job.

RFC 7240. With `wait=N` the answer is the call's own if it is there within N seconds. The
specification knows 202 ("an asynchronous request is accepted but not finished"), and leaves the
rest open. A preference is no demand: of a token that may not read jobs it is passed over, as it
is of operations about jobs themselves and those whose answer holds a secret, which would lie in the
store for days; the call is answered as ever.
"""

import asyncio
import re
import time
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.contract import scopes
from openmall.contract.call import Call
from openmall.contract.operation import Operation
from openmall.database.session import Database
from openmall.jobs import sealing, shape, store
from openmall.pipeline import answering, handling
from openmall.pipeline.handling import Handled
from openmall.pipeline.repeating.rules import Repeatable, answers_secrets
from openmall.pipeline.trip import Trip

HEADER: Final = b"prefer"
MOST_OBJECTS: Final = 10_000
"""Objects of one call that is a job; the body's bound in bytes stands beside it."""
LONGEST_WAIT: Final = 25
"""Seconds for which an answer is waited for, whatever is preferred."""
DOOR: Final = "admin"
_LOOK_SECONDS: Final = 0.1
_WAIT: Final = re.compile(r"wait\s*=\s*\"?(\d{1,9})\"?", re.ASCII)


class Preference(Struct, frozen=True):
    """What a client prefers."""

    wait: int | None
    """Seconds for which it waits for the call's own answer; None: it said nothing of that."""


def preferred(trip: Trip, operation: Operation) -> Preference | None:
    """Return what a client prefers that wants a call carried out afterwards; None: it does not."""
    said = trip.request.headers.get(HEADER)
    if said is None or not operation.writes or trip.door.name != DOOR:
        return None
    if operation.path.startswith("jobs/") or answers_secrets(operation):
        return None
    if not scopes.permits(trip.caller.scopes, scopes.READ_APPLICATION):
        return None
    found = [part.strip().lower() for part in re.split("[,;]", said.decode("latin-1"))]
    if "respond-async" not in found:
        return None
    waits = [int(match[1]) for part in found if (match := _WAIT.fullmatch(part))]
    return Preference(waits[0] if waits else None)


async def place(
    trip: Trip, call: Call, database: Database, deadline: float, repeatable: Repeatable | None
) -> Handled:
    """Place a job, and answer 202 with it. Its place is kept as the answer of a repeated call."""
    operation, caller = call.operation, trip.caller
    async with database.writing(call.mall.mall_id, deadline=deadline) as call.db:
        kept = await handling.before(call, repeatable)
        if kept is not None:
            return kept
        job = store.Job(
            job_no=await store.new_number(call.db),
            client_id=caller.app.client_id,
            user_id=caller.user_id,
            user_type=caller.user_type,
            scopes=" ".join(sorted(caller.scopes)),
            scope=operation.scope,
            operation=operation.name,
            key=operation.key,
            good=answering.status(operation),
            path=call.path,
            query=msgspec.json.encode(trip.query).decode(),
            wanted=msgspec.json.encode(_shown(trip.wanted)).decode(),
            version=trip.version,
            origin=call.origin,
            ip=call.ip,
            total=len(trip.sent),
            created_at=int(call.clock.now()),
        )
        about = sealing.about(call.db.mall_id, job.job_no)
        said = [msgspec.json.encode(each).decode() for each in trip.sent]
        await store.add(call.db, job, [call.seal.close(each, about=about) for each in said])
        handled = Handled(202, answering.encode({"job": shape.whole(job, None)}))
        return await handling.after(call, repeatable, handled)


async def answered(
    trip: Trip, handled: Handled, preference: Preference, database: Database
) -> Handled:
    """Return the answer of a call that was placed: where its job is, or what came of it already."""
    if handled.status != 202:
        # it was carried out before, under the same key, and that was answered
        return handled
    job_no = msgspec.json.decode(handled.body)["job"]["job_no"]
    if preference.wait is not None:
        done = await _waited_for(trip, job_no, database, min(preference.wait, LONGEST_WAIT))
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


async def _waited_for(trip: Trip, job_no: int, database: Database, seconds: int) -> Handled | None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        await asyncio.sleep(_LOOK_SECONDS)
        async with database.reading(trip.mall.mall_id) as db:
            job = await store.find(db, job_no)
            if job is None:
                return None
            if job.open == "T":
                continue
            outcome = shape.outcome_of(job, await store.outcomes(db, job_no))
        if outcome is None:
            return None
        return Handled(outcome.status, answering.encode(outcome.body))
    return None


def _shown(wanted: dict[str, Any]) -> dict[str, Any]:
    return {name: wanted[name] for name in ("fields", "embed") if name in wanted}
