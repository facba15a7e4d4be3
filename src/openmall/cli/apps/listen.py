"""`openmall webhooks listen`: forwards events of a mall to a program on this machine."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from openmall.cli.apps.event_forwarding import (
    PAGE_SIZE,
    ForwardedEvent,
    Forwarding,
    Position,
    forward,
)
from openmall.cli.apps.webhooks import event_no
from openmall.cli.command import command

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation


@click.command()
@click.option("--forward", "url", required=True, help="Where to post each event, http or https.")
@click.option("--app", "client_id", help="As which app; needed without --server.")
@click.option("--mall", "mall_id", help="Of which mall; needed without --server.")
@click.option("--events", "names", help="Only these, by number or name, parted by commas.")
@click.option("--server", help="Address of a mall on another machine, https://myshop.example.com.")
@click.option("--token", help="Access token for it, with the scope mall.read_application.")
@click.option(
    "--ca", type=click.Path(exists=True, path_type=Path), help="PEM file to trust as well."
)
@click.option("--since", type=int, help="Number of the last event that is known; else from now on.")
@click.option("--once", is_flag=True, help="Bring what there is, and end.")
@click.option(
    "--state", type=click.Path(dir_okay=False, path_type=Path), help="File to go on from next time."
)
@click.option(
    "--retries",
    type=click.IntRange(0, 100),
    default=3,
    show_default=True,
    help="How often an event that is not accepted is sent again, after 1, 2, 4, ... seconds.",
)
@click.option("--print-secret", is_flag=True, help="Print the secret that events are signed with.")
@command
def listen(
    url: str,
    client_id: str | None,
    mall_id: str | None,
    names: str | None,
    server: str | None,
    token: str | None,
    ca: Path | None,
    since: int | None,
    once: bool,
    state: Path | None,
    retries: int,
    print_secret: bool,
    as_json: bool,
) -> "Work | None":
    """Bring events to a program on this machine: each is posted to --forward as a webhook is.

    Reads them from this installation (--app and --mall), or from a server (--server and --token).
    What is posted has the same body, headers and signatures; the app's own keys are used where
    they are at hand, else OPENMALL_LISTEN_SECRET, else a secret that is shown at the beginning.
    Prints a line an event with its number: give the last one to --since to go on from there, or
    let --state remember it. What `openmall app webhooks test` sends is brought as well.

    \b
    Examples:
      openmall listen --forward http://localhost:3000/hooks --app CLIENT_ID --mall myshop
      openmall listen --forward http://localhost:3000/hooks --app CLIENT_ID --mall myshop \\
          --state listen.json --print-secret
      openmall listen --forward http://localhost:3000/hooks --events order_received,90025 \\
          --server https://myshop.example.com --token ACCESS_TOKEN --since 1200
    """
    event_nos = [event_no(name.strip()) for name in names.split(",")] if names else []
    how = Forwarding(
        url=url,
        since=since,
        once=once,
        retries=retries,
        state=state,
        print_secret=print_secret,
        as_json=as_json,
    )
    if server is not None:
        if token is None:
            raise click.UsageError("--server needs --token")
        from openmall.cli.apps import remote_events

        asyncio.run(remote_events.forward_from(how, server, token, ca, event_nos))
        return None
    if client_id is None or mall_id is None:
        raise click.UsageError("say --app and --mall, or --server and --token")
    return _from_here(how, client_id, mall_id, event_nos)


def _from_here(
    how: Forwarding,
    client_id: str,
    mall_id: str,
    event_nos: list[int],
) -> "Work":
    from openmall.access.oauth import apps as registered_apps
    from openmall.database import sequences
    from openmall.database.seal import configured_seal
    from openmall.events.webhooks import catalogue, signing
    from openmall.events.webhooks import rules as webhook_rules
    from openmall.events.webhooks import search as webhook_search
    from openmall.events.webhooks import store as webhook_store
    from openmall.events.webhooks.search import AttemptFilter
    from openmall.events.webhooks.service import Webhooks

    async def work(opened: "Installation") -> None:
        await opened.require_mall(mall_id)
        seal = configured_seal(opened.configuration)
        subscriptions = Webhooks(opened.configuration, opened.database, opened.clock, seal).context
        subscription = await webhook_rules.show(subscriptions, client_id)
        async with opened.database.reading(mall_id) as db:
            scopes = await registered_apps.allowed(db, client_id)
            head = await sequences.allocated(db, "event")
        if scopes is None:
            raise click.ClickException(f"{client_id} is not in {mall_id}")
        permitted = catalogue.permitted(scopes)
        events = permitted & frozenset(event_nos or subscription.events or permitted)

        async def source(after: int) -> AsyncIterator[ForwardedEvent]:
            async with opened.database.reading(mall_id) as db:
                rows = await webhook_store.events_since(db, after, events, PAGE_SIZE)
            for sequence, number, resource, created_at, changed_fields in rows:
                trace_id = signing.trace_id(
                    mall_id, client_id, sequence=sequence, created_at=created_at
                )
                body = signing.body_of(number, resource, changed_fields)
                yield ForwardedEvent(sequence, number, body, trace_id)

        async def tests(after: int) -> list[tuple[int, ForwardedEvent]]:
            filters = AttemptFilter(log_type="T", after=after)
            async with opened.database.reading(mall_id) as db:
                found = await webhook_search.attempts(db, client_id, filters, limit=PAGE_SIZE)
            return [
                (each.log_no, ForwardedEvent(0, each.event_no, each.body.encode(), each.trace_id))
                for each in found
            ]

        async with opened.database.reading(mall_id) as db:
            last = await webhook_search.attempts(
                db, client_id, AttemptFilter(log_type="T"), limit=1
            )
        start = Position(head, last[0].log_no if last else 0)
        keys = signing.Keys(api_key=subscription.api_key, secret=subscription.secret)
        await forward(how, source, tests, keys, start)

    return work
