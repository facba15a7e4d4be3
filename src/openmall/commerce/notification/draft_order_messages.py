"""What the buyer of a draft order is told: what the app asked for when it drew the order up.

The settings of the shop decide all the same whether an occasion is told of at all.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from openmall.commerce.notification.intake import notices
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.reminders import customers, unpaid_orders
from openmall.commerce.order import quotes
from openmall.commerce.order.billing import bank_transfer
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.placement.placing.rules import UNPAID_DAYS
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current

_PLACED: Final = "order_received"
_A_DAY: Final = 86_400


async def as_asked(call: Call, found: Sequence[Notice]) -> list[Notice]:
    """Return the notices of an event, with those of draft orders as their apps want them."""
    told: list[Notice] = []
    for notice in found:
        if notice.occasion != _PLACED:
            told.append(notice)
            continue
        with call.in_shop(notice.shop_no):
            told += await _of_placed(call, notice)
    return told


async def _of_placed(call: Call, notice: Notice) -> list[Notice]:
    order_id = notice.values["ORDER_ID"]
    basis = await quotes.of_order(call, order_id)
    if basis is None or basis.tells is None:
        return [notice]
    # without either, the shop and its suppliers are told all the same
    placed = replace(
        notice,
        by_mail="order_email" in basis.tells,
        by_short_message="order_message" in basis.tells,
    )
    guide = await _payment_guide(call, order_id) if "payment_guide" in basis.tells else []
    return [placed, *guide]


async def _payment_guide(call: Call, order_id: str) -> list[Notice]:
    """Return what is to be transferred, until when; nothing for an order paid in another way."""
    order = (await order_store.of_numbers(call, [order_id]))[order_id]
    due = order.actual_order_amount.total_amount_due
    if bank_transfer.CASH not in order.payment_method or order.paid != "F" or not due:
        return []
    period = unpaid_orders.cash_period(await current(call, OrdersSetting)) or UNPAID_DAYS * _A_DAY
    assert order.order_date is not None
    day = customers.on_day(call, int(order.order_date.timestamp()) + period)
    found = await notices.of_orders(call, unpaid_orders.KIND, call.shop_no, [order_id])
    return [
        replace(each, by_mail=False, supplier_codes=(), values={**each.values, "DUE_DATE": day})
        for each in found
    ]
