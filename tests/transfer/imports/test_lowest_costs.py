"""No file makes a variant cost less than nothing."""

from pathlib import Path

from tests.transfer.imports.import_commands import csv_file, fill, tally
from tests.transfer.imports.test_import_products import HEAD, faults, products
from tests.world import World


def test_no_file_makes_a_variant_cost_less_than_nothing(world: World, tmp_path: Path) -> None:
    head = HEAD + ",option1_name,option1_value,additional_amount"
    rows = ["A,Apron,1,1000,Size,S,0", "A,,,,Size,M,-1000"]
    first = csv_file(tmp_path, head, *rows, "B,Bowl,1,1000,Size,S,-1001")
    lower = csv_file(tmp_path, HEAD, "A,Apron,1,999", name="2.csv")
    both = csv_file(tmp_path, head, "A,Apron,1,900,Size,S,0", "A,,,,Size,M,-900", name="3.csv")

    made, refused, together = fill(world, first), fill(world, lower), fill(world, both)

    assert (tally(made), faults(made)) == ((1, 0, 0, 1), [(4, "additional_amount")])
    assert (tally(refused), faults(refused)) == ((0, 0, 0, 1), [(2, "price")])
    assert tally(together) == (0, 1, 0, 0)
    [product] = products(world)
    assert product["price"] == "900.00"
