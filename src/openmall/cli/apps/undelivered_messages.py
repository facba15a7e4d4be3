"""Commands for messages that failed, or whose outcome is unknown: what there are, send again."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation

_BATCH: Final = 500
"""Messages that are queued in one transaction."""
_COLUMNS: Final = ("mall_id", "state", "channel", "messages", "first_at", "last_at")


@click.command("undecided")
@command
async def undecided(opened: "Installation") -> Output:
    """Count the messages of all malls that failed, or whose outcome is unknown.

    A row for each mall, state and channel, with the UTC time of the first and last. `unknown`: all
    of it was sent, and no answer came, so it may have been received; only `messages resend` sends
    it again. `failed`: it was refused. They are kept for `OPENMALL_MESSAGE_DAYS`.

    \b
    Examples:
      openmall messages undecided
      openmall messages undecided --json
    """
    from openmall.events.messages import store as message_store

    async with opened.database.reading("") as db:
        found = await message_store.undelivered_by_mall(db)
    rows = [
        {
            "mall_id": mall_id,
            "state": state,
            "channel": channel,
            "messages": count,
            "first_at": datetime.fromtimestamp(first, UTC).isoformat(),
            "last_at": datetime.fromtimestamp(last, UTC).isoformat(),
        }
        for mall_id, state, channel, count, first, last in found
    ]
    return output.of_rows(rows, _COLUMNS, empty="Every message was delivered, or waits.")


@click.command("resend")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that sent them.")
@click.option(
    "--state",
    type=click.Choice(["unknown", "failed"]),
    help="All messages in this state, instead of numbers.",
)
@click.option("--channel", metavar="CHANNEL", help="Of those, only email, sms, push or chatapp.")
@click.option(
    "--hours",
    type=click.FloatRange(min=0, min_open=True),
    help="Of those, only messages written within the last hours.",
)
@click.argument("message_nos", type=int, nargs=-1, metavar="[MESSAGE_NO]...")
@command
async def resend(
    opened: "Installation",
    mall_id: str,
    state: str | None,
    channel: str | None,
    hours: float | None,
    message_nos: tuple[int, ...],
) -> Output:
    """Queue messages again that failed, or whose outcome is unknown.

    By their numbers, or all in a state. One with an unknown outcome may have been received. Can be
    repeated: what is queued or sent is left alone, and named as skipped.

    \b
    Examples:
      openmall messages resend --mall myshop 17 18
      openmall messages resend --mall myshop --state unknown --channel email --hours 2
    """
    if bool(message_nos) == (state is not None):
        raise click.UsageError("give the numbers of messages, or --state")
    if message_nos and (channel is not None or hours is not None):
        raise click.UsageError("--channel and --hours select from --state")
    await opened.mall_ids(mall_id)
    if state is None:
        queued, skipped = await _queue(opened, mall_id, message_nos)
    else:
        now = (await opened.clock_of(mall_id)).now()
        since = 0 if hours is None else int(now - hours * 3_600)
        queued, skipped = await _queue_all(opened, mall_id, state, channel, since)
    text = f"{len(queued):,} {'message is' if len(queued) == 1 else 'messages are'} queued."
    if skipped:
        text += " Skipped, as they did not fail or have no recipient any more: "
        text += ", ".join(map(str, skipped))
    return Output({"queued": queued, "skipped": skipped}, text)


async def _queue_all(
    opened: "Installation", mall_id: str, state: str, channel: str | None, since: int
) -> tuple[list[int], list[int]]:
    """Queue all messages in a state; return the numbers of those queued and of those not."""
    from openmall.events.messages import store as message_store

    queued: list[int] = []
    skipped: list[int] = []
    after = 0
    while True:
        async with opened.database.reading(mall_id) as db:
            found = await message_store.undelivered(
                db, state=state, since=since, after=after, most=_BATCH
            )
        if not found:
            return queued, skipped
        after = found[-1][0]
        chosen = [number for number, of_channel in found if channel in (None, of_channel)]
        more_queued, more_skipped = await _queue(opened, mall_id, chosen)
        queued.extend(more_queued)
        skipped.extend(more_skipped)


async def _queue(
    opened: "Installation", mall_id: str, message_nos: "tuple[int, ...] | list[int]"
) -> tuple[list[int], list[int]]:
    """Queue messages by number; return the numbers of those queued and of those not."""
    from openmall.events.messages import store as message_store

    queued: list[int] = []
    skipped: list[int] = []
    for begin in range(0, len(message_nos), _BATCH):
        async with opened.database.writing(mall_id) as db:
            for number in message_nos[begin : begin + _BATCH]:
                is_queued = await message_store.resend(db, number)
                (queued if is_queued else skipped).append(number)
    return queued, skipped
