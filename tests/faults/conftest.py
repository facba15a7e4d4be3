"""What tests of faults share: a payment provider, and an order that is paid there."""

from collections.abc import Iterator

import pytest

from tests.commerce.order.claim_setup import verified_orders
from tests.faults.payment_provider import Provider, running
from tests.faults.provider_purchase import Purchase
from tests.world import World


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    with running(monkeypatch) as provider:
        yield provider


@pytest.fixture
def purchase(world: World, provider: Provider) -> Iterator[Purchase]:
    yield Purchase(world, provider)
    assert verified_orders(world) == []
