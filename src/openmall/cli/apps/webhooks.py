"""Commands for the webhooks of an app: address, events, delivery log, redelivery."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.events.webhooks.search import Attempt
    from openmall.events.webhooks.service import Webhooks

MALL = click.option("--mall", "mall_id", required=True, metavar="MALL_ID", help="Of which mall.")


@click.group()
def webhooks() -> None:
    """Manage the webhooks of an app.

    A running server posts each event to the app's https address, signed, again when it failed.

    \b
    Examples:
      openmall app webhooks address CLIENT_ID https://app.example.com/hooks
      openmall app webhooks events CLIENT_ID product_created order_received
      openmall app webhooks test CLIENT_ID order_received --mall myshop
      openmall app webhooks log CLIENT_ID --mall myshop --failed
      openmall app webhooks resend CLIENT_ID 1234 --mall myshop
    """


@webhooks.command()
@click.argument("client_id")
@command
async def show(opened: "Installation", client_id: str) -> Output:
    """Show where the webhooks of CLIENT_ID go, its keys, and how each mall's arrive.

    \b
    Example:
      openmall app webhooks show CLIENT_ID
    """
    from openmall.events.webhooks import rules as webhook_rules

    async with _service(opened) as service:
        facts = asdict(await webhook_rules.show(service.context, client_id))
        receptions = await webhook_rules.receptions(service.context, client_id)
    malls = [
        f"{each.mall_id} ({'on' if each.reception_status == 'T' else 'off'}, "
        f"{each.failures} failed in a row)"
        for each in receptions
    ]
    return Output({**facts, "malls": receptions}, output.facts({**facts, "malls": malls}))


@webhooks.command()
@click.argument("client_id")
@click.argument("url", required=False, default="")
@command
async def address(opened: "Installation", client_id: str, url: str) -> Output:
    """Let the webhooks of CLIENT_ID go to the https address URL; without one, nowhere.

    Addresses beside this machine are refused, unless OPENMALL_WEBHOOK_NETWORKS allows them.

    \b
    Example:
      OPENMALL_WEBHOOK_NETWORKS=127.0.0.0/8 openmall app webhooks address CLIENT_ID \\
          https://localhost:9443/hooks
    """
    from openmall.events.webhooks import rules as webhook_rules

    async with _service(opened) as service:
        return output.of_struct(await webhook_rules.set_address(service.context, client_id, url))


@webhooks.command()
@click.argument("client_id", required=False)
@click.argument("names", nargs=-1, metavar="[EVENT]...")
@command
def events(client_id: str | None, names: tuple[str, ...]) -> "Work | Output":
    """Subscribe CLIENT_ID to these events, by number or name, and to no others.

    An event with field names behind a colon is delivered only when one of these fields changed.
    Without CLIENT_ID, list every event there is and the scopes one of which an app needs for it.

    \b
    Examples:
      openmall app webhooks events
      openmall app webhooks events CLIENT_ID 90001 order_received
      openmall app webhooks events CLIENT_ID product_updated:price,display
    """
    from openmall.events.webhooks import catalogue
    from openmall.events.webhooks import rules as webhook_rules

    if client_id is None:
        every: list[dict[str, Fact]] = [
            {"event_no": kind.event_no, "name": kind.name, "scopes": sorted(kind.scopes)}
            for kind in sorted(catalogue.KINDS.values(), key=lambda kind: kind.event_no)
        ]
        return output.of_rows(every, ("event_no", "name", "scopes"))
    app, parted = client_id, [name.partition(":") for name in names]
    chosen = {event_no(name): fields.split(",") for name, colon, fields in parted if colon}
    event_nos = [event_no(name) for name, _, _ in parted]

    async def work(opened: "Installation") -> Output:
        async with _service(opened) as service:
            subscription = await webhook_rules.set_events(
                service.context, app, event_nos, changed_fields=chosen
            )
        return output.of_struct(subscription)

    return work


@webhooks.command()
@click.argument("client_id")
@command
async def key(opened: "Installation", client_id: str) -> Output:
    """Give CLIENT_ID a new API key and a new secret; the old secret signs along for a day.

    \b
    Example:
      openmall app webhooks key CLIENT_ID
    """
    from openmall.events.webhooks import rules as webhook_rules

    async with _service(opened) as service:
        return output.of_struct(await webhook_rules.rotate(service.context, client_id))


@webhooks.command()
@click.argument("client_id")
@MALL
@command
async def on(opened: "Installation", client_id: str, mall_id: str) -> Output:
    """Tell CLIENT_ID what happens in a mall from now on; what it missed it can read.

    \b
    Example:
      openmall app webhooks on CLIENT_ID --mall myshop
    """
    return await _switch(opened, client_id, mall_id, "T")


@webhooks.command()
@click.argument("client_id")
@MALL
@command
async def off(opened: "Installation", client_id: str, mall_id: str) -> Output:
    """Tell CLIENT_ID nothing more of a mall; what waits to be tried again is given up.

    \b
    Example:
      openmall app webhooks off CLIENT_ID --mall myshop
    """
    return await _switch(opened, client_id, mall_id, "F")


async def _switch(opened: "Installation", client_id: str, mall_id: str, status: str) -> Output:
    from openmall.events.webhooks import rules as webhook_rules

    async with _service(opened, mall_id) as service:
        await webhook_rules.show(service.context, client_id)
        async with opened.database.writing(mall_id) as db:
            changed = await webhook_rules.switch(db, client_id, status)
    facts = {"client_id": client_id, "mall_id": mall_id, "reception_status": status}
    state = "on" if status == "T" else "off"
    text = f"Webhooks of {client_id} are {state} in {mall_id}{'' if changed else ' already'}."
    return Output(facts, text)


@webhooks.command()
@click.argument("client_id")
@MALL
@click.option("--event", "name", help="Only this event, by number or name.")
@click.option("--failed", is_flag=True, help="Only what failed.")
@click.option("--before", type=int, help="Only what came before the one of this number.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@command
def log(
    client_id: str,
    mall_id: str,
    name: str | None,
    failed: bool,
    before: int | None,
    limit: int,
) -> "Work":
    """Show the tries to deliver to CLIENT_ID, the newest first; --json shows what was sent.

    \b
    Example:
      openmall app webhooks log CLIENT_ID --mall myshop
    """
    from msgspec import UNSET

    from openmall.events.webhooks import rules as webhook_rules
    from openmall.events.webhooks.search import AttemptFilter

    filters = AttemptFilter(
        event_no=UNSET if name is None else event_no(name),
        success="F" if failed else UNSET,
        before=UNSET if before is None else before,
    )

    async def work(opened: "Installation") -> Output:
        async with _service(opened, mall_id) as service:
            attempts = await webhook_rules.deliveries(
                service.context, mall_id, client_id, filters, limit=limit
            )
        columns = ("no", "at", "type", "event", "sequence", "try", "answer", "ms")
        rows = [_row(each) for each in attempts]
        empty = "Nothing was delivered, or tried to be."
        return Output(attempts, output.table(columns, rows, empty=empty))

    return work


@webhooks.command()
@click.argument("client_id")
@click.argument("sequence", type=int)
@MALL
@command
async def resend(opened: "Installation", client_id: str, sequence: int, mall_id: str) -> Output:
    """Send CLIENT_ID the event of a mall with the number SEQUENCE again, now.

    Its trace id is the same as before, and it is marked as sent again.

    \b
    Example:
      openmall app webhooks resend CLIENT_ID 1234 --mall myshop
    """
    from openmall.events.webhooks import single_deliveries

    async with _service(opened, mall_id) as service:
        attempt = await single_deliveries.resend(
            service.context, service.http_client, mall_id, client_id, sequence
        )
    return _outcome(attempt)


@webhooks.command()
@click.argument("client_id")
@click.argument("name", metavar="EVENT")
@MALL
@command
def test(client_id: str, name: str, mall_id: str) -> "Work":
    """Send CLIENT_ID an EVENT that never happened, to try out its receiver.

    `openmall listen` brings it as well; an app without an address gets it from there alone.

    \b
    Example:
      openmall app webhooks test CLIENT_ID order_received --mall myshop
    """
    from openmall.events.webhooks import single_deliveries

    number = event_no(name)

    async def work(opened: "Installation") -> Output:
        async with _service(opened, mall_id) as service:
            attempt = await single_deliveries.test(
                service.context,
                service.http_client,
                mall_id,
                client_id,
                number,
                needs_address=False,
            )
        if attempt.failure == single_deliveries.NO_ADDRESS:
            return Output(attempt, "The app has no address: openmall listen brings it.")
        return _outcome(attempt)

    return work


def event_no(name: str) -> int:
    """Return the number of an event that is given by number or name. Raises ClickException."""
    from openmall.events.webhooks import catalogue

    for kind in catalogue.KINDS.values():
        if name in (str(kind.event_no), kind.name):
            return kind.event_no
    raise click.ClickException(f"there is no event {name!r}; see: openmall app webhooks events")


@asynccontextmanager
async def _service(opened: "Installation", mall_id: str | None = None) -> "AsyncIterator[Webhooks]":
    """Open the service of webhooks. Raises ClickException when there is no mall `mall_id`."""
    from openmall.database.seal import configured_seal
    from openmall.events.webhooks.service import Webhooks

    if mall_id is not None:
        await opened.require_mall(mall_id)
    seal = configured_seal(opened.configuration)
    service = Webhooks(opened.configuration, opened.database, opened.clock, seal)
    try:
        yield service
    finally:
        await service.end()


def _row(each: "Attempt") -> "list[Fact]":
    from openmall.contract.moments import moment

    result = each.failure if each.http_code is None else each.http_code
    at = moment(each.requested_at).isoformat()
    about: list[Fact] = [each.log_type, each.event_no, each.sequence, each.attempt]
    return [each.log_no, at, *about, result, each.took]


def _outcome(attempt: "Attempt") -> Output:
    result = attempt.failure or f"{attempt.http_code} in {attempt.took} ms"
    text = f"{'Received' if attempt.success else 'Not received'}: {result}"
    return Output(attempt, text, status=0 if attempt.success else 1)
