"""Files with codes that a spreadsheet program has damaged, at each entrance."""

from pathlib import Path

import pytest

from openmall.pages.backoffice.dispatch import tracking_numbers
from tests.cli.command_line import Shell
from tests.cli.conftest import new_shop, shell, shop
from tests.events.file_transfers.file_calls import counts, imported
from tests.world import World

__all__ = ["new_shop", "shell", "shop"]
DAMAGED = "8.80123E+12"
FILES = {
    "products": (
        "custom_product_code,product_name,price,supply_price,custom_variant_code\n"
        f"{DAMAGED},Cup,1000,1,\nCUP,Cup,1000,1,{DAMAGED}\n"
    ),
    "stock": f"variant_code,quantity\n{DAMAGED},1\n",
    "customers": (
        "member_id,name,cellphone,zipcode\n"
        f"bada01,Lee,{DAMAGED},\nbada02,Lee,,#REF!\n{DAMAGED},Lee,,\n"
    ),
    "orders": (
        "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n"
        f"{DAMAGED},BOWL,Bowl,1,2026-02-01 08:26:00,8000,17850,Korea\n"
        f"536365,{DAMAGED},Bowl,1,2026-02-01 08:26:00,8000,17850,Korea\n"
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_rows_with_damaged_codes_are_refused(world: World, kind: str) -> None:
    done = imported(world, FILES[kind], kind=kind)

    rows = FILES[kind].count("\n") - 1
    errors = world.get(f"imports/{done['import_no']}/errors", limit=10)["errors"]
    assert counts(done)[:3] == (0, 0, 0)
    assert len(errors) == rows
    assert all("spreadsheet" in each["message"] and each["column"] for each in errors), errors


def test_the_command_refuses_them_as_well(shop: Shell, tmp_path: Path) -> None:
    file = tmp_path / "goods.csv"
    file.write_text(FILES["products"])

    done = shop.run("import", "products", str(file), "--mall", "myshop")

    assert done.exit_code == 1
    assert done.output.count("digits of it are lost") == 2


def test_what_can_be_put_right_is_imported(world: World) -> None:
    text = (
        "member_id,name,cellphone,zipcode,country_code\n"
        "bada01,Lee,1012345678,6236,\nbada02,Ann,'+15552293326,1701.0,US\n"
    )
    done = imported(world, text, kind="customers")

    assert counts(done) == (2, 0, 0, 0, 0)
    found = {
        each["member_id"]: (each["cellphone"], each["zipcode"])
        for name in ("bada01", "bada02")
        for each in world.get("customersprivacy", member_id=name)["customersprivacy"]
    }
    assert found == {"bada01": ("01012345678", "06236"), "bada02": ("+15552293326", "01701")}


def test_an_order_is_not_shipped_with_what_is_left_of_its_number() -> None:
    number = "20261128-0000001"
    rows = tracking_numbers.read_rows(
        f"Order\tTracking\n{number}\t4.12346E+11\n'{number}\t４１２３45.0\n２{number[1:]}\t'0412\n"
    )

    assert [(row.order_id, row.tracking_no, bool(row.damage)) for row in rows] == [
        (number, "4.12346E+11", True), (number, "412345", False), (number, "0412", False),
    ]  # fmt: skip
