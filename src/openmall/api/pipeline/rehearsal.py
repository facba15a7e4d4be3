"""`Prefer: handling=rehearse` (RFC 7240): a write is executed, captured and rolled back.

With `handling=propose`, or where only that is permitted, its plan waits for approval.

The response is the call's own, with a link to a plan of what would follow. Nothing is sent, no
number is consumed and no picture remains. A write that cannot be rehearsed is refused, for a caller
that rehearses does not want it done. Decision 62.
"""

import hashlib
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openmall.api.pipeline import (
    combined_plans,
    operation_execution,
    rehearsed_effects,
    rehearsed_resources,
)
from openmall.api.pipeline.idempotency.rules import has_secret_fields
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.refusals import NOT_REHEARSABLE, PLAN_CHANGED_SINCE
from openmall.api.pipeline.request_context import IdempotentRequest, RequestContext
from openmall.configuration import Configuration
from openmall.contract.call import Call, Services
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.contract.pictures import RehearsedWorkshop
from openmall.contract.refusal import Phrase
from openmall.database.capture import RowChange
from openmall.database.rehearsed_database import RehearsedDatabase
from openmall.database.session import Database, Session
from openmall.events.plans import alike_store, announcements, plan_views, sealed_plans
from openmall.events.plans import store as plan_store
from openmall.events.plans.shape import Effects, PlanLine, PlannedFile, RateCost, StoredChange
from openmall.http import json_body
from openmall.tracing.current import REQUEST

HEADER: Final = b"prefer"
TOKEN_HEADER: Final = b"x-platform-plan-token"
API: Final = "admin"
_HOUR_SECONDS: Final = 3_600
_DAY_SECONDS: Final = 86_400
_PREFERENCE: Final = re.compile(r"handling\s*=\s*\"?(rehearse|propose)\"?", re.ASCII)
NOT_REHEARSED: Final = {
    "plans/": Phrase("a plan is what was rehearsed"),
    "jobs/": Phrase("the work of a job goes on meanwhile"),
    "imports": Phrase(
        "objects are read from a file afterwards; an import has a dry run of its own"
    ),
    "exports": Phrase("a file is written afterwards"),
    "webhooks/subscription": Phrase(
        "it is the app's in every mall, and written before the call's rows"
    ),
}
"""Beginning of a path -> why its writes cannot be rehearsed."""

Execute = Callable[[Services], Awaitable[HandlerResult]]


def preferred_handling(context: RequestContext, operation: Operation) -> str:
    """Return `rehearse` or `propose`, as the client prefers; empty: neither.

    Raises Invalid (422) where the write cannot be rehearsed.
    """
    header = context.request.headers.get(HEADER)
    if header is None or not operation.writes:
        return ""
    tokens = [part.strip().lower() for part in re.split("[,;]", header.decode("latin-1"))]
    found = next((match for each in tokens if (match := _PREFERENCE.fullmatch(each))), None)
    if found is None:
        return ""
    reason = _obstacle(context.api.name, operation)
    if reason:
        raise Invalid(NOT_REHEARSABLE, parameter="Prefer", obstacle=reason)
    return found[1]


def accepts(api: str, operation: Operation) -> bool:
    """Return whether an operation of an API can be rehearsed."""
    return operation.writes and not _obstacle(api, operation)


def _obstacle(api: str, operation: Operation) -> Phrase | None:
    """Return why a write cannot be rehearsed; None: it can."""
    if api != API:
        return Phrase("only writes of the admin API are")
    if has_secret_fields(operation):
        return Phrase("its response has a secret")
    for path, why in NOT_REHEARSED.items():
        if operation.path.startswith(path):
            return why
    return None


class Waiting(Struct, frozen=True):
    """Why a plan waits for approval."""

    reason: str
    """As `shape.Reason`."""
    rule_no: int = 0


class Rehearsed(Struct, frozen=True):
    """What a rehearsed write was answered, and what it would do."""

    handler_result: HandlerResult
    changes: list[StoredChange]
    effects: Effects
    rows: list[RowChange]


class NewPlan(Struct, frozen=True):
    """A plan that was just stored."""

    plan_no: int
    token: str
    """Applies it; only its digest is stored. Empty for one that waits for approval."""
    changes: list[StoredChange]
    is_known: bool = False
    """An identical one waited already, and is this one."""


