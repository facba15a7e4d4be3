"""One call, one transaction: the handler runs in it, and what it announced is kept with it.

Several objects in one call get a savepoint each, and 207 when they do not all end alike.
"""

from typing import Any

import msgspec

from openmall.contract.call import Call
from openmall.contract.errors import ApiError
from openmall.contract.operation import Operation
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.journal import record
from openmall.pipeline import answering, parsing
from openmall.pipeline.shaping import Shape


class Handled:
    """Status and body of a call that was carried out, and since when what it shows is so."""

    __slots__ = ("body", "modified", "status")

    def __init__(self, status: int, body: bytes, modified: int | None = None) -> None:
        self.status = status
        self.body = body
        self.modified = modified


async def read(call: Call, database: Database, shape: Shape, deadline: float) -> Handled:
    """Run the handler of a GET."""
    async with database.reading(call.mall.mall_id, deadline=deadline) as call.db:
        result = await call.operation.handler(call, call.params)
    return Handled(200, answering.body(call, result, shape), call.modified)


async def write(
    call: Call,
    database: Database,
    shape: Shape,
    deadline: float,
) -> Handled:
    """Run the handler of one write and commit; the answer is made before the commit.

    The call's events and its activity log line are kept in the same transaction.
    """
    async with database.writing(call.mall.mall_id, deadline=deadline) as call.db:
        result = await call.operation.handler(call, call.params)
        await record.call(call)
        return Handled(answering.status(call.operation), answering.body(call, result, shape))


async def write_each(
    call: Call,
    objects: list[dict[str, Any]],
    database: Database,
    shape: Shape,
    deadline: float,
) -> Handled:
    """Run the handler once for each object, in order; answer each with its own outcome.

    All good: 200 or 201. Otherwise 207, each object with its `status` and, where it failed, a
    `message` beside what was sent (Errors: 207).
    """
    operation = call.operation
    good = answering.status(operation)
    outcomes: list[dict[str, Any]] = []
    failed = 0
    async with database.writing(call.mall.mall_id, deadline=deadline) as call.db:
        for sent in objects:
            announced, done = len(call.events), len(call.deeds)
            try:
                async with call.db.savepoint():
                    call.params = parsing.to_struct(operation, sent)
                    parsing.choose_shop(call)
                    result = await operation.handler(call, call.params)
            except (DatabaseAway, DeadlinePassed):
                raise
            except ApiError as error:
                failed += 1
                del call.events[announced:], call.deeds[done:]
                outcomes.append(
                    {**_keys(operation, sent), "status": error.status, "message": error.text()}
                )
            else:
                outcomes.append({**msgspec.to_builtins(shape.cut(result)), "status": good})
        if failed < len(objects):
            await record.call(call)
    if not failed:
        for outcome in outcomes:
            del outcome["status"]
    body = answering.encode({operation.key: outcomes})
    return Handled(207 if failed else good, body)


def _keys(operation: Operation, sent: dict[str, Any]) -> dict[str, Any]:
    """Return the required parameters as they were sent: what tells the objects apart."""
    return {
        name: sent[name]
        for name, field in operation.fields.items()
        if field.required and name in sent
    }
