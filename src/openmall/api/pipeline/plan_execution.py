"""Applies plans: the call that was rehearsed is executed again, and committed if it does the same.

It is compared by the rows that it changes: as they were before, and which columns change to what,
apart from moments. What the call read and did not change is compared by what it led to.
"""

import hashlib
import hmac
import time
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from openmall.api.pipeline import (
    approval_rules,
    combined_plans,
    operation_execution,
    parsing,
    planned_calls,
    refusals,
    rehearsed_effects,
    response_shaping,
)
from openmall.api.pipeline.api_definitions import ApiDefinitions
from openmall.api.pipeline.combined_plans import Part
from openmall.api.pipeline.earlier_price_store import earlier_prices
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.rehearsal import NewPlan, Rehearsals, Waiting
from openmall.api.pipeline.request_context import RequestContext
from openmall.configuration import Configuration
from openmall.contract import scopes as scope_names
from openmall.contract.approval import ApprovalRule, WaitsForApproval
from openmall.contract.call import Call, Identity, Services
from openmall.contract.errors import ApiError, Forbidden, Invalid, NotFound, NotModified
from openmall.contract.journal import batch as journal_batch
from openmall.contract.json_values import Encodable
from openmall.contract.plans import PlanMoved, PlanOutcome
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.undo import UndoRetention
from openmall.database.capture import RowChange
from openmall.database.session import Session
from openmall.database.verified_database import VerifiedDatabase
from openmall.events.plans import announcements, plan_views, sealed_plans
from openmall.events.plans import refusals as plan_refusals
from openmall.events.plans import store as plan_store
from openmall.events.plans.store import Plan

_DAY_SECONDS: Final = 86_400
_UNNAMED: Final = Phrase("what it depends on")
_MOST_NAMED: Final = 20
"""Resources that are named in an error."""
_WAS: Final = {"waiting": "approved", "open": "open"}
"""State of a plan that could not be applied -> its state while that was tried."""
Content = dict[str, Encodable]


class _AppliedBeforeError(Exception):
    """Another call has applied the plan."""


class _MovedError(Exception):
    """The transaction would change other rows than the plan says."""


class _NeedsApprovalError(Exception):
    """A rule of the merchant concerns the call."""

    def __init__(self, rule: ApprovalRule) -> None:
        super().__init__()
        self.rule = rule


