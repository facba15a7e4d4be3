"""Commands for customers of a mall: create, list, restrict."""

import sys
from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options, shop_call

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.customer.customers.shape import Customer
    from openmall.configuration import Configuration
    from openmall.contract.call import Call

COLUMNS = ("member_id", "group_no", "fixed_group", "blacklist_type", "created_date")


@click.group()
def customer() -> None:
    """Create customers of a mall, and look at them.

    \b
    Examples:
      openmall customer add --mall myshop --member-id haneul --name "Kim Haneul"
      openmall customer add --mall myshop --member-id minjun --password-stdin < secret.txt
      openmall customer list --mall myshop --json
      openmall customer block --mall myshop --member-id minjun --type L
      openmall customer settings --mall myshop use_auto_update=T
      openmall customer rest --mall myshop --after-months 24
      openmall customer export --mall myshop --member-id minjun > minjun.json
      openmall customer erase --mall myshop --member-id minjun
    """


_mall = click.option("--mall", "mall_id", required=True, help="The mall they are customers of.")
_shop = click.option(
    "--shop", "shop_no", default=1, show_default=True, help="Which shop of the mall is meant."
)
_member = click.option("--member-id", required=True, help="The name they sign in with.")


@customer.command()
@_mall
@_shop
@_member
@click.option("--group", "group_no", type=int, help="Number of their group; else the general one.")
@click.option("--name", help="What the person is called.")
@click.option("--email", help="Where they read mail.")
@click.option("--cellphone", help="Their mobile phone.")
@click.option("--password-stdin", is_flag=True, help="Read a password from standard input.")
@setting_options.installation_options
def add(mall_id: str, shop_no: int, password_stdin: bool, as_json: bool, **options: Any) -> None:
    """Add a customer. Without a password they cannot sign in.

    \b
    Example:
      openmall customer add --mall myshop --member-id haneul --group 2 --name "Kim Haneul"
    """
    import msgspec

    from openmall.commerce.customer.customers import credentials
    from openmall.commerce.customer.customers import rules as customer_rules
    from openmall.commerce.customer.customers.takes import CustomerDraft

    names = ("member_id", "group_no", "name", "email", "cellphone")
    given_fields = {name: options.pop(name) for name in names}
    fields = {name: value for name, value in given_fields.items() if value is not None}
    password = sys.stdin.readline().rstrip("\r\n") if password_stdin else None

    async def work(call: "Call") -> "Customer":
        draft = msgspec.convert({**fields, "shop_no": shop_no}, CustomerDraft)
        hashed = None if password is None else credentials.hash_new(password)
        return await customer_rules.join(call, draft, password_hash=hashed)

    customer_created = shop_call.run_in_shop(
        work, mall_id, shop_no, "customers", "customer add", **options
    )
    text = f"{customer_created.member_id} is a customer of {mall_id}."
    output.show(msgspec.to_builtins(customer_created), as_json=as_json, text=text)


@customer.command()
@_mall
@_shop
@_member
@click.option(
    "--type",
    "blacklist_type",
    type=click.Choice(("P", "L", "A", "none")),
    required=True,
    help="P may not buy, L may not sign in, A neither, none: nothing is kept from them.",
)
@setting_options.installation_options
def block(
    mall_id: str, shop_no: int, member_id: str, blacklist_type: str, as_json: bool, **options: Any
) -> None:
    """Decide what a customer may not do.

    \b
    Example:
      openmall customer block --mall myshop --member-id minjun --type none
    """
    import msgspec

    from openmall.commerce.customer.customers import rules as customer_rules

    kind: Any = "" if blacklist_type == "none" else blacklist_type

    async def work(call: "Call") -> "Customer":
        return await customer_rules.block(call, member_id, kind)

    customer_changed = shop_call.run_in_shop(
        work, mall_id, shop_no, "customers", "customer block", **options
    )
    text = f"{member_id}: {blacklist_type}."
    output.show(msgspec.to_builtins(customer_changed), as_json=as_json, text=text)


@customer.command()
@_mall
@_shop
@_member
@setting_options.installation_options
def verify(mall_id: str, shop_no: int, member_id: str, as_json: bool, **options: Any) -> None:
    """Note that a customer's identity was verified, as products for adults require.

    Their birthday says the age.

    \b
    Example:
      openmall customer verify --mall myshop --member-id minjun
    """
    import msgspec

    from openmall.commerce.customer.customers import rules as customer_rules

    async def work(call: "Call") -> "Customer":
        return await customer_rules.verify(call, member_id)

    customer_changed = shop_call.run_in_shop(
        work, mall_id, shop_no, "customers", "customer verify", **options
    )
    output.show(
        msgspec.to_builtins(customer_changed), as_json=as_json, text=f"{member_id} is verified."
    )


