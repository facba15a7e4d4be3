"""A shopper's own subscriptions: subscribed to, changed, a delivery skipped, paid otherwise."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.access import shopper_sessions
from openmall.commerce.customer.customers import credentials
from openmall.commerce.order.billing.stored_methods import rules as stored_method_rules
from openmall.commerce.order.billing.stored_methods.shape import MethodPath, OwnMethod
from openmall.commerce.order.placement.checkout import basket
from openmall.commerce.order.placement.checkout.takes import Checkout
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.order.placement.refusals import CUSTOMER_MAY_NOT_BUY
from openmall.commerce.order.placement.subscription_rules import rules as subscription_rules
from openmall.commerce.order.placement.subscription_rules.shape import Rule
from openmall.commerce.order.placement.subscriptions import (
    charge_store,
    rules,
    schedule,
)
from openmall.commerce.order.placement.subscriptions import ordering as subscription_ordering
from openmall.commerce.order.placement.subscriptions import store as subscription_store
from openmall.commerce.order.placement.subscriptions.charge_store import Placed
from openmall.commerce.order.placement.subscriptions.own_shape import (
    Offer,
    OfferedDiscount,
    OfferPath,
    OwnChange,
    OwnDraft,
    OwnItem,
    OwnItemChange,
    OwnQuery,
    OwnSubscription,
    PlacedOrder,
)
from openmall.commerce.order.placement.subscriptions.refusals import (
    DELIVERY_DAY_TOO_EARLY,
    NO_DELIVERY_DUE,
    NOT_OFFERED_AS_SUBSCRIPTION,
    SUBSCRIPTION_ENDED,
)
from openmall.commerce.order.placement.subscriptions.shape import Subscription, SubscriptionItem
from openmall.commerce.order.placement.subscriptions.takes import (
    ItemChange,
    SubscribedItem,
    SubscribedPart,
    SubscriptionChange,
    SubscriptionDraft,
    SubscriptionPath,
)
from openmall.commerce.personal.carts.takes import VariantQuantity
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Forbidden, Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

MOST_ORDERS: Final = 100
"""Orders that are shown of the subscriptions of a page."""
_MOST: Final = 1_000
"""Subscriptions of a customer that are looked through for a payment method."""
_NOT_TO_BUY: Final = ("P", "A")
_PATH: Final = ("shop_no", "subscription_id")


async def listing(call: Call, query: OwnQuery) -> Sequence[OwnSubscription]:
    """Retrieve a list of the shopper's own subscriptions, the newest first."""
    member_id = await credentials.require(call)
    found = await subscription_store.of_member(
        call, member_id, limit=query.limit, offset=query.offset
    )
    return await _shown(call, found)


async def offer(call: Call, params: OfferPath) -> Offer:
    """Retrieve how a product is offered as a subscription."""
    number = params.product_no
    rule = (await subscription_rules.of_products(call, [number])).get(number)
    if rule is None:
        return Offer(
            shop_no=call.shop_no,
            product_no=number,
            offered="F",
            one_time_purchase="T",
            cycles=[],
            deliveries=[],
            first_delivery_date=None,
            discount_value_unit="P",
            discount_values=[],
        )
    counts = rule.subscription_shipments_count
    discounts = rule.discount_values if rule.use_discount == "T" else []
    return Offer(
        shop_no=call.shop_no,
        product_no=number,
        offered="T",
        one_time_purchase=rule.one_time_purchase,
        cycles=subscription_rules.offered_cycles(rule),
        deliveries=[int(each) for each in counts]
        if rule.subscription_shipments_count_type == "T"
        else [],
        first_delivery_date=_earliest(call, rule),
        discount_value_unit=rule.discount_value_unit,
        discount_values=[
            OfferedDiscount(
                delivery_cycle=each.delivery_cycle, discount_amount=Decimal(each.discount_amount)
            )
            for each in sorted(discounts, key=lambda each: each.delivery_cycle)
        ],
    )


