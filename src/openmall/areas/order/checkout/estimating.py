"""What an order would cost, and what could be used for it, so that a checkout can be drawn."""

from decimal import Decimal
from typing import Any

from msgspec import UNSET

from openmall.areas.customer.customers import signing_in
from openmall.areas.mileage.entries.account import to_spend
from openmall.areas.order.checkout import choosing, quoting
from openmall.areas.order.checkout.quoting import Buying, Quoted
from openmall.areas.order.checkout.rules import destination
from openmall.areas.order.checkout.shape import (
    CouponThere,
    CouponUsed,
    DiscountGiven,
    Estimate,
    EstimatedItem,
)
from openmall.areas.order.checkout.takes import Sketch
from openmall.areas.order.placing.pricing import Priced, price
from openmall.areas.product import groups
from openmall.areas.promotion.coupons import words
from openmall.areas.promotion.uses.arithmetic import cut
from openmall.areas.promotion.uses.shape import Discount, Usable
from openmall.areas.store.coupons_setting import CouponsSetting
from openmall.contract.call import Call
from openmall.contract.money import ZERO
from openmall.shoppers import sessions
from openmall.standard.settings import current


async def estimate(call: Call, sketch: Sketch) -> Estimate:
    """Estimate what an order would cost; nothing is put by, used or spent.

    Raises what ordering raises, but for stock and for what a guest has not said yet.
    """
    shopper = sessions.greet(call)
    member_id = "" if shopper.kind == "guest" else await signing_in.require(call)
    _, wanted = await choosing.wanted(call, shopper, sketch)
    items = await price(call, wanted)
    choosing.require_on_sale(call, items)
    buying = Buying(
        items=items,
        draft=sketch,
        to=destination(call, sketch.receiver),
        member_id=member_id,
        group=await groups.of_shopper(call),
    )
    quoted = await quoting.quote(call, buying)
    usable = await quoting.usable(call, buying)
    amount = quoted.bill.amount
    most_points, most_credits = await _most(call, buying, quoted)
    return Estimate(
        shop_no=call.shop_no,
        currency=call.mall.shops[call.shop_no].currency,
        payment_method=None if sketch.payment_method is UNSET else sketch.payment_method,
        items=[_item(each) for each in quoted.items],
        benefits=[
            DiscountGiven(
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
            CouponUsed(issue_no=each.issue_no, **_worth(each.discount)) for each in quoted.used.used
        ],
        usable_coupons=[_usable(call, each) for each in usable],
        usable_points=most_points,
        usable_credits=most_credits,
        order_amount=amount,
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
    )


def _worth(discount: Discount) -> dict[str, Any]:
    return {
        "item_no": None if discount.line is None else discount.line + 1,
        "discount_amount": discount.goods,
        "shipping_discount_amount": discount.shipping,
        "points": discount.points,
        "credits": discount.credits,
    }


def _usable(call: Call, each: Usable) -> CouponThere:
    coupon = each.coupon
    return CouponThere(
        issue_no=each.issue_no,
        **_worth(each.discount),
        coupon_no=coupon.coupon_no,
        coupon_name=coupon.coupon_name,
        available_scope=coupon.available_scope,
        benefit_text=words.benefit(coupon, call.mall.shops[call.shop_no].language),
    )


async def _most(call: Call, buying: Buying, quoted: Quoted) -> tuple[Decimal, Decimal]:
    """Return how many points, and how many credits beside the points chosen, may be used."""
    if not buying.member_id:
        return ZERO, ZERO
    amount, unit = quoted.bill.amount, quoted.unit
    to_pay = amount.total_amount_due + amount.credits_spent_amount
    has_credits = await to_spend(call, buying.member_id, "credits")
    most_credits = cut(min(has_credits, to_pay), unit)
    setting = await current(call, CouponsSetting)
    if buying.draft.coupons and setting.allow_using_coupons_with_points == "F":
        return ZERO, most_credits
    has_points = await to_spend(call, buying.member_id, "points")
    return cut(min(has_points, to_pay + amount.points_spent_amount), unit), most_credits