class Rehearsals:
    """Rehearses writes."""

    def __init__(
        self, database: Database, services: Services, configuration: Configuration
    ) -> None:
        self._database = database
        self._services = services
        self._call_seconds = configuration.call_seconds
        self._plan_seconds = configuration.plan_hours * _HOUR_SECONDS
        self._waiting_seconds = configuration.approval_days * _DAY_SECONDS

    async def rehearse(self, context: RequestContext, execute: Execute) -> HandlerResult:
        """Execute a write in a transaction that is rolled back; add the headers of its plan.

        Who may only propose the write gets no token that applies it.
        """
        rehearsed = await self.run(context, execute)
        plan = await self.store(context, rehearsed)
        context.headers.append((b"preference-applied", b"handling=rehearse"))
        _link(context, plan.plan_no)
        if not context.proposes:
            context.headers.append((TOKEN_HEADER, plan.token.encode()))
        return rehearsed.handler_result

    async def wait(
        self,
        context: RequestContext,
        rehearsed: Rehearsed,
        waiting: Waiting,
        key: IdempotentRequest | None,
    ) -> HandlerResult:
        """Store a plan that waits for approval; respond 202 with it.

        An identical one that waits already is the response, unless the call has a key of its own.
        """
        state = context.handled
        assert state is not None
        call, mall_id = state.call, context.mall.mall_id
        async with self._database.writing(mall_id, shown=False) as state.db:
            stored = await operation_execution.find_stored(state, key)
            if stored is not None:
                return stored
            plan = self._plan(context, rehearsed, "", waiting)
            known = None if key else await self._waiting_alike(call, plan, context.objects)
            plan = known or await self._let_wait(call, plan, rehearsed.changes, context.objects)
            plan_no = plan.plan_no
            body = json_body.encode({"plan": PlanLine(**plan_views.line(call, plan))})
            handler_result = await operation_execution.store_result(
                state, key, HandlerResult(202, body)
            )
        if waiting.reason == "request":
            context.headers.append((b"preference-applied", b"handling=propose"))
        _link(context, plan_no)
        return handler_result

    async def run(
        self,
        context: RequestContext,
        execute: Execute,
        *,
        contexts: list[RequestContext] | None = None,
    ) -> Rehearsed:
        """Execute a write in a transaction that is rolled back; return what it would do.

        `contexts`: of several calls that `execute` executes (`combined_plans.py`).
        """
        deadline = time.monotonic() + self._call_seconds
        database = RehearsedDatabase(self._database)
        pictures = self._services.pictures.rehearsing()
        try:
            handler_result = await execute(
                self._services._replace(database=database, pictures=pictures)
            )
            assert database.session is not None
            answered = [(context, handler_result)]
            if contexts is not None:
                answered = list(zip(contexts, combined_plans.results(handler_result), strict=True))
            resources = [
                rehearsed_resources.ChangedResources(each, self._services, database.changes, result)
                for each, result in answered
            ]
            after = await _look(resources, database.session)
        finally:
            await database.roll_back()
        async with self._database.reading(context.mall.mall_id, deadline=deadline) as db:
            changes = rehearsed_resources.compare(await _look(resources, db), after)
        if not changes:
            changes = [each for part in resources for each in part.answered()]
        effects = rehearsed_effects.effects(database.changes, _files(pictures))
        return Rehearsed(handler_result, changes, effects, database.changes)

    async def store(
        self,
        context: RequestContext,
        rehearsed: Rehearsed,
        waiting: Waiting | None = None,
        *,
        like: plan_store.Plan | None = None,
        replaces: list[tuple[int, str]] | None = None,
        request_id: str = "",
    ) -> NewPlan:
        """Store the plan of a rehearsed write; `waiting`: why it needs approval.

        `like`: a plan of the same several calls. `replaces`: plans, with their states, that it
        stands for. `request_id`: of the call that is rehearsed again; empty: it is the current one.
        Raises NotModified (409) when one of those is in another state.
        """
        state, token = context.handled, "" if waiting else secrets.token_urlsafe(32)
        assert state is not None
        call = state.call
        plan = self._plan(context, rehearsed, token, waiting)
        if like is not None:
            plan = replace(
                plan, operation=like.operation, path=like.path, query=like.query, wanted=like.wanted
            )
        if request_id:
            plan = replace(plan, request_id=request_id)
        async with self._database.writing(call.mall.mall_id, shown=False) as state.db:
            known = await self._waiting_alike(call, plan, context.objects) if waiting else None
            plan_no = (
                await self._add(call, plan, rehearsed.changes, context.objects)
                if known is None
                else known.plan_no
            )
            # in one order, so that two calls that combine the same plans do not wait for each other
            for earlier, was in sorted(replaces or ()):
                if not await plan_store.move(call.db, earlier, was, "expired"):
                    raise NotModified(PLAN_CHANGED_SINCE, parameter="plan_no", plan_no=earlier)
                await plan_store.replace(call.db, earlier, plan_no)
            if waiting and known is None:
                await announcements.waits(call, replace(plan, plan_no=plan_no))
        return NewPlan(plan_no, token, rehearsed.changes, is_known=known is not None)

    def _plan(
        self, context: RequestContext, rehearsed: Rehearsed, token: str, waiting: Waiting | None
    ) -> plan_store.Plan:
        """Return the plan of a rehearsed write, without its number; nothing of it is sealed yet."""
        state, caller = context.handled, context.caller
        assert state is not None
        call = state.call
        now, several = int(call.clock.now()), len(context.objects) > 1
        digests = rehearsed_effects.digests(rehearsed.rows, now)
        content = {
            "effects": rehearsed.effects,
            "rate_limit": RateCost(calls=1, limit=state.operation.limit),
            "rows": ({"digests": digests.rows, "created": digests.created} if several else None),
        }
        return plan_store.Plan(
            plan_no=0,
            client_id=caller.app.client_id,
            user_id=caller.user_id,
            user_type=caller.user_type,
            scope=state.operation.scope,
            operation=state.operation.name,
            path=context.plan_path or call.path,
            query=msgspec.json.encode(context.query).decode(),
            wanted=msgspec.json.encode(
                {n: context.selection[n] for n in ("fields", "embed") if n in context.selection}
            ).decode(),
            version=context.version,
            origin=call.origin,
            total=len(context.objects),
            status=rehearsed.handler_result.status,
            changes=len(rehearsed.changes),
            token=hashlib.sha256(token.encode()).hexdigest() if token else "",
            digest=digests.whole,
            state="waiting" if waiting else "open",
            created_at=now,
            expires_at=now + (self._waiting_seconds if waiting else self._plan_seconds),
            sent="",
            effects=msgspec.json.encode(content).decode(),
            scopes=" ".join(sorted(caller.scopes)) if waiting else "",
            reason=waiting.reason if waiting else "",
            rule_no=waiting.rule_no if waiting else 0,
            role_no=caller.role_no,
            request_id=REQUEST.get(),
        )

    async def _let_wait(
        self,
        call: Call,
        plan: plan_store.Plan,
        changes: list[StoredChange],
        objects: Sequence[Mapping[str, Encodable]],
    ) -> plan_store.Plan:
        """Add a plan that waits, and say so; return it with its number."""
        plan = replace(plan, plan_no=await self._add(call, plan, changes, objects))
        await announcements.waits(call, plan)
        return plan

    @staticmethod
    async def _waiting_alike(
        call: Call, plan: plan_store.Plan, objects: Sequence[Mapping[str, Encodable]]
    ) -> plan_store.Plan | None:
        """Return the plan of the same call that waits already, as it was made; else None."""
        sent = msgspec.json.encode(objects).decode()
        for plan_no, sealed, created_at, expires_at in await alike_store.waiting_alike(
            call.db, plan
        ):
            about = sealed_plans.about(call.mall.mall_id, plan_no)
            if call.seal.open(sealed, about=about) == sent:
                return replace(plan, plan_no=plan_no, created_at=created_at, expires_at=expires_at)
        return None

    @staticmethod
    async def _add(
        call: Call,
        plan: plan_store.Plan,
        changes: list[StoredChange],
        objects: Sequence[Mapping[str, Encodable]],
    ) -> int:
        """Add a plan in the transaction of the call; return its number."""
        plan_no = await plan_store.new_number(call.db)
        purpose = sealed_plans.about(call.mall.mall_id, plan_no)

        def sealed(content: Any) -> str:
            return call.seal.close(msgspec.json.encode(content).decode(), about=purpose)

        plan = replace(
            plan,
            plan_no=plan_no,
            sent=sealed(objects),
            effects=call.seal.close(plan.effects, about=purpose),
        )
        await plan_store.add(call.db, plan, [sealed(each) for each in changes])
        return plan_no


async def _look(
    resources: list[rehearsed_resources.ChangedResources], db: Session
) -> rehearsed_resources.Shown:
    """Return what several calls change, as a session sees it."""
    shown: rehearsed_resources.Shown = {}
    for each in resources:
        shown |= await each.look(db)
    return shown


def _link(context: RequestContext, plan_no: int) -> None:
    prefix = "/".join(context.api.prefix)
    context.headers.append((b"link", f'</{prefix}/plans/{plan_no}>; rel="plan"'.encode()))


def _files(pictures: RehearsedWorkshop) -> list[PlannedFile]:
    return [PlannedFile(path=path, bytes=size) for path, size in sorted(pictures.stored().items())]
