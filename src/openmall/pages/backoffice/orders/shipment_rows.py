"""The shipments of an order as its page shows them."""

from msgspec import Struct

from openmall.commerce.order.fulfilment.shipments.shape import Shipment
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.shipping import parcel_carriers
from openmall.pages.backoffice.dispatch import carrier_choices
from openmall.pages.backoffice.dispatch.carrier_choices import CarrierChoices
from openmall.pages.backoffice.orders import order_actions
from openmall.pages.backoffice.page_context import PageContext


class ShipmentRow(Struct, frozen=True, kw_only=True):
    """A shipment with its items, its carrier, and the actions it allows."""

    shipment: Shipment
    items: list[Item]
    may: set[str]
    choice: str
    """Value of its carrier among the choices."""
    carrier: str
    link: str
    """Where it is tracked; empty: there is no such address."""


def shipment_row(
    context: PageContext, offered: CarrierChoices, items: list[Item], shipment: Shipment
) -> ShipmentRow:
    """Return a shipment as the page shows it."""
    shipped_items = [item for item in items if item.shipping_code == shipment.shipping_code]
    first = shipped_items[0] if shipped_items else None
    code = shipment.shipping_company_code
    carrier_id = int(first.shipping_company_id or 0) if first else 0
    carrier = parcel_carriers.of_parcel(
        offered.known,
        code=code,
        carrier_id=carrier_id,
        name=first.shipping_company_name if first else "",
    )
    return ShipmentRow(
        shipment=shipment,
        items=shipped_items,
        may=order_actions.shipment_actions(shipped_items),
        choice=offered.value_of(code, carrier_id),
        carrier=carrier_choices.shown_name(context, carrier, code),
        link=carrier.link(shipment.tracking_no),
    )
