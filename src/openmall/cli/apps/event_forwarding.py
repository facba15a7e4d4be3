"""Forwards events to a program on this machine, one by one, and remembers how far it is."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
from msgspec import Struct

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.events.webhooks.signing import Keys

POLL_SECONDS: Final = 1.0
"""Seconds between two polls for new events."""
PAGE_SIZE: Final = 100
MOST_PAUSE: Final = 30.0
"""Longest wait before an event is sent again, in seconds."""


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


def begin_at(how: Forwarding, otherwise: Position | None) -> Position | None:
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


class Listener:
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


async def forward(
    how: Forwarding, source: Source, tests: Tests, keys: "Keys", start: Position
) -> None:
    """Post events and tests until stopped; `start`: where to begin without --since and --state."""
    begin = begin_at(how, start)
    assert begin is not None, "there is a start"
    listener = Listener(how, keys, begin)
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
