"""Carries out imports and exports of all malls, some at a time, each held by a lease.

A mall has two of them at once, and makes way for others: an import that is not the only one waiting
is released after a while, and continues behind those that waited longer.

A batch of an import, how far it is and its rows at fault are one transaction, in which the import
is locked: a worker that lost its lease writes nothing, and another one continues behind the last
batch. An export, and a dry run, begin anew.
"""

import asyncio
import contextlib
import io
import logging
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, Final

import msgspec

from openmall.access.oauth.directory import Directory
from openmall.configuration import Configuration
from openmall.contract.call import Mall, Services
from openmall.contract.journal import batch as journal_batch
from openmall.contract.refusal import Cause, RefusedValue, cause
from openmall.database.session import Database, DatabaseAway, DeadlinePassed, Session
from openmall.events.file_transfers import events as transfer_events
from openmall.events.file_transfers import file_store
from openmall.events.file_transfers import store as transfer_store
from openmall.events.file_transfers.file_store import PlannedRow
from openmall.events.file_transfers.store import Counts, Transfer
from openmall.events.file_transfers.takes import ImportOptions
from openmall.transfer.file_transfers import (
    picture_fetching,
    reading_kinds,
    recording,
    temporary_file,
    writing_kinds,
)
from openmall.transfer.file_transfers.current_rights import permit
from openmall.transfer.file_transfers.picture_fetching import PictureFetcher
from openmall.transfer.file_transfers.recording import LostError, Recorded, Turn
from openmall.transfer.file_transfers.rejected_rows import RejectedRows
from openmall.transfer.imports.fetched_pictures import FetchedPictures
from openmall.transfer.imports.progress import Progress
from openmall.transfer.imports.records import CannotRead
from openmall.transfer.imports.refusals import RIGHT_TAKEN_AWAY, SERVER_COULD_NOT
from openmall.transfer.imports.rows import RowError

log = logging.getLogger("openmall")

SECONDS: Final = 1.0
"""Seconds between two searches for imports and exports."""
SWEEP_SECONDS: Final = 600.0
LEASE_SECONDS: Final = 30
"""Seconds for which one is held; renewed with each transaction."""
_RENEWAL_SECONDS: Final = LEASE_SECONDS / 3
_DAY_SECONDS: Final = 86_400
AT_ONCE: Final = 16
"""Imports and exports that one process carries out at once; they take turns batch by batch."""
OF_A_MALL: Final = 2
"""Of them, those of one mall."""
TURN_SECONDS: Final = 20.0
"""Seconds after which an import makes way where another mall waits."""
MOST_REJECTED: Final = 10_000
"""Rows at fault that the file of rejected rows has, at most."""
PLAN_SECONDS: Final = _DAY_SECONDS
"""Seconds for which the file of a dry run is kept to be imported."""


