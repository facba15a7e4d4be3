"""Placing an order: numbered, billed, stock reserved, stored and announced."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.order import applied_discounts, quotes
from openmall.commerce.order.amounts import Bill, Deductions, Share, bill
from openmall.commerce.order.applied_discounts import AppliedBenefit, AppliedCoupon
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.payment_ledger.store import Payment
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.fulfilment import order_stock
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.events import OrderPlaced
from openmall.commerce.order.orders.shape import (
    METHOD_NAMES,
    AdditionalInfo,
    Buyer,
    Method,
    Order,
    Place,
    Receiver,
    RegionalSurcharge,
    ShippingFee,
    ShippingType,
)
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine, Parcel
from openmall.commerce.order.placement.placing import earned_points, placed_gifts
from openmall.commerce.order.placement.placing.pricing import Gift, Priced, require_bounded
from openmall.commerce.order.quotes import QuoteBasis
from openmall.commerce.order.states import status_code
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, hundredths, smallest_unit
from openmall.contract.params import Flag
from openmall.database import sequences

_A_DAY: Final = 86_400
UNPAID_DAYS: Final = 7
"""Days for which units of an unpaid order are reserved where no setting says."""
PLACES: Final[dict[Place, str]] = {
    "platform": "Online store",
    "mobile": "Mobile web",
    "mobile_d": "Mobile app",
    "PORTALPAY": "Portal pay",
    "market_e": "Market E",
    "market_a": "Market A",
    "market_b": "Market B",
    "market_c": "Market C",
    "market_d": "Market D",
    "portalstore": "Portal store",
}

_SHIPPING: Final[dict[ShippingType, str]] = {"A": "Domestic shipping", "B": "Overseas shipping"}


class Placement(Struct, frozen=True, kw_only=True):
    """An order about to be placed, with everything decided."""

    items: list[Priced]
    wishes: Deductions
    buyer: Buyer
    receiver: Receiver
    group_no: int = 0
    methods: list[Method]
    gateway: str = ""
    place: Place = "platform"
    shipping: list[ShippingFee] = []
    surcharges: list[RegionalSurcharge] = []
    benefits: list[AppliedBenefit] = []
    coupons: list[AppliedCoupon] = []
    """The origin of discounts, to be listed later; the amounts are in items and wishes."""
    gifts: list[Gift] = []
    """They become its last items."""
    earns: earned_points.EarningTerms | None = None
    """Terms on which the buyer earns points; None: they earn none."""
    first_order: bool = False
    billing_name: str = ""
    bank_code: str = ""
    bank_account_no: str = ""
    bank_account_owner_name: str = ""
    """Owner of the shop's account for a deposit."""
    transaction_id: str = ""
    """The gateway's number of the awaited payment."""
    shipping_type: ShippingType = "A"
    placed_at: int | None = None
    """UTC seconds; None: now. Imported orders were placed before."""
    reserved_until: float | None = None
    """UTC seconds until which units are reserved; None: as long as the shop waits for payment."""
    count_stock: bool = True
    """Units are taken from stock; False for imported orders."""
    subscription: Flag = "F"
    """T: a subscription places it."""
    basis: QuoteBasis | None = None
    """Basis of the quote; None: the order was priced elsewhere."""
    answers: list[AdditionalInfo] = []
    """Answers to the additional fields of the checkout."""


def calculate_bill(call: Call, items: Sequence[Priced], wishes: Deductions) -> Bill:
    """Return the bill of an order in the call's shop. Raises Invalid (422) for one too large."""
    require_bounded(call, items)
    unit = smallest_unit(call.mall.shops[call.shop_no].currency)
    return bill([each.costs for each in items], wishes, unit)


