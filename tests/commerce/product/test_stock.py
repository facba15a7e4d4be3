"""Stock is exact: put by, sold, given back, and every change of it written down."""

import pytest
from sqlalchemy import bindparam, select

from openmall.commerce.product.stock import reservation_expiry, reservation_store
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock_tables import RESERVATION
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import Clocks
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.product.stock_setup import (
    as_call,
    ledger,
    quantity,
    return_units,
    sold_out,
    stocked,
)
from tests.world import NOVEMBER_2026, World

SOON = NOVEMBER_2026 + 600
_RESERVATIONS = Statement(
    select(RESERVATION.c.reference)
    .where(RESERVATION.c.mall_id == bindparam("mall_id"))
    .order_by(RESERVATION.c.reference)
)


def reserve(world: World, code: str, units: int, reference: str, until: float = SOON) -> None:
    as_call(
        world,
        lambda call: stock_rules.reserve(
            call, code, quantity=units, reference=reference, until=until
        ),
    )


def take(world: World, code: str, reference: str) -> int:
    return as_call(world, lambda call: stock_rules.sell_reserved(call, code, reference=reference))


def release(world: World, code: str, reference: str) -> bool:
    return as_call(world, lambda call: stock_rules.release(call, code, reference=reference))


def left(world: World, code: str) -> int | None:
    return as_call(world, lambda call: stock_rules.available(call, code))


def test_a_reservation_keeps_units_from_others_and_changes_no_quantity(world: World) -> None:
    number, code = stocked(world, 5)

    reserve(world, code, 3, "order-1")

    assert (left(world, code), quantity(world, number, code)) == (2, 5)
    with pytest.raises(stock_rules.OutOfStock):
        reserve(world, code, 3, "order-2")
    reserve(world, code, 2, "order-2")
    assert left(world, code) == 0


def test_a_reservation_that_is_taken_is_a_sale_in_the_ledger(world: World) -> None:
    number, code = stocked(world, 5)
    app = world.full.credentials.client_id
    reserve(world, code, 3, "order-1")

    assert take(world, code, "order-1") == 3

    assert (left(world, code), quantity(world, number, code)) == (2, 2)
    assert ledger(world) == [
        (code, 1, 0, 5, "set", app),
        (code, 2, 5, 2, "sale", "order-1"),
    ]
    with pytest.raises(NotFound):
        take(world, code, "order-1")
    assert quantity(world, number, code) == 2


def test_what_is_released_can_be_had_by_others(world: World) -> None:
    _, code = stocked(world, 2)
    reserve(world, code, 2, "order-1")

    assert (release(world, code, "order-1"), release(world, code, "order-1")) == (True, False)

    reserve(world, code, 2, "order-2")
    assert left(world, code) == 0


def test_a_reservation_that_ran_out_is_nobodys(world: World) -> None:
    number, code = stocked(world, 1)
    reserve(world, code, 1, "order-1", NOVEMBER_2026 + 60)
    world.stage.clock.pass_(60)

    with pytest.raises(NotFound):
        take(world, code, "order-1")
    reserve(world, code, 1, "order-2")

    assert take(world, code, "order-2") == 1
    assert quantity(world, number, code) == 0


def references(world: World) -> list[str]:
    async def read(db: Session) -> list[str]:
        return [row[0] for row in await db.all(_RESERVATIONS)]

    return world.in_transaction(read)


def sweep(world: World) -> int:
    app = world.stage.app
    return world.stage.run(
        reservation_expiry.remove_expired,
        app.database,
        Clocks(world.stage.clock),
        app.directory.mall,
        [world.mall_id],
    )


def test_reservations_that_ran_out_hold_nothing_and_are_swept(world: World) -> None:
    _, code = stocked(world, 9)
    _, endless = stocked(world, 9, use_inventory="F")
    for at in range(4):
        reserve(world, code, 2, f"order-{at}", NOVEMBER_2026 + 60 + at)
    reserve(world, endless, 2, "order-x", NOVEMBER_2026 + 60)
    world.stage.clock.pass_(62)

    seen = left(world, code)
    kept = references(world)
    removed = sweep(world)

    assert seen == 7
    assert kept == [*(f"order-{at}" for at in range(4)), "order-x"]
    assert (removed, references(world)) == (4, ["order-3"])


