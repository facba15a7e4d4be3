"""Commands for the automatic messages of a shop."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options
from openmall.commerce.messages.message_catalogue import CATALOGUE

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.store.automessages import Automessages


@click.group()
def messages() -> None:
    """Show the automatic messages of a shop.

    \b
    Examples:
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
    call = Call(await opened.clock_of(mall_id))
    call.mall, call.shop_no = mall, shop_no
    async with opened.database.reading(mall_id) as call.db:
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
