"""What tests of what hangs on an order ask of the mall."""

from typing import Any

import msgspec
from sqlalchemy import bindparam, select

from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.database.statements import Statement
from tests.world import World

_EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)
_LOGGED = Statement(
    select(ACTIVITY.c.changes)
    .where(ACTIVITY.c.mall_id == bindparam("mall_id"))
    .order_by(ACTIVITY.c.process_no)
)


def told(world: World, *numbers: int) -> list[tuple[int, dict[str, Any]]]:
    """Return what was announced under event numbers, without the mall."""
    rows = world.in_transaction(lambda db: db.all(_EVENTS))
    found = []
    for number, text in rows:
        if number in numbers:
            resource = msgspec.json.decode(text)
            assert resource.pop("mall_id") == world.mall_id
            found.append((number, resource))
    return found


def log(world: World) -> str:
    """Return everything the activity log says was changed."""
    return "".join(text for (text,) in world.in_transaction(lambda db: db.all(_LOGGED)))


def refused(answer: Any, status: int) -> str:
    """Return what a call that must be refused with `status` was told."""
    assert answer.status_code == status, answer.text
    message: str = answer.json()["error"]["message"]
    return message


def ship(world: World, number: str) -> None:
    """Send everything of an order."""
    parcel = {"tracking_no": "1", "shipping_company_code": "0001", "status": "shipping"}
    world.post(f"orders/{number}/shipments", **parcel)
