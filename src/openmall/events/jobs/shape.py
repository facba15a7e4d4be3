"""Responses about jobs."""

from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from openmall.contract import outcomes
from openmall.contract.errors import ApiError
from openmall.contract.moments import moment
from openmall.events.jobs import store as job_store

State = Literal["queued", "running", "succeeded", "failed", "cancelled"]
"""queued: not begun yet, running: some of it may be done, succeeded: all objects were carried
out or refused, failed: it ended before its end, cancelled: on request, before its end."""


class JobError(Struct, frozen=True, kw_only=True):
    """Why a job failed."""

    object: int | None
    """The object at which it failed, counted from 1; null: the whole call was refused."""
    message: str


class JobLine(Struct, frozen=True, kw_only=True):
    """A job, without what came of it."""

    job_no: int
    operation: str
    """Method and path of what was called."""
    state: State
    total: int
    """Objects that the call has."""
    done: int
    """Those that were carried out or refused."""
    refused: int
    created_date: datetime
    started_date: datetime | None
    finished_date: datetime | None
    error: JobError | None
    """Of a job that failed."""


class Outcome(Struct, frozen=True, kw_only=True):
    """What the call would have been answered."""

    status: int
    body: dict[str, Any]


class Job(JobLine, frozen=True, kw_only=True):
    """A job, and what came of it."""

    outcome: Outcome | None
    """Null: it has not ended."""


def job_line(job: job_store.Job) -> JobLine:
    """Return a job as it is listed."""
    return JobLine(**_line_fields(job))


def job_response(job: job_store.Job, outcome: Outcome | None) -> Job:
    """Return a job with its outcome."""
    return Job(**_line_fields(job), outcome=outcome)


def outcome_of(job: job_store.Job, parts: list[tuple[bool, str]]) -> Outcome | None:
    """Return the answer to a job's call, composed of the outcomes of its objects."""
    if job.open == "T":
        return None
    if job.outcome:
        return Outcome(status=job.status, body=msgspec.json.decode(job.outcome))
    if not parts and job.state != "succeeded":
        return None
    contents = [(good, msgspec.json.decode(text, type=dict[str, Any])) for good, text in parts]
    results = [
        outcomes.Outcome(content=content) if good else outcomes.stored_failure(content)
        for good, content in contents
    ]
    try:
        status, body = outcomes.combine(
            job.key,
            job.good,
            results,
            # an erased outcome is empty
            complete=job.state == "succeeded" and all(content for _, content in contents),
        )
    except ApiError as error:
        status, body = error.status, error.body()
    return Outcome(status=status, body=body)


def _line_fields(job: job_store.Job) -> dict[str, Any]:
    failed = JobError(object=job.failed_at or None, message=job.failure)
    return {
        "job_no": job.job_no,
        "operation": job.operation,
        "state": job.state,
        "total": job.total,
        "done": job.done,
        "refused": job.refused,
        "created_date": moment(job.created_at),
        "started_date": moment(job.started_at) if job.started_at else None,
        "finished_date": moment(job.finished_at) if job.finished_at else None,
        "error": failed if job.state == "failed" else None,
    }