async def place(call: Call, placement: Placement) -> OrderAggregate:
    """Place an order; it awaits payment, even when there is nothing to pay.

    Raises stock.OutOfStock (422) when fewer units are left than requested. Gifts that it gets by
    itself are left out where they are sold out meanwhile.
    """
    at = int(call.clock.now()) if placement.placed_at is None else placement.placed_at
    order_id = await new_order_id(call, moment(at))
    if placement.gifts:
        placement = await _with_gifts(call, placement)
    aggregate, awaited = build_order(call, placement, order_id, at)
    if placement.count_stock:
        variants = [each.variant for each in placement.items]
        line_variants = list(zip(aggregate.lines, variants, strict=True))
        methods, until = placement.methods, placement.reserved_until
        await reserve_stock(
            call, aggregate.order.order_id, line_variants, methods=methods, until=until
        )
    await order_store.add(call, aggregate)
    await payment_store.add(call, aggregate.order, awaited)
    await applied_discounts.add_all(
        call, aggregate.order, benefits=placement.benefits, coupons=placement.coupons
    )
    if placement.basis is not None:
        await quotes.add_quote(call, aggregate.order.order_id, placement.basis)
    await figure_rules.count_placed(call, aggregate.order, awaited)
    call.publish(OrderPlaced.of(aggregate, "create_order"))
    return aggregate


async def _with_gifts(call: Call, placement: Placement) -> Placement:
    """Return an order whose gifts that are in stock are its last items."""
    gifts = await placed_gifts.in_stock(call, placement.items, placement.gifts)
    gifts = placed_gifts.numbered(gifts, len(placement.items) + 1)
    earned, basis = [each.earned for each in gifts], placement.basis
    return replace(
        placement,
        items=[*placement.items, *(each.priced for each in gifts)],
        gifts=gifts,
        benefits=[*placement.benefits, *placed_gifts.applied(call, earned)],
        basis=None if basis is None else replace(basis, gifts=earned),
    )


def build_order(
    call: Call, placement: Placement, order_id: str, at: int
) -> tuple[OrderAggregate, Payment]:
    """Return an order as it is stored, and its awaited payment; `at`: UTC seconds."""
    bill_ = calculate_bill(call, placement.items, placement.wishes)
    order = _order(call, placement, bill_, order_id, at)
    lines = _lines(placement, bill_, order_id, at)
    code = order_store.shipping_code(order_id, 0)
    receiver = replace(placement.receiver, shop_no=call.shop_no, shipping_code=code)
    aggregate = OrderAggregate(
        order=order,
        group_no=placement.group_no,
        buyer=replace(placement.buyer, shop_no=call.shop_no, updated_date=moment(at)),
        lines=lines,
        parcels=[Parcel(shipping_code=code, receiver=receiver)],
    )
    awaited = Payment(
        payment_no=1,
        payment_settle_type="O",
        payment_methods=",".join(placement.methods),
        order_amount=hundredths(bill_.due),
        paid_amount=0,
        payment_datetime=None,
        created_datetime=at,
        gateway=placement.gateway,
    )
    return aggregate, awaited


async def new_order_id(call: Call, at: datetime) -> str:
    """Return the code of a new order: its day at the platform's offset, and its number."""
    day = at.strftime("%Y%m%d")
    return f"{day}-{await sequences.allocate(call.db, f'order {day}'):07d}"


def _order(call: Call, placement: Placement, bill_: Bill, order_id: str, at: int) -> Order:
    buyer = placement.buyer
    supply = sum((each.item.supply_price * each.item.quantity for each in placement.items), ZERO)
    codes = [order_store.item_code(order_id, at + 1) for at in range(len(placement.items))]
    return Order(
        shop_no=call.shop_no,
        currency=call.mall.shops[call.shop_no].currency,
        order_id=order_id,
        member_id=buyer.member_id,
        member_email=buyer.email if buyer.member_id else "",
        member_authentication="T" if buyer.member_id else None,
        initial_order_amount=bill_.amount,
        actual_order_amount=bill_.amount,
        billing_name=placement.billing_name or buyer.name,
        payment_method=placement.methods,
        payment_method_name=[METHOD_NAMES[method] for method in placement.methods],
        payment_gateway_names=[placement.gateway] if placement.gateway else None,
        first_payment_methods=placement.methods,
        order_date=moment(at),
        first_order="T" if placement.first_order else "F",
        order_from_mobile="T" if placement.place in ("mobile", "mobile_d") else "F",
        order_place_id=placement.place,
        order_place_name=PLACES[placement.place],
        bank_code=placement.bank_code,
        bank_account_no=placement.bank_account_no,
        bank_account_owner_name=placement.bank_account_owner_name,
        transaction_ids=[placement.transaction_id] if placement.transaction_id else None,
        shipping_type=placement.shipping_type,
        shipping_type_text=_SHIPPING[placement.shipping_type],
        shipping_fee_detail=[replace(fee, items=codes) for fee in placement.shipping],
        regional_surcharge_detail=[replace(each, items=codes) for each in placement.surcharges],
        total_supply_price=supply,
        subscription=placement.subscription,
        additional_order_info_list=placement.answers,
    )


