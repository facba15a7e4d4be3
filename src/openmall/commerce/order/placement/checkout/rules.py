"""Operations of a checkout: order, list and read own orders."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.access import shopper_sessions
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.entries.account import NotEnough
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.order.billing import paymentmethods
from openmall.commerce.order.billing.gateways.gateway import Gateway
from openmall.commerce.order.booked_items import store as booked_item_store
from openmall.commerce.order.orders.shape import Buyer, Method, Place, Receiver
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout import (
    basket,
    bookings,
    checkout_fields,
    gateway_payment,
    order_coupons,
    order_quote,
    own_orders,
    return_addresses,
    store,
)
from openmall.commerce.order.placement.checkout.checkout_fields import CheckoutFields
from openmall.commerce.order.placement.checkout.order_quote import OrderQuote, QuoteRequest
from openmall.commerce.order.placement.checkout.refusals import (
    GUEST_UNKNOWN,
    MEMBERS_ONLY_SHOP,
    ORDER_SESSION_MISSING,
)
from openmall.commerce.order.placement.checkout.shape import Ordered, OwnOrder
from openmall.commerce.order.placement.checkout.takes import (
    AddressDraft,
    BuyerDraft,
    Device,
    OrderDraft,
    OrderReceiverDraft,
    OwnOrders,
)
from openmall.commerce.order.placement.placing import earned_points
from openmall.commerce.order.placement.placing import rules as placing_rules
from openmall.commerce.order.placement.refusals import CUSTOMER_MAY_NOT_BUY
from openmall.commerce.order.quotes import QuoteBasis, QuotedCoupon
from openmall.commerce.order.receivers import countries
from openmall.commerce.personal.carts import store as cart_store
from openmall.commerce.promotion.code_uses import rules as code_use_rules
from openmall.commerce.shipping.terms import Destination
from openmall.commerce.store import closing_setting
from openmall.commerce.store.closing_setting import ClosingSetting
from openmall.commerce.store.orderform_setting import OrderformSetting
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call, Shopper
from openmall.contract.crud.settings import current, preload
from openmall.contract.errors import Forbidden, Invalid, NotFound, Unauthorized
from openmall.contract.moments import seconds
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

_PLACES: Final[dict[Device, Place]] = {"pc": "platform", "mobile": "mobile", "app": "mobile_d"}
_OWN: Final = ("point", "credit")
"""Payment methods of the shop itself, which may pay all of an order."""
_NOT_TO_BUY: Final = ("P", "A")
"""Entries of the blacklist that keep a customer from buying."""


async def order(call: Call, draft: OrderDraft) -> Ordered:
    """Order items of the cart, or the named variants, at today's prices.

    Raises Invalid (422) for items that are no longer for sale, OutOfStock (422) where too little is
    left, Forbidden (403) for a product this shopper may not buy and while the shop is closed;
    Invalid (422) for a payment method that the shop does not offer, for coupons that may not be
    used, and for points and credits that the buyer does not have or that are not needed.
    """
    shopper = shopper_sessions.greet(call)
    await preload(
        call,
        ClosingSetting,
        OrderformSetting,
        CheckoutFields,
        OrdersSetting,
        *order_quote.SETTINGS,
        *paymentmethods.SETTINGS,
    )
    await closing_setting.require_open(call)
    await return_addresses.require_own(call, draft.return_url)
    buyer, group = await _buyer(call, shopper, draft)
    lines, items = await basket.requested_items(call, shopper, draft)
    await basket.require_on_sale(call, items)
    await basket.require_sold_once(call, items)
    answers = checkout_fields.stored_answers(
        await checkout_fields.asked_fields(call, items), draft.additional_order_info
    )
    booked = await bookings.booked_dates(call, items, draft.bookings)
    buying = QuoteRequest(
        items=items,
        draft=draft,
        to=destination(call, draft.receiver),
        member_id=buyer.member_id,
        group=group,
    )
    quoted = await order_quote.quote_order(call, buying)
    gateway = await _gateway(call, draft.payment_method, quoted)
    receiver = asdict(draft.receiver)
    receiver |= _country(call, buying.to.country)
    first = bool(buyer.member_id) and not await store.has_ordered(call, buyer.member_id)
    until = None if gateway is None else call.clock.now() + gateway_payment.SECONDS
    aggregate = await placing_rules.place(
        call,
        placing_rules.Placement(
            items=quoted.items,
            wishes=quoted.wishes,
            buyer=replace(buyer, member_group_no=0 if group is None else group.group_no),
            receiver=Receiver(**receiver),
            group_no=0 if group is None else group.group_no,
            methods=_methods(draft.payment_method, quoted),
            gateway="" if gateway is None else gateway.name,
            place=_PLACES[draft.device],
            shipping=quoted.sending.shipping,
            surcharges=quoted.sending.surcharges,
            benefits=quoted.benefits,
            coupons=quoted.coupons,
            gifts=quoted.gifts.gifts,
            earns=await earned_points.terms(
                call, group, method=draft.payment_method, mobile=draft.device != "pc"
            ),
            first_order=first,
            reserved_until=until,
            basis=_basis(draft, quoted),
            answers=answers,
        ),
    )
    if booked:
        await booked_item_store.add_all(call, bookings.booked_items(aggregate, booked))
    await _spend(call, aggregate, quoted)
    if shopper.kind == "guest":
        await store.remember_guest(call, aggregate.order.order_id, shopper)
    await cart_store.remove_lines(call, shopper, [line.item for line in lines])
    call.journal(f"order {aggregate.order.order_id}", {"placed": (False, True)})
    asked = await gateway_payment.start_payment(
        call, aggregate, gateway, draft.payment_method, return_url=draft.return_url
    )
    return Ordered(
        **asdict(asked),
        actual_order_amount=aggregate.order.actual_order_amount,
        first_order=aggregate.order.first_order,
        order_place_id=aggregate.order.order_place_id,
    )


def destination(call: Call, place: OrderReceiverDraft | AddressDraft) -> Destination:
    """Return the destination of an order."""
    address = (place.address_state, place.address_city, place.address1, place.address2)
    return Destination(
        country=place.country_code or call.mall.country,
        zipcode=place.zipcode,
        address=" ".join(each for each in address if each),
    )


def _country(call: Call, code: str) -> dict[str, str]:
    """Return the country of a receiver, with its names where it is abroad: labels show them."""
    if code == call.mall.country:
        return {"country_code": code}
    names = countries.names_of(call, code, parameter="receiver.country_code")
    return {"country_code": code, **names}


async def _gateway(call: Call, method: Method, quoted: OrderQuote) -> Gateway | None:
    """Return the gateway of a payment; None: the buyer transfers money, or nothing is due."""
    if method in _OWN and not quoted.bill.due:
        return None
    gateway = await paymentmethods.gateway_for(call, method)
    return gateway if quoted.bill.due else None


def _basis(draft: OrderDraft, quoted: OrderQuote) -> QuoteBasis:
    """Return the basis of an order's quote, for a requote when it loses items."""
    return QuoteBasis(
        method=draft.payment_method,
        device=draft.device,
        on_delivery="T" if draft.prepaid_shipping_fee == "C" else "F",
        coupons=[
            QuotedCoupon(
                issue_no=each.issue_no,
                item_no=0 if each.discount.line is None else each.discount.line + 1,
            )
            for each in quoted.used.used
        ],
        shipping=quoted.sending.basis,
        code=None if quoted.code is None else quoted.code.terms,
        free=quoted.free,
    )


