"""Orders of subscriptions: each is placed by a worker on the day it is due, at that day's prices.

The order, its link to the subscription and the day of the next one are written in one transaction
that holds the lock of the subscription: whenever a worker dies, an order is placed once or is still
due. Its payment by the stored method of the subscription is begun in the same transaction, and
charged afterwards (`scheduled_transitions/subscription_charges.py`). Without one that can be
charged it awaits a transfer where the shop has an account; else it is an order whose charge has
failed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.rules import group_of
from openmall.commerce.order.billing.gateways.due_work import GatewayWorker
from openmall.commerce.order.billing.gateways.gateway import GatewayShop
from openmall.commerce.order.orders.shape import Buyer, Order, Receiver
from openmall.commerce.order.placement.checkout import gateway_payment, order_quote
from openmall.commerce.order.placement.checkout.order_quote import QuoteRequest
from openmall.commerce.order.placement.checkout.store import has_ordered
from openmall.commerce.order.placement.checkout.takes import Checkout
from openmall.commerce.order.placement.placing import earned_points
from openmall.commerce.order.placement.placing import rules as placing_rules
from openmall.commerce.order.placement.placing.pricing import Priced, RequestedItem, price_found
from openmall.commerce.order.placement.subscription_rules import rules as subscription_rules
from openmall.commerce.order.placement.subscription_rules.shape import Rule
from openmall.commerce.order.placement.subscriptions import (
    order_terms,
    quantities,
    rules,
    schedule,
)
from openmall.commerce.order.placement.subscriptions import store as subscription_store
from openmall.commerce.order.placement.subscriptions.shape import Subscription, SubscriptionItem
from openmall.commerce.order.placement.subscriptions.store import Due
from openmall.commerce.order.quotes import QuoteBasis
from openmall.commerce.product import availability, product_variant_store
from openmall.commerce.product.stock.quantity_changes import OutOfStock
from openmall.commerce.shipping.terms import Destination
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.journal import record
from openmall.contract.moments import moment
from openmall.contract.money import ZERO

log = logging.getLogger("openmall")

SECONDS: Final = 60.0
"""Between two looks for due orders."""
AT_ONCE: Final = 200
"""Subscriptions of a mall that are read together."""
BATCHES: Final = 10
"""Batches of a mall in one look, so that a worker that is stopped ends soon."""
CHECKED_AFTER: Final = 300
"""Seconds after which a worker looks at the payment of an order that is being charged."""
_A_DAY: Final = timedelta(days=1)
Work = Callable[[Call, Subscription], Awaitable[bool]]
Rules = Mapping[int, Rule]
"""Product number -> rule."""


async def place_due(worker: GatewayWorker, mall_ids: list[str] | None = None) -> int:
    """Place the due orders of subscriptions, in `mall_ids` or in every mall; return their number.

    The longest due first, each in a transaction of its own; a mall that is closed places none.
    """
    return await worker.run(subscription_store.malls_with_due, _place_in_mall, mall_ids)


async def _place_in_mall(shop: GatewayShop) -> int:
    if shop.mall.closed:
        return 0
    total = 0
    for _ in range(BATCHES):
        async with shop.database.reading(shop.mall.mall_id) as db:
            due = await subscription_store.due(db, now=int(shop.clock.now()), most=AT_ONCE)
        placed = 0
        for each in due:
            if each.shop_no in shop.mall.shops:
                placed += await _place(replace(shop, shop_no=each.shop_no), each)
            # malls take turns
            await asyncio.sleep(0)
        total += placed
        if not placed:
            break
    return total


async def _place(shop: GatewayShop, due: Due) -> bool:
    """Place an order that is due, unless another worker did; return whether it was placed."""
    facts = {"mall_id": shop.mall.mall_id, "subscription": due.subscription_id}
    try:
        return await _in_transaction(shop, due, order_next)
    except OutOfStock:
        log.info("an order of a subscription is out of stock", extra=facts)
        await _in_transaction(shop, due, postpone)
    except Invalid as refusal:
        log.warning("a subscription was paused", extra={**facts, "reason": refusal.message})
        await _in_transaction(shop, due, pause)
    except NotFound:
        # the customer or the subscription has gone meanwhile
        return False
    except Exception as error:
        reason = str(error) or type(error).__name__
        log.exception("no order was placed of a subscription", extra={**facts, "reason": reason})
    return False


async def _in_transaction(shop: GatewayShop, due: Due, work: Work) -> bool:
    async with shop.database.writing(shop.mall.mall_id) as db:
        call = shop.call(db)
        # nobody leaves, and so takes their name off orders, while one is placed
        await customer_store.require(call, due.member_id, to_change=True)
        subscription = await subscription_store.get(call, due.subscription_id, to_change=True)
        done = await work(call, subscription)
        await record.write_events(call)
    return done


async def order_next(call: Call, before: Subscription) -> bool:
    """Order the items of a locked subscription that are due first; return whether there were any.

    An item that the shop does not sell any more ends. Raises OutOfStock (422), and Invalid (422)
    where the shop does not ship to the receiver, or a product may not be bought in this quantity.
    """
    now = moment(call.clock.now())
    items = _due_items(before, now)
    if not items:
        return False
    day = items[0].expected_pay_date
    held = await subscription_rules.of_products(call, [int(each.product_no) for each in items])
    if call.mall.sandbox is None and day < now.date() and _is_missed(items, now.date()):
        # nobody is charged at once for what was missed while the installation or the mall was down
        await _keep_items(call, before, [_skipped(each, held, now) for each in items])
        return False
    wanted, ended = await _for_sale(call, items)
    after = [_ended(each, now) for each in ended]
    order_id = ""
    if wanted:
        quantities.require([priced for _, priced in wanted], parameter="items.quantity")
        order, check = await _order(call, before, wanted, held)
        order_id = order.order_id
        after += [_advanced(each, held, now) for each, _ in wanted]
        await subscription_store.add_placed(
            call, before.subscription_id, order_id, day, next_charge=check
        )
        call.journal(f"order {order_id}", {"placed": (False, True)})
    await _keep_items(call, before, after)
    return bool(order_id)


async def postpone(call: Call, before: Subscription) -> bool:
    """Try an order of a locked subscription again a day later, until its delivery is due.

    From then on the delivery is left out.
    """
    now = moment(call.clock.now())
    items = _due_items(before, now)
    held = await subscription_rules.of_products(call, [int(each.product_no) for each in items])
    tomorrow = now.date() + _A_DAY
    after = [
        replace(each, expected_pay_date=tomorrow)
        if tomorrow <= each.expected_delivery_date
        else _skipped(each, held, now)
        for each in items
    ]
    await _keep_items(call, before, after)
    return False


async def skip(call: Call, before: Subscription) -> bool:
    """Leave out the next delivery of a locked subscription: of every item that is due first.

    Return whether there was one. A delivery that was ordered already is not affected.
    """
    now = moment(call.clock.now())
    active = [each for each in before.items if each.subscription_state == "U"]
    if before.subscription_state != "U" or not active:
        return False
    first = min(each.expected_delivery_date for each in active)
    items = [each for each in active if each.expected_delivery_date == first]
    held = await subscription_rules.of_products(call, [int(each.product_no) for each in items])
    await _keep_items(call, before, [_skipped(each, held, now) for each in items])
    return True


async def pause(call: Call, before: Subscription) -> bool:
    """Pause a locked subscription that has not ended."""
    if before.subscription_state == "C":
        return False
    items = [
        each if each.subscription_state == "C" else replace(each, subscription_state="P")
        for each in before.items
    ]
    await rules.keep(call, before, replace(before, subscription_state="P", items=items))
    return False


def _due_items(subscription: Subscription, now: datetime) -> list[SubscriptionItem]:
    """Return the items of the earliest day on which some are due."""
    due = [
        each
        for each in subscription.items
        if each.subscription_state == "U" and each.expected_pay_date <= now.date()
    ]
    first = min((each.expected_pay_date for each in due), default=now.date())
    return [each for each in due if each.expected_pay_date == first]


def _is_missed(items: Sequence[SubscriptionItem], today: date) -> bool:
    return all(each.expected_delivery_date < today for each in items)


async def _for_sale(
    call: Call, items: Sequence[SubscriptionItem]
) -> tuple[list[tuple[SubscriptionItem, Priced]], list[SubscriptionItem]]:
    """Return the items that the shop sells with today's prices, and the others."""
    found = await product_variant_store.of_codes(call, [each.variants_code for each in items])
    today = moment(call.clock.now()).date()
    wanted: list[tuple[SubscriptionItem, Priced]] = []
    ended = []
    for each in items:
        its = found.get(each.variants_code)
        if (
            its is None
            or its.variant is None
            or not availability.is_sold(its.product, its.variant, today)
        ):
            ended.append(each)
            continue
        requested = RequestedItem(
            variant_code=each.variants_code,
            quantity=each.quantity,
            part_variants=each.part_variants,
            paid_on_delivery=each.shipping_payment_option == "C",
        )
        try:
            wanted += [(each, item) for item in await price_found(call, [requested], found)]
        except Invalid:  # a bundle that has other parts now, or one that is not sold
            ended.append(each)
    return wanted, ended