class PlanExecutor:
    """Applies the plans of all malls."""

    def __init__(
        self, configuration: Configuration, definitions: ApiDefinitions, undo: UndoRetention
    ) -> None:
        """`undo`: how approved calls are recorded."""
        self._configuration = configuration
        self._undo = undo
        self._definitions = definitions
        self._shapes = response_shaping.ResponseShapes()

    async def apply(self, call: Call, plan_no: int, token: str) -> PlanOutcome | None:
        """See `contract/plans.py`."""
        async with call.database.reading(call.mall.mall_id) as db:
            plan = _require_applicable(call, await plan_store.find(db, plan_no), token)
        if plan.state == "applied":
            return None
        objects = plan_views.opened(call, plan_no, plan.sent)
        parts = self._parts(call, plan, call.identity, objects)
        services = planned_calls.services_of(call)
        total = sum(len(each.objects) for each in parts)
        rules = [_concerning(call, part, total) for part in parts]

        async def verify(session: Session, changes: list[RowChange]) -> None:
            _require_same(plan, changes, call.clock.now())
            every = [rule for concerning in rules for rule in concerning]
            earlier = await earlier_prices(session, call.clock, every, changes)
            for part, concerning in zip(parts, rules, strict=True):
                assert part.context.operation is not None
                rule = approval_rules.matching(
                    concerning,
                    part.context.operation,
                    objects=total,
                    changes=plan.changes,
                    rows=changes,
                    earlier=earlier,
                )
                if rule is not None:
                    raise _NeedsApprovalError(rule)

        async def claim(db: Session) -> None:
            if not await plan_store.move(db, plan_no, "open", "applied"):
                raise _AppliedBeforeError

        database = VerifiedDatabase(call.database, begin=claim, verify=verify)
        try:
            result = await self._run(plan, parts, services._replace(database=database))
        except _AppliedBeforeError:
            return None
        except _NeedsApprovalError as needed:
            raise await self._wait(call, plan, needed.rule) from None
        except _MovedError:
            raise await self._moved(call, parts, services, plan, objects, None) from None
        except ApiError as error:
            await self._keep_failure(call, plan_no, error.text(), "open")
            raise PlanMoved(plan_refusals.PLAN_FAILS_NOW, cause=error) from error
        return _outcome(result)

    async def execute_approved(self, call: Call, plan_no: int) -> PlanOutcome:
        """See `contract/plans.py`."""
        async with call.database.reading(call.mall.mall_id) as db:
            plan = await plan_store.find(db, plan_no)
            if plan is None or plan.state != "approved":
                raise NotModified(refusals.PLAN_NOT_APPROVED, parameter="plan_no")
            proposer = await planned_calls.proposer(db, plan)
        if proposer is None:
            await self._keep_failure(call, plan_no, refusals.PROPOSALS_NO_LONGER_ALLOWED.message)
            raise NotModified(refusals.PROPOSALS_NO_LONGER_ALLOWED, parameter="plan_no")
        sent = plan_views.opened(call, plan_no, plan.sent)
        approved = plan_views.approved_objects(plan)
        objects = [sent[number - 1] for number in approved]
        is_whole = len(objects) == len(sent)
        parts = self._parts(call, plan, proposer, objects)
        services = planned_calls.services_of(call)._replace(undo=self._undo)

        async def verify(_: Session, changes: list[RowChange]) -> None:
            if is_whole:
                _require_same(plan, changes, call.clock.now())
                return
            whole = plan_views.opened(call, plan_no, plan.effects).get("rows")
            if not whole or not rehearsed_effects.is_part(changes, call.clock.now(), whole):
                raise _MovedError

        async def claim(db: Session) -> None:
            if not await plan_store.move(db, plan_no, "approved", "applied"):
                raise _AppliedBeforeError

        async def announce(db: Session) -> None:
            if plan.client_id:
                await journal_batch.publish(db, call.clock, [announcements.applied(plan)])

        database = VerifiedDatabase(call.database, begin=claim, verify=verify, end=announce)
        try:
            result = await self._run(plan, parts, services._replace(database=database))
        except _AppliedBeforeError:
            raise NotModified(plan_refusals.PLAN_APPLIED, parameter="plan_no") from None
        except _MovedError:
            waiting = Waiting(plan.reason, plan.rule_no)
            raise await self._moved(call, parts, services, plan, objects, waiting) from None
        except ApiError as error:
            await self._keep_failure(call, plan_no, error.text())
            raise PlanMoved(plan_refusals.PLAN_FAILS_NOW, cause=error) from error
        outcome = _outcome(result)
        purpose = sealed_plans.about(call.mall.mall_id, plan_no)
        sealed = call.seal.close(msgspec.json.encode(outcome).decode(), about=purpose)
        async with call.database.writing(call.mall.mall_id, shown=False) as db:
            await plan_store.set_outcome(db, plan_no, sealed)
        return outcome

    @staticmethod
    async def _keep_failure(call: Call, plan_no: int, why: str, state: str = "waiting") -> None:
        """Keep why a plan could not be applied; an approved one waits to be decided on again."""
        sealed = call.seal.close(why, about=sealed_plans.about(call.mall.mall_id, plan_no))
        async with call.database.writing(call.mall.mall_id, shown=False) as db:
            if await plan_store.move(db, plan_no, _WAS[state], state):
                await plan_store.set_failure(db, plan_no, sealed)

    async def combine(self, call: Call, plan_nos: Sequence[int]) -> tuple[int, str]:
        """See `contract/plans.py`."""
        async with call.database.reading(call.mall.mall_id) as db:
            found = [await plan_store.find(db, each) for each in plan_nos]
        combined_plans.require_combinable(call, plan_nos, found)
        plans = [each for each in found if each is not None]
        objects = [
            combined_plans.as_object(each, plan_views.opened(call, each.plan_no, each.sent))
            for each in plans
        ]
        first = plans[0]
        like = replace(
            first, operation=combined_plans.OPERATION, query="[]", wanted="{}", request_id=""
        )
        parts = self._parts(call, like, call.identity, objects)
        services = planned_calls.services_of(call)
        combined_plans.require_short(parts)
        is_waiting = first.state == "waiting"
        fresh = await self._rehearse(
            parts,
            services,
            like,
            objects,
            Waiting(first.reason, first.rule_no) if is_waiting else None,
            replaces=[(each.plan_no, each.state) for each in plans],
        )
        return fresh.plan_no, fresh.token

    async def _wait(self, call: Call, plan: Plan, rule: ApprovalRule) -> ApiError:
        """Let a plan wait for approval; return the error that says so."""
        days = self._configuration.approval_days
        async with call.database.writing(call.mall.mall_id, shown=False) as db:
            waits = await plan_store.wait(
                db,
                plan.plan_no,
                reason="rule",
                rule_no=rule.rule_no,
                scopes=" ".join(sorted(call.identity.scopes)),
                expires_at=int(call.clock.now()) + days * _DAY_SECONDS,
            )
            if not waits:
                return NotModified(plan_refusals.PLAN_APPLIED, parameter="plan_no")
            await announcements.waits(call.on(db), replace(plan, reason="rule"))
        return WaitsForApproval(plan.plan_no)

    async def _moved(
        self,
        call: Call,
        parts: list[Part],
        services: Services,
        plan: Plan,
        objects: list[Content],
        waiting: Waiting | None,
    ) -> PlanMoved:
        """Return the error of a plan whose rows are others, with a fresh plan beside it.

        `waiting`: why the plan needs approval; then the fresh one does, and replaces it.
        """
        database, mall_id = services.database, parts[0].context.mall.mall_id
        replaces = [(plan.plan_no, "approved")] if waiting else []
        try:
            fresh = await self._rehearse(parts, services, plan, objects, waiting, replaces=replaces)
        except ApiError as error:
            state = "waiting" if waiting else "open"
            await self._keep_failure(call, plan.plan_no, error.text(), state)
            return PlanMoved(plan_refusals.PLAN_FAILS_NOW, cause=error)
        async with database.reading(mall_id) as db:
            found = await _contents(services, db, plan.plan_no)
        moved = _differing(found, [msgspec.to_builtins(each) for each in fresh.changes])
        offered: dict[str, int | str] = {"plan_no": fresh.plan_no}
        return PlanMoved(
            plan_refusals.PLAN_MOVED,
            named=", ".join(moved[:_MOST_NAMED]) or _UNNAMED,
            plan=offered if waiting else offered | {"token": fresh.token},
            moved=moved[:_MOST_NAMED],
        )

    async def _rehearse(
        self,
        parts: list[Part],
        services: Services,
        plan: Plan,
        objects: list[Content],
        waiting: Waiting | None,
        *,
        replaces: list[tuple[int, str]],
    ) -> NewPlan:
        """Rehearse the calls of a plan, and store a fresh one; raises the ApiError of a call.

        `replaces`: plans, with their states, that the fresh one stands for.
        """
        for part in parts:
            part.context.rehearses, part.context.objects = True, part.objects

        async def execute(rehearsing: Services) -> HandlerResult:
            return await self._run(plan, parts, rehearsing)

        is_combined = plan.operation == combined_plans.OPERATION
        rehearsals = Rehearsals(services.database, services, self._configuration)
        rehearsed = await rehearsals.run(
            parts[0].context,
            execute,
            contexts=[part.context for part in parts] if is_combined else None,
        )
        parts[0].context.objects = objects
        return await rehearsals.store(
            parts[0].context,
            rehearsed,
            waiting,
            like=plan if is_combined else None,
            replaces=replaces,
            # who approves calls nothing that the app's log has
            request_id=plan.request_id if waiting else "",
        )

    def _parts(
        self, call: Call, plan: Plan, caller: Identity, objects: list[Content]
    ) -> list[Part]:
        """Return the calls of a plan."""
        return [
            Part(each, planned_calls.context_of(self._definitions, call, each, caller), sent)
            for each, sent in combined_plans.calls(plan, objects)
        ]

    async def _run(self, plan: Plan, parts: list[Part], services: Services) -> HandlerResult:
        if plan.operation == combined_plans.OPERATION:
            deadline = time.monotonic() + self._configuration.call_seconds
            return await combined_plans.execute(services, parts, deadline, self._execute)
        [part] = parts
        return await self._execute(part.context, services, part.plan, part.objects)

    async def _execute(
        self, context: RequestContext, services: Services, plan: Plan, objects: list[Content]
    ) -> HandlerResult:
        operation = context.operation
        assert operation is not None
        state = context.call(operation, services)
        # those of later parts, and that the plan was applied
        state.publishes_later = True
        wanted = msgspec.json.decode(plan.wanted)
        response_shaping.select_embeds(state, wanted, [])
        shape = self._shapes.of(context.api.name, state, wanted, [])
        deadline = time.monotonic() + self._configuration.call_seconds
        if operation.objects > 1:
            return await operation_execution.execute_each(
                state, objects, services.database, shape, deadline
            )
        state.params = parsing.to_struct(operation, objects[0])
        parsing.choose_shop(state)
        return await operation_execution.execute_write(state, services.database, shape, deadline)


