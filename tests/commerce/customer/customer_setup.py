"""People who join a mall, and what is done in it without the API."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from openmall.access.oauth.directory import Directory
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.shape import Customer
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.contract.call import Call
from openmall.contract.journal import batch as journal_batch
from openmall.contract.links import Links
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from tests.world import World

T = TypeVar("T")


def call_of(world: World, shop_no: int = 1) -> Call:
    """Return a call of the mall that has no database session yet."""
    app = world.stage.app
    mall = world.stage.run(Directory(app.database, app.clock, lambda: 0).mall, world.mall_id)
    assert mall is not None
    return Call(
        world.stage.clock,
        mall=mall,
        shop_no=shop_no,
        seal=configured_seal(app.configuration),
        links=Links(app.configuration.origin_of, app.configuration.staff_address),
        ip="203.0.113.7",
        machine_clock=world.stage.clock,
        counters=app.counters,
    )


def do(world: World, work: Callable[[Call], Awaitable[T]], shop_no: int = 1) -> T:
    """Run `work(call)` in one transaction, with what it announces."""
    call = call_of(world, shop_no)

    async def whole(db: Session) -> T:
        done = await work(call.on(db))
        await journal_batch.publish(db, call.clock, call.effects.events)
        return done

    return world.in_transaction(whole)


def join(
    world: World,
    member_id: str = "haneul",
    *,
    shop_no: int = 1,
    password_hash: str | None = None,
    **said: Any,
) -> Customer:
    """Let somebody join."""
    draft = CustomerDraft(shop_no=shop_no, member_id=member_id, **said)
    return do(
        world, lambda call: customer_rules.join(call, draft, password_hash=password_hash), shop_no
    )
