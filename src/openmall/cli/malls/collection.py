"""Commands for classifications and trends, which apps can only read."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from msgspec import Struct

    from openmall.cli.installation import Installation
    from openmall.commerce.collection.coded_rows import CodedRows
    from openmall.contract.call import Mall


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
@setting_options.installation_options
def add_classification(
    mall_id: str, name: str, description: str, as_json: bool, **options: Any
) -> None:
    """Add the classification NAME to the mall MALL_ID, in each of its languages.

    \b
    Example:
      openmall mall classification add myshop "Clearance" --description "What has to go"
    """
    from openmall.commerce.collection.classifications import CLASSIFICATIONS, ClassificationDraft

    fields = {"classification_name": name, "classification_description": description}
    _add(CLASSIFICATIONS, ClassificationDraft, fields, mall_id, as_json=as_json, **options)


@classification.command("list")
@click.argument("mall_id")
@setting_options.installation_options
def list_classifications(mall_id: str, as_json: bool, **options: Any) -> None:
    """List the classifications of the mall MALL_ID and how many products each has."""
    from openmall.commerce.collection.classifications import CLASSIFICATIONS

    _list(CLASSIFICATIONS, mall_id, as_json=as_json, **options)


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
@setting_options.installation_options
def add_trend(mall_id: str, name: str, as_json: bool, **options: Any) -> None:
    """Add the trend NAME to the mall MALL_ID, in each of its languages.

    \b
    Example:
      openmall mall trend add myshop "Summer 2027"
    """
    from openmall.commerce.collection.trends import TRENDS, TrendDraft

    _add(TRENDS, TrendDraft, {"trend_name": name}, mall_id, as_json=as_json, **options)


@trend.command("list")
@click.argument("mall_id")
@setting_options.installation_options
def list_trends(mall_id: str, as_json: bool, **options: Any) -> None:
    """List the trends of the mall MALL_ID and how many products each has."""
    from openmall.commerce.collection.trends import TRENDS

    _list(TRENDS, mall_id, as_json=as_json, **options)


def _add(
    rows: "CodedRows[Any]",
    kind: "type[Struct]",
    fields: dict[str, str],
    mall_id: str,
    *,
    as_json: bool,
    **options: Any,
) -> None:
    import msgspec

    from openmall.cli import installation

    async def work(opened: "Installation") -> "Struct":
        draft = msgspec.convert(fields, kind)
        mall = await _mall(opened, mall_id)
        async with opened.database.writing(mall_id) as db:
            created: Struct = await rows.add(db, mall, await opened.clock_of(mall_id), draft)
            return created

    facts: dict[str, Any] = msgspec.to_builtins(
        installation.run(setting_options.configuration_from(**options), work)
    )
    code = facts[rows.code]
    output.show(facts, as_json=as_json, text=f"{mall_id} has the {rows.noun} {code}.")


def _list(rows: "CodedRows[Any]", mall_id: str, *, as_json: bool, **options: Any) -> None:
    import msgspec

    from openmall.cli import installation

    async def work(opened: "Installation") -> list[Any]:
        mall = await _mall(opened, mall_id)
        async with opened.database.reading(mall_id) as db:
            return list(await rows.every(db, mall, await opened.clock_of(mall_id)))

    rows_found: list[dict[str, Any]] = msgspec.to_builtins(
        installation.run(setting_options.configuration_from(**options), work)
    )
    columns = (rows.code, rows.name, "product_count")
    lines = [[each[name] for name in columns] for each in rows_found]
    output.show(rows_found, as_json=as_json, text=output.table(columns, lines, empty=""))


async def _mall(opened: "Installation", mall_id: str) -> "Mall":
    from openmall.access.oauth.directory import Directory

    await opened.require_mall(mall_id)
    mall = await Directory(opened.database, opened.clock, lambda: 0).mall(mall_id)
    assert mall is not None
    return mall
