"""Commands that verify balances of malls against their ledgers: stock, orders, coupons, points."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.mileage.entries.verification import Report as PointsReport
    from openmall.commerce.order.reporting.verification.rules import Report as OrdersReport
    from openmall.commerce.product.stock.verification import Report
    from openmall.commerce.promotion.uses.shape import Report as CouponsReport


@click.group(invoke_without_command=True)
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@setting_options.installation_options
@click.pass_context
def verify(context: click.Context, /, mall_id: str | None, as_json: bool, **options: Any) -> int:
    """Check what malls keep against their own records; without a name, everything.

    Exits with 1 when something differs.

    \b
    Examples:
      openmall verify
      openmall verify stock
      openmall verify stock --mall myshop --json
      openmall verify coupons
      openmall verify points
      openmall verify orders --mall myshop --json
    """
    if context.invoked_subcommand is not None:
        return 0
    results = {name: check(options, mall_id, as_json) for name, check in CHECKS.items()}
    facts = {name: report for name, (report, _) in results.items()}
    text = "\n".join(text_of_check for _, text_of_check in results.values())
    output.show(facts, as_json=as_json, text=text)
    return 1 if any(report.differences for report in facts.values()) else 0


@verify.command("stock")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@click.option("--remove-expired", is_flag=True, help="Also remove reservations whose time is over.")
@setting_options.installation_options
def stock(mall_id: str | None, remove_expired: bool, as_json: bool, **options: Any) -> int:
    """Recompute every quantity from the ledger of stock; exit with 1 when one differs.

    A running server may go on selling meanwhile. Reservations whose time is over count for
    nothing; a worker removes them every ten minutes, and the option at once.
    """
    report, text = _stock(options, mall_id, as_json, remove_expired=remove_expired)
    output.show(report, as_json=as_json, text=text)
    return 1 if report.differences else 0


def _stock(
    options: dict[str, Any], mall_id: str | None, as_json: bool, *, remove_expired: bool = False
) -> "tuple[Report, str]":
    from openmall.access.oauth.directory import Directory
    from openmall.cli import installation
    from openmall.commerce.product.stock import verification as stock_verification

    async def work(opened: "Installation") -> "Report":
        mall_ids = await opened.mall_ids(mall_id)
        directory = Directory(opened.database, opened.clock, lambda: 0)
        with output.progress("Counting", as_json=as_json) as progress:
            return await stock_verification.verify(
                opened.database,
                await opened.clocks(),
                mall_ids,
                remove_expired=directory.mall if remove_expired else None,
                progress=progress,
            )

    report = installation.run(setting_options.configuration_from(**options), work)
    rows = [
        (each.mall_id, each.product_no, each.variant_code, each.quantity, each.ledger)
        for each in report.differences
    ]
    columns = ("mall_id", "product_no", "variant_code", "quantity", "ledger")
    text = output.table(
        columns, rows, empty=f"{report.variants:,} variants have what their ledger says."
    )
    if report.expired_reservations:
        are = "were removed" if remove_expired else "are over (--remove-expired removes them)"
        text += f"\n{report.expired_reservations:,} reservations {are}."
    return report, text


@verify.command("orders")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@setting_options.installation_options
def orders(mall_id: str | None, as_json: bool, **options: Any) -> int:
    """Recompute sums, money, states, stock and figures of every order; 1 when one differs.

    A running server may go on. What it adds to figures meanwhile may show as a difference that is
    gone the next time.
    """
    report, text = _orders(options, mall_id, as_json)
    output.show(report, as_json=as_json, text=text)
    return 1 if report.differences else 0


@verify.command("coupons")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@setting_options.installation_options
def coupons(mall_id: str | None, as_json: bool, **options: Any) -> int:
    """Recompute from the ledger how many coupons are issued and which are used; 1 when one differs.

    A running server may go on meanwhile.
    """
    report, text = _coupons(options, mall_id, as_json)
    output.show(report, as_json=as_json, text=text)
    return 1 if report.differences else 0


@verify.command("points")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@setting_options.installation_options
def points(mall_id: str | None, as_json: bool, **options: Any) -> int:
    """Recompute what customers have from the ledger of points and credits; exit with 1 when one
    differs. Amounts are shown in hundredths.

    A running server may go on meanwhile.
    """
    report, text = _points(options, mall_id, as_json)
    output.show(report, as_json=as_json, text=text)
    return 1 if report.differences else 0


def _orders(
    options: dict[str, Any], mall_id: str | None, as_json: bool
) -> "tuple[OrdersReport, str]":
    from openmall.cli import installation
    from openmall.commerce.order.reporting.verification import rules as order_verification_rules

    async def work(opened: "Installation") -> "OrdersReport":
        mall_ids = await opened.mall_ids(mall_id)
        with output.progress("Recomputing", as_json=as_json) as progress:
            return await order_verification_rules.verify(
                opened.database, await opened.clocks(), mall_ids, progress=progress
            )

    report = installation.run(setting_options.configuration_from(**options), work)
    columns = ("mall_id", "what", "field", "kept", "recomputed")
    rows = [tuple(getattr(each, name) for name in columns) for each in report.differences]
    empty = f"{report.orders:,} orders agree with their items, money, stock and figures."
    return report, output.table(columns, rows, empty=empty)


def _coupons(
    options: dict[str, Any], mall_id: str | None, as_json: bool
) -> "tuple[CouponsReport, str]":
    from openmall.cli import installation
    from openmall.commerce.promotion import coupon_verification

    async def work(opened: "Installation") -> "CouponsReport":
        mall_ids = await opened.mall_ids(mall_id)
        with output.progress("Counting", as_json=as_json) as progress:
            return await coupon_verification.verify(opened.database, mall_ids, progress=progress)

    report = installation.run(setting_options.configuration_from(**options), work)
    columns = ("mall_id", "subject", "number", "kept", "ledger")
    rows = [tuple(getattr(each, name) for name in columns) for each in report.differences]
    return report, output.table(columns, rows, empty="Every coupon is what its ledger says.")


def _points(
    options: dict[str, Any], mall_id: str | None, as_json: bool
) -> "tuple[PointsReport, str]":
    from openmall.cli import installation
    from openmall.commerce.mileage.entries import verification as entry_verification

    async def work(opened: "Installation") -> "PointsReport":
        mall_ids = await opened.mall_ids(mall_id)
        with output.progress("Adding up", as_json=as_json) as progress:
            return await entry_verification.verify(opened.database, mall_ids, progress=progress)

    report = installation.run(setting_options.configuration_from(**options), work)
    columns = ("mall_id", "member_id", "shop_no", "what", "balance", "ledger")
    rows = [tuple(getattr(each, name) for name in columns) for each in report.differences]
    empty = f"{report.balances:,} balances are what their ledger says."
    return report, output.table(columns, rows, empty=empty)


CHECKS: Final[dict[str, Callable[[dict[str, Any], str | None, bool], tuple[Any, str]]]] = {
    "stock": _stock,
    "orders": _orders,
    "coupons": _coupons,
    "points": _points,
}
"""The checks that `verify` runs without a subcommand; each returns a report with `differences`, and
its text for people."""
