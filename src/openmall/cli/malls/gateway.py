"""Commands for a mall's contracts with payment gateways."""

from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

import click

from openmall.cli import output, secret_input
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.commerce.salesreport.financials import GatewayContract, Settlement
    from openmall.configuration import Configuration

DAY: Final = click.DateTime(["%Y-%m-%d"])
KEYS_HELP: Final = "Read the secret key and the signing secret of the webhook, a line each."
_STRIPE_PROBLEMS: Final = {
    ("publishable_key", "form"): "a publishable key begins with pk_live_ or pk_test_",
    (
        "secret_key",
        "form",
    ): "a secret key begins with sk_ or rk_, of the mode of the publishable key",
    ("webhook_secret", "form"): "a signing secret begins with whsec_",
    ("use_stripe", "missing"): "all three keys are needed: --publishable-key, --keys-stdin",
    ("use_stripe", "library"): "the library is not installed: pip install 'openmall[stripe]'",
}
METHOD_FORM: Final = "METHOD:PERIOD[:INFORMATION]"


@click.group()
def gateway() -> None:
    """Manage a mall's contracts with payment gateways.

    \b
    Examples:
      openmall gateway contract set gateway_a mid0001 --mall myshop --contract-date 2026-01-05 \\
          --bank-code 013 --bank-account-no 000-000000-00-000 --bank-account-name "My shop" \\
          --method card:M:15 --method tcash:D
      openmall gateway contract list --mall myshop
    """


@gateway.command()
@click.option("--mall", "mall_id", required=True, help="The mall whose shop it is.")
@click.option("--shop", "shop_no", default=1, show_default=True, help="Number of the shop.")
@click.option("--on/--off", "offered", required=True, help="Whether the shop offers it.")
@command
async def test(opened: "Installation", mall_id: str, shop_no: int, offered: bool) -> Output:
    """Offer the test gateway in a shop, or no longer. No money moves through it.

    \b
    Example:
      openmall gateway test --mall myshop --on
    """
    import msgspec

    from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
    from openmall.contract.crud.settings import write_setting
    from openmall.database.seal import configured_seal

    use = TestGatewayUse(shop_no=shop_no, use_test_gateway="T" if offered else "F")
    await opened.require_mall(mall_id)
    async with opened.database.writing(mall_id) as db:
        await write_setting(db, configured_seal(opened.configuration), use)
    text = f"Shop {shop_no} of {mall_id} {'offers' if offered else 'does not offer'} it."
    return Output(msgspec.to_builtins(use), text)


@gateway.command()
@click.option("--mall", "mall_id", required=True, help="The mall whose shop it is.")
@click.option("--shop", "shop_no", default=1, show_default=True, help="Number of the shop.")
@click.option("--on/--off", "offered", required=True, help="Whether the shop offers it.")
@click.option("--publishable-key", help="pk_live_... or pk_test_...; without it as before.")
@click.option("--keys-stdin", is_flag=True, help=KEYS_HELP)
@click.option("--api-base", help="https://host of another server than Stripe's; '': Stripe's.")
@command
def stripe(
    configuration: "Configuration",
    mall_id: str,
    shop_no: int,
    offered: bool,
    publishable_key: str | None,
    keys_stdin: bool,
    api_base: str | None,
) -> "Work":
    """Take card payments through Stripe in a shop, or no longer.

    Payments that were begun are settled, and their refunds made, after it is off.

    \b
    Example:
      openmall gateway stripe --mall myshop --on --publishable-key pk_test_1 --keys-stdin < keys.txt
    """
    from msgspec.structs import replace

    from openmall.commerce.order.billing.gateways.stripe_gateway import rules as stripe_rules
    from openmall.commerce.order.billing.gateways.stripe_gateway.connection import StripeUse
    from openmall.contract.call import Call
    from openmall.contract.crud.settings import current, write_setting
    from openmall.database.seal import configured_seal

    keys = [secret_input.read_line().strip() for _ in range(2)] if keys_stdin else []

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        clock = await opened.clock_of(mall_id)
        async with opened.database.writing(mall_id) as db:
            call = Call(clock, db, shop_no=shop_no, seal=configured_seal(configuration))
            use = await current(call, StripeUse, to_change=True)
            changes = {"use_stripe": "T" if offered else "F"}
            if publishable_key is not None:
                changes["publishable_key"] = publishable_key
            if keys:
                changes |= dict(zip(("secret_key", "webhook_secret"), keys, strict=True))
            if api_base is not None:
                changes["api_base"] = api_base.rstrip("/")
            use = replace(use, **changes)
            if problems := stripe_rules.problems(use):
                raise click.ClickException(_STRIPE_PROBLEMS[next(iter(problems.items()))])
            await write_setting(db, call.seal, use)
        facts: dict[str, Fact] = {
            "mall_id": mall_id,
            "shop_no": shop_no,
            "use_stripe": use.use_stripe,
            "publishable_key": use.publishable_key,
        }
        takes = "takes" if offered else "does not take"
        text = f"Shop {shop_no} of {mall_id} {takes} cards by Stripe."
        return Output(facts, text)

    return work


@gateway.group()
def contract() -> None:
    """Add, list and remove a mall's contracts.

    Apps read them with GET financials/paymentgateway, and GET financials/store.

    \b
    Examples:
      openmall gateway contract list --mall myshop --json
      openmall gateway contract remove gateway_a mid0001 --mall myshop
    """


