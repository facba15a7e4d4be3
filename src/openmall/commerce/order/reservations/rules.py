"""Booked items of orders as apps list them."""

from collections.abc import Sequence

from msgspec import UNSET

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.reservations import store as reservation_store
from openmall.commerce.order.reservations.shape import Reservation, ReservationQuery
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.operation import listing
from openmall.contract.refusals import DATES_TOGETHER, END_BEFORE_START
from openmall.contract.scopes import READ_ORDER


async def reservations(call: Call, query: ReservationQuery) -> Sequence[Reservation]:
    """Retrieve a list of booked order items.

    Items are booked at the checkout while the shop accepts bookings (`reservation_order` of the
    order form settings): those of products with an `expiration_date`. Raises Invalid (422) for
    dates that do not go together.
    """
    if (query.start_date is UNSET) != (query.end_date is UNSET):
        missing = "start_date" if query.start_date is UNSET else "end_date"
        raise Invalid(DATES_TOGETHER, parameter=missing)
    if (
        not isinstance(query.start_date, type(UNSET))
        and not isinstance(query.end_date, type(UNSET))
        and query.end_date < query.start_date
    ):
        raise Invalid(END_BEFORE_START, parameter="end_date")
    booked = await reservation_store.page(call, query)
    if not booked:
        return []
    order_ids = list(dict.fromkeys(each.order_id for each in booked))
    orders = await order_store.of_numbers(call, order_ids)
    items = {
        item.order_item_code: item
        for found in (await order_store.items_of(call, order_ids)).values()
        for item in found
    }
    buyers = await order_store.buyers_of(call, order_ids)
    return [
        Reservation(
            shop_no=each.shop_no,
            order_id=each.order_id,
            order_item_code=each.order_item_code,
            order_date=order.order_date,
            payment_date=order.payment_date,
            member_id=order.member_id,
            buyer_name=buyers[each.order_id].name,
            order_status=item.order_status,
            paid=order.paid,
            product_no=item.product_no,
            product_name=item.product_name,
            product_price=item.product_price,
            option_price=item.option_price,
            quantity=item.quantity,
            option_value=item.option_value,
            additional_option_values=item.additional_option_values,
            payment_amount=item.payment_amount,
            service_use_date=moment(each.service_use_date),
            service_available_start_date=moment(each.service_available_start_date),
            service_available_end_date=moment(each.service_available_end_date),
            service_completion_date=item.delivered_date or item.purchaseconfirmation_date,
            payment_method=order.payment_method,
        )
        for each in booked
        for order, item in [(orders[each.order_id], items[each.order_item_code])]
    ]


OPERATIONS = [
    listing(
        "reservations",
        reservations,
        takes=ReservationQuery,
        gives=Reservation,
        key="reservations",
        scope=READ_ORDER,
        restricted=True,
        links=True,
    ),
]
