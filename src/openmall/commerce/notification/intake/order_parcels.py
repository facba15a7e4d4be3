"""What messages tell of the parcels of an order: names of carriers, and tracking addresses."""

from collections.abc import Mapping, Sequence
from typing import Final

from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order, Receiver
from openmall.commerce.order.orders.store import Parcel
from openmall.commerce.shipping import builtin_carriers, parcel_carriers
from openmall.commerce.shipping.carrier_shape import Carrier
from openmall.commerce.shipping.parcel_carriers import ParcelCarrier
from openmall.translations.catalogues import Message

_UNKNOWN_CARRIER: Final = Message("a parcel service", "carrier")


def carriers_of(
    known: Sequence[Carrier], parcels: Sequence[Parcel], items: Sequence[Item]
) -> dict[str, ParcelCarrier]:
    """Return code of a parcel -> its carrier."""
    names = {item.shipping_code: item.shipping_company_name for item in items}
    return {
        each.shipping_code: parcel_carriers.of_parcel(
            known,
            code=each.shipping_company_code,
            carrier_id=each.carrier_id,
            name=names.get(each.shipping_code, ""),
        )
        for each in parcels
    }


def carrier_names(sent: Sequence[Item], parcels: Mapping[str, ParcelCarrier], language: str) -> str:
    """Return the names of the carriers of items that were sent."""
    if not sent:
        return "-"
    found = [parcels.get(each.shipping_code) for each in sent]
    names = dict.fromkeys(each.name for each in found if each is not None and each.name)
    shown = [one_line(builtin_carriers.in_language(each, language)) for each in names]
    return ", ".join(shown) or _UNKNOWN_CARRIER.translate(language)


def tracking_links(sent: Sequence[Item], parcels: Mapping[str, ParcelCarrier]) -> str:
    """Return the addresses at which the parcels of items are tracked, parted by blanks."""
    links = (
        parcels[each.shipping_code].link(each.tracking_no)
        for each in sent
        if each.shipping_code in parcels
    )
    return " ".join(dict.fromkeys(each for each in links if each))


def one_line(text: str) -> str:
    return " ".join(text.split())


def address_of(order: Order, receiver: Receiver | None) -> str:
    """Return where an order is sent, a line each; empty: it is not shown."""
    if receiver is None or "T" in (order.store_pickup,) or order.show_shipping_address != "T":
        return ""
    street = (receiver.address1, receiver.address2)
    region = (
        receiver.address_city,
        receiver.address_state,
        receiver.zipcode,
        receiver.country_name or "",
    )
    lines = (
        one_line(receiver.name),
        one_line(" ".join(each for each in street if each)),
        one_line(" ".join(each for each in region if each)),
    )
    return "\n".join(each for each in lines if each)
