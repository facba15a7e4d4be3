"""Orders are edited in the back office: units and items come and go, and the amounts follow."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.order.items import edits as order_edits
from openmall.commerce.order.items.edits import NewItem, NewQuantity, OrderEdit
from openmall.commerce.order.orders.shape import Order
from openmall.contract.call import Call
from openmall.contract.errors import ApiError, Invalid, NotModified
from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.order.claim_setup import check_books
from tests.commerce.order.order_setup import order, paid, pay, states, wanted
from tests.commerce.order.unpaid_order_setup import (
    OF_BIG_ORDERS,
    actual,
    dear_and_cheap,
    has,
    paid_with_the_rest,
)
from tests.commerce.product.stock_setup import as_call, quantity, stocked
from tests.world import World

pytestmark = pytest.mark.both_stores


def edit(
    world: World,
    number: str,
    quantities: dict[int, int] | None = None,
    added: dict[str, int] | None = None,
) -> Order:
    """Set the quantities of items by their numbers, and add units of variants."""
    change = OrderEdit(
        order_id=number,
        items=[
            NewQuantity(order_item_code=f"{number}-{item:02d}", quantity=units)
            for item, units in (quantities or {}).items()
        ],
        added=[NewItem(variant_code=code, quantity=units) for code, units in (added or {}).items()],
    )

    async def work(call: Call) -> Order:
        return await order_edits.edit(call, change)

    edited: Order = as_call(world, work)
    return edited


def refused(world: World, number: str, *change: Any) -> ApiError:
    before = world.get(f"orders/{number}", embed="items")
    with pytest.raises(ApiError) as error:
        edit(world, number, *change)
    assert world.get(f"orders/{number}", embed="items") == before
    return error.value


@pytest.fixture
def shop(world: World) -> Checkout:
    """An apron costs 118,000 and a cup 6,000; shipping 2,500 is free from 50,000 on."""
    return dear_and_cheap(world)


def cheap_order(shop: Checkout, units: int = 2) -> str:
    number: str = shop.order(0, units, payment_method="card")["order_id"]
    return number


def test_what_is_added_changes_the_shipping_fee_of_an_unpaid_order(shop: Checkout) -> None:
    number = cheap_order(shop)
    assert actual(shop, number)["total_amount_due"] == 14500

    edit(shop.world, number, added={shop.apron_code: 1})

    after = actual(shop, number)
    assert after["order_price_amount"] == 130000
    assert after["total_amount_due"] == 130000
    assert "shipping_fee" not in after
    paid_with_the_rest(shop, number, 130000)


def test_units_come_and_items_go_in_one_step(shop: Checkout) -> None:
    number = cheap_order(shop)

    edit(shop.world, number, {1: 0}, {shop.apron_code: 2})

    assert states(shop.world, number) == ["C49", "N00"]
    assert actual(shop, number)["total_amount_due"] == 236000
    paid_with_the_rest(shop, number, 236000)


def test_fewer_units_cost_less_and_more_are_an_item_of_their_own(shop: Checkout) -> None:
    number = cheap_order(shop, 3)

    edit(shop.world, number, {1: 1})
    assert actual(shop, number)["total_amount_due"] == 8500
    shop.world.put(f"products/{shop.cup}", price="7000.00")
    edit(shop.world, number, {1: 3})

    items = shop.world.get(f"orders/{number}/items")["items"]
    bought = [each for each in items if each["order_status"] == "N00"]
    assert [(each["quantity"], each["product_price"]) for each in bought] == [
        (1, "6000.00"),
        (2, "7000.00"),
    ]
    assert actual(shop, number)["total_amount_due"] == 6000 + 14000 + 2500
    paid_with_the_rest(shop, number, 22500)


def test_points_spent_stay_spent_and_a_coupon_that_is_not_earned_comes_back(
    shop: Checkout,
) -> None:
    coupon = shop.coupon(**OF_BIG_ORDERS)
    placed = shop.order(
        1, 1, coupons=[{"issue_no": coupon}], payment_method="card", use_points="1000"
    )
    number = placed["order_id"]
    before = actual(shop, number)

    edit(shop.world, number, {1: 0}, {shop.cup_code: 2})

    after = actual(shop, number)
    assert before["points_spent_amount"] == after["points_spent_amount"] == 1000
    assert after["total_amount_due"] == 18000 + 2500 - 1000
    assert has(shop)[0] == [coupon]
    paid_with_the_rest(shop, number, 19500)


def test_what_a_paid_order_gets_is_still_to_be_paid(world: World) -> None:
    product, code = stocked(world, 9)
    number = paid(world, wanted(code, 2))

    edited = edit(world, number, added={code: 3})

    assert edited.paid == "M"
    assert edited.actual_order_amount.total_amount_due == Decimal("33000.00")
    assert states(world, number) == ["N10", "N00"]
    edit(world, number, {2: 1})
    after = world.get(f"orders/{number}")["order"]["actual_order_amount"]
    assert after["total_amount_due"] == "11000.00"
    pay(world, number)
    after = world.get(f"orders/{number}")["order"]
    assert (after["paid"], after["payment_amount"]) == ("T", "33000.00")
    assert quantity(world, product, code) == 6
    check_books(world, number)


def test_what_cannot_be_is_refused_and_changes_nothing(world: World) -> None:
    _, code = stocked(world, 3)
    number, unpaid = paid(world, wanted(code)), order(world, wanted(code))

    fewer = refused(world, number, {1: 0})
    same = refused(world, unpaid, {1: 1})
    nothing = refused(world, unpaid)
    missing = refused(world, unpaid, {7: 1})
    unknown = refused(world, unpaid, {}, {"P0000ZZZ000A": 1})
    sold_out = refused(world, unpaid, {1: 0}, {code: 9})
    dear = refused(world, unpaid, {}, {code: 9999})

    assert (fewer.status, fewer.parameter) == (422, "quantity")
    assert isinstance(same, NotModified)
    assert isinstance(nothing, NotModified)
    assert (missing.status, unknown.parameter) == (404, "variant_code")
    assert isinstance(sold_out, Invalid)
    assert isinstance(dear, Invalid)


def test_an_item_is_named_once_and_a_cancelled_order_stays_as_it_is(world: World) -> None:
    _, code = stocked(world, 3)
    number = order(world, wanted(code))
    twice = OrderEdit(
        order_id=number,
        items=[NewQuantity(order_item_code=f"{number}-01", quantity=each) for each in (0, 1)],
    )

    async def work(call: Call) -> Order:
        return await order_edits.edit(call, twice)

    with pytest.raises(Invalid, match="named twice"):
        as_call(world, work)
    edit(world, number, {1: 0})

    assert world.get(f"orders/{number}")["order"]["canceled"] == "T"
    assert refused(world, number, {}, {code: 1}).parameter == "order_id"


def test_units_of_what_is_not_sold_any_more_are_refused(world: World) -> None:
    product, code = stocked(world, 9)
    number = order(world, wanted(code, 2))
    world.put(f"products/{product}", selling="F")

    more, added = refused(world, number, {1: 3}), refused(world, number, None, {code: 1})

    assert (more.parameter, added.parameter) == ("items.quantity", "added.variant_code")
    edit(world, number, {1: 1})
