"""What a buyer can choose instead of an item of an own order. No API has it."""

from collections.abc import Sequence

from openmall.commerce.order.claims import exchange_variants
from openmall.commerce.order.claims.exchange_variants import ExchangeVariants
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.scopes import READ_PERSONAL


async def list_own(call: Call, params: OrderPath) -> Sequence[ExchangeVariants]:
    """Retrieve a list of the variants for which the items of one's own order can be exchanged."""
    await checkout_rules.require_own(call, params.order_id)
    return await exchange_variants.of_order(call, params.order_id)


OPERATIONS = [
    listing(
        exchange_variants.PATH,
        list_own,
        takes=OrderPath,
        gives=ExchangeVariants,
        key="exchangevariants",
        scope=READ_PERSONAL,
    ),
]
