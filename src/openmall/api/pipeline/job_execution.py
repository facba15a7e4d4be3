"""Executes jobs: calls that were answered 202, with the identity of the calling app.

Objects are written in batches, a transaction each together with their outcomes, so that another
process can resume a job after a crash. A job is claimed with a lease, and its row is locked while a
batch is written, so that no object is written twice.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from openmall.access.malls import staff_roles
from openmall.access.oauth import tokens
from openmall.access.oauth.directory import Directory
from openmall.access.oauth.refusals import APP_DELETED_FROM_MALL
from openmall.api.pipeline import (
    approval_rules,
    operation_execution,
    parsing,
    response_rendering,
    response_shaping,
)
from openmall.api.pipeline.api_definitions import ApiDefinitions
from openmall.api.pipeline.job_deferral import API
from openmall.api.pipeline.refusals import ACCESS_TOKEN_REVOKED, NEEDS_APPROVAL_NOW
from openmall.api.pipeline.request_context import RequestContext
from openmall.api.pipeline.rule_verification import PassedRules, RuleConcerns
from openmall.commerce.undo.recording import recorded
from openmall.configuration import Configuration
from openmall.contract.call import App, Identity, Mall, Services
from openmall.contract.call_state import CallState
from openmall.contract.errors import Forbidden, NotModified, Unauthorized
from openmall.contract.journal import record
from openmall.contract.journal.changes import database_milliseconds
from openmall.contract.json_values import Encodable, Json
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.events.jobs import sealed_parts
from openmall.events.jobs import store as job_store
from openmall.events.jobs.store import Job, Part
from openmall.http import error_responses, json_body
from openmall.http.addressing import Address
from openmall.http.request import Request

log = logging.getLogger("openmall")

POLL_SECONDS: Final = 0.25
"""Polling interval for jobs."""
SWEEP_SECONDS: Final = 600.0
LEASE_SECONDS: Final = 15
"""Seconds for which a job is claimed; renewed with each transaction."""
BATCH_SIZE: Final = 20
"""Objects in one transaction; limits how long other writes wait."""
_LONGEST_PAUSE: Final = 0.05
"""Longest pause between two transactions of a job in seconds; else the duration of the last."""
_DAY_SECONDS: Final = 86_400


class _OvertakenError(Exception):
    """Another worker has claimed the job, or it was cancelled."""


class JobExecutor:
    """Executes the jobs of all malls round-robin, a batch of objects at a time."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        directory: Directory,
        definitions: ApiDefinitions,
        services: Services,
    ) -> None:
        self._seconds = configuration.call_seconds
        self._days = configuration.job_days
        self._database = database
        self._directory = directory
        self._services = services
        self._definition = next(
            definition for definition in definitions.all if definition.name == API
        )
        self._operations = {row.name: row for row in self._definition.operations}
        self._shapes = response_shaping.ResponseShapes()
        self._holder = secrets.token_hex(8)
        self._stopping = False
        self._failing: set[tuple[str, int]] = set()
        """Jobs with a failing object; they execute one object per transaction."""

    def stop(self) -> None:
        """Release every job after its current batch."""
        self._stopping = True

    def resume(self) -> None:
        """Claim jobs again after `stop`."""
        self._stopping = False

    async def work(self) -> int:
        """Execute all unclaimed jobs; return the number of jobs."""
        active: list[tuple[Mall, Job]] = []
        count = 0
        while not self._stopping:
            new = await self._claim(job_store.CLAIMED_AT_ONCE - len(active))
            count += len(new)
            active = [each for each in active + new if await self._continue(each)]
            if not active and not new:
                return count
        for mall, job in active:
            async with self._database.writing(mall.mall_id) as db:
                await job_store.renew_lease(db, job.job_no, self._holder, 0)
        return count

    async def forget(self) -> int:
        """Delete the jobs whose retention period is over, of every mall; return their number."""
        deleted = 0
        for mall_id in await job_store.malls(self._database):
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
            before = int(mall.clock(self._services.clock).now()) - self._days * _DAY_SECONDS
            more = 1
            while more:
                async with self._database.writing(mall_id) as db:
                    more = await job_store.delete_ended(db, before)
                deleted += more
        return deleted

    async def _claim(self, most: int) -> list[tuple[Mall, Job]]:
        now = int(self._services.clock.now())
        claimed = []
        for mall_id, job_no in (await job_store.due(self._database, now))[:most]:
            mall = await self._directory.mall(mall_id)
            if mall is None:
                continue
            async with self._database.writing(mall_id) as db:
                job = await job_store.claim(
                    db, job_no, self._holder, now=now, until=now + LEASE_SECONDS
                )
                if job is None:
                    continue
                at = int(mall.clock(self._services.clock).now())
                await job_store.begin(db, job_no, self._holder, at)
            claimed.append((mall, job))
        return claimed

    async def _continue(self, active: tuple[Mall, Job]) -> bool:
        """Execute the next batch of a job; return whether objects may remain."""
        mall, job = active
        began = time.monotonic()
        batch_size = 1 if (mall.mall_id, job.job_no) in self._failing else BATCH_SIZE
        async with self._database.reading(mall.mall_id) as db:
            current = await job_store.find(db, job.job_no)
            if current is None:
                return False
            batch = await job_store.next_parts(db, job.job_no, current.done, batch_size)
            revoked = job.access_hash and await tokens.is_revoked(db, job.access_hash)
            # of the rules of approval, which most malls have none of
            role_no = await staff_roles.role_no_of(db, job.user_id) if mall.approval_rules else 0
        try:
            if not batch:
                await self._end(mall, job, state="succeeded")
                return False
            client = await self._directory.client(mall.mall_id, job.client_id)
            if client is None or not client.installed:
                await self._fail(mall, job, Forbidden(APP_DELETED_FROM_MALL), 0)
                return False
            if revoked:
                await self._fail(mall, job, Unauthorized(ACCESS_TOKEN_REVOKED), 0)
                return False
            state = self._call(mall, job, client.identity.app, role_no)
            if state.operation.objects > 1:
                await self._execute_batch(state, job, batch)
                # let other writers have their turn
                await asyncio.sleep(min(_LONGEST_PAUSE, time.monotonic() - began))
                return True
            await self._execute_single(state, job, batch[0][1])
        except _OvertakenError:
            pass
        except RuleConcerns:
            await self._fail(mall, job, NotModified(NEEDS_APPROVAL_NOW), batch[0][0])
        except (DatabaseAway, DeadlinePassed) as error:
            # the batch was rolled back; it is retried when the lease has expired
            log.warning("job waits", extra={"job_no": job.job_no, "reason": str(error)})
        except Exception as error:
            if len(batch) > 1:
                # one object per transaction isolates the failing one
                self._failing.add((mall.mall_id, job.job_no))
                return True
            await self._fail(mall, job, error, batch[0][0])
        self._failing.discard((mall.mall_id, job.job_no))
        return False

    async def _execute_batch(
        self, state: CallState, job: Job, batch: list[tuple[int, str]]
    ) -> None:
        deadline = time.monotonic() + self._seconds
        shape = self._shapes.of(API, state, msgspec.json.decode(job.wanted), [])
        objects = [self._unseal(state, job, text) for _, text in batch]
        prepared = [
            await operation_execution.parse_and_prepare(state, each, self._database, deadline)
            for each in objects
        ]
        async with (
            self._verifying(state, job, objects).writing(
                state.call.mall.mall_id, deadline=deadline
            ) as state.db,
            recorded(state),
        ):
            state.began_at = database_milliseconds()
            await self._hold(state, job)
            outcomes = await operation_execution.execute_objects(state, objects, prepared, shape)
            parts = [
                Part(number, outcome.error is None, json_body.encode(outcome.content).decode())
                for (number, _), outcome in zip(batch, outcomes, strict=True)
            ]
            await job_store.record_parts(state.db, job.job_no, parts)

    async def _execute_single(self, state: CallState, job: Job, sent: str) -> None:
        deadline = time.monotonic() + self._seconds
        operation = state.operation
        shape = self._shapes.of(API, state, msgspec.json.decode(job.wanted), [])
        try:
            values = self._unseal(state, job, sent)
            state.params = parsing.to_struct(operation, values)
            parsing.choose_shop(state)
            await operation_execution.prepare(state, self._database, deadline)
            async with (
                self._verifying(state, job, [values]).writing(
                    state.call.mall.mall_id, deadline=deadline
                ) as state.db,
                recorded(state),
            ):
                state.began_at = database_milliseconds()
                await self._hold(state, job)
                result = await operation.handler(state.call, state.params)
                await record.write_call(state)
                body = response_rendering.render(
                    state, [result] if operation.answers == "many" else result, shape
                )
                await job_store.record_parts(state.db, job.job_no, [Part(1, True, "{}")])
                await self._end_in_transaction(state, job, job.good, body)
        finally:
            if state.call.effects.invalidates_caches:
                await state.call.counters.invalidate_caches()

    def _verifying(
        self, state: CallState, job: Job, objects: Sequence[Mapping[str, Encodable]]
    ) -> Database:
        """Return the database, which commits what the rules of the shop let pass by now.

        They were compared when the job was created; a rule can be newer, and so can a price.
        Raises Forbidden (403) for what can no longer be done without an approval.
        """
        rules = approval_rules.concerning(
            state.call.mall.approval_rules,
            API,
            state.call.identity,
            state.operation,
            objects,
            total=job.total,
        )
        if not rules:
            return self._database
        passed = PassedRules(rules, state.operation, job.total, 0, state.call.clock)
        return passed.verifying(self._database)

    def _unseal(self, state: CallState, job: Job, sent: str) -> dict[str, Json]:
        about = sealed_parts.about(state.call.mall.mall_id, job.job_no)
        text = self._services.seal.open(sent, about=about)
        values: dict[str, Json] = msgspec.json.decode(text)
        return values

    async def _hold(self, state: CallState, job: Job) -> None:
        until = int(self._services.clock.now()) + LEASE_SECONDS
        if not await job_store.renew_lease(state.db, job.job_no, self._holder, until):
            raise _OvertakenError

    async def _end_in_transaction(
        self, state: CallState, job: Job, status: int, body: bytes
    ) -> None:
        await job_store.end(
            state.db,
            job.job_no,
            state="succeeded",
            at=int(state.call.clock.now()),
            status=status,
            outcome=body.decode(),
        )

    async def _end(self, mall: Mall, job: Job, **outcome: Any) -> None:
        at = int(mall.clock(self._services.clock).now())
        until = int(self._services.clock.now()) + LEASE_SECONDS
        async with self._database.writing(mall.mall_id) as db:
            if await job_store.renew_lease(db, job.job_no, self._holder, until):
                await job_store.end(db, job.job_no, at=at, **outcome)

    async def _fail(self, mall: Mall, job: Job, error: Exception, number: int) -> None:
        """Fail a job at the object `number`; 0: not at an object."""
        api_error = error_responses.as_api_error(error, f"job-{mall.mall_id}-{job.job_no}")
        single = self._operations[job.operation].objects == 1
        await self._end(
            mall,
            job,
            state="failed",
            status=api_error.status if single else 0,
            outcome=json_body.encode(api_error.body()).decode() if single else "",
            failed_at=number,
            failure=api_error.text(),
        )

    def _call(self, mall: Mall, job: Job, app: App, role_no: int) -> CallState:
        operation = self._operations[job.operation]
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
        context = RequestContext(request, address, self._services.clock.now())
        context.api, context.mall, context.version = self._definition, mall, job.version
        context.query = [(name, value) for name, value in msgspec.json.decode(job.query)]
        context.caller = Identity(
            app=app,
            scopes=frozenset(job.scopes.split()),
            user_id=job.user_id,
            user_type=job.user_type,
            role_no=role_no,
        )
        state = context.call(operation, self._services)
        response_shaping.select_embeds(state, msgspec.json.decode(job.wanted), [])
        return state


async def _nothing() -> dict[str, Json]:
    return {"type": "http.disconnect"}
