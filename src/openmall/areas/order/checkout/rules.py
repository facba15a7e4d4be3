"""What a shop owner would recognise: a shopper orders, and looks at what was ordered."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.areas.customer.customers import signing_in
from openmall.areas.customer.customers import store as customers
from openmall.areas.mileage.credits import ledger as credits_
from openmall.areas.mileage.entries.account import NotEnough
from openmall.areas.mileage.points import ledger as points
from openmall.areas.order import earning
from openmall.areas.order.checkout import (
    choosing,
    couponing,
    paying,
    quoting,
    store,
    viewing,
)
from openmall.areas.order.checkout.quoting import Buying, Quoted
from openmall.areas.order.checkout.shape import Ordered, OwnOrder
from openmall.areas.order.checkout.takes import (
    BuyerGiven,
    Device,
    OrderDraft,
    OwnOrders,
    PlaceGiven,
    ReceiverGiven,
)
from openmall.areas.order.gateways import known as gateways
from openmall.areas.order.gateways.gateway import Gateway
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.shape import Buyer, Method, Place, Receiver
from openmall.areas.order.orders.store import Whole
from openmall.areas.order.orders.takes import OrderPath
from openmall.areas.order.placing import rules as placing
from openmall.areas.order.placing.pricing import price
from openmall.areas.order.quotes import Basis, CouponLine
from openmall.areas.personal.carts import store as cart_store
from openmall.areas.product import groups
from openmall.areas.shipping.terms import Destination
from openmall.contract.call import Call, Shopper
from openmall.contract.errors import Forbidden, Invalid, NotFound, Unauthorized
from openmall.contract.moments import seconds
from openmall.shoppers import sessions

CASH: Final = "cash"
_PLACES: Final[dict[Device, Place]] = {"pc": "platform", "mobile": "mobile", "app": "mobile_d"}
_OWN: Final = ("point", "credit")
"""Ways to pay that are all an order needs when they pay everything."""
_NOT_TO_BUY: Final = ("P", "A")
"""Entries of the blacklist that keep a customer from buying."""


async def order(call: Call, draft: OrderDraft) -> Ordered:
    """Order what lies in the cart, or what is named, at today's prices.

    Raises Invalid (422) for what cannot be bought any more, OutOfStock (422) where too little is
    left, Forbidden (403) for a product this shopper may not buy, NotFound (404) for a way to pay
    that the shop does not have; Invalid (422) for coupons that may not be used, and for points and
    credits that the buyer does not have or that are not needed.
    """
    shopper = sessions.greet(call)
    buyer = await _buyer(call, shopper, draft)
    lines, wanted = await choosing.wanted(call, shopper, draft)
    items = await price(call, wanted)
    choosing.require_on_sale(call, items)
    group = await groups.of_shopper(call)
    buying = Buying(
        items=items,
        draft=draft,
        to=destination(call, draft.receiver),
        member_id=buyer.member_id,
        group=group,
    )
    quoted = await quoting.quote(call, buying)
    gateway = await _gateway(call, draft.payment_method, quoted)
    receiver = asdict(draft.receiver)
    receiver["country_code"] = buying.to.country
    first = bool(buyer.member_id) and not await store.has_ordered(call, buyer.member_id)
    until = None if gateway is None else call.clock.now() + paying.SECONDS
    whole = await placing.place(
        call,
        placing.Placement(
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
            earns=await earning.terms(
                call, group, method=draft.payment_method, mobile=draft.device != "pc"
            ),
            first_order=first,
            reserved_until=until,
            basis=_basis(draft, quoted),
        ),
    )
    await _spend(call, whole, quoted)
    if shopper.kind == "guest":
        await store.remember_guest(call, whole.order.order_id, shopper)
    await cart_store.take_out(call, shopper, [line.item for line in lines])
    call.journal(f"order {whole.order.order_id}", {"placed": (False, True)})
    asked = await paying.ask(call, whole, gateway, draft.payment_method)
    return Ordered(
        **asdict(asked),
        actual_order_amount=whole.order.actual_order_amount,
        first_order=whole.order.first_order,
        order_place_id=whole.order.order_place_id,
    )


def destination(call: Call, place: ReceiverGiven | PlaceGiven) -> Destination:
    """Return where an order goes."""
    return Destination(
        country=place.country_code or call.mall.country,
        zipcode=place.zipcode,
        address=f"{place.address1} {place.address2}".strip(),
    )


async def _gateway(call: Call, method: Method, quoted: Quoted) -> Gateway | None:
    """Return who takes the payment; None: the buyer transfers money, or there is nothing to pay."""
    if method == CASH or (method in _OWN and not quoted.bill.due):
        return None
    gateway = await gateways.offering(call, method)
    if gateway is None:
        raise NotFound("The shop cannot be paid like this.", parameter="payment_method")
    return gateway if quoted.bill.due else None


def _basis(draft: OrderDraft, quoted: Quoted) -> Basis:
    """Return what the price of an order depended on, to be quoted anew if it loses items."""
    return Basis(
        by="checkout",
        method=draft.payment_method,
        mobile="F" if draft.device == "pc" else "T",
        device=draft.device,
        on_delivery="T" if draft.prepaid_shipping_fee == "C" else "F",
        coupons=[
            CouponLine(
                issue_no=each.issue_no,
                item_no=0 if each.discount.line is None else each.discount.line + 1,
            )
            for each in quoted.used.used
        ],
    )


def _methods(method: Method, quoted: Quoted) -> list[Method]:
    """Return all by which an order is paid: what the buyer chose, then what they had in the shop.

    What they chose is no part of it where points or credits pay everything.
    """
    amount = quoted.bill.amount
    spent: list[Method] = ["point"] if amount.points_spent_amount else []
    spent += ["credit"] if amount.credits_spent_amount else []
    return [method, *spent] if quoted.bill.due or not spent else spent


async def _spend(call: Call, whole: Whole, quoted: Quoted) -> None:
    """Use what the buyer spends on an order beside money: coupons, points, credits.

    Raises Invalid (422) for a coupon that was used meanwhile, and for more than the buyer has.
    """
    order, wishes = whole.order, quoted.wishes
    number, member_id = order.order_id, order.member_id
    assert order.order_date is not None
    await couponing.use(call, quoted.used, number, member_id)
    if wishes.points:
        with _naming("use_points"):
            at = seconds(order.order_date)
            await points.spend(call, member_id, wishes.points, number, order_date=at)
    if wishes.credits:
        with _naming("use_credits"):
            await credits_.spend(call, member_id, wishes.credits, number)


@contextmanager
def _naming(parameter: str) -> Iterator[None]:
    """Let who spends more than they have read which parameter is at fault."""
    try:
        yield
    except NotEnough as refusal:
        raise NotEnough(refusal.message, parameter=parameter) from None


async def _buyer(call: Call, shopper: Shopper, draft: OrderDraft) -> Buyer:
    """Return who orders. Raises Invalid (422) when a guest does not say who they are."""
    given = BuyerGiven() if draft.buyer is UNSET else draft.buyer
    if shopper.kind == "guest":
        for name in ("name", "email"):
            if not getattr(given, name):
                raise Invalid("A guest says who they are.", parameter=f"buyer.{name}")
        if not (given.phone or given.cellphone):
            raise Invalid("A guest says who they are.", parameter="buyer.cellphone")
        return Buyer(**asdict(given))
    member_id = await signing_in.require(call)
    # nobody leaves, and so takes their name off orders, while one is placed
    await customers.require(call, member_id, to_change=True)
    customer = await customers.get(call, member_id)
    if customer.blacklist_type in _NOT_TO_BUY:
        raise Forbidden("This customer may not buy.")
    person = await customers.person(call, member_id)
    said = {name: value or getattr(person, name) for name, value in asdict(given).items()}
    return Buyer(member_id=member_id, **said)


async def listing(call: Call, query: OwnOrders) -> Sequence[OwnOrder]:
    """Retrieve a list of the shopper's own orders, the newest first."""
    shopper = require_shopper(call)
    found = await store.own(call, shopper, limit=query.limit, offset=query.offset)
    return await viewing.shown(call, found)


async def retrieve(call: Call, params: OrderPath) -> OwnOrder:
    """Retrieve one of the shopper's own orders."""
    await require_own(call, params.order_id)
    found, _, _ = await orders.get(call, params.order_id)
    [shown] = await viewing.shown(call, [found])
    return shown


def require_shopper(call: Call) -> Shopper:
    """Return who shops. Raises Unauthorized (401) for who showed no session."""
    if call.shopper is None:
        raise Unauthorized("Show the session the order was placed with. (invalid_session)")
    return call.shopper


async def require_own(call: Call, order_id: str) -> None:
    """Raise NotFound (404) for an order that somebody else placed, as for one that is not there.

    Whatever a buyer may do to an order of their own begins with this.
    """
    if not await store.is_own(call, require_shopper(call), order_id):
        raise NotFound("The order does not exist.", parameter="order_id")
