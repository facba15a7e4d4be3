"""Products with stock, and what a test asks of their ledger."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import bindparam, select

from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock_tables import CHANGE
from openmall.contract.call import Call
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.world import World

T = TypeVar("T")
_LEDGER = Statement(
    select(
        CHANGE.c.variant_code,
        CHANGE.c.entry_no,
        CHANGE.c.quantity_before,
        CHANGE.c.quantity_after,
        CHANGE.c.reason,
        CHANGE.c.reference,
    )
    .where(CHANGE.c.mall_id == bindparam("mall_id"))
    .order_by(CHANGE.c.variant_code, CHANGE.c.entry_no)
)


def ledger(world: World) -> list[tuple[Any, ...]]:
    """Return every entry of a mall: variant, number, before, after, why and reference."""

    async def read(db: Session) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await db.all(_LEDGER)]

    return world.in_transaction(read)


def stocked(world: World, quantity: int, **stock: Any) -> tuple[int, str]:
    """Make a product whose one variant counts its stock; return its number and the code."""
    number = world.product()["product_no"]
    [variant] = world.get(f"products/{number}/variants")["variants"]
    code = variant["variant_code"]
    kept = {"use_inventory": "T", "display_soldout": "T", "quantity": quantity, **stock}
    world.put(f"products/{number}/variants/{code}/inventories", **kept)
    return number, code


def as_call(world: World, work: Callable[[Call], Awaitable[T]]) -> T:
    """Run `work(call)` in one transaction of the mall, as a handler of an operation would."""

    async def run(db: Session) -> T:
        seal = world.stage.app._pipeline._services.seal
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert mall is not None
        return await work(Call(world.stage.clock, db, mall, seal=seal))

    return world.in_transaction(run)


def sell(world: World, code: str, units: int, reference: str = "order-1") -> None:
    """Sell units of a variant that are not reserved."""
    sold = [stock_rules.Units(variant_code=code, quantity=units, reference=reference)]
    as_call(world, lambda call: stock_rules.sell_all(call, sold, unreserved=reference))


def return_units(world: World, code: str, units: int, reference: str = "order-1") -> None:
    """Return sold units of a variant to stock."""
    returned = [stock_rules.Units(variant_code=code, quantity=units, reference=reference)]
    as_call(world, lambda call: stock_rules.restore(call, released=(), returned=returned))


def quantity(world: World, number: int, code: str) -> int:
    """Return a variant's quantity as the API answers it."""
    found: int = world.get(f"products/{number}/variants/{code}")["variant"]["quantity"]
    return found


def sold_out(world: World, number: int) -> list[str]:
    """Return whether a product says that it is sold out, in each language."""
    return [
        world.get(f"products/{number}", shop_no=shop_no)["product"]["sold_out"]
        for shop_no in (1, 2)
    ]
