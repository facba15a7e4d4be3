"""A bundle is sold out of the stock of its parts: all of them or none."""

from typing import Any

import pytest

from openmall.commerce.product.bundles import bundle_stock
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock import verification as stock_verification
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import Clocks
from tests.commerce.product.bundle_setup import bundle
from tests.commerce.product.stock_setup import as_call, ledger, quantity, stocked
from tests.world import NOVEMBER_2026, World

SOON = NOVEMBER_2026 + 600


def left(world: World, number: int) -> int | None:
    return as_call(world, lambda call: bundle_stock.available(call, number))


def units_left(world: World, code: str) -> int | None:
    return as_call(world, lambda call: stock_rules.available(call, code))


def reserve(
    world: World, number: int, *chosen: str, units: int = 1, reference: str = "order-1"
) -> dict[str, int]:
    return as_call(
        world,
        lambda call: bundle_stock.reserve(
            call, number, chosen, quantity=units, reference=reference, until=SOON
        ),
    )


def take(world: World, number: int, *codes: str, reference: str = "order-1") -> dict[str, int]:
    return as_call(
        world, lambda call: bundle_stock.sell_reserved(call, number, codes, reference=reference)
    )


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
    number, [small, medium, large] = shirt(world, 3, 5, 1)
    pair = bundle(world, (number, 2))["product_no"]

    # a pair is of one size: one small, two medium, no large
    assert left(world, pair) == 3
    world.put(f"products/{number}/variants/{medium}", selling="F")
    assert left(world, pair) == 1
    assert reserve(world, pair, small) == {small: 2}
    assert left(world, pair) == 0
    with pytest.raises(stock_rules.OutOfStock):
        reserve(world, pair, large, reference="order-2")


def test_a_sale_takes_every_part_and_says_so_in_the_ledger(world: World) -> None:
    cup, cup_code = stocked(world, 7)
    plate, plate_code = stocked(world, 5)
    made = bundle(world, (plate, 1), (cup, 2))
    number = made["product_no"]
    app = world.full.credentials.client_id

    held = reserve(world, number, units=2)

    assert held == {cup_code: 4, plate_code: 2}
    assert (units_left(world, cup_code), units_left(world, plate_code)) == (3, 3)
    assert left(world, number) == 1
    assert take(world, number, *held) == held
    assert (quantity(world, cup, cup_code), quantity(world, plate, plate_code)) == (3, 3)
    reference = f"order-1 in {made['product_code']}"
    assert ledger(world) == [
        (cup_code, 1, 0, 7, "set", app),
        (cup_code, 2, 7, 3, "sale", reference),
        (plate_code, 1, 0, 5, "set", app),
        (plate_code, 2, 5, 3, "sale", reference),
    ]
    with pytest.raises(NotFound):
        take(world, number, *held)

    async def verify() -> stock_verification.Report:
        database = world.stage.app.database
        return await stock_verification.verify(
            database, Clocks(world.stage.clock), [world.mall_id], progress=lambda share: None
        )

    assert world.stage.run(verify).differences == []


def test_when_one_part_is_missing_nothing_is_put_by_even_if_the_caller_goes_on(
    world: World,
) -> None:
    cup, cup_code = stocked(world, 7)
    plate, plate_code = stocked(world, 1)
    number = bundle(world, (cup, 2), (plate, 1))["product_no"]

    async def goes_on(call: Any) -> bool:
        try:
            await bundle_stock.reserve(call, number, quantity=2, reference="order-1", until=SOON)
        except stock_rules.OutOfStock:
            return False
        return True

    assert as_call(world, goes_on) is False
    assert (units_left(world, cup_code), units_left(world, plate_code)) == (7, 1)


def test_when_one_part_cannot_be_taken_no_part_is_sold(world: World) -> None:
    cup, cup_code = stocked(world, 7)
    plate, plate_code = stocked(world, 2)
    number = bundle(world, (cup, 1), (plate, 1))["product_no"]
    held = reserve(world, number, units=2)
    world.put(f"products/{plate}/variants/{plate_code}", quantity=1)

    async def goes_on(call: Any) -> bool:
        try:
            await bundle_stock.sell_reserved(call, number, held, reference="order-1")
        except stock_rules.OutOfStock:
            return False
        return True

    assert as_call(world, goes_on) is False
    assert (quantity(world, cup, cup_code), quantity(world, plate, plate_code)) == (7, 1)
    world.put(f"products/{plate}/variants/{plate_code}", quantity=2)
    assert take(world, number, *held) == {cup_code: 2, plate_code: 2}


def test_what_an_order_has_of_a_part_alone_is_apart_from_the_bundle(world: World) -> None:
    cup, code = stocked(world, 5)
    number = bundle(world, (cup, 2))["product_no"]
    as_call(
        world,
        lambda call: stock_rules.reserve(call, code, quantity=1, reference="order-1", until=SOON),
    )

    held = reserve(world, number)

    assert units_left(world, code) == 2
    assert as_call(
        world, lambda call: bundle_stock.release(call, number, held, reference="order-1")
    )
    assert not as_call(
        world, lambda call: bundle_stock.release(call, number, held, reference="order-1")
    )
    assert units_left(world, code) == 4


def test_a_choice_that_does_not_fit_is_refused_by_name(world: World) -> None:
    number, codes = shirt(world, 3, 3)
    cup, cup_code = stocked(world, 3)
    _, foreign = stocked(world, 3)
    made = bundle(world, (number, 1), (cup, 1))["product_no"]

    for chosen in ((), (cup_code,), tuple(codes), (codes[0], foreign)):
        with pytest.raises(Invalid) as caught:
            reserve(world, made, *chosen)
        assert caught.value.parameter == "variant_code"
    with pytest.raises(Invalid) as few:
        reserve(world, made, codes[0], units=0)
    assert few.value.parameter == "quantity"
    with pytest.raises(NotFound):
        reserve(world, cup, cup_code)
    assert reserve(world, made, codes[1]) == {codes[1]: 1, cup_code: 1}
    assert reserve(world, made, codes[1], cup_code) == {codes[1]: 1, cup_code: 1}
    world.put(f"products/{cup}/variants/{cup_code}", selling="F")
    with pytest.raises(stock_rules.OutOfStock):
        reserve(world, made, codes[1])
