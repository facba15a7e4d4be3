"""`openmall trigger`: lets something happen in a sandbox by the shop's own rules."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output, refused
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.apptesting.scenarios import Happened, Wish
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation


@click.command()
@click.argument("event", required=False)
@click.option("--mall", "mall_id", help="In which sandbox.")
@click.option("--shop", "shop_no", type=int, default=1, show_default=True, help="In which shop.")
@click.option(
    "--order", "order_id", default="", help="An order that takes the step; else a new one."
)
@click.option("--product", "product_no", type=int, help="Of which product; else the first on sale.")
@click.option("--member", "member_id", default="", help="Of which customer; else of a guest.")
@click.option(
    "--quantity", type=click.IntRange(0, 1_000), default=1, show_default=True, help="Of units."
)
@click.option("--list", "listing", is_flag=True, help="List what can be triggered.")
@command
def trigger(
    event: str | None,
    mall_id: str | None,
    listing: bool,
    shop_no: int,
    order_id: str,
    product_no: int | None,
    member_id: str,
    quantity: int,
) -> "Work | Output":
    """Let EVENT happen in a sandbox: an order is paid, a product changes, a customer joins.

    It happens by the shop's own rules, so that stock, messages, events and webhooks follow; apps
    get the events from a server that runs, or by `openmall listen`. Nothing can be triggered in
    other malls.

    \b
    Examples:
      openmall trigger --list
      openmall trigger order_paid --mall trial
    """
    from msgspec.structs import asdict

    from openmall.apptesting import scenarios

    if listing:
        rows = [[name, text] for name, text in scenarios.TRIGGERS.items()]
        return Output(scenarios.TRIGGERS, output.table(("event", "does"), rows, empty=""))
    if event is None or mall_id is None:
        raise click.UsageError("say EVENT and --mall, or --list")
    wish = scenarios.Wish(
        event=event,
        shop_no=shop_no,
        order_id=order_id,
        product_no=product_no,
        member_id=member_id,
        quantity=quantity,
    )

    async def work(opened: "Installation") -> Output:
        happened = await _happen(opened, mall_id, wish)
        about = happened.order_id or happened.member_id or happened.product_no
        facts = {"event": event, "mall_id": mall_id, **asdict(happened)}
        return Output(facts, f"{event} in {mall_id}: {about}.")

    return work


async def _happen(opened: "Installation", mall_id: str, wish: "Wish") -> "Happened":
    from openmall.access.sandbox.refusals import NO_SANDBOX
    from openmall.apptesting.refusals import NOTHING_ON_SALE, TOO_FEW_UNITS_ON_SALE
    from openmall.apptesting.scenarios import Scenarios
    from openmall.contract.errors import ApiError, Forbidden
    from openmall.database.seal import configured_seal

    mall = await opened.mall(mall_id)
    if mall.sandbox is None:
        raise refused.exception(Forbidden(NO_SANDBOX))
    seal = configured_seal(opened.configuration)
    try:
        return await Scenarios(opened.database, opened.clock, seal, mall).happen(wish)
    except ApiError as error:
        remedy = ""
        if error.refusal in (NOTHING_ON_SALE, TOO_FEW_UNITS_ON_SALE):
            shop = f" --shop {wish.shop_no}" if wish.shop_no != 1 else ""
            remedy = f" openmall trigger product_created --mall {mall_id}{shop}"
        raise refused.exception(error, remedy=remedy) from None
