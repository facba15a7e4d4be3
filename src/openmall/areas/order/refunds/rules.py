"""What is given back for a claim is worked out, and given back: at once, or when somebody says."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from openmall.areas.order import autocalculation
from openmall.areas.order.claims import giving_back
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.gateways import refunding
from openmall.areas.order.orders import moving, store
from openmall.areas.order.orders.rules import keep
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.payments import store as ledger
from openmall.areas.order.payments.store import Payment
from openmall.areas.order.placing.pricing import smallest_unit
from openmall.areas.order.refunds import events, money
from openmall.areas.order.refunds import store as refunds
from openmall.areas.order.refunds.methods import METHODS, OF_PAYMENT
from openmall.areas.order.refunds.shape import (
    Cancelled,
    CancelledAt,
    Kept,
    Listed,
    Refund,
    RefundChanged,
    RefundMethod,
    TaxPart,
)
from openmall.areas.order.refunds.takes import RefundChange, RefundPath, RefundQuery
from openmall.areas.order.states import Deed, Status
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment, seconds
from openmall.contract.money import ZERO, hundredths
from openmall.contract.params import Flag
from openmall.standard.settings import current

_MADE: Final[dict[Status, Deed]] = {
    "C34": "refund cancelling",
    "C36": "refund cancelling",
    "C41": "refund cancelled",
    "C43": "refund cancelled",
    "R41": "refund returned",
    "R43": "refund returned",
}
"""State of an item whose refund is awaited -> what it means for it that it was made."""
_HELD: Final[dict[Status, Deed]] = {
    "C34": "hold cancelling",
    "C41": "hold cancelled",
    "R41": "hold returned",
}


class Terms(Struct, frozen=True, kw_only=True):
    """On what terms items are given back."""

    code: str
    methods: list[RefundMethod] = []
    reason: str = ""
    bank_name: str = ""
    bank_account_no: str = ""
    bank_account_holder: str = ""
    recover_coupon: Flag = "F"
    recover_coupon_no: str = ""
    fee: Decimal = ZERO
    """What the buyer bears of sending it back."""
    shops_fault: bool = False
    """Sending it out was for nothing, and the shop bears it."""


async def agree(call: Call, whole: Whole, lines: Sequence[Line], terms: Terms) -> Kept:
    """Work out what is given back for items that are no longer bought, and keep it to be made.

    What of discounts, points and credits stays with the other items follows from the setting
    `refund_benefit_setting`. The fee of sending is given back with the last item, when nothing
    was ever sent or the shop is to blame. Of an order that was never paid no refund is kept: what
    was spent of points and credits, and coupons, are given back at once. There, and where the
    order's automatic calculation was removed, items take along what they bore.
    """
    order = whole.order
    setting = await current(call, OrdersSetting)
    rest = money.still_bought(whole.lines)
    unit = smallest_unit(order.currency)
    automatic = await autocalculation.is_on(call, order.order_id)
    shared = automatic and was_paid(order, lines)
    money.left_behind(lines, rest, setting.refund_benefit_setting if shared else "T", unit)
    known = await refunds.of_orders(call, [order.order_id])
    sent = any(line.item.shipped_date is not None for line in whole.lines)
    fee_back = automatic and not rest and sending_is_paid(known)
    fee_back = fee_back and (terms.shops_fault or not sent)
    kept = worked_out(call, whole, lines, terms, fee_back=fee_back)
    if was_paid(order, lines):
        await refunds.add(call, kept)
        if kept.refund.return_shipping_fee:
            fee = order.additional_shipping_fee - kept.refund.return_shipping_fee
            whole.order = replace(order, additional_shipping_fee=fee)
    else:
        await giving_back.give_back(call, whole, lines, kept)
    return kept


def worked_out(
    call: Call, whole: Whole, lines: Sequence[Line], terms: Terms, *, fee_back: bool
) -> Kept:
    """Return what is given back for items; `fee_back`: and for sending them."""
    order, items = whole.order, [line.item for line in lines]
    first = order.initial_order_amount
    sending = money.shipping(first, whole.lines)
    points, credits_ = _sum(lines, "points"), _sum(lines, "credits")
    amount = sum((money.cost(line) for line in lines), ZERO)
    if fee_back:
        points, credits_ = points + sending.points, credits_ + sending.credits
        amount += sending.money
    charged = min(terms.fee, amount)
    amount = amount - charged if was_paid(order, lines) else ZERO
    off = money.discounts(first, whole.lines, _sum(lines, "discount"))
    price = sum((money.price(item) for item in items), ZERO)
    coupons = sum((item.coupon_discount_price for item in items), ZERO)
    apps = sum((item.app_item_discount_amount for item in items), ZERO)
    own = price - sum((item.payment_amount for item in items), ZERO) - coupons - apps
    methods = terms.methods or [OF_PAYMENT.get(each, "I") for each in order.payment_method]
    tax = money.contained_in(lines, smallest_unit(order.currency))
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
    return Kept(
        refund=refund,
        member_id=order.member_id,
        member_email=order.member_email,
        buyer_email=whole.buyer.email,
        order_date=order.order_date,
        order_item_code=[item.order_item_code for item in items],
        quantity=sum(item.quantity for item in items),
        recover_coupon=terms.recover_coupon,
        recover_coupon_no=terms.recover_coupon_no,
    )


async def give(
    call: Call, whole: Whole, kept: Kept, *, reason: str = "", gateway: str = ""
) -> Kept:
    """Make a refund: write it into the ledger, give back points, credits and coupons.

    The items' dates and the order's amounts follow; the caller keeps the order. `gateway`: which
    payment gateway says that it was made; empty: nobody has, so that the one that took the money is
    asked to give it back, where it goes back the way it came. Raises Invalid (422) when that
    cannot.
    """
    now = moment(call.clock.now())
    order, refund = whole.order, kept.refund
    if refund.refund_amount:
        if not gateway:
            gateway = await refunding.give_back(
                call,
                order.order_id,
                refund.refund_amount,
                methods=refund.refund_payment_methods,
                reason=reason or refund.refund_reason,
            )
        known = await ledger.of_order(call, order.order_id)
        amount = -hundredths(refund.refund_amount)
        row = Payment(
            payment_no=known[-1].payment_no + 1,
            payment_settle_type="P",
            payment_methods=",".join(refund.refund_payment_methods),
            order_amount=amount,
            paid_amount=amount,
            payment_datetime=seconds(now),
            created_datetime=seconds(now),
            claim_code=refund.refund_code,
            gateway=gateway,
        )
        await ledger.add(call, order, row)
        whole.order = replace(order, payment_amount=order.payment_amount - refund.refund_amount)
    if kept.used_points or kept.used_credits:
        await figures.given_back(
            call,
            order,
            (await ledger.of_order(call, order.order_id))[0],
            points=hundredths(kept.used_points),
            deposit=hundredths(kept.used_credits),
        )
    lines = lines_of(whole, kept)
    for line in lines:
        line.item = replace(line.item, refund_date=now)
    made = replace(
        refund,
        status="T",
        refund_date=now,
        refund_manager=call.identity.user_id,
        refund_reason=reason or refund.refund_reason,
    )
    kept = replace(kept, refund=made, gateway=gateway)
    await refunds.change(call, kept)
    await giving_back.give_back(call, whole, lines, kept)
    return kept


async def brought_up(call: Call, whole: Whole) -> None:
    """Let an order say what its items make of it: how far it is, and what it costs now.

    What an order that awaits payment still has to pay changes with it.
    """
    before = whole.order
    first = before.initial_order_amount
    known = await refunds.of_orders(call, [before.order_id])
    paid = before.paid != "F"
    sent = sending_is_paid(known) and (paid or bool(money.still_bought(whole.lines)))
    amount = money.now(first, whole.lines, sent=sent, unit=smallest_unit(before.currency))
    awaiting = [line for line in whole.lines if line.item.order_status == "N00"]
    owed = money.due(first, whole.lines, sent=sent) + money.on_top(before, whole.lines)
    if paid:
        owed = sum((money.cost(line) for line in awaiting), ZERO)
    whole.order = replace(
        moving.summed_up(whole, int(call.clock.now())),
        paid=before.paid if awaiting or not paid else "T",
        actual_order_amount=replace(
            amount, total_amount_due=owed, payment_amount=before.payment_amount
        ),
    )
    if owed != before.actual_order_amount.total_amount_due:
        for payment in await ledger.of_order(call, before.order_id):
            if payment.awaited:
                less = replace(payment, order_amount=hundredths(owed))
                await ledger.settle(call, before.order_id, less)


def lines_of(whole: Whole, kept: Kept) -> list[Line]:
    """Return the items a refund is for."""
    codes = set(kept.order_item_code)
    return [line for line in whole.lines if line.item.order_item_code in codes]


async def listing(call: Call, query: RefundQuery) -> Sequence[Listed]:
    """Retrieve a list of refunds."""
    return [_listed(kept) for kept in await refunds.page(call, query)]


async def retrieve(call: Call, params: RefundPath) -> Refund:
    """Retrieve a refund."""
    kept = await _found(call, params.refund_code)
    if not call.embeds("items"):
        return kept.refund
    lines = (await store.lines_of(call, [kept.refund.order_id]))[kept.refund.order_id]
    codes = set(kept.order_item_code)
    items = [line.item for line in lines if line.item.order_item_code in codes]
    return replace(kept.refund, items=items)


async def change(call: Call, params: RefundChange) -> RefundChanged:
    """Say that a refund was made."""
    whole = await store.whole(call, params.order_id)
    kept = await _found(call, params.refund_code)
    if kept.refund.order_id != params.order_id:
        raise NotFound("The order has no such refund.", parameter="refund_code")
    told = replace(kept.refund, send_sms=params.send_sms, send_mail=params.send_mail)
    reason = "" if params.reason is UNSET else params.reason
    kept = await settle(call, whole, replace(kept, refund=told), reason=reason)
    return RefundChanged(
        shop_no=call.shop_no,
        refund_code=params.refund_code,
        status=params.status,
        reason=kept.refund.refund_reason,
    )


async def settle(
    call: Call, whole: Whole, kept: Kept, *, reason: str = "", gateway: str = ""
) -> Kept:
    """Make a refund that was awaited, and move its items on. NotModified (409) when it is made."""
    if kept.refund.status == "T":
        raise NotModified()
    before = whole.order
    kept = await give(call, whole, kept, reason=reason, gateway=gateway)
    lines = lines_of(whole, kept)
    for line in lines:
        if line.item.order_status in _MADE:
            moving.move(call, [line], _MADE[line.item.order_status])
    await brought_up(call, whole)
    await keep(call, before, whole, lines, events.RefundChanged.made(whole))
    return kept


async def said_by_gateway(call: Call, order_id: str, *, made: bool, gateway: str = "") -> None:
    """Take from a payment gateway that what an order waits for was refunded, or could not be.

    What could not be refunded is on hold until somebody refunds it otherwise. Raises Invalid
    (422) when no refund is awaited.
    """
    whole = await store.whole(call, order_id)
    known = await refunds.of_orders(call, [order_id])
    awaited = [kept for kept in known if kept.refund.status != "T"]
    if not awaited:
        raise Invalid(
            "The order is in no state to be refunded: no refund is awaited.", parameter="order_id"
        )
    for kept in awaited:
        if made:
            await settle(call, whole, kept, gateway=gateway)
        else:
            await _hold(call, whole, kept, gateway)


async def _hold(call: Call, whole: Whole, kept: Kept, gateway: str) -> None:
    if kept.refund.status == "M":
        raise NotModified()
    lines = lines_of(whole, kept)
    for line in lines:
        if line.item.order_status in _HELD:
            moving.move(call, [line], _HELD[line.item.order_status])
    held = replace(kept, refund=replace(kept.refund, status="M"), gateway=gateway)
    await refunds.change(call, held)
    await keep(call, whole.order, whole, lines, events.RefundChanged.held(whole))


async def _found(call: Call, refund_code: str) -> Kept:
    kept = await refunds.find(call, refund_code)
    if kept is None:
        raise NotFound("The refund does not exist.", parameter="refund_code")
    return kept


def was_paid(order: Order, lines: Sequence[Line]) -> bool:
    """Say whether items were paid when they were claimed; of an order that awaits more some are."""
    if order.paid == "M":
        return all(line.item.order_status_before_cs != "N00" for line in lines)
    return order.paid == "T"


def sending_is_paid(known: Sequence[Kept]) -> bool:
    """Say whether an order's fee of sending is still paid, or to be paid; `known`: its refunds."""
    return not any(kept.refund.refund_shipping_fee for kept in known)


def _sum(lines: Sequence[Line], name: str) -> Decimal:
    return sum((getattr(line.share, name) for line in lines), ZERO)


def _listed(kept: Kept) -> Listed:
    refund = kept.refund
    assert kept.order_date is not None
    assert refund.accepted_refund_date is not None
    names = set(Listed.__struct_fields__) & set(Refund.__struct_fields__)
    done: Flag = "T" if refund.status == "T" else "F"
    said = refund.refund_payment_methods if kept.gateway else []
    at = refund.refund_date
    return Listed(
        **{name: getattr(refund, name) for name in names},
        member_id=kept.member_id,
        member_email=kept.member_email,
        buyer_email=kept.buyer_email,
        order_date=kept.order_date,
        order_item_code=kept.order_item_code,
        quantity=kept.quantity,
        actual_refund_amount=refund.refund_amount,
        used_points=kept.used_points,
        used_credits=kept.used_credits,
        payment_gateway_cancel_statuses=[
            Cancelled(payment_method=each, cancel_status=done) for each in said
        ],
        payment_gateway_cancel_dates=[
            CancelledAt(payment_method=each, cancel_date=at) for each in said if at is not None
        ],
    )
