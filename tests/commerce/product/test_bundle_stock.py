"""How many bundles can be bought follows from the stock of their parts."""

import pytest

from openmall.commerce.product.bundles import bundle_stock
from openmall.commerce.product.stock import rules as stock_rules
from openmall.contract.errors import NotFound
from tests.commerce.product.bundle_setup import bundle
from tests.commerce.product.stock_setup import as_call, stocked
from tests.world import NOVEMBER_2026, World

SOON = NOVEMBER_2026 + 600


def left(world: World, number: int) -> int | None:
    return as_call(world, lambda call: bundle_stock.available(call, number))


def shirt(world: World, *quantities: int) -> tuple[int, list[str]]:
    """Make a shirt in as many sizes as there are quantities, each counted."""
    sizes = ",".join("SMLX"[: len(quantities)])
    number = world.product(has_option="T", options=[{"name": "Size", "value": sizes}])["product_no"]
    variants = world.get(f"products/{number}/variants")["variants"]
    for variant, count in zip(variants, quantities, strict=True):
        path = f"products/{number}/variants/{variant['variant_code']}/inventories"
        world.put(path, use_inventory="T", display_soldout="T", quantity=count)
    return number, [variant["variant_code"] for variant in variants]


def test_a_bundle_can_be_bought_as_often_as_its_scarcest_part_allows(world: World) -> None:
    cup, _ = stocked(world, 7)
    plate, _ = stocked(world, 5, safety_inventory=2)
    endless = world.product()["product_no"]

    assert left(world, bundle(world, (cup, 2))["product_no"]) == 3
    assert left(world, bundle(world, (cup, 2), (plate, 1), (endless, 9))["product_no"]) == 3
    assert left(world, bundle(world, (cup, 1), (plate, 1))["product_no"]) == 3
    assert left(world, bundle(world, (cup, 8))["product_no"]) == 0
    assert left(world, bundle(world, (endless, 1))["product_no"]) is None
    with pytest.raises(NotFound):
        left(world, cup)


def test_of_a_part_with_options_every_variant_on_sale_counts(world: World) -> None:
    number, [small, medium, _] = shirt(world, 3, 5, 1)
    pair = bundle(world, (number, 2))["product_no"]

    # a pair is of one size: one small, two medium, no large
    assert left(world, pair) == 3
    world.put(f"products/{number}/variants/{medium}", selling="F")
    assert left(world, pair) == 1
    as_call(
        world,
        lambda call: stock_rules.reserve(call, small, quantity=2, reference="order-1", until=SOON),
    )
    assert left(world, pair) == 0
    # one small and one large are left for a bundle of a single one
    assert left(world, bundle(world, (number, 1))["product_no"]) == 2
