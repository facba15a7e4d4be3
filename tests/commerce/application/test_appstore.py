"""Charges of apps: created, confirmed and paid once or each month, given back, each app its own."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import tokens
from openmall.access.sandbox import clock as sandbox_clock
from openmall.commerce.application.appstore import payments as charge_payments
from openmall.commerce.application.appstore import store as appstore_store
from openmall.commerce.order.billing.gateways.gateway import GatewayRefused
from openmall.events.webhooks import store as webhook_store
from tests.commerce.application.charges import (
    CHARGE,
    create,
    find,
    give_back,
    merchant,
    paid,
    pay,
)
from tests.world import Installed, World

PERIOD = {"start_date": "2026-11-01", "end_date": "2027-12-31"}
DAY = 86_400
MONTH = 30 * DAY
"""Seconds from 21 November to 21 December."""


def listed(world: World, app: Installed | None = None, **filters: Any) -> list[dict[str, Any]]:
    """Return the payments that an app is told of."""
    app = app or world.full
    headers = world.stage.run(_fresh_headers, world, app)
    params = {**PERIOD, **filters}
    answer = world.request("GET", "/api/v2/admin/appstore/payments", headers=headers, params=params)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["payments"]
    return found


async def _fresh_headers(world: World, app: Installed) -> dict[str, str]:
    """Return the headers of a token that did not expire while the clock was moved."""
    async with world.stage.app.database.writing(world.mall_id) as db:
        scopes = ["mall.read_application"]
        client_id = app.credentials.client_id
        grant = tokens.Grant(client_id, "owner", "P", 1, scopes, client_id)
        token = await tokens.issue(db, world.stage.clock, grant)
    return {"Authorization": f"Bearer {token.access_token}"}


def charge_due(world: World) -> int:
    """Let a worker take what is due in the mall."""
    return world.stage.run(world.stage.app.periodic_tasks.charge_for_apps, [world.mall_id])


def events(world: World, event_no: int) -> list[dict[str, Any]]:
    """Return the resources of the mall's events of a number, as they are in the outbox."""
    rows = world.in_transaction(
        lambda db: webhook_store.events_since(db, 0, frozenset({event_no}), 100)
    )
    return [msgspec.json.decode(row[2]) for row in rows]


def test_a_new_charge_is_what_was_asked_for_and_nothing_is_paid(world: World) -> None:
    order = create(world)
    confirmation_url = order.pop("confirmation_url")

    assert order == {
        "order_id": "app-20261121-100000001",
        "order_name": "Premium plan",
        "order_amount": "1000.00",
        "currency": "KRW",
        "return_url": "https://app.example.com/billing",
        "automatic_payment": "F",
    }
    assert confirmation_url.startswith(f"{world.staff_address}/apps?charge=")
    assert world.get(f"appstore/orders/{order['order_id']}")["order"] == {
        **order,
        "created_date": "2026-11-21T09:00:00+09:00",
    }
    assert listed(world) == []
    assert charge_due(world) == 0


def test_a_confirmed_charge_is_a_payment_and_an_event(world: World) -> None:
    order_id = paid(world)

    [payment] = listed(world)

    approval_no = payment.pop("approval_no")
    assert approval_no.isdigit()
    assert payment == {
        "order_id": order_id,
        "payment_status": "paid",
        "title": "Premium plan",
        "payment_gateway_name": "test",
        "payment_method": "card",
        "payment_amount": "1000.00",
        "refund_amount": "0.00",
        "currency": "KRW",
        "locale_code": "ko_KR",
        "automatic_payment": "F",
        "pay_date": "2026-11-21T09:00:00+09:00",
        "refund_date": None,
        "expiration_date": None,
    }
    assert events(world, 90157) == [
        {
            "mall_id": world.mall_id,
            "client_id": world.full.credentials.client_id,
            "order_id": order_id,
            "payed_date": "2026-11-21T09:00:00+09:00",
            "currency": "KRW",
            "amount": "1000.00",
            "channel": "Web",
        }
    ]


