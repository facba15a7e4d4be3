"""Requote of an unpaid order that loses items: the remainder is priced as an order of its own.

Unit prices, the buyer's group and the terms of shipping stay as agreed, and conditions of time are
those of the placement. Everything else follows from the remainder: benefits, the group's discount,
shipping fees, coupons, points and credits. What is not used any more is restored.
"""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.order import applied_discounts, autocalculation, quotes
from openmall.commerce.order.amounts import Bill, Costs, Share
from openmall.commerce.order.applied_discounts import AppliedBenefit, AppliedCoupon
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders.shape import Method, Receiver, RegionalSurcharge, ShippingFee
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.placement.checkout import order_quote, shipping_cost
from openmall.commerce.order.placement.checkout.order_quote import QuoteRequest
from openmall.commerce.order.placement.checkout.refusals import (
    GIFT_NOT_WITH_METHOD,
    REST_NOT_SELLABLE,
)
from openmall.commerce.order.placement.checkout.takes import Checkout
from openmall.commerce.order.placement.placing import earned_points, placed_gifts
from openmall.commerce.order.placement.placing.pricing import (
    Priced,
    RequestedItem,
    price_as_ordered,
)
from openmall.commerce.order.quotes import QuoteBasis
from openmall.commerce.product import product_variant_store
from openmall.commerce.promotion.benefits import gifts
from openmall.commerce.promotion.code_uses import rules as code_use_rules
from openmall.commerce.promotion.uses import rules as use_rules
from openmall.commerce.promotion.uses.shape import ChosenCoupon
from openmall.commerce.shipping.terms import Destination
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO, rounded
from openmall.contract.refusal import Phrase

A = TypeVar("A", AppliedBenefit, AppliedCoupon)


class _Remainder(Struct, frozen=True, kw_only=True):
    """The remainder of an order with its quote."""

    items: list[Priced]
    bill: Bill
    shipping: list[ShippingFee]
    surcharges: list[RegionalSurcharge]
    benefits: list[AppliedBenefit] = []
    coupons: list[AppliedCoupon] = []


async def requote_remainder(
    call: Call, aggregate: OrderAggregate, *, method: Method | None = None
) -> bool:
    """Requote the remainder of an unpaid order; return whether that was done.

    The caller has moved the cancelled items, holds the lock of the order, and saves it and all of
    its items. Not done where nothing is left, where the order was priced elsewhere, and where its
    automatic calculation was removed. `method`: another payment method, on which coupons, the
    group's discount and earned points may depend; not done where it is the quoted one. Raises
    Invalid (422) for items the shop cannot sell or ship any more.
    """
    before = aggregate.order
    rest = [line for line in arithmetic.still_bought(aggregate.lines) if line.item.gift == "F"]
    if before.paid != "F" or not rest or not await autocalculation.is_on(call, before.order_id):
        return False
    basis = await quotes.of_order(call, before.order_id)
    if basis is None or basis.method == method:
        return False
    if method is not None:
        _require_gifts(aggregate, basis, method)
        basis = replace(basis, method=method)
        await quotes.update_quote(call, before.order_id, basis)
    known = await refund_store.of_orders(call, [before.order_id])
    if any(stored.refund.refund_shipping_fee for stored in known):
        # the shop has cancelled the fee of sending: it is not charged again
        basis = replace(basis, shipped="F")
    group = await customergroup_rules.find(call, aggregate.group_no) if aggregate.group_no else None
    try:
        items = await _priced(call, rest)
        left = await _quoted(call, aggregate, basis, rest, items, group)
    except Invalid as error:
        if method is not None:
            raise Invalid(error.reason, parameter="payment_method") from None
        # a message without values is a text of the source
        detail = error.message if error.reason.values else Phrase(error.message)
        raise Invalid(REST_NOT_SELLABLE, parameter="order_item_code", detail=detail) from None
    await _write(call, aggregate, rest, left, basis=basis, group=group)
    return True


def _require_gifts(aggregate: OrderAggregate, basis: QuoteBasis, method: Method) -> None:
    """Raise Invalid (422) for a payment method that the gifts of an order do not go with."""
    there = {line.item.placed_no for line in _gift_lines(aggregate)}
    for each in basis.gifts:
        if each.item_no in there and not gifts.allows_method(each.payments, method):
            raise Invalid(GIFT_NOT_WITH_METHOD, parameter="payment_method")


def _gift_lines(aggregate: OrderAggregate) -> list[OrderLine]:
    """Return the gifts that an order still has."""
    return [line for line in arithmetic.still_bought(aggregate.lines) if line.item.gift == "T"]


async def _priced(call: Call, rest: Sequence[OrderLine]) -> list[Priced]:
    """Return items as they would be ordered now, at their ordered unit prices."""
    requested = [
        RequestedItem(variant_code=line.item.variant_code, quantity=line.item.quantity)
        for line in rest
    ]
    found = []
    # bundles with the parts that were ordered, whatever they consist of now
    its = await product_variant_store.of_codes(call, [each.variant_code for each in requested])
    for each, line in zip(price_as_ordered(requested, its), rest, strict=True):
        item = line.item
        costs = Costs(
            quantity=item.quantity,
            product_price=item.product_price,
            option_price=item.option_price,
            app_discount=item.app_item_discount_amount,
            tax_rate=item.tax_rate if item.product_tax_type == "A" else 0,
        )
        product = replace(each.product, price=item.product_price)
        if item.product_bundle == "T":
            # its parts may be others now, and it weighs what they weighed
            product = replace(product, product_weight=item.product_weight)
        found.append(Priced(item=item, costs=costs, product=product, variant=each.variant))
    return found


