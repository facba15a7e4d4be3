"""What an import does to stock is written down too, and leaves buyers what they put by."""

from decimal import Decimal
from typing import Any

from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, BulkVariant
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from tests.commerce.product.stock_setup import as_call, ledger
from tests.world import NOVEMBER_2026, World

CUP = {"product_name": "Cup", "supply_price": Decimal(1)}


def fill(world: World, values: list[str], **units: int) -> None:
    """Import one product with colours, and the quantities of some of them."""

    async def work(call: Call) -> None:
        product = BulkProduct(
            code="cup",
            everywhere=CUP,
            options={1: [OptionNames("Colour", values)]},
            variants=[
                BulkVariant(choice=(colour,), use_inventory="T", quantity=quantity)
                for colour, quantity in units.items()
            ],
        )
        await product_bulk.write(call.db, call.mall, call.clock, [product])

    as_call(world, work)


def stock(world: World) -> dict[str, tuple[str, int]]:
    """Return colour -> code and quantity."""
    found: list[dict[str, Any]] = world.get("products/1/variants")["variants"]
    return {
        variant["options"][0]["value"]: (variant["variant_code"], variant["quantity"])
        for variant in found
    }


def test_an_import_writes_down_what_it_changes_and_nothing_else(world: World) -> None:
    fill(world, ["Sand", "Ink"], Sand=3)
    fill(world, ["Sand", "Ink"], Sand=3)
    fill(world, ["Sand", "Ink"], Sand=5, Ink=1)

    a, b = "P000000A000A", "P000000A000B"
    assert ledger(world) == [
        (a, 1, 0, 3, "import", ""),
        (a, 2, 3, 5, "import", ""),
        (b, 1, 0, 1, "import", ""),
    ]


def test_a_colour_that_is_no_longer_imported_ends_and_its_code_never_comes_again(
    world: World,
) -> None:
    a, b, c = "P000000A000A", "P000000A000B", "P000000A000C"
    fill(world, ["Sand", "Ink"], Sand=3, Ink=4)

    fill(world, ["Ink"])
    assert stock(world) == {"Ink": (b, 4)}
    fill(world, ["Ink", "Rust"], Rust=2)

    assert stock(world) == {"Ink": (b, 4), "Rust": (c, 2)}
    assert ledger(world) == [
        (a, 1, 0, 3, "import", ""),
        (a, 2, 3, 0, "removed", ""),
        (b, 1, 0, 4, "import", ""),
        (c, 1, 0, 2, "import", ""),
    ]


def test_a_reservation_outlives_an_import(world: World) -> None:
    fill(world, ["Sand", "Ink"], Sand=3)
    code, _ = stock(world)["Sand"]
    until = NOVEMBER_2026 + 60
    as_call(
        world,
        lambda call: stock_rules.reserve(call, code, quantity=2, reference="o-1", until=until),
    )

    fill(world, ["Ink", "Sand"], Sand=2)

    assert as_call(world, lambda call: stock_rules.sell_reserved(call, code, reference="o-1")) == 2
    assert stock(world)["Sand"] == (code, 0)


def test_a_variant_the_owner_deleted_does_not_come_back_unless_it_is_named(world: World) -> None:
    fill(world, ["Sand", "Ink"], Sand=3)
    code, _ = stock(world)["Ink"]
    assert world.call("DELETE", f"products/1/variants/{code}").status_code == 200

    fill(world, ["Sand", "Ink"], Sand=4)
    assert stock(world) == {"Sand": ("P000000A000A", 4)}

    fill(world, ["Sand", "Ink"], Sand=4, Ink=1)
    assert stock(world) == {"Sand": ("P000000A000A", 4), "Ink": ("P000000A000C", 1)}
