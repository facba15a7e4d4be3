"""Whatever changes stock is announced once, and found by whoever asks what changed."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, BulkVariant
from openmall.commerce.product.stock import rules as stock_rules
from openmall.contract.call import Call
from openmall.contract.journal import record
from tests.commerce.order.claim_setup import claim, events, sent, settings
from tests.commerce.order.order_setup import order, paid, pay, wanted
from tests.commerce.order.test_scheduled_transitions import tidy, wait
from tests.commerce.partner.programme_setup import enrol, read
from tests.commerce.product.stock_setup import as_call, ledger, quantity, sold_out, stocked
from tests.storefront.shopper_client import BUYER, RECEIVER, Shopper, offer_test_gateway
from tests.world import NOVEMBER_2026, World

Arrivals = list[tuple[str, int]]
"""Variant and quantity."""
LATER = 3_600


def told(world: World) -> Arrivals:
    """Return the stock that was announced, in order."""
    return [
        (resource["variant_code"], resource["quantity"])
        for number, resource in events(world)
        if number == 90075
    ]


def switches(world: World) -> list[tuple[str, str]]:
    """Return product and whether it is sold out, of each time that was announced."""
    return [
        (resource["product_no"], resource["sold_out_by_current_shop"])
        for number, resource in events(world)
        if number == 90150
    ]


def written(world: World) -> Arrivals:
    """Return what the ledger says in the same form, of each variant in order."""
    return [(code, after) for code, _, _, after, _, _ in ledger(world)]


def updated_after(world: World, *, start: str = "2026-11-21T09:59:59+09:00") -> list[int]:
    """Return the products that `GET products` says were updated."""
    found = world.get(
        "products", updated_start_date=start, updated_end_date="2027-11-21T00:00:00+09:00"
    )
    return [each["product_no"] for each in found["products"]]


def ordered(world: World, code: str, units: int = 2) -> None:
    """Order as a guest of the storefront."""
    offer_test_gateway(world)
    Shopper(world).send(
        "POST",
        "orders",
        variants=[{"variants_code": code, "quantity": units}],
        payment_method="cash",
        receiver=RECEIVER,
        buyer=BUYER,
    )


def inventories(world: World, number: int, code: str) -> None:
    world.put(f"products/{number}/variants/{code}/inventories", quantity=4)


def variant(world: World, number: int, code: str) -> None:
    world.put(f"products/{number}/variants/{code}", quantity=4)


def several(world: World, number: int, code: str) -> None:
    requests = [
        {"variant_code": code, "quantity": 4},
        {"variant_code": "P999999Z999A", "quantity": 9},
    ]
    answer = world.call("PUT", f"products/{number}/variants", json={"requests": requests})
    assert answer.status_code == 207


def bought(world: World, number: int, code: str) -> None:
    world.put(f"products/{number}/variants/{code}", inventory_control_type="A")
    ordered(world, code)


def paid_for(world: World, number: int, code: str) -> None:
    pay(world, order(world, wanted(code, 2)))


def cancelled(world: World, number: int, code: str) -> None:
    bought_ = paid(world, wanted(code, 2))
    claim(world, bought_, "cancellation", "canceled", (1, 1), recover_inventory="T")


def returned(world: World, number: int, code: str) -> None:
    bought_ = paid(world, wanted(code, 2))
    sent(world, bought_, "shipped")
    claim(world, bought_, "return", "returned", (1, 2), recover_inventory="T")


def run_out(world: World, number: int, code: str) -> None:
    world.put(f"products/{number}/variants/{code}", inventory_control_type="A")
    settings(
        world,
        auto_cancel="T",
        auto_cancel_cash_unit="T",
        auto_cancel_cash_period=3,
    )
    ordered(world, code)
    wait(world, 4 * 3600)
    assert tidy(world).canceled == 1


def imported(world: World, number: int, code: str) -> None:
    async def work(call: Call) -> None:
        cup = BulkProduct(code="cup", everywhere={}, variants=[BulkVariant(quantity=3)])
        new = BulkProduct(
            code="pot",
            everywhere={"product_name": "Pot", "supply_price": Decimal(1)},
            variants=[BulkVariant(use_inventory="T", quantity=8)],
        )
        await product_bulk.write(call.db, call.mall, call.clock, [cup, new])

    world.put(f"products/{number}", custom_product_code="cup")
    as_call(world, work)


WAYS: dict[str, tuple[Callable[[World, int, str], None], list[int]]] = {
    "inventories": (inventories, [4]),
    "variant": (variant, [4]),
    "several": (several, [4]),
    "bought": (bought, [7, 5]),
    "paid": (paid_for, [5]),
    "cancelled": (cancelled, [5, 6]),
    "returned": (returned, [5, 7]),
    "run out": (run_out, [7, 5, 7]),
    "imported": (imported, [3]),
}
"""Way -> what it does to a variant with 7 units, and the quantities that are announced of it."""


@pytest.mark.parametrize("way", WAYS)
def test_each_way_of_changing_stock_is_announced_once_and_found(world: World, way: str) -> None:
    change, expected = WAYS[way]
    number, code = stocked(world, 7)
    other, _ = stocked(world, 7)
    enrol(world)
    before = told(world)
    assert before[0] == (code, 7)
    wait(world, LATER)
    assert updated_after(world) == []

    change(world, number, code)

    assert told(world)[len(before) :] == [(code, units) for units in expected]
    assert quantity(world, number, code) == expected[-1]
    assert number in updated_after(world)
    assert other not in updated_after(world)
    [found] = [each for each in read(world, "products") if each["product_no"] == number]
    shown = world.get(f"products/{number}")["product"]["updated_date"]
    assert found["updated_date"] == shown > "2026-11-21T09:59:59"
    assert switches(world) == []


def test_the_announcement_tells_the_product_as_it_is_and_the_variant(world: World) -> None:
    number, code = stocked(world, 7)
    wait(world, LATER)

    world.put(f"products/{number}/variants/{code}", quantity=2)

    product = world.get(f"products/{number}")["product"]
    resource = events(world)[-1][1]
    assert resource == {
        "mall_id": world.mall_id,
        **{name: product[name] for name in resource.keys() & product.keys()},
        "translated": "F",
        "status_text": "in stock",
        "variant_code": code,
        "use_soldout": "T",
        "quantity": 2,
    }
    assert resource["updated_date"] == "2026-11-21T10:00:00+09:00"


def test_selling_out_and_being_there_again_are_announced_once_each(world: World) -> None:
    number, code = stocked(world, 2)
    assert switches(world) == []
    bought_ = paid(world, wanted(code, 2))
    assert switches(world) == [(str(number), "T")]
    claim(world, bought_, "cancellation", "canceled", (1, 1), recover_inventory="T")
    world.put(f"products/{number}/variants/{code}/inventories", quantity=5)
    assert switches(world) == [(str(number), "T"), (str(number), "F")]

    # whether it can be bought follows from how it is counted as well
    world.put(f"products/{number}/variants/{code}/inventories", safety_inventory=5)
    world.put(f"products/{number}/variants/{code}/inventories", use_inventory="F")

    assert [flag for _, flag in switches(world)] == ["T", "F", "T", "F"]
    assert sold_out(world, number) == ["F", "F"]
    last = [resource for event_no, resource in events(world) if event_no == 90150][-1]
    assert last == {
        "mall_id": world.mall_id,
        "event_shop_no": "1",
        "sold_out_by_current_shop": "F",
        "product_no": str(number),
        "sold_out": {"1": "F", "2": "F"},
    }


def test_an_import_announces_that_a_product_is_there_again(world: World) -> None:
    number, code = stocked(world, 1)
    world.put(f"products/{number}/variants/{code}", quantity=0)
    assert switches(world) == [(str(number), "T")]

    imported(world, number, code)

    assert switches(world) == [(str(number), "T"), (str(number), "F")]
    assert sold_out(world, number) == ["F", "F"]


def test_what_is_no_change_of_stock_is_not_announced(world: World) -> None:
    number, code = stocked(world, 7)
    before = events(world)
    wait(world, LATER)
    path = f"products/{number}/variants/{code}"

    world.put(path, additional_amount="5.00")
    same = world.call("PUT", f"{path}/inventories", json={"request": {"quantity": 7}})
    bad = world.call("PUT", f"{path}/inventories", json={"request": {"quantity": "x"}})
    until = NOVEMBER_2026 + 2 * LATER
    as_call(
        world,
        lambda call: stock_rules.reserve(call, code, quantity=2, reference="o-1", until=until),
    )
    as_call(world, lambda call: stock_rules.release(call, code, reference="o-1"))

    assert (same.status_code, bad.status_code) == (409, 422)
    assert events(world) == before
    assert updated_after(world) == []


def test_variants_that_come_and_go_are_announced_by_what_they_had(world: World) -> None:
    number, code = stocked(world, 7)
    before = len(told(world))

    world.post(
        f"products/{number}/options",
        options=[{"option_name": "Colour", "option_value": [{"option_text": "Sand"},
                                                            {"option_text": "Ink"}]}],
    )  # fmt: skip

    a, b = (each["variant_code"] for each in world.get(f"products/{number}/variants")["variants"])
    world.put(f"products/{number}/variants/{a}", use_inventory="T", quantity=3)
    world.call("DELETE", f"products/{number}/variants/{a}")
    world.call("DELETE", f"products/{number}/variants/{b}")
    assert a == code
    assert told(world)[before:] == [(a, 3), (a, 0)]
    assert world.call("DELETE", f"products/{number}").status_code == 200
    assert told(world)[before:] == [(a, 3), (a, 0)]


def test_the_ledger_and_what_is_announced_say_the_same(world: World) -> None:
    for way in ("inventories", "several", "bought", "cancelled", "returned"):
        number, code = stocked(world, 7)
        WAYS[way][0](world, number, code)

    counted = told(world)
    for at, each in enumerate(counted):
        if counted[at - 1] == each:
            # stock that is counted otherwise is announced, and is no entry of the ledger
            del counted[at]
            break
    assert sorted(counted) == sorted(written(world))


def test_a_sale_that_is_undone_is_not_announced(world: World) -> None:
    one, one_code = stocked(world, 5)
    other, other_code = stocked(world, 5)
    before = events(world)
    units = [
        stock_rules.Units(variant_code=code, quantity=count, reference="o-1")
        for code, count in ((one_code, 1), (other_code, 6))
    ]

    async def take(call: Call) -> None:
        with pytest.raises(stock_rules.OutOfStock):
            await stock_rules.sell_all(call, units, unreserved="o-1")
        await record.write_events(call)

    as_call(world, take)

    assert events(world) == before
    assert (quantity(world, one, one_code), quantity(world, other, other_code)) == (5, 5)


def test_an_answer_that_a_shoppers_program_has_is_old_when_a_sale_changes_it(
    world: World,
) -> None:
    number, code = stocked(world, 2)
    path = f"/api/v2/products/{number}"
    tag = world.request("GET", path, auth=world.full.basic).headers["etag"]
    has = {"if-none-match": tag}
    assert world.request("GET", path, auth=world.full.basic, headers=has).status_code == 304
    wait(world, LATER)

    paid(world, wanted(code, 2))

    now = world.request("GET", path, auth=world.full.basic, headers=has)
    assert (now.status_code, now.json()["product"]["sold_out"]) == (200, "T")
    assert now.headers["last-modified"] == "Sat, 21 Nov 2026 01:00:00 GMT"


def test_several_items_of_an_order_are_announced_each(world: World) -> None:
    _, one = stocked(world, 5)
    _, other = stocked(world, 1)
    before = len(told(world))

    paid(world, wanted(one), wanted(other), wanted(one, 2))

    assert sorted(told(world)[before:]) == [(one, 2), (one, 4), (other, 0)]
    assert [flag for _, flag in switches(world)] == ["T"]
