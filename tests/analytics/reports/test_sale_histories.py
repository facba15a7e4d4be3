"""Reports and the admin API agree on every day, whatever happens to orders."""

from decimal import Decimal
from random import Random

import pytest

from tests import random_cases
from tests.analytics.reports.sale_histories import (
    HISTORIES,
    Orders,
    compare,
    count_facts,
    drawn,
    today_by_dashboard,
)
from tests.world import Stage, World


@pytest.fixture
def world(rested: Stage) -> World:
    """A mall with a shop that sells in dollars, and one in won."""
    return rested.new_world(currencies=("USD", "KRW"))


@pytest.mark.parametrize("name", HISTORIES)
def test_every_list_says_the_same_of_each_day(world: World, name: str) -> None:
    orders = Orders(world)
    for number, steps in enumerate(HISTORIES[name]):
        if number:
            orders.next_day()
        for step in steps:
            orders.step(step)
        count_facts(world)

    expected = compare(world, orders.days)
    assert today_by_dashboard(world) == expected.get(orders.days[-1], (0, Decimal(0)))


@pytest.mark.nightly
@pytest.mark.parametrize("counted", ["after each step", "after each day", "at the end"])
@pytest.mark.parametrize("seed", range(random_cases.cases(25, usual=25)))
def test_of_random_histories(world: World, seed: int, counted: str) -> None:
    orders = Orders(world)
    draw = Random(seed)
    for number, steps in enumerate(drawn(seed)):
        if number:
            orders.next_day()
        for step in steps:
            orders.step(step, draw.randrange(len(orders.numbers)) if orders.numbers else -1)
            if counted == "after each step":
                count_facts(world)
        if counted == "after each day":
            count_facts(world)
            compare(world, orders.days)
    count_facts(world)
    compare(world, orders.days)
