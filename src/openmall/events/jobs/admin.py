"""The operations of jobs. No specification knows them: they are openmall's own extension.

A job is of the shop and of the app that called; no other app sees it, nor does the app itself with
a token that may not call its operation.
"""

from typing import Final, get_args

from msgspec import UNSET, UnsetType

from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import EntityNo, Limit100, Offset8000, Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.events.jobs import shape as job_shape
from openmall.events.jobs import store as job_store
from openmall.events.jobs.refusals import JOB_ENDED
from openmall.events.jobs.shape import Job, JobLine, State


class JobQuery(Params, frozen=True, kw_only=True):
    state: State | UnsetType = UNSET
    limit: Limit100 = 10
    offset: Offset8000 = 0


class JobPath(Params, frozen=True, kw_only=True):
    job_no: EntityNo


async def list_jobs(call: Call, params: JobQuery) -> list[JobLine]:
    """Retrieve the jobs of the app, the newest first.

    A job is a write that was called with `Prefer: respond-async`: its response is 202, and it is
    carried out afterwards.
    """
    states = list(get_args(State)) if params.state is UNSET else [params.state]
    found = await job_store.listed(
        call.db,
        call.identity.app.client_id,
        sorted(call.identity.scopes),
        states,
        limit=params.limit + 1,
        offset=params.offset,
    )
    call.effects.more = len(found) > params.limit
    return [job_shape.job_line(each) for each in found[: params.limit]]


async def read_job(call: Call, params: JobPath) -> Job:
    """Retrieve a job: how far it is, and what came of it.

    `outcome` is the status and the body of the response to the call.
    """
    return await _job_response(call, await _find_job(call, params.job_no))


async def cancel_job(call: Call, params: JobPath) -> Job:
    """Cancel what has not been done of a job.

    What was done stays. A job that has ended is not cancelled (422).
    """
    await _find_job(call, params.job_no)
    at = int(call.clock.now())
    if not await job_store.end(call.db, params.job_no, state="cancelled", at=at):
        raise Invalid(JOB_ENDED, parameter="job_no")
    job = await _find_job(call, params.job_no)
    call.journal(f"job {job.job_no}", {"state": ("running", job.state)})
    return await _job_response(call, job)


async def _find_job(call: Call, job_no: int) -> job_store.Job:
    job = await job_store.find(call.db, job_no)
    if (
        job is None
        or job.client_id != call.identity.app.client_id
        or not scope_names.permits(call.identity.scopes, job.scope)
    ):
        raise NotFound(DOES_NOT_EXIST, parameter="job_no", resource=Phrase("job"))
    return job


async def _job_response(call: Call, job: job_store.Job) -> Job:
    parts = await job_store.outcomes(call.db, job.job_no) if job.open == "F" else []
    return job_shape.job_response(job, job_shape.outcome_of(job, parts))


_JOBS: Final = Resource(Job, area="application", key="job", listed="jobs")
OPERATIONS: Final = [
    _JOBS.giving(JobLine).listing("jobs", list_jobs, takes=JobQuery, links=True),
    _JOBS.get("jobs/{job_no}", read_job, takes=JobPath),
    _JOBS.delete("jobs/{job_no}", cancel_job, takes=JobPath),
]
