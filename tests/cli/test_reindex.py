"""An operator mends what searches look into after somebody wrote into the tables by hand."""

import apsw
import pytest

from tests.cli.command_line import Shell
from tests.cli.test_verify import fill

INDEX = ("product_part", "product_names")


@pytest.fixture
def filled(shop: Shell) -> Shell:
    """A shell at an installation with two malls that have two products each."""
    shop.text("mall", "create", "other", "--name", "Other")
    for mall_id in ("myshop", "other"):
        fill(shop.data_dir, mall_id)
    return shop


def rows(shell: Shell) -> dict[str, list[object]]:
    connection = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    found = {name: list(connection.execute(f"SELECT * FROM {name}")) for name in INDEX}
    connection.close()
    return found


def break_index(shell: Shell) -> None:
    connection = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    connection.execute("DELETE FROM product_part WHERE piece % 2 = 0")
    connection.execute("UPDATE product_names SET product_name = 'wrong'")
    connection.close()


def test_the_index_of_every_mall_is_made_anew(filled: Shell) -> None:
    before = rows(filled)
    break_index(filled)
    assert rows(filled) != before

    assert filled.json("reindex", "products") == {"malls": 2, "products": 4}

    assert rows(filled) == before


def test_one_mall_alone(filled: Shell) -> None:
    break_index(filled)

    assert filled.text("reindex", "products", "--mall", "other") == (
        "2 products are found by their names.\n"
    )

    assert str(rows(filled)["product_names"]).count("wrong") == 2
