"""Commands for shops in the partner programme."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output, refused
from openmall.cli.command import command
from openmall.cli.output import Output
from openmall.cli.partner import projection

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact


@click.group()
def shop() -> None:
    """Let shops join and leave, and list those that take part.

    \b
    Examples:
      openmall partner shop enrol --mall myshop --score 85
      openmall partner shop list
    """


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
@command
def enrol(
    mall_id: str,
    shop_no: int,
    score: int,
    category: str,
    shop_popular_age: str,
    shop_sex: str,
    shop_region: str,
    shop_tags: tuple[str, ...],
    social_logins: tuple[str, ...],
    use_platformpay: bool,
    use_portalpay: bool,
    use_carrier_y: bool,
    shipping_fee_type: str,
    benefits: tuple[str, ...],
    global_payment_type: tuple[str, ...],
) -> "Work":
    """Let a shop take part, or give it other terms; all of them are said each time.

    \b
    Example:
      openmall partner shop enrol --mall myshop --score 85 --category D10/D1010 --tag linen
    """

    from openmall.commerce.partner import participation
    from openmall.commerce.partner_projection.shape import Terms

    depth1, depth2 = projection.category_codes(category, levels=2)
    values = {
        "score": score,
        "depth1": depth1,
        "depth2": depth2,
        "shop_popular_age": shop_popular_age,
        "shop_sex": shop_sex,
        "shop_region": shop_region,
        "shop_tags": shop_tags,
        "social_logins": social_logins,
        "use_platformpay": use_platformpay,
        "use_portalpay": use_portalpay,
        "use_carrier_y": use_carrier_y,
        "shipping_fee_type": shipping_fee_type,
        "benefits": benefits,
        "global_payment_type": global_payment_type,
    }
    terms = refused.converted(values, Terms)

    async def work(opened: "Installation") -> Output:
        mall = await opened.mall(mall_id)
        async with opened.database.writing(mall_id) as db:
            await participation.enrol(
                db, await opened.clock_of(mall_id), mall, shop_no=shop_no, terms=terms
            )
        products = await projection.rebuild_projection(opened, mall_id)
        text = f"Shop {shop_no} of {mall_id} takes part; {products:,} products were looked through."
        facts = {"store_id": mall_id, "shop_no": shop_no, **projection.struct_facts(terms)}
        return Output(facts, text)

    return work


@shop.command()
@click.option("--mall", "mall_id", required=True, help="The mall whose shop it is.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="Which of its shops.")
@command
async def leave(opened: "Installation", mall_id: str, shop_no: int) -> Output:
    """Let a shop leave: partners read nothing of it from then on.

    \b
    Example:
      openmall partner shop leave --mall myshop
    """
    from openmall.commerce.partner import participation

    async with opened.database.writing(mall_id) as db:
        await participation.leave(db, shop_no)
    await opened.counters.invalidate_caches()
    facts: dict[str, Fact] = {"store_id": mall_id, "shop_no": shop_no}
    return Output(facts, f"Shop {shop_no} of {mall_id} has left.")


@shop.command("list")
@command
async def list_shops(opened: "Installation") -> Output:
    """List the shops that take part.

    \b
    Example:
      openmall partner shop list --json
    """
    from openmall.commerce.partner_projection import enrolment

    async with opened.database.reading("") as db:
        found = await enrolment.every(db)
    rows = [
        (each.store_id, each.shop_no, each.shop_name, each.terms.grade, each.terms.shop_tags)
        for each in found
    ]
    columns = ("store_id", "shop_no", "shop_name", "grade", "tags")
    text = output.table(columns, rows, empty="No shop takes part yet.")
    return Output([projection.struct_facts(each) for each in found], text)
