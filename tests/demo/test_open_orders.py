"""The orders that the demo leaves in every state take no more than there is."""

from collections import Counter

import pytest

from openmall.demo.simulated_history.history import Offer, Ware
from openmall.demo.simulated_history.open_orders import STATES, plan
from openmall.demo.simulated_history.products import Shelves

EXCHANGED = {"E40", "E10"}
"""States that another unit was sent for."""


def shelves(units: int) -> Shelves:
    """Return two shops that sell the same variants, of which there are so many units each."""
    offers = [Offer(f"P{at:06}000A", 100) for at in range(2 * len(STATES))]
    ware = Ware(product_no=1, code="P000001", name="Cup", offers=offers, categories=[])
    return Shelves(
        wares={1: [ware], 2: [ware]},
        priced={},
        options={},
        stock={each.code: units for each in offers},
    )


@pytest.mark.parametrize("units", [3, 4, 6])
def test_what_is_sent_in_exchange_is_counted_in_every_shop(units: int) -> None:
    taken: Counter[str] = Counter()

    for order in plan(shelves(units)):
        taken[order.bought.offer.code] += 1 + (order.status in EXCHANGED)

    assert max(taken.values()) < units, "one is left to be displayed"
    assert sum(taken.values()) == 2 * (len(STATES) + len(EXCHANGED))


def test_an_order_takes_what_is_too_little_for_an_exchange() -> None:
    goods = shelves(2)
    goods.stock.update({each.code: 9 for each in goods.wares[1][0].offers[-2:]})

    chosen = {each.status: each.bought.offer.code for each in plan(goods) if each.shop_no == 1}

    assert (chosen["E40"], chosen["E10"]) == ("P000036000A", "P000037000A")
    assert chosen["R40"] == "P000000000A"


def test_too_little_is_said() -> None:
    with pytest.raises(ValueError, match="shop 1 has too little to sell"):
        plan(shelves(2))
