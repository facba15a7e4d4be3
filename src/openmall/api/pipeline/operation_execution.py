"""Runs handlers: one call, one transaction, which includes its events and activity log row.

Long-running work is done before the transaction begins, so that other writes do not wait for it.
Each object of a call has its own savepoint; `contract/outcomes.py` combines their outcomes.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from openmall.api.pipeline import parsing, preconditions, response_rendering
from openmall.api.pipeline.idempotency import rules as idempotency_rules
from openmall.api.pipeline.preconditions import Precondition
from openmall.api.pipeline.request_context import IdempotentRequest
from openmall.api.pipeline.response_shaping import ResponseShape
from openmall.commerce.undo.recording import recorded
from openmall.contract.call_state import CallState
from openmall.contract.errors import ApiError
from openmall.contract.journal import record
from openmall.contract.journal.changes import database_milliseconds
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.contract.outcomes import Outcome, combine, failure
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.http import json_body
from openmall.http.request import Headers
from openmall.tracing.current import with_current_context

_OF_STOREFRONT: Final = ThreadPoolExecutor(max_workers=2, thread_name_prefix="shoppers")
_OF_OTHERS: Final = ThreadPoolExecutor(max_workers=2, thread_name_prefix="preparing")
"""Two at a time, so that no number of calls needs more memory than two of them."""
_MAX_KEY_LENGTH: Final = 1_000
"""Characters of a sent value that are repeated beside an error."""


class HandlerResult:
    """Status and body of an executed call, and the last change of its resource."""

    __slots__ = ("body", "content", "entity_tag", "modified", "replayed", "status", "validators")

    def __init__(self, status: int, body: bytes, modified: int | None = None) -> None:
        self.status = status
        self.body = body
        self.modified = modified
        self.content: Any = None
        """What the handler returned; None of a stored response."""
        self.entity_tag = b""
        """The tag of the resource, where writes of it can be conditional; else empty."""
        self.replayed = False
        """Whether it is the stored response of an earlier call."""
        self.validators: Headers = []
        """Headers by which clients validate what they have cached; empty: not computed yet."""


async def execute_read(
    state: CallState, database: Database, shape: ResponseShape | None, deadline: float
) -> HandlerResult:
    """Run the handler of a GET. `shape`: that of the body; None: there is none."""
    state.deadline = deadline
    if not state.operation.reads_store:
        result = await state.operation.handler(state.call, state.params)
        return _result(state, 200, result, shape)
    async with database.reading_from_replica(
        state.call.mall.mall_id, deadline=deadline
    ) as state.db:
        result = await state.operation.handler(state.call, state.params)
    handler_result = _result(state, 200, result, shape)
    handler_result.modified = state.call.effects.modified
    if state.operation.lock is not None and state.embed == state.operation.tagged_with:
        handler_result.entity_tag = preconditions.entity_tag(result)
    return handler_result


def _result(
    state: CallState, status: int, result: Any, shape: ResponseShape | None
) -> HandlerResult:
    rendered = result
    if state.operation.answers == "many" and not isinstance(result, list):
        rendered = [result] if state.operation.writes else result
    body = b"" if shape is None else response_rendering.render(state, rendered, shape)
    handler_result = HandlerResult(status, body)
    handler_result.content = result
    return handler_result


async def execute_write(
    state: CallState,
    database: Database,
    shape: ResponseShape | None,
    deadline: float,
    idempotent_request: IdempotentRequest | None = None,
    before_commit: Callable[[HandlerResult], Awaitable[None]] | None = None,
    precondition: Precondition | None = None,
) -> HandlerResult:
    """Run the handler of one write and commit; the body is rendered before the commit.

    The call's events, its activity log row and, with an idempotency key, its response are written
    in the same transaction. `precondition`: what the call is conditional on, compared in it.
    `before_commit` is called with the result inside the transaction, which is rolled back when it
    raises. `shape`: that of the body; None: there is none, and no idempotency key.
    """
    await prepare(state, database, deadline)
    try:
        async with (
            database.writing(state.call.mall.mall_id, deadline=deadline) as state.db,
            recorded(state),
        ):
            state.began_at = database_milliseconds()
            stored = await find_stored(state, idempotent_request)
            if stored is not None:
                return stored
            if precondition is not None:
                await preconditions.require(precondition, state.db)
            result = await state.operation.handler(state.call, state.params)
            await record.write_call(state)
            status = response_rendering.success_status(state.operation)
            handler_result = _result(state, status, result, shape)
            if precondition is not None and state.operation.method != "DELETE":
                handler_result.entity_tag = await preconditions.current_tag(precondition, state.db)
            if before_commit is not None:
                await before_commit(handler_result)
            return await store_result(state, idempotent_request, handler_result)
    finally:
        if state.call.effects.invalidates_caches:
            # also when the outcome of the commit is unknown: an invalidation costs one look-up
            await state.call.counters.invalidate_caches()


async def find_stored(
    state: CallState, idempotent_request: IdempotentRequest | None
) -> HandlerResult | None:
    """Return the stored response of the same call, if there is one."""
    if idempotent_request is None:
        return None
    stored = await idempotency_rules.find_response(state.call, state.db, idempotent_request)
    if stored is None:
        return None
    handler_result = HandlerResult(stored.status, stored.body.encode())
    handler_result.replayed = True
    return handler_result


async def store_result(
    state: CallState, idempotent_request: IdempotentRequest | None, handler_result: HandlerResult
) -> HandlerResult:
    """Return the result of a call, stored under its idempotency key if it has one."""
    if idempotent_request is not None:
        status, body = handler_result.status, handler_result.body
        await idempotency_rules.store_response(
            state.call, state.db, idempotent_request, status=status, body=body
        )
    return handler_result


async def execute_each(
    state: CallState,
    objects: Sequence[Mapping[str, Encodable]],
    database: Database,
    shape: ResponseShape,
    deadline: float,
    idempotent_request: IdempotentRequest | None = None,
) -> HandlerResult:
    """Run the handler once for each object, in order; respond with the combined outcomes.

    Raises the error of the objects when all failed with the same status; nothing is written then.
    """
    operation = state.operation
    success_status = response_rendering.success_status(operation)
    parameters = [await parse_and_prepare(state, values, database, deadline) for values in objects]
    async with (
        database.writing(state.call.mall.mall_id, deadline=deadline) as state.db,
        recorded(state),
    ):
        state.began_at = database_milliseconds()
        stored = await find_stored(state, idempotent_request)
        if stored is not None:
            return stored
        outcomes = await execute_objects(state, objects, parameters, shape)
        status, body = combine(operation.key, success_status, outcomes)
        return await store_result(
            state, idempotent_request, HandlerResult(status, json_body.encode(body))
        )


async def execute_objects(
    state: CallState,
    objects: Sequence[Mapping[str, Encodable]],
    parameters: list[Struct | ApiError],
    shape: ResponseShape,
) -> list[Outcome]:
    """Run the handler once for each object, in the transaction of `state.db`.

    An operation that handles its objects together is called once. Events and log row of the
    successful ones are written in the transaction.
    """
    if state.operation.together:
        outcomes = await _execute_together(state, objects, parameters, shape)
    else:
        outcomes = await _execute_in_turn(state, objects, parameters, shape)
    if any(outcome.error is None for outcome in outcomes):
        await record.write_call(state)
    return outcomes


async def _execute_together(
    state: CallState,
    objects: Sequence[Mapping[str, Encodable]],
    parameters: list[Struct | ApiError],
    shape: ResponseShape,
) -> list[Outcome]:
    valid = [params for params in parameters if not isinstance(params, ApiError)]
    results = iter(await state.operation.handler(state.call, valid) if valid else ())
    outcomes = []
    for values, params in zip(objects, parameters, strict=True):
        result = params if isinstance(params, ApiError) else next(results)
        if isinstance(result, ApiError):
            outcomes.append(failure(result, _keys(state.operation, values)))
        else:
            outcomes.append(Outcome(content=msgspec.to_builtins(shape.apply(result))))
    return outcomes


async def _execute_in_turn(
    state: CallState,
    objects: Sequence[Mapping[str, Encodable]],
    parameters: list[Struct | ApiError],
    shape: ResponseShape,
) -> list[Outcome]:
    effects, outcomes = state.call.effects, list[Outcome]()
    for values, params in zip(objects, parameters, strict=True):
        events, audit_entries = len(effects.events), len(effects.audit_entries)
        try:
            if isinstance(params, ApiError):
                raise params
            async with state.db.savepoint():
                state.params = params
                parsing.choose_shop(state)
                result = await state.operation.handler(state.call, state.params)
        except (DatabaseAway, DeadlinePassed):
            raise
        except ApiError as error:
            del effects.events[events:], effects.audit_entries[audit_entries:]
            outcomes.append(failure(error, _keys(state.operation, values)))
        else:
            outcomes.append(Outcome(content=msgspec.to_builtins(shape.apply(result))))
    return outcomes


async def parse_and_prepare(
    state: CallState, values: Mapping[str, Encodable], database: Database, deadline: float
) -> Struct | ApiError:
    """Parse and prepare one object; return its parameters, or the error."""
    try:
        state.params = parsing.to_struct(state.operation, values)
        parsing.choose_shop(state)
        await prepare(state, database, deadline)
    except (DatabaseAway, DeadlinePassed):
        raise
    except ApiError as error:
        return error
    params: Struct = state.params
    return params


async def prepare(state: CallState, database: Database, deadline: float) -> None:
    """Do the long-running work of an operation, if any, before the transaction begins."""
    prepare_function, is_needed = state.operation.prepare, state.operation.prepares
    if prepare_function is None or (is_needed is not None and not is_needed(state.params)):
        return
    async with database.reading(state.call.mall.mall_id, deadline=deadline) as state.db:
        work = await prepare_function(state.call, state.params)
    running: Awaitable[Any]
    if inspect.iscoroutinefunction(work):
        running = work()
    else:
        loop = asyncio.get_running_loop()
        # pictures that apps send must not hold up shoppers who sign in
        executor = _OF_STOREFRONT if state.call.storefront else _OF_OTHERS
        running = loop.run_in_executor(executor, with_current_context(work))
    try:
        # queued work is cancelled with the call; running work in a thread finishes
        state.params = await asyncio.wait_for(running, deadline - time.monotonic())
    except TimeoutError:
        raise DeadlinePassed("what is done before the transaction took too long") from None


def _keys(operation: Operation, values: Mapping[str, Encodable]) -> dict[str, Encodable]:
    """Return the required parameters as they were sent, which identify the object."""
    return {
        name: value[:_MAX_KEY_LENGTH] if isinstance(value, str) else value
        for name, field in operation.fields.items()
        if field.required and (value := values.get(name, UNSET)) is not UNSET
    }
