"""Executes jobs: calls that were answered 202, with the identity of the calling app.

Objects are written in batches, a transaction each together with their outcomes, so that another
process can resume a job after a crash. A job is claimed with a lease, and its row is locked while a
batch is written, so that no object is written twice.
"""

import asyncio
import logging
import secrets
import time
from typing import Any, Final

import msgspec

from openmall.access.oauth.directory import Directory
from openmall.api.pipeline import answering, handling, parsing, shaping
from openmall.api.pipeline.deferring import API
from openmall.api.pipeline.doors import ApiDefinitions
from openmall.api.pipeline.trip import RequestContext
from openmall.configuration import Configuration
from openmall.contract.call import App, Call, Identity, Mall, Means
from openmall.contract.errors import Forbidden
from openmall.contract.journal import record
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.events.jobs import sealed_parts
from openmall.events.jobs import store as job_store
from openmall.events.jobs.store import Job, Part
from openmall.http import failure, json_body
from openmall.http.addressing import Address
from openmall.http.request import Request

log = logging.getLogger("openmall")

SECONDS: Final = 0.25
"""Polling interval for jobs."""
FORGETTING_SECONDS: Final = 600.0
LEASE: Final = 15
"""Seconds for which a job is claimed; renewed with each transaction."""
AT_ONCE: Final = 20
"""Objects in one transaction; limits how long other writes wait."""
_LONGEST_PAUSE: Final = 0.05
"""Longest pause between two transactions of a job in seconds; else the duration of the last."""
_A_DAY: Final = 86_400


class _OvertakenError(Exception):
    """Another worker has claimed the job, or it was cancelled."""


