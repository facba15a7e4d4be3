"""`Prefer: handling=rehearse` (RFC 7240): a write is executed, captured and rolled back.

The response is the call's own, with a link to a plan of what would follow. Nothing is sent, no
number is consumed and no picture remains. A write that cannot be rehearsed is refused, for a caller
that rehearses does not want it done. Decision 62.
"""

import hashlib
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.api.pipeline import rehearsed_effects, rehearsed_resources
from openmall.api.pipeline.idempotency.rules import has_secret_fields
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.request_context import RequestContext
from openmall.configuration import Configuration
from openmall.contract.call import Services
from openmall.contract.errors import Invalid
from openmall.contract.operation import Operation
from openmall.contract.pictures import RehearsedWorkshop
from openmall.database.capture import RowChange
from openmall.database.rehearsed_database import RehearsedDatabase
from openmall.database.session import Database
from openmall.events.plans import sealed_plans
from openmall.events.plans import store as plan_store
from openmall.events.plans.shape import Effects, PlannedChange, PlannedFile, RateCost

HEADER: Final = b"prefer"
TOKEN_HEADER: Final = b"x-platform-plan-token"
API: Final = "admin"
_HOUR_SECONDS: Final = 3_600
_PREFERENCE: Final = re.compile(r"handling\s*=\s*\"?rehearse\"?", re.ASCII)
NOT_REHEARSED: Final = {
    "plans/": "a plan is what was rehearsed",
    "jobs/": "the work of a job goes on meanwhile",
    "imports": "objects are read from a file afterwards; an import has a dry run of its own",
    "exports": "a file is written afterwards",
    "webhooks/subscription": "it is the app's in every mall, and written before the call's rows",
}
"""Beginning of a path -> why its writes cannot be rehearsed."""

Execute = Callable[[Services], Awaitable[HandlerResult]]


def is_preferred(context: RequestContext, operation: Operation) -> bool:
    """Return whether a write is to be rehearsed. Raises Invalid (422) where it cannot be."""
    header = context.request.headers.get(HEADER)
    if header is None or not operation.writes:
        return False
    tokens = [part.strip().lower() for part in re.split("[,;]", header.decode("latin-1"))]
    if not any(_PREFERENCE.fullmatch(each) for each in tokens):
        return False
    reason = _obstacle(context.api.name, operation)
    if reason:
        raise Invalid(f"This operation cannot be rehearsed: {reason}.", parameter="Prefer")
    return True


def accepts(api: str, operation: Operation) -> bool:
    """Return whether an operation of an API can be rehearsed."""
    return operation.writes and not _obstacle(api, operation)


def _obstacle(api: str, operation: Operation) -> str:
    """Return why a write cannot be rehearsed; empty: it can."""
    if api != API:
        return "only writes of the admin API are"
    if has_secret_fields(operation):
        return "its response has a secret"
    for path, why in NOT_REHEARSED.items():
        if operation.path.startswith(path):
            return why
    return ""


class NewPlan(Struct, frozen=True):
    """A plan that was just stored."""

    plan_no: int
    token: str
    """Applies it; only its digest is stored."""
    changes: list[PlannedChange]


class Rehearsals:
    """Rehearses writes."""

    def __init__(
        self, database: Database, services: Services, configuration: Configuration
    ) -> None:
        self._database = database
        self._services = services
        self._call_seconds = configuration.call_seconds
        self._plan_seconds = configuration.plan_hours * _HOUR_SECONDS

    async def rehearse(self, context: RequestContext, execute: Execute) -> HandlerResult:
        """Execute a write in a transaction that is rolled back; add the headers of its plan."""
        handler_result, plan = await self.plan(context, execute)
        prefix = "/".join(context.api.prefix)
        context.headers += [
            (b"preference-applied", b"handling=rehearse"),
            (b"link", f'</{prefix}/plans/{plan.plan_no}>; rel="plan"'.encode()),
            (TOKEN_HEADER, plan.token.encode()),
        ]
        return handler_result

    async def plan(
        self, context: RequestContext, execute: Execute
    ) -> tuple[HandlerResult, NewPlan]:
        """Execute a write in a transaction that is rolled back; return its result and plan."""
        deadline = time.monotonic() + self._call_seconds
        database = RehearsedDatabase(self._database)
        pictures = self._services.pictures.rehearsing()
        try:
            handler_result = await execute(
                self._services._replace(database=database, pictures=pictures)
            )
            assert database.session is not None
            resources = rehearsed_resources.ChangedResources(
                context, self._services, database.changes, handler_result
            )
            after = await resources.look(database.session)
        finally:
            await database.roll_back()
        async with self._database.reading(context.mall.mall_id, deadline=deadline) as db:
            changes = resources.compare(await resources.look(db), after)
        effects = rehearsed_effects.effects(database.changes, _files(pictures))
        plan = await self._store(context, handler_result.status, changes, effects, database.changes)
        return handler_result, plan

    async def _store(
        self,
        context: RequestContext,
        status: int,
        changes: list[PlannedChange],
        effects: Effects,
        rows: list[RowChange],
    ) -> NewPlan:
        call, caller = context.handled, context.caller
        assert call is not None
        mall_id, now, token = call.mall.mall_id, int(call.clock.now()), secrets.token_urlsafe(32)
        async with self._database.writing(mall_id, shown=False) as db:
            plan_no = await plan_store.new_number(db)
            purpose = sealed_plans.about(mall_id, plan_no)

            def sealed(content: Any) -> str:
                return call.seal.close(msgspec.json.encode(content).decode(), about=purpose)

            plan = plan_store.Plan(
                plan_no=plan_no,
                client_id=caller.app.client_id,
                user_id=caller.user_id,
                user_type=caller.user_type,
                scope=call.operation.scope,
                operation=call.operation.name,
                path=call.path,
                query=msgspec.json.encode(context.query).decode(),
                wanted=msgspec.json.encode(
                    {n: context.selection[n] for n in ("fields", "embed") if n in context.selection}
                ).decode(),
                version=context.version,
                origin=call.origin,
                total=len(context.objects),
                status=status,
                changes=len(changes),
                token=hashlib.sha256(token.encode()).hexdigest(),
                digest=rehearsed_effects.digest(rows, now),
                created_at=now,
                expires_at=now + self._plan_seconds,
                sent=sealed(context.objects),
                effects=sealed(
                    {
                        "effects": effects,
                        "rate_limit": RateCost(calls=1, limit=call.operation.limit),
                    }
                ),
            )
            await plan_store.add(db, plan, [sealed(each) for each in changes])
        return NewPlan(plan_no, token, changes)


def _files(pictures: RehearsedWorkshop) -> list[PlannedFile]:
    return [PlannedFile(path=path, bytes=size) for path, size in sorted(pictures.stored().items())]