def _discounted(call: Call, each: SubscriptionItem, item: Priced, held: Rules) -> Priced:
    """Return an item with the discount of its subscription deducted."""
    rule, delivery = held.get(item.product.product_no), each.subscription_shipments_sequence
    off = subscription_rules.discount(call, rule, item, delivery)
    costs = replace(item.costs, app_discount=off)
    shown = replace(item.item, app_item_discount_amount=off, payment_amount=costs.payment_amount)
    return replace(item, costs=costs, item=shown)


async def _order(
    call: Call,
    subscription: Subscription,
    wanted: Sequence[tuple[SubscriptionItem, Priced]],
    held: Rules,
) -> tuple[Order, int | None]:
    """Place the order of a delivery at today's prices.

    Return it, and when a worker looks at its payment (UTC seconds); None: it is not charged.
    """
    member_id = subscription.member_id
    payment = await order_terms.payment(call, subscription)
    method, gateway, stored = payment.method, payment.gateway, payment.stored
    group = await group_of(call, member_id)
    items = [_discounted(call, each, item, held) for each, item in wanted]
    amount = sum((each.costs.price for each in items), ZERO)
    free = subscription_rules.free_shipping(
        [held.get(each.product.product_no) for each in items], amount
    )
    late = all(each.shipping_payment_option == "C" for each, _ in wanted)
    country = await order_terms.country(call, subscription)
    buying = QuoteRequest(
        items=items,
        draft=Checkout(payment_method=method, prepaid_shipping_fee="C" if late else "P"),
        to=Destination(
            country=country,
            zipcode=subscription.receiver_zipcode,
            address=f"{subscription.receiver_address1} {subscription.receiver_address2}".strip(),
        ),
        member_id=member_id,
        group=group,
        free_shipping=free,
    )
    quoted = await order_quote.quote_order(call, buying)
    aggregate = await placing_rules.place(
        call,
        placing_rules.Placement(
            items=quoted.items,
            wishes=quoted.wishes,
            buyer=_buyer(subscription, group.group_no),
            receiver=_receiver(subscription, country),
            group_no=group.group_no,
            methods=[method],
            gateway="" if gateway is None else gateway.name,
            shipping=quoted.sending.shipping,
            surcharges=quoted.sending.surcharges,
            benefits=quoted.benefits,
            gifts=quoted.gifts.gifts,
            earns=await earned_points.terms(call, group, method=method, mobile=False),
            first_order=not await has_ordered(call, member_id),
            reserved_until=None if payment.by_transfer else await order_terms.reserved_until(call),
            shipping_type=subscription.shipping_type,
            subscription="T",
            basis=QuoteBasis(
                method=method,
                on_delivery="T" if late else "F",
                free_shipping=free,
                shipping=quoted.sending.basis,
                free=quoted.free,
            ),
        ),
    )
    # what costs nothing is paid at once
    started = await gateway_payment.start_payment(
        call,
        aggregate,
        gateway,
        method,
        return_url="",
        stored_method="" if stored is None else stored.method_id,
    )
    now = int(call.clock.now())
    if started.payment_id:
        return aggregate.order, now + CHECKED_AFTER
    if payment.is_missing and aggregate.order.paid == "F":
        facts = {"mall_id": call.mall.mall_id, "order_id": aggregate.order.order_id}
        log.warning("an order of a subscription cannot be charged", extra=facts)
        return aggregate.order, now
    return aggregate.order, None


