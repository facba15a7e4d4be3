"""`openmall mirror`: the reference consumer of the change feed."""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec import Struct

from openmall.cli import output
from openmall.cli.command import refuse_unusual_numbers

if TYPE_CHECKING:
    from openmall.cli.mirror.copy_store import CopyStore
    from openmall.cli.mirror.mirroring import Mirror
    from openmall.cli.output import Fact

_ALL: Final = (
    "products,variants,categories,customers,orders,cancellation,return,exchange,refunds,coupons"
)
_TRIES_ONCE: Final = 8
"""Calls before a run that shall end gives up."""


class MirrorOptions(Struct, kw_only=True):
    """The copy and the shop it is of."""

    target: str | None
    server: str | None
    token: str | None
    ca: Path | None
    resources: str
    shop_no: int
    as_json: bool


def _options(body: Callable[..., None]) -> Callable[..., None]:
    """Add the options of `MirrorOptions`; the command takes them as `chosen`."""

    @functools.wraps(body)
    def command(**values: Any) -> None:
        refuse_unusual_numbers()
        names = MirrorOptions.__struct_fields__
        chosen = MirrorOptions(**{name: values.pop(name) for name in names})
        body(chosen=chosen, **values)

    for option in reversed(
        (
            click.option("--to", "target", help="sqlite:///copy.db or postgresql://..."),
            click.option("--server", help="Address of the mall, https://myshop.example.com."),
            click.option(
                "--token",
                envvar="OPENMALL_MIRROR_TOKEN",
                help="Access token; or OPENMALL_MIRROR_TOKEN.",
            ),
            click.option(
                "--ca", type=click.Path(exists=True, path_type=Path), help="PEM file to trust too."
            ),
            click.option("--resources", default=_ALL, help="Which, parted by commas; all."),
            click.option("--shop", "shop_no", default=1, help="Number of the shop."),
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        )
    ):
        option(command)
    return command


@click.group(invoke_without_command=True)
@_options
@click.option("--once/--follow", default=True, help="End when the copy is complete, or follow.")
def mirror(chosen: MirrorOptions, once: bool) -> None:
    """Keep a copy of a shop in another database, through its change feed.

    Copies all rows, then applies changes in their order. Every page is one transaction with the
    position it reaches: the program may be stopped at any time, and goes on where it was. The token
    needs mall.read_application and the scope of each resource.

    \b
    Examples:
      openmall mirror --to sqlite:///copy.db --server https://myshop.example.com --token TOKEN
      openmall mirror --follow --to postgresql://localhost/copy \\
          --server https://myshop.example.com --token TOKEN --resources products,variants
    """
    if click.get_current_context().invoked_subcommand is not None:
        return

    async def work(mirror: "Mirror", copy: "CopyStore", report: Callable[[str], None]) -> None:
        from openmall.cli.mirror.feed_client import FeedExpired
        from openmall.cli.mirror.mirroring import WAIT_SECONDS

        await mirror.bring_up(report)
        while not once:
            try:
                await mirror.apply_next(wait=WAIT_SECONDS)
                report(f"position {mirror.position}, {mirror.applied} changes applied")
            except FeedExpired:
                await mirror.bring_up(report)
        counts = await copy.counts()
        facts: dict[str, Fact] = {
            "position": mirror.position,
            "applied": mirror.applied,
            "rows": counts,
        }
        text = output.facts({"position": mirror.position, "applied": mirror.applied, **counts})
        output.show(facts, as_json=chosen.as_json, text=text)

    _run(work, chosen, tries=_TRIES_ONCE if once else None)


@mirror.command()
@_options
@click.option("--repair/--no-repair", default=True, help="Retrieve ranges that differ again.")
def verify(chosen: MirrorOptions, repair: bool) -> None:
    """Compare a copy with its shop by digests, and repair only the ranges that differ.

    Exit status 1: they differ, and were not repaired.

    \b
    Example:
      openmall mirror verify --to sqlite:///copy.db --server https://myshop.example.com \\
          --token TOKEN
    """

    async def work(mirror: "Mirror", copy: "CopyStore", report: Callable[[str], None]) -> None:
        from openmall.cli.mirror.feed_client import FeedExpired

        if (await copy.state()).get("position") is None:
            raise click.ClickException("there is no copy yet: openmall mirror makes it")
        try:
            found = await mirror.compare(repair=repair, progress=report)
        except FeedExpired as error:
            raise click.ClickException(f"{error}; run openmall mirror") from None
        lines = [
            f"{each.resource}: ids above {each.after or 'the beginning'}"
            f" up to {each.upto or 'the end'} {'were repaired' if each.repaired else 'differ'}"
            for each in found.differences
        ]
        lines.append(f"{found.rows} rows in {found.ranges} ranges compared by {found.calls} calls")
        output.show(found, as_json=chosen.as_json, text="\n".join(lines))
        if any(not each.repaired for each in found.differences):
            raise SystemExit(1)

    _run(work, chosen, tries=_TRIES_ONCE)


def _run(
    work: "Callable[[Mirror, CopyStore, Callable[[str], None]], Awaitable[None]]",
    chosen: MirrorOptions,
    *,
    tries: int | None,
) -> None:
    from openmall.cli.mirror.copy_store import open_copy
    from openmall.cli.mirror.feed_client import FeedClient, FeedRefused, FeedUnavailable
    from openmall.cli.mirror.mirroring import Mirror

    target, server, token = chosen.target, chosen.server, chosen.token
    if not target or not server or not token:
        raise click.UsageError("say --to, --server and --token")
    names = [each.strip() for each in chosen.resources.split(",") if each.strip()]
    unknown = set(names) - set(_ALL.split(","))
    if unknown or not names:
        raise click.UsageError(f"--resources: {', '.join(sorted(unknown)) or 'none'} of {_ALL}")

    async def run() -> None:
        try:
            copy = await open_copy(target)
        except ValueError as error:
            raise click.UsageError(f"--to: {error}") from None
        try:
            await _require_source(copy, f"{server} {chosen.shop_no}")
            async with FeedClient(server, token, chosen.ca, tries=tries) as feed:
                with output.steps(as_json=chosen.as_json) as report:
                    await work(Mirror(feed, copy, names, chosen.shop_no), copy, report)
        except (FeedRefused, FeedUnavailable) as error:
            raise click.ClickException(f"{server}: {error}") from None
        finally:
            await copy.close()

    asyncio.run(run())


async def _require_source(copy: "CopyStore", source: str) -> None:
    """Record where a copy comes from, and refuse to mix two shops in one."""
    known = (await copy.state()).get("source")
    if known is None:
        await copy.write([], {"source": source})
    elif known != source:
        raise click.ClickException(f"this is a copy of {known}, not of {source}")