async def _quoted(
    call: Call,
    aggregate: OrderAggregate,
    basis: QuoteBasis,
    rest: Sequence[OrderLine],
    items: list[Priced],
    group: Group | None,
) -> _Remainder:
    order, amount = aggregate.order, aggregate.order.actual_order_amount
    numbers = [each.item.item_no for each in items]
    free = {each.item_no: each for each in basis.free}
    earned = {each.item_no: each for each in basis.gifts}
    kept = [
        replace(earned[line.item.placed_no], item_no=line.item.item_no)
        for line in _gift_lines(aggregate)
        if line.item.placed_no in earned
    ]
    chosen = [
        ChosenCoupon(
            issue_no=each.issue_no,
            line=numbers.index(each.item_no) if each.item_no else None,
        )
        for each in basis.coupons
        if not each.item_no or each.item_no in numbers
    ]
    to = _destination(aggregate.parcels[0].receiver)
    buying = QuoteRequest(
        items=items,
        draft=Checkout(
            payment_method=basis.method,
            prepaid_shipping_fee="C" if basis.on_delivery == "T" else "P",
            device="mobile" if basis.device == "pc" and basis.mobile == "T" else basis.device,
            use_points=amount.points_spent_amount,
            use_credits=amount.credits_spent_amount,
        ),
        to=to,
        member_id=order.member_id,
        group=group,
        free=[free.get(line.item.placed_no) for line in rest],
        order=order,
        shipped=basis.shipped == "T",
        code=basis.code,
        free_shipping=basis.free_shipping,
        terms=shipping_cost.placed_terms(basis.shipping, items, to),
    )
    quoted = await order_quote.requote_order(call, buying, order.order_id, chosen)
    await use_rules.keep_only(call, quoted.used, order.order_id)
    if basis.code is not None:
        await code_use_rules.keep(call, quoted.code, order.order_id)
        if quoted.code is None:
            await quotes.update_quote(call, order.order_id, replace(basis, code=None))
    return _Remainder(
        items=quoted.items,
        bill=quoted.bill,
        shipping=quoted.sending.shipping,
        surcharges=quoted.sending.surcharges,
        benefits=[
            *(_renumbered(each, numbers) for each in quoted.benefits),
            *placed_gifts.applied(call, kept),
        ],
        coupons=[_renumbered(each, numbers) for each in quoted.coupons],
    )


def _renumbered(each: A, numbers: Sequence[int]) -> A:
    """Return a discount of a quoted item with the number that the item has in its order."""
    return replace(each, item_no=numbers[each.item_no - 1]) if each.item_no else each


def _destination(receiver: Receiver) -> Destination:
    address = (receiver.address_state, receiver.address_city, receiver.address1, receiver.address2)
    return Destination(
        country=receiver.country_code,
        zipcode=receiver.zipcode,
        address=" ".join(filter(None, address)),
    )


async def _write(
    call: Call,
    aggregate: OrderAggregate,
    rest: Sequence[OrderLine],
    left: _Remainder,
    *,
    basis: QuoteBasis,
    group: Group | None,
) -> None:
    """Set the amounts of an order to those of its new quote, and restore what it does not use.

    The amounts at placement are the base of later calculations, so they become those of the quote.
    Cancelled items get no share of it.
    """
    before = aggregate.order
    earns = None
    if before.member_id:
        mobile = before.order_from_mobile == "T"
        earns = await earned_points.terms(call, group, method=basis.method, mobile=mobile)
    for line in aggregate.lines:
        if line not in rest and line.item.gift == "F":
            item, line.share = line.item, Share()
            stored = arithmetic.list_price(item) - item.additional_discount_price
            cost = max(ZERO, stored - item.app_item_discount_amount)
            line.item = replace(item, coupon_discount_price=ZERO, payment_amount=rounded(cost))
    for line, priced, share in zip(rest, left.items, left.bill.shares, strict=True):
        line.item = priced.item
        line.share = replace(share, earned=earns.of(priced, share)) if earns else share
    codes = [line.item.order_item_code for line in rest]
    aggregate.order = replace(
        before,
        initial_order_amount=arithmetic.requoted_amounts(left.bill.amount, aggregate.lines),
        shipping_fee_detail=[replace(each, items=codes) for each in left.shipping],
        regional_surcharge_detail=[replace(each, items=codes) for each in left.surcharges],
    )
    await applied_discounts.replace_all(call, before, benefits=left.benefits, coupons=left.coupons)
    await figure_rules.count_requoted(
        call, before, aggregate.order, (await payment_store.of_order(call, before.order_id))[0]
    )
    await _restore_redemptions(call, aggregate, left.bill)


async def _restore_redemptions(call: Call, aggregate: OrderAggregate, bill: Bill) -> None:
    """Restore the points and credits that an order does not use any more."""
    order, had = aggregate.order, aggregate.order.actual_order_amount
    spent_points = had.points_spent_amount - bill.amount.points_spent_amount
    spent_credits = had.credits_spent_amount - bill.amount.credits_spent_amount
    if not order.member_id:
        return
    if spent_points > 0:
        await point_ledger.return_points(call, order.member_id, spent_points, order.order_id)
    if spent_credits > 0:
        await credit_ledger.return_credits(call, order.member_id, spent_credits, order.order_id)
