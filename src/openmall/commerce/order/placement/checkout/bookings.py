"""Bookings at the checkout: services that are used on a day which the buyer chooses.

While a shop accepts bookings, its products with an `expiration_date` are booked for one of its
days.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from openmall.commerce.order.booked_items.store import Booked
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.placement.checkout.refusals import (
    BOOKING_DAY_MISSING,
    DAY_NOT_BOOKABLE,
    NO_SUCH_ITEM_TO_BOOK,
)
from openmall.commerce.order.placement.placing.pricing import Priced, VariantCode
from openmall.commerce.product.products.shape import Product
from openmall.commerce.store.orderform_setting import OrderformSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment, read, seconds
from openmall.contract.params import StartDate

_DAY: Final = 86_400


class Booking(Struct, frozen=True, kw_only=True):
    """The day that a variant is booked for."""

    variants_code: VariantCode
    service_use_date: StartDate


class BookableItem(Struct, frozen=True, kw_only=True):
    """An item that has to be booked, and from when until when it can be."""

    variant_code: str
    product_no: int
    product_name: str
    service_available_start_date: datetime
    service_available_end_date: datetime


async def bookable_items(call: Call, items: Sequence[Priced]) -> list[BookableItem]:
    """Return the items that have to be booked, each variant once."""
    if (await current(call, OrderformSetting)).reservation_order != "T":
        return []
    found = {}
    for each in items:
        days = available_days(each.product)
        if days is not None:
            found[each.variant.variant_code] = BookableItem(
                variant_code=each.variant.variant_code,
                product_no=each.product.product_no,
                product_name=each.product.product_name,
                service_available_start_date=moment(days[0]),
                service_available_end_date=moment(days[1]),
            )
    return list(found.values())


def available_days(product: Product) -> tuple[int, int] | None:
    """Return the beginnings of the first and of the last day of a product, or None."""
    days = product.expiration_date
    if days is None:
        return None
    return read(days.start_date.isoformat()), read(days.end_date.isoformat())


async def booked_dates(
    call: Call, items: Sequence[Priced], bookings: Sequence[Booking]
) -> dict[str, tuple[BookableItem, int]]:
    """Return the bookable items with the dates they are booked for, by variant.

    Raises Invalid (422) for a booking of something else, a date on which the service cannot be
    used, and a missing date.
    """
    bookable = {each.variant_code: each for each in await bookable_items(call, items)}
    found: dict[str, tuple[BookableItem, int]] = {}
    today = read(moment(call.clock.now()).date().isoformat())
    for each in bookings:
        item = bookable.get(each.variants_code)
        if item is None or each.variants_code in found:
            raise Invalid(NO_SUCH_ITEM_TO_BOOK, parameter="bookings.variants_code")
        first = max(today, seconds(item.service_available_start_date))
        if not first <= each.service_use_date < seconds(item.service_available_end_date) + _DAY:
            raise Invalid(
                DAY_NOT_BOOKABLE,
                parameter="bookings.service_use_date",
                product_name=item.product_name,
            )
        found[each.variants_code] = (item, each.service_use_date)
    for code, item in bookable.items():
        if code not in found:
            raise Invalid(BOOKING_DAY_MISSING, parameter="bookings", product_name=item.product_name)
    return found


def booked_items(
    aggregate: OrderAggregate, dates: dict[str, tuple[BookableItem, int]]
) -> list[Booked]:
    """Return the booked items of a placed order."""
    order = aggregate.order
    assert order.order_date is not None
    return [
        Booked(
            order_id=order.order_id,
            item_no=line.item.item_no,
            shop_no=order.shop_no,
            order_item_code=line.item.order_item_code,
            order_date=seconds(order.order_date),
            service_use_date=int(date),
            service_available_start_date=seconds(item.service_available_start_date),
            service_available_end_date=seconds(item.service_available_end_date),
        )
        for line in aggregate.lines
        if line.item.variant_code in dates
        for item, date in [dates[line.item.variant_code]]
    ]
