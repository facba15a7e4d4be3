"""The calls of one form in one transaction: all of them are done, or none."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from openmall.database.joined_database import NestedDatabase
from openmall.pages.backoffice.page_context import PageContext

T = TypeVar("T")


class _Tried(Exception):
    """Rolls back calls that were only tried."""


async def execute(context: PageContext, write: Callable[[PageContext], Awaitable[T]]) -> T:
    """Run the calls of `write` in one transaction, which is rolled back when it raises.

    Where rules of approval are about this manager, each call may become a proposal of its own,
    which a transaction with others cannot hold. The calls are then tried in one that is rolled
    back, so that a refusal changes nothing, and made one by one with `context` itself.
    """
    mall_id = context.visit.mall.mall_id
    deadline = time.monotonic() + context.client.configuration.call_seconds
    with suppress(_Tried):
        async with context.database.writing(mall_id, deadline=deadline) as session:
            database = NestedDatabase(context.database, session)
            client = context.client.on(database, asks_approval=False)
            done = await write(replace(context, database=database, client=client))
            if context.may_need_approval:
                raise _Tried
        return done
    return await write(context)