def test_a_charge_is_paid_once_however_often_it_is_confirmed(world: World) -> None:
    order_id = paid(world)
    charge = find(world, order_id)

    again = pay(world, order_id)
    # as a second form that was sent before the first was settled
    stale = world.stage.run(
        charge_payments.confirm,
        merchant(world),
        replace(charge, state="waiting"),
        "approved",
    )

    assert (again, stale) == (False, False)
    assert len(listed(world)) == len(events(world, 90157)) == 1


def test_a_declined_payment_leaves_the_charge_open(world: World) -> None:
    order_id = create(world)["order_id"]

    with pytest.raises(GatewayRefused):
        pay(world, order_id, "declined")

    assert listed(world) == []
    assert find(world, order_id).state == "waiting"
    assert pay(world, order_id)
    assert len(listed(world)) == 1


def test_a_cancelled_charge_cannot_be_paid(world: World) -> None:
    order_id = create(world)["order_id"]
    charge = find(world, order_id)

    cancelled = world.stage.run(charge_payments.cancel, merchant(world), charge)
    paid_late = world.stage.run(charge_payments.confirm, merchant(world), charge, "approved")

    assert (cancelled, paid_late, pay(world, order_id)) == (True, False, False)
    assert (find(world, order_id).state, listed(world)) == ("cancelled", [])


def test_a_charge_can_be_confirmed_for_thirty_days(world: World) -> None:
    first, second = create(world)["order_id"], create(world)["order_id"]
    world.stage.clock.pass_(30 * DAY - 1)
    in_time = pay(world, first)
    world.stage.clock.pass_(1)

    assert (in_time, pay(world, second)) == (True, False)


def test_a_charge_of_a_removed_app_cannot_be_paid(world: World) -> None:
    app = world.install()
    order_id = create(world, app)["order_id"]
    client_id = app.credentials.client_id
    world.in_transaction(lambda db: registered_apps.remove(db, world.stage.clock, client_id))

    assert not pay(world, order_id)

    assert events(world, 90157) == []


def test_a_monthly_charge_is_paid_again_on_the_malls_clock(world: World) -> None:
    order_id = paid(world, automatic_payment="T")
    [first] = listed(world)
    world.stage.clock.pass_(MONTH - 1)
    early = charge_due(world)
    world.stage.clock.pass_(1)

    taken = charge_due(world), charge_due(world)
    second, _ = listed(world)

    assert first["expiration_date"] == "2026-12-21T09:00:00+09:00"
    assert (early, taken) == (0, (1, 0))
    assert (second["order_id"], second["pay_date"], second["expiration_date"]) == (
        order_id, "2026-12-21T09:00:00+09:00", "2027-01-21T09:00:00+09:00",
    )  # fmt: skip
    assert second["approval_no"] != first["approval_no"]
    assert len(events(world, 90157)) == 2


def test_a_monthly_charge_follows_the_clock_of_a_sandbox(world: World) -> None:
    sandbox = world.stage.new_world(sandbox=True)
    paid(sandbox, automatic_payment="T")
    app = world.stage.app

    async def move() -> None:
        database, counters, clock = app.database, app.counters, world.stage.clock
        await sandbox_clock.move(database, counters, clock, sandbox.mall_id, forward=MONTH)

    world.stage.run(move)
    world.stage.run(app.periodic_tasks.run_ahead_sandboxes)

    assert len(events(sandbox, 90157)) == 2


def test_a_worker_finds_what_is_due_in_every_mall(world: World) -> None:
    there = world.stage.new_world()
    paid(world, automatic_payment="T")
    paid(there, automatic_payment="T")
    world.stage.clock.pass_(MONTH)

    world.stage.run(world.stage.app.periodic_tasks.charge_for_apps)

    assert [len(events(each, 90157)) for each in (world, there)] == [2, 2]


def test_a_refused_month_is_tried_three_times_and_ends_the_charge(world: World) -> None:
    order_id = create(world, automatic_payment="T")["order_id"]
    assert pay(world, order_id, "declined_later")
    world.stage.clock.pass_(MONTH)
    states = []
    for _ in range(4):
        assert charge_due(world) == 0
        states.append(find(world, order_id).state)
        world.stage.clock.pass_(DAY)

    assert states == ["paid", "paid", "ended", "ended"]
    assert len(listed(world)) == 1


