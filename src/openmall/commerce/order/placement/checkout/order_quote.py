"""Quote of an order: benefits, group discount, shipping, coupons, points and credits."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.customer.customergroups.shape import CustomerGroups, Group
from openmall.commerce.order.amounts import Bill, Deductions
from openmall.commerce.order.applied_discounts import AppliedBenefit, AppliedCoupon
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.placement.checkout import (
    order_coupons,
    order_gifts,
    reductions,
    refusals,
    spending,
)
from openmall.commerce.order.placement.checkout.order_gifts import NO_GIFTS, OrderGifts
from openmall.commerce.order.placement.checkout.reductions import Offer
from openmall.commerce.order.placement.checkout.shipping_cost import (
    NOT_SENT,
    ShippingCost,
    quote_shipping,
)
from openmall.commerce.order.placement.checkout.takes import Checkout
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.order.placement.placing.rules import calculate_bill
from openmall.commerce.order.quotes import FreeShipping
from openmall.commerce.product import shopper_prices
from openmall.commerce.product.shopper_prices import LineReduction
from openmall.commerce.promotion.benefits.one_plus_n import FreeUnits
from openmall.commerce.promotion.benefits.shape import BenefitType
from openmall.commerce.promotion.code_uses import rules as code_use_rules
from openmall.commerce.promotion.code_uses.shape import CodeTerms, QuotedCode
from openmall.commerce.promotion.issues.store import Held
from openmall.commerce.promotion.uses import rules as use_rules
from openmall.commerce.promotion.uses.shape import Basket, ChosenCoupon, Quote, Usable
from openmall.commerce.promotion.uses.shape import BasketLine as BasketLine
from openmall.commerce.shipping.regionalsurcharges import RegionalSurcharges
from openmall.commerce.shipping.setting import Shipping
from openmall.commerce.shipping.terms import Destination, Terms
from openmall.commerce.store.benefits_setting import BenefitsSetting
from openmall.commerce.store.coupons_setting import CouponsSetting
from openmall.commerce.store.points_setting import PointsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current, preload
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO

_OF_MEMBERS: Final = ("coupons", "use_points", "use_credits")


SETTINGS: Final[tuple[type[Setting], ...]] = (
    BenefitsSetting,
    CouponsSetting,
    CustomerGroups,
    PointsSetting,
    RegionalSurcharges,
    Shipping,
)
"""The settings of the shop that a quote depends on."""


class QuoteRequest(Struct, frozen=True, kw_only=True):
    """Everything that the price of an order depends on."""

    items: list[Priced]
    draft: Checkout
    to: Destination
    member_id: str
    """Empty: a guest."""
    group: Group | None
    free: list[FreeUnits | None] | None = None
    """Of each item of a placed order, whether it has no price; None: a new order."""
    order: Order | None = None
    """The order whose remainder is quoted again; None: a new order."""
    shipped: bool = True
    """False: no shipping is charged."""
    code: CodeTerms | None = None
    """The discount code that the order was placed with."""
    free_shipping: FreeShipping = ""
    address_parameter: str = "receiver"
    """The parameter that errors of the address name."""
    carrier_id: int = 0
    """The carrier by whose fees parcels are sent; 0: the default one of the shop."""
    terms: Terms | None = None
    """The shipping terms of a placed order; None: those of today."""


class OrderQuote(Struct, frozen=True, kw_only=True):
    """The cost of an order with all its discounts."""

    items: list[Priced]
    wishes: Deductions
    bill: Bill
    unit: Decimal
    """The currency's smallest."""
    sending: ShippingCost
    benefits: list[AppliedBenefit]
    coupons: list[AppliedCoupon]
    offer: Offer
    """The items and the terms of their prices, without the group's discount."""
    used: Quote
    """The used coupons, with the points and credits they give."""
    code: QuotedCode | None
    """The used discount code."""
    of_benefits: list[dict[BenefitType, Decimal]]
    """The discounts of benefits on each item, by their kind."""
    gifts: OrderGifts = NO_GIFTS
    """Its gifts, which are no `items` yet, and those that it is offered."""

    @property
    def free(self) -> list[FreeUnits]:
        """Return its items without price, by one-plus-N benefits."""
        return [each for each in self.offer.free if each is not None]


class _BeforeCoupons(Struct, frozen=True, kw_only=True):
    """The cost of an order before coupons."""

    offer: Offer
    without_group: Offer
    lines: list[LineReduction]
    sending: ShippingCost

    @property
    def members(self) -> Decimal:
        """Return the discount of the buyer's group."""
        return sum((line.group for line in self.lines), ZERO)


