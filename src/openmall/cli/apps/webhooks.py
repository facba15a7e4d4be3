"""Commands for the webhooks of an app: address, events, delivery log, redelivery."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.events.webhooks.rules import Subscription
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
@setting_options.installation_options
def show(client_id: str, as_json: bool, **options: Any) -> None:
    """Show where the webhooks of CLIENT_ID go, its keys, and how each mall's arrive."""
    from openmall.events.webhooks import rules as webhook_rules

    async def work(opened: "Webhooks") -> dict[str, Any]:
        facts = _facts(await webhook_rules.show(opened.context, client_id))
        return {**facts, "malls": await webhook_rules.receptions(opened.context, client_id)}

    facts = _run(options, work)
    malls = [
        f"{each.mall_id} ({'on' if each.reception_status == 'T' else 'off'}, "
        f"{each.failures} failed in a row)"
        for each in facts["malls"]
    ]
    output.show(facts, as_json=as_json, text=output.facts({**facts, "malls": malls}))


@webhooks.command()
@click.argument("client_id")
@click.argument("url", required=False, default="")
@setting_options.installation_options
def address(client_id: str, url: str, as_json: bool, **options: Any) -> None:
    """Let the webhooks of CLIENT_ID go to the https address URL; without one, nowhere.

    Addresses beside this machine are refused, unless OPENMALL_WEBHOOK_NETWORKS allows them.

    \b
    Example:
      OPENMALL_WEBHOOK_NETWORKS=127.0.0.0/8 openmall app webhooks address CLIENT_ID \\
          https://localhost:9443/hooks
    """
    from openmall.events.webhooks import rules as webhook_rules

    subscription = _run(
        options, lambda opened: webhook_rules.set_address(opened.context, client_id, url)
    )
    output.show(_facts(subscription), as_json=as_json, text=output.facts(_facts(subscription)))


@webhooks.command()
@click.argument("client_id", required=False)
@click.argument("names", nargs=-1, metavar="[EVENT]...")
@setting_options.installation_options
def events(client_id: str | None, names: tuple[str, ...], as_json: bool, **options: Any) -> None:
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
        every = [
            {"event_no": kind.event_no, "name": kind.name, "scopes": sorted(kind.scopes)}
            for kind in sorted(catalogue.KINDS.values(), key=lambda kind: kind.event_no)
        ]
        columns = ("event_no", "name", "scopes")
        rows = [[each[name] for name in columns] for each in every]
        output.show(every, as_json=as_json, text=output.table(columns, rows, empty=""))
        return
    app, parted = client_id, [name.partition(":") for name in names]
    chosen = {event_no(name): fields.split(",") for name, colon, fields in parted if colon}
    event_nos = [event_no(name) for name, _, _ in parted]
    subscription = _run(
        options,
        lambda opened: webhook_rules.set_events(
            opened.context, app, event_nos, changed_fields=chosen
        ),
    )
    output.show(_facts(subscription), as_json=as_json, text=output.facts(_facts(subscription)))


@webhooks.command()
@click.argument("client_id")
@setting_options.installation_options
def key(client_id: str, as_json: bool, **options: Any) -> None:
    """Give CLIENT_ID a new API key and a new secret; the old secret signs along for a day."""
    from openmall.events.webhooks import rules as webhook_rules

    subscription = _run(options, lambda opened: webhook_rules.rotate(opened.context, client_id))
    output.show(_facts(subscription), as_json=as_json, text=output.facts(_facts(subscription)))


@webhooks.command()
@click.argument("client_id")
@MALL
@setting_options.installation_options
def on(client_id: str, mall_id: str, as_json: bool, **options: Any) -> None:
    """Tell CLIENT_ID what happens in a mall from now on; what it missed it can read."""
    _switch(client_id, mall_id, "T", as_json=as_json, options=options)


@webhooks.command()
@click.argument("client_id")
@MALL
@setting_options.installation_options
def off(client_id: str, mall_id: str, as_json: bool, **options: Any) -> None:
    """Tell CLIENT_ID nothing more of a mall; what waits to be tried again is given up."""
    _switch(client_id, mall_id, "F", as_json=as_json, options=options)


def _switch(
    client_id: str, mall_id: str, status: str, *, as_json: bool, options: dict[str, Any]
) -> None:
    from openmall.events.webhooks import rules as webhook_rules

    async def work(opened: "Webhooks") -> bool:
        await webhook_rules.show(opened.context, client_id)
        async with opened.context.database.writing(mall_id) as db:
            return await webhook_rules.switch(db, client_id, status)

    changed = _run(options, work, mall_id)
    facts = {"client_id": client_id, "mall_id": mall_id, "reception_status": status}
    state = "on" if status == "T" else "off"
    text = f"Webhooks of {client_id} are {state} in {mall_id}{'' if changed else ' already'}."
    output.show(facts, as_json=as_json, text=text)


