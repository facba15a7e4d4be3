"""`openmall webhooks listen`: forwards events of a mall to a program on this machine."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
from msgspec import Struct

from openmall.cli import output, setting_options
from openmall.cli.webhooks import event_no

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.events.webhooks.signing import Keys

POLL_SECONDS: Final = 1.0
"""Seconds between two polls for new events."""
PAGE_SIZE: Final = 100
MOST_PAUSE: Final = 30.0
"""Longest wait before an event is sent again, in seconds."""
SECRET: Final = "OPENMALL_LISTEN_SECRET"  # noqa: S105 # the name of a variable


class ForwardedEvent(NamedTuple):
    """An event as it is forwarded."""

    sequence: int
    event_no: int
    body: bytes
    trace_id: str


Source = Callable[[int], AsyncIterator[ForwardedEvent]]
"""Returns the events after a sequence number, each once."""
Tests = Callable[[int], Awaitable[Sequence[tuple[int, ForwardedEvent]]]]
"""Returns the test events after a number of the delivery log, each with its own."""


class Position(Struct, frozen=True):
    """How far a listener is; kept in the file of --state."""

    sequence: int
    """Number of the last event that was brought, or given up."""
    log_no: int = 0
    """Number of the last test event in the delivery log."""


class Forwarding(Struct, frozen=True, kw_only=True):
    """How events are brought."""

    url: str
    since: int | None
    """None: from now on, or where the file of `state` says."""
    once: bool
    retries: int
    state: Path | None
    print_secret: bool
    as_json: bool


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
    state: Path | None,
    retries: int,
    print_secret: bool,
    as_json: bool,
    **options: Any,
) -> None:
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
        asyncio.run(_from_server(how, server, token, ca, event_nos))
        return
    if client_id is None or mall_id is None:
        raise click.UsageError("say --app and --mall, or --server and --token")
    _from_here(how, client_id, mall_id, event_nos, options)


def _from_here(
    how: Forwarding,
    client_id: str,
    mall_id: str,
    event_nos: list[int],
    options: dict[str, Any],
) -> None:
    from openmall.access.oauth import apps as registered_apps
    from openmall.cli import installation
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
        await _forward(how, source, tests, keys, start)

    installation.run(setting_options.configuration_from(**options), work)


async def _from_server(
    how: Forwarding, server: str, token: str, ca: Path | None, event_nos: list[int]
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

        head = 0
        if _begin(how, None) is None:
            head = max([each["sequence"] for each in await fetch(limit=1)], default=0)
        await _forward(how, source, _no_tests, keys, Position(head))


def _ssl_context(ca: Path | None) -> Any:
    import ssl

    context = ssl.create_default_context()
    if ca is not None:
        context.load_verify_locations(ca)
    return context


async def _no_tests(after: int) -> list[tuple[int, ForwardedEvent]]:
    """Return no test events: a server elsewhere keeps its log to itself."""
    return []


def _begin(how: Forwarding, otherwise: Position | None) -> Position | None:
    """Return where to begin: after --since, else where the file of --state says."""
    import msgspec

    found = otherwise
    if how.state is not None and how.state.exists():
        try:
            found = msgspec.json.decode(how.state.read_bytes(), type=Position)
        except (OSError, msgspec.DecodeError) as error:
            raise click.ClickException(f"{how.state} is no state of a listener: {error}") from None
    if how.since is None:
        return found
    return Position(how.since, 0 if found is None else found.log_no)


class _Listener:
    """Brings events until it is stopped; one that is not accepted is sent again, then left out."""

    def __init__(self, how: Forwarding, keys: "Keys", start: Position) -> None:
        from openmall.contract.moments import SystemClock
        from openmall.events.webhooks.addresses import Networks
        from openmall.events.webhooks.http_client import WebhookClient

        self._how, self._keys, self.position = how, keys, start
        self._previous = 0
        # the one who typed the address sits at this machine
        self.http_client = WebhookClient(Networks(["0.0.0.0/0", "::/0"]))
        self._clock = SystemClock()
        self.stopping = asyncio.Event()

    async def bring(self, event: ForwardedEvent, position: Position) -> None:
        """Post an event until it is accepted or given up; `position`: where that leads."""
        from openmall.events.webhooks import signing

        for attempt in range(1, self._how.retries + 2):
            mark = signing.Mark(
                trace_id=event.trace_id,
                sequence=event.sequence,
                previous=self._previous if event.sequence else None,
                attempt=attempt,
                redelivery=attempt > 1,
            )
            now = int(self._clock.now())
            headers = signing.headers(self._keys, mark, event.body, now=now)
            outcome = await self.http_client.post(self._how.url, headers, event.body)
            _print_delivery(event, outcome, attempt, as_json=self._how.as_json)
            if outcome.success or attempt > self._how.retries:
                break
            if await self.pause(min(MOST_PAUSE, 2.0 ** (attempt - 1))):
                # stopped: the next listener begins with it
                return
        if event.sequence:
            self._previous = event.sequence
        self.position = position
        self.remember()

    async def pause(self, seconds: float) -> bool:
        """Wait; return whether the listener was stopped meanwhile."""
        try:
            async with asyncio.timeout(seconds):
                await self.stopping.wait()
        except TimeoutError:
            return False
        return True

    def remember(self) -> None:
        """Write the position to the file of --state."""
        import msgspec

        if self._how.state is not None:
            unfinished = self._how.state.with_name(f".{self._how.state.name}.new")
            unfinished.write_bytes(msgspec.json.encode(self.position))
            unfinished.replace(self._how.state)


async def _forward(
    how: Forwarding, source: Source, tests: Tests, keys: "Keys", start: Position
) -> None:
    """Post events and tests until stopped; `start`: where to begin without --since and --state."""
    begin = _begin(how, start)
    assert begin is not None, "there is a start"
    listener = _Listener(how, keys, begin)
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, listener.stopping.set)
    if how.print_secret:
        setting_options.print_notice(f"Events are signed with {keys.secret}")
    setting_options.print_notice(
        f"Listening for events after {begin.sequence}; they go to {how.url}"
    )
    listener.remember()
    try:
        while not listener.stopping.is_set():
            received = 0
            for log_no, event in await tests(listener.position.log_no):
                await listener.bring(event, Position(listener.position.sequence, log_no))
                if listener.stopping.is_set():
                    return
            async for event in source(listener.position.sequence):
                await listener.bring(event, Position(event.sequence, listener.position.log_no))
                received += 1
                if listener.stopping.is_set():
                    return
            if received == PAGE_SIZE:
                continue
            if how.once or await listener.pause(POLL_SECONDS):
                return
    finally:
        await listener.http_client.close()


def _print_delivery(event: ForwardedEvent, outcome: Any, attempt: int, *, as_json: bool) -> None:
    if as_json:
        import msgspec

        line = {
            "sequence": event.sequence,
            "event_no": event.event_no,
            "trace_id": event.trace_id,
            "attempt": attempt,
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
    number = event.sequence or "test"
    text = f"{number:>8}  {event.event_no} {name}  {mark} {result}  {outcome.took} ms"
    click.echo(text if outcome.success else output.strong(text))