async def quote_order(call: Call, buying: QuoteRequest, *, for_coupons: bool = False) -> OrderQuote:
    """Return the quote of an order.

    `for_coupons`: its offer is passed on to `usable_coupons`. Raises Invalid (422) for a place that
    the shop does not ship to, for coupons that may not be used, and for more points or credits than
    there is to pay.
    """
    draft = buying.draft
    _require_member(buying)
    await preload(call, *SETTINGS)
    setting = await current(call, CouponsSetting)
    order_coupons.require_allowed(setting, draft)
    coupons = bool(draft.coupons)
    before = await _before_coupons(
        call,
        buying,
        setting,
        coupons=coupons,
        for_coupons=coupons or for_coupons or bool(draft.discount_code),
    )
    if draft.coupons and not _beside_group(setting, before):
        raise Invalid(refusals.NO_COUPONS_BESIDE_GROUP, parameter="coupons")
    basket = _basket(call, buying, before)
    used = await order_coupons.quote_coupons(call, buying.member_id, basket, draft)
    code = None
    if draft.discount_code:
        code = await code_use_rules.quote(
            call,
            draft.discount_code,
            buying.member_id,
            basket,
            of_lines=used.of_lines,
            of_order=used.of_order,
            unit=before.offer.terms.unit,
        )
    after = await _after_coupons(call, buying, before, used, code)
    if after.sending != before.sending and used.used:  # a coupon may be of the shipping fee
        basket = _basket(call, buying, after)
        used = await order_coupons.quote_coupons(call, buying.member_id, basket, draft)
    quoted = _quoted(call, buying, after, used, code)
    await spending.require_due(call, buying.member_id, quoted.wishes, quoted.bill)
    found = await order_gifts.find_gifts(
        call, draft, before.offer, quoted.items, quoted.bill, member_id=buying.member_id
    )
    return replace(quoted, gifts=found)


async def quote_with_coupon(call: Call, buying: QuoteRequest, held: Held) -> OrderQuote:
    """Return the quote of an order with one coupon that nobody has been issued yet.

    Raises Invalid (422) for a coupon that may not be used for it.
    """
    await preload(call, *SETTINGS)
    setting = await current(call, CouponsSetting)
    before = await _before_coupons(call, buying, setting, coupons=True)
    if not _beside_group(setting, before):
        raise Invalid(refusals.NO_COUPONS_BESIDE_GROUP, parameter="coupons")
    used = use_rules.quote_held(call, _basket(call, buying, before), setting, held)
    after = await _after_coupons(call, buying, before, used, None)
    if after.sending != before.sending:
        used = use_rules.quote_held(call, _basket(call, buying, after), setting, held)
    return _quoted(call, buying, after, used, None)


async def requote_order(
    call: Call, buying: QuoteRequest, order_id: str, chosen: Sequence[ChosenCoupon]
) -> OrderQuote:
    """Return the quote of an order's remainder, with its coupons that are still valid.

    `chosen`: the coupons it was placed with, with the lines of `buying`. No more points and credits
    are used than there is to pay. Raises Invalid (422) for a place that the shop does not ship to.
    """
    setting = await current(call, CouponsSetting)
    before = await _before_coupons(call, buying, setting, coupons=bool(chosen))
    used = await use_rules.requote(call, order_id, _basket(call, buying, before), chosen)
    if chosen and not used.used:
        # no coupon is left that the group's discount gave way to
        before = await _before_coupons(call, buying, setting, coupons=False)
        used = await use_rules.requote(call, order_id, _basket(call, buying, before), [])
    code = None
    if buying.code is not None:
        code = code_use_rules.requote(
            buying.code,
            _basket(call, buying, before),
            of_lines=used.of_lines,
            of_order=used.of_order,
            unit=before.offer.terms.unit,
        )
    after = await _after_coupons(call, buying, before, used, code)
    if after.sending != before.sending and used.used:
        kept = [each for each in chosen if each.issue_no in {one.issue_no for one in used.used}]
        used = await use_rules.requote(call, order_id, _basket(call, buying, after), kept)
    return _quoted(call, buying, after, used, code)


async def _after_coupons(
    call: Call, buying: QuoteRequest, before: _BeforeCoupons, used: Quote, code: QuotedCode | None
) -> _BeforeCoupons:
    """Return the cost with the shipping fee of what the buyer pays for goods."""
    discounts = reductions.with_coupons(before.offer, before.lines, used, code)
    if discounts is None:
        return before
    terms = before.sending.terms
    return replace(before, sending=await _shipping(call, buying, before.offer, discounts, terms))


def _quoted(
    call: Call,
    buying: QuoteRequest,
    before: _BeforeCoupons,
    used: Quote,
    code: QuotedCode | None,
) -> OrderQuote:
    draft = buying.draft
    items = [
        each.less(benefits=line.benefits.amount, coupons=off)
        for each, line, off in zip(before.offer.items, before.lines, used.of_lines, strict=True)
    ]
    wishes = Deductions(
        shipping_fee=before.sending.fee,
        shipping_discount=before.sending.fee_off,
        shipping_coupon=used.of_shipping,
        membership_discount=before.members,
        order_coupon=used.of_order + (ZERO if code is None else code.off),
        points=draft.use_points + ZERO,
        credits=draft.use_credits + ZERO,
    )
    bill = calculate_bill(call, items, wishes)
    benefits = reductions.applied_benefits(call, before.offer, before.lines)
    return OrderQuote(
        items=items,
        wishes=wishes,
        bill=bill,
        unit=before.offer.terms.unit,
        sending=before.sending,
        benefits=[*benefits, *before.sending.benefits],
        coupons=order_coupons.applied_coupons(used, code),
        offer=before.without_group,
        used=used,
        code=code,
        of_benefits=[reductions.by_kind(before.offer, line) for line in before.lines],
    )