@customer.command("list")
@_mall
@_shop
@click.option("--after", default="", help="Begin behind this member id.")
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 1000))
@setting_options.installation_options
def list_customers(
    mall_id: str, shop_no: int, after: str, limit: int, as_json: bool, **options: Any
) -> None:
    """List the customers of a mall by their name, without what tells who they are."""
    import msgspec

    from openmall.cli import installation
    from openmall.commerce.customer.customers import store as customer_store

    async def work(opened: "Installation") -> "list[Customer]":
        call = await shop_call.call_of(opened, mall_id, shop_no)
        async with opened.database.reading(mall_id) as db:
            return await customer_store.page(call.on(db), after=after, limit=limit)

    customers = msgspec.to_builtins(
        installation.run(setting_options.configuration_from(**options), work)
    )
    lines = [[each[name] for name in COLUMNS] for each in customers]
    text = output.table(COLUMNS, lines, empty="Nobody has joined yet.")
    output.show(customers, as_json=as_json, text=text)


@customer.command("settings")
@_mall
@_shop
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@setting_options.installation_options
def change_settings(
    mall_id: str, shop_no: int, changes: tuple[str, ...], as_json: bool, **options: Any
) -> None:
    """Look at, or change, how customers get from group to group by themselves.

    An empty VALUE stands for none.

    \b
    Example:
      openmall customer settings --mall myshop use_auto_update=T total_period=12m
    """
    from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting

    setting_facts = shop_call.update_settings(
        CustomergroupsSetting, changes, mall_id, shop_no, "customers", **options
    )
    output.show(setting_facts, as_json=as_json, text=output.facts(setting_facts))


@customer.command()
@_mall
@click.option(
    "--after-months",
    type=click.IntRange(0, 120),
    help="Months without signing in after which accounts become dormant; 0: never.",
)
@setting_options.installation_options
def rest(mall_id: str, after_months: int | None, as_json: bool, **options: Any) -> None:
    """Let customers rest who have not signed in for long: a year, if nothing else was said.

    A running server does so by itself. They wake up when they sign in.

    \b
    Example:
      openmall customer rest --mall myshop
    """
    from openmall.cli import installation
    from openmall.commerce.privacy import dormancy
    from openmall.commerce.privacy.dormancy import DormancySetting
    from openmall.contract.crud.settings import current, write_setting

    async def work(call: "Call") -> None:
        before = await current(call, DormancySetting, to_change=True)
        if after_months is not None and after_months != before.months:
            await write_setting(call.db, call.seal, DormancySetting(months=after_months))
            call.journal("dormancy setting", {"months": (before.months, after_months)})

    async def let_rest(opened: "Installation") -> int:
        return await dormancy.mark_dormant(opened.database, await opened.clocks(), [mall_id])

    shop_call.run_in_shop(work, mall_id, 1, "customers", "customer rest", **options)
    number = installation.run(setting_options.configuration_from(**options), let_rest)
    output.show({"resting": number}, as_json=as_json, text=f"{number:,} more customers rest.")


@customer.command()
@_mall
@_member
@setting_options.installation_options
def export(mall_id: str, member_id: str, as_json: bool, **options: Any) -> None:
    """Print all data that the mall keeps about a customer, as JSON: table -> rows.

    Amounts are in hundredths, times in seconds since 1970 (UTC). Passwords are left out.

    \b
    Example:
      openmall customer export --mall myshop --member-id minjun > minjun.json
    """
    import msgspec

    from openmall.commerce.privacy.data_subject import rules as data_subject_rules

    async def work(call: "Call") -> dict[str, list[dict[str, Any]]]:
        return await data_subject_rules.export(call, member_id)

    content = shop_call.run_in_shop(work, mall_id, 1, "customers", "customer export", **options)
    text = msgspec.json.format(msgspec.json.encode(content)).decode()
    output.show(content, as_json=as_json, text=text)


@customer.command()
@_mall
@_member
@setting_options.installation_options
def erase(mall_id: str, member_id: str, as_json: bool, **options: Any) -> None:
    """Erase the personal data of a customer for good; accounts and stock stay right.

    The membership ends. Orders, points and what others read on boards stay, and tell nobody any
    more who it was; what was written between them and the shop alone goes, and so do the bank
    accounts of refunds: pay those out, and send what is to be sent, before.

    \b
    Example:
      openmall customer erase --mall myshop --member-id minjun
    """
    from openmall.commerce.privacy.data_subject import rules as data_subject_rules

    async def work(call: "Call") -> "data_subject_rules.Erased":
        return await data_subject_rules.erase(call, member_id)

    erased = shop_call.run_in_shop(work, mall_id, 1, "customers", "customer erase", **options)
    text = f"{member_id} is forgotten; {erased.events:,} events were emptied."
    output.show(erased, as_json=as_json, text=text)
    _empty_log(setting_options.configuration_from(**options))


def _empty_log(configuration: "Configuration") -> None:
    """Leave nothing of what was erased in SQLite's write-ahead log."""
    from openmall.database import sqlite_file

    if configuration.database:
        return  # the logs and archives of a PostgreSQL server are its operator's
    if not sqlite_file.empty_log(configuration.database_path):
        raise click.ClickException(
            f"{configuration.database_path}-wal is being read and still holds what was erased:"
            " call it again"
        )
