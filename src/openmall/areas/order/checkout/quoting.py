"""What an order will cost: benefits, the group's discount, sending, coupons, points, credits."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.areas.customer.customergroups.shape import Group
from openmall.areas.order.amounts import Bill, Wishes
from openmall.areas.order.applied import AppliedBenefit, AppliedCoupon
from openmall.areas.order.checkout import couponing, limiting, reductions
from openmall.areas.order.checkout.reductions import Line, Offered
from openmall.areas.order.checkout.sending import NOT_SENT, Sending, sending
from openmall.areas.order.checkout.takes import Checkout
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.placing.pricing import Priced
from openmall.areas.order.placing.rules import billed
from openmall.areas.promotion.uses import rules as uses
from openmall.areas.promotion.uses.shape import Basket, Chosen, Quote, Usable
from openmall.areas.promotion.uses.shape import Line as BasketLine
from openmall.areas.shipping.terms import Destination
from openmall.areas.store.coupons_setting import CouponsSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO
from openmall.standard.settings import current

_OF_MEMBERS: Final = ("coupons", "use_points", "use_credits")


class Buying(Struct, frozen=True, kw_only=True):
    """What somebody wants to order, as far as its price depends on it."""

    items: list[Priced]
    draft: Checkout
    to: Destination
    member_id: str
    """Empty: a guest."""
    group: Group | None
    order: Order | None = None
    """The order whose rest is quoted anew; None: it is to be placed."""
    shipped: bool = True
    """False: nothing is charged for sending."""


class Quoted(Struct, frozen=True, kw_only=True):
    """What an order costs, and why."""

    items: list[Priced]
    wishes: Wishes
    bill: Bill
    unit: Decimal
    """The currency's smallest."""
    sending: Sending
    benefits: list[AppliedBenefit]
    coupons: list[AppliedCoupon]
    used: Quote
    """The coupons that are used; also what points and credits they bring."""


class _Before(Struct, frozen=True, kw_only=True):
    """What an order costs before coupons."""

    offer: Offered
    lines: list[Line]
    sending: Sending

    @property
    def members(self) -> Decimal:
        """Return what the buyer's group is let off."""
        return sum((line.group for line in self.lines), ZERO)


async def quote(call: Call, buying: Buying) -> Quoted:
    """Return what an order costs.

    Raises Invalid (422) for a place that the shop does not send to, for coupons that may not be
    used, and for more points or credits than there is to pay.
    """
    draft = buying.draft
    _require_member(buying)
    setting = await current(call, CouponsSetting)
    couponing.require(setting, draft)
    before = await _before(call, buying, setting, coupons=bool(draft.coupons))
    if draft.coupons and not _beside_group(setting, before):
        raise Invalid("Members of the group use no coupons beside it.", parameter="coupons")
    basket = _basket(call, buying, before)
    used = await couponing.quoted(call, buying.member_id, basket, draft)
    quoted = _quoted(call, buying, before, used)
    _require_due(quoted.wishes, quoted.bill, before.offer.unit)
    return quoted


async def requote(call: Call, buying: Buying, order_id: str, chosen: Sequence[Chosen]) -> Quoted:
    """Return what is left of an order costs, with those of its coupons that still hold.

    `chosen`: the coupons it was placed with, whose lines are those of `buying`. No more points and
    credits are used than there is to pay. Raises Invalid (422) for a place that the shop does not
    send to.
    """
    setting = await current(call, CouponsSetting)
    before = await _before(call, buying, setting, coupons=bool(chosen))
    used = await uses.requote(call, order_id, _basket(call, buying, before), chosen)
    if chosen and not used.used:
        # no coupon is left that the group's discount gave way to
        before = await _before(call, buying, setting, coupons=False)
        used = await uses.requote(call, order_id, _basket(call, buying, before), [])
    return _quoted(call, buying, before, used)