async def usable_coupons(call: Call, buying: QuoteRequest, offer: Offer) -> list[Usable]:
    """Return the coupons the buyer may use for an order, each as if used alone.

    `offer`: of the order's quote.
    """
    setting = await current(call, CouponsSetting)
    if not buying.member_id or not order_coupons.with_points(setting, buying.draft):
        return []
    before = await _reduced(call, buying, setting, offer, coupons=True)
    if not _beside_group(setting, before):
        return []
    return await use_rules.usable(call, buying.member_id, _basket(call, buying, before))


async def _before_coupons(
    call: Call,
    buying: QuoteRequest,
    setting: CouponsSetting,
    *,
    coupons: bool,
    for_coupons: bool = True,
) -> _BeforeCoupons:
    """Return the cost of an order before coupons; `coupons`: whether some will be used.

    Where the shop allows only one of both, the group's discount gives way to coupons.
    `for_coupons`: as in `reductions.find_offer`.
    """
    offer = await reductions.find_offer(
        call,
        buying.items,
        buying.draft,
        member_id=buying.member_id,
        group=buying.group,
        at=None if buying.order is None else buying.order.order_date,
        for_coupons=for_coupons,
        free=buying.free,
    )
    return await _reduced(call, buying, setting, offer, coupons=coupons)


async def _reduced(
    call: Call,
    buying: QuoteRequest,
    setting: CouponsSetting,
    without_group: Offer,
    *,
    coupons: bool,
) -> _BeforeCoupons:
    """Return the cost of the items of an offer before coupons, with the group's discount."""
    draft, group, offer = buying.draft, buying.group, without_group
    gives_way = coupons and setting.allow_using_coupons_with_discounts == "C"
    if group is not None and reductions.has_group_discount(group, draft) and not gives_way:
        this = "" if buying.order is None else buying.order.order_id
        terms = await shopper_prices.with_group(
            call, offer.terms, group, member_id=buying.member_id, but=this
        )
        offer = replace(offer, terms=terms)
    lines = reductions.line_reductions(offer)
    return _BeforeCoupons(
        offer=offer,
        without_group=without_group,
        lines=lines,
        sending=await _shipping(call, buying, offer, [line.off for line in lines], None),
    )


async def _shipping(
    call: Call, buying: QuoteRequest, offer: Offer, off: Sequence[Decimal], terms: Terms | None
) -> ShippingCost:
    """Return the shipping cost of an order with the discounts `off` of its items."""
    if not buying.shipped:
        return NOT_SENT
    return await quote_shipping(
        call,
        offer,
        off,
        buying.to,
        on_delivery=buying.draft.prepaid_shipping_fee == "C",
        group=buying.group,
        parameter=buying.address_parameter,
        free=buying.free_shipping,
        carrier_id=buying.carrier_id,
        terms=terms or buying.terms,
    )


def _beside_group(setting: CouponsSetting, before: _BeforeCoupons) -> bool:
    """Return whether coupons may be used beside the discount of the buyer's group."""
    return not before.members or setting.allow_using_coupons_with_discounts != "G"


def _basket(call: Call, buying: QuoteRequest, before: _BeforeCoupons) -> Basket:
    """Return an order as the basket of the coupon rules."""
    sent, offer = before.sending, before.offer
    return Basket(
        lines=[
            BasketLine(
                product_no=wanted.product_no,
                category_nos=wanted.category_nos,
                amount=each.costs.price if free is None else ZERO,
                paid=each.costs.price - line.off,
                takes_coupons=line.benefits.takes_coupons,
            )
            for each, wanted, line, free in zip(
                offer.items, offer.wanted, before.lines, offer.free, strict=True
            )
        ],
        shipping_fee=sent.fee - sent.regional - (sent.fee_off - sent.regional_off),
        regional_fee=sent.regional - sent.regional_off,
        abroad=buying.to.country != call.mall.country,
        site=order_coupons.SITES[buying.draft.device],
        payment=order_coupons.payment(buying.draft),
    )


def _require_member(buying: QuoteRequest) -> None:
    """Raise Invalid (422) for a guest who uses what only members have."""
    if buying.member_id:
        return
    for name in _OF_MEMBERS:
        if getattr(buying.draft, name):
            raise Invalid(refusals.MEMBERS_ONLY_DEDUCTION, parameter=name)
