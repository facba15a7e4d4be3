"""Calls operations in the process, for our own pages, which have no business rules or SQL.

Parameters, bounds, handler, transaction, events and activity log are those of the API. Tokens,
scopes, rate limits and dated versions do not apply; the pages check who may open them.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote

import msgspec
from msgspec import Struct

from openmall.api.pipeline import (
    approval_rules,
    operation_execution,
    operation_references,
    parsing,
    rehearsal,
    response_rendering,
    response_shaping,
)
from openmall.api.pipeline.api_definitions import ApiDefinition, ApiDefinitions
from openmall.api.pipeline.earlier_price_store import earlier_prices
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.pipeline.operation_call import (
    Inspect,
    InternalCaller,
    InternalResponse,
    OperationCall,
)
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.refusals import NO_SUCH_OPERATION, ROLE_LACKS_AREA
from openmall.api.pipeline.rehearsal import Rehearsals, Waiting
from openmall.api.pipeline.request_context import IdempotentRequest, RequestContext
from openmall.api.pipeline.response_shaping import ResponseShape
from openmall.api.pipeline.rule_verification import PassedRules, until_verified
from openmall.api.versions import changes
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.contract.approval import WaitsForApproval
from openmall.contract.call import Call, Services
from openmall.contract.call_state import CallState
from openmall.contract.errors import Forbidden, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.links import Links
from openmall.contract.moments import Clock
from openmall.contract.operation import Operation
from openmall.contract.outgoing import Outgoing
from openmall.contract.undo import UndoRetention
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.plans import approvals as plan_approvals

P = TypeVar("P", bound=Struct)
A = TypeVar("A")
Q = TypeVar("Q", bound=Struct)
B = TypeVar("B")
Check = Callable[[CallState, HandlerResult], Awaitable[None]]
"""Inspects the state and the result of a write before the commit."""
_OF_STAFF: Final = (rehearsal.API, "office pages")
"""APIs whose operations pages of the back office call for the staff."""


class _RolledBack(Exception):
    """Rolls back the transaction of a dry run."""


class InternalClient:
    """Calls the operations of all APIs, for pages."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        definitions: ApiDefinitions,
        services: Services,
    ) -> None:
        self._configuration = configuration
        self._database = database
        self._served = definitions.all
        self._definitions = {each.name: each for each in (*definitions.all, *definitions.own)}
        self._references = operation_references.OperationReferences(self._definitions.values())
        self._services = services
        self._shapes = response_shaping.ResponseShapes()
        self._asks_approval = True

    def on(self, database: Database, *, asks_approval: bool = True) -> Self:
        """Return a client that calls operations on another connection to the same store.

        `asks_approval`: False where writes share a transaction, in which none can be rehearsed.
        """
        other = copy(self)
        other._asks_approval = asks_approval
        other._database = database
        other._services = self._services._replace(database=database)
        return other

    @property
    def configuration(self) -> Configuration:
        """The settings of the installation."""
        return self._configuration

    @property
    def outgoing(self) -> Outgoing:
        """The guarded connections to other services."""
        return self._services.outgoing

    @property
    def seal(self) -> Seal:
        """The seal of the installation, whose keys sign links."""
        return self._services.seal

    @property
    def undo(self) -> UndoRetention:
        """How long recorded writes are kept, as the installation sets it."""
        return self._services.undo

    @property
    def links(self) -> Links:
        """The configured addresses, for links in messages."""
        return self._services.links

    @property
    def machine_clock(self) -> Clock:
        """The machine's clock, which no sandbox moves."""
        return self._services.clock

    def operations(self) -> list[tuple[str, Operation]]:
        """Return every row of every API, each with its API's name."""
        served = self._served
        return [(each.name, operation) for each in served for operation in each.operations]

    def operation(self, api: str, method: str, path: str) -> Operation:
        """Return an operation of an API; `path` is the declared one, with its placeholders.

        Raises LookupError for an unknown operation.
        """
        for operation in self._definitions[api].operations:
            if (operation.method, operation.path) == (method, path):
                return operation
        raise LookupError(f"{api} has no {method} {path}")

    async def execute(
        self,
        caller: InternalCaller,
        api: str,
        method: str,
        path: str,
        parameters: Mapping[str, Encodable] | None = None,
        *,
        embed: Sequence[str] = (),
        key: str = "",
    ) -> InternalResponse[Any]:
        """Call an operation in its newest version, and return its response.

        `path`: below the API's prefix, with values in place. `parameters`: by wire name; texts are
        parsed as in a query. `key`: idempotency key of a creating call that a browser may send
        twice; it is executed once.
        Raises the ApiError of the operation, Forbidden (403) for one that the user may not call,
        and LookupError for an unknown one; WaitsForApproval (409) where a rule of the merchant
        wants it to be approved.
        """
        wanted = OperationCall(
            caller=caller, api=api, method=method, path=path, parameters=parameters, embed=embed
        )
        result, state = await until_verified(partial(self._attempt, wanted, key, None))
        operation, effects = state.operation, state.call.effects
        if key:
            content = msgspec.json.decode(result.body)[operation.key]
        else:
            shape = self._shapes.of(api, state, {}, [])
            content = response_rendering.content(operation, result.content, shape)
        return InternalResponse(content, effects.more, effects.session)

    async def call(
        self,
        caller: InternalCaller,
        apis: Sequence[str],
        handler: Callable[[Call, P], Awaitable[A]],
        parameters: Mapping[str, Encodable] | None = None,
        *,
        embed: Sequence[str] = (),
        key: str = "",
        inspect: Inspect[A] | None = None,
    ) -> InternalResponse[A]:
        """Call the operation of a handler in one of `apis`, and return what the handler returns.

        Everything else is as with `execute`. `parameters`: those of the path too. `inspect`: called
        with the answer of a write before the commit; the write is rolled back when it raises.
        """
        wanted = self._references.call(caller, apis, handler, parameters, embed)
        check = None if inspect is None else partial(self._inspect, inspect, wanted, apis)
        result, state = await until_verified(partial(self._attempt, wanted, key, check))
        content: A = result.content
        if result.replayed:
            content = operation_references.stored_answer(state.operation, result.body)
        return InternalResponse(content, state.call.effects.more, state.call.effects.session)

    async def _attempt(
        self, wanted: OperationCall, key: str, check: Check | None
    ) -> tuple[HandlerResult, CallState]:
        """Call an operation. Raises RuleConcerns when a write no longer matches its rehearsal."""
        context, state, shape = self._call(wanted)
        operation, database, caller = state.operation, self._database, wanted.caller
        has_rules = self._asks_approval and bool(caller.mall.approval_rules)
        if operation.writes and has_rules and caller.shopper is None:
            passed = await self._require_approval(wanted)
            database = passed.verifying(database) if passed else database
        deadline = time.monotonic() + self._configuration.call_seconds
        rendered = shape if key else None
        if wanted.operation is not None and key:
            # what a handler returned is stored whole, to be returned again
            rendered = msgspec.structs.replace(shape, complete=True)
        if operation.writes:
            idempotent_request = self._idempotent_request(context, wanted, key) if key else None
            before_commit = None if check is None else partial(check, state)
            handler_result = await operation_execution.execute_write(
                state, database, rendered, deadline, idempotent_request, before_commit
            )
        else:
            handler_result = await operation_execution.execute_read(
                state, database, rendered, deadline
            )
        return handler_result, state

    async def _require_approval(self, wanted: OperationCall) -> PassedRules | None:
        """Raise WaitsForApproval when a rule of the merchant concerns a write of the staff.

        Return the rules that could and do not; None: there are none.
        """
        context, state, shape = self._call(wanted)
        operation, api, caller = state.operation, wanted.api, wanted.caller
        identity = caller.identity
        objects = [{**(wanted.parameters or {}), **context.path}]
        if identity.app.client_id or not identity.user_id or api not in _OF_STAFF:
            return None
        rules = approval_rules.concerning(
            caller.mall.approval_rules, api, identity, operation, objects, total=caller.objects
        )
        if not rules or plan_approvals.permits(operation):
            return None

        async def execute(services: Services) -> HandlerResult:
            _, state, _ = self._call(wanted, context=context, services=services)
            deadline = time.monotonic() + self._configuration.call_seconds
            return await operation_execution.execute_write(
                state, services.database, shape, deadline
            )

        prefix = f"/{'/'.join(context.api.prefix)}" if api == rehearsal.API else api
        segments = (quote(each, safe="") for each in wanted.path.split("/"))
        context.plan_path = f"{prefix}/{'/'.join(segments)}"
        context.rehearses, context.objects = True, objects
        context.selection = {"embed": ",".join(wanted.embed)} if wanted.embed else {}
        rehearsals = Rehearsals(self._database, self._services, self._configuration)
        rehearsed = await rehearsals.run(context, execute)
        changes = len(rehearsed.changes)
        clock = caller.mall.clock(self._services.clock)
        async with self._database.reading(caller.mall.mall_id) as db:
            earlier = await earlier_prices(db, clock, rules, rehearsed.rows)
        rule = approval_rules.matching(
            rules,
            operation,
            objects=caller.objects,
            changes=changes,
            rows=rehearsed.rows,
            earlier=earlier,
        )
        if rule is not None:
            plan = await rehearsals.store(context, rehearsed, Waiting("rule", rule.rule_no))
            raise WaitsForApproval(plan.plan_no, is_known=plan.is_known)
        return PassedRules(rules, operation, caller.objects, changes, clock)

    async def read_in_version(
        self,
        caller: InternalCaller,
        api: str,
        path: str,
        query: Sequence[tuple[str, str]],
        version: str,
    ) -> Any:
        """Return the response body of a GET, as an app gets it in a dated version.

        `path`: below the API's prefix. Raises the ApiError of the operation, NotFound (404) for one
        that the version does not have, and LookupError for an unknown one.
        """
        operation, in_path = operation_references.at_path(self._definitions[api], "GET", path)
        context = self._request_context(caller, self._definitions[api], operation, in_path)
        if changes.first_release(f"{api} {operation.name}") > version:
            raise NotFound(NO_SUCH_OPERATION)
        context.version = version
        state = context.call(operation, self._services)
        values = parsing.from_query(operation, context.path, list(query))
        response_shaping.select_embeds(state, values, [])
        shape = self._shapes.of(api, state, values, [])
        changes.upgrade_request(shape.changes, values)
        state.params = parsing.to_struct(operation, values)
        parsing.choose_shop(state)
        deadline = time.monotonic() + self._configuration.call_seconds
        result = await operation_execution.execute_read(state, self._database, shape, deadline)
        return msgspec.json.decode(result.body)

    async def dry_run(
        self,
        caller: InternalCaller,
        apis: Sequence[str],
        handler: Callable[[Call, P], Awaitable[A]],
        parameters: Mapping[str, Encodable],
        inspect: Inspect[A],
    ) -> None:
        """Execute a write, inspect its answer, and roll it back. Raises as `call` does."""
        wanted = self._references.call(caller, apis, handler, parameters, ())
        _, state, _ = self._call(wanted)
        state.dry_run = True
        deadline = time.monotonic() + self._configuration.call_seconds

        async def inspect_and_roll_back(handler_result: HandlerResult) -> None:
            await self._inspect(inspect, wanted, apis, state, handler_result)
            raise _RolledBack

        with suppress(_RolledBack):
            await operation_execution.execute_write(
                state, self._database, None, deadline, None, inspect_and_roll_back
            )

    def _call(
        self,
        wanted: OperationCall,
        *,
        context: RequestContext | None = None,
        services: Services | None = None,
    ) -> tuple[RequestContext, CallState, ResponseShape]:
        """Return the call of an operation; `context`, `services`: of a rehearsal."""
        caller, api = wanted.caller, wanted.api
        operation, in_path, definition = wanted.operation, wanted.in_path, self._definitions[api]
        if operation is None:
            operation, in_path = operation_references.at_path(
                definition, wanted.method, wanted.path
            )
        context = context or self._request_context(caller, definition, operation, in_path)
        if caller.permits is not None and not caller.permits(operation):
            raise Forbidden(ROLE_LACKS_AREA)
        state = context.call(operation, services or self._services)
        response_shaping.select_embeds(state, {"embed": ",".join(wanted.embed)}, [])
        shape = self._shapes.of(api, state, {}, [])
        state.params = parsing.to_struct(operation, {**(wanted.parameters or {}), **context.path})
        parsing.choose_shop(state)
        return context, state, shape

    async def _inspect(
        self,
        inspect: Inspect[A],
        written: OperationCall,
        apis: Sequence[str],
        state: CallState,
        handler_result: HandlerResult,
    ) -> None:
        """Call `inspect` with the answer of a write, and with reads in the same transaction."""

        async def read(
            handler: Callable[[Call, Q], Awaitable[B]],
            parameters: Mapping[str, Encodable] | None = None,
            embed: Sequence[str] = (),
        ) -> B:
            wanted = self._references.call(written.caller, apis, handler, parameters, embed)
            _, inner, _ = self._call(wanted)
            inner.db, inner.deadline = state.db, state.deadline
            return await handler(inner.call, inner.params)

        await inspect(handler_result.content, read)

    def _idempotent_request(
        self, context: RequestContext, wanted: OperationCall, key: str
    ) -> IdempotentRequest:
        name, operation = key.encode("utf-8", "replace"), f"{wanted.method} {wanted.path}"
        return idempotency_rules.idempotent_request(
            context, name, [wanted.parameters], self._services.seal, operation=operation
        )

    def _request_context(
        self,
        caller: InternalCaller,
        definition: ApiDefinition,
        operation: Operation,
        in_path: Mapping[str, str],
    ) -> RequestContext:
        context = RequestContext(caller.request, caller.address, self._services.clock.now())
        context.api, context.operation, context.path = definition, operation, dict(in_path)
        context.mall, context.caller = caller.mall, caller.identity
        context.version = api_versions.NEWEST
        context.shopper, context.browser = caller.shopper, caller.browser
        context.limited_by_address = self._configuration.limits == "enforce"
        return context
