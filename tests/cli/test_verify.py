"""An operator sees whether the stock that is kept is the stock that was written down."""

from decimal import Decimal
from pathlib import Path

import apsw
import pytest

from openmall.access.oauth.directory import Directory
from openmall.cli import installation
from openmall.cli.installation import Installation
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, BulkVariant
from openmall.configuration import Configuration
from tests.cli.command_line import Shell


def fill(data_dir: Path, mall_id: str) -> None:
    """Write two products of which there are 3 and 0."""

    async def work(opened: Installation) -> None:
        mall = await Directory(opened.database, opened.clock, lambda: 0).mall(mall_id)
        assert mall is not None
        products = [
            BulkProduct(
                code=f"C-{units}",
                everywhere={"product_name": "Cup", "supply_price": Decimal(1)},
                variants=[BulkVariant(quantity=units)],
            )
            for units in (3, 0)
        ]
        async with opened.database.writing(mall_id) as db:
            await product_bulk.write(db, mall, opened.clock, products)

    installation.run(Configuration(data_dir=data_dir), work)


@pytest.fixture
def stocked(shop: Shell) -> Shell:
    """A shell at an installation with two malls that have stock."""
    shop.text("mall", "create", "other", "--name", "Other")
    for mall_id in ("myshop", "other"):
        fill(shop.data_dir, mall_id)
    return shop


def tamper(shell: Shell, sql: str) -> None:
    connection = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    connection.execute(sql)
    connection.close()


def test_stock_that_agrees_with_its_ledger(stocked: Shell) -> None:
    assert stocked.json("verify", "stock") == {
        "malls": 2,
        "variants": 4,
        "differences": [],
        "expired_reservations": 0,
    }
    assert stocked.text("verify", "stock", "--mall", "other") == (
        "2 variants have what their ledger says.\n"
    )


def test_a_quantity_nobody_wrote_down_is_reported(stocked: Shell) -> None:
    tamper(stocked, "UPDATE variant SET quantity = 9 WHERE mall_id = 'other' AND product_no = 2")

    told = stocked.run("verify", "stock", "--json")
    shown = stocked.run("verify", "stock")

    assert (told.exit_code, shown.exit_code) == (1, 1)
    assert '"malls": 2' in told.stdout
    assert shown.stdout.splitlines()[1].split() == ["other", "2", "P000000B000A", "9", "0"]
    assert stocked.run("verify", "stock", "--mall", "myshop").exit_code == 0


def test_a_variant_that_vanished_with_its_stock_is_reported(stocked: Shell) -> None:
    tamper(stocked, "DELETE FROM variant WHERE mall_id = 'myshop' AND product_no = 1")

    shown = stocked.run("verify", "stock")

    assert shown.exit_code == 1
    assert shown.stdout.splitlines()[1].split() == ["myshop", "1", "P000000A000A", "0", "3"]


def test_a_mall_that_is_not_there(stocked: Shell) -> None:
    assert stocked.fails("verify", "stock", "--mall", "nobody") == "there is no mall 'nobody'"


def test_a_mall_without_products(shop: Shell) -> None:
    assert shop.json("verify", "stock") == {
        "malls": 1,
        "variants": 0,
        "differences": [],
        "expired_reservations": 0,
    }


def test_reservations_whose_time_is_over_are_removed_when_asked_to(stocked: Shell) -> None:
    for reference in range(230):
        until = 1_000 if reference else 9_000_000_000
        tamper(
            stocked,
            "INSERT INTO stock_reservation VALUES"
            f" ('myshop', 1, 'P000000A000A', 'o-{reference}', 1, 'T', {until})",
        )

    told = stocked.json("verify", "stock")
    shown = stocked.text("verify", "stock")
    elsewhere = stocked.json("verify", "stock", "--remove-expired", "--mall", "other")
    removed = stocked.text("verify", "stock", "--remove-expired")
    left = stocked.json("verify", "stock")

    assert (told["expired_reservations"], elsewhere["expired_reservations"]) == (229, 0)
    said = "4 variants have what their ledger says.\n229 reservations "
    assert shown == said + "are over (--remove-expired removes them).\n"
    assert removed == said + "were removed.\n"
    assert left["expired_reservations"] == 0
    connection = apsw.Connection(str(stocked.data_dir / "openmall.sqlite"))
    rows = list(connection.execute("SELECT reference FROM stock_reservation"))
    connection.close()
    assert rows == [("o-0",)]
