"""Long work that operators began, as lists of pages show it."""

from openmall.events.operator_tasks import store as task_store
from openmall.events.operator_tasks.store import Kind, OperatorTask
from openmall.pages.console.page_context import Time, time
from openmall.pages.operator.page_context import PageContext


async def listed(
    context: PageContext, kinds: tuple[Kind, ...]
) -> list[tuple[OperatorTask, Time, Time | None]]:
    """Return the newest tasks of some kinds, each with when it began and when it ended."""
    async with context.database.reading("") as db:
        found = await task_store.newest(db)
    return [
        (each, time(each.created_at), time(each.ended_at) if each.ended_at else None)
        for each in found
        if each.kind in kinds
    ]
