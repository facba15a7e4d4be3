"""Carries out jobs: calls that were answered 202, as the app that called, through the same rows.

Some objects at a time are one transaction, and what came of them is kept in it: whenever a process
dies, the next one goes on behind them. A job is claimed with a lease, and whoever is at it holds
its row while it writes, so no object is done twice.
"""

import asyncio
import logging
import secrets
import time
from typing import Any, Final

import msgspec

from openmall.configuration import Configuration
from openmall.contract.call import App, Call, Identity, Mall, Means
from openmall.contract.errors import Forbidden
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.jobs import sealing, store
from openmall.jobs.store import Job, Part
from openmall.journal import record
from openmall.oauth.directory import Directory
from openmall.pipeline import answering, failure, handling, parsing, shaping
from openmall.pipeline.addressing import Address
from openmall.pipeline.deferring import DOOR
from openmall.pipeline.doors import Doors
from openmall.pipeline.request import Request
from openmall.pipeline.trip import Trip

log = logging.getLogger("openmall")

SECONDS: Final = 0.25
"""Between two looks for jobs."""
FORGETTING_SECONDS: Final = 600.0
LEASE: Final = 15
"""Seconds for which a job is claimed, and anew with each transaction of it."""
AT_ONCE: Final = 20
"""Objects in one transaction: a write of others waits no longer than for so many."""
_LONGEST_PAUSE: Final = 0.05
"""Seconds between two transactions of a job, which else pause for as long as the last one took."""
_A_DAY: Final = 86_400


class _OvertakenError(Exception):
    """The job is somebody else's by now, or was cancelled."""