async def subscribe(call: Call, draft: OwnDraft) -> OwnSubscription:
    """Subscribe to variants; each delivery is charged to a stored payment method.

    Raises Invalid (422) for a product that is not offered as a subscription or not sold, and for a
    date before the earliest one; NotFound (404) for a payment method that is not the shopper's.
    """
    shopper = shopper_sessions.greet(call)
    customer, person = await credentials.require_customer(call, to_change=True)
    if customer.blacklist_type in _NOT_TO_BUY:
        raise Forbidden(CUSTOMER_MAY_NOT_BUY)
    method = await stored_method_rules.require_usable(call, draft.method_id)
    wanted = [
        VariantQuantity(
            variants_code=each.variants_code,
            quantity=each.quantity,
            bundle_product_components=each.bundle_product_components,
        )
        for each in draft.variants
    ]
    _, items = await basket.requested_items(
        call, shopper, Checkout(shop_no=draft.shop_no, variants=wanted)
    )
    await basket.require_on_sale(call, items)
    await _require_offered(call, draft, items)
    receiver = draft.receiver
    country = receiver.country_code or call.mall.country
    made = await rules.make(
        call,
        SubscriptionDraft(
            shop_no=call.shop_no,
            member_id=customer.member_id,
            buyer_name=person.name or customer.member_id,
            buyer_zipcode=person.zipcode,
            buyer_address1=person.address1,
            buyer_address2=person.address2,
            buyer_phone=person.phone,
            buyer_cellphone=person.cellphone,
            buyer_email=person.email,
            receiver_name=receiver.name,
            receiver_zipcode=receiver.zipcode,
            receiver_address1=receiver.address1,
            receiver_address2=receiver.address2,
            receiver_phone=receiver.phone,
            receiver_cellphone=receiver.cellphone,
            receiver_country_code=country,
            shipping_message=receiver.shipping_message,
            delivery_type="A" if country == call.mall.country else "B",
            expected_delivery_date=draft.expected_delivery_date,
            subscription_shipments_cycle=draft.subscription_shipments_cycle,
            items=[_subscribed(each) for each in items],
            max_delivery_limit=draft.max_delivery_limit,
        ),
        method_id=method.method_id,
        agreed_date=moment(call.clock.now()),
    )
    [shown] = await _shown(call, [made])
    return shown


def _subscribed(priced: Priced) -> SubscribedItem:
    item = priced.item
    return SubscribedItem(
        product_code=item.product_code,
        product_no=str(item.product_no),
        product_name=item.product_name,
        option_id=item.option_id,
        quantity=item.quantity,
        product_price=item.product_price,
        option_price=item.option_price,
        product_bundle=item.product_bundle,
        bundle_product_components=[
            SubscribedPart(
                product_code=part.product_code,
                product_no=str(part.product_no),
                option_id=part.option_id,
            )
            for part in item.product_bundle_list
        ],
    )


async def _require_offered(call: Call, draft: OwnDraft, items: Sequence[Priced]) -> None:
    """Raise Invalid (422) for products without a rule, and for a date before the earliest one."""
    numbers = [each.product.product_no for each in items]
    held = await subscription_rules.of_products(call, numbers)
    for each in items:
        rule = held.get(each.product.product_no)
        if rule is None:
            raise Invalid(
                NOT_OFFERED_AS_SUBSCRIPTION,
                parameter="variants.variants_code",
                product_name=each.product.product_name,
            )
        _require_earliest(call, rule, draft.expected_delivery_date)


def _earliest(call: Call, rule: Rule | None) -> date:
    days = schedule.PAID_BEFORE if rule is None else rule.shipments_start_date
    return moment(call.clock.now()).date() + timedelta(days=days)


def _require_earliest(call: Call, rule: Rule | None, day: date) -> None:
    earliest = _earliest(call, rule)
    if day < earliest:
        raise Invalid(
            DELIVERY_DAY_TOO_EARLY, parameter="expected_delivery_date", first=earliest.isoformat()
        )


async def change(call: Call, params: OwnChange) -> OwnSubscription:
    """Update one of the shopper's subscriptions: its receiver, its payment method, or its state.

    U resumes it, P pauses it, C ends it. Another payment method is charged at once for an order
    whose charge has failed. Raises NotFound (404); Invalid (422) for one that has ended.
    """
    before = await _own(call, params.subscription_id)
    after, is_other = before, False
    if params.method_id is not UNSET and params.method_id != before.method_id:
        if before.subscription_state == "C":
            raise Invalid(SUBSCRIPTION_ENDED, parameter="subscription_id")
        method = await stored_method_rules.require_usable(call, params.method_id)
        after, is_other = replace(before, method_id=method.method_id), True
        await rules.keep(call, before, after)
    elif params.method_id is not UNSET:
        await stored_method_rules.require_usable(call, params.method_id)
    if params.method_id is not UNSET and await charge_store.any_failed(
        call, before.subscription_id
    ):
        await charge_store.retry_now(call, before.subscription_id)
        is_other = True
    changes = {
        name: value
        for name, value in sent_fields(params).items()
        if name in SubscriptionChange.__struct_fields__
    }
    if changes.keys() - set(_PATH):
        try:
            await rules.change(call, SubscriptionChange(**changes))
        except NotModified:
            if not is_other:
                raise
    elif not is_other:
        raise NotModified()
    return await _again(call, params)


