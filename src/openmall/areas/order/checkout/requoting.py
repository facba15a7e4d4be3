"""An order that nobody paid loses items: what is left is quoted as an order of its own.

Unit prices and the buyer's group stay as they were agreed, and what depends on time is looked at
as of when the order was placed. Everything else follows from what is left: benefits, the group's
discount, the fee of sending, coupons, points and credits. What is not used any more comes back.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from openmall.areas.customer.customergroups import rules as groups
from openmall.areas.customer.customergroups.shape import Group
from openmall.areas.mileage.credits import ledger as deposit
from openmall.areas.mileage.points import ledger as points
from openmall.areas.order import applied, autocalculation, earning, quotes
from openmall.areas.order.amounts import Bill, Costs, Share
from openmall.areas.order.applied import AppliedBenefit, AppliedCoupon
from openmall.areas.order.calculation import fees
from openmall.areas.order.calculation.rules import group_discount, shares_of, with_fee
from openmall.areas.order.checkout import quoting
from openmall.areas.order.checkout.quoting import Buying
from openmall.areas.order.checkout.takes import Checkout
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.orders.shape import Receiver, RegionalSurcharge, ShippingFee
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.payments import store as ledger
from openmall.areas.order.placing.pricing import Priced, Wanted, price
from openmall.areas.order.placing.rules import billed
from openmall.areas.order.quotes import Basis
from openmall.areas.order.refunds import money
from openmall.areas.order.refunds import store as refunds
from openmall.areas.promotion.uses import rules as uses
from openmall.areas.promotion.uses.shape import Chosen
from openmall.areas.shipping.fees import Quote
from openmall.areas.shipping.terms import Destination
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO, rounded

A = TypeVar("A", AppliedBenefit, AppliedCoupon)
NOT_ALONE: Final = "What is left of the order cannot be sold any more: cancel all of it."


class _Left(Struct, frozen=True, kw_only=True):
    """What is left of an order, quoted."""

    items: list[Priced]
    bill: Bill
    shipping: list[ShippingFee]
    surcharges: list[RegionalSurcharge]
    benefits: list[AppliedBenefit] = []
    coupons: list[AppliedCoupon] = []


async def requote(call: Call, whole: Whole) -> bool:
    """Quote what is left of an order that nobody paid; say whether that was done.

    The caller has moved the items that are called off, holds the lock of the order, and keeps it
    and all of its items. Not done where nothing is left, where the order was priced elsewhere, and
    where its automatic calculation was removed. Raises Invalid (422) for what the shop cannot sell
    or send any more.
    """
    before = whole.order
    rest = money.still_bought(whole.lines)
    if before.paid != "F" or not rest or not await autocalculation.is_on(call, before.order_id):
        return False
    basis = await quotes.of_order(call, before.order_id)
    if basis is None:
        return False
    known = await refunds.of_orders(call, [before.order_id])
    if any(kept.refund.refund_shipping_fee for kept in known):
        # the shop has cancelled the fee of sending: it is not charged again
        basis = replace(basis, shipped="F")
    group = await groups.find(call, whole.group_no) if whole.group_no else None
    try:
        items = await _priced(call, rest)
        quoting_ = _of_draft if basis.by == "draft" else _of_checkout
        left = await quoting_(call, whole, basis, items, group)
    except Invalid as reason:
        message = f"{NOT_ALONE} {reason.message}"
        raise Invalid(message, parameter="order_item_code") from None
    await _write(call, whole, rest, left, basis=basis, group=group)
    return True


async def _priced(call: Call, rest: Sequence[Line]) -> list[Priced]:
    """Return items as they would be ordered now, at the unit prices they were ordered at."""
    wanted = [
        Wanted(variant_code=line.item.variant_code, quantity=line.item.quantity) for line in rest
    ]
    found = []
    for each, line in zip(await price(call, wanted), rest, strict=True):
        item = line.item
        costs = Costs(
            quantity=item.quantity,
            product_price=item.product_price,
            option_price=item.option_price,
            app_discount=item.app_item_discount_amount,
            tax_rate=item.tax_rate if item.product_tax_type == "A" else 0,
        )
        product = replace(each.product, price=item.product_price)
        found.append(Priced(item=item, costs=costs, product=product, variant=each.variant))
    return found


async def _of_checkout(
    call: Call, whole: Whole, basis: Basis, items: list[Priced], group: Group | None
) -> _Left:
    order, amount = whole.order, whole.order.actual_order_amount
    numbers = [each.item.item_no for each in items]
    chosen = [
        Chosen(
            issue_no=each.issue_no,
            line=numbers.index(each.item_no) if each.item_no else None,
        )
        for each in basis.coupons
        if not each.item_no or each.item_no in numbers
    ]
    buying = Buying(
        items=items,
        draft=Checkout(
            payment_method=basis.method,
            prepaid_shipping_fee="C" if basis.on_delivery == "T" else "P",
            device=basis.device,
            use_points=amount.points_spent_amount,
            use_credits=amount.credits_spent_amount,
        ),
        to=_destination(whole.parcels[0].receiver),
        member_id=order.member_id,
        group=group,
        order=order,
        shipped=basis.shipped == "T",
    )
    quoted = await quoting.requote(call, buying, order.order_id, chosen)
    await uses.keep_only(call, quoted.used, order.order_id)
    return _Left(
        items=quoted.items,
        bill=quoted.bill,
        shipping=quoted.sending.shipping,
        surcharges=quoted.sending.surcharges,
        benefits=[_renumbered(each, numbers) for each in quoted.benefits],
        coupons=[_renumbered(each, numbers) for each in quoted.coupons],
    )


def _renumbered(each: A, numbers: Sequence[int]) -> A:
    """Return what was applied to an item of a quote with the number it has in its order."""
    return replace(each, item_no=numbers[each.item_no - 1]) if each.item_no else each


async def _of_draft(
    call: Call, whole: Whole, basis: Basis, items: list[Priced], group: Group | None
) -> _Left:
    amount = whole.order.actual_order_amount
    items = [
        each.less(benefits=each.item.additional_discount_price, coupons=ZERO) for each in items
    ]
    off = group_discount(call, items, group, method=basis.method, mobile=basis.mobile == "T")
    found = Quote(parcels=())
    if basis.shipped == "T":
        found = await fees.to_send(
            call,
            items,
            shares_of(call, items, off),
            _destination(whole.parcels[0].receiver),
            on_delivery=basis.on_delivery == "T",
        )
    wishes = replace(
        with_fee(group, off, found),
        points=amount.points_spent_amount,
        credits=amount.credits_spent_amount,
    )
    shipping, surcharges = fees.of_parcels(found)
    bill = billed(call, items, wishes)
    return _Left(items=items, bill=bill, shipping=shipping, surcharges=surcharges)


def _destination(receiver: Receiver) -> Destination:
    address = (receiver.address_state, receiver.address_city, receiver.address1, receiver.address2)
    return Destination(
        country=receiver.country_code,
        zipcode=receiver.zipcode,
        address=" ".join(filter(None, address)),
    )


async def _write(
    call: Call,
    whole: Whole,
    rest: Sequence[Line],
    left: _Left,
    *,
    basis: Basis,
    group: Group | None,
) -> None:
    """Let an order be what its new quote says, and give back what that does not need.

    The amounts an order was placed with are the base of all that is worked out of it later, so
    that they become those of the quote. Items that were called off bear nothing of it.
    """
    before = whole.order
    earns = None
    if before.member_id:
        mobile = before.order_from_mobile == "T"
        earns = await earning.terms(call, group, method=basis.method, mobile=mobile)
    for line in whole.lines:
        if line not in rest:
            item, line.share = line.item, Share()
            kept = money.price(item) - item.additional_discount_price
            cost = max(ZERO, kept - item.app_item_discount_amount)
            line.item = replace(item, coupon_discount_price=ZERO, payment_amount=rounded(cost))
    for line, priced, share in zip(rest, left.items, left.bill.shares, strict=True):
        line.item = priced.item
        line.share = replace(share, earned=earns.of(priced, share)) if earns else share
    codes = [line.item.order_item_code for line in rest]
    whole.order = replace(
        before,
        initial_order_amount=money.first_of(left.bill.amount, whole.lines),
        shipping_fee_detail=[replace(each, items=codes) for each in left.shipping],
        regional_surcharge_detail=[replace(each, items=codes) for each in left.surcharges],
    )
    await applied.replace_all(call, before, benefits=left.benefits, coupons=left.coupons)
    await figures.placed_otherwise(
        call, before, whole.order, (await ledger.of_order(call, before.order_id))[0]
    )
    await _give_back(call, whole, left.bill)


async def _give_back(call: Call, whole: Whole, bill: Bill) -> None:
    """Give back the points and credits that an order does not need any more."""
    order, had = whole.order, whole.order.actual_order_amount
    spent_points = had.points_spent_amount - bill.amount.points_spent_amount
    spent_credits = had.credits_spent_amount - bill.amount.credits_spent_amount
    if not order.member_id:
        return
    if spent_points > 0:
        await points.give_back(call, order.member_id, spent_points, order.order_id)
    if spent_credits > 0:
        await deposit.give_back(call, order.member_id, spent_credits, order.order_id)
