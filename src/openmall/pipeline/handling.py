"""One call, one transaction: the handler runs in it, and what it announced is kept with it.

What takes long is done before the transaction begins, so that nobody waits for it in line.
Several objects in one call get a savepoint each, and 207 when they do not all end alike.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from openmall.contract.call import Call
from openmall.contract.errors import ApiError
from openmall.contract.operation import Operation
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.journal import record
from openmall.pipeline import answering, parsing
from openmall.pipeline.repeating import rules as repeating
from openmall.pipeline.repeating.rules import Repeatable
from openmall.pipeline.shaping import Shape
from openmall.tracing.current import taken_along

_AT_WORK: Final = ThreadPoolExecutor(max_workers=2, thread_name_prefix="preparing")
"""Two at a time, so that no number of calls needs more memory than two of them."""
_LONGEST_KEY: Final = 1_000
"""Characters of what was sent that are said again beside a refusal."""


class Handled:
    """Status and body of a call that was carried out, and since when what it shows is so."""

    __slots__ = ("body", "modified", "status")

    def __init__(self, status: int, body: bytes, modified: int | None = None) -> None:
        self.status = status
        self.body = body
        self.modified = modified


async def read(call: Call, database: Database, shape: Shape, deadline: float) -> Handled:
    """Run the handler of a GET."""
    call.deadline = deadline
    if not call.operation.reads_store:
        result = await call.operation.handler(call, call.params)
        return Handled(200, answering.body(call, result, shape))
    async with database.answering(call.mall.mall_id, deadline=deadline) as call.db:
        result = await call.operation.handler(call, call.params)
    return Handled(200, answering.body(call, result, shape), call.modified)


async def write(
    call: Call,
    database: Database,
    shape: Shape,
    deadline: float,
    repeatable: Repeatable | None = None,
    before_commit: Callable[[Handled], Awaitable[None]] | None = None,
) -> Handled:
    """Run the handler of one write and commit; the answer is made before the commit.

    The call's events and its activity log line are kept in the same transaction, and so is its
    answer where the client may have to ask for it again. `before_commit` sees the answer in the
    transaction, which is undone when it raises.
    """
    await prepare(call, database, deadline)
    try:
        async with database.writing(call.mall.mall_id, deadline=deadline) as call.db:
            kept = await before(call, repeatable)
            if kept is not None:
                return kept
            result = await call.operation.handler(call, call.params)
            await record.call(call)
            if call.operation.answers == "many":
                result = [result]
            handled = Handled(answering.status(call.operation), answering.body(call, result, shape))
            if before_commit is not None:
                await before_commit(handled)
            return await after(call, repeatable, handled)
    finally:
        if call.outdates:
            # also when nobody knows whether it was committed: forgetting costs one look
            await call.counters.outdate()


async def before(call: Call, repeatable: Repeatable | None) -> Handled | None:
    """Return what the same call was answered before, if it was."""
    if repeatable is None:
        return None
    kept = await repeating.before(call, call.db, repeatable)
    return None if kept is None else Handled(kept.status, kept.body.encode())


async def after(call: Call, repeatable: Repeatable | None, handled: Handled) -> Handled:
    """Return what a call is answered, kept for when it is asked for again."""
    if repeatable is not None:
        status, body = handled.status, handled.body
        await repeating.after(call, call.db, repeatable, status=status, body=body)
    return handled


async def write_each(
    call: Call,
    objects: list[dict[str, Any]],
    database: Database,
    shape: Shape,
    deadline: float,
    repeatable: Repeatable | None = None,
) -> Handled:
    """Run the handler once for each object, in order; answer each with its own outcome.

    All good: 200 or 201. Otherwise 207, each object with its `status` and, where it failed, a
    `message` beside what was sent (Errors: 207).
    """
    operation = call.operation
    good = answering.status(operation)
    prepared = [await ready(call, sent, database, deadline) for sent in objects]
    async with database.writing(call.mall.mall_id, deadline=deadline) as call.db:
        kept = await before(call, repeatable)
        if kept is not None:
            return kept
        told = await carry_out(call, objects, prepared, shape)
        failed = not all(done for done, _ in told)
        if failed:
            for done, outcome in told:
                if done:
                    # over a field of that name: only beside refusals each needs its own outcome
                    outcome["status"] = good
        body = answering.encode({operation.key: [outcome for _, outcome in told]})
        return await after(call, repeatable, Handled(207 if failed else good, body))


async def carry_out(
    call: Call, objects: list[dict[str, Any]], prepared: list[Struct | ApiError], shape: Shape
) -> list[tuple[bool, dict[str, Any]]]:
    """Run the handler once for each object, in the transaction of `call.db`.

    Return for each whether it was done, and what is answered of it: without a `status` where it
    was. What was done is logged and announced in the transaction.
    """
    told: list[tuple[bool, dict[str, Any]]] = []
    for sent, params in zip(objects, prepared, strict=True):
        announced, done = len(call.events), len(call.deeds)
        try:
            if isinstance(params, ApiError):
                raise params
            async with call.db.savepoint():
                call.params = params
                parsing.choose_shop(call)
                result = await call.operation.handler(call, call.params)
        except (DatabaseAway, DeadlinePassed):
            raise
        except ApiError as error:
            del call.events[announced:], call.deeds[done:]
            said = {"status": error.status, "message": error.text()}
            told.append((False, {**_keys(call.operation, sent), **said}))
        else:
            told.append((True, msgspec.to_builtins(shape.cut(result))))
    if any(done for done, _ in told):
        await record.call(call)
    return told


async def ready(
    call: Call, sent: dict[str, Any], database: Database, deadline: float
) -> Struct | ApiError:
    """Return the parameters of one object, or why it cannot be carried out."""
    try:
        call.params = parsing.to_struct(call.operation, sent)
        parsing.choose_shop(call)
        await prepare(call, database, deadline)
    except (DatabaseAway, DeadlinePassed):
        raise
    except ApiError as error:
        return error
    params: Struct = call.params
    return params


async def prepare(call: Call, database: Database, deadline: float) -> None:
    """Do what takes long before the transaction of the call begins, where it has such work."""
    preparing, needed = call.operation.prepare, call.operation.prepares
    if preparing is None or (needed is not None and not needed(call.params)):
        return
    async with database.reading(call.mall.mall_id, deadline=deadline) as call.db:
        work = await preparing(call, call.params)
    doing = asyncio.get_running_loop().run_in_executor(_AT_WORK, taken_along(work))
    try:
        # what waits for its turn is given up with the call; what has begun ends for itself
        call.params = await asyncio.wait_for(doing, deadline - time.monotonic())
    except TimeoutError:
        raise DeadlinePassed("what is done before the transaction took too long") from None


def _keys(operation: Operation, sent: dict[str, Any]) -> dict[str, Any]:
    """Return the required parameters as they were sent: what tells the objects apart."""
    return {
        name: value[:_LONGEST_KEY] if isinstance(value, str) else value
        for name, field in operation.fields.items()
        if field.required and (value := sent.get(name, UNSET)) is not UNSET
    }
