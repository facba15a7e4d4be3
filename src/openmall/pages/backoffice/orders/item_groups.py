"""The items of an order as the shop handles them: what is to be sent, each parcel, what is over."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.order import states
from openmall.commerce.order.orders.item_shape import Item
from openmall.http.web.languages import marked
from openmall.pages.backoffice.orders.shipment_rows import ShipmentRow

_TO_SEND: Final = marked("To fulfil")
_UNPAID: Final = marked("Awaiting payment")
_CLAIMED: Final = marked("Claim under way")
_SENT: Final = marked("Sent")
_OVER: Final = marked("Cancelled, returned or exchanged")

_ON_THEIR_WAY: Final = frozenset(("N30", "N40", "N50"))
"""States of items that the shop has sent, or that the buyer has."""


class ItemGroup(Struct, frozen=True, kw_only=True):
    """Items that are handled together; every item of an order is in one group."""

    title: str
    """A text to translate; empty for a parcel, which its carrier and number name."""
    items: list[Item]
    actions: frozenset[str]
    """Actions that at least one of the items allows now."""
    shipment: ShipmentRow | None = None


def group_items(
    items: Sequence[Item],
    shipments: Sequence[ShipmentRow],
    by_action: Mapping[str, Sequence[Item]],
) -> list[ItemGroup]:
    """Return the groups of an order that have items or a parcel, in the order of the work.

    `by_action`: action of a form -> the items that allow it now.
    """
    parcels = {row.shipment.shipping_code: row for row in shipments}
    by_place: dict[str, list[Item]] = {}
    for item in items:
        if item.order_status in states.OVER:
            place = "over"
        elif item.shipping_code in parcels:
            place = item.shipping_code
        else:
            place = "sent" if item.order_status in _ON_THEIR_WAY else "open"
        by_place.setdefault(place, []).append(item)
    places: list[tuple[str, str]] = [
        ("open", _title_of_open(by_place.get("open", []))),
        *((code, "") for code in parcels),
        ("sent", _SENT),
        ("over", _OVER),
    ]
    return [
        ItemGroup(
            title=title,
            items=by_place.get(place, []),
            actions=_actions_of(by_place.get(place, []), by_action),
            shipment=parcels.get(place),
        )
        for place, title in places
        if place in by_place or place in parcels
    ]


def _title_of_open(items: Sequence[Item]) -> str:
    if all(item.order_status == "N00" for item in items):
        return _UNPAID
    return _TO_SEND if any(item.order_status[0] == "N" for item in items) else _CLAIMED


def _actions_of(items: Sequence[Item], by_action: Mapping[str, Sequence[Item]]) -> frozenset[str]:
    codes = {item.order_item_code for item in items}
    return frozenset(
        action
        for action, concerned in by_action.items()
        if any(item.order_item_code in codes for item in concerned)
    )
