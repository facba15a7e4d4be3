"""An order is placed: numbered, billed, put by, written down, announced."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.areas.order import applied, earning, quotes
from openmall.areas.order.amounts import Bill, Share, Wishes, bill
from openmall.areas.order.applied import AppliedBenefit, AppliedCoupon
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.orders import store
from openmall.areas.order.orders.events import OrderPlaced
from openmall.areas.order.orders.shape import (
    Buyer,
    Method,
    Order,
    Place,
    Receiver,
    RegionalSurcharge,
    ShippingFee,
    ShippingType,
)
from openmall.areas.order.orders.store import Line, Parcel, Whole
from openmall.areas.order.payments import store as payments
from openmall.areas.order.payments.store import Payment
from openmall.areas.order.placing.pricing import Priced, smallest_unit
from openmall.areas.order.quotes import Basis
from openmall.areas.order.states import named
from openmall.areas.product.stock import rules as stock
from openmall.areas.product.variants.shape import Variant
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, hundredths
from openmall.database import numbers
from openmall.standard.settings import current

_A_DAY: Final = 86_400
UNPAID_DAYS: Final = 7
"""For how long units are put by for an order that nobody pays, where no setting says."""
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
    """An order about to be placed, everything decided."""

    items: list[Priced]
    wishes: Wishes
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
    """What the discounts came from, to be read later; the amounts are in items and wishes."""
    earns: earning.Terms | None = None
    """On what terms the buyer earns points; None: they earn none."""
    first_order: bool = False
    billing_name: str = ""
    bank_code: str = ""
    bank_account_no: str = ""
    bank_account_owner_name: str = ""
    """The shop's account that a deposit is awaited on."""
    transaction_id: str = ""
    """What a gateway calls the payment that is awaited."""
    shipping_type: ShippingType = "A"
    placed_at: int | None = None
    """UTC seconds; None: now. Orders that are brought in from elsewhere were placed before."""
    reserved_until: float | None = None
    """UTC seconds for which units are put by; None: as long as the shop waits to be paid."""
    count_stock: bool = True
    """Units come off the shelf; not for orders that are brought in from elsewhere."""
    basis: Basis | None = None
    """How the price was quoted; None: elsewhere."""


def billed(call: Call, items: Sequence[Priced], wishes: Wishes) -> Bill:
    """Return what an order would cost in the call's shop."""
    unit = smallest_unit(call.mall.shops[call.shop_no].currency)
    return bill([each.costs for each in items], wishes, unit)


async def place(call: Call, placement: Placement) -> Whole:
    """Place an order; it awaits payment, also when there is nothing to pay.

    Raises stock.OutOfStock (422) when fewer units are left than are wanted.
    """
    at = int(call.clock.now()) if placement.placed_at is None else placement.placed_at
    whole, awaited = written(call, placement, await number(call, moment(at)), at)
    if placement.count_stock:
        variants = [each.variant for each in placement.items]
        wanted = list(zip(whole.lines, variants, strict=True))
        methods, until = placement.methods, placement.reserved_until
        await put_by(call, whole.order.order_id, wanted, methods=methods, until=until)
    await store.add(call, whole)
    await payments.add(call, whole.order, awaited)
    await applied.keep(call, whole.order, benefits=placement.benefits, coupons=placement.coupons)
    if placement.basis is not None:
        await quotes.keep(call, whole.order.order_id, placement.basis)
    await figures.placed(call, whole.order, awaited)
    call.announce(OrderPlaced.of(whole, "create_order"))
    return whole


def written(call: Call, placement: Placement, order_id: str, at: int) -> tuple[Whole, Payment]:
    """Return an order as it is written down, and the payment it awaits; `at`: UTC seconds."""
    bill_ = billed(call, placement.items, placement.wishes)
    order = _order(call, placement, bill_, order_id, at)
    lines = _lines(placement, bill_, order_id, at)
    code = store.shipping_code(order_id, 0)
    receiver = replace(placement.receiver, shop_no=call.shop_no, shipping_code=code)
    whole = Whole(
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
    return whole, awaited


async def number(call: Call, at: datetime) -> str:
    """Return the code of a new order: its day at the platform's offset, and its number there."""
    day = at.strftime("%Y%m%d")
    return f"{day}-{await numbers.take(call.db, f'order {day}'):07d}"


def _order(call: Call, placement: Placement, bill_: Bill, order_id: str, at: int) -> Order:
    buyer = placement.buyer
    supply = sum((each.item.supply_price * each.item.quantity for each in placement.items), ZERO)
    codes = [store.item_code(order_id, at + 1) for at in range(len(placement.items))]
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
    )


METHOD_NAMES: Final[dict[Method, str]] = {
    "cash": "Bank deposit", "card": "Credit card", "cell": "Mobile phone",
    "tcash": "Bank transfer", "icash": "Virtual account", "prepaid": "Prepaid balance",
    "credit": "Deposit", "point": "Points", "unipoint": "Shared points",
    "cvs": "Convenience store", "cod": "Pay later", "coupon": "Coupon",
    "market_discount": "Marketplace discount", "giftcard": "Partner gift voucher",
    "pointcard": "Partner points", "etc": "Other",
}  # fmt: skip


def _lines(placement: Placement, bill_: Bill, order_id: str, at: int) -> list[Line]:
    code = store.shipping_code(order_id, 0)
    return [
        ordered(
            priced,
            store.item_code(order_id, item_no),
            code,
            at,
            share=share
            if placement.earns is None
            else replace(share, earned=placement.earns.of(priced, share)),
        )
        for item_no, (priced, share) in enumerate(
            zip(placement.items, bill_.shares, strict=True), start=1
        )
    ]


def ordered(
    priced: Priced, item_code: str, shipping_code: str, at: int, *, share: Share | None = None
) -> Line:
    """Return what was priced as an item of an order, which awaits payment.

    `share`: what it bears of what was taken from the order as a whole; None: nothing.
    """
    words = named("N00")
    item = replace(
        priced.item,
        item_no=int(item_code.rpartition("-")[2]),
        order_item_code=item_code,
        shipping_code=shipping_code,
        order_status="N00",
        status_code=words.status_code,
        status_text=words.status_text,
        ordered_date=moment(at),
    )
    return Line(item=item, share=share or Share())


async def put_by(
    call: Call,
    order_id: str,
    wanted: Sequence[tuple[Line, Variant]],
    *,
    methods: Sequence[Method],
    until: float | None = None,
) -> None:
    """Take off the shelf what goes with the order, put by what goes with its payment.

    `until`: UTC seconds for how long it is put by; None: as long as such orders may be paid.
    """
    if until is None:
        until = call.clock.now() + _A_DAY * await _days_to_pay(call, methods)
    for line, variant in sorted(wanted, key=lambda each: each[0].item.variant_code):
        code, quantity = line.item.variant_code, line.item.quantity
        if variant.inventory_control_type == "A":
            line.stock_taken = await stock.sell(call, code, quantity=quantity, reference=order_id)
        elif variant.use_inventory == "T":
            reference = line.item.order_item_code
            await stock.reserve(call, code, quantity=quantity, reference=reference, until=until)


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
