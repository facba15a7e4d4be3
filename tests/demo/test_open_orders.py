"""Orders that are left open in the demo mall find in stock what their next steps take."""

import pytest

from openmall.demo.simulated_history.history import Offer, Ware
from openmall.demo.simulated_history.open_orders import STATES, plan
from openmall.demo.simulated_history.products import Shelves


def shelves(*units: int) -> Shelves:
    offers = [Offer(f"P{number}", 1_000) for number in range(len(units))]
    ware = Ware(product_no=1, code="P", name="Product", offers=offers, categories=[])
    stock = {offer.code: each for offer, each in zip(offers, units, strict=True)}
    return Shelves(wares={1: [ware]}, priced={}, options={}, stock=stock)


def test_an_exchanged_order_takes_its_unit_and_the_replacement() -> None:
    goods = shelves(*[2] * len(STATES))
    chosen = plan(goods)
    assert [each.status for each in chosen] == list(STATES)
    assert {each.status for each in chosen if not goods.stock[each.bought.offer.code]} == {
        "E40",
        "E10",
    }
    assert sorted(goods.stock.values()) == [0, 0, *[1] * (len(STATES) - 2)]


def test_a_shop_with_too_little_is_refused() -> None:
    with pytest.raises(ValueError, match="shop 1 has too little to sell"):
        plan(shelves(*[2] * (len(STATES) - 1), 1))
