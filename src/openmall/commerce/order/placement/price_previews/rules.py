"""Preview what guests and the members of each customer group pay, by the quote of an order.

The back office calls it in the transaction of a benefit, coupon or code that is created on trial
and rolled back.
"""

from datetime import datetime
from typing import Final

from msgspec import UNSET

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.order.placement.checkout import order_quote
from openmall.commerce.order.placement.checkout.order_quote import OrderQuote, QuoteRequest
from openmall.commerce.order.placement.checkout.takes import Checkout
from openmall.commerce.order.placement.placing.pricing import Priced, RequestedItem, price
from openmall.commerce.order.placement.price_previews.refusals import GUESTS_WITHOUT_COUPONS
from openmall.commerce.order.placement.price_previews.shape import (
    PreviewPrice,
    PreviewQuery,
    PricePreview,
)
from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.issues.store import Held
from openmall.commerce.shipping.terms import Destination
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, rounded
from openmall.contract.operation import get
from openmall.contract.refusal import Reason
from openmall.contract.scopes import READ_ORDER

MOST_GROUPS: Final = 8
_ANY_MEMBER: Final = "*"
"""A member who has never bought anything; ids of members have no such character."""


async def preview(call: Call, query: PreviewQuery) -> PricePreview:
    """Preview the prices of products for a guest and for the first groups of the shop.

    Each product is quoted as an order of its own, sent within the mall's country. Members have
    bought nothing before.
    """
    items = await price(
        call,
        [RequestedItem(variant_code=code, quantity=query.quantity) for code in query.variant_code],
    )
    held = await _held(call, query)
    groups = (await customergroup_rules.of_shop(call))[:MOST_GROUPS]
    return PricePreview(
        prices=[
            await _price(call, query, item, group, held)
            for item in items
            for group in (None, *groups)
        ]
    )


async def _held(call: Call, query: PreviewQuery) -> Held | None:
    """Return the coupon as if it had been issued now, whenever it is valid."""
    if query.coupon_no is UNSET:
        return None
    coupon, _ = await coupon_store.get(call, query.coupon_no)
    now: datetime = moment(call.clock.now())
    return Held(1, coupon, now, now, now)


async def _price(
    call: Call, query: PreviewQuery, item: Priced, group: Group | None, held: Held | None
) -> PreviewPrice:
    request = QuoteRequest(
        items=[item],
        draft=Checkout(),
        to=Destination(country=call.mall.country, zipcode="", address=""),
        member_id="" if group is None else _ANY_MEMBER,
        group=group,
    )
    refusal: Reason | None = None
    quoted = None
    try:
        if held is not None and group is not None:
            quoted = await order_quote.quote_with_coupon(call, request, held)
        elif query.discount_code:
            quoted = await order_quote.quote_order(call, _with_code(request, query.discount_code))
    except Invalid as error:
        refusal = error.reason
    if held is not None and group is None:
        refusal = Reason(GUESTS_WITHOUT_COUPONS, {})
    if quoted is None:
        quoted = await order_quote.quote_order(call, request)
    return _shown(item, group, quoted, refusal)


def _with_code(request: QuoteRequest, code: str) -> QuoteRequest:
    return QuoteRequest(
        items=request.items,
        draft=Checkout(discount_code=code),
        to=request.to,
        member_id=request.member_id,
        group=request.group,
    )


def _shown(
    item: Priced, group: Group | None, quoted: OrderQuote, refusal: Reason | None
) -> PreviewPrice:
    amount = quoted.bill.amount
    benefits = sum((each.costs.additional_discount for each in quoted.items), ZERO)
    shipping = (
        amount.shipping_fee
        - amount.shipping_fee_discount_amount
        - amount.coupon_shipping_fee_amount
    )
    given = [
        each.costs.quantity
        for each, free in zip(quoted.items, quoted.offer.free, strict=True)
        if free is not None
    ]
    names = [each.priced.product.product_name for each in quoted.gifts.gifts]
    names += [gift.product_name for offer in quoted.gifts.offers for gift in offer.gifts]
    return PreviewPrice(
        variant_code=item.variant.variant_code,
        product_no=item.product.product_no,
        product_name=item.product.product_name,
        group_no=0 if group is None else group.group_no,
        group_name="" if group is None else group.group_name,
        regular=amount.order_price_amount,
        benefits=rounded(benefits),
        group_discount=amount.membership_discount_amount,
        coupon=amount.coupon_discount_price,
        free_units=sum(given),
        points=rounded(quoted.used.points),
        shipping=rounded(shipping),
        total=amount.total_amount_due,
        gifts=list(dict.fromkeys(names)),
        refusal="" if refusal is None else refusal.text(),
        reason="" if refusal is None else refusal.refusal.code,
        values={} if refusal is None else refusal.plain(),
    )


OPERATIONS = [
    get(
        "pricepreviews",
        preview,
        takes=PreviewQuery,
        gives=PricePreview,
        key="pricepreview",
        scope=READ_ORDER,
    ),
]
