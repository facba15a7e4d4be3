"""Reminds customers of orders that they pay by bank transfer, before the orders expire."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from openmall.commerce.notification.intake import notices
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.reminders import customers
from openmall.commerce.notification.reminders.sources import A_DAY, Source
from openmall.commerce.notification.reminders.store import Progress
from openmall.commerce.order.scheduled_transitions.rules import unpaid_since
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.database.session import Row

KIND: Final = "payment_asked"


def cash_period(setting: OrdersSetting) -> int:
    """Return the seconds for which an order may wait for a transfer; 0: it does not expire."""
    found = [-due.until for due in unpaid_since(setting, 0) if "cash" in due.methods]
    return found[0] if found else 0


def unpaid(period: int) -> Source:
    """Return the source of a shop whose orders expire after `period` seconds.

    Customers are reminded a day before, or after half of a shorter time.
    """

    async def told(call: Call, rows: Sequence[Row]) -> list[Notice]:
        expiry = {order_id: ordered_at + period for ordered_at, order_id in rows}
        found = await notices.of_orders(call, KIND, call.shop_no, list(expiry))
        due = [
            replace(
                each,
                values={
                    **each.values,
                    "DUE_DATE": customers.until(call, expiry[each.values["ORDER_ID"]]),
                },
            )
            for each in found
            if expiry[each.values["ORDER_ID"]] > call.clock.now()
        ]
        return await customers.only_welcome(call, due)

    return Source(
        KIND,
        horizon=lambda now: now - period + min(A_DAY, period // 2),
        values=lambda at, until: {
            "until": until,
            "done_until": at.until,
            "after_1": at.after[0] if at.after else "",
            "method": ",cash,",
        },
        place=lambda row, until: Progress(row[0], (row[1],)),
        notices=told,
    )