@contract.command("set")
@click.argument("payment_gateway_name", metavar="GATEWAY")
@click.argument("partner_id")
@click.option("--mall", "mall_id", required=True, help="The mall whose contract it is.")
@click.option("--contract-date", type=DAY, required=True, help="Day of the contract.")
@click.option("--setting-date", type=DAY, help="Day it was set up; else that of the contract.")
@click.option(
    "--status",
    type=click.Choice(["T", "F"]),
    default="T",
    show_default=True,
    help="T the gateway works together with the bank, F it does not.",
)
@click.option("--bank-code", required=True, help="Code of the bank that is paid into.")
@click.option("--bank-account-no", required=True, help="Number of the account.")
@click.option("--bank-account-name", required=True, help="Whose account it is.")
@click.option(
    "--method",
    "methods",
    multiple=True,
    required=True,
    metavar=METHOD_FORM,
    help="How a payment method is settled; may be given several times. METHOD: card, tcash, icash, "
    "cell, deferpay, cvs, point or etc. PERIOD: D daily, W weekly, M monthly. INFORMATION: which "
    "day of it, in the gateway's words.",
)
@command
def set_contract(
    payment_gateway_name: str,
    partner_id: str,
    mall_id: str,
    contract_date: datetime,
    setting_date: datetime | None,
    status: "Literal['T', 'F']",
    bank_code: str,
    bank_account_no: str,
    bank_account_name: str,
    methods: tuple[str, ...],
) -> "Work":
    """Write the contract with GATEWAY down, which calls the mall PARTNER_ID.

    A contract with the same gateway and partner id is replaced.

    \b
    Example:
      openmall gateway contract set gateway_a mid0001 --mall myshop --contract-date 2026-01-05 \\
          --bank-code 013 --bank-account-no 000-000000-00-000 --bank-account-name "My shop" \\
          --method card:M:15 --method tcash:D
    """
    from openmall.commerce.salesreport import financials

    contract = financials.GatewayContract(
        partner_id=partner_id,
        payment_gateway_name=payment_gateway_name,
        contract_date=contract_date.date(),
        setting_date=(setting_date or contract_date).date(),
        status=status,
        payment_method_information=[_settlement(each) for each in methods],
        bank_code=bank_code,
        bank_account_no=bank_account_no,
        bank_account_name=bank_account_name,
    )

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        async with opened.database.writing(mall_id) as db:
            await financials.keep_contract(db, contract)
        text = f"The contract of {mall_id} with {payment_gateway_name} is written down."
        return Output(_facts(contract), text)

    return work


def _settlement(text: str) -> "Settlement":
    import msgspec

    from openmall.commerce.salesreport.financials import Settlement

    names = Settlement.__struct_fields__
    values = dict.fromkeys(names, "") | dict(zip(names, text.split(":", 2), strict=False))
    try:
        return msgspec.convert(values, Settlement)
    except msgspec.ValidationError:
        raise click.UsageError(f"--method {text!r} is not {METHOD_FORM}") from None


@contract.command("list")
@click.option("--mall", "mall_id", required=True, help="The mall whose contracts they are.")
@command
async def list_contracts(opened: "Installation", mall_id: str) -> Output:
    """List a mall's contracts with payment gateways, the newest first.

    \b
    Example:
      openmall gateway contract list --mall myshop --json
    """
    from openmall.commerce.salesreport import financials

    await opened.require_mall(mall_id)
    async with opened.database.reading(mall_id) as db:
        found = await financials.contracts(db)
    columns = ("payment_gateway_name", "partner_id", "contract_date", "setting_date", "status")
    rows = [
        [
            *(facts[name] for name in columns),
            [*map(_settlement_text, each.payment_method_information)],
        ]
        for each in found
        for facts in [_facts(each)]
    ]
    text = output.table((*columns, "methods"), rows, empty="There is no contract yet.")
    return Output([_facts(each) for each in found], text)


@contract.command()
@click.argument("payment_gateway_name", metavar="GATEWAY")
@click.argument("partner_id")
@click.option("--mall", "mall_id", required=True, help="The mall whose contract it is.")
@command
async def remove(
    opened: "Installation", payment_gateway_name: str, partner_id: str, mall_id: str
) -> Output:
    """Remove the contract with GATEWAY that calls the mall PARTNER_ID.

    \b
    Example:
      openmall gateway contract remove gateway_a mid0001 --mall myshop
    """
    from openmall.commerce.salesreport import financials

    await opened.require_mall(mall_id)
    async with opened.database.writing(mall_id) as db:
        found = await financials.remove_contract(db, payment_gateway_name, partner_id)
    if not found:
        raise click.ClickException(
            f"{mall_id} has no contract with {payment_gateway_name!r} as {partner_id!r}"
        )
    facts = {"payment_gateway_name": payment_gateway_name, "partner_id": partner_id}
    text = f"The contract of {mall_id} with {payment_gateway_name} is removed."
    return Output({"mall_id": mall_id, **facts}, text)


def _settlement_text(settlement: "Settlement") -> str:
    """Return a settlement as `--method` takes it."""
    import msgspec

    return ":".join(msgspec.to_builtins(settlement).values()).rstrip(":")


def _facts(contract: "GatewayContract") -> "dict[str, Fact]":
    import msgspec

    facts: dict[str, Fact] = msgspec.to_builtins(contract)
    return facts
