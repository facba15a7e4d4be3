"""What a shop owner would recognise: a shopper orders, and looks at what was ordered."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from openmall.areas.customer.customers import signing_in
from openmall.areas.customer.customers import store as customers
from openmall.areas.order.checkout import paying, quoting, store, viewing
from openmall.areas.order.checkout.shape import Ordered, OwnOrder
from openmall.areas.order.checkout.takes import (
    MOST_LINES,
    BuyerGiven,
    Device,
    OrderDraft,
    OwnOrders,
)
from openmall.areas.order.gateways import known as gateways
from openmall.areas.order.gateways.gateway import Gateway
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.item_shape import AdditionalOption
from openmall.areas.order.orders.shape import Buyer, Place, Receiver
from openmall.areas.order.orders.takes import OrderPath
from openmall.areas.order.placing import rules as placing
from openmall.areas.order.placing.pricing import Priced, Wanted, price
from openmall.areas.personal.carts import admission
from openmall.areas.personal.carts import rules as carts
from openmall.areas.personal.carts import store as cart_store
from openmall.areas.personal.carts.store import Line
from openmall.areas.personal.carts.takes import TextAnswered, VariantWanted
from openmall.areas.product import groups
from openmall.areas.product.variants import codes
from openmall.contract.call import Call, Shopper
from openmall.contract.errors import Forbidden, Invalid, NotFound, Unauthorized
from openmall.shoppers import sessions

CASH: Final = "cash"
_PLACES: Final[dict[Device, Place]] = {"pc": "platform", "mobile": "mobile", "app": "mobile_d"}
_TEXTS: Final = msgspec.json.Decoder(list[TextAnswered])
_NOT_TO_BUY: Final = ("P", "A")
"""Entries of the blacklist that keep a customer from buying."""


async def order(call: Call, draft: OrderDraft) -> Ordered:
    """Order what lies in the cart, or what is named, at today's prices.

    Raises Invalid (422) for what cannot be bought any more, OutOfStock (422) where too little is
    left, Forbidden (403) for a product this shopper may not buy, NotFound (404) for a way to pay
    that the shop does not have.
    """
    shopper = sessions.greet(call)
    gateway = await _gateway(call, draft)
    buyer = await _buyer(call, shopper, draft)
    lines, wanted = await _wanted(call, shopper, draft)
    items = await price(call, wanted)
    _require_on_sale(call, items)
    group = await groups.of_shopper(call)
    quoted = await quoting.quote(call, items, draft, group)
    receiver = asdict(draft.receiver)
    receiver["country_code"] = draft.receiver.country_code or call.mall.country
    first = bool(buyer.member_id) and not await store.has_ordered(call, buyer.member_id)
    until = None if gateway is None else call.clock.now() + paying.SECONDS
    whole = await placing.place(
        call,
        placing.Placement(
            items=items,
            wishes=quoted.wishes,
            buyer=msgspec.structs.replace(
                buyer, member_group_no=0 if group is None else group.group_no
            ),
            receiver=Receiver(**receiver),
            group_no=0 if group is None else group.group_no,
            methods=[draft.payment_method],
            gateway="" if gateway is None else gateway.name,
            place=_PLACES[draft.device],
            shipping=quoted.shipping,
            surcharges=quoted.surcharges,
            first_order=first,
            reserved_until=until,
        ),
    )
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


async def _gateway(call: Call, draft: OrderDraft) -> Gateway | None:
    """Return who takes the payment; None: the buyer transfers money to the shop's account."""
    if draft.payment_method == CASH:
        return None
    gateway = await gateways.offering(call, draft.payment_method)
    if gateway is None:
        raise NotFound("The shop cannot be paid like this.", parameter="payment_method")
    return gateway


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


async def _wanted(
    call: Call, shopper: Shopper, draft: OrderDraft
) -> tuple[list[Line], list[Wanted]]:
    """Return the items of the cart that are ordered, and all that is."""
    late = draft.prepaid_shipping_fee == "C"
    if draft.variants:
        if draft.basket_product_no:
            raise Invalid("From the cart, or past it.", parameter="basket_product_no")
        return [], [await _past_the_cart(call, each, late=late) for each in draft.variants]
    lying = list((await cart_store.lines(call, shopper)).values())
    if draft.basket_product_no:
        named = set(draft.basket_product_no)
        lying = [line for line in lying if line.number in named]
        if len(lying) != len(named):
            raise NotFound("There is no such item in the cart.", parameter="basket_product_no")
    if not lying:
        raise Invalid("The cart is empty.", parameter="variants")
    if len(lying) > MOST_LINES:
        message = f"An order has at most {MOST_LINES} items: name those that are ordered now."
        raise Invalid(message, parameter="basket_product_no")
    return lying, [
        Wanted(
            variant_code=line.item.variant_code,
            quantity=line.quantity,
            additional_option_values=_fields(_TEXTS.decode(line.additional_option_values)),
            paid_on_delivery=late,
        )
        for line in lying
    ]


async def _past_the_cart(call: Call, each: VariantWanted, *, late: bool) -> Wanted:
    """Return what is ordered without lying in a cart, as it would lie there."""
    number = codes.product_no(each.variants_code)
    if not number:
        raise Invalid("There is no such variant.", parameter="variants.variants_code")
    _, options, known = await carts.on_sale(call, number)
    admission.require_options(each, admission.require_variant(each, known), options)
    return Wanted(
        variant_code=each.variants_code,
        quantity=each.quantity,
        additional_option_values=_fields(admission.texts(each, options)),
        paid_on_delivery=late,
    )


def _fields(texts: Sequence[TextAnswered]) -> list[AdditionalOption]:
    return [
        AdditionalOption(key=each.key, type=each.type, name=each.title, value=each.value)
        for each in texts
    ]


def _require_on_sale(call: Call, items: Sequence[Priced]) -> None:
    """Raise what the cart would, for what cannot be bought any more, or not that many of it."""
    units: dict[int, Counter[str]] = {}
    for each in items:
        product, variant = each.product, each.variant
        if "F" in (product.display, product.selling, variant.display, variant.selling):
            message = f"{product.product_name} is not for sale any more."
            raise Invalid(message, parameter="variants.variants_code")
        admission.require_buyer(product, call.shopper)
        counted = units.setdefault(product.product_no, Counter())
        counted[variant.variant_code] += each.costs.quantity
    for product in {each.product.product_no: each.product for each in items}.values():
        admission.require_quantities(product, units[product.product_no], {})


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
