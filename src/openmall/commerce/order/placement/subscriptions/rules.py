"""Subscriptions of customers: created, changed, paused, resumed and ended."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.redaction import redacted
from openmall.commerce.order.placement.placing.pricing import (
    RequestedItem,
    price,
    require_sold,
    variant_of,
)
from openmall.commerce.order.placement.subscription_rules import rules as subscription_rules
from openmall.commerce.order.placement.subscriptions import (
    quantities,
    schedule,
    stated_items,
    subscribed_bundles,
)
from openmall.commerce.order.placement.subscriptions import store as subscription_store
from openmall.commerce.order.placement.subscriptions.refusals import (
    DELIVERY_DAY_PASSED,
    NOT_A_VARIANT_OF_PRODUCT,
    SUBSCRIPTION_ENDED,
    SUBSCRIPTION_PAUSED,
    VARIANT_CHANGE_NOT_OFFERED,
    VARIANT_SUBSCRIBED_ALREADY,
)
from openmall.commerce.order.placement.subscriptions.shape import (
    CreatedItem,
    CreatedSubscription,
    ItemChanged,
    ListedItem,
    ListedSubscription,
    State,
    Subscription,
    SubscriptionChanged,
    SubscriptionItem,
)
from openmall.commerce.order.placement.subscriptions.takes import (
    ItemChange,
    SubscriptionChange,
    SubscriptionDraft,
    SubscriptionQuery,
)
from openmall.commerce.product.variants import codes
from openmall.contract.call import Call
from openmall.contract.change import differences, sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import (
    DOES_NOT_EXIST,
    END_BEFORE_START,
    ITEM_NAMED_TWICE,
    MISSING,
    NO_ITEM_NAMED,
)
from openmall.database import sequences

_PLAIN: Final = frozenset(("subscription_state", "terminated_date"))


async def listing(call: Call, query: SubscriptionQuery) -> Sequence[ListedSubscription]:
    """Retrieve a list of subscriptions."""
    return [listed(each) for each in await subscription_store.page(call, query)]


def listed(subscription: Subscription) -> ListedSubscription:
    """Return a subscription as it is answered."""
    fields = {n: getattr(subscription, n) for n in ListedSubscription.__struct_fields__}
    names = ListedItem.__struct_fields__
    fields["items"] = [
        ListedItem(**{name: getattr(item, name) for name in names}) for item in subscription.items
    ]
    return ListedSubscription(**fields)


async def create(call: Call, draft: SubscriptionDraft) -> CreatedSubscription:
    """Create a subscription of a customer to variants that the shop sells.

    Until the customer chooses a payment method its orders await a deposit; in a shop without a bank
    account they count as orders whose charge has failed. Raises NotFound (404)
    for a customer that is not there, Invalid (422) for a variant that is not sold, and for a day
    that has passed.
    """
    subscription = await make(call, draft)
    return CreatedSubscription(
        subscription_id=subscription.subscription_id,
        items=[
            CreatedItem(variant_code=item.variants_code, option_id=item.option_id)
            for item in subscription.items
        ],
    )


async def make(
    call: Call,
    draft: SubscriptionDraft,
    *,
    method_id: str = "",
    agreed_date: datetime | None = None,
) -> Subscription:
    """Create a subscription as `create` does, and return it as it is stored.

    `method_id`: the stored payment method that its orders are charged to; `agreed_date`: when the
    customer agreed to that.
    """
    # nobody leaves, and so ends their subscriptions, while one is made
    await customer_store.require(call, draft.member_id, to_change=True)
    today = _today(call)
    _require_to_come(draft.expected_delivery_date, today)
    fields = {
        name: value
        for name, value in sent_fields(draft).items()
        if name in Subscription.__struct_fields__ and name != "items"
    }
    subscription = Subscription(
        **fields,
        subscription_id=await _number(call),
        shipping_type=draft.delivery_type,
        country_code="" if draft.receiver_country_code is UNSET else draft.receiver_country_code,
        created_date=today,
        method_id=method_id,
        agreed_date=agreed_date,
        items=await _items(call, draft, today),
    )
    start, end = subscription.wished_delivery_start_hour, subscription.wished_delivery_end_hour
    if int(start) > int(end):
        raise Invalid(END_BEFORE_START, parameter="wished_delivery_end_hour")
    await subscription_store.add(call, subscription)
    call.journal(
        f"subscription {subscription.subscription_id}", {"member_id": ("", subscription.member_id)}
    )
    return subscription


async def _number(call: Call) -> str:
    day = moment(call.clock.now()).strftime("%Y%m%d")
    return f"S-{day}-{await sequences.allocate(call.db, f'subscription {day}'):07d}"


async def _items(call: Call, draft: SubscriptionDraft, today: date) -> list[SubscriptionItem]:
    if not draft.items:
        raise Invalid(NO_ITEM_NAMED, parameter="items")
    requested = []
    for each in draft.items:
        code = variant_of(each.product_no, each.product_code, each.option_id)
        requested.append(
            RequestedItem(
                variant_code=code,
                quantity=each.quantity,
                price=rounded(each.product_price),
                part_variants=subscribed_bundles.part_variants(each),
            )
        )
    if len({each.variant_code for each in requested}) < len(requested):
        raise Invalid(ITEM_NAMED_TWICE, parameter="items.option_id")
    priced = await price(call, requested, called="items.option_id")
    subscribed_bundles.require_stated(draft.items, priced)
    require_sold(call, priced)
    quantities.require(priced, parameter="items.quantity")
    await stated_items.require(call, draft.items, priced)
    held = await subscription_rules.of_products(call, [each.product.product_no for each in priced])
    for rule in held.values():
        subscription_rules.require_offered(
            rule,
            cycle=draft.subscription_shipments_cycle,
            deliveries=int(draft.max_delivery_limit),
        )
    first = await sequences.allocate(call.db, "subscription item", count=len(priced))
    return [
        SubscriptionItem(
            **subscribed_bundles.as_sold(item),
            **subscribed_bundles.fields(item),
            product_code=draft_item.product_code,
            product_no=draft_item.product_no,
            product_name=draft_item.product_name,
            quantity=draft_item.quantity,
            product_price=item.costs.product_price,
            option_price=item.costs.option_price
            if draft_item.option_price is UNSET
            else rounded(draft_item.option_price),
            shipping_payment_option=draft_item.shipping_payment_option,
            expected_pay_date=schedule.paid_on(
                draft.expected_delivery_date, today, held.get(item.product.product_no)
            ),
            subscription_item_id=first + at,
            max_delivery_limit=int(draft.max_delivery_limit),
            subscription_shipments_cycle=draft.subscription_shipments_cycle,
            expected_delivery_date=draft.expected_delivery_date,
            anchor_day=draft.expected_delivery_date.day,
        )
        for at, (draft_item, item) in enumerate(zip(draft.items, priced, strict=True))
    ]


async def change(call: Call, params: SubscriptionChange) -> SubscriptionChanged:
    """Update where a subscription is sent to, or pause, resume or end all of it.

    Raises Invalid (422) for one that has ended.
    """
    before = await subscription_store.get(call, params.subscription_id, to_change=True)
    changes = {
        name: value
        for name, value in sent_fields(params).items()
        if name not in ("shop_no", "subscription_id")
    }
    country = changes.pop("receiver_country_code", None)
    if country is not None:
        abroad = country != call.mall.country
        changes |= {"country_code": country, "shipping_type": "B" if abroad else "A"}
    after = replace(before, **changes)
    if after == before:
        raise NotModified()
    _require_open(before.subscription_state, "subscription_id")
    if after.subscription_state != before.subscription_state:
        now = moment(call.clock.now())
        held = await subscription_rules.of_products(
            call, [int(item.product_no) for item in before.items]
        )
        items = [
            item
            if item.subscription_state == "C"
            else schedule.in_state(
                item, after.subscription_state, now, held.get(int(item.product_no))
            )
            for item in before.items
        ]
        after = replace(after, items=items)
        if after.subscription_state == "C":
            after = replace(after, terminated_date=now)
    await keep(call, before, after)
    names = SubscriptionChanged.__struct_fields__
    return SubscriptionChanged(**{name: getattr(after, name) for name in names})


async def change_item(call: Call, params: ItemChange) -> ItemChanged:
    """Update an item of a subscription: how many, how often, from when on, or that it ends.

    With its last item a subscription ends. Raises Invalid (422) for an item that has ended.
    """
    before = await subscription_store.get(call, params.subscription_id, to_change=True)
    item = _meant(before, params)
    after = await _changed(call, before, item, params)
    if after == item:
        raise NotModified()
    _require_open(item.subscription_state, "subscription_item_id")
    if after.subscription_state == "U" and before.subscription_state == "P":
        raise Invalid(SUBSCRIPTION_PAUSED, parameter="subscription_state")
    items = [after if each is item else each for each in before.items]
    whole = replace(before, items=items)
    if all(each.subscription_state == "C" for each in items):
        now = moment(call.clock.now())
        whole = replace(whole, subscription_state="C", terminated_date=now)
    await keep(call, before, whole)
    return ItemChanged(
        variant_code=item.variants_code,
        option_id=item.option_id,
        quantity=after.quantity,
        expected_delivery_date=after.expected_delivery_date,
        subscription_shipments_cycle=after.subscription_shipments_cycle,
        subscription_state=after.subscription_state,
        subscription_item_id=after.subscription_item_id,
        max_delivery_limit=after.max_delivery_limit,
        changed_variant_code=None
        if after.variants_code == item.variants_code
        else after.variants_code,
    )


def _meant(subscription: Subscription, params: ItemChange) -> SubscriptionItem:
    """Return the item with the number, or with the variant, that was sent."""
    number, code = params.subscription_item_id, params.variant_code
    if number is UNSET and code is UNSET:
        raise Invalid(MISSING, parameter="subscription_item_id")
    for item in subscription.items:
        if number is not UNSET and item.subscription_item_id != number:
            continue
        if code is not UNSET and item.variants_code != code:
            continue
        if params.option_id is not UNSET and item.option_id != params.option_id:
            continue
        return item
    name = "variant_code" if number is UNSET else "subscription_item_id"
    raise NotFound(DOES_NOT_EXIST, parameter=name, resource=Phrase("item"))


async def _changed(
    call: Call, subscription: Subscription, item: SubscriptionItem, params: ItemChange
) -> SubscriptionItem:
    after, today = item, _today(call)
    rule = (await subscription_rules.of_products(call, [int(item.product_no)])).get(
        int(item.product_no)
    )
    if params.quantity is not UNSET and params.quantity != item.quantity:
        after = replace(after, quantity=params.quantity)
        await quantities.require_changed(call, subscription, item, after, parameter="quantity")
    if params.subscription_shipments_cycle is not UNSET:
        cycle = params.subscription_shipments_cycle
        if cycle != item.subscription_shipments_cycle:
            # an earlier one stays although the rule offers others now
            subscription_rules.require_offered(rule, cycle=cycle)
        after = replace(after, subscription_shipments_cycle=cycle)
    if params.max_delivery_limit is not UNSET:
        deliveries = int(params.max_delivery_limit)
        cycle = after.subscription_shipments_cycle
        subscription_rules.require_offered(rule, cycle=cycle, deliveries=deliveries)
        after = replace(after, max_delivery_limit=deliveries)
    code = params.changed_variant_code
    if code is not UNSET and code != item.variants_code:
        if rule is not None and rule.change_option != "T":
            raise Invalid(VARIANT_CHANGE_NOT_OFFERED, parameter="changed_variant_code")
        after = await _another_variant(call, subscription, after, code)
        await quantities.require_changed(
            call, subscription, item, after, parameter="changed_variant_code"
        )
    day = params.expected_delivery_date
    if day is not UNSET and day != item.expected_delivery_date:
        _require_to_come(day, today)
        after = replace(
            after,
            expected_delivery_date=day,
            expected_pay_date=schedule.paid_on(day, today, rule),
            anchor_day=day.day,
        )
    state = params.subscription_state
    if state is not UNSET and state != item.subscription_state:
        after = schedule.in_state(after, state, moment(call.clock.now()), rule)
    return after


async def _another_variant(
    call: Call, subscription: Subscription, item: SubscriptionItem, code: str
) -> SubscriptionItem:
    """Return an item with another variant of its product, at that variant's price."""
    if codes.product_no(code) != int(item.product_no):
        raise Invalid(
            NOT_A_VARIANT_OF_PRODUCT,
            parameter="changed_variant_code",
            product_no=item.product_no,
            variant_code=code,
        )
    if code in {each.variants_code for each in subscription.items}:
        raise Invalid(VARIANT_SUBSCRIBED_ALREADY, parameter="changed_variant_code")
    wanted = RequestedItem(variant_code=code, quantity=item.quantity, price=item.product_price)
    [priced] = await price(call, [wanted], called="changed_variant_code")
    require_sold(call, [priced])
    return replace(
        item, **subscribed_bundles.as_sold(priced), option_price=priced.costs.option_price
    )


def _today(call: Call) -> date:
    return moment(call.clock.now()).date()


def _require_to_come(day: date, today: date) -> None:
    if day < today:
        raise Invalid(DELIVERY_DAY_PASSED, parameter="expected_delivery_date")


def _require_open(state: State, parameter: str) -> None:
    if state == "C":
        raise Invalid(SUBSCRIPTION_ENDED, parameter=parameter)


async def keep(call: Call, before: Subscription, after: Subscription) -> None:
    """Write a changed subscription and log what changed."""
    await subscription_store.change(call, before, after)
    changes = differences(replace(before, items=[]), replace(after, items=[]))
    changes = redacted(changes, plain=_PLAIN)
    for old, new in zip(before.items, after.items, strict=True):
        if old != new:
            changes[f"item {new.subscription_item_id}"] = (asdict(old), asdict(new))
    call.journal(f"subscription {after.subscription_id}", changes)