class Carrier:
    """Carries out the jobs of all malls, each some objects at a time in turn."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        directory: Directory,
        doors: Doors,
        means: Means,
    ) -> None:
        self._seconds = configuration.call_seconds
        self._days = configuration.job_days
        self._database = database
        self._directory = directory
        self._means = means
        self._door = next(door for door in doors.all if door.name == DOOR)
        self._rows = {row.name: row for row in self._door.operations}
        self._shapes = shaping.Shapes()
        self._holder = secrets.token_hex(8)
        self._ending = False
        self._failing: set[tuple[str, int]] = set()
        """Jobs of which an object cannot be carried out: they go on one by one."""

    def stop(self) -> None:
        """Let go of every job after the objects that are under way."""
        self._ending = True

    def resume(self) -> None:
        """Take jobs in hand again."""
        self._ending = False

    async def work(self) -> int:
        """Carry out what nobody is at; return the number of jobs."""
        hands: list[tuple[Mall, Job]] = []
        count = 0
        while not self._ending:
            new = await self._claimed(store.CLAIMED_AT_ONCE - len(hands))
            count += len(new)
            hands = [each for each in hands + new if await self._carry_on(each)]
            if not hands and not new:
                return count
        for mall, job in hands:
            async with self._database.writing(mall.mall_id) as db:
                await store.hold(db, job.job_no, self._holder, 0)
        return count

    async def forget(self, mall_ids: list[str]) -> int:
        """Forget the jobs that ended long ago, of every mall; return how many."""
        forgotten = 0
        for mall_id in mall_ids:
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
            before = int(mall.clock(self._means.clock).now()) - self._days * _A_DAY
            more = 1
            while more:
                async with self._database.writing(mall_id) as db:
                    more = await store.forget(db, before)
                forgotten += more
        return forgotten

    async def _claimed(self, most: int) -> list[tuple[Mall, Job]]:
        now = int(self._means.clock.now())
        found = []
        for mall_id, job_no in (await store.due(self._database, now))[:most]:
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
            async with self._database.writing(mall_id) as db:
                job = await store.claim(db, job_no, self._holder, now=now, until=now + LEASE)
                if job is None:
                    continue
                at = int(mall.clock(self._means.clock).now())
                await store.begin(db, job_no, self._holder, at)
            found.append((mall, job))
        return found

    async def _carry_on(self, hand: tuple[Mall, Job]) -> bool:
        """Do the next objects of a job; say whether there may be more."""
        mall, job = hand
        began = time.monotonic()
        at_once = 1 if (mall.mall_id, job.job_no) in self._failing else AT_ONCE
        async with self._database.reading(mall.mall_id) as db:
            now = await store.find(db, job.job_no)
            if now is None:
                return False
            following = await store.following(db, job.job_no, now.done, at_once)
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
                await self._do_some(call, job, following)
                # others who write have their turn
                await asyncio.sleep(min(_LONGEST_PAUSE, time.monotonic() - began))
                return True
            await self._do_one(call, job, following[0][1])
        except _OvertakenError:
            pass
        except (DatabaseAway, DeadlinePassed) as error:
            # what was under way is undone; it is tried again when the lease is over
            log.warning("job waits", extra={"job_no": job.job_no, "reason": str(error)})
        except Exception as error:
            if len(following) > 1:
                # one by one it shows which it is
                self._failing.add((mall.mall_id, job.job_no))
                return True
            await self._fail(mall, job, error, following[0][0])
        self._failing.discard((mall.mall_id, job.job_no))
        return False

    async def _do_some(self, call: Call, job: Job, following: list[tuple[int, str]]) -> None:
        deadline = time.monotonic() + self._seconds
        shape = self._shapes.of(DOOR, call, msgspec.json.decode(job.wanted), [])
        objects = [self._opened(call, job, text) for _, text in following]
        prepared = [await handling.ready(call, each, self._database, deadline) for each in objects]
        async with self._database.writing(call.mall.mall_id, deadline=deadline) as call.db:
            await self._hold(call, job)
            told = await handling.carry_out(call, objects, prepared, shape)
            parts = [
                Part(number, done, answering.encode(outcome).decode())
                for (number, _), (done, outcome) in zip(following, told, strict=True)
            ]
            await store.advance(call.db, job.job_no, parts)

    async def _do_one(self, call: Call, job: Job, sent: str) -> None:
        deadline = time.monotonic() + self._seconds
        operation = call.operation
        shape = self._shapes.of(DOOR, call, msgspec.json.decode(job.wanted), [])
        try:
            call.params = parsing.to_struct(operation, self._opened(call, job, sent))
            parsing.choose_shop(call)
            await handling.prepare(call, self._database, deadline)
            async with self._database.writing(call.mall.mall_id, deadline=deadline) as call.db:
                await self._hold(call, job)
                result = await operation.handler(call, call.params)
                await record.call(call)
                body = answering.body(
                    call, [result] if operation.answers == "many" else result, shape
                )
                await store.advance(call.db, job.job_no, [Part(1, True, "{}")])
                await self._ended(call, job, job.good, body)
        finally:
            if call.outdates:
                await call.counters.outdate()

    def _opened(self, call: Call, job: Job, sent: str) -> dict[str, Any]:
        about = sealing.about(call.mall.mall_id, job.job_no)
        text = self._means.seal.open(sent, about=about)
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    async def _hold(self, call: Call, job: Job) -> None:
        until = int(self._means.clock.now()) + LEASE
        if not await store.hold(call.db, job.job_no, self._holder, until):
            raise _OvertakenError

    async def _ended(self, call: Call, job: Job, status: int, body: bytes) -> None:
        await store.end(
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
            if await store.hold(db, job.job_no, self._holder, until):
                await store.end(db, job.job_no, at=at, **how)

    async def _fail(self, mall: Mall, job: Job, error: Exception, number: int) -> None:
        """End a job at an object; 0: before its first, or between two."""
        told = failure.as_api_error(error, f"job-{mall.mall_id}-{job.job_no}")
        alone = self._rows[job.operation].objects == 1
        await self._end(
            mall,
            job,
            state="failed",
            status=told.status if alone else 0,
            outcome=answering.encode(failure.content(told)).decode() if alone else "",
            failed_at=number,
            failure=told.text(),
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
        trip = Trip(request, address, self._means.clock.now())
        trip.door, trip.mall, trip.version = self._door, mall, job.version
        trip.query = [(name, value) for name, value in msgspec.json.decode(job.query)]
        trip.caller = Identity(
            app=app,
            scopes=frozenset(job.scopes.split()),
            user_id=job.user_id,
            user_type=job.user_type,
        )
        call = trip.call(operation, self._means)
        shaping.embed(call, msgspec.json.decode(job.wanted), [])
        return call


async def _nothing() -> dict[str, Any]:
    return {"type": "http.disconnect"}
