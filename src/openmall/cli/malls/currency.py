"""Commands for exchange rates."""

from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.commerce.store.currency import Rate


@click.group()
def currency() -> None:
    """Manage the exchange rates of this installation.

    A rate says how many units of a currency one US dollar is worth.

    \b
    Examples:
      openmall currency list --json
      openmall currency set KRW=1378.5 JPY=151.2
      openmall currency forget KRW
    """


@currency.command("list")
@command
async def list_rates(opened: "Installation") -> Output:
    """List every known rate, and since when it holds.

    \b
    Example:
      openmall currency list --json
    """
    from openmall.commerce.store.currency import rates

    async with opened.database.reading("") as db:
        found = await rates(db)
    rate_facts = [_facts(each) for each in found]
    return output.of_rows(rate_facts, ("currency", "per_dollar", "updated_at"), empty="")


@currency.command("set")
@click.argument("rates", nargs=-1, required=True, metavar="CODE=RATE...")
@command
def set_rates(rates: tuple[str, ...]) -> "Work":
    """Set rates, all of them or none.

    \b
    Example:
      openmall currency set KRW=1378.5 JPY=151.2
    """
    from openmall.commerce.store.currency import keep_rate

    read = dict(_rate(each) for each in rates)

    async def work(opened: "Installation") -> Output:
        async with opened.database.writing("") as db:
            for code, rate in read.items():
                await keep_rate(db, code, rate, now=int(opened.clock.now()))
        facts = {code: str(rate) for code, rate in read.items()}
        return Output(facts, "\n".join(f"{c} {r}" for c, r in facts.items()))

    return work


@currency.command()
@click.argument("code")
@command
async def forget(opened: "Installation", code: str) -> Output:
    """Go back to the rate of CODE that openmall came with.

    \b
    Example:
      openmall currency forget USD
    """
    from openmall.commerce.store.currency import forget_rate

    async with opened.database.writing("") as db:
        found = await forget_rate(db, code.upper())
    if not found:
        raise click.ClickException(f"no rate of {code.upper()} has been set")
    return Output({"currency": code.upper()}, f"{code.upper()} is forgotten.")


def _rate(text: str) -> tuple[str, Decimal]:
    from babel.numbers import is_currency

    code, _, number = text.partition("=")
    code = code.strip().upper()
    try:
        rate = Decimal(number.strip())
    except InvalidOperation:
        rate = Decimal(0)
    if not is_currency(code) or not rate.is_finite() or not 0 < rate < 10**9:
        raise click.UsageError(f"{text!r} is not a currency's code and its rate: KRW=1378.5")
    return code, rate


def _facts(rate: "Rate") -> dict[str, str | None]:
    at = rate.updated_at
    since = None if at is None else datetime.fromtimestamp(at, UTC).isoformat()[:19] + "Z"
    return {"currency": rate.currency, "per_dollar": rate.per_dollar, "updated_at": since}
