"""Shared by the commands of the partner programme: open a mall, rebuild its projection."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from msgspec import Struct

    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.contract.call import Mall


async def rebuild_projection(
    opened: "Installation",
    mall_id: str,
    progress: Callable[[int], None] = lambda count: None,
) -> int:
    """Rebuild a mall's projection for partners; return its number of products."""
    from openmall.commerce.partner import participation

    # from here on every process tells partners of what changes, so nothing slips between
    await opened.counters.invalidate_caches()
    mall = await find_mall(opened, mall_id)
    return await participation.rebuild(
        opened.database, await opened.clock_of(mall_id), mall, progress
    )


async def find_mall(opened: "Installation", mall_id: str) -> "Mall":
    """Return a mall. Raises ClickException when there is none of that name."""
    from openmall.access.oauth.directory import Directory

    mall = await Directory(opened.database, opened.clock, lambda: 0).mall(mall_id)
    if mall is None:
        raise click.ClickException(f"there is no mall {mall_id!r}")
    return mall


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show how many products were processed, on a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.TextColumn("{task.completed:,.0f} products"),
    )
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Looking through the malls", total=None)
        yield lambda count: bar.advance(task, count)


def category_codes(text: str, *, levels: int) -> list[str]:
    """Parse codes such as `C10/C1010`; levels left out are empty. Raises UsageError."""
    import msgspec

    from openmall.commerce.partner_projection.shape import Code

    codes = text.split("/") if text else []
    try:
        msgspec.convert(codes, list[Code])
    except msgspec.ValidationError as error:
        raise click.UsageError(f"{text!r}: {error}") from None
    if len(codes) > levels:
        raise click.UsageError(f"{text!r} has more than {levels} levels")
    return codes + [""] * (levels - len(codes))


def struct_facts(struct: "Struct") -> "dict[str, Fact]":
    """Return a struct as JSON values."""
    import msgspec

    facts: dict[str, Fact] = msgspec.to_builtins(struct)
    return facts
