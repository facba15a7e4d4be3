"""`openmall webhooks listen`: forwards events of a mall to a program on this machine."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from openmall.cli import output, setting_options
from openmall.cli.webhooks import event_no

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.events.webhooks.signing import Keys

POLL_SECONDS: Final = 1.0
"""Seconds between two polls for new events."""
PAGE_SIZE: Final = 100
SECRET: Final = "OPENMALL_LISTEN_SECRET"  # noqa: S105 # the name of a variable


class ForwardedEvent(NamedTuple):
    """An event as it is forwarded."""

    sequence: int
    event_no: int
    body: bytes
    trace_id: str


Source = Callable[[int], AsyncIterator[ForwardedEvent]]
"""Returns the events after a sequence number, each once."""


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
@setting_options.installation_options
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
    as_json: bool,
    **options: Any,
) -> None:
    """Bring events to a program on this machine: each is posted to --forward as a webhook is.

    Reads them from this installation (--app and --mall), or from a server (--server and --token).
    What is posted has the same body, headers and signatures; the app's own keys are used where
    they are at hand, else OPENMALL_LISTEN_SECRET, else a secret that is shown at the beginning.
    Prints a line an event with its number: give the last one to --since to go on from there.

    \b
    Examples:
      openmall listen --forward http://localhost:3000/hooks --app CLIENT_ID --mall myshop
      openmall listen --forward http://localhost:3000/hooks --events order_received,90025 \\
          --server https://myshop.example.com --token ACCESS_TOKEN --since 1200
    """
    event_nos = [event_no(name.strip()) for name in names.split(",")] if names else []
    if server is not None:
        if token is None:
            raise click.UsageError("--server needs --token")
        asyncio.run(_from_server(url, server, token, ca, event_nos, since, once, as_json))
        return
    if client_id is None or mall_id is None:
        raise click.UsageError("say --app and --mall, or --server and --token")
    _from_here(url, client_id, mall_id, event_nos, since, once, as_json, options)


def _from_here(
    url: str,
    client_id: str,
    mall_id: str,
    event_nos: list[int],
    since: int | None,
    once: bool,
    as_json: bool,
    options: dict[str, Any],
) -> None:
    from openmall.access.oauth import apps as registered_apps
    from openmall.cli import installation
    from openmall.database import sequences
    from openmall.database.seal import configured_seal
    from openmall.events.webhooks import catalogue, signing
    from openmall.events.webhooks import rules as webhook_rules
    from openmall.events.webhooks import store as webhook_store
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

        keys = signing.Keys(api_key=subscription.api_key, secret=subscription.secret)
        await _forward(url, source, keys, head if since is None else since, once, as_json)

    installation.run(setting_options.configuration_from(**options), work)


async def _from_server(
    url: str,
    server: str,
    token: str,
    ca: Path | None,
    event_nos: list[int],
    since: int | None,
    once: bool,
    as_json: bool,
) -> None:
    import aiohttp
    import msgspec

    from openmall.access.oauth import secrets
    from openmall.events.webhooks import signing

    secret = os.environ.get(SECRET)
    keys = signing.Keys(api_key=secrets.generate(), secret=secret or signing.new_secret())
    if not secret:
        setting_options.print_notice(
            f"X-API-Key is {keys.api_key}, and signed is with {keys.secret}"
        )
    event_filter = {"event_no": ",".join(map(str, event_nos))} if event_nos else {}
    headers = {"Authorization": f"Bearer {token}"}
    path = f"{server.rstrip('/')}/api/v2/admin/webhooks/events"
    async with aiohttp.ClientSession(headers=headers) as session:
        ssl_context = _ssl_context(ca)

        async def fetch(**parameters: int) -> list[dict[str, Any]]:
            query = {**{name: str(value) for name, value in parameters.items()}, **event_filter}
            try:
                async with session.get(path, params=query, ssl=ssl_context) as answer:
                    payload = msgspec.json.decode(await answer.read())
                    if answer.status == 200:
                        events: list[dict[str, Any]] = payload["events"]
                        return events
                    if answer.status in (429, 503):
                        return []  # again after a while
                    raise click.ClickException(f"{server}: {payload['error']['message']}")
            except (aiohttp.ClientError, msgspec.DecodeError, KeyError) as error:
                raise click.ClickException(f"{server}: {error}") from None

        async def source(after: int) -> AsyncIterator[ForwardedEvent]:
            for each in await fetch(since=after, limit=PAGE_SIZE):
                resource = msgspec.json.encode(each["resource"]).decode()
                names = each.get("changed_fields") or ()
                body = signing.body_of(each["event_no"], resource, ",".join(names))
                yield ForwardedEvent(each["sequence"], each["event_no"], body, each["trace_id"])

        if since is None:
            since = max([each["sequence"] for each in await fetch(limit=1)], default=0)
        await _forward(url, source, keys, since, once, as_json)


def _ssl_context(ca: Path | None) -> Any:
    import ssl

    context = ssl.create_default_context()
    if ca is not None:
        context.load_verify_locations(ca)
    return context


async def _forward(
    url: str, source: Source, keys: "Keys", since: int, once: bool, as_json: bool
) -> None:
    """Post events to `url` until stopped; a failed delivery is skipped.

    A program under development fails at times; `--since` repeats what it missed.
    """
    from openmall.contract.moments import SystemClock
    from openmall.events.webhooks import signing
    from openmall.events.webhooks.addresses import Networks
    from openmall.events.webhooks.http_client import WebhookClient

    stopping = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopping.set)
    # the one who typed the address sits at this machine
    http_client, clock = WebhookClient(Networks(["0.0.0.0/0", "::/0"])), SystemClock()
    setting_options.print_notice(f"Listening for events after {since}; they go to {url}")
    try:
        previous = 0
        while not stopping.is_set():
            received = 0
            async for event in source(since):
                mark = signing.Mark(
                    trace_id=event.trace_id, sequence=event.sequence, previous=previous
                )
                headers = signing.headers(keys, mark, event.body, now=int(clock.now()))
                outcome = await http_client.post(url, headers, event.body)
                _print_delivery(event, outcome, as_json=as_json)
                since = previous = event.sequence
                received += 1
                if stopping.is_set():
                    break
            if received == PAGE_SIZE:
                continue
            if once:
                return
            try:
                async with asyncio.timeout(POLL_SECONDS):
                    await stopping.wait()
            except TimeoutError:
                continue
    finally:
        await http_client.close()


def _print_delivery(event: ForwardedEvent, outcome: Any, *, as_json: bool) -> None:
    if as_json:
        import msgspec

        line = {
            "sequence": event.sequence,
            "event_no": event.event_no,
            "trace_id": event.trace_id,
            "success": outcome.success,
            "code": outcome.code,
            "failure": outcome.failure,
        }
        click.echo(msgspec.json.encode(line))
        return
    from openmall.events.webhooks import catalogue

    result = outcome.failure or str(outcome.code)
    name = catalogue.KINDS[event.event_no].name
    mark = "->" if outcome.success else "!!"
    text = f"{event.sequence:>8}  {event.event_no} {name}  {mark} {result}  {outcome.took} ms"
    click.echo(text if outcome.success else output.strong(text))
