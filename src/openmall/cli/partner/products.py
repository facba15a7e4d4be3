"""Commands for products in the partner programme: categories and figures."""

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
def category() -> None:
    """Map a mall's categories to those of the programme.

    \b
    Examples:
      openmall partner category map 3 C10/C1010/C101010 --mall myshop
      openmall partner category list --mall myshop
    """


@category.command("map")
@click.argument("category_no", type=int)
@click.argument("place", metavar="CODE[/CODE[/CODE]]")
@click.option("--mall", "mall_id", required=True, help="The mall whose category it is.")
@command
def map_category(category_no: int, place: str, mall_id: str) -> "Work":
    """Say where CATEGORY_NO belongs, and every category below it that is not mapped itself.

    \b
    Example:
      openmall partner category map 3 C10/C1010/C101010 --mall myshop
    """
    from openmall.commerce.partner import participation

    codes = projection.category_codes(place, levels=3)

    async def work(opened: "Installation") -> Output:
        mall = await opened.mall(mall_id)
        async with opened.database.writing(mall_id) as db:
            await participation.map_category(
                db,
                await opened.clock_of(mall_id),
                mall,
                category_no,
                (codes[0], codes[1], codes[2]),
            )
        await projection.rebuild_projection(opened, mall_id)
        facts = _place(category_no, codes)
        return Output(facts, f"Category {category_no} belongs in {place}.")

    return work


@category.command()
@click.argument("category_no", type=int)
@click.option("--mall", "mall_id", required=True, help="The mall whose category it is.")
@command
async def unmap(opened: "Installation", category_no: int, mall_id: str) -> Output:
    """Forget where CATEGORY_NO belongs.

    \b
    Example:
      openmall partner category unmap 3 --mall myshop
    """
    from openmall.commerce.partner import participation

    async with opened.database.writing(mall_id) as db:
        await participation.unmap_category(db, category_no)
    await projection.rebuild_projection(opened, mall_id)
    return Output({"category_no": category_no}, f"Category {category_no} belongs nowhere.")


@category.command("list")
@click.option("--mall", "mall_id", required=True, help="The mall whose categories they are.")
@command
async def list_categories(opened: "Installation", mall_id: str) -> Output:
    """List the categories of a mall that are mapped.

    \b
    Example:
      openmall partner category list --mall myshop
    """
    from openmall.commerce.partner_projection import product_entries

    await opened.require_mall(mall_id)
    async with opened.database.reading(mall_id) as db:
        places = await product_entries.every_place(db)
    found = [_place(number, list(codes)) for number, codes in places.items()]
    columns = ("category_no", "depth1", "depth2", "depth3")
    return output.of_rows(found, columns, empty="No category is mapped yet.")


@click.group()
def product() -> None:
    """Set the data of a product that only the programme has.

    \b
    Example:
      openmall partner product set 7 review_count=12 review_score=4 --mall myshop
    """


@product.command("set")
@click.argument("product_no", type=int)
@click.argument("figures", nargs=-1, metavar="NAME=VALUE...")
@click.option("--mall", "mall_id", required=True, help="The mall whose product it is.")
@click.option("--shop-no", type=int, default=1, show_default=True, help="In which of its shops.")
@command
def set_product(
    product_no: int,
    figures: tuple[str, ...],
    mall_id: str,
    shop_no: int,
) -> "Work":
    """Write down what is known of PRODUCT_NO; what is not named is not known any more.

    NAME is one of is_free_gift, is_coupon_discount, brand_name, product_popular_age,
    review_count, review_score (0 to 5), hits_count and popularity_score.

    \b
    Example:
      openmall partner product set 7 review_count=12 review_score=4 --mall myshop
    """

    from openmall.commerce.partner import participation
    from openmall.commerce.partner_projection.shape import Figures

    values = dict(each.partition("=")[::2] for each in figures)
    for name in values.keys() - set(Figures.__struct_fields__):
        raise click.UsageError(f"NAME=VALUE: there is no {name}.")
    product_figures = refused.converted(values, Figures, strict=False)

    async def work(opened: "Installation") -> Output:
        mall = await opened.mall(mall_id)
        async with opened.database.writing(mall_id) as db:
            await participation.set_figures(
                db,
                await opened.clock_of(mall_id),
                mall,
                product_no=product_no,
                shop_no=shop_no,
                known=product_figures,
            )
        facts = {
            "store_id": mall_id,
            "shop_no": shop_no,
            "product_no": product_no,
            **projection.struct_facts(product_figures),
        }
        return Output(facts, f"Product {product_no} is written down.")

    return work


def _place(category_no: int, codes: list[str]) -> "dict[str, Fact]":
    names = ("depth1", "depth2", "depth3")
    return {"category_no": category_no, **dict(zip(names, codes, strict=True))}
