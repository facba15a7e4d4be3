"""Applies plans: the call that was rehearsed is executed again, and committed if it does the same.

It is compared by the rows that it changes: as they were before, and which columns change to what,
apart from moments. What the call read and did not change is compared by what it led to.
"""

import hashlib
import hmac
import time
from typing import Any, Final

import msgspec

from openmall.api.pipeline import (
    operation_execution,
    parsing,
    rehearsed_effects,
    response_shaping,
)
from openmall.api.pipeline.api_definitions import ApiDefinitions
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.rehearsal import Rehearsals
from openmall.api.pipeline.request_context import RequestContext
from openmall.configuration import Configuration
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call, Services
from openmall.contract.errors import ApiError, Forbidden, Invalid, NotFound, NotModified
from openmall.contract.plans import PlanMoved, PlanOutcome
from openmall.database.capture import RowChange
from openmall.database.session import Session
from openmall.database.verified_database import VerifiedDatabase
from openmall.events.plans import sealed_plans
from openmall.events.plans import store as plan_store
from openmall.events.plans.store import Plan
from openmall.http.addressing import Address
from openmall.http.request import Request

_MOST_NAMED: Final = 20
"""Resources that are named in an error."""
Content = dict[str, Any]


class _AppliedBeforeError(Exception):
    """Another call has applied the plan."""


class _MovedError(Exception):
    """The transaction would change other rows than the plan says."""


class PlanExecutor:
    """Applies the plans of all malls."""

    def __init__(self, configuration: Configuration, definitions: ApiDefinitions) -> None:
        self._configuration = configuration
        self._definitions = definitions
        self._shapes = response_shaping.ResponseShapes()

    async def apply(self, call: Call, plan_no: int, token: str) -> PlanOutcome | None:
        """See `contract/plans.py`."""
        async with call.database.reading(call.mall.mall_id) as db:
            plan = _require_applicable(call, await plan_store.find(db, plan_no), token)
        if plan.state == "applied":
            return None
        objects = _opened(call, plan, plan.sent)
        context, services = self._context(call, plan), _services(call)

        def verify(changes: list[RowChange]) -> None:
            same = rehearsed_effects.digest(changes, call.clock.now())
            if not hmac.compare_digest(same, plan.digest):
                raise _MovedError

        async def claim(db: Session) -> None:
            if not await plan_store.claim(db, plan_no):
                raise _AppliedBeforeError

        database = VerifiedDatabase(call.database, begin=claim, verify=verify)
        try:
            result = await self._execute(
                context, services._replace(database=database), plan, objects
            )
        except _AppliedBeforeError:
            return None
        except _MovedError:
            raise await self._moved(context, services, plan, objects) from None
        except ApiError as error:
            raise PlanMoved(f"The call of the plan fails now: {error.text()}") from error
        return PlanOutcome(status=result.status, body=msgspec.json.decode(result.body))

    async def _moved(
        self,
        context: RequestContext,
        services: Services,
        plan: Plan,
        objects: list[Content],
    ) -> PlanMoved:
        """Return the error of a plan whose rows are others, with a fresh plan beside it."""
        context.rehearses, context.objects = True, objects

        async def execute(rehearsing: Services) -> HandlerResult:
            return await self._execute(context, rehearsing, plan, objects)

        rehearsals = Rehearsals(services.database, services, self._configuration)
        try:
            _, fresh = await rehearsals.plan(context, execute)
        except ApiError as error:
            return PlanMoved(f"The call of the plan fails now: {error.text()}")
        async with services.database.reading(context.mall.mall_id) as db:
            found = await _contents(services, db, plan.plan_no)
        moved = _differing(found, [msgspec.to_builtins(each) for each in fresh.changes])
        named = ", ".join(moved[:_MOST_NAMED]) or "what it depends on"
        return PlanMoved(
            f"What the plan changes is another since: {named}. There is a fresh plan.",
            plan={"plan_no": fresh.plan_no, "token": fresh.token},
            moved=moved[:_MOST_NAMED],
        )

    async def _execute(
        self, context: RequestContext, services: Services, plan: Plan, objects: list[Content]
    ) -> HandlerResult:
        operation = context.operation
        assert operation is not None
        call = context.call(operation, services)
        wanted = msgspec.json.decode(plan.wanted)
        response_shaping.select_embeds(call, wanted, [])
        shape = self._shapes.of(context.api.name, call, wanted, [])
        deadline = time.monotonic() + self._configuration.call_seconds
        if operation.objects > 1:
            return await operation_execution.execute_each(
                call, objects, services.database, shape, deadline
            )
        call.params = parsing.to_struct(operation, objects[0])
        parsing.choose_shop(call)
        return await operation_execution.execute_write(call, services.database, shape, deadline)

    def _context(self, call: Call, plan: Plan) -> RequestContext:
        request = Request(
            {
                "method": plan.operation.partition(" ")[0],
                "scheme": "https",
                "headers": [],
                "raw_path": plan.path.encode(),
                "query_string": b"",
                "client": (call.ip, 0),
            },
            _nothing,
            f"plan-{call.mall.mall_id}-{plan.plan_no}",
        )
        address = Address(site="mall", mall_id=call.mall.mall_id, origin=plan.origin)
        context = RequestContext(request, address, call.machine_clock.now())
        context.api, found = self._definitions.resolve(address, request.raw_path)
        assert found is not None
        context.operation = found[0][request.method]
        context.path = dict(zip(context.operation.placeholders, found[1], strict=True))
        context.mall, context.caller, context.version = call.mall, call.identity, plan.version
        context.query = [(name, value) for name, value in msgspec.json.decode(plan.query)]
        context.selection = msgspec.json.decode(plan.wanted)
        return context


def _require_applicable(call: Call, plan: Plan | None, token: str) -> Plan:
    if plan is None or plan.client_id != call.identity.app.client_id:
        raise NotFound("The plan does not exist.", parameter="plan_no")
    if not scope_names.permits(call.identity.scopes, plan.scope):
        raise Forbidden(f"The plan needs the scope {plan.scope}.")
    digest = hashlib.sha256(token.encode()).hexdigest()
    if not hmac.compare_digest(digest, plan.token):
        raise Invalid("The token is not that of the plan.", parameter="token")
    if plan.state == "open" and plan.expires_at <= call.clock.now():
        raise NotModified("The plan has expired.", parameter="plan_no")
    return plan


async def _contents(services: Services, db: Session, plan_no: int) -> list[Content]:
    rows = await plan_store.changes(db, plan_no, limit=2**31 - 1, offset=0)
    purpose = sealed_plans.about(db.mall_id, plan_no)
    return [msgspec.json.decode(services.seal.open(each, about=purpose)) for _, each in rows]


def _opened(call: Call, plan: Plan, sealed: str) -> list[Content]:
    purpose = sealed_plans.about(call.mall.mall_id, plan.plan_no)
    opened: list[Content] = msgspec.json.decode(call.seal.open(sealed, about=purpose))
    return opened


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


def _services(call: Call) -> Services:
    return Services(
        call.machine_clock,
        call.seal,
        call.pictures,
        call.tally,
        call.counters,
        call.engine,
        call.database,
        call.outgoing,
        call.plans,
        call.undo,
    )


async def _nothing() -> dict[str, Any]:
    return {"type": "http.disconnect"}