def _concerning(call: Call, part: Part, total: int) -> list[ApprovalRule]:
    operation, objects = part.context.operation, part.objects
    assert operation is not None
    rules, api = call.mall.approval_rules, part.context.api.name
    return approval_rules.concerning(rules, api, call.identity, operation, objects, total=total)


def _require_same(plan: Plan, changes: list[RowChange], now: float) -> None:
    """Raise _MovedError when a transaction changes other rows than a plan."""
    same = rehearsed_effects.digests(changes, now).whole
    if not hmac.compare_digest(same, plan.digest):
        raise _MovedError


def _outcome(result: HandlerResult) -> PlanOutcome:
    return PlanOutcome(status=result.status, body=msgspec.json.decode(result.body))


def _require_applicable(call: Call, plan: Plan | None, token: str) -> Plan:
    if plan is None or plan.client_id != call.identity.app.client_id:
        raise NotFound(DOES_NOT_EXIST, parameter="plan_no", resource=Phrase("plan"))
    if not scope_names.permits(call.identity.scopes, plan.scope):
        raise Forbidden(refusals.PLAN_NEEDS_SCOPE, scope=plan.scope)
    if plan.state not in ("open", "applied"):
        # a token does not apply what staff decide on
        raise NotModified(
            plan_refusals.PLAN_DECIDED, parameter="plan_no", state=plan_refusals.STATES[plan.state]
        )
    digest = hashlib.sha256(token.encode()).hexdigest()
    if not hmac.compare_digest(digest, plan.token):
        raise Invalid(refusals.WRONG_PLAN_TOKEN, parameter="token")
    if plan.state == "open" and plan.expires_at <= call.clock.now():
        raise NotModified(plan_refusals.PLAN_EXPIRED, parameter="plan_no")
    return plan


async def _contents(services: Services, db: Session, plan_no: int) -> list[Content]:
    rows = await plan_store.changes(db, plan_no, limit=2**31 - 1, offset=0)
    purpose = sealed_plans.about(db.mall_id, plan_no)
    return [msgspec.json.decode(services.seal.open(each, about=purpose)) for _, each in rows]


def _differing(old: list[Content], fresh: list[Content]) -> list[str]:
    """Return the resources that two plans change differently, with their ids."""
    sides = [
        {(each["resource"], each["object"], each["shop_no"]): each for each in changes}
        for changes in (old, fresh)
    ]
    places = {**sides[0], **sides[1]}
    return [
        f"{resource} {named}"
        for resource, named, shop_no in places
        if sides[0].get((resource, named, shop_no)) != sides[1].get((resource, named, shop_no))
    ]
