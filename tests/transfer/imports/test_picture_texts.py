"""Alternative texts of pictures in a file of products."""

from pathlib import Path

from openmall.commerce.product import picture_texts
from tests.transfer.imports.import_commands import csv_file, fill, tally
from tests.transfer.imports.test_import_products import HEAD, faults
from tests.world import World


def test_texts_of_pictures_are_one_text_or_a_list(world: World, tmp_path: Path) -> None:
    head = HEAD + ",image,image_alt"
    file = csv_file(
        tmp_path,
        head,
        "A,Apron,1,1,https://example.com/a.png,[linen] apron",
        'B,Bowl,1,1,https://example.com/b.png,"[""Bowl, empty"", ""no picture""]"',
        f"C,Cup,1,1,https://example.com/c.png,{'x' * 251}",
        "D,Dish,1,1,https://example.com/d.png,[1]",
    )

    summary = fill(world, file)

    assert tally(summary) == (2, 0, 0, 2)
    assert faults(summary) == [(4, "image_alt"), (5, "image_alt")]
    assert world.in_transaction(lambda db: picture_texts.stored(db, [1, 2], 1)) == {
        1: {"https://example.com/a.png": "[linen] apron"},
        2: {"https://example.com/b.png": "Bowl, empty"},
    }
