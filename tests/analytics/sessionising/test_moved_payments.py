"""What becomes of a sale whose payment is taken back, made again, or followed by another."""

from sqlalchemy import bindparam, update

from openmall.analytics.sessionising.tables import ORDER_VISIT
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.events import OrderPlaced
from openmall.database.statements import Statement
from tests.analytics.sessionising.test_sales import T, announced, facts, left, visited
from tests.commerce.order.order_setup import order, paid, pay, wanted
from tests.commerce.order.test_scheduled_transitions import wait
from tests.commerce.product.stock_setup import as_call, stocked
from tests.world import World

_ORDER_VISIT = Statement(
    update(ORDER_VISIT)
    .where(
        ORDER_VISIT.c.mall_id == bindparam("mall_id"),
        ORDER_VISIT.c.order_id == bindparam("order_id"),
    )
    .values(visit=bindparam("visit"), content=bindparam("content"))
)


def test_an_order_paid_again_after_its_payment_was_taken_back_is_a_sale_of_that_moment(
    world: World,
) -> None:
    # given an order of a visit that counts as sold
    _, code = stocked(world, 9)
    number = order(world, wanted(code))
    placed = as_call(world, lambda call: order_store.lock(call, number))
    announced(world, OrderPlaced.of(placed, "create_order"))
    visited(world, ad="news")
    pay(world, number)
    [sale] = left(world)["sale"]
    # when its payment is taken back
    world.stage.clock.pass_(60)
    pay(world, number, "unpaid")
    # then it does not, until it is paid again, with the visit that it was placed in
    assert left(world) == {"sale": [], "further_payment": [], "sale_item": []}
    wait(world, 86_400)
    pay(world, number)
    again = left(world)
    moved = {"day": 20261122, "at": T + 86_460_000 + 998}
    assert again["sale"] == [{**sale, **moved}]
    assert [(item["at"], item["order_id"]) for item in again["sale_item"]] == [
        (T + 86_460_000 + 998, number)
    ]
    # and nothing more is made of it
    batches = len(facts(world)["sale"])
    assert len(facts(world)["sale"]) == batches == 2


def test_a_sale_of_an_earlier_release_moves_with_its_payment(world: World) -> None:
    # given an order that counts as sold, written without its payments
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))
    facts(world)
    earlier = {"order_id": number, "visit": 0, "content": '{"sold":true}'}
    world.in_transaction(lambda db: db.run(_ORDER_VISIT, **earlier))
    # when its payment is taken back unnoticed, and it is paid again
    world.stage.clock.pass_(60)
    pay(world, number, "unpaid")
    world.stage.clock.pass_(60)
    pay(world, number)
    assert [sale["at"] for sale in left(world)["sale"]] == [T + 120_000 + 998]


def test_a_payment_for_an_added_item_is_no_other_order(world: World) -> None:
    # given an order that was paid, and an item added to it a day later
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))
    facts(world)
    wait(world, 86_400)
    more = {"requests": [{"variant_code": code}]}
    assert world.call("POST", f"orders/{number}/items", json=more).status_code == 201
    pay(world, number)
    found = left(world)
    # then its payment is of that day
    assert [(sale["day"], sale["order_id"]) for sale in found["sale"]] == [(20261121, number)]
    [further] = found["further_payment"]
    assert (further["day"], further["order_id"]) == (20261122, number)
    assert [(item["day"], item["item_no"]) for item in found["sale_item"]] == [
        (20261121, 1),
        (20261122, 2),
    ]
