"""Carries out imports and exports of all malls, some at a time, each held by a lease.

A batch of an import, how far it is and its rows at fault are one transaction, in which the import
is locked: a worker that lost its lease writes nothing, and another one continues behind the last
batch. An export, and a dry run, begin anew.
"""

import asyncio
import contextlib
import io
import logging
import secrets
from collections.abc import AsyncIterator
from typing import IO, Final

import msgspec

from openmall.access.oauth.directory import Directory
from openmall.configuration import Configuration
from openmall.contract.call import Mall, Services
from openmall.database.session import Database, DatabaseAway, DeadlinePassed, Session
from openmall.events.file_transfers import store as transfer_store
from openmall.events.file_transfers.store import Counts, FileError, Transfer
from openmall.events.file_transfers.takes import ImportOptions
from openmall.transfer.exports import customers as customer_export
from openmall.transfer.exports import orders as order_export
from openmall.transfer.exports.products import CsvWriter, Export, JsonLinesWriter
from openmall.transfer.file_transfers import temporary_file
from openmall.transfer.imports.columns import plan
from openmall.transfer.imports.grouping import RowError
from openmall.transfer.imports.orders import Orders
from openmall.transfer.imports.products import Import
from openmall.transfer.imports.progress import Progress
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.records import CannotRead

log = logging.getLogger("openmall")

SECONDS: Final = 1.0
"""Seconds between two searches for imports and exports."""
SWEEP_SECONDS: Final = 600.0
LEASE_SECONDS: Final = 30
"""Seconds for which one is held; renewed with each transaction."""
_RENEWAL_SECONDS: Final = LEASE_SECONDS / 3
_DAY_SECONDS: Final = 86_400