def _methods(method: Method, quoted: OrderQuote) -> list[Method]:
    """Return all payment methods of an order: the buyer's choice, then points and credits.

    The choice is left out where points or credits pay everything.
    """
    amount = quoted.bill.amount
    spent: list[Method] = ["point"] if amount.points_spent_amount else []
    spent += ["credit"] if amount.credits_spent_amount else []
    return [method, *spent] if quoted.bill.due or not spent else spent


async def _spend(call: Call, aggregate: OrderAggregate, quoted: OrderQuote) -> None:
    """Use the coupons, points and credits of an order.

    Raises Invalid (422) for a coupon that was used meanwhile, and for more than the buyer has.
    """
    order, wishes = aggregate.order, quoted.wishes
    number, member_id = order.order_id, order.member_id
    assert order.order_date is not None
    await order_coupons.use_coupons(call, quoted.used, number, member_id)
    if quoted.code is not None:
        await code_use_rules.use(call, quoted.code, number, member_id=member_id)
    if wishes.points:
        with _naming("use_points"):
            at = seconds(order.order_date)
            await point_ledger.spend(call, member_id, wishes.points, number, order_date=at)
    if wishes.credits:
        with _naming("use_credits"):
            await credit_ledger.spend(call, member_id, wishes.credits, number)


