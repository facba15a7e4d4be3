"""`openmall trigger`: lets something happen in a sandbox by the shop's own rules."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, refused, setting_options

if TYPE_CHECKING:
    from openmall.apptesting.scenarios import Happened
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
@setting_options.installation_options
def trigger(
    event: str | None,
    mall_id: str | None,
    listing: bool,
    as_json: bool,
    shop_no: int,
    order_id: str,
    product_no: int | None,
    member_id: str,
    quantity: int,
    **options: Any,
) -> None:
    """Let EVENT happen in a sandbox: an order is paid, a product changes, a customer joins.

    It happens by the shop's own rules, so that stock, messages, events and webhooks follow; apps
    get the events from a server that runs, or by `openmall listen`. Nothing can be triggered in
    other malls.

    \b
    Examples:
      openmall trigger --list
      openmall trigger order_paid --mall trial
    """
    from openmall.apptesting import scenarios

    if listing:
        rows = [[name, text] for name, text in scenarios.TRIGGERS.items()]
        output.show(
            scenarios.TRIGGERS,
            as_json=as_json,
            text=output.table(("event", "does"), rows, empty=""),
        )
        return
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

    from openmall.cli import installation

    async def work(opened: "Installation") -> "Happened":
        return await _happen(opened, mall_id, wish)

    happened = installation.run(setting_options.configuration_from(**options), work)
    about = happened.order_id or happened.member_id or happened.product_no
    facts = {"event": event, "mall_id": mall_id, **_facts(happened)}
    output.show(facts, as_json=as_json, text=f"{event} in {mall_id}: {about}.")


async def _happen(opened: "Installation", mall_id: str, wish: Any) -> "Happened":
    from openmall.access.oauth.directory import Directory
    from openmall.access.sandbox.refusals import NO_SANDBOX
    from openmall.apptesting.refusals import NOTHING_ON_SALE, TOO_FEW_UNITS_ON_SALE
    from openmall.apptesting.scenarios import Scenarios
    from openmall.contract.errors import ApiError, Forbidden
    from openmall.database.seal import configured_seal

    await opened.require_mall(mall_id)
    mall = await Directory(opened.database, opened.clock, lambda: 0).mall(mall_id)
    assert mall is not None, "it was required"
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


def _facts(happened: "Happened") -> dict[str, Any]:
    return {name: getattr(happened, name) for name in happened.__struct_fields__}
