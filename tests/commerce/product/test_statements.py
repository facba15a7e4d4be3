"""A list asks the store as often for a hundred products as for one, in every language."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from openmall.database.sqlite import SqliteDatabase
from tests.world import World, open_stage


def _statements(world: World, **query: Any) -> list[str]:
    """Return the statements that one read asks; the calls before have filled every cache."""
    world.get("products", **query)
    database = world.stage.app.database
    assert isinstance(database, SqliteDatabase)
    asked: list[str] = []

    def note(event: dict[str, Any]) -> None:
        asked.append(event["sql"])

    for reader in database._readers:
        reader.trace_v2(apsw.SQLITE_TRACE_STMT, note)
    world.get("products", **query)
    for reader in database._readers:
        reader.trace_v2(0, None)
    return [sql for sql in asked if sql.startswith("SELECT")]


@pytest.mark.parametrize(
    ("embed", "statements"),
    [
        ("", 2),
        ("options", 3),
        ("variants", 3),
        ("options,variants", 4),
        ("options,variants,additionalimages", 5),
    ],
)
@pytest.mark.parametrize("shop_no", [1, 2])
def test_a_list_costs_the_same_statements_whatever_its_length(
    tmp_path: Path, embed: str, statements: int, shop_no: int
) -> None:
    """SQLite only: its statements can be watched; PostgreSQL is asked the same ones."""
    with open_stage(tmp_path) as stage:
        world = stage.new_world("many")
        options = [{"name": "Colour", "value": "Sand,Ink"}]
        for number in range(5):
            world.product(product_name=f"Apron {number}", has_option="T", options=options)

        few = _statements(world, shop_no=shop_no, embed=embed, limit=1)
        many = _statements(world, shop_no=shop_no, embed=embed, limit=5)

    assert len(few) == len(many) == statements
