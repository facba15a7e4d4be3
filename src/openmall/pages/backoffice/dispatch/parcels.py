"""The parcels of orders as their documents show them: who sends what to whom."""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Receiver
from openmall.commerce.order.states import is_bought
from openmall.commerce.shipping import origins
from openmall.commerce.store import profile
from openmall.contract.embedded import embedded
from openmall.contract.moments import ZONE_NAME
from openmall.contract.worker_threads import DOCUMENTS
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.dispatch import lettering
from openmall.pages.backoffice.dispatch.documents import Parcel
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import when

_UNPAID: Final = frozenset({"N00"})


async def missing_letters(orders: Sequence[Order]) -> dict[str, str]:
    """Return the letters that slips and labels of orders lack, by the numbers of the orders."""
    texts = {
        each.order_id: " ".join(
            text
            for parcel in parcels_of(each, ())
            for text in (*parcel.receiver, parcel.message, *(item[0] for item in parcel.items))
        )
        for each in orders
    }

    def look() -> dict[str, str]:
        return {number: lost for number, text in texts.items() if (lost := lettering.missing(text))}

    return await DOCUMENTS.run(look)


async def sender_of(context: PageContext) -> list[str]:
    """Return the lines that name the sender: the default shipping origin, else the company."""
    store = (await context.call(profile.retrieve, shop_parameters(context))).content
    places = (await context.call(origins.list_origins, {"limit": 100})).content
    default = next((each for each in places if each.default == "T"), None)
    if default is None:
        address = f"{store.zipcode} {store.address1} {store.address2}"
        return _lines(store.shop_name, address, store.phone)
    address = f"{default.zipcode} {default.address1} {default.address2}"
    # the name of the shop, which the receiver knows, stays in the first line
    return _lines(
        f"{store.shop_name} ({default.origin_name})",
        address,
        default.contact or store.phone,
    )


def packed_items(order: Order) -> list[Item]:
    """Return the items of an order that are packed: paid, and still bought."""
    return [
        each
        for each in embedded(order.items)
        if each.order_status not in _UNPAID and is_bought(each.order_status)
    ]


def parcels_of(order: Order, sender: Sequence[str]) -> list[Parcel]:
    """Return the parcels of an order: what is paid and still bought, by its receiver."""
    items = packed_items(order)
    receivers = embedded(order.receivers)
    codes = {each.shipping_code for each in receivers}
    found = []
    for at, receiver in enumerate(receivers):
        code = receiver.shipping_code
        own = [
            each
            for each in items
            if each.shipping_code == code or (at == 0 and each.shipping_code not in codes)
        ]
        if own:
            found.append(_parcel(order, sender, receiver, own))
    return found


def _parcel(
    order: Order,
    sender: Sequence[str],
    receiver: Receiver,
    items: Sequence[Item],
) -> Parcel:
    foreign = (receiver.address_city, receiver.address_state, receiver.country_name)
    return Parcel(
        order_id=order.order_id,
        order_date=f"{when(order.order_date)} ({ZONE_NAME})",
        sender=sender,
        receiver=_lines(
            receiver.name,
            f"{receiver.address1} {receiver.address2}",
            " ".join(each for each in foreign if each),
            receiver.zipcode,
            " / ".join(
                dict.fromkeys(each for each in (receiver.cellphone, receiver.phone) if each)
            ),
        ),
        message=receiver.shipping_message or "",
        items=[
            (
                f"{each.product_name} ({each.option_value})"
                if each.option_value
                else each.product_name,
                each.custom_variant_code or each.variant_code,
                int(each.quantity),
            )
            for each in items
        ],
        tracking_no=next((each.tracking_no for each in items if each.tracking_no), ""),
    )


def _lines(*texts: str | None) -> list[str]:
    return [each.strip() for each in texts if each and each.strip()]