class JobExecutor:
    """Executes the jobs of all malls round-robin, a batch of objects at a time."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        directory: Directory,
        doors: ApiDefinitions,
        means: Means,
    ) -> None:
        self._seconds = configuration.call_seconds
        self._days = configuration.job_days
        self._database = database
        self._directory = directory
        self._means = means
        self._door = next(door for door in doors.all if door.name == API)
        self._rows = {row.name: row for row in self._door.operations}
        self._shapes = shaping.ResponseShapes()
        self._holder = secrets.token_hex(8)
        self._ending = False
        self._failing: set[tuple[str, int]] = set()
        """Jobs with a failing object; they execute one object per transaction."""

    def stop(self) -> None:
        """Release every job after its current batch."""
        self._ending = True

    def resume(self) -> None:
        """Claim jobs again after `stop`."""
        self._ending = False

    async def work(self) -> int:
        """Execute all unclaimed jobs; return the number of jobs."""
        active: list[tuple[Mall, Job]] = []
        count = 0
        while not self._ending:
            new = await self._claim(job_store.CLAIMED_AT_ONCE - len(active))
            count += len(new)
            active = [each for each in active + new if await self._continue(each)]
            if not active and not new:
                return count
        for mall, job in active:
            async with self._database.writing(mall.mall_id) as db:
                await job_store.hold(db, job.job_no, self._holder, 0)
        return count

    async def forget(self, mall_ids: list[str]) -> int:
        """Delete the jobs whose retention period is over, of every mall; return their number."""
        deleted = 0
        for mall_id in mall_ids:
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
            before = int(mall.clock(self._means.clock).now()) - self._days * _A_DAY
            more = 1
            while more:
                async with self._database.writing(mall_id) as db:
                    more = await job_store.forget(db, before)
                deleted += more
        return deleted

    async def _claim(self, most: int) -> list[tuple[Mall, Job]]:
        now = int(self._means.clock.now())
        found = []
        for mall_id, job_no in (await job_store.due(self._database, now))[:most]:
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
            async with self._database.writing(mall_id) as db:
                job = await job_store.claim(db, job_no, self._holder, now=now, until=now + LEASE)
                if job is None:
                    continue
                at = int(mall.clock(self._means.clock).now())
                await job_store.begin(db, job_no, self._holder, at)
            found.append((mall, job))
        return found

    async def _continue(self, active: tuple[Mall, Job]) -> bool:
        """Execute the next batch of a job; return whether objects may remain."""
        mall, job = active
        began = time.monotonic()
        at_once = 1 if (mall.mall_id, job.job_no) in self._failing else AT_ONCE
        async with self._database.reading(mall.mall_id) as db:
            now = await job_store.find(db, job.job_no)
            if now is None:
                return False
            following = await job_store.following(db, job.job_no, now.done, at_once)
        try:
            if not following:
                await self._end(mall, job, state="succeeded")
                return False
            client = await self._directory.client(mall.mall_id, job.client_id)
            if client is None or not client.installed:
                await self._fail(mall, job, Forbidden("The app was deleted from the mall."), 0)
                return False
            call = self._call(mall, job, client.identity.app)
            if call.operation.objects > 1:
                await self._execute_batch(call, job, following)
                # let other writers have their turn
                await asyncio.sleep(min(_LONGEST_PAUSE, time.monotonic() - began))
                return True
            await self._execute_single(call, job, following[0][1])
        except _OvertakenError:
            pass
        except (DatabaseAway, DeadlinePassed) as error:
            # the batch was rolled back; it is retried when the lease has expired
            log.warning("job waits", extra={"job_no": job.job_no, "reason": str(error)})
        except Exception as error:
            if len(following) > 1:
                # one object per transaction isolates the failing one
                self._failing.add((mall.mall_id, job.job_no))
                return True
            await self._fail(mall, job, error, following[0][0])
        self._failing.discard((mall.mall_id, job.job_no))
        return False

    async def _execute_batch(self, call: Call, job: Job, following: list[tuple[int, str]]) -> None:
        deadline = time.monotonic() + self._seconds
        shape = self._shapes.of(API, call, msgspec.json.decode(job.wanted), [])
        objects = [self._unseal(call, job, text) for _, text in following]
        prepared = [
            await handling.parse_and_prepare(call, each, self._database, deadline)
            for each in objects
        ]
        async with self._database.writing(call.mall.mall_id, deadline=deadline) as call.db:
            await self._hold(call, job)
            outcomes = await handling.execute_objects(call, objects, prepared, shape)
            parts = [
                Part(number, done, json_body.encode(outcome).decode())
                for (number, _), (done, outcome) in zip(following, outcomes, strict=True)
            ]
            await job_store.advance(call.db, job.job_no, parts)

    async def _execute_single(self, call: Call, job: Job, sent: str) -> None:
        deadline = time.monotonic() + self._seconds
        operation = call.operation
        shape = self._shapes.of(API, call, msgspec.json.decode(job.wanted), [])
        try:
            call.params = parsing.to_struct(operation, self._unseal(call, job, sent))
            parsing.choose_shop(call)
            await handling.prepare(call, self._database, deadline)
            async with self._database.writing(call.mall.mall_id, deadline=deadline) as call.db:
                await self._hold(call, job)
                result = await operation.handler(call, call.params)
                await record.write_call(call)
                body = answering.render(
                    call, [result] if operation.answers == "many" else result, shape
                )
                await job_store.advance(call.db, job.job_no, [Part(1, True, "{}")])
                await self._end_in_transaction(call, job, job.good, body)
        finally:
            if call.invalidates_caches:
                await call.counters.invalidate_caches()

    def _unseal(self, call: Call, job: Job, sent: str) -> dict[str, Any]:
        about = sealed_parts.about(call.mall.mall_id, job.job_no)
        text = self._means.seal.open(sent, about=about)
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    async def _hold(self, call: Call, job: Job) -> None:
        until = int(self._means.clock.now()) + LEASE
        if not await job_store.hold(call.db, job.job_no, self._holder, until):
            raise _OvertakenError

    async def _end_in_transaction(self, call: Call, job: Job, status: int, body: bytes) -> None:
        await job_store.end(
            call.db,
            job.job_no,
            state="succeeded",
            at=int(call.clock.now()),
            status=status,
            outcome=body.decode(),
        )

    async def _end(self, mall: Mall, job: Job, **how: Any) -> None:
        at = int(mall.clock(self._means.clock).now())
        until = int(self._means.clock.now()) + LEASE
        async with self._database.writing(mall.mall_id) as db:
            if await job_store.hold(db, job.job_no, self._holder, until):
                await job_store.end(db, job.job_no, at=at, **how)

    async def _fail(self, mall: Mall, job: Job, error: Exception, number: int) -> None:
        """Fail a job at the object `number`; 0: not at an object."""
        api_error = failure.as_api_error(error, f"job-{mall.mall_id}-{job.job_no}")
        alone = self._rows[job.operation].objects == 1
        await self._end(
            mall,
            job,
            state="failed",
            status=api_error.status if alone else 0,
            outcome=json_body.encode(failure.content(api_error)).decode() if alone else "",
            failed_at=number,
            failure=api_error.text(),
        )

    def _call(self, mall: Mall, job: Job, app: App) -> Call:
        operation = self._rows[job.operation]
        request = Request(
            {
                "method": operation.method,
                "scheme": "https",
                "headers": [],
                "raw_path": job.path.encode(),
                "query_string": b"",
                "client": (job.ip, 0),
            },
            _nothing,
            f"job-{mall.mall_id}-{job.job_no}",
        )
        address = Address(site="mall", mall_id=mall.mall_id, origin=job.origin)
        trip = RequestContext(request, address, self._means.clock.now())
        trip.door, trip.mall, trip.version = self._door, mall, job.version
        trip.query = [(name, value) for name, value in msgspec.json.decode(job.query)]
        trip.caller = Identity(
            app=app,
            scopes=frozenset(job.scopes.split()),
            user_id=job.user_id,
            user_type=job.user_type,
        )
        call = trip.call(operation, self._means)
        shaping.select_embeds(call, msgspec.json.decode(job.wanted), [])
        return call


async def _nothing() -> dict[str, Any]:
    return {"type": "http.disconnect"}
