"""Lets customers ask in a mall, as the storefront will."""

from typing import Any

import msgspec

from openmall.commerce.community import urgentinquiry
from openmall.commerce.community.urgentinquiry import Inquiry, InquiryDraft
from openmall.contract.call import Call, Mall, Shop
from openmall.contract.journal import batch as journal_batch
from openmall.database.session import Session
from tests.world import World


def call_of(world: World, db: Session) -> Call:
    """Return a call to the first shop of a world's mall."""
    mall = Mall(world.mall_id, "Mall", "KR", {1: Shop(1, "Shop", "ko_KR", "KRW")})
    return Call(world.stage.clock, db, mall)


def receive(world: World, **said: Any) -> dict[str, Any]:
    """Hand in an urgent inquiry, and return it."""
    draft = InquiryDraft(
        **{"title": "Where is it?", "content": "My order", "writer": "Kim", **said}
    )

    async def ask(db: Session) -> Inquiry:
        call = call_of(world, db)
        made = await urgentinquiry.receive(call, draft)
        await journal_batch.publish(db, call.clock, call.effects.events)
        return made

    found: dict[str, Any] = msgspec.to_builtins(world.in_transaction(ask))
    return found
