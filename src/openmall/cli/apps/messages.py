"""Commands for the messages of a shop: previews, the outbox, senders, and what pays for texts."""

from typing import TYPE_CHECKING

import click
from msgspec import Struct

from openmall.cli import output
from openmall.cli.apps import undelivered_messages
from openmall.cli.command import command
from openmall.cli.output import Output
from openmall.commerce.messages.message_catalogue import CATALOGUE

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.store.automessages import Automessages


@click.group()
def messages() -> None:
    """Show the messages of a shop, and what it needs to send text messages.

    \b
    Examples:
      openmall messages list --mall myshop
      openmall messages undecided
      openmall messages resend --mall myshop --state unknown --hours 2
      openmall messages sender --mall myshop 02-123-4567
      openmall messages preview --mall myshop
      openmall messages preview --mall myshop --shop 2 --occasion shipment_started
      openmall messages preview --mall myshop --json
    """


messages.add_command(undelivered_messages.undecided)
messages.add_command(undelivered_messages.resend)


@messages.command()
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that sends them.")
@click.option(
    "--shop",
    "shop_no",
    default=1,
    show_default=True,
    metavar="NO",
    help="The shop, by its number; its language is the language of the messages.",
)
@click.option(
    "--occasion",
    type=click.Choice(list(CATALOGUE.occasions)),
    metavar="OCCASION",
    help="Only the message of this occasion, as the command names them without it.",
)
@command
async def preview(
    opened: "Installation", mall_id: str, shop_no: int, occasion: str | None
) -> Output:
    """Print each message as it would be sent, filled with sample values.

    Beside it stand the ways it is tried, in order, to a customer who opted in to push messages
    and to one who did not. Nothing is sent.

    \b
    Example:
      openmall messages preview --mall myshop --occasion payment_asked
    """

    language, setting = await _shop(opened, mall_id, shop_no)
    codes = [occasion] if occasion else list(CATALOGUE.occasions)
    previews = [_preview(code, language, setting) for code in codes]
    return Output(previews, "\n\n".join(map(_text, previews)))


async def _shop(opened: "Installation", mall_id: str, shop_no: int) -> "tuple[str, Automessages]":
    """Return the language and the message setting of a shop."""
    from openmall.commerce.store import automessages
    from openmall.contract.call import Call

    mall = await opened.mall(mall_id)
    if shop_no not in mall.shops:
        raise click.ClickException(f"there is no shop {shop_no} in {mall_id}")
    clock = await opened.clock_of(mall_id)
    async with opened.database.reading(mall_id) as db:
        call = Call(clock, db, mall, shop_no)
        return mall.shops[shop_no].language, await automessages.of_shop(call)


class _Preview(Struct):
    """A message filled with sample values."""

    occasion: str
    name: str
    text: str
    channels: dict[str, list[str]]
    """The ways it is tried, by consent to push messages."""


def _preview(code: str, language: str, setting: "Automessages") -> _Preview:
    from openmall.commerce.messages.channels import Recipient, channels
    from openmall.commerce.messages.rendering import render, samples

    return _Preview(
        occasion=code,
        name=CATALOGUE.occasions[code].name.translate(language),
        text=render(code, language, samples(language)),
        channels={
            "opted_in_to_push": [*channels(setting, Recipient(takes_push=True))],
            "others": [*channels(setting, Recipient(takes_push=False))],
        },
    )


def _text(message: _Preview) -> str:
    push, others = (
        ", then ".join(message.channels[consent]) or "none"
        for consent in ("opted_in_to_push", "others")
    )
    return "\n".join(
        (
            f"{output.strong(message.occasion)}  {message.name}",
            f"  {message.text}",
            f"  opted in to push: {push}; others: {others}",
        )
    )


@messages.command("list")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that sent them.")
@click.option("--recipient", metavar="ADDRESS", help="Only those to this address.")
@click.option("--state", metavar="STATE", help="queued, sent, failed, unknown or mailbox.")
@click.option("--limit", type=click.IntRange(1, 1_000), default=20, show_default=True)
@command
async def list_messages(
    opened: "Installation",
    mall_id: str,
    recipient: str | None,
    state: str | None,
    limit: int,
) -> Output:
    """Print the newest messages of the outbox, with the answer to the last attempt.

    \b
    Example:
      openmall messages list --mall myshop --state mailbox --json
    """
    from msgspec.structs import replace

    from openmall.database.seal import configured_seal
    from openmall.events.messages import sealed_texts
    from openmall.events.messages import store as message_store

    filters = {name: value for name, value in (("recipient", recipient), ("state", state)) if value}
    await opened.mall_ids(mall_id)
    async with opened.database.reading(mall_id) as db:
        listed = await message_store.listed(db, limit=limit, **filters)
    seal = configured_seal(opened.configuration)
    found = [
        replace(sealed_texts.opened(seal, mall_id, each, each.sealed), sealed="") for each in listed
    ]
    lines = [
        f"{each.message_no}  {each.state}  {each.channel}  {each.recipient}  "
        f"{each.subject or each.body[:40]}  {each.answer}".rstrip()
        for each in found
    ]
    return Output(found, "\n".join(lines) or "There are no messages.")


@messages.command("sender")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that sends.")
@click.argument("phone")
@command
async def sender(opened: "Installation", mall_id: str, phone: str) -> Output:
    """Enter PHONE as an approved sender of text messages, and print its number.

    \b
    Example:
      openmall messages sender --mall myshop 02-123-4567
    """
    from openmall.commerce.notification.sms import senders

    await opened.mall_ids(mall_id)
    clock = await opened.clock_of(mall_id)
    async with opened.database.writing(mall_id) as db:
        number = await senders.add(db, clock, phone)
    return Output({"sender_no": number}, f"Sender {number}: {phone}")


@messages.command("top-up")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that has paid.")
@click.argument("count", type=click.IntRange(1, 100_000_000))
@command
async def top_up(opened: "Installation", mall_id: str, count: int) -> Output:
    """Add COUNT short text messages to what a mall may send; a long one counts as three.

    \b
    Example:
      openmall messages top-up --mall myshop 1000
    """
    from openmall.commerce.notification.sms import balance

    await opened.mall_ids(mall_id)
    async with opened.database.writing(mall_id) as db:
        await balance.top_up(db, count * balance.SMS_COST)
        left = await balance.left(db) // balance.SMS_COST
    return Output({"sms_count": left}, f"{left:,} text messages are left.")
