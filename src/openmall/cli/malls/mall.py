"""Commands for malls: create, list, show."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import click

from openmall.cli import output, posting, secret_input, served_addresses
from openmall.cli.command import command
from openmall.cli.malls import collection, create_many, mall_lifecycle, profile, tracking
from openmall.cli.malls import sandbox as sandbox_commands
from openmall.cli.output import Output
from openmall.contract.undo import DAYS_OF_NEW_MALLS, MOST_DAYS

if TYPE_CHECKING:
    from openmall.access.malls.possible import Language
    from openmall.access.malls.rules import MallLine
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.configuration import Configuration


LONGEST_KEY: Final = 200


@click.group()
def mall() -> None:
    """Open malls and look at them.

    \b
    Examples:
      openmall mall create myshop --name "My shop" --shop ko_KR:KRW --shop en_US:USD:"My shop"
      openmall mall list --json
      openmall mall show myshop
    """


mall.add_command(collection.classification)
mall.add_command(collection.trend)
mall.add_command(create_many.create_many)
mall.add_command(profile.set_profile)
mall.add_command(profile.account)
mall.add_command(tracking.tracking)
mall.add_command(posting.posting)
mall.add_command(sandbox_commands.clock)
mall.add_command(sandbox_commands.faults)
mall.add_command(mall_lifecycle.close)
mall.add_command(mall_lifecycle.reopen)
mall.add_command(mall_lifecycle.remove)


@mall.command()
@click.argument("mall_id")
@click.option("--name", required=True, help="What people call it.")
@click.option("--country", default="KR", show_default=True, help="Country code of the merchant.")
@click.option(
    "--shop",
    "shops",
    multiple=True,
    default=("ko_KR:KRW",),
    show_default=True,
    metavar="LANGUAGE:CURRENCY[:NAME]",
    help="A shop of the mall in one language; several are numbered from 1 in their order.",
)
@click.option(
    "--sandbox",
    is_flag=True,
    help="To try things out in: its clock can be moved on, its calls go wrong as asked. Only now.",
)
@click.option(
    "--undo-days",
    type=click.IntRange(0, MOST_DAYS),
    help="Days for which changes can be undone; 0: they are not recorded. Without it 30, in a"
    " sandbox 0. The setting of the installation wins.",
)
@command
def create(
    configuration: "Configuration",
    mall_id: str,
    name: str,
    country: str,
    shops: tuple[str, ...],
    sandbox: bool,
    undo_days: int | None,
) -> "Work":
    """Open the mall MALL_ID, served at https://MALL_ID.<domain>.

    \b
    Example:
      openmall mall create myshop --name "My shop" --shop ko_KR:KRW --shop en_US:USD
    """
    from openmall.access.malls import rules as mall_rules

    languages = [_language(each, name) for each in shops]
    if undo_days is None and not sandbox:
        undo_days = DAYS_OF_NEW_MALLS

    async def work(opened: "Installation") -> Output:
        await mall_rules.create(
            opened.database,
            opened.clock,
            mall_id,
            name,
            country,
            languages,
            sandbox=sandbox,
            undo_days=undo_days,
        )
        await opened.counters.invalidate_caches()
        mall_created = await opened.require_mall(mall_id)
        addresses = served_addresses.of_mall(configuration, mall_id)
        text = "\n".join(
            (
                f"The mall {mall_id} is open.",
                f"Shop: {addresses['address']}",
                f"Back office: {addresses['back_office']}",
                "Next, an account to sign in with: "
                + served_addresses.command_of_manager(configuration, mall_id),
            )
        )
        return Output(_facts(mall_created, configuration), text)

    return work


def _language(text: str, name: str) -> "Language":
    from openmall.access.malls.possible import Language

    language, _, rest = text.partition(":")
    currency, _, own_name = rest.partition(":")
    if not language or not currency:
        raise click.UsageError(f"--shop {text!r} is not LANGUAGE:CURRENCY[:NAME]")
    return Language(own_name or name, language, currency)


@mall.command("list")
@command
async def list_malls(opened: "Installation") -> Output:
    """List the malls, the oldest first.

    \b
    Example:
      openmall mall list --json
    """
    from openmall.access.malls import rules as mall_rules

    malls = [_facts(each, opened.configuration) for each in await mall_rules.every(opened.database)]
    columns = ("mall_id", "name", "country", "shops", "created_at")
    empty = "There is no mall yet: openmall mall create MALL_ID --name NAME"
    return output.of_rows(malls, columns, empty=empty)


@mall.command()
@click.argument("mall_id")
@command
async def show(opened: "Installation", mall_id: str) -> Output:
    """Show the mall MALL_ID: its shops, managers, and the apps in it.

    \b
    Example:
      openmall mall show myshop
    """
    from openmall.access.malls import rules as mall_rules
    from openmall.access.oauth import apps as registered_apps

    line = await opened.require_mall(mall_id)
    found_mall = await opened.mall(mall_id)
    async with opened.database.reading(mall_id) as db:
        managers = await mall_rules.managers(db)
        inside = [
            each.client_id
            for each in await registered_apps.every(opened.database)
            if await registered_apps.installed(db, each.client_id)
        ]
    shops = found_mall.shops.values()
    facts: dict[str, Fact] = {
        **_facts(line, opened.configuration),
        "sandbox": found_mall.sandbox is not None,
        "closed": found_mall.closed,
        "undo_days": found_mall.undo_days,
        "shops": [
            {
                "shop_no": shop.shop_no,
                "name": shop.name,
                "language": shop.language,
                "currency": shop.currency,
            }
            for shop in shops
        ],
        "managers": [each.user_id for each in managers],
        "apps": inside,
    }
    displayed = {
        **facts,
        "shops": ", ".join(
            f"{each.shop_no} {each.name} ({each.language}, {each.currency})" for each in shops
        ),
    }
    return Output(facts, output.facts(displayed))


@mall.command("sender-key")
@click.argument("mall_id")
@click.option("--shop", "shop_no", default=1, show_default=True, help="Shop of the mall.")
@click.option("--key-stdin", is_flag=True, help="Read the key from standard input.")
@command
def sender_key(mall_id: str, shop_no: int, key_stdin: bool) -> "Work":
    """Enter the key with which a shop's chat-app channel sends. It is never an argument.

    \b
    Example:
      openmall mall sender-key myshop --key-stdin < key.txt
    """
    from openmall.commerce.store.chatapp_profile import ChatappProfile
    from openmall.contract.crud.settings import write_setting
    from openmall.database.seal import configured_seal

    entered = (
        secret_input.read_line() if key_stdin else click.prompt("Key", hide_input=True, err=True)
    )
    key = entered.strip()
    if not 1 <= len(key) <= LONGEST_KEY:
        raise click.UsageError(f"a sender key has 1 to {LONGEST_KEY} characters")

    async def work(opened: "Installation") -> Output:
        if shop_no not in (await opened.mall(mall_id)).shops:
            raise click.ClickException(f"the mall {mall_id} has no shop {shop_no}")
        async with opened.database.writing(mall_id) as db:
            profile = ChatappProfile(shop_no=shop_no, chatapp_senderkey=key)
            await write_setting(db, configured_seal(opened.configuration), profile)
        facts: dict[str, Fact] = {"mall_id": mall_id, "shop_no": shop_no}
        return Output(facts, f"The sender key of {mall_id}, shop {shop_no}, is kept.")

    return work


def _facts(line: "MallLine", configuration: "Configuration") -> "dict[str, Fact]":
    opened = datetime.fromtimestamp(line.created_at, UTC).isoformat().replace("+00:00", "Z")
    return {
        "mall_id": line.mall_id,
        "name": line.name,
        "country": line.country,
        "shops": line.shops,
        "created_at": opened,
        **served_addresses.of_mall(configuration, line.mall_id),
    }
