"""An app learns until when it is paid for, and of refunds that were requested."""

from typing import Any

import pytest

from openmall.commerce.application.appstore import payments as charge_payments
from openmall.commerce.application.appstore import store as appstore_store
from openmall.commerce.order.billing.gateways.gateway import GatewayUnavailable
from tests.commerce.application.charges import create, find, give_back, merchant, paid, pay
from tests.commerce.application.test_appstore import DAY, MONTH, charge_due, events, listed
from tests.world import World


def test_the_app_is_told_of_a_refund_before_it_is_made(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    order_id = paid(world)
    charge, works = find(world, order_id), charge_payments.GATEWAY

    class Down:
        name, method = works.name, works.method

        async def refund(self, request: Any) -> None:
            raise GatewayUnavailable("down")

    [payment] = world.in_transaction(lambda db: appstore_store.payments_of(db, order_id, limit=1))

    def ask() -> bool:
        async def run() -> bool:
            return await charge_payments.give_back(
                merchant_now, charge, payment, reason="C", detail="Half would do."
            )

        return world.stage.run(run)

    merchant_now = merchant(world)
    monkeypatch.setattr(charge_payments, "GATEWAY", Down())
    with pytest.raises(GatewayUnavailable):
        ask()
    assert (len(events(world, 90158)), len(events(world, 90159))) == (1, 0)
    monkeypatch.setattr(charge_payments, "GATEWAY", works)

    assert ask()

    [requested] = events(world, 90158)
    assert requested == {
        "mall_id": world.mall_id,
        "client_id": charge.client_id,
        "order_id": order_id,
        "reason_code": "C",
        "reason_detail": "Half would do.",
        "request_date": "2026-11-21T09:00:00+09:00",
    }
    assert len(events(world, 90159)) == 1


def test_each_month_extends_and_the_end_comes_when_the_month_is_over(world: World) -> None:
    order_id = paid(world, automatic_payment="T")
    world.stage.clock.pass_(MONTH)
    assert charge_due(world) == 1
    [extended] = events(world, 90079)
    assert (extended["previous_expire_date"], extended["expire_date"]) == (
        "2026-12-21T09:00:00+09:00",
        "2027-01-21T09:00:00+09:00",
    )

    charge, now = find(world, order_id), merchant(world)
    assert world.stage.run(charge_payments.end, now, charge)
    assert not world.stage.run(charge_payments.end, now, charge)
    assert charge_due(world) == 0
    assert events(world, 90078) == []
    world.stage.clock.pass_(MONTH + DAY)
    assert charge_due(world) == 0
    assert charge_due(world) == 0

    [expired] = events(world, 90078)
    assert expired["client_id"] == charge.client_id
    assert len(listed(world)) == 2


def test_a_monthly_charge_that_is_refused_three_times_or_given_back_expires(world: World) -> None:
    order_id = create(world, automatic_payment="T")["order_id"]
    assert pay(world, order_id, "declined_later")
    monthly, once = paid(world, automatic_payment="T"), paid(world)
    assert give_back(world, monthly)
    assert give_back(world, once)
    assert len(events(world, 90078)) == 1

    for expected in (1, 1, 2):
        world.stage.clock.pass_(MONTH)
        assert charge_due(world) == 0
        assert len(events(world, 90078)) == expected
