"""Commands for messages that failed, or whose outcome is unknown: what there are, send again."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation

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
    from openmall.events.messages import resending

    await opened.mall_ids(mall_id)
    if state is None:
        done = await resending.resend(opened.database, mall_id, message_nos)
    else:
        now = (await opened.clock_of(mall_id)).now()
        since = 0 if hours is None else int(now - hours * 3_600)
        done = await resending.resend_all(
            opened.database, mall_id, state=state, channel=channel, since=since
        )
    count = len(done.queued)
    text = f"{count:,} {'message is' if count == 1 else 'messages are'} queued."
    if done.skipped:
        text += " Skipped, as they did not fail or have no recipient any more: "
        text += ", ".join(map(str, done.skipped))
    return Output({"queued": done.queued, "skipped": done.skipped}, text)
