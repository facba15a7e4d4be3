"""Commands for the pictures of malls: remove unreferenced ones."""

import re
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.configuration import Configuration

_AGE: Final = re.compile(r"(\d{1,5})([hd])")
_SECONDS: Final = {"h": 3600, "d": 86400}


@click.group()
def files() -> None:
    """Manage the pictures of malls.

    \b
    Examples:
      openmall files sweep --dry-run
      openmall files sweep --mall myshop --older-than 7d
    """


def _age(ctx: click.Context, param: click.Parameter, value: str) -> int:
    age = _AGE.fullmatch(value)
    if age is None:
        raise click.BadParameter("an age is a number of hours or days: 12h, 7d")
    return int(age[1]) * _SECONDS[age[2]]


@files.command()
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@click.option("--dry-run", is_flag=True, help="Only count what would be removed.")
@click.option(
    "--older-than",
    default="1d",
    show_default=True,
    metavar="AGE",
    callback=_age,
    help="Age from which a picture that nothing names is removed; 12h at least.",
)
@command
def sweep(
    configuration: "Configuration",
    mall_id: str | None,
    dry_run: bool,
    older_than: int,
    as_json: bool,
) -> "Work":
    """Remove pictures that no product, category, decoration or other row of their mall names.

    A running server may go on meanwhile. Where the pictures lie is said by OPENMALL_FILES and the
    settings beside it.

    \b
    Examples:
      openmall files sweep --dry-run
      openmall files sweep --mall myshop --older-than 7d
    """
    from openmall.media import sweep
    from openmall.media.store_factory import open_store

    if older_than < sweep.MIN_AGE_SECONDS:
        raise click.UsageError(f"--older-than is {sweep.MIN_AGE_SECONDS // 3600}h at least")

    async def work(opened: "Installation") -> Output:
        store = open_store(configuration)
        store.check()
        mall_ids = await opened.mall_ids(mall_id)
        swept = []
        with output.progress("Sweeping", as_json=as_json) as report_progress:
            for at, each in enumerate(mall_ids):
                swept.append(
                    await sweep.sweep(
                        opened.database,
                        store,
                        each,
                        now=time.time(),
                        older_than=older_than,
                        dry_run=dry_run,
                        watch=partial(_report_share, report_progress, at, len(mall_ids)),
                    )
                )
        columns = (
            "mall_id",
            "pictures",
            "young",
            "would be removed" if dry_run else "removed",
            "freed",
        )
        rows = [
            (each.mall_id, each.pictures, each.young, each.removed, f"{each.freed:,} bytes")
            for each in swept
        ]
        text = output.table(columns, rows, empty="There is no mall.")
        return Output({"dry_run": dry_run, "malls": swept}, text)

    return work


def _report_share(
    report_progress: Callable[[float], None], at: int, malls: int, share: float
) -> None:
    """Report the share done of all malls: `at` of them, and `share` of the next."""
    report_progress((at + share) / malls)
