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


async def rebuild_projection(
    opened: "Installation",
    mall_id: str,
    progress: Callable[[int], None] = lambda count: None,
) -> int:
    """Rebuild a mall's projection for partners; return its number of products."""
    from openmall.commerce.partner import participation

    # from here on every process tells partners of what changes, so nothing slips between
    await opened.counters.invalidate_caches()
    mall = await opened.mall(mall_id)
    return await participation.rebuild(
        opened.database, await opened.clock_of(mall_id), mall, progress
    )


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
