"""Events that an undo publishes in answer to those of the write: apps learn what is now.

A write that published an event of no family here cannot be undone.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.events import (
    CategoryAdded,
    CategoryDeleted,
    CategoryUpdated,
)
from openmall.commerce.category.categories.shape import Category
from openmall.commerce.customer.customers.events import CustomerChanged, CustomerMoved
from openmall.commerce.customer.group_service import group_moves
from openmall.commerce.privacy.customersprivacy.shape import CustomerPrivacy
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import (
    ProductCreated,
    ProductDeleted,
    ProductUpdated,
)
from openmall.commerce.product.products.shape import Product
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.events import (
    BenefitAdded,
    BenefitChanged,
    BenefitDeleted,
)
from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.coupons.events import CouponAdded, CouponDeleted, IssuingChanged
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.shipping import carriers
from openmall.commerce.shipping.events import CarrierAdded, CarrierDeleted, CarrierUpdated
from openmall.commerce.supply import suppliers
from openmall.commerce.supply.events import SupplierAdded, SupplierDeleted, SupplierUpdated
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.events import Event

Touched = dict[Any, list[str]]
"""Number or code of what an event is about -> the fields that were reverted."""
Publish = Callable[[Call, Touched], Awaitable[None]]
"""Publishes events about what was reverted, in the call's shop."""


class Announcement(Struct, frozen=True, kw_only=True):
    """What an undo publishes in answer to an event of the write."""

    field: str
    """The field of the event with the number of what it is about."""
    column: str
    """The column of its rows with the same number."""
    read: Callable[[Any], int | str] = int
    """Reads the field as the column holds it."""
    publish: Publish | None
    """None: what removes it publishes its own."""


def _each(publish: Callable[[Call, Any], Awaitable[None]]) -> Publish:
    """Return what publishes one by one."""

    async def publish_all(call: Call, touched: Touched) -> None:
        for number in touched:
            await publish(call, number)

    return publish_all


def _about(
    find: Callable[[Call, Any], Awaitable[Any]], event_of: Callable[[Any], Event]
) -> Publish:
    """Return what publishes events about what is found; none, where it is gone."""

    async def publish(call: Call, number: Any) -> None:
        try:
            found = await find(call, number)
        except NotFound:
            return
        if found is not None:
            call.publish(event_of(found))

    return _each(publish)


def _about_products(event_of: Callable[[Product], Event]) -> Publish:
    """Return what publishes events about products; none, where one is gone."""

    async def publish(call: Call, touched: Touched) -> None:
        found = await product_store.represented(call, list(touched))
        products = {each.product_no: each for each in found}
        for number in touched:
            if number in products:
                call.publish(event_of(products[number]))

    return publish


def _family(
    created: type[Event],
    updated: type[Event],
    deleted: type[Event],
    *,
    again: Publish,
    changed: Publish,
    field: str,
    column: str = "",
    read: Callable[[Any], int | str] = int,
) -> dict[int, Announcement]:
    """Return the announcements of events about what can be created, updated and deleted.

    `again`: publishes that what was deleted is there again; `changed`: how it is now.
    """
    answers = ((created, None), (updated, changed), (deleted, again))
    return {
        kind.event_no: Announcement(field=field, column=column or field, read=read, publish=publish)
        for kind, publish in answers
    }


async def _category(call: Call, category_no: int) -> Category | None:
    stored = await category_store.find(call, category_no)
    return None if stored is None else stored.category


async def _coupon(call: Call, coupon_no: str) -> Coupon:
    coupon, _ = await coupon_store.get(call, coupon_no)
    return coupon


def _issuing(coupon: Coupon) -> IssuingChanged:
    stopped = coupon.is_stopped_issued_coupon == "T"
    return IssuingChanged.of_coupon(coupon, "pause" if stopped else "restart")


async def _changed_customers(call: Call, touched: Touched) -> None:
    for member_id, fields in touched.items():
        call.publish(
            CustomerChanged(
                event_shop_no=str(call.shop_no),
                member_id=member_id,
                diff_key=[each for each in fields if each in CustomerPrivacy.__struct_fields__],
                sub_event_code="EC_ADMIN",
            )
        )


async def _moved_customers(call: Call, touched: Touched) -> None:
    for member_id, fields in touched.items():
        if "group_no" in fields:
            await group_moves.announce(call, member_id)


ANNOUNCED: Final[Mapping[int, Announcement]] = {
    **_family(
        ProductCreated,
        ProductUpdated,
        ProductDeleted,
        again=_about_products(ProductCreated.of),
        changed=_about_products(ProductUpdated.of),
        field="product_no",
    ),
    **_family(
        CategoryAdded,
        CategoryUpdated,
        CategoryDeleted,
        again=_about(_category, CategoryAdded.of),
        changed=_about(_category, CategoryUpdated.of),
        field="category_no",
    ),
    **_family(
        BenefitAdded,
        BenefitChanged,
        BenefitDeleted,
        again=_about(benefit_store.get, BenefitAdded.of),
        changed=_about(benefit_store.get, BenefitChanged.of),
        field="benefit_no",
    ),
    **_family(
        CouponAdded,
        IssuingChanged,
        CouponDeleted,
        again=_about(_coupon, CouponAdded.of),
        changed=_about(_coupon, _issuing),
        field="coupon_no",
        read=str,
    ),
    **_family(
        CarrierAdded,
        CarrierUpdated,
        CarrierDeleted,
        again=_each(carriers.announce_added),
        changed=_each(carriers.announce_updated),
        field="sc_id",
        column="carrier_id",
    ),
    **_family(
        SupplierAdded,
        SupplierUpdated,
        SupplierDeleted,
        again=_each(suppliers.announce_added),
        changed=_each(suppliers.announce_updated),
        field="supplier_code",
        read=str,
    ),
    CustomerChanged.event_no: Announcement(
        field="member_id", column="member_id", read=str, publish=_changed_customers
    ),
    CustomerMoved.event_no: Announcement(
        field="member_id", column="member_id", read=str, publish=_moved_customers
    ),
}
"""Event -> what an undo publishes in answer to it."""
