"""Catalogues of other systems, where their files lie; elsewhere these tests are left out."""

import os
from pathlib import Path

import pytest

from tests.cli.command_line import Shell
from tests.transfer.imports.import_commands import fill, tally
from tests.world import Stage, World

BESIDE = Path(__file__).parents[4] / "shared" / "data" / "catalogue"
CATALOGUE = Path(os.environ.get("OPENMALL_TEST_CATALOGUE", BESIDE))
SPREE = (
    "--only", "currency=USD", "--map", "slug=custom_product_code", "--map", "name=product_name",
    "--map", "tags=product_tag", "--map", "image1_src=image",
    "--map", "inventory_count=quantity", "--map", "weight=product_weight",
    "--set", "supply_price=0", "--set", "display=T", "--set", "selling=T",
)  # fmt: skip
JOURNEY = (
    "--map", "product_id=custom_product_code", "--map", "product_type+product_id=product_name",
    "--map", "department=category", "--set", "supply_price=0", "--set", "price=1000",
)  # fmt: skip

pytestmark = pytest.mark.skipif(not CATALOGUE.is_dir(), reason="the catalogues are not here")


@pytest.fixture
def world(rested: Stage) -> World:
    """A mall with prices in dollars, as the catalogues have them."""
    return rested.new_world(currencies=("USD", "USD"))


def test_a_spree_catalogue(world: World) -> None:
    file = CATALOGUE / "spree_products.csv.gz"

    first, again = fill(world, file, *SPREE), fill(world, file, *SPREE)

    assert (tally(first), tally(again)) == ((37, 0, 0, 0), (0, 0, 37, 0))
    [machine] = world.get(
        "products", custom_product_code="automatic-espresso-machine", embed="variants"
    )["products"]
    assert (machine["custom_product_code"], machine["price"]) == (
        "automatic-espresso-machine",
        "879.99",
    )
    assert [
        (variant["options"][0]["value"], variant["quantity"], variant["additional_amount"])
        for variant in machine["variants"]
    ] == [("Matte Black", 5000, "0.00"), ("Silver", 5000, "0.00"), ("White", 5000, "0.00")]
    names = {each["category_name"] for each in world.get("categories", limit=100)["categories"]}
    assert {"Kitchen", "Coffee Machines"} <= names


def test_stock_keeping_units_longer_than_the_field_are_named(world: World) -> None:
    file = CATALOGUE / "spree_products.csv.gz"

    summary = fill(world, file, *SPREE, "--map", "sku=custom_variant_code")

    assert tally(summary) == (34, 0, 0, 3)
    assert {each["field"] for each in summary["first_errors"]} == {"custom_variant_code"}


def test_a_saleor_fixture(world: World) -> None:
    file = CATALOGUE / "saleor_populatedb.json.gz"
    options = ("--format", "saleor", "--set", "supply_price=0")

    first, again = fill(world, file, *options), fill(world, file, *options)

    assert (tally(first), tally(again)) == ((32, 0, 0, 0), (0, 0, 32, 0))
    [shoes] = world.get("products", product_name="White Plimsolls", embed="variants")["products"]
    assert [variant["options"][0] for variant in shoes["variants"]] == [
        {"name": "Shoe size", "value": size} for size in map(str, range(39, 46))
    ]
    zloty = fill(world, file, *options, "--map", "price_PLN=price")
    assert zloty["updated"] > 0


@pytest.mark.nightly
def test_ninety_thousand_products_without_names_or_prices(world: World) -> None:
    if world.stage.app.configuration.database:
        pytest.skip("once is enough of so many")
    file = CATALOGUE / "completejourney_products.csv.gz"

    dry = fill(world, file, *JOURNEY, "--dry-run", "--batch", "1000")

    assert tally(dry) == (92_331, 0, 0, 0)


def test_what_was_taken_in_goes_out_and_in_again_without_loss(world: World, tmp_path: Path) -> None:
    """SQLite only: the export reads the same rows of either store."""
    if world.stage.app.database.dialect == "postgresql":
        return
    fill(world, CATALOGUE / "spree_products.csv.gz", *SPREE)
    fill(
        world,
        CATALOGUE / "saleor_populatedb.json.gz",
        "--format",
        "saleor",
        "--set",
        "supply_price=0",
    )
    out = tmp_path / "out.jsonl"
    shell = Shell(world.stage.app.configuration.data_dir)
    told = shell.json("export", "products", str(out), "--mall", world.mall_id)

    again = fill(world, out)

    assert (told["products"], tally(again)) == (69, (0, 0, 69, 0))
