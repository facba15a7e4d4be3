"""Charges that an app asks for, and a merchant's decisions about them."""

from typing import Any

from openmall.commerce.application.appstore import payments as charge_payments
from openmall.commerce.application.appstore import store as appstore_store
from openmall.commerce.application.appstore.payments import Merchant
from openmall.commerce.application.appstore.store import Charge
from tests.world import Installed, World

CHARGE = {
    "order_name": "Premium plan",
    "order_amount": "1000.00",
    "return_url": "https://app.example.com/billing",
}


class _Owner:
    user_id = "owner"
    manager_type = "P"


def create(world: World, app: Installed | None = None, **values: Any) -> dict[str, Any]:
    """Create a charge as an app and return it."""
    body = {"request": {**CHARGE, **values}}
    answer = world.call("POST", "appstore/orders", app=app, json=body)
    assert answer.status_code == 201, answer.text
    order: dict[str, Any] = answer.json()["order"]
    return order


def find(world: World, order_id: str) -> Charge:
    """Return a charge as it is stored."""
    charge = world.in_transaction(lambda db: appstore_store.find_charge(db, order_id))
    assert charge is not None
    return charge


def merchant(world: World) -> Merchant:
    """Return the head admin, who decides on charges."""
    stage = world.stage
    mall = stage.run(stage.app.directory.mall, world.mall_id)
    assert mall is not None
    return Merchant(
        database=stage.app.database,
        clock=mall.clock(stage.clock),
        mall=mall,
        person=_Owner(),
    )


def pay(world: World, order_id: str, outcome: str = "approved") -> bool:
    """Confirm a charge as the head admin; return whether it was paid."""
    charge = find(world, order_id)
    return world.stage.run(charge_payments.confirm, merchant(world), charge, outcome)


def give_back(world: World, order_id: str) -> bool:
    """Give the last payment of a charge back; return whether it was not before."""
    charge = find(world, order_id)
    [payment, *_] = world.in_transaction(
        lambda db: appstore_store.payments_of(db, order_id, limit=1)
    )
    return world.stage.run(charge_payments.give_back, merchant(world), charge, payment)


def paid(world: World, app: Installed | None = None, **values: Any) -> str:
    """Create a charge that is paid, and return its number."""
    order_id: str = create(world, app, **values)["order_id"]
    assert pay(world, order_id)
    return order_id
