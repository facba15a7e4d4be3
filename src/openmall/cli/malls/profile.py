"""Commands for a shop's operator data and bank accounts."""

from typing import TYPE_CHECKING

import click

from openmall.cli import shop_call
from openmall.cli.command import in_shop
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import ShopWork
    from openmall.contract.call import Call

_shop = click.option("--shop", "shop_no", default=1, show_default=True, help="Shop of the mall.")


@click.command("set")
@click.argument("mall_id")
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@_shop
@in_shop("store", "store settings")
def set_profile(changes: tuple[str, ...]) -> "ShopWork":
    """Look at, or change, the profile of a shop: what the operation `store` answers.

    An empty VALUE stands for none; several values of one name are parted by commas.

    \b
    Example:
      openmall mall set myshop president_name="Kim Haneul" zipcode=06035
    """
    from openmall.commerce.store.profile import StoreProfile

    return shop_call.settings_update(StoreProfile, changes, "store")


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
@in_shop("store", "account add")
async def add(
    call: "Call",
    bank_code: str,
    bank_name: str,
    bank_account_no: str,
    bank_account_holder: str,
) -> Output:
    """Let customers of a shop of MALL_ID pay to an account.

    \b
    Example:
      openmall mall account add myshop --bank-code 04 --bank-name KB --number 123-45 --holder Jo
    """
    import msgspec

    from openmall.commerce.store import accounts

    fields = {
        "bank_code": bank_code,
        "bank_name": bank_name,
        "bank_account_no": bank_account_no,
        "bank_account_holder": bank_account_holder,
    }

    added = await accounts.add(call, fields)
    return Output(msgspec.to_builtins(added), f"Account {added.bank_account_id} is in use.")


@account.command()
@click.argument("mall_id")
@click.argument("bank_account_id", type=int)
@_shop
@in_shop("store", "account close")
async def close(call: "Call", bank_account_id: int) -> Output:
    """Stop offering an account for payments; its number stays.

    \b
    Example:
      openmall mall account close myshop 1
    """
    import msgspec

    from openmall.commerce.store import accounts

    closed = await accounts.close(call, bank_account_id)
    return Output(msgspec.to_builtins(closed), f"Account {bank_account_id} is closed.")
