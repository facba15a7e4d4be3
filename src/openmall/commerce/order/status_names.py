"""The name of an item's status, as its shop shows it: the only place that decides it.

A name is looked up when an item is returned, and never stored: it follows what the shop calls its
statuses (`PUT orders/status`) and the shop's language. Specification: "Orders status".
"""

from collections.abc import Collection, Iterable, Set
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.order.booked_items import store as booked_item_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.states import Status
from openmall.commerce.store.orders_status import store as orders_status_store
from openmall.commerce.store.orders_status.names import STATUSES
from openmall.contract.call import Call
from openmall.translations.catalogues import Message

NUMBERS: Final[dict[Status, int]] = {
    "N00": 2, "N10": 3, "N20": 4, "N21": 1, "N22": 5, "N30": 6, "N40": 7, "N50": 8,
    "C00": 16, "C10": 17, "C11": 19, "C34": 18, "C35": 33, "C36": 32, "C40": 20, "C41": 31,
    "C42": 31, "C43": 32, "C47": 20, "C48": 20, "C49": 20,
    "R00": 21, "R10": 22, "R11": 24, "R12": 22, "R13": 23, "R20": 23, "R30": 22, "R31": 23,
    "R34": 31, "R36": 32, "R40": 25, "R41": 31, "R42": 31, "R43": 32,
    "E00": 26, "E10": 27, "E11": 29, "E12": 27, "E13": 27, "E20": 27, "E30": 27, "E31": 27,
    "E32": 27, "E33": 27, "E34": 31, "E35": 33, "E36": 32, "E40": 30,
}  # fmt: skip
"""Status of an item -> `status_name_id` of its name."""
ON_DELIVERY: Final[dict[Status, int]] = {
    "N10": 9, "N20": 10, "N21": 11, "N22": 12, "N30": 13, "N40": 14,
}  # fmt: skip
"""The same for items that are paid in cash on delivery, where it differs."""
WITHOUT_NUMBER: Final[dict[Status, Message]] = {
    "N01": Message("New Item Of An Exchange"),
    "E41": Message("Exchange Withdrawn"),
    "E50": Message("Exchange Withdrawn"),
    "E51": Message("Exchange Withdrawn"),
}
"""Statuses that a shop cannot rename."""


class StatusNames(Struct, frozen=True):
    """What a shop calls the statuses of items."""

    language: str
    own: dict[int, str]
    """`status_name_id` -> name, of those that the shop renamed."""
    of_bookings: dict[int, str] = {}
    """The same for booked items."""
    booked: Set[tuple[str, int]] = frozenset()
    """Order and number of the booked items, as they were ordered."""

    def name(self, status: Status, *, on_delivery: bool, booked: bool = False) -> str:
        """Return the name of a status.

        `on_delivery`: the order is paid in cash on delivery; `booked`: it is of a booked item.
        """
        number = NUMBERS.get(status)
        if number is None:
            return WITHOUT_NUMBER[status].translate(self.language)
        if on_delivery:
            number = ON_DELIVERY.get(status, number)
        own = self.of_bookings if booked else self.own
        return own.get(number) or STATUSES[number].basic_name.translate(self.language)

    def named(self, items: Iterable[Item], *, on_delivery: bool) -> list[Item]:
        """Return items of an order with the names of their statuses."""
        return [
            replace(
                item,
                status_text=self.name(
                    item.order_status, on_delivery=on_delivery, booked=self._is_booked(item)
                ),
            )
            for item in items
        ]

    def _is_booked(self, item: Item) -> bool:
        # a part of an item that was split is booked as the item was
        order_id = item.order_item_code.rpartition("-")[0]
        return (order_id, item.placed_no) in self.booked


def in_language(text: str, status: str, shop_language: str, language: str) -> str:
    """Return a status text of a shop in the language of a reader; a name of the shop as it is."""
    code = cast("Status", status)
    usual, read = StatusNames(shop_language, {}), StatusNames(language, {})
    for on_delivery in (False, True):
        if text == usual.name(code, on_delivery=on_delivery):
            return read.name(code, on_delivery=on_delivery)
    return text


async def read(call: Call, order_ids: Collection[str]) -> StatusNames:
    """Return what the call's shop calls the statuses of the items of orders: one statement.

    A second one is needed in a shop with names for bookings.
    """
    renamed = await orders_status_store.of_shop(call)
    own = {number: each.custom_name for number, each in renamed.items() if each.custom_name}
    of_bookings = {
        number: each.reservation_custom_name
        for number, each in renamed.items()
        if each.reservation_custom_name
    }
    booked: Set[tuple[str, int]] = frozenset()
    if of_bookings:
        booked = await booked_item_store.of_orders(call, order_ids)
    return StatusNames(
        language=call.mall.shops[call.shop_no].language,
        own=own,
        of_bookings=of_bookings,
        booked=booked,
    )
