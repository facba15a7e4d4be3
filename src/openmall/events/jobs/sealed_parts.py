"""Sealed objects of jobs: a request that waits may contain a password or personal data."""

from collections.abc import Sequence
from typing import Final

from openmall.database.reencryption import EncryptedTable, ReencryptionCounts
from openmall.database.seal import Seal
from openmall.database.session import Session
from openmall.events.jobs import store as job_store
from openmall.events.jobs.tables import PART


def about(mall_id: str, job_no: int) -> str:
    """Return the purpose that the objects of a job are sealed for."""
    return f"{mall_id} job {job_no}"


async def _renew(
    db: Session, seal: Seal, tally: ReencryptionCounts, after: Sequence[str]
) -> Sequence[str] | None:
    job, part = after or ("0", "0")
    found = await job_store.sealed(db, int(job), int(part))
    for job_no, part_no, sent in found:
        again = tally.text(seal, sent, about(db.mall_id, job_no))
        if again:
            await job_store.replace_sealed(db, job_no, part_no, again)
    return (str(found[-1][0]), str(found[-1][1])) if found else None


SEALED: Final = EncryptedTable(
    table=PART.name, columns=frozenset({"sent"}), of_malls=True, renew=_renew
)
"""Objects of jobs that were not executed yet."""
