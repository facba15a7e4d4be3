"""Commands for classifications and trends, which apps can only read."""

from typing import TYPE_CHECKING, TypeVar

import click

from openmall.cli import output, refused
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from msgspec import Struct

    from openmall.cli.installation import Installation
    from openmall.commerce.collection.coded_rows import CodedRows

R = TypeVar("R", bound="Struct")


@click.group()
def classification() -> None:
    """Create a mall's classifications, an internal grouping of products.

    \b
    Examples:
      openmall mall classification add myshop "Clearance" --description "What has to go"
      openmall mall classification list myshop --json
    """


@classification.command("add")
@click.argument("mall_id")
@click.argument("name")
@click.option("--description", default="", help="What belongs there.")
@command
async def add_classification(
    opened: "Installation", mall_id: str, name: str, description: str
) -> Output:
    """Add the classification NAME to the mall MALL_ID, in each of its languages.

    \b
    Example:
      openmall mall classification add myshop "Clearance" --description "What has to go"
    """
    from openmall.commerce.collection.classifications import CLASSIFICATIONS, ClassificationDraft

    fields = {"classification_name": name, "classification_description": description}
    return await _add(opened, CLASSIFICATIONS, ClassificationDraft, fields, mall_id)


@classification.command("list")
@click.argument("mall_id")
@command
async def list_classifications(opened: "Installation", mall_id: str) -> Output:
    """List the classifications of the mall MALL_ID and how many products each has.

    \b
    Example:
      openmall mall classification list myshop
    """
    from openmall.commerce.collection.classifications import CLASSIFICATIONS

    return await _list(opened, CLASSIFICATIONS, mall_id)


@click.group()
def trend() -> None:
    """Create a mall's trends: the styles and seasons of its products.

    \b
    Examples:
      openmall mall trend add myshop "Summer 2027"
      openmall mall trend list myshop --json
    """


@trend.command("add")
@click.argument("mall_id")
@click.argument("name")
@command
async def add_trend(opened: "Installation", mall_id: str, name: str) -> Output:
    """Add the trend NAME to the mall MALL_ID, in each of its languages.

    \b
    Example:
      openmall mall trend add myshop "Summer 2027"
    """
    from openmall.commerce.collection.trends import TRENDS, TrendDraft

    return await _add(opened, TRENDS, TrendDraft, {"trend_name": name}, mall_id)


@trend.command("list")
@click.argument("mall_id")
@command
async def list_trends(opened: "Installation", mall_id: str) -> Output:
    """List the trends of the mall MALL_ID and how many products each has.

    \b
    Example:
      openmall mall trend list myshop
    """
    from openmall.commerce.collection.trends import TRENDS

    return await _list(opened, TRENDS, mall_id)


async def _add(
    opened: "Installation",
    rows: "CodedRows[R]",
    kind: "type[Struct]",
    fields: dict[str, str],
    mall_id: str,
) -> Output:
    import msgspec

    draft = refused.converted(fields, kind)
    mall = await opened.mall(mall_id)
    async with opened.database.writing(mall_id) as db:
        created = await rows.add(db, mall, await opened.clock_of(mall_id), draft)
    facts = msgspec.to_builtins(created)
    return Output(facts, f"{mall_id} has the {rows.noun} {facts[rows.code]}.")


async def _list(opened: "Installation", rows: "CodedRows[R]", mall_id: str) -> Output:
    import msgspec

    mall = await opened.mall(mall_id)
    async with opened.database.reading(mall_id) as db:
        found = list(await rows.every(db, mall, await opened.clock_of(mall_id)))
    columns = (rows.code, rows.name, "product_count")
    return output.of_rows(msgspec.to_builtins(found), columns)