def test_many_that_ran_out_are_swept_at_once(world: World) -> None:
    number, code = stocked(world, 300)
    for at in range(reservation_store.EXPIRED_AT_ONCE + 5):
        reserve(world, code, 1, f"order-{at}", NOVEMBER_2026 + 60)
    world.stage.clock.pass_(60)
    reserve(world, code, 300, "order-a")

    removed = sweep(world)

    assert (removed, references(world)) == (reservation_store.EXPIRED_AT_ONCE + 5, ["order-a"])
    assert (left(world, code), quantity(world, number, code)) == (0, 300)


def test_reserving_again_replaces_what_was_put_by(world: World) -> None:
    _, code = stocked(world, 5)
    reserve(world, code, 4, "order-1")

    reserve(world, code, 5, "order-1")
    assert left(world, code) == 0
    reserve(world, code, 1, "order-1")
    assert left(world, code) == 4


def test_a_reservation_that_cannot_grow_stays_as_it_was(world: World) -> None:
    _, code = stocked(world, 5)
    reserve(world, code, 2, "order-1")

    with pytest.raises(stock_rules.OutOfStock):
        reserve(world, code, 6, "order-1")

    assert left(world, code) == 3


@pytest.mark.parametrize("displayed", ["T", "F"])
def test_safety_stock_is_kept_back_whether_sold_out_is_displayed(
    world: World, displayed: str
) -> None:
    _, code = stocked(world, 5, safety_inventory=2, display_soldout=displayed)

    assert left(world, code) == 3


def test_a_variant_that_does_not_count_its_stock_always_has_enough(world: World) -> None:
    number, code = stocked(world, 1, use_inventory="F")

    reserve(world, code, 100, "order-1")

    assert (left(world, code), take(world, code, "order-1")) == (None, 100)
    return_units(world, code, 1, "order-1")
    assert quantity(world, number, code) == 1


def test_the_last_unit_that_is_reserved_makes_the_product_sold_out_and_a_return_undoes_it(
    world: World,
) -> None:
    number, code = stocked(world, 1)
    reserve(world, code, 1, "order-1")
    assert sold_out(world, number) == ["T", "T"]
    as_call(world, lambda call: stock_rules.release(call, code, reference="order-1"))
    assert sold_out(world, number) == ["F", "F"]
    reserve(world, code, 1, "order-1")

    take(world, code, "order-1")
    assert sold_out(world, number) == ["T", "T"]

    return_units(world, code, 1, "order-1")
    assert sold_out(world, number) == ["F", "F"]
    assert ledger(world)[-1] == (code, 3, 0, 1, "return", "order-1")


def test_a_quantity_set_below_what_is_reserved_is_not_sold_below_zero(world: World) -> None:
    number, code = stocked(world, 5)
    reserve(world, code, 5, "order-1")
    world.put(f"products/{number}/variants/{code}", quantity=4)

    with pytest.raises(stock_rules.OutOfStock):
        take(world, code, "order-1")

    assert quantity(world, number, code) == 4
    world.put(f"products/{number}/variants/{code}", quantity=5)
    assert take(world, code, "order-1") == 5


def test_what_makes_no_sense_is_refused_and_names_the_parameter(world: World) -> None:
    _, code = stocked(world, 5)
    refused = []
    for units, until in ((0, SOON), (1, NOVEMBER_2026)):
        with pytest.raises(Invalid) as caught:
            reserve(world, code, units, "order-1", until)
        refused.append(caught.value.parameter)
    assert refused == ["quantity", "until"]
    for unknown in ("P00000ZZZZZZ", "P0?????A0000", "X000000A000A", code[:-1] + "Z"):
        with pytest.raises(NotFound) as missing:
            reserve(world, unknown, 1, "order-1")
        assert missing.value.parameter == "variant_code"
    with pytest.raises(Invalid):
        return_units(world, code, 0, "x")


def test_a_sale_is_undone_with_its_transaction(world: World) -> None:
    number, code = stocked(world, 5)
    reserve(world, code, 5, "order-1")
    before = ledger(world)

    async def fail(call: Call) -> None:
        await stock_rules.sell_reserved(call, code, reference="order-1")
        raise RuntimeError("the order could not be written")

    with pytest.raises(RuntimeError):
        as_call(world, fail)

    assert (quantity(world, number, code), ledger(world)) == (5, before)
    assert take(world, code, "order-1") == 5


def test_deleting_a_product_ends_its_ledger_and_its_reservations(world: World) -> None:
    number, code = stocked(world, 5)
    app = world.full.credentials.client_id
    reserve(world, code, 1, "order-1")

    assert world.call("DELETE", f"products/{number}").status_code == 200

    assert ledger(world) == [(code, 1, 0, 5, "set", app), (code, 2, 5, 0, "removed", "")]
    with pytest.raises(NotFound):
        take(world, code, "order-1")
