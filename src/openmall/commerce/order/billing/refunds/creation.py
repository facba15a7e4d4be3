"""Creation of refunds for items that are no longer bought."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.order import autocalculation
from openmall.commerce.order.billing.refunds import restoration
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.methods import METHODS, OF_PAYMENT
from openmall.commerce.order.billing.refunds.shape import (
    Refund,
    RefundMethod,
    StoredRefund,
    TaxPart,
)
from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, smallest_unit
from openmall.contract.params import Flag


class RefundTerms(Struct, frozen=True, kw_only=True):
    """Terms of a refund, as a claim states them."""

    code: str
    methods: list[RefundMethod] = []
    reason: str = ""
    bank_name: str = ""
    bank_account_no: str = ""
    bank_account_holder: str = ""
    recover_coupon: Flag = "F"
    recover_coupon_no: str = ""
    fee: Decimal = ZERO
    """Return fee that the buyer bears."""
    shops_fault: bool = False
    """The shop bears the cost of shipping the items."""


async def create_refund(
    call: Call, aggregate: OrderAggregate, lines: Sequence[OrderLine], terms: RefundTerms
) -> StoredRefund:
    """Calculate the refund for items that are no longer bought, and store it as awaited.

    The setting `refund_benefit_setting` decides which discounts, points and credits stay with the
    other items. The shipping fee is refunded with the last item, when nothing was sent or the shop
    is at fault. For an unpaid order no refund is stored: points, credits and coupons are restored
    at once. For unpaid orders, and orders without automatic calculation, items take their shares
    along.
    """
    order = aggregate.order
    setting = await current(call, OrdersSetting)
    rest = arithmetic.still_bought(aggregate.lines)
    unit = smallest_unit(order.currency)
    automatic = await autocalculation.is_on(call, order.order_id)
    shared = automatic and were_paid(order, lines)
    arithmetic.keep_shares(lines, rest, setting.refund_benefit_setting if shared else "T", unit)
    known = await refund_store.of_orders(call, [order.order_id])
    sent = any(line.item.shipped_date is not None for line in aggregate.lines)
    fee_back = automatic and not rest and is_shipping_charged(known)
    fee_back = fee_back and (terms.shops_fault or not sent)
    stored = calculate_refund(call, aggregate, lines, terms, fee_back=fee_back)
    if were_paid(order, lines):
        await refund_store.add(call, stored)
        if stored.refund.return_shipping_fee:
            fee = order.additional_shipping_fee - stored.refund.return_shipping_fee
            aggregate.order = replace(order, additional_shipping_fee=fee)
    else:
        await restoration.restore_redemptions(call, aggregate, lines, stored)
    return stored


def calculate_refund(
    call: Call,
    aggregate: OrderAggregate,
    lines: Sequence[OrderLine],
    terms: RefundTerms,
    *,
    fee_back: bool,
) -> StoredRefund:
    """Return the refund for items; `fee_back`: including the shipping fee."""
    order, items = aggregate.order, [line.item for line in lines]
    first = order.initial_order_amount
    sending = arithmetic.shipping_charge(first, aggregate.lines)
    points, credits_ = _sum(lines, "points"), _sum(lines, "credits")
    amount = sum((arithmetic.line_cost(line) for line in lines), ZERO)
    # The fee is refunded once per order, in the parts that paid it: money, points and credits.
    if fee_back:
        points, credits_ = points + sending.points, credits_ + sending.credits
        amount += sending.money
    # The return fee is deducted at most to zero; the customer owes nothing afterwards.
    charged = min(terms.fee, amount)
    amount = amount - charged if were_paid(order, lines) else ZERO
    # Discounts of the whole order fall by the shares of these items: the refunds of all items add
    # up to the discounts at placement.
    off = arithmetic.order_discounts(first, aggregate.lines, _sum(lines, "discount"))
    price = sum((arithmetic.list_price(item) for item in items), ZERO)
    coupons = sum((item.coupon_discount_price for item in items), ZERO)
    apps = sum((item.app_item_discount_amount for item in items), ZERO)
    # What remains of the difference between list price and payment is the discount of products.
    own = price - sum((item.payment_amount for item in items), ZERO) - coupons - apps
    # Without an instruction, money returns the way that it came.
    methods = terms.methods or [OF_PAYMENT.get(each, "I") for each in order.payment_method]
    tax = arithmetic.contained_tax(lines, smallest_unit(order.currency))
    # Signs as in the reference: what the customer receives is positive, what reduces it negative.
    refund = Refund(
        shop_no=order.shop_no,
        order_id=order.order_id,
        refund_code=terms.code,
        currency=order.currency,
        accepted_refund_date=moment(call.clock.now()),
        refund_point=points + (amount if methods[:1] == ["M"] else ZERO),
        refund_credit=credits_ + (amount if methods[:1] == ["D"] else ZERO),
        refund_amount=amount,
        product_price=price,
        shipping_fee=sending.fee if fee_back else ZERO,
        refund_shipping_fee=sending.fee if fee_back else ZERO,
        return_shipping_fee=ZERO - charged,
        shipping_fee_discount_amount=ZERO - sending.discount if fee_back else ZERO,
        product_discount_amount=ZERO - own,
        member_group_discount_amount=ZERO - off["membership"],
        app_item_discount_amount=ZERO - apps,
        app_discount_amount=ZERO - off["app"],
        coupon_discount_amount=ZERO - coupons - off["order_coupon"],
        product_bundle_discount_amount=ZERO - off["set_product"],
        points_spent_amount=ZERO - points,
        credits_spent_amount=ZERO - credits_,
        refund_bank_name=terms.bank_name,
        refund_bank_account_no=terms.bank_account_no,
        refund_bank_account_holder=terms.bank_account_holder,
        refund_reason=terms.reason,
        refund_methods=list(dict.fromkeys(METHODS[each][1] for each in methods)),
        payment_methods=list(order.payment_method),
        refund_payment_methods=list(dict.fromkeys(METHODS[each][0] for each in methods)),
        include_tax=order.include_tax,
        tax=[TaxPart(name="vat", amount=tax)] if tax else [],
    )
    return StoredRefund(
        refund=refund,
        member_id=order.member_id,
        member_email=order.member_email,
        buyer_email=aggregate.buyer.email,
        order_date=order.order_date,
        order_item_code=[item.order_item_code for item in items],
        quantity=sum(item.quantity for item in items),
        recover_coupon=terms.recover_coupon,
        recover_coupon_no=terms.recover_coupon_no,
    )


def were_paid(order: Order, lines: Sequence[OrderLine]) -> bool:
    """Return whether items were paid when they were claimed; a part of an order may be unpaid."""
    if order.paid == "M":
        return all(line.item.order_status_before_cs != "N00" for line in lines)
    return order.paid == "T"


def is_shipping_charged(known: Sequence[StoredRefund]) -> bool:
    """Return whether the shipping fee of an order with these refunds is not refunded."""
    return not any(stored.refund.refund_shipping_fee for stored in known)


def _sum(lines: Sequence[OrderLine], name: str) -> Decimal:
    return sum((getattr(line.share, name) for line in lines), ZERO)
