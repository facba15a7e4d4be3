"""What the tests of the collection area look at and do besides calls."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select, update

from openmall.commerce.collection.coded_rows import CodedRows
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Mall
from openmall.contract.journal.tables import EVENT
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.world import World

_EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)
_OF_OLD = Statement(
    update(PRODUCT)
    .where(PRODUCT.c.mall_id == bindparam("mall_id"))
    .values(brand_code="B0000XYZ", trend_code="T0000XYZ")
)


def updates(world: World) -> list[tuple[str, int, str]]:
    """Return shop, number and time of every product that was announced as updated."""
    rows = world.in_transaction(lambda db: db.all(_EVENTS))
    told = [msgspec.json.decode(resource) for number, resource in rows if number == 90002]
    return [(each["event_shop_no"], each["product_no"], each["updated_date"]) for each in told]


def add(world: World, rows: CodedRows[Any], draft: Struct) -> Any:
    """Add a classification or a trend, as the operator does."""

    async def work(db: Session) -> Any:
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert isinstance(mall, Mall)
        return await rows.add(db, mall, world.stage.clock, draft)

    return world.in_transaction(work)


def name_codes_of_old(world: World) -> None:
    """Let every product name a brand and a trend that nobody made, as older stores may hold."""
    world.in_transaction(lambda db: db.run(_OF_OLD))


def refusal(answer: Any, status: int) -> str:
    """Return what a call that must be refused with `status` was told."""
    assert answer.status_code == status, answer.text
    message: str = answer.json()["error"]["message"]
    return message
