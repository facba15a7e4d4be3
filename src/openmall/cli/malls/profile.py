"""Commands for a shop's operator data and bank accounts."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options, shop_call

if TYPE_CHECKING:
    from openmall.commerce.store.accounts import Account
    from openmall.contract.call import Call

_shop = click.option("--shop", "shop_no", default=1, show_default=True, help="Shop of the mall.")


@click.command("set")
@click.argument("mall_id")
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@_shop
@setting_options.installation_options
def set_profile(
    mall_id: str, changes: tuple[str, ...], shop_no: int, as_json: bool, **options: Any
) -> None:
    """Look at, or change, the profile of a shop: what the operation `store` answers.

    An empty VALUE stands for none; several values of one name are parted by commas.

    \b
    Example:
      openmall mall set myshop president_name="Kim Haneul" zipcode=06035
    """
    from openmall.commerce.store.profile import StoreProfile

    facts = shop_call.update_settings(StoreProfile, changes, mall_id, shop_no, "store", **options)
    output.show(facts, as_json=as_json, text=output.facts(facts))


@click.group()
def account() -> None:
    """Enter the bank accounts that a shop's customers pay to.

    \b
    Examples:
      openmall mall account add myshop --bank-code bank_04 --bank-name Hana \\
        --number 100-200-300 --holder "Kim Haneul"
      openmall mall account close myshop 1
    """


@account.command()
@click.argument("mall_id")
@click.option("--bank-code", required=True, help="Code of the bank.")
@click.option("--bank-name", required=True, help="What the bank is called.")
@click.option("--number", "bank_account_no", required=True, help="Number of the account.")
@click.option("--holder", "bank_account_holder", required=True, help="Whose account it is.")
@_shop
@setting_options.installation_options
def add(
    mall_id: str,
    bank_code: str,
    bank_name: str,
    bank_account_no: str,
    bank_account_holder: str,
    shop_no: int,
    as_json: bool,
    **options: Any,
) -> None:
    """Let customers of a shop of MALL_ID pay to an account."""
    import msgspec

    from openmall.commerce.store import accounts

    fields = {
        "bank_code": bank_code,
        "bank_name": bank_name,
        "bank_account_no": bank_account_no,
        "bank_account_holder": bank_account_holder,
    }

    async def work(call: "Call") -> "Account":
        return await accounts.add(call, fields)

    facts = msgspec.to_builtins(
        shop_call.run_in_shop(work, mall_id, shop_no, "store", "account add", **options)
    )
    output.show(facts, as_json=as_json, text=f"Account {facts['bank_account_id']} is in use.")


@account.command()
@click.argument("mall_id")
@click.argument("bank_account_id", type=int)
@_shop
@setting_options.installation_options
def close(mall_id: str, bank_account_id: int, shop_no: int, as_json: bool, **options: Any) -> None:
    """Stop offering an account for payments; its number stays."""
    import msgspec

    from openmall.commerce.store import accounts

    async def work(call: "Call") -> "Account":
        return await accounts.close(call, bank_account_id)

    closed = msgspec.to_builtins(
        shop_call.run_in_shop(work, mall_id, shop_no, "store", "account close", **options)
    )
    output.show(closed, as_json=as_json, text=f"Account {bank_account_id} is closed.")
