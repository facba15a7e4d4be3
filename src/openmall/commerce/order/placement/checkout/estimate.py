"""Estimate of an order: its cost, and the coupons, points and credits that can be used."""

from decimal import Decimal
from typing import TypedDict

from msgspec import UNSET

from openmall.access import shopper_sessions
from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.mileage.entries.account import to_spend
from openmall.commerce.order.placement.checkout import (
    basket,
    bookings,
    checkout_fields,
    order_quote,
    spending,
)
from openmall.commerce.order.placement.checkout.checkout_fields import CheckoutFields
from openmall.commerce.order.placement.checkout.order_quote import OrderQuote, QuoteRequest
from openmall.commerce.order.placement.checkout.rules import destination
from openmall.commerce.order.placement.checkout.shape import (
    AvailableCoupon,
    Estimate,
    EstimatedCode,
    EstimatedCoupon,
    EstimatedDiscount,
    EstimatedItem,
)
from openmall.commerce.order.placement.checkout.takes import EstimateDraft
from openmall.commerce.order.placement.placing.pricing import Priced, require_in_stock
from openmall.commerce.promotion.coupons import coupon_labels
from openmall.commerce.promotion.uses.shape import Discount, Usable
from openmall.commerce.store.coupons_setting import CouponsSetting
from openmall.commerce.store.orderform_setting import OrderformSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current, preload
from openmall.contract.money import ZERO, cut


async def estimate(call: Call, sketch: EstimateDraft) -> Estimate:
    """Estimate what an order would cost; nothing is reserved, used or spent.

    Raises the errors of ordering, except for missing data of a guest.
    """
    shopper = shopper_sessions.greet(call)
    await preload(call, OrderformSetting, CheckoutFields, *order_quote.SETTINGS)
    member_id, group = "", None
    if shopper.kind == "member":
        customer, _ = await credentials.require_customer(call)
        member_id = customer.member_id
        group = await customer_rules.group_of_customer(call, customer)
    _, items = await basket.requested_items(call, shopper, sketch)
    await basket.require_on_sale(call, items)
    await basket.require_sold_once(call, items)
    buying = QuoteRequest(
        items=items,
        draft=sketch,
        to=destination(call, sketch.receiver),
        member_id=member_id,
        group=group,
    )
    quoted = await order_quote.quote_order(call, buying, for_coupons=bool(member_id))
    require_in_stock(quoted.items, parameter="variants.quantity")
    usable = await order_quote.usable_coupons(call, buying, quoted.offer)
    amount = quoted.bill.amount
    most_points, most_credits = await _most(call, buying, quoted)
    return Estimate(
        shop_no=call.shop_no,
        currency=call.mall.shops[call.shop_no].currency,
        payment_method=None if sketch.payment_method is UNSET else sketch.payment_method,
        items=[
            _item(each) for each in [*quoted.items, *(gift.priced for gift in quoted.gifts.gifts)]
        ],
        benefits=[
            EstimatedDiscount(
                item_no=each.item_no or None,
                benefit_no=each.benefit_no,
                benefit_title=each.benefit_title,
                benefit_name=each.benefit_name,
                benefit_percent=each.benefit_percent,
                benefit_value=each.benefit_value,
            )
            for each in quoted.benefits
        ],
        coupons=[
            EstimatedCoupon(issue_no=each.issue_no, **_worth(each.discount))
            for each in quoted.used.used
        ],
        discount_code=_code(quoted),
        usable_coupons=[_usable(call, each) for each in usable],
        usable_points=most_points,
        usable_credits=most_credits,
        order_amount=amount,
        gifts=quoted.gifts.offers,
        bookable_items=await bookings.bookable_items(call, items),
        additional_fields=await checkout_fields.asked_fields(call, items),
    )


def _item(each: Priced) -> EstimatedItem:
    return EstimatedItem(
        product_no=each.item.product_no,
        variant_code=each.item.variant_code,
        product_name=each.item.product_name,
        option_value=each.item.option_value,
        quantity=each.item.quantity,
        product_price=each.item.product_price,
        option_price=each.item.option_price,
        additional_discount_price=each.item.additional_discount_price,
        coupon_discount_price=each.item.coupon_discount_price,
        payment_amount=each.item.payment_amount,
        one_plus_n_event=each.item.one_plus_n_event,
        gift=each.item.gift,
    )


class _Worth(TypedDict):
    """What a coupon takes off."""

    item_no: int | None
    discount_amount: Decimal
    shipping_discount_amount: Decimal
    points: Decimal
    credits: Decimal


def _worth(discount: Discount) -> _Worth:
    return {
        "item_no": None if discount.line is None else discount.line + 1,
        "discount_amount": discount.goods,
        "shipping_discount_amount": discount.shipping,
        "points": discount.points,
        "credits": discount.credits,
    }


def _code(quoted: OrderQuote) -> EstimatedCode | None:
    if quoted.code is None:
        return None
    return EstimatedCode(
        discount_code=quoted.code.terms.discount_code,
        discount_code_name=quoted.code.terms.discount_code_name,
        discount_amount=quoted.code.off,
    )


def _usable(call: Call, each: Usable) -> AvailableCoupon:
    coupon = each.coupon
    return AvailableCoupon(
        issue_no=each.issue_no,
        **_worth(each.discount),
        coupon_no=coupon.coupon_no,
        coupon_name=coupon.coupon_name,
        available_scope=coupon.available_scope,
        benefit_text=coupon_labels.benefit_text(coupon, call.mall.shops[call.shop_no].language),
    )


async def _most(call: Call, buying: QuoteRequest, quoted: OrderQuote) -> tuple[Decimal, Decimal]:
    """Return the most points, and the most credits beside the chosen points, that can be used.

    Raises Invalid (422) for more than the buyer has.
    """
    if not buying.member_id:
        return ZERO, ZERO
    amount, unit = quoted.bill.amount, quoted.unit
    to_pay = amount.total_amount_due + amount.credits_spent_amount
    has = await to_spend(call, buying.member_id)
    spending.require_balance(call, quoted.wishes, has)
    most_credits = cut(min(has["credits"], to_pay), unit)
    setting = await current(call, CouponsSetting)
    if buying.draft.coupons and setting.allow_using_coupons_with_points == "F":
        return ZERO, most_credits
    return cut(min(has["points"], to_pay + amount.points_spent_amount), unit), most_credits
