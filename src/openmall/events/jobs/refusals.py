"""The refusals of jobs."""

from typing import Final

from openmall.contract.refusal import Refusal

JOB_ENDED: Final = Refusal(
    "job_ended",
    "The job has ended.",
    remedy="None is needed: the job does nothing any more.",
)
