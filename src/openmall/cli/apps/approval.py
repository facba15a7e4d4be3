"""Rules by which a merchant approves writes: list, add and remove them."""

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.contract.approval import ApprovalRule


@click.group()
def approval() -> None:
    """Let writes of a mall wait until a person approves them.

    \b
    Examples:
      openmall approval add --mall myshop --price-percent 20
      openmall approval add --mall myshop --app CLIENT_ID
      openmall approval list --mall myshop
      openmall approval remove 1 --mall myshop
    """


@approval.command("list")
@click.option("--mall", "mall_id", required=True, help="The mall.")
@command
async def list_rules(opened: "Installation", mall_id: str) -> Output:
    """List the rules of a mall.

    \b
    Example:
      openmall approval list --mall myshop
    """
    from openmall.access.oauth import approval_rules

    await opened.require_mall(mall_id)
    async with opened.database.reading(mall_id) as db:
        found = await approval_rules.of_mall(db)
    rules = [_facts(each) for each in found]
    columns = ("rule_no", "client_id", "role_no", "objects", "price_percent", "money", "customers")
    rows = [["" if each[name] is None else each[name] for name in columns] for each in rules]
    empty = "Nothing needs approval: openmall approval add --help"
    return Output(rules, output.table(columns, rows, empty=empty))


@approval.command()
@click.option("--mall", "mall_id", required=True, help="The mall.")
@click.option("--app", "client_id", default="", help="Of this app alone.")
@click.option("--role", "role_no", default=0, help="Of the staff with this role alone.")
@click.option("--objects", type=int, help="Writes of more objects.")
@click.option("--price-percent", type=int, help="Price changes by more percent.")
@click.option("--money", help="More in refunds, payments, points, credits and orders' amounts.")
@click.option("--customers", is_flag=True, help="Writes of customers' data.")
@command
def add(
    mall_id: str,
    client_id: str,
    role_no: int,
    objects: int | None,
    price_percent: int | None,
    money: str | None,
    customers: bool,
) -> "Work":
    """Add a rule: of whom, and which writes; without a kind, all.

    \b
    Example:
      openmall approval add --mall myshop --objects 100 --money 50000 --customers
    """
    from openmall.access.oauth import approval_rules
    from openmall.access.oauth.cache_invalidation import invalidating_transaction
    from openmall.contract.approval import ApprovalRule
    from openmall.contract.money import hundredths

    try:
        typed = None if money is None else Decimal(money)
        if typed is not None and not typed.is_finite():
            raise InvalidOperation
        amount = None if typed is None else hundredths(typed)
    except InvalidOperation:
        raise click.UsageError(f"{money!r} is no amount") from None
    rule = ApprovalRule(
        rule_no=0,
        client_id=client_id,
        role_no=role_no,
        objects=objects,
        price_percent=price_percent,
        money=amount,
        customers=customers,
    )

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        async with invalidating_transaction(opened.database, opened.counters, mall_id) as db:
            found = await approval_rules.add(db, rule)
        return output.of_facts(_facts(found))

    return work


@approval.command()
@click.argument("rule_no", type=int)
@click.option("--mall", "mall_id", required=True, help="The mall.")
@command
async def remove(opened: "Installation", rule_no: int, mall_id: str) -> Output:
    """Remove the rule RULE_NO.

    \b
    Example:
      openmall approval remove 1 --mall myshop
    """
    from openmall.access.oauth import approval_rules
    from openmall.access.oauth.cache_invalidation import invalidating_transaction

    await opened.require_mall(mall_id)
    async with invalidating_transaction(opened.database, opened.counters, mall_id) as db:
        found = await approval_rules.remove(db, rule_no)
    return Output(_facts(found), f"Rule {rule_no} is removed.")


def _facts(rule: "ApprovalRule") -> "dict[str, Fact]":
    from openmall.contract.money import money

    return {
        "rule_no": rule.rule_no,
        "client_id": rule.client_id or None,
        "role_no": rule.role_no or None,
        "objects": rule.objects,
        "price_percent": rule.price_percent,
        "money": None if rule.money is None else str(money(rule.money)),
        "customers": rule.customers,
    }