def _quoted(call: Call, buying: Buying, before: _Before, used: Quote) -> Quoted:
    draft = buying.draft
    items = [
        each.less(benefits=line.benefits.amount, coupons=off)
        for each, line, off in zip(buying.items, before.lines, used.of_lines, strict=True)
    ]
    wishes = Wishes(
        shipping_fee=before.sending.fee,
        shipping_discount=before.sending.fee_off,
        shipping_coupon=used.of_shipping,
        membership_discount=before.members,
        order_coupon=used.of_order,
        points=draft.use_points + ZERO,
        credits=draft.use_credits + ZERO,
    )
    bill = billed(call, items, wishes)
    benefits = reductions.remembered(call, before.offer, before.lines)
    return Quoted(
        items=items,
        wishes=wishes,
        bill=bill,
        unit=before.offer.unit,
        sending=before.sending,
        benefits=[*benefits, *before.sending.benefits],
        coupons=list(couponing.remembered(used)),
        used=used,
    )


async def usable(call: Call, buying: Buying) -> list[Usable]:
    """Return the coupons the buyer may use for an order, each as if used alone."""
    setting = await current(call, CouponsSetting)
    if not buying.member_id or not couponing.with_points(setting, buying.draft):
        return []
    before = await _before(call, buying, setting, coupons=True)
    if not _beside_group(setting, before):
        return []
    return await uses.usable(call, buying.member_id, _basket(call, buying, before))


async def _before(call: Call, buying: Buying, setting: CouponsSetting, *, coupons: bool) -> _Before:
    """Return what an order costs before coupons; `coupons`: whether some will be used.

    Where the shop lets only one of both count, the group's discount gives way to them.
    """
    draft, group = buying.draft, buying.group
    offer = await reductions.offered(
        call,
        buying.items,
        draft,
        member_id=buying.member_id,
        group=group,
        at=None if buying.order is None else buying.order.order_date,
    )
    gives_way = coupons and setting.allow_using_coupons_with_discounts == "C"
    let_off = reductions.lets_off(group, draft) and not gives_way
    lines = reductions.lines(offer, group if let_off else None)
    if group is not None and let_off:
        off = sum((line.group for line in lines), ZERO)
        this = "" if buying.order is None else buying.order.order_id
        most = await limiting.allowed(call, buying.member_id, group, off, but=this)
        lines = reductions.at_most(lines, most, offer.unit)
    return _Before(
        offer=offer,
        lines=lines,
        sending=await sending(
            call,
            offer,
            [line.off for line in lines],
            buying.to,
            on_delivery=draft.prepaid_shipping_fee == "C",
            group=group,
        )
        if buying.shipped
        else NOT_SENT,
    )


def _beside_group(setting: CouponsSetting, before: _Before) -> bool:
    """Say whether coupons may be used beside what the buyer's group is let off."""
    return not before.members or setting.allow_using_coupons_with_discounts != "G"


def _basket(call: Call, buying: Buying, before: _Before) -> Basket:
    """Return an order as coupons look at it."""
    sent = before.sending
    return Basket(
        lines=[
            BasketLine(
                product_no=wanted.product_no,
                category_nos=wanted.category_nos,
                amount=each.costs.price,
                paid=each.costs.price - line.off,
                takes_coupons=line.benefits.takes_coupons,
            )
            for each, wanted, line in zip(
                buying.items, before.offer.wanted, before.lines, strict=True
            )
        ],
        shipping_fee=sent.fee - sent.regional - (sent.fee_off - sent.regional_off),
        regional_fee=sent.regional - sent.regional_off,
        abroad=buying.to.country != call.mall.country,
        site=couponing.SITES[buying.draft.device],
        payment=couponing.payment(buying.draft),
    )


def _require_member(buying: Buying) -> None:
    """Raise Invalid (422) for a guest who wants to use what only members have."""
    if buying.member_id:
        return
    for name in _OF_MEMBERS:
        if getattr(buying.draft, name):
            raise Invalid("Sign in first: only members have some.", parameter=name)


def _require_due(wishes: Wishes, bill: Bill, unit: Decimal) -> None:
    """Raise Invalid (422) for points or credits that cannot be spent on an order."""
    for name, wished, spent in (
        ("use_points", wishes.points, bill.amount.points_spent_amount),
        ("use_credits", wishes.credits, bill.amount.credits_spent_amount),
    ):
        if wished % unit:
            raise Invalid(f"Expected a multiple of {unit}.", parameter=name)
        if wished != spent:
            raise Invalid(f"There is only {spent} to pay.", parameter=name)