def _buyer(subscription: Subscription, group_no: int) -> Buyer:
    return Buyer(
        member_id=subscription.member_id,
        name=subscription.buyer_name,
        email=subscription.buyer_email,
        phone=subscription.buyer_phone,
        cellphone=subscription.buyer_cellphone,
        buyer_zipcode=subscription.buyer_zipcode,
        buyer_address1=subscription.buyer_address1,
        buyer_address2=subscription.buyer_address2,
        member_group_no=group_no,
    )


def _receiver(subscription: Subscription, country: str) -> Receiver:
    return Receiver(
        name=subscription.receiver_name,
        phone=subscription.receiver_phone,
        cellphone=subscription.receiver_cellphone,
        zipcode=subscription.receiver_zipcode,
        address1=subscription.receiver_address1,
        address2=subscription.receiver_address2,
        country_code=country,
        shipping_message=subscription.shipping_message,
    )


def _advanced(item: SubscriptionItem, held: Rules, now: datetime) -> SubscriptionItem:
    """Return an item after an order: with the day of the next one, or ended after its last."""
    delivery = item.subscription_shipments_sequence
    if item.max_delivery_limit and delivery >= item.max_delivery_limit:
        return _ended(item, now)
    following = schedule.next_delivery(item, schedule.day_after(item.expected_delivery_date))
    return replace(_on(item, following, held), subscription_shipments_sequence=delivery + 1)


def _skipped(item: SubscriptionItem, held: Rules, now: datetime) -> SubscriptionItem:
    """Return an item with its next delivery that can still be ordered."""
    tomorrow = schedule.day_after(max(now.date(), item.expected_delivery_date))
    return _on(item, schedule.next_delivery(item, tomorrow), held)


def _on(item: SubscriptionItem, day: date, held: Rules) -> SubscriptionItem:
    return schedule.on_day(item, day, date.min, held.get(int(item.product_no)))


def _ended(item: SubscriptionItem, now: datetime) -> SubscriptionItem:
    return replace(item, subscription_state="C", terminated_date=now)


async def _keep_items(
    call: Call, before: Subscription, changed: Sequence[SubscriptionItem]
) -> None:
    """Write changed items; with its last item a subscription ends."""
    by_number = {each.subscription_item_id: each for each in changed}
    items = [by_number.get(each.subscription_item_id, each) for each in before.items]
    after = replace(before, items=items)
    if all(each.subscription_state == "C" for each in items):
        ended = moment(call.clock.now())
        after = replace(after, subscription_state="C", terminated_date=ended)
    await rules.keep(call, before, after)
