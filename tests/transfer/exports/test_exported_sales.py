"""Sale prices with a period are exported, and imported again without loss."""

import csv
from pathlib import Path

from tests.cli.command_line import Shell

GOODS = """\
custom_product_code,product_name,supply_price,price,option1_name,option1_value,sale_price,sale_start_date,sale_end_date
A,Mug,1,5000,,,3000,2126-12-01,2126-12-24
B,Cup,1,5000,Size,S,4000,,2126-12-24
B,,,6000,Size,L,4800,,
C,Bowl,1,5000,,,0,,
D,Pot,1,5000,,,,,
E,Jar,1,5000,,,3000,2001-12-01,2001-12-24
"""


def test_sales_go_out_and_come_in_again(shop: Shell, tmp_path: Path) -> None:
    goods, file, again = (tmp_path / name for name in ("goods.csv", "out.csv", "again.csv"))
    goods.write_text(GOODS)
    shop.text("import", "products", str(goods), "--mall", "myshop")

    shop.text("export", "products", str(file), "--mall", "myshop")

    with file.open(newline="") as opened:
        rows = [
            (row["custom_product_code"], row["sale_price"], row["sale_end_date"][:10])
            for row in csv.DictReader(opened)
        ]
    assert rows == [
        ("A", "3000.00", "2126-12-24"), ("B", "4000.00", "2126-12-24"), ("B", "4800.00", ""),
        ("C", "0.00", "9999-12-31"), ("D", "", ""), ("E", "", ""),
    ]  # fmt: skip
    done = shop.json("import", "products", str(file), "--mall", "myshop", "--dry-run")
    assert (done["created"], done["updated"], done["unchanged"]) == (0, 0, 5)
    shop.text("mall", "create", "other", "--name", "Other")
    shop.text("import", "products", str(file), "--mall", "other")
    shop.text("export", "products", str(again), "--mall", "other")
    assert again.read_bytes() == file.read_bytes()
