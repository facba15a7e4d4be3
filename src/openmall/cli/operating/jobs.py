"""Commands for the job worker, and for calls that were answered 202."""

import asyncio
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import output, setting_options
from openmall.cli.command import command, command_with
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.configuration import Configuration
    from openmall.events.jobs.shape import Job

MALL: Final = click.option("--mall", "mall_id", required=True, metavar="MALL_ID")
_LOOK_SECONDS: Final = 0.5


@click.group()
def jobs() -> None:
    """Run the job worker, and manage calls that were answered 202.

    \b
    Examples:
      openmall jobs work --database postgresql://openmall@db/openmall
      openmall jobs list --mall myshop
      openmall jobs show 17 --mall myshop --follow
      openmall jobs cancel 17 --mall myshop
    """


@jobs.command("work")
@click.option("--with-parent", type=int, metavar="PID", help="Leave when this parent is gone.")
@command_with(*setting_options.OPTIONS)
def work(configuration: "Configuration", with_parent: int | None) -> None:
    """Do what is due by itself until SIGTERM: deliver webhooks, move orders on, and the like.

    `openmall serve` begins this by itself, unless its setting `jobs` says otherwise. Any number of
    machines may do it at once: they share the work.

    \b
    Example:
      openmall jobs work --database postgresql://openmall@db/openmall
    """
    from openmall import job_worker
    from openmall.cli import installation, key_check

    if with_parent is None:
        # who began this has looked already
        installation.prepare(configuration)
        key_check.require_key(configuration)
    job_worker.work(configuration, parent=with_parent)


@jobs.command("list")
@MALL
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@command
async def list_jobs(opened: "Installation", mall_id: str, limit: int) -> Output:
    """List the calls of a mall that were answered 202, the newest first.

    \b
    Example:
      openmall jobs list --mall myshop
    """
    from openmall.events.jobs import shape as job_shape
    from openmall.events.jobs import store as job_store

    await opened.require_mall(mall_id)
    async with opened.database.reading(mall_id) as db:
        found = [job_shape.job_line(each) for each in await job_store.of_mall(db, limit=limit)]
    rows = [
        (each.job_no, each.created_date, each.operation, each.state, f"{each.done}/{each.total}")
        for each in found
    ]
    columns = ("no", "at", "call", "state", "done")
    empty = "No call was answered 202."
    return Output(found, output.table(columns, rows, empty=empty))


@jobs.command("show")
@click.argument("job_no", type=int)
@MALL
@click.option("--follow", is_flag=True, help="Wait until it has ended, and show how far it is.")
@command
async def show(
    opened: "Installation", job_no: int, mall_id: str, follow: bool, as_json: bool
) -> Output:
    """Show a call that was answered 202: how far it is, and what came of it.

    \b
    Example:
      openmall jobs show 17 --mall myshop --follow
    """

    found = await _find(opened, mall_id, job_no)
    with output.progress(f"job {job_no}", as_json=as_json) as far:
        while follow and found.state in ("queued", "running"):
            far(found.done / found.total)
            await asyncio.sleep(_LOOK_SECONDS)
            found = await _find(opened, mall_id, job_no)
    return _printed(found)


@jobs.command("cancel")
@click.argument("job_no", type=int)
@MALL
@command
async def cancel(opened: "Installation", job_no: int, mall_id: str) -> Output:
    """Cancel what has not been done of a call; what was done stays.

    \b
    Example:
      openmall jobs cancel 17 --mall myshop
    """
    from openmall.events.jobs import store as job_store

    await _find(opened, mall_id, job_no)
    at = int((await opened.clock_of(mall_id)).now())
    async with opened.database.writing(mall_id) as db:
        if not await job_store.end(db, job_no, state="cancelled", at=at):
            raise click.ClickException(f"job {job_no} has ended")
    return _printed(await _find(opened, mall_id, job_no))


async def _find(opened: "Installation", mall_id: str, job_no: int) -> "Job":
    from openmall.events.jobs import shape as job_shape
    from openmall.events.jobs import store as job_store

    await opened.require_mall(mall_id)
    async with opened.database.reading(mall_id) as db:
        job = await job_store.find(db, job_no)
        if job is None:
            raise click.ClickException(f"the mall {mall_id} has no job {job_no}")
        parts = await job_store.outcomes(db, job_no) if job.open == "F" else []
    return job_shape.job_response(job, job_shape.outcome_of(job, parts))


def _printed(job: "Job") -> Output:
    facts: dict[str, Fact] = {
        "job": job.job_no,
        "call": job.operation,
        "state": job.state,
        "done": f"{job.done} of {job.total}, {job.refused} refused",
        "came": job.created_date,
        "ended": job.finished_date or "",
        "status": job.outcome.status if job.outcome else "",
        "error": job.error.message if job.error else "",
    }
    return Output(job, output.facts(facts))