@contextmanager
def _naming(parameter: str) -> Iterator[None]:
    """Name the parameter in errors of spending more than the buyer has."""
    try:
        yield
    except NotEnough as refusal:
        raise NotEnough(refusal.reason, parameter=parameter) from None


async def _buyer(call: Call, shopper: Shopper, draft: OrderDraft) -> tuple[Buyer, Group | None]:
    """Return the buyer, and the group of a member.

    Raises Invalid (422) for a guest without the required data, Forbidden (403) for one where the
    shop sells to members only.
    """
    given = BuyerDraft() if draft.buyer is UNSET else draft.buyer
    if shopper.kind == "guest":
        if (await current(call, OrderformSetting)).buy_limit_type == "M":
            raise Forbidden(MEMBERS_ONLY_SHOP)
        for name in ("name", "email"):
            if not getattr(given, name):
                raise Invalid(GUEST_UNKNOWN, parameter=f"buyer.{name}")
        if not (given.phone or given.cellphone):
            raise Invalid(GUEST_UNKNOWN, parameter="buyer.cellphone")
        return Buyer(**asdict(given)), None
    # nobody leaves, and so takes their name off orders, while one is placed
    customer, person = await credentials.require_customer(call, to_change=True)
    if customer.blacklist_type in _NOT_TO_BUY:
        raise Forbidden(CUSTOMER_MAY_NOT_BUY)
    fields = {name: value or getattr(person, name) for name, value in asdict(given).items()}
    group = await customer_rules.group_of_customer(call, customer)
    return Buyer(member_id=customer.member_id, **fields), group


async def listing(call: Call, query: OwnOrders) -> Sequence[OwnOrder]:
    """Retrieve a list of the shopper's own orders, the newest first."""
    shopper = require_shopper(call)
    found = await store.own(call, shopper, limit=query.limit, offset=query.offset)
    return await own_orders.own_orders_of(call, found)


async def retrieve(call: Call, params: OrderPath) -> OwnOrder:
    """Retrieve one of the shopper's own orders."""
    found = await store.own_order(call, require_shopper(call), params.order_id)
    if found is None:
        raise _no_order()
    [shown] = await own_orders.own_orders_of(call, [found])
    return shown


def require_shopper(call: Call) -> Shopper:
    """Return the shopper. Raises Unauthorized (401) for a call without session."""
    if call.shopper is None:
        raise Unauthorized(ORDER_SESSION_MISSING)
    return call.shopper


async def require_own(call: Call, order_id: str) -> None:
    """Raise NotFound (404) for an order of another shopper, as for one that does not exist.

    Everything a buyer does to an own order begins with this.
    """
    if not await store.is_own(call, require_shopper(call), order_id):
        raise _no_order()


def _no_order() -> NotFound:
    return NotFound(DOES_NOT_EXIST, parameter="order_id", resource=Phrase("order"))
