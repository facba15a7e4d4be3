"""What is exported is imported again without loss."""

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openmall.transfer.exports.products import COLUMNS
from tests.cli.command_line import Shell

GOODS = """\
custom_product_code,product_name,supply_price,price,display,category,product_tag,summary_description,option1_name,option1_value,quantity
APRON,Linen apron,5000,,T,Kitchen > Textile,"linen, kitchen","Grey, with pockets",,,
APRON,,,11000,,,,,Colour,Sand,4
APRON,,,12000,,,,,Colour,Ink,0
BOWL,Stoneware bowl,2000,8000,T,Kitchen > Tableware | Gifts,,첫눈,,,25
CARD,Greeting card,100,300,F,,,,,,
"""


@pytest.fixture
def filled(shop: Shell, tmp_path: Path) -> Shell:
    """A shell at a mall with three products."""
    goods = tmp_path / "goods.csv"
    goods.write_text(GOODS, encoding="utf-8")
    shop.text("import", "products", str(goods), "--mall", "myshop")
    return shop


def _counts(shell: Shell, file: Path, mall: str) -> tuple[int, int, int]:
    done = shell.json("import", "products", str(file), "--mall", mall, "--dry-run")
    assert done["unused_columns"] == []
    return done["created"], done["updated"], done["unchanged"]


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.csv.gz", "out.jsonl.gz"])
def test_what_went_out_is_what_is_there(filled: Shell, tmp_path: Path, name: str) -> None:
    file = tmp_path / name

    told = filled.json("export", "products", str(file), "--mall", "myshop")

    assert told == {
        "mall_id": "myshop",
        "shop_no": 1,
        "file": str(file),
        "format": "jsonl" if "jsonl" in name else "csv",
        "products": 3,
        "rows": 4,
        "bundles_left_out": 0,
    }
    assert _counts(filled, file, "myshop") == (0, 0, 3)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl"])
def test_another_mall_gets_the_same_goods(filled: Shell, tmp_path: Path, name: str) -> None:
    file, again = tmp_path / name, tmp_path / f"again-{name}"
    filled.text("mall", "create", "other", "--name", "Other")
    filled.text("export", "products", str(file), "--mall", "myshop")

    filled.text("import", "products", str(file), "--mall", "other")
    filled.text("export", "products", str(again), "--mall", "other")

    assert again.read_bytes() == file.read_bytes()


def test_rows_say_what_is_otherwise_than_in_a_new_product(filled: Shell, tmp_path: Path) -> None:
    rows = [
        msgspec.json.decode(line)
        for line in filled.text("export", "products", "-", "--mall", "myshop", "--format", "jsonl")
        .splitlines()
    ]  # fmt: skip

    apron, ink, bowl, card = rows
    assert apron == {
        "custom_product_code": "APRON",
        "product_name": "Linen apron",
        "supply_price": "5000.00",
        "price": "11000.00",
        "display": "T",
        "product_tag": ["linen", "kitchen"],
        "summary_description": "Grey, with pockets",
        "category": [["Kitchen", "Textile"]],
        "option1_name": "Colour",
        "option1_value": "Sand",
        "quantity": 4,
        "use_inventory": "T",
    }
    assert ink == {
        "custom_product_code": "APRON",
        "option1_name": "Colour",
        "option1_value": "Ink",
        "use_inventory": "T",
        "additional_amount": "1000.00",
    }
    assert bowl["category"] == [["Gifts"], ["Kitchen", "Tableware"]]
    assert card == {
        "custom_product_code": "CARD",
        "product_name": "Greeting card",
        "supply_price": "100.00",
        "price": "300.00",
        "use_inventory": "F",
    }


def test_a_category_whose_name_holds_a_mark_goes_out_by_number(
    filled: Shell, tmp_path: Path
) -> None:
    tree, goods = tmp_path / "tree.json", tmp_path / "more.jsonl"
    tree.write_bytes(msgspec.json.encode([{"path": ["Tea | Coffee"]}]))
    filled.text("import", "categories", str(tree), "--mall", "myshop")
    row: dict[str, Any] = {"custom_product_code": "TEA", "product_name": "Tea", "supply_price": "1"}
    goods.write_bytes(msgspec.json.encode({**row, "category": [["Tea | Coffee"]]}))
    filled.text("import", "products", str(goods), "--mall", "myshop")
    file = tmp_path / "out.csv"

    filled.text("export", "products", str(file), "--mall", "myshop")

    assert _counts(filled, file, "myshop") == (0, 0, 4)


def test_a_file_in_gzip_is_one(filled: Shell, tmp_path: Path) -> None:
    file = tmp_path / "out.csv.gz"
    filled.text("export", "products", str(file), "--mall", "myshop")
    assert gzip.decompress(file.read_bytes()).decode().startswith(",".join(COLUMNS) + "\r\n")


def test_what_cannot_be_exported_leaves_no_file(filled: Shell, tmp_path: Path) -> None:
    file = tmp_path / "out.csv"
    words = ("export", "products", str(file), "--mall")
    assert filled.fails(*words, "nobody") == "there is no mall 'nobody'"
    assert filled.fails(*words, "myshop", "--shop-no", "9") == "The mall has no such shop."
    assert "No such file" in filled.fails(
        "export", "products", str(tmp_path / "no" / "out.csv"), "--mall", "myshop"
    )
    assert not file.exists()


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl"])
def test_texts_of_pictures_go_out_and_come_in(shop: Shell, tmp_path: Path, name: str) -> None:
    goods, file = tmp_path / "goods.jsonl", tmp_path / name
    goods.write_bytes(
        msgspec.json.encode(
            {
                "custom_product_code": "APRON",
                "product_name": "Linen apron",
                "supply_price": "5000",
                "image": "https://example.com/a.png",
                "additional_image": ["https://example.com/b.png", "https://example.com/c.png"],
                "image_alt": ["An apron, grey", "", "Its pocket"],
            }
        )
    )
    shop.text("import", "products", str(goods), "--mall", "myshop")
    shop.text("mall", "create", "other", "--name", "Other")
    shop.text("export", "products", str(file), "--mall", "myshop")

    shop.text("import", "products", str(file), "--mall", "other")
    [row] = shop.text("export", "products", "-", "--mall", "other", "--format", "jsonl").split(
        "\n"
    )[:1]

    assert msgspec.json.decode(row)["image_alt"] == ["An apron, grey", "", "Its pocket"]
