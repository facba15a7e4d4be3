"""Whatever a test does with orders: afterwards every one of them is as its records make it."""

from collections.abc import Iterator

import pytest

from tests.commerce.order.claim_setup import verified_orders


@pytest.fixture(autouse=True)
def add_up(request: pytest.FixtureRequest) -> Iterator[None]:
    """Verify the orders of the world a test took place in."""
    world = request.getfixturevalue("world") if "world" in request.fixturenames else None
    yield
    if world is not None:
        assert verified_orders(world) == []
