"""Shared by commands that import a file: the mall, priority, progress, summary."""

import atexit
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import click

if TYPE_CHECKING:
    from msgspec import Struct

    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.contract.call import Mall
    from openmall.transfer.imports.reading import Source

SESSION: Final = Path("/proc/self/autogroup")
"""File in which Linux keeps the nice value of a session (autogroup)."""
_RETRY_SECONDS: Final = 0.11
"""Seconds between two changes that Linux allows a user other than root."""
FILE = click.Path(path_type=Path, dir_okay=False)
nice = click.option(
    "--nice",
    default=3,
    show_default=True,
    type=click.IntRange(0, 19),
    envvar="OPENMALL_NICE",
    help="How far to step aside for other programs of this machine; 0: not at all.",
)


class Counted(Protocol):
    """The progress of an import."""

    @property
    def done(self) -> int:
        """Number of records, or lines, that were processed."""
        ...


class NothingImported(click.ClickException):
    """Nothing was imported, because the command line or the file is wrong."""

    exit_code = 2


def lower_priority(nice: int) -> None:
    """Lower the priority of this process below other programs, above all the server."""
    priority = max(nice, os.getpriority(os.PRIO_PROCESS, 0))
    os.setpriority(os.PRIO_PROCESS, 0, priority)
    lower_session_priority(priority)


def lower_session_priority(nice: int) -> None:
    """Lower the priority of this session until it ends, where sessions share the processor.

    Linux as most distributions set it up (`kernel.sched_autogroup_enabled`) gives each session as
    much as any other, whatever its processes ask for: an import of one terminal would take half of
    a core from the server of another, however nice it is.
    """
    try:
        before = int(SESSION.read_text().rpartition(" ")[2])
    except (OSError, ValueError):
        return
    if before < nice and _set_session(nice):
        atexit.register(_set_session, before)


def _set_session(nice: int) -> bool:
    for _ in range(3):
        try:
            SESSION.write_text(str(nice))
        except BlockingIOError:
            time.sleep(_RETRY_SECONDS)
        except OSError:
            return False
        else:
            return True
    return False


async def require_mall(opened: "Installation", mall_id: str) -> "Mall":
    """Return the mall to fill. Raises NothingImported."""
    try:
        return await opened.mall(mall_id)
    except click.ClickException as error:
        raise NothingImported(error.message) from None


@contextmanager
def show_progress(
    source: "Source", *, as_json: bool, unit: str = "products"
) -> "Iterator[Callable[[Counted], None]]":
    """Show the progress of an import and the time left, on a terminal."""
    if as_json or not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.TaskProgressColumn(),
        rich.TextColumn(
            "{task.fields[count]:,} {task.fields[what]}, {task.fields[rate]:,.0f} a second"
        ),
        rich.TimeRemainingColumn(),
    )
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Importing", total=max(source.size, 1), count=0, rate=0.0, what=unit)
        start_counts: list[int] = []

        def report_progress(progress: Counted) -> None:
            start_counts.append(progress.done) if not start_counts else None
            elapsed = bar.tasks[task].elapsed or 0.0
            rate = (progress.done - start_counts[0]) / elapsed if elapsed else 0.0
            bar.update(task, completed=source.position(), count=progress.done, rate=rate)

        yield report_progress


def facts_of(summary: "Struct") -> "dict[str, Fact]":
    """Return a summary in the shape that --json prints."""
    import msgspec

    facts: dict[str, Fact] = msgspec.to_builtins(summary, enc_hook=str)
    return facts
