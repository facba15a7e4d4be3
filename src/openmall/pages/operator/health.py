"""The health of the installation: store, schema, job worker, disk, versions."""

import asyncio
import shutil
import sys
from typing import Final

from msgspec import Struct
from starlette.responses import Response

import openmall
from openmall.configuration import Configuration
from openmall.contract import api_versions
from openmall.database import migrate, phases
from openmall.database.session import DatabaseAway
from openmall.events.messages import store as message_store
from openmall.http.web.languages import marked
from openmall.pages.operator import search as operator_search
from openmall.pages.operator import store as operator_store
from openmall.pages.operator.page_context import PageContext

LATE_SECONDS: Final = 120
"""Seconds that an open job may lie without a worker before the job worker counts as away."""
SPACE_LOW: Final = 2_048
"""Megabytes below which the data folder counts as nearly full."""
_MEGABYTE: Final = 1024 * 1024


class Check(Struct, frozen=True):
    """The result of a check: its name, whether it is well, and what was found."""

    name: str
    well: bool
    found: str


async def show(context: PageContext) -> Response:
    """Handle `GET /operator`: what is well and what is not."""
    configuration = context.services.configuration
    async with context.database.reading("") as db:
        late = await operator_search.jobs_nobody_does(db, int(context.clock.now()) - LATE_SECONDS)
        states = await operator_search.states(db)
        backlog = await operator_search.backlog(db)
        undelivered = await message_store.undelivered_by_mall(db)
        operators = await operator_store.list_operators(db)
    checks = [
        await asyncio.to_thread(_store, context, configuration),
        _job_worker(context, late),
        await asyncio.to_thread(_disk, context, configuration),
    ]
    return context.show(
        "health.html",
        checks=checks,
        program=openmall.__version__,
        python=".".join(str(part) for part in sys.version_info[:3]),
        api_version=api_versions.NEWEST,
        failed=sum(
            each.count for group in states.values() for each in group if each.state == "failed"
        ),
        waiting=sum(each.waiting for each in backlog),
        undelivered=sum(count for _, _, _, count, _, _ in undelivered),
        operators=len(operators),
    )


def _store(context: PageContext, configuration: Configuration) -> Check:
    name = context.translate(marked("Store and migrations"))
    kind = "PostgreSQL" if configuration.database else "SQLite"
    try:
        state = migrate.state(configuration)
    except (DatabaseAway, OSError, ValueError):
        return Check(name, False, context.translate(marked("The store does not answer.")))
    schema, newest = state.schema or "–", migrate.newest()
    current = context.translate(marked("%(kind)s, schema %(schema)s of %(newest)s")) % {
        "kind": kind,
        "schema": schema,
        "newest": newest,
    }
    return Check(name, phases.usable(state) and schema == newest, current)


def _job_worker(context: PageContext, late: int) -> Check:
    name = context.translate(marked("Job worker"))
    if not late:
        return Check(name, True, context.translate(marked("No job waits for a worker.")))
    text = context.translate(
        marked("%(number)d jobs have waited for two minutes. Does openmall jobs work run?")
    )
    return Check(name, False, text % {"number": late})


def _disk(context: PageContext, configuration: Configuration) -> Check:
    name = context.translate(marked("Disk"))
    usage = shutil.disk_usage(configuration.data_dir)
    free, total = usage.free // _MEGABYTE, usage.total // _MEGABYTE
    text = context.translate(marked("%(free)s MB of %(total)s MB free"))
    return Check(name, free >= SPACE_LOW, text % {"free": f"{free:,}", "total": f"{total:,}"})
