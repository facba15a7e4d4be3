"""The parcels of a shopper's order, with their carriers. No API has it."""

from collections.abc import Sequence

from msgspec import Struct

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.shipping import carriers, parcel_carriers
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.scopes import READ_PERSONAL


class OwnParcel(Struct, frozen=True, kw_only=True):
    """A parcel with a tracking number."""

    order_item_code: list[str]
    """The items in it."""
    carrier: str
    """Name of its carrier; empty: it is not known."""
    tracking_no: str
    tracking_url: str
    """Where it is tracked: a web address; empty: there is none."""


async def list_own(call: Call, params: OrderPath) -> Sequence[OwnParcel]:
    """Retrieve a list of the parcels of one's own order that have tracking numbers."""
    await checkout_rules.require_own(call, params.order_id)
    lines = (await order_store.lines_of(call, [params.order_id]))[params.order_id]
    parcels = (await order_store.parcels_of(call, [params.order_id]))[params.order_id]
    items = [line.item for line in lines]
    sent = [each for each in parcels if each.tracking_no]
    if not sent and not any(item.multi_invoice for item in items):
        return []
    known = await carriers.of_shop(call)
    found = []
    for parcel in sent:
        inside = [item for item in items if item.shipping_code == parcel.shipping_code]
        carrier = parcel_carriers.of_parcel(
            known,
            code=parcel.shipping_company_code,
            carrier_id=parcel.carrier_id,
            name=inside[0].shipping_company_name if inside else "",
        )
        found.append(
            OwnParcel(
                order_item_code=[item.order_item_code for item in inside],
                carrier=carrier.name,
                tracking_no=parcel.tracking_no,
                tracking_url=carrier.link(parcel.tracking_no),
            )
        )
    for item in items:
        for each in item.multi_invoice:
            carrier = parcel_carriers.of_parcel(
                known,
                code=each.shipping_company_code,
                carrier_id=each.shipping_company_id,
                name=each.shipping_company_name,
            )
            found.append(
                OwnParcel(
                    order_item_code=[item.order_item_code],
                    carrier=carrier.name,
                    tracking_no=each.tracking_no,
                    tracking_url=carrier.link(each.tracking_no),
                )
            )
    return found


OPERATIONS = [
    listing(
        "orders/{order_id}/parcels",
        list_own,
        takes=OrderPath,
        gives=OwnParcel,
        key="parcels",
        scope=READ_PERSONAL,
    ),
]
