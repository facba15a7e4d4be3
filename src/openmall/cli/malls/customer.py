"""Commands for customers of a mall: create, list, restrict."""

from typing import TYPE_CHECKING, Literal

import click

from openmall.cli import output, refused, secret_input, shop_call
from openmall.cli.command import command, in_shop
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import ShopWork
    from openmall.cli.installation import Installation
    from openmall.commerce.customer.customers.shape import Blacklist
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
@in_shop("customers", "customer add")
def add(
    mall_id: str,
    shop_no: int,
    member_id: str,
    group_no: int | None,
    name: str | None,
    email: str | None,
    cellphone: str | None,
    password_stdin: bool,
) -> "ShopWork":
    """Add a customer. Without a password they cannot sign in.

    \b
    Example:
      openmall customer add --mall myshop --member-id haneul --group 2 --name "Kim Haneul"
    """
    import msgspec

    from openmall.commerce.customer.customers import credentials
    from openmall.commerce.customer.customers import rules as customer_rules
    from openmall.commerce.customer.customers.takes import CustomerDraft

    given = {"group_no": group_no, "name": name, "email": email, "cellphone": cellphone}
    fields = {name: value for name, value in given.items() if value is not None}
    password = secret_input.read_line() if password_stdin else None

    draft = refused.converted({"shop_no": shop_no, "member_id": member_id, **fields}, CustomerDraft)

    async def work(call: "Call") -> Output:
        hashed = None if password is None else credentials.hash_new(password)
        joined = await customer_rules.join(call, draft, password_hash=hashed)
        text = f"{joined.member_id} is a customer of {mall_id}."
        return Output(msgspec.to_builtins(joined), text)

    return work


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
@in_shop("customers", "customer block")
async def block(
    call: "Call", member_id: str, blacklist_type: "Literal['P', 'L', 'A', 'none']"
) -> Output:
    """Decide what a customer may not do.

    \b
    Example:
      openmall customer block --mall myshop --member-id minjun --type none
    """
    import msgspec

    from openmall.commerce.customer.customers import rules as customer_rules

    kind: Blacklist = "" if blacklist_type == "none" else blacklist_type
    changed = await customer_rules.block(call, member_id, kind)
    return Output(msgspec.to_builtins(changed), f"{member_id}: {blacklist_type}.")


@customer.command()
@_mall
@_shop
@_member
@in_shop("customers", "customer verify")
async def verify(call: "Call", member_id: str) -> Output:
    """Note that a customer's identity was verified, as products for adults require.

    Their birthday says the age.

    \b
    Example:
      openmall customer verify --mall myshop --member-id minjun
    """
    import msgspec

    from openmall.commerce.customer.customers import rules as customer_rules

    verified = await customer_rules.verify(call, member_id)
    return Output(msgspec.to_builtins(verified), f"{member_id} is verified.")


@customer.command("list")
@_mall
@_shop
@click.option("--after", default="", help="Begin behind this member id.")
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 1000))
@command
async def list_customers(
    opened: "Installation", mall_id: str, shop_no: int, after: str, limit: int
) -> Output:
    """List the customers of a mall by their name, without what tells who they are.

    \b
    Example:
      openmall customer list --mall myshop
    """
    import msgspec

    from openmall.commerce.customer.customers import store as customer_store

    call = await shop_call.call_of(opened, mall_id, shop_no)
    async with opened.database.reading(mall_id) as db:
        found = await customer_store.page(call.on(db), after=after, limit=limit)
    return output.of_rows(msgspec.to_builtins(found), COLUMNS, empty="Nobody has joined yet.")


@customer.command("settings")
@_mall
@_shop
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@in_shop("customers", "customers settings")
def change_settings(changes: tuple[str, ...]) -> "ShopWork":
    """Look at, or change, how customers get from group to group by themselves.

    An empty VALUE stands for none.

    \b
    Example:
      openmall customer settings --mall myshop use_auto_update=T total_period=12m
    """
    from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting

    return shop_call.settings_update(CustomergroupsSetting, changes, "customers")


@customer.command()
@_mall
@click.option(
    "--after-months",
    type=click.IntRange(0, 120),
    help="Months without signing in after which accounts become dormant; 0: never.",
)
@command
async def rest(opened: "Installation", mall_id: str, after_months: int | None) -> Output:
    """Let customers rest who have not signed in for long: a year, if nothing else was said.

    A running server does so by itself. They wake up when they sign in.

    \b
    Example:
      openmall customer rest --mall myshop
    """
    from openmall.commerce.privacy import dormancy
    from openmall.commerce.privacy.dormancy import DormancySetting
    from openmall.contract.crud.settings import current, write_setting

    async def work(call: "Call") -> None:
        before = await current(call, DormancySetting, to_change=True)
        if after_months is not None and after_months != before.months:
            await write_setting(call.db, call.seal, DormancySetting(months=after_months))
            call.journal("dormancy setting", {"months": (before.months, after_months)})

    await shop_call.run(opened, mall_id, 1, ("customers", "customer rest"), work)
    number = await dormancy.mark_dormant(opened.database, await opened.clocks(), [mall_id])
    return Output({"resting": number}, f"{number:,} more customers rest.")


@customer.command()
@_mall
@_member
@in_shop("customers", "customer export")
async def export(call: "Call", member_id: str) -> Output:
    """Print all data that the mall keeps about a customer, as JSON: table -> rows.

    Amounts are in hundredths, times in seconds since 1970 (UTC). Passwords are left out.

    \b
    Example:
      openmall customer export --mall myshop --member-id minjun > minjun.json
    """
    import msgspec

    from openmall.commerce.privacy.data_subject import rules as data_subject_rules

    content = await data_subject_rules.export(call, member_id)
    return Output(content, msgspec.json.format(msgspec.json.encode(content)).decode())


@customer.command()
@_mall
@_member
@command
async def erase(
    opened: "Installation", configuration: "Configuration", mall_id: str, member_id: str
) -> Output:
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

    erased = await shop_call.run(opened, mall_id, 1, ("customers", "customer erase"), work)
    text = f"{member_id} is forgotten; {erased.events:,} events were emptied."
    return Output(erased, text, failure=_log_problem(configuration))


def _log_problem(configuration: "Configuration") -> str:
    """Empty SQLite's write-ahead log of what was erased; return why not, or an empty text."""
    from openmall.database import sqlite_file

    # the logs and archives of a PostgreSQL server are its operator's
    if configuration.database or sqlite_file.empty_log(configuration.database_path):
        return ""
    return (
        f"{configuration.database_path}-wal is being read and still holds what was erased:"
        " call it again"
    )
