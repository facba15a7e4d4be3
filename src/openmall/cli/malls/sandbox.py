"""Commands for sandboxes: clock and faults."""

from typing import TYPE_CHECKING, BinaryIO

import click

from openmall.cli import output, refused
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.contract.sandbox import Fault


@click.command()
@click.argument("mall_id")
@click.option("--forward", metavar="DURATION", help="Move it on: 3d, 12h, 90m, 45s or 1d12h.")
@click.option("--to", metavar="MOMENT", help="Move it on to a date, or a date-time with offset.")
@command
def clock(mall_id: str, forward: str | None, to: str | None) -> "Work":
    """Show the clock of the sandbox MALL_ID, or move it on. There is no way back.

    Everything in the mall goes by it: tokens expire, orders run out, points ripen. What became
    due on the way is done within a minute.

    \b
    Examples:
      openmall mall clock trial
      openmall mall clock trial --forward 3d
      openmall mall clock trial --to 2026-12-24T10:00:00+09:00
    """
    from openmall.access.sandbox import clock as sandbox_clock
    from openmall.contract import moments
    from openmall.contract.refusal import RefusedValue

    if forward is not None and to is not None:
        raise click.UsageError("say --forward or --to")
    try:
        seconds = None if forward is None else sandbox_clock.duration(forward)
        until = None if to is None else moments.read(to)
    except RefusedValue as error:
        raise refused.usage(error.reason) from None

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        if seconds is None and until is None:
            async with opened.database.reading(mall_id) as db:
                reading = await sandbox_clock.read(db, opened.clock.now())
        else:
            reading = await sandbox_clock.move(
                opened.database,
                opened.counters,
                opened.clock,
                mall_id,
                forward=seconds or 0,
                to=until,
            )
        now = moments.moment(reading.now).isoformat()
        facts: dict[str, Fact] = {"mall_id": mall_id, "now": now, "ahead": reading.ahead}
        return Output(facts, f"In {mall_id} it is {now}, {reading.ahead:,} seconds ahead.")

    return work


@click.command()
@click.argument("mall_id")
@click.option(
    "--load",
    "file",
    type=click.File("rb"),
    metavar="FILE",
    help="Replace them with those of a script, a JSON list; - reads standard input.",
)
@click.option("--list", "listed", is_flag=True, help="Show them, as without any option.")
@click.option("--clear", is_flag=True, help="Remove all.")
@command
def faults(mall_id: str, file: BinaryIO | None, listed: bool, clear: bool) -> "Work":
    """Show which calls go wrong in the sandbox MALL_ID, or say which shall.

    \b
    Examples:
      openmall mall faults trial --load script.json
      openmall mall faults trial --list
      openmall mall faults trial --clear
    """
    from openmall.access.sandbox import faults as sandbox_faults
    from openmall.access.sandbox.shape import Script

    if sum((file is not None, listed, clear)) > 1:
        raise click.UsageError("say one of --load, --list and --clear")
    script: list[Fault] = []
    if file is not None:
        try:
            script = sandbox_faults.read(file.read())
        except ValueError as error:
            raise click.UsageError(f"the script: {error}") from None

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        if file is not None or clear:
            counted = await sandbox_faults.load(opened.database, opened.counters, mall_id, script)
        else:
            async with opened.database.reading(mall_id) as db:
                counted = await sandbox_faults.script(db)
        found = Script.of(counted).rules
        columns = (
            "fault_no", "effect", "api", "method", "path", "client_id", "delay_ms", "percent",
            "first", "every", "seed", "matched", "done",
        )  # fmt: skip
        rows = [[getattr(each, name) for name in columns] for each in found]
        empty = f"Nothing goes wrong in {mall_id} on purpose."
        return Output(found, output.table(columns, rows, empty=empty))

    return work
