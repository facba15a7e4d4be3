"""Commands for shops in the partner programme."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options
from openmall.cli.partner import projection

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.partner_projection.shape import Enrolment, Terms

_MANY = {"shop_tags", "social_logins", "benefits", "global_payment_type"}


@click.group()
def shop() -> None:
    """Let shops join and leave, and list those that take part."""


@shop.command()
@click.option("--mall", "mall_id", required=True, help="The mall whose shop it is.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="Which of its shops.")
@click.option(
    "--score",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help="Grade: black from 90, purple from 80, green from 70, else orange.",
)
@click.option("--category", default="", metavar="CODE/CODE", help="Its category, two levels.")
@click.option(
    "--popular-age",
    "shop_popular_age",
    default="etc",
    show_default=True,
    help="teenager, twenties, thirties, forties or etc.",
)
@click.option("--sex", "shop_sex", default="", help="F or M; left out: both.")
@click.option("--region", "shop_region", default="", help="Where it is.")
@click.option("--tag", "shop_tags", multiple=True, help="What it is about; at most ten.")
@click.option(
    "--social-login",
    "social_logins",
    multiple=True,
    help="socialnet, chatapp, portal, messenger, websearch or osaccount.",
)
@click.option("--platformpay", "use_platformpay", is_flag=True, help="It takes platform pay.")
@click.option("--portalpay", "use_portalpay", is_flag=True, help="It takes portal pay.")
@click.option("--carrier-y", "use_carrier_y", is_flag=True, help="It sends by carrier Y.")
@click.option(
    "--shipping-fee-type",
    default="E",
    show_default=True,
    help="T, R, M, D, W, C, N, F or E: what delivery costs, as the API has it.",
)
@click.option("--benefit", "benefits", multiple=True, help="DP, DR, DQ, DM, DN, DV, PG or PB.")
@click.option("--global-payment", "global_payment_type", multiple=True, help="GA to GF.")
@setting_options.installation_options
def enrol(mall_id: str, shop_no: int, as_json: bool, **options: Any) -> None:
    """Let a shop take part, or give it other terms; all of them are said each time.

    \b
    Example:
      openmall partner shop enrol --mall myshop --score 85 --category D10/D1010 --tag linen
    """
    from openmall.commerce.partner import participation

    installation_options = {
        name: options.pop(name) for name in setting_options.INSTALLATION_SETTINGS
    }
    terms = _terms(options)

    async def work(opened: "Installation") -> int:
        mall = await projection.find_mall(opened, mall_id)
        async with opened.database.writing(mall_id) as db:
            await participation.enrol(
                db, await opened.clock_of(mall_id), mall, shop_no=shop_no, terms=terms
            )
        return await projection.rebuild_projection(opened, mall_id)

    products = projection.run_in_installation(work, **installation_options)
    text = f"Shop {shop_no} of {mall_id} takes part; {products:,} products were looked through."
    output.show(
        {"store_id": mall_id, "shop_no": shop_no, **projection.struct_facts(terms)},
        as_json=as_json,
        text=text,
    )


@shop.command()
@click.option("--mall", "mall_id", required=True, help="The mall whose shop it is.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="Which of its shops.")
@setting_options.installation_options
def leave(mall_id: str, shop_no: int, as_json: bool, **options: Any) -> None:
    """Let a shop leave: partners read nothing of it from then on.

    \b
    Example:
      openmall partner shop leave --mall myshop
    """
    from openmall.commerce.partner import participation

    async def work(opened: "Installation") -> None:
        async with opened.database.writing(mall_id) as db:
            await participation.leave(db, shop_no)
        await opened.counters.invalidate_caches()

    projection.run_in_installation(work, **options)
    facts = {"store_id": mall_id, "shop_no": shop_no}
    output.show(facts, as_json=as_json, text=f"Shop {shop_no} of {mall_id} has left.")


@shop.command("list")
@setting_options.installation_options
def list_shops(as_json: bool, **options: Any) -> None:
    """List the shops that take part.

    \b
    Example:
      openmall partner shop list --json
    """
    from openmall.commerce.partner_projection import enrolment

    async def work(opened: "Installation") -> "list[Enrolment]":
        async with opened.database.reading("") as db:
            return await enrolment.every(db)

    found = projection.run_in_installation(work, **options)
    rows = [
        (each.store_id, each.shop_no, each.shop_name, each.terms.grade, each.terms.shop_tags)
        for each in found
    ]
    columns = ("store_id", "shop_no", "shop_name", "grade", "tags")
    text = output.table(columns, rows, empty="No shop takes part yet.")
    output.show([projection.struct_facts(each) for each in found], as_json=as_json, text=text)


def _terms(options: dict[str, Any]) -> "Terms":
    import msgspec

    from openmall.commerce.partner_projection.shape import Terms

    depth1, depth2 = projection.category_codes(options.pop("category"), levels=2)
    values = {name: list(value) if name in _MANY else value for name, value in options.items()}
    try:
        return msgspec.convert({**values, "depth1": depth1, "depth2": depth2}, Terms)
    except msgspec.ValidationError as error:
        raise click.UsageError(str(error)) from None