class _LostError(Exception):
    """Another worker has it, it was cancelled, or this worker stops."""


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

    def stop(self) -> None:
        """Release every import after its current batch."""
        self._stopping = True

    def resume(self) -> None:
        """Claim imports and exports again after `stop`."""
        self._stopping = False

    async def work(self) -> int:
        """Carry out everything that is due; return the number of imports and exports."""
        count = 0
        while not self._stopping and (claimed := await self._claim()):
            count += len(claimed)
            await asyncio.gather(*(self._carry_out(mall, each) for mall, each in claimed))
        return count

    async def forget(self, mall_ids: list[str]) -> int:
        """Delete what is older than its retention period, of every mall; return the number."""
        deleted = 0
        for mall_id in mall_ids:
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
            before = self._now(mall) - self._days * _DAY_SECONDS
            more = 1
            while more:
                async with self._database.writing(mall_id) as db:
                    more = await transfer_store.delete_old(db, before)
                deleted += more
        return deleted

    def _now(self, mall: Mall) -> int:
        return int(mall.clock(self._services.clock).now())

    def _lease(self) -> int:
        return int(self._services.clock.now()) + LEASE_SECONDS

    async def _claim(self) -> list[tuple[Mall, Transfer]]:
        now = int(self._services.clock.now())
        claimed = []
        for mall_id, transfer_no in await transfer_store.due(self._database, now):
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
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

    async def _carry_out(self, mall: Mall, transfer: Transfer) -> None:
        try:
            with temporary_file.unnamed() as file:
                if transfer.direction == "import":
                    failure, message = await self._import(mall, transfer, file)
                else:
                    failure, message = await self._export(mall, transfer, file)
        except _LostError:
            if self._stopping:
                await self._release(mall, transfer)
            return
        except (DatabaseAway, DeadlinePassed) as error:
            # what was not committed is done again when the lease has expired
            log.warning(
                "file waits", extra={"transfer_no": transfer.transfer_no, "reason": str(error)}
            )
            return
        except Exception:
            log.exception("file failed", extra={"transfer_no": transfer.transfer_no})
            failure, message = True, "The server could not do this."
        await self._end(mall, transfer, "failed" if failure else "succeeded", message)

    async def _release(self, mall: Mall, transfer: Transfer) -> None:
        async with self._database.writing(mall.mall_id) as db:
            await transfer_store.renew_lease(db, transfer.transfer_no, self._holder, 0)

    async def _end(self, mall: Mall, transfer: Transfer, state: str, message: str) -> None:
        number = transfer.transfer_no
        async with self._database.writing(mall.mall_id) as db:
            if not await transfer_store.renew_lease(db, number, self._holder, self._lease()):
                return
            await transfer_store.end(db, number, state=state, failure=message, at=self._now(mall))
            if transfer.direction == "import" or state == "failed":
                await transfer_store.delete_parts(db, number)

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
        """Keep the lease while the block runs. Raises _LostError at its end where it was lost."""
        renewal = asyncio.create_task(self._hold(mall, transfer))
        try:
            yield
            lost = renewal.done()
        finally:
            renewal.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await renewal
        if lost:
            raise _LostError

    async def _import(self, mall: Mall, transfer: Transfer, file: IO[bytes]) -> tuple[bool, str]:
        """Import a file; return whether it ended too early, and what is to be said."""
        seal, mall_id = self._services.seal, mall.mall_id
        async with self._held(mall, transfer):
            await temporary_file.unseal(self._database, mall_id, seal, transfer, file)
            if transfer.dry_run == "T":
                await self._begin_anew(mall, transfer)
        options = msgspec.json.decode(transfer.options, type=ImportOptions)
        path = temporary_file.path_of(file)
        try:
            source = Source(
                path,
                format_=transfer.format,  # type: ignore[arg-type]  # has what the call took
                encoding=options.encoding,
                identity=f"file transfer {transfer.transfer_no}",
            )
            with contextlib.closing(source):
                return await self._read(mall, transfer, source, options)
        except (CannotRead, ValueError) as error:
            return True, str(error).removeprefix(f"{path}: ")

    async def _begin_anew(self, mall: Mall, transfer: Transfer) -> None:
        async with self._database.writing(mall.mall_id) as db:
            await self._advance(db, transfer, Counts())
            await transfer_store.forget_errors(db, transfer.transfer_no)

    async def _read(
        self, mall: Mall, transfer: Transfer, source: Source, options: ImportOptions
    ) -> tuple[bool, str]:
        clock = mall.clock(self._services.clock)
        dry_run = transfer.dry_run == "T"
        recorded = _Recorded(self, mall, transfer)
        if transfer.kind == "orders":
            summary = await Orders(
                self._database,
                mall,
                clock,
                source,
                None,
                shop_no=transfer.shop_no,
                dry_run=dry_run,
                resume=True,
                record=recorded.note,
            ).run()
            return bool(summary.stopped), summary.stopped
        planned = plan(
            shop_no=transfer.shop_no,
            maps=options.maps,
            constants=options.constants,
            only=options.only,
        )
        result = await Import(
            self._database,
            mall,
            clock,
            source,
            planned,
            dry_run=dry_run,
            record=recorded.note,
        ).run()
        if result.stopped:
            return True, result.stopped
        unused = ", ".join(result.unused_columns)
        return False, f"Columns that fill no field: {unused}"[:500] if unused else ""

    async def _advance(self, db: Session, transfer: Transfer, counts: Counts) -> None:
        """Write how far it is. Raises _LostError."""
        number = transfer.transfer_no
        if self._stopping or not await transfer_store.advance(
            db, number, self._holder, until=self._lease(), counts=counts
        ):
            raise _LostError

    async def record(
        self, db: Session, transfer: Transfer, progress: Progress, errors: list[RowError]
    ) -> None:
        """Write how far an import is, and rows at fault. Raises _LostError."""
        counts = Counts(
            done=progress.done,
            created=progress.created,
            updated=progress.updated,
            unchanged=progress.unchanged,
            rejected=progress.failed,
            errors=progress.errors,
        )
        await self._advance(db, transfer, counts)
        first = progress.errors - len(errors) + 1
        rows = [
            FileError(at, each.line, each.field, each.code, each.reason)
            for at, each in enumerate(errors, first)
        ]
        await transfer_store.add_errors(db, transfer.transfer_no, rows)

    async def record_apart(
        self, mall: Mall, transfer: Transfer, progress: Progress, errors: list[RowError]
    ) -> None:
        """Write how far a dry run is, in a transaction of its own. Raises _LostError."""
        async with self._database.writing(mall.mall_id) as db:
            await self.record(db, transfer, progress, errors)

    async def _export(self, mall: Mall, transfer: Transfer, file: IO[bytes]) -> tuple[bool, str]:
        """Write the file of an export, and keep it; return whether it failed, and why."""
        text = io.TextIOWrapper(file, "utf-8", newline="", write_through=False)
        done = 0

        def count(number: int) -> None:
            nonlocal done
            done = number

        async with self._held(mall, transfer):
            clock = mall.clock(self._services.clock)
            try:
                if transfer.kind == "products":
                    writer = CsvWriter(text) if transfer.format == "csv" else JsonLinesWriter(text)
                    export = Export(self._database, mall, clock, shop_no=transfer.shop_no)
                    await export.run(writer, count)
                else:
                    module = order_export if transfer.kind == "orders" else customer_export
                    await module.run(
                        self._database,
                        mall,
                        clock,
                        text,
                        shop_no=transfer.shop_no,
                        format_=transfer.format,
                        report_progress=count,
                    )
            except ValueError as error:
                return True, str(error)
            text.flush()
            text.detach()
            seal, mall_id = self._services.seal, mall.mall_id
            async with self._database.writing(mall_id) as db:
                await transfer_store.delete_parts(db, transfer.transfer_no)
            parts, size = await temporary_file.keep(self._database, mall_id, seal, transfer, file)
        async with self._database.writing(mall_id) as db:
            await self._advance(db, transfer, Counts(done=done))
            await transfer_store.set_size(
                db, transfer.transfer_no, self._holder, parts=parts, size=size
            )
        return False, ""


class _Recorded:
    """Notes batches of one import."""

    def __init__(self, worker: FileTransferWorker, mall: Mall, transfer: Transfer) -> None:
        self._worker, self._mall, self._transfer = worker, mall, transfer

    async def note(self, db: Session, progress: Progress, errors: list[RowError]) -> None:
        """Note a batch in the transaction `db`; a dry run's is only read in."""
        if self._transfer.dry_run == "T":
            await self._worker.record_apart(self._mall, self._transfer, progress, errors)
        else:
            await self._worker.record(db, self._transfer, progress, errors)
