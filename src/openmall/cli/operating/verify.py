"""Commands that verify balances of malls against their ledgers, and codes: see `CHECKS`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation


@click.group(invoke_without_command=True)
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
def verify(mall_id: str | None, as_json: bool) -> "Work | None":
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
      openmall verify codes
    """
    if click.get_current_context().invoked_subcommand is not None:
        return None

    async def work(opened: "Installation") -> Output:
        results = await recompute(opened, mall_id, as_json=as_json, checks=CHECKS)
        return Output(
            {name: each.facts for name, each in results.items()},
            "\n".join(each.text for each in results.values()),
            status=max(each.status for each in results.values()),
        )

    return work


@verify.command("stock")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@click.option("--remove-expired", is_flag=True, help="Also remove reservations whose time is over.")
@command
async def stock(
    opened: "Installation", mall_id: str | None, remove_expired: bool, as_json: bool
) -> Output:
    """Recompute every quantity from the ledger of stock; exit with 1 when one differs.

    A running server may go on selling meanwhile. Reservations whose time is over count for
    nothing; a worker removes them every ten minutes, and the option at once.

    \b
    Example:
      openmall verify stock --mall myshop
    """
    return await _stock(opened, mall_id, as_json=as_json, remove_expired=remove_expired)


async def _stock(
    opened: "Installation", mall_id: str | None, *, as_json: bool, remove_expired: bool = False
) -> Output:
    from openmall.commerce.product.stock import verification as stock_verification

    mall_ids = await opened.mall_ids(mall_id)
    with output.progress("Counting", as_json=as_json) as progress:
        report = await stock_verification.verify(
            opened.database,
            await opened.clocks(),
            mall_ids,
            remove_expired=opened.directory().mall if remove_expired else None,
            progress=progress,
        )
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
    return Output(report, text, status=1 if report.differences else 0)


@verify.command("orders")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
async def orders(opened: "Installation", mall_id: str | None, as_json: bool) -> Output:
    """Recompute sums, money, states, stock and figures of every order; 1 when one differs.

    A running server may go on. What it adds to figures meanwhile may show as a difference that is
    gone the next time.

    \b
    Example:
      openmall verify orders --mall myshop --json
    """
    return await _orders(opened, mall_id, as_json=as_json)


@verify.command("coupons")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
async def coupons(opened: "Installation", mall_id: str | None, as_json: bool) -> Output:
    """Recompute from the ledger how many coupons are issued and which are used; 1 when one differs.

    A running server may go on meanwhile.

    \b
    Example:
      openmall verify coupons
    """
    return await _coupons(opened, mall_id, as_json=as_json)


@verify.command("points")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
async def points(opened: "Installation", mall_id: str | None, as_json: bool) -> Output:
    """Recompute what customers have from the ledger of points and credits; exit with 1 when one
    differs. Amounts are shown in hundredths.

    A running server may go on meanwhile.

    \b
    Example:
      openmall verify points
    """
    return await _points(opened, mall_id, as_json=as_json)


@verify.command("codes")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
async def codes(opened: "Installation", mall_id: str | None, as_json: bool) -> Output:
    """List codes stored with blanks around them or with invisible characters; 1 when there are.

    Calls, forms and files trim the codes that they are given, so that none finds these. They were
    stored by earlier programs, and the upgrade kept them, because the trimmed code is that of
    another product, variant or code (`taken_by`). Give one of the two another code.

    \b
    Example:
      openmall verify codes --mall myshop
    """
    return await _codes(opened, mall_id, as_json=as_json)


async def _orders(opened: "Installation", mall_id: str | None, *, as_json: bool) -> Output:
    from openmall.commerce.order.reporting.verification import rules as order_verification_rules

    mall_ids = await opened.mall_ids(mall_id)
    with output.progress("Recomputing", as_json=as_json) as progress:
        report = await order_verification_rules.verify(
            opened.database, await opened.clocks(), mall_ids, progress=progress
        )
    columns = ("mall_id", "what", "field", "kept", "recomputed")
    rows = [tuple(getattr(each, name) for name in columns) for each in report.differences]
    empty = f"{report.orders:,} orders agree with their items, money, stock and figures."
    text = output.table(columns, rows, empty=empty)
    return Output(report, text, status=1 if report.differences else 0)


async def _coupons(opened: "Installation", mall_id: str | None, *, as_json: bool) -> Output:
    from openmall.commerce.promotion import coupon_verification

    mall_ids = await opened.mall_ids(mall_id)
    with output.progress("Counting", as_json=as_json) as progress:
        report = await coupon_verification.verify(opened.database, mall_ids, progress=progress)
    columns = ("mall_id", "subject", "number", "kept", "ledger")
    rows = [tuple(getattr(each, name) for name in columns) for each in report.differences]
    text = output.table(columns, rows, empty="Every coupon is what its ledger says.")
    return Output(report, text, status=1 if report.differences else 0)


async def _points(opened: "Installation", mall_id: str | None, *, as_json: bool) -> Output:
    from openmall.commerce.mileage.entries import verification as entry_verification

    mall_ids = await opened.mall_ids(mall_id)
    with output.progress("Adding up", as_json=as_json) as progress:
        report = await entry_verification.verify(opened.database, mall_ids, progress=progress)
    columns = ("mall_id", "member_id", "shop_no", "what", "balance", "ledger")
    rows = [tuple(getattr(each, name) for name in columns) for each in report.differences]
    empty = f"{report.balances:,} balances are what their ledger says."
    text = output.table(columns, rows, empty=empty)
    return Output(report, text, status=1 if report.differences else 0)


async def _codes(opened: "Installation", mall_id: str | None, *, as_json: bool) -> Output:
    from openmall.database.text_search import stored_codes

    mall_ids = await opened.mall_ids(mall_id)
    found: list[stored_codes.KeptCode] = []
    with output.progress("Looking", as_json=as_json) as progress:
        for at, each in enumerate(mall_ids, start=1):
            async with opened.database.reading(each) as db:
                found += await stored_codes.kept(db)
            progress(at / len(mall_ids))
    columns = ("mall_id", "column", "object", "code", "taken_by")
    rows = [
        (each.mall_id, each.column, each.object, ascii(each.code), each.taken_by or "-")
        for each in found
    ]
    text = output.table(columns, rows, empty="Every code can be named by a call.")
    return Output({"malls": len(mall_ids), "differences": found}, text, status=1 if found else 0)


class Check(Protocol):
    """Recomputes balances of a mall, or of all malls."""

    async def __call__(
        self, opened: "Installation", mall_id: str | None, *, as_json: bool
    ) -> Output:
        """Return the differences; the status is 1 when there are any."""
        ...


LEDGERS: Final[dict[str, Check]] = {
    "stock": _stock,
    "orders": _orders,
    "coupons": _coupons,
    "points": _points,
}
"""The checks of balances against their ledgers."""
CHECKS: Final[dict[str, Check]] = {**LEDGERS, "codes": _codes}
"""The checks that `verify` runs without a subcommand."""


async def recompute(
    opened: "Installation",
    mall_id: str | None,
    *,
    as_json: bool,
    checks: Mapping[str, Check] = LEDGERS,
) -> dict[str, Output]:
    """Run several checks; return the result of each."""
    return {name: await check(opened, mall_id, as_json=as_json) for name, check in checks.items()}
