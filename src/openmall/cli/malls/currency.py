"""Commands for exchange rates."""

from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
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
@setting_options.installation_options
def list_rates(as_json: bool, **options: Any) -> None:
    """List every known rate, and since when it holds."""
    from openmall.cli import installation
    from openmall.commerce.store.currency import rates

    async def work(opened: "Installation") -> "list[Rate]":
        async with opened.database.reading("") as db:
            return await rates(db)

    rate_facts = [
        _facts(each)
        for each in installation.run(setting_options.configuration_from(**options), work)
    ]
    rows = [list(each.values()) for each in rate_facts]
    text = output.table(("currency", "per_dollar", "updated_at"), rows, empty="")
    output.show(rate_facts, as_json=as_json, text=text)


@currency.command("set")
@click.argument("rates", nargs=-1, required=True, metavar="CODE=RATE...")
@setting_options.installation_options
def set_rates(rates: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Set rates, all of them or none.

    \b
    Example:
      openmall currency set KRW=1378.5 JPY=151.2
    """
    from openmall.cli import installation
    from openmall.commerce.store.currency import keep_rate

    read = dict(_rate(each) for each in rates)

    async def work(opened: "Installation") -> None:
        async with opened.database.writing("") as db:
            for code, rate in read.items():
                await keep_rate(db, code, rate, now=int(opened.clock.now()))

    installation.run(setting_options.configuration_from(**options), work)
    facts = {code: str(rate) for code, rate in read.items()}
    output.show(facts, as_json=as_json, text="\n".join(f"{c} {r}" for c, r in facts.items()))


@currency.command()
@click.argument("code")
@setting_options.installation_options
def forget(code: str, as_json: bool, **options: Any) -> None:
    """Go back to the rate of CODE that openmall came with."""
    from openmall.cli import installation
    from openmall.commerce.store.currency import forget_rate

    async def work(opened: "Installation") -> bool:
        async with opened.database.writing("") as db:
            return await forget_rate(db, code.upper())

    if not installation.run(setting_options.configuration_from(**options), work):
        raise click.ClickException(f"no rate of {code.upper()} has been set")
    output.show({"currency": code.upper()}, as_json=as_json, text=f"{code.upper()} is forgotten.")


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
