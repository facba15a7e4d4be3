"""Expiry: the unpaid items of an order are cancelled because nobody paid in time."""

from collections.abc import Sequence

from openmall.commerce.order.claims import progress, requests
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.kinds import CANCELLATION
from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.orders.events import CancellationChanged
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.contract.call import Call


async def cancel_unpaid(call: Call, aggregate: OrderAggregate, lines: Sequence[OrderLine]) -> None:
    """Cancel items that await payment; the caller holds the lock of the order."""
    before = aggregate.order
    claim = Claim(
        claim_code=await claim_store.new_code(call, CANCELLATION.letter),
        shop_no=call.shop_no,
        order_id=before.order_id,
        item_nos=[line.item.item_no for line in lines],
        claim_reason="Nobody paid in time.",
    )
    requests.mark_claimed(claim, lines)
    claim, _ = await progress.advance(
        call, CANCELLATION, aggregate, claim, lines, CANCELLATION.last, who="time"
    )
    await claim_store.add(call, claim)
    await progress.save_claimed(call, before, aggregate, lines)
    call.publish(CancellationChanged.of(aggregate, "cancel_order"))