def test_an_ended_charge_is_not_paid_again(world: World) -> None:
    order_id = paid(world, automatic_payment="T")
    charge = find(world, order_id)

    ended = [world.stage.run(charge_payments.end, merchant(world), charge) for _ in range(2)]
    world.stage.clock.pass_(MONTH)

    assert ended == [True, False]
    assert (charge_due(world), find(world, order_id).state) == (0, "ended")


def test_a_removed_app_is_not_paid_again(world: World) -> None:
    app = world.install()
    paid(world, app, automatic_payment="T")
    client_id = app.credentials.client_id
    world.in_transaction(lambda db: registered_apps.remove(db, world.stage.clock, client_id))
    world.stage.clock.pass_(MONTH)

    assert charge_due(world) == 0


def test_a_month_that_was_ended_while_it_was_paid_is_not_settled(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    order_id = paid(world, automatic_payment="T")
    charge, given_back = find(world, order_id), []
    gateway = charge_payments.GATEWAY
    world.stage.clock.pass_(MONTH)

    class Slow:
        name, method = gateway.name, gateway.method

        async def charge(self, request: Any) -> str:
            await charge_payments.end(merchant_now, charge)
            return await gateway.charge(request)

        async def refund(self, request: Any) -> None:
            given_back.append(request.key)

    merchant_now = merchant(world)
    monkeypatch.setattr(charge_payments, "GATEWAY", Slow())

    assert charge_due(world) == 0
    assert given_back == [f"{order_id}-2"]
    assert len(listed(world)) == 1


def test_a_payment_that_is_given_back_says_so_and_ends_the_charge(world: World) -> None:
    order_id = paid(world, automatic_payment="T")
    world.stage.clock.pass_(60)

    done = give_back(world, order_id), give_back(world, order_id)
    [payment] = listed(world)
    world.stage.clock.pass_(MONTH)

    assert done == (True, False)
    assert (payment["payment_status"], payment["refund_amount"], payment["refund_date"]) == (
        "refund", "1000.00", "2026-11-21T09:01:00+09:00",
    )  # fmt: skip
    assert [each["refunded_amount"] for each in events(world, 90159)] == ["1000.00"]
    assert charge_due(world) == 0


def test_an_app_sees_its_own_charges_only(world: World) -> None:
    other = world.install()
    order_id = paid(world)
    paid(world, other)
    own = world.call("GET", f"appstore/orders/{order_id}", app=other)

    assert own.status_code == 404
    assert [each["order_id"] for each in listed(world)] == [order_id]
    assert world.get("appstore/payments/count", **PERIOD) == {"count": 1}
    assert world.get("webhooks/events")["events"] == []


def test_payments_are_filtered_and_paged_the_newest_first(world: World) -> None:
    first = paid(world)
    world.stage.clock.pass_(60)
    second = paid(world)

    def numbers(**filters: Any) -> list[str]:
        return [each["order_id"] for each in listed(world, **filters)]

    assert numbers() == [second, first]
    assert numbers(limit=1) == [second]
    assert numbers(limit=1, offset=1) == [first]
    assert numbers(order_id=f"{first},nothing") == [first]
    assert numbers(currency="USD") == []
    assert numbers(start_date="2026-11-21T09:00:30+09:00") == [second]
    assert numbers(end_date="2026-11-21T09:00:30+09:00") == [first]
    assert world.get("appstore/payments/count", **PERIOD, order_id=first) == {"count": 1}


def test_a_currency_that_charges_do_not_have_is_replaced_by_dollars(world: World) -> None:
    there = world.stage.new_world(currencies=("EUR", "KRW"))

    assert create(there)["currency"] == "USD"


def test_an_address_to_return_to_is_https(world: World) -> None:
    for return_url in ("http://app.example.com/", "javascript:alert(1)", "/admin", "https://a b/"):
        body = {"request": {**CHARGE, "return_url": return_url}}
        answer = world.call("POST", "appstore/orders", json=body)
        assert answer.status_code == 422
        assert answer.json()["error"]["more_info"]["parameter"] == "return_url"


def test_the_secret_of_a_confirmation_is_not_stored(world: World) -> None:
    secret = create(world)["confirmation_url"].partition("charge=")[2]

    found = world.in_transaction(lambda db: appstore_store.find_by_confirmation(db, secret))

    assert len(secret) > 20
    assert found is None
