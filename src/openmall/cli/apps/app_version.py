"""`openmall app version`: the API version of an app, and what another one changes for its calls."""

from typing import TYPE_CHECKING

import click

from openmall.cli.apps.registered_app import require_app
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.api.versions.effects import Affected
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact


@click.command("version")
@click.argument("client_id")
@click.option("--to", "target", help="The version to compare with; else the newest.")
@click.option("--set", "do_set", is_flag=True, help="Set the app to it, effective immediately.")
@command
async def version(
    opened: "Installation", client_id: str, target: str | None, do_set: bool
) -> Output:
    """Print what a version changes for the calls that the app CLIENT_ID made in the last year.

    A change is breaking when calls as before are refused or answered less, behavioural when
    responses may differ, and additive otherwise. Of an app that called nothing, the changes of all
    operations are printed.

    \b
    Examples:
      openmall app version CLIENT_ID
      openmall app version CLIENT_ID --to 2026-03-01 --json
      openmall app version CLIENT_ID --to 2026-03-01 --set
    """
    from msgspec.structs import replace

    from openmall.access.oauth import apps as registered_apps
    from openmall.access.oauth.cache_invalidation import invalidating_transaction
    from openmall.api.versions.effects import affecting, between
    from openmall.contract import api_versions
    from openmall.events.request_log.store import operations_called

    wanted = target or api_versions.RELEASES[-1]
    now = opened.clock.now()
    if wanted not in api_versions.RELEASES or api_versions.in_effect(wanted, now) != wanted:
        served = [
            each for each in api_versions.RELEASES if api_versions.in_effect(each, now) == each
        ]
        raise click.BadParameter(
            f"{wanted!r} is not served; {', '.join(served)} are", param_hint="--to"
        )
    app = await require_app(opened, client_id)
    current = api_versions.in_effect(app.version, now)
    async with opened.database.reading("") as db:
        called = await operations_called(db, client_id)
    changes = between(current, wanted)
    everything = {operation for change in changes for operation in change.operations}
    if do_set:
        async with invalidating_transaction(opened.database, opened.counters, "") as db:
            await registered_apps.change(db, replace(app, version=wanted))
    effects = affecting(changes, called or everything)
    facts: dict[str, Fact] = {
        "client_id": client_id,
        "version": current,
        "to": wanted,
        "of_calls": bool(called),
        "changes": effects,
        "set": do_set,
    }
    whose = "its calls" if called else "all operations: it called none yet"
    lines = _lines(f"From {current} to {wanted}", effects, whose)
    if do_set:
        lines.append(f"{client_id} is set to {wanted}.")
    return Output(facts, "\n".join(lines))


def _lines(step: str, effects: "list[Affected]", whose: str) -> list[str]:
    """Return the changes, the breaking ones first."""
    order = ("breaking", "behavioural", "additive")
    changes = sorted(effects, key=lambda each: order.index(each.kind))
    lines = [
        f"{step}, {len(changes)} changes of {whose}." if changes else f"{step} nothing changes."
    ]
    for each in changes:
        lines.append(click.wrap_text(f"{each.kind}: {each.description}", 88, "- ", "  "))
        lines += [f"    {operation}" for operation in each.operations]
    return lines