async def change_item(call: Call, params: OwnItemChange) -> OwnSubscription:
    """Update an item of one of the shopper's subscriptions: how many, how often, when, or its end.

    Raises NotFound (404); Invalid (422) for an item that has ended, for a cycle that is not
    offered, and for a date before the earliest one.
    """
    subscription = await _own(call, params.subscription_id)
    fields = dict(sent_fields(params))
    item = _item(subscription, params.subscription_item_id)
    day = params.expected_delivery_date
    if day is not UNSET and day != item.expected_delivery_date:
        number = int(item.product_no)
        held = await subscription_rules.of_products(call, [number])
        _require_earliest(call, held.get(number), day)
    await rules.change_item(call, ItemChange(**fields))
    return await _again(call, params)


def _item(subscription: Subscription, number: int) -> SubscriptionItem:
    for each in subscription.items:
        if each.subscription_item_id == number:
            return each
    raise NotFound(DOES_NOT_EXIST, parameter="subscription_item_id", resource=Phrase("item"))


async def skip(call: Call, params: SubscriptionPath) -> OwnSubscription:
    """Skip the next delivery of one of the shopper's subscriptions.

    Its items that are due first are delivered with the following one; a delivery that was ordered
    already is not affected. Raises NotFound (404); Invalid (422) where nothing is due.
    """
    subscription = await _own(call, params.subscription_id)
    if not await subscription_ordering.skip(call, subscription):
        raise Invalid(NO_DELIVERY_DUE, parameter="subscription_id")
    return await _again(call, params)


async def remove_method(call: Call, params: MethodPath) -> OwnMethod:
    """Remove one of the shopper's stored payment methods.

    Raises NotFound (404); Invalid (422) for one that a subscription is paid with.
    """
    method = await stored_method_rules.require_own(call, params.method_id, to_change=True)
    found = await subscription_store.of_member(call, method.member_id, limit=_MOST, offset=0)
    paid_with = [each for each in found if each.method_id == method.method_id]
    used = any(each.subscription_state != "C" for each in paid_with)
    if not used and paid_with:
        used = await charge_store.any_open(call, [each.subscription_id for each in paid_with])
    return await stored_method_rules.drop(call, method, used=used)


async def _own(call: Call, subscription_id: str) -> Subscription:
    """Return one of the shopper's own subscriptions, locked. Raises NotFound (404)."""
    member_id = await credentials.require(call)
    subscription = await subscription_store.get(call, subscription_id, to_change=True)
    if subscription.member_id != member_id:
        raise NotFound(DOES_NOT_EXIST, parameter="subscription_id", resource=Phrase("subscription"))
    return subscription


async def _again(call: Call, params: SubscriptionPath) -> OwnSubscription:
    [shown] = await _shown(call, [await subscription_store.get(call, params.subscription_id)])
    return shown


async def _shown(call: Call, found: Sequence[Subscription]) -> list[OwnSubscription]:
    placed: dict[str, list[Placed]] = {each.subscription_id: [] for each in found}
    if placed:
        for each in await charge_store.of_subscriptions(call, list(placed), most=MOST_ORDERS):
            placed[each.subscription_id].append(each)
    return [_own_subscription(call, each, placed[each.subscription_id]) for each in found]


def _own_subscription(
    call: Call, subscription: Subscription, placed: Sequence[Placed]
) -> OwnSubscription:
    fields = {
        name: getattr(subscription, name)
        for name in OwnSubscription.__struct_fields__
        if name not in ("shop_no", "items", "orders", "receiver_country_code")
    }
    return OwnSubscription(
        **fields,
        shop_no=call.shop_no,
        receiver_country_code=subscription.country_code,
        items=[_own_item(each) for each in subscription.items],
        orders=[
            PlacedOrder(
                order_id=each.order_id,
                due_date=moment(each.due_date),
                charge_failures=each.failures,
                next_charge_date=None if each.next_charge is None else moment(each.next_charge),
            )
            for each in placed
        ],
    )


def _own_item(item: SubscriptionItem) -> OwnItem:
    fields = {
        name: getattr(item, name)
        for name in OwnItem.__struct_fields__
        if name not in ("product_no", "option_value")
    }
    return OwnItem(**fields, product_no=int(item.product_no), option_value=item.option_value or "")