class FileTransferWorker:
    """Carries out imports and exports."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        directory: Directory,
        services: Services,
    ) -> None:
        self._days = configuration.job_days
        self._database = database
        self._directory = directory
        self._services = services
        self._holder = secrets.token_hex(8)
        self._stopping = False
        self._gone: set[str] = set()
        """Malls that are not there any more."""
        self._running: dict[asyncio.Task[None], Turn] = {}

    def stop(self) -> None:
        """Release every import after its current batch."""
        self._stopping = True

    def resume(self) -> None:
        """Claim imports and exports again after `stop`."""
        self._stopping = False

    async def work(self) -> int:
        """Carry out everything that is due; return the number of imports and exports."""
        count = 0
        while True:
            if not self._stopping:
                count += await self._begin_due()
            if not self._running:
                return count
            done, _ = await asyncio.wait(
                self._running, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                del self._running[task]
                task.result()

    async def _begin_due(self) -> int:
        """Begin what is due while there is room; return the number."""
        count = 0
        while (free := AT_ONCE - len(self._running)) > 0:
            claimed = await self._claim(free)
            if not claimed:
                return count
            for mall, transfer in claimed:
                turn = Turn(mall.mall_id, time.monotonic())
                self._running[asyncio.create_task(self._carry_out(mall, transfer, turn))] = turn
            count += len(claimed)
        await self._make_way()
        return count

    async def _make_way(self) -> None:
        """Ask the import that has run longest to make way for a mall of which none runs."""
        now = int(self._services.clock.now())
        running = [turn.mall_id for turn in self._running.values()]
        waiting = await transfer_store.due(self._database, now, busy=running, most=1)
        if waiting:
            oldest = min(self._running.values(), key=lambda turn: turn.began)
            oldest.is_over = time.monotonic() - oldest.began >= TURN_SECONDS

    async def forget(self) -> int:
        """Delete what is older than its retention period, of every mall; return the number."""
        deleted = 0
        for mall_id in await transfer_store.malls(self._database):
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
            before = self._now(mall) - self._days * _DAY_SECONDS
            more = 1
            while more:
                async with self._database.writing(mall_id) as db:
                    more = await transfer_store.delete_old(db, before)
                deleted += more
            planned_before = self._now(mall) - PLAN_SECONDS
            more = 1
            while more:
                async with self._database.writing(mall_id) as db:
                    more = await transfer_store.delete_planned_files(db, planned_before)
                    more += await file_store.delete_orphans(db)
        return deleted

    def _now(self, mall: Mall) -> int:
        return int(mall.clock(self._services.clock).now())

    def _lease(self) -> int:
        return int(self._services.clock.now()) + LEASE_SECONDS

    async def _claim(self, most: int) -> list[tuple[Mall, Transfer]]:
        """Claim what is due, as many at most; none of malls that have enough."""
        now = int(self._services.clock.now())
        counts = Counter(turn.mall_id for turn in self._running.values())
        busy = [mall_id for mall_id, count in counts.items() if count >= OF_A_MALL]
        claimed: list[tuple[Mall, Transfer]] = []
        for mall_id, transfer_no in await transfer_store.due(
            self._database, now, busy=[*busy, *self._gone], most=most
        ):
            if counts[mall_id] >= OF_A_MALL:
                continue
            mall = await self._directory.mall(mall_id)
            if mall is None:
                self._gone.add(mall_id)
                continue
            counts[mall_id] += 1
            async with self._database.writing(mall_id) as db:
                transfer = await transfer_store.claim(
                    db,
                    transfer_no,
                    self._holder,
                    now=now,
                    until=self._lease(),
                    started_at=self._now(mall),
                )
            if transfer is not None:
                claimed.append((mall, transfer))
        return claimed

    async def _carry_out(self, mall: Mall, transfer: Transfer, turn: Turn) -> None:
        message: Cause | None
        number = {"transfer_no": transfer.transfer_no}
        try:
            with temporary_file.unnamed() as file:
                if not await permit(self._database, mall.mall_id, transfer):
                    failure, message = True, cause(RIGHT_TAKEN_AWAY)
                elif transfer.direction == "import":
                    failure, message = await self._import(mall, transfer, file, turn)
                else:
                    failure, message = await self._export(mall, transfer, file)
        except LostError:
            if self._stopping or turn.is_over:
                await self._release(mall, transfer)
            return
        except (DatabaseAway, DeadlinePassed) as error:
            # what was not committed is done again when the lease has expired
            log.warning("file waits", extra={**number, "reason": str(error)})
            return
        except Exception:
            log.exception("file failed", extra=number)
            failure, message = True, cause(SERVER_COULD_NOT)
        await self._end(mall, transfer, "failed" if failure else "succeeded", message)

    async def _release(self, mall: Mall, transfer: Transfer) -> None:
        async with self._database.writing(mall.mall_id) as db:
            # it waits from now on, behind those that waited before
            now = int(self._services.clock.now())
            await transfer_store.renew_lease(db, transfer.transfer_no, self._holder, now)

    async def _end(self, mall: Mall, transfer: Transfer, state: str, message: Cause | None) -> None:
        number = transfer.transfer_no
        async with self._database.writing(mall.mall_id) as db:
            if not await transfer_store.renew_lease(db, number, self._holder, self._lease()):
                return
            await transfer_store.end(db, number, state=state, failure=message, at=self._now(mall))
            if transfer.direction == "import":
                if transfer.dry_run == "F" or state == "failed":
                    await file_store.delete_uploaded(db, number)
            elif state == "failed":
                await file_store.delete_parts(db, number)
            ended = await transfer_store.find(db, number)
            if ended is not None and ended.client_id:
                clock = mall.clock(self._services.clock)
                await journal_batch.publish(db, clock, [transfer_events.ended(ended)])

    async def _hold(self, mall: Mall, transfer: Transfer) -> None:
        """Renew the lease until cancelled; return when it was lost."""
        while not self._stopping:
            async with self._database.writing(mall.mall_id) as db:
                number = transfer.transfer_no
                if not await transfer_store.renew_lease(db, number, self._holder, self._lease()):
                    return
            await asyncio.sleep(_RENEWAL_SECONDS)

    @contextlib.asynccontextmanager
    async def _held(self, mall: Mall, transfer: Transfer) -> AsyncIterator[None]:
        """Keep the lease while the block runs. Raises LostError at its end where it was lost."""
        renewal = asyncio.create_task(self._hold(mall, transfer))
        try:
            yield
            lost = renewal.done()
        finally:
            renewal.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await renewal
        if lost:
            raise LostError

    async def _import(
        self, mall: Mall, transfer: Transfer, file: IO[bytes], turn: Turn
    ) -> tuple[bool, Cause | None]:
        """Import a file; return whether it ended too early, and what is to be said."""
        seal, mall_id = self._services.seal, mall.mall_id
        async with self._held(mall, transfer):
            await temporary_file.unseal(self._database, mall_id, seal, transfer, file)
            if transfer.dry_run == "T":
                await self._begin_anew(mall, transfer)
        options = msgspec.json.decode(transfer.options, type=ImportOptions)
        path = temporary_file.path_of(file)
        recorded = Recorded(self, mall, transfer, turn)
        clock = mall.clock(self._services.clock)
        try:
            pictures = await self._pictures(mall, transfer, path, options)
            with contextlib.closing(reading_kinds.source_of(path, transfer, options)) as source:
                recorded.source = source
                outcome = await reading_kinds.run(
                    self._database, mall, clock, transfer, source, options, recorded.note, pictures
                )
            await self._keep_rejected(mall, transfer, path, options, source.read_to)
            return outcome
        except CannotRead as error:
            return True, error.reason
        except RefusedValue as error:
            return True, Cause(error.reason)

    async def _pictures(
        self, mall: Mall, transfer: Transfer, path: Path, options: ImportOptions
    ) -> FetchedPictures | None:
        """Fetch the pictures that a file names, where that was asked for. Raises LostError."""
        if options.fetch_pictures == "F" or transfer.dry_run == "T":
            return None
        plan = reading_kinds.plan_of(transfer, options)
        with contextlib.closing(reading_kinds.source_of(path, transfer, options)) as source:
            named = await asyncio.to_thread(picture_fetching.addresses, source, plan)
        fetcher = PictureFetcher(
            self._database, self._services, mall, transfer.transfer_no, transfer.shop_no
        )

        async def go_on() -> None:
            if self._stopping:
                raise LostError

        async with self._held(mall, transfer):
            return await fetcher.fetch(named, go_on)

    async def _begin_anew(self, mall: Mall, transfer: Transfer) -> None:
        async with self._database.writing(mall.mall_id) as db:
            await self._advance(db, transfer, Counts())
            await file_store.forget_errors(db, transfer.transfer_no)

    async def _keep_rejected(
        self, mall: Mall, transfer: Transfer, path: Path, options: ImportOptions, read_to: int
    ) -> None:
        """Keep a file of the rejected rows of an import that has been read."""
        seal, mall_id, number = self._services.seal, mall.mall_id, transfer.transfer_no
        async with self._held(mall, transfer):
            async with self._database.reading(mall_id) as db:
                errors = await file_store.errors(db, number, after=0, limit=MOST_REJECTED)
            async with self._database.writing(mall_id) as db:
                await file_store.delete_rejected(db, number)
            if not errors:
                return
            plan = reading_kinds.plan_of(transfer, options) if transfer.kind == "products" else None
            with temporary_file.unnamed() as file:
                # reading it once has closed it
                with contextlib.closing(reading_kinds.source_of(path, transfer, options)) as source:
                    await asyncio.to_thread(RejectedRows(errors, plan, read_to).write, source, file)
                await temporary_file.keep(
                    self._database,
                    mall_id,
                    seal,
                    transfer,
                    file,
                    first_part=file_store.REJECTED_PART,
                )

    async def _advance(self, db: Session, transfer: Transfer, counts: Counts) -> None:
        """Write how far it is. Raises LostError."""
        number = transfer.transfer_no
        if self._stopping or not await transfer_store.advance(
            db, number, self._holder, until=self._lease(), counts=counts
        ):
            raise LostError

    async def record(
        self, db: Session, transfer: Transfer, progress: Progress, errors: list[RowError]
    ) -> None:
        """Write how far an import is, and rows at fault. Raises LostError."""
        await self._advance(db, transfer, recording.counts(progress))
        rows = recording.faults(progress, errors)
        await file_store.add_errors(db, transfer.transfer_no, rows)

    async def record_apart(
        self,
        mall: Mall,
        transfer: Transfer,
        progress: Progress,
        errors: list[RowError],
        planned: list[PlannedRow],
    ) -> None:
        """Write how far a dry run is, in a transaction of its own. Raises LostError."""
        async with self._database.writing(mall.mall_id) as db:
            await self.record(db, transfer, progress, errors)
            await file_store.add_plan(db, transfer.transfer_no, planned)

    async def _export(
        self, mall: Mall, transfer: Transfer, file: IO[bytes]
    ) -> tuple[bool, Cause | None]:
        """Write the file of an export, and keep it; return whether it failed, and why."""
        text = io.TextIOWrapper(file, "utf-8", newline="", write_through=False)
        done = 0

        def count(number: int) -> None:
            nonlocal done
            done = number

        async with self._held(mall, transfer):
            clock = mall.clock(self._services.clock)
            try:
                await writing_kinds.run(self._database, mall, clock, transfer, text, count)
            except RefusedValue as error:
                return True, Cause(error.reason)
            text.flush()
            text.detach()
            seal, mall_id = self._services.seal, mall.mall_id
            async with self._database.writing(mall_id) as db:
                await file_store.delete_parts(db, transfer.transfer_no)
            parts, size = await temporary_file.keep(self._database, mall_id, seal, transfer, file)
        async with self._database.writing(mall_id) as db:
            await self._advance(db, transfer, Counts(done=done))
            await transfer_store.set_size(
                db, transfer.transfer_no, self._holder, parts=parts, size=size
            )
        return False, None