def _lines(placement: Placement, bill_: Bill, order_id: str, at: int) -> list[OrderLine]:
    code = order_store.shipping_code(order_id, 0)
    lines = [
        build_line(
            priced,
            order_store.item_code(order_id, item_no),
            code,
            at,
            subscription=placement.subscription,
            share=share
            if placement.earns is None
            else replace(share, earned=placement.earns.of(priced, share)),
        )
        for item_no, (priced, share) in enumerate(
            zip(placement.items, bill_.shares, strict=True), start=1
        )
    ]
    first_gift = len(lines) - len(placement.gifts)
    for line, gift in zip(lines[first_gift:], placement.gifts, strict=True):
        granting = [order_store.item_code(order_id, number) for number in gift.earned.item_nos]
        line.item = replace(line.item, item_granting_gift=",".join(granting))
    return lines


def build_line(
    priced: Priced,
    item_code: str,
    shipping_code: str,
    at: int,
    *,
    share: Share | None = None,
    subscription: Flag = "F",
) -> OrderLine:
    """Return a priced item as an item of an order that awaits payment.

    `share`: its share of the order's discounts, points and credits; None: nothing.
    """
    item = replace(
        priced.item,
        item_no=int(item_code.rpartition("-")[2]),
        order_item_code=item_code,
        shipping_code=shipping_code,
        order_status="N00",
        status_code=status_code("N00"),
        ordered_date=moment(at),
        subscription=subscription,
    )
    return OrderLine(item=item, share=share or Share())


async def reserve_stock(
    call: Call,
    order_id: str,
    line_variants: Sequence[tuple[OrderLine, Variant]],
    *,
    methods: Sequence[Method],
    until: float | None = None,
) -> None:
    """Take stock that leaves with the order, and reserve stock that leaves with its payment.

    `until`: UTC seconds of the reservation's end; None: as long as such orders may be paid.
    """
    if until is None:
        until = call.clock.now() + _A_DAY * await _days_to_pay(call, methods)
    at_once = [line for line, variant in line_variants if variant.inventory_control_type == "A"]
    later = [
        line
        for line, variant in line_variants
        if variant.inventory_control_type != "A" and variant.use_inventory == "T"
    ]
    if at_once and later:
        await order_stock.lock_stock(call, [*at_once, *later])
    await order_stock.take_stock(call, order_id, at_once)
    if later:
        reserved = order_stock.all_units(order_stock.in_lock_order(later))
        await stock_rules.reserve_all(call, reserved, until=until)


async def _days_to_pay(call: Call, methods: Sequence[Method]) -> int:
    setting = await current(call, OrdersSetting)
    if setting.auto_cancel != "T":
        return UNPAID_DAYS
    if "icash" in methods:
        return setting.auto_cancel_virtual_account_period or UNPAID_DAYS
    if "cvs" in methods:
        return setting.auto_cancel_cvs_period or UNPAID_DAYS
    if "cash" in methods and setting.auto_cancel_cash_unit == "D":
        return setting.auto_cancel_cash_period or UNPAID_DAYS
    return UNPAID_DAYS