@webhooks.command()
@click.argument("client_id")
@MALL
@click.option("--event", "name", help="Only this event, by number or name.")
@click.option("--failed", is_flag=True, help="Only what failed.")
@click.option("--before", type=int, help="Only what came before the one of this number.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@setting_options.installation_options
def log(
    client_id: str,
    mall_id: str,
    name: str | None,
    failed: bool,
    before: int | None,
    limit: int,
    as_json: bool,
    **options: Any,
) -> None:
    """Show the tries to deliver to CLIENT_ID, the newest first; --json shows what was sent."""
    from msgspec import UNSET

    from openmall.events.webhooks import rules as webhook_rules
    from openmall.events.webhooks.search import AttemptFilter

    filters = AttemptFilter(
        event_no=UNSET if name is None else event_no(name),
        success="F" if failed else UNSET,
        before=UNSET if before is None else before,
    )

    async def work(opened: "Webhooks") -> "list[Attempt]":
        return await webhook_rules.deliveries(
            opened.context, mall_id, client_id, filters, limit=limit
        )

    attempts = _run(options, work, mall_id)
    columns = ("no", "at", "type", "event", "sequence", "try", "answer", "ms")
    rows = [_row(each) for each in attempts]
    empty = "Nothing was delivered, or tried to be."
    output.show(attempts, as_json=as_json, text=output.table(columns, rows, empty=empty))


@webhooks.command()
@click.argument("client_id")
@click.argument("sequence", type=int)
@MALL
@setting_options.installation_options
def resend(client_id: str, sequence: int, mall_id: str, as_json: bool, **options: Any) -> None:
    """Send CLIENT_ID the event of a mall with the number SEQUENCE again, now.

    Its trace id is the same as before, and it is marked as sent again.
    """
    from openmall.events.webhooks import single_deliveries

    async def work(opened: "Webhooks") -> "Attempt":
        return await single_deliveries.resend(
            opened.context, opened.http_client, mall_id, client_id, sequence
        )

    _show_attempt(_run(options, work, mall_id), as_json=as_json)


@webhooks.command()
@click.argument("client_id")
@click.argument("name", metavar="EVENT")
@MALL
@setting_options.installation_options
def test(client_id: str, name: str, mall_id: str, as_json: bool, **options: Any) -> None:
    """Send CLIENT_ID an EVENT that never happened, to try out its receiver.

    `openmall listen` brings it as well; an app without an address gets it from there alone.
    """
    from openmall.events.webhooks import single_deliveries

    number = event_no(name)

    async def work(opened: "Webhooks") -> "Attempt":
        return await single_deliveries.test(
            opened.context, opened.http_client, mall_id, client_id, number, needs_address=False
        )

    attempt = _run(options, work, mall_id)
    if attempt.failure == single_deliveries.NO_ADDRESS:
        text = "The app has no address: openmall listen brings it."
        output.show(attempt, as_json=as_json, text=text)
        return
    _show_attempt(attempt, as_json=as_json)


def event_no(name: str) -> int:
    """Return the number of an event that is given by number or name. Raises ClickException."""
    from openmall.events.webhooks import catalogue

    for kind in catalogue.KINDS.values():
        if name in (str(kind.event_no), kind.name):
            return kind.event_no
    raise click.ClickException(f"there is no event {name!r}; see: openmall app webhooks events")


def _run(
    options: dict[str, Any],
    work: Callable[["Webhooks"], Awaitable[Any]],
    mall_id: str | None = None,
) -> Any:
    from openmall.cli import installation
    from openmall.database.seal import configured_seal
    from openmall.events.webhooks.service import Webhooks

    async def with_webhooks(opened: "Installation") -> Any:
        if mall_id is not None:
            await opened.require_mall(mall_id)
        seal = configured_seal(opened.configuration)
        webhooks_service = Webhooks(opened.configuration, opened.database, opened.clock, seal)
        try:
            return await work(webhooks_service)
        finally:
            await webhooks_service.end()

    return installation.run(setting_options.configuration_from(**options), with_webhooks)


def _facts(subscription: "Subscription") -> dict[str, Any]:
    return {name: getattr(subscription, name) for name in subscription.__struct_fields__}


def _row(each: "Attempt") -> list[Any]:
    from openmall.contract.moments import moment

    result = each.failure if each.http_code is None else each.http_code
    at = moment(each.requested_at).isoformat()
    about = [each.log_type, each.event_no, each.sequence, each.attempt]
    return [each.log_no, at, *about, result, each.took]


def _show_attempt(attempt: "Attempt", *, as_json: bool) -> None:
    result = attempt.failure or f"{attempt.http_code} in {attempt.took} ms"
    text = f"{'Received' if attempt.success else 'Not received'}: {result}"
    output.show(attempt, as_json=as_json, text=text)
    if not attempt.success:
        raise click.exceptions.Exit(1)
