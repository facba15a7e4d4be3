"""Commands for the messages of a shop: previews, the outbox, senders, and what pays for texts."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options
from openmall.commerce.messages.message_catalogue import CATALOGUE

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.store.automessages import Automessages
    from openmall.events.messages.store import Listed


@click.group()
def messages() -> None:
    """Show the messages of a shop, and what it needs to send text messages.

    \b
    Examples:
      openmall messages list --mall myshop
      openmall messages sender --mall myshop 02-123-4567
      openmall messages preview --mall myshop
      openmall messages preview --mall myshop --shop 2 --occasion shipment_started
      openmall messages preview --mall myshop --json
    """


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
    help="Only the message of this occasion.",
)
@setting_options.installation_options
def preview(
    mall_id: str, shop_no: int, occasion: str | None, as_json: bool, **options: Any
) -> None:
    """Print each message as it would be sent, filled with sample values.

    Beside it stand the ways it is tried, in order, to a customer who opted in to push messages
    and to one who did not. Nothing is sent.

    \b
    Example:
      openmall messages preview --mall myshop --occasion payment_asked
    """
    from openmall.cli import installation

    async def work(opened: "Installation") -> "tuple[str, Automessages]":
        return await _shop(opened, mall_id, shop_no)

    language, setting = installation.run(setting_options.configuration_from(**options), work)
    codes = [occasion] if occasion else list(CATALOGUE.occasions)
    previews = [_message(code, language, setting) for code in codes]
    output.show(previews, as_json=as_json, text="\n\n".join(map(_text, previews)))


async def _shop(opened: "Installation", mall_id: str, shop_no: int) -> "tuple[str, Automessages]":
    """Return the language and the message setting of a shop."""
    from openmall.access.oauth.directory import Directory
    from openmall.commerce.store import automessages
    from openmall.contract.call import Call

    mall = await Directory(opened.database, opened.clock, lambda: 0).mall(mall_id)
    if mall is None:
        raise click.ClickException(f"there is no mall {mall_id!r}")
    if shop_no not in mall.shops:
        raise click.ClickException(f"there is no shop {shop_no} in {mall_id}")
    clock = await opened.clock_of(mall_id)
    async with opened.database.reading(mall_id) as db:
        call = Call(clock, db, mall, shop_no)
        return mall.shops[shop_no].language, await automessages.of_shop(call)


def _message(code: str, language: str, setting: "Automessages") -> dict[str, Any]:
    from openmall.commerce.messages.channels import Recipient, channels
    from openmall.commerce.messages.rendering import render, samples

    return {
        "occasion": code,
        "name": CATALOGUE.occasions[code].name.translate(language),
        "text": render(code, language, samples(language)),
        "channels": {
            "opted_in_to_push": channels(setting, Recipient(takes_push=True)),
            "others": channels(setting, Recipient(takes_push=False)),
        },
    }


def _text(message: dict[str, Any]) -> str:
    channels_by_consent = message["channels"]
    push, others = (
        ", then ".join(channels_by_consent[consent]) or "none"
        for consent in ("opted_in_to_push", "others")
    )
    return "\n".join(
        (
            f"{output.strong(message['occasion'])}  {message['name']}",
            f"  {message['text']}",
            f"  opted in to push: {push}; others: {others}",
        )
    )


@messages.command("list")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that sent them.")
@click.option("--recipient", metavar="ADDRESS", help="Only those to this address.")
@click.option("--state", metavar="STATE", help="queued, sent, failed, unknown or mailbox.")
@click.option("--limit", type=click.IntRange(1, 1_000), default=20, show_default=True)
@setting_options.installation_options
def list_messages(
    mall_id: str,
    recipient: str | None,
    state: str | None,
    limit: int,
    as_json: bool,
    **options: Any,
) -> None:
    """Print the newest messages of the outbox, with the answer to the last attempt.

    \b
    Example:
      openmall messages list --mall myshop --state mailbox --json
    """
    from msgspec.structs import replace

    from openmall.cli import installation
    from openmall.database.seal import configured_seal
    from openmall.events.messages import sealed_texts
    from openmall.events.messages import store as message_store

    filters = {name: value for name, value in (("recipient", recipient), ("state", state)) if value}

    async def work(opened: "Installation") -> "list[Listed]":
        await opened.mall_ids(mall_id)
        async with opened.database.reading(mall_id) as db:
            found = await message_store.listed(db, limit=limit, **filters)
        seal = configured_seal(opened.configuration)
        return [
            replace(sealed_texts.opened(seal, mall_id, each, each.sealed), sealed="")
            for each in found
        ]

    found = installation.run(setting_options.configuration_from(**options), work)
    lines = [
        f"{each.message_no}  {each.state}  {each.channel}  {each.recipient}  "
        f"{each.subject or each.body[:40]}  {each.answer}".rstrip()
        for each in found
    ]
    output.show(found, as_json=as_json, text="\n".join(lines) or "There are no messages.")


@messages.command("resend")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that sent it.")
@click.argument("message_no", type=int)
@setting_options.installation_options
def resend(mall_id: str, message_no: int, as_json: bool, **options: Any) -> None:
    """Queue a message again that failed, or whose outcome is unknown.

    One with an unknown outcome may have been received.

    \b
    Example:
      openmall messages resend --mall myshop 17
    """
    from openmall.cli import installation
    from openmall.events.messages import store as message_store

    async def work(opened: "Installation") -> bool:
        await opened.mall_ids(mall_id)
        async with opened.database.writing(mall_id) as db:
            return await message_store.resend(db, message_no)

    queued = installation.run(setting_options.configuration_from(**options), work)
    text = f"Message {message_no} is queued." if queued else "Nothing was queued."
    output.show({"queued": queued}, as_json=as_json, text=text)


@messages.command("sender")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that sends.")
@click.argument("phone")
@setting_options.installation_options
def sender(mall_id: str, phone: str, as_json: bool, **options: Any) -> None:
    """Enter PHONE as an approved sender of text messages, and print its number.

    \b
    Example:
      openmall messages sender --mall myshop 02-123-4567
    """
    from openmall.cli import installation
    from openmall.commerce.notification.sms import senders

    async def work(opened: "Installation") -> int:
        await opened.mall_ids(mall_id)
        clock = await opened.clock_of(mall_id)
        async with opened.database.writing(mall_id) as db:
            return await senders.add(db, clock, phone)

    number = installation.run(setting_options.configuration_from(**options), work)
    output.show({"sender_no": number}, as_json=as_json, text=f"Sender {number}: {phone}")


@messages.command("top-up")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall that has paid.")
@click.argument("count", type=click.IntRange(1, 100_000_000))
@setting_options.installation_options
def top_up(mall_id: str, count: int, as_json: bool, **options: Any) -> None:
    """Add COUNT short text messages to what a mall may send; a long one counts as three.

    \b
    Example:
      openmall messages top-up --mall myshop 1000
    """
    from openmall.cli import installation
    from openmall.commerce.notification.sms import balance

    async def work(opened: "Installation") -> int:
        await opened.mall_ids(mall_id)
        async with opened.database.writing(mall_id) as db:
            await balance.top_up(db, count * balance.SMS_COST)
            return await balance.left(db) // balance.SMS_COST

    left = installation.run(setting_options.configuration_from(**options), work)
    output.show({"sms_count": left}, as_json=as_json, text=f"{left:,} text messages are left.")
