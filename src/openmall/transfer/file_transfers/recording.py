"""What is written of an import while it runs: counts, rows at fault, and the plan of a dry run."""

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from openmall.contract.call import Mall
from openmall.contract.refusal import stored_reason
from openmall.database.session import Session
from openmall.events.file_transfers import file_store
from openmall.events.file_transfers.file_store import FileError, PlannedRow
from openmall.events.file_transfers.store import Counts, Transfer
from openmall.transfer.imports.progress import PlannedRecord, Progress
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.rows import RowError

_MOST_LETTERS: Final = 200
"""Letters of the code of a record that is kept."""


class LostError(Exception):
    """Another worker has it, it was cancelled, or this worker stops."""


class Turn(Struct):
    """An import or export that runs."""

    mall_id: str
    began: float
    """time.monotonic() seconds."""
    batches: int = 0
    """Batches that it has written."""
    is_over: bool = False
    """It makes way for another mall after its current batch, and one at least."""


def counts(progress: Progress) -> Counts:
    """Return how far an import is."""
    return Counts(
        done=progress.done,
        created=progress.created,
        updated=progress.updated,
        unchanged=progress.unchanged,
        rejected=progress.failed,
        errors=progress.errors,
    )


def faults(progress: Progress, errors: Sequence[RowError]) -> list[FileError]:
    """Return the rows at fault of the batch that led to `progress`, with their numbers."""
    first = progress.errors - len(errors) + 1
    return [
        FileError(
            at,
            each.line,
            each.field,
            each.code,
            str(each.reason),
            stored_reason(each.reason.reason),
        )
        for at, each in enumerate(errors, first)
    ]


def plan(planned: Sequence[PlannedRecord], first: int) -> list[PlannedRow]:
    """Return what a dry run found of records, numbered from `first` on, as far as it is kept."""
    return [
        PlannedRow(number, each.line, each.code[:_MOST_LETTERS], each.outcome)
        for number, each in enumerate(planned, first)
        if number <= file_store.MOST_PLANNED
    ]


class Recorder(Protocol):
    """Writes batches of imports."""

    async def record(
        self, db: Session, transfer: Transfer, progress: Progress, errors: list[RowError]
    ) -> None: ...

    async def record_apart(
        self,
        mall: Mall,
        transfer: Transfer,
        progress: Progress,
        errors: list[RowError],
        planned: list[PlannedRow],
    ) -> None: ...


class Recorded:
    """Notes batches of one import."""

    def __init__(self, worker: Recorder, mall: Mall, transfer: Transfer, turn: Turn) -> None:
        self._worker, self._mall, self._transfer = worker, mall, transfer
        self._turn = turn
        self._planned = 0
        self.source: Source | None = None
        """The file that is read: what is noted names its `other_line`."""

    async def note(
        self,
        db: Session,
        progress: Progress,
        errors: list[RowError],
        planned: Sequence[PlannedRecord],
    ) -> None:
        """Note a batch in the transaction `db`; a dry run's is only read in. Raises LostError."""
        if self.source is not None:
            line = self.source.other_line
            errors = [replace(each, line=line(each.line)) for each in errors]
            planned = [replace(each, line=line(each.line)) for each in planned]
        if self._transfer.dry_run == "T":
            rows = plan(planned, self._planned + 1)
            self._planned += len(rows)
            await self._worker.record_apart(self._mall, self._transfer, progress, errors, rows)
            return
        if self._turn.is_over and self._turn.batches:
            raise LostError
        self._turn.batches += 1
        await self._worker.record(db, self._transfer, progress, errors)
