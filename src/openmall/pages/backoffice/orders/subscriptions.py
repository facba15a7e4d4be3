"""Subscriptions of customers: the list, and one of them with its orders and what can be done."""

import datetime
import re
from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.order.placement.subscription_rules import rules as subscription_rules
from openmall.commerce.order.placement.subscription_rules.shape import ListedRule, Rule
from openmall.commerce.order.placement.subscriptions import (
    charge_store,
    order_terms,
    rules,
    schedule,
)
from openmall.commerce.order.placement.subscriptions import store as subscription_store
from openmall.commerce.order.placement.subscriptions.order_terms import DeliveryPayment
from openmall.commerce.order.placement.subscriptions.shape import (
    ListedSubscription,
    SubscriptionItem,
)
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.call import Call
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.database.session import Session
from openmall.http.web.delivery_cycles import CYCLES
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, list_queries, typed_phones
from openmall.pages.backoffice.categories import categories
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.orders import subscription_offers
from openmall.pages.backoffice.page_context import PageContext, PageError, time
from openmall.pages.backoffice.rendering import render_page

NAMES: Final = ("shop_no", "member_id", "buyer_name", "subscription_state", "from", "to")
STATES: Final = {"U": marked("Active"), "P": marked("Paused"), "C": marked("Ended")}
BADGES: Final = {"U": "good", "P": "plain", "C": "plain"}
_NUMBER: Final = re.compile(r"S-[0-9]{8}-[0-9]{7,10}")
_ALL: Final = "subscription/shipments"
_DAYS: Final = datetime.timedelta(days=89)
"""Subscriptions of the last three months are listed where no dates were entered."""
_FIELDS: Final = {"start_date": "from", "end_date": "to"}
_RECEIVER: Final = (
    "receiver_name", "receiver_phone", "receiver_cellphone", "receiver_zipcode",
    "receiver_address1", "receiver_address2", "shipping_message",
)  # fmt: skip
_ITEM: Final = ("quantity", "expected_delivery_date", "subscription_shipments_cycle")
_STATE_OF: Final = {"pause": "P", "resume": "U", "end": "C"}
_DONE: Final = {
    "saved": marked("The subscription was changed."),
    "skip": marked("The next delivery is skipped."),
    "pause": marked("The subscription is paused."),
    "resume": marked("The subscription goes on."),
    "end": marked("The subscription has ended."),
    "same": marked("No changes to save."),
}
_MOST_ORDERS: Final = 50
_PAYMENT: Final = {
    "stored": marked("charged to a stored payment method"),
    "transfer": marked("awaits a bank deposit"),
    "missing": marked("not possible: no payment method can be charged, and there is no account"),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/subscriptions`: list the subscriptions that match, newest first.

    `rule`: the rule to be changed.
    """
    return await _list(context, NO_ERROR)


async def change_rules(context: PageContext) -> Response:
    """Handle `POST /admin/subscriptions`: add or remove a rule of subscriptions."""
    answer = await subscription_offers.change(context)
    return answer if isinstance(answer, Response) else await _list(context, answer)


async def _rule_to_change(context: PageContext, rule_state: FormState) -> ListedRule | None:
    """Return the rule whose form is shown; None: the form of a new one.

    Raises PageError (404).
    """
    if rule_state.action == subscription_offers.ADD:
        return None
    try:
        return await subscription_offers.chosen(context)
    except ApiError:
        title, text = marked("Page not found"), marked("There is no such rule.")
        raise PageError(title, text, status=404) from None


async def _list(context: PageContext, rule_state: FormState) -> Response:
    query = list_queries.read_list_query(context, NAMES)
    today = moment(context.clock.now()).date()
    parameters = query.parameters(("shop_no", "member_id", "buyer_name", "subscription_state"))
    parameters["end_date"] = query.fields["to"] or today.isoformat()
    parameters["start_date"] = query.fields["from"] or (today - _DAYS).isoformat()
    form_state = NO_ERROR
    rule = await _rule_to_change(context, rule_state)
    found: Sequence[ListedSubscription] = ()
    try:
        found = (await context.call(rules.listing, {**parameters, **query.paging})).content
    except ApiError as error:
        form_state = form_errors.rejected_form(
            context, "search", context.visit.query, error, _FIELDS
        )
    return render_page(
        context,
        "subscriptions.html",
        status=422 if form_state.action or rule_state.action else 200,
        messages=subscription_offers.MESSAGES,
        query=query,
        form_state=form_state,
        rule_state=rule_state,
        shop=context.shop,
        rules=await subscription_offers.shown(context),
        rule=rule,
        rule_texts=None if rule is None else subscription_offers.texts(rule),
        is_plain=rule is None or subscription_offers.is_plain(rule),
        reads_rules=subscription_offers.may_read(context),
        writes_rules=subscription_offers.may_write(context),
        cycles=CYCLES,
        bindings=subscription_offers.BINDINGS,
        categories=await categories.category_choices(context),
        subscriptions=[(each, _next(each)) for each in found[:ROWS]],
        states=STATES,
        badges=BADGES,
        page_links=query.page_links(found),
    )


def _next(subscription: ListedSubscription) -> str:
    """Return the day of the next delivery; empty where none is to come."""
    days = [
        each.expected_delivery_date.isoformat()
        for each in subscription.items
        if each.subscription_state == "U"
    ]
    return min(days, default="")


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/subscriptions/<number>`: show a subscription, its orders and charges."""
    return await _show_one(context, await _find(context))


async def _show_one(
    context: PageContext, subscription: ListedSubscription, form_state: FormState = NO_ERROR
) -> Response:
    number = subscription.subscription_id
    async with context.database.reading(context.mall_id) as db:
        call = _reading_call(context, db)
        placed = await charge_store.of_subscriptions(call, [number], most=_MOST_ORDERS)
        stored = await subscription_store.get(call, number)
        payment = await order_terms.payment(call, stored)
        numbers = [int(each.product_no) for each in stored.items]
        held = await subscription_rules.of_products(call, numbers)
    done = _DONE.get(context.visit.query.text("done"), "")
    return render_page(
        context,
        "subscription.html",
        status=422 if form_state.action else 200,
        subscription=subscription,
        payment=context.translate(_PAYMENT[_paid_how(payment)]),
        orders=[
            (each, None if each.next_charge is None else time(each.next_charge)) for each in placed
        ],
        states=STATES,
        badges=BADGES,
        cycles={
            each.subscription_item_id: _cycles(context, each, held.get(int(each.product_no)))
            for each in stored.items
        },
        form_state=form_state,
        done=context.translate(done) if done else "",
        address=f"{menu_pages.SUBSCRIPTIONS.path}/{number}{_in_shop(context)}",
        orders_path=menu_pages.ORDERS.path,
    )


def _cycles(
    context: PageContext, item: SubscriptionItem, rule: Rule | None
) -> list[tuple[str, str]]:
    """Return the cycles that the rule of an item offers, and its present one."""
    offered = CYCLES if rule is None else subscription_rules.offered_cycles(rule)
    present = item.subscription_shipments_cycle
    return [
        (code, context.translate(name))
        for code, name in CYCLES.items()
        if code in offered or code == present
    ]


def _in_shop(context: PageContext) -> str:
    return "" if context.shop.shop_no == 1 else f"?shop_no={context.shop.shop_no}"


def _paid_how(payment: DeliveryPayment) -> str:
    if payment.is_missing:
        return "missing"
    return "transfer" if payment.by_transfer else "stored"


def _reading_call(context: PageContext, db: Session) -> Call:
    visit = context.visit
    return Call(context.clock, db, visit.mall, context.shop.shop_no, seal=context.client.seal)


async def _find(context: PageContext) -> ListedSubscription:
    """Return the subscription of the address. Raises PageError (404)."""
    number = context.subpath
    if _NUMBER.fullmatch(number):
        day = f"{number[2:6]}-{number[6:8]}-{number[8:10]}"
        dates: dict[str, Encodable] = {
            "start_date": day,
            "end_date": day,
            "shop_no": context.shop.shop_no,
        }
        try:
            [found] = (
                await context.call(rules.listing, {**dates, "subscription_id": number})
            ).content
        except (ApiError, ValueError):
            pass
        else:
            return found
    raise PageError(marked("Page not found"), marked("There is no such subscription."), status=404)


_DEEDS: Final = Deeds(*_STATE_OF, "receiver", "item", "skip")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/subscriptions/<number>`: change it, skip a delivery, pause or end it."""
    form = await context.form(deeds=_DEEDS)
    action, subscription = form.deed, await _find(context)
    shop = {"shop_no": context.shop.shop_no}
    done = action if action in _DONE else "saved"
    try:
        if action in _STATE_OF:
            state = {"subscription_state": _STATE_OF[action]}
            await context.call(
                rules.change, {**shop, **state, "subscription_id": subscription.subscription_id}
            )
        elif action == "receiver":
            receiver = {name: form.text(name) for name in _RECEIVER}
            changed = {
                name: text for name, text in receiver.items() if text != getattr(subscription, name)
            }
            typed_phones.require(changed, "receiver_phone", "receiver_cellphone")
            await context.call(
                rules.change,
                {**shop, **receiver, "subscription_id": subscription.subscription_id},
            )
        elif action == "item":
            item = {name: form.text(name) for name in ("subscription_item_id", *_ITEM)}
            await context.call(
                rules.change_item,
                {**shop, **item, "subscription_id": subscription.subscription_id},
            )
        else:
            await _skip(context, subscription)
    except NotModified:
        done = "same"
    except ApiError as error:
        if error.status not in (404, 422):
            raise
        state_ = form_errors.rejected_form(context, action, form, error)
        return await _show_one(context, await _find(context), state_)
    there = f"{menu_pages.SUBSCRIPTIONS.path}/{subscription.subscription_id}?done={done}"
    return redirect(there + _in_shop(context).replace("?", "&"))


async def _skip(context: PageContext, subscription: ListedSubscription) -> None:
    """Move the items of the next delivery to the following one of their cycle."""
    first, number = _next(subscription), subscription.subscription_id
    async with context.database.reading(context.mall_id) as db:
        stored = await subscription_store.get(_reading_call(context, db), number)
    for item in stored.items:
        day = item.expected_delivery_date
        if item.subscription_state != "U" or day.isoformat() != first:
            continue
        following = schedule.next_delivery(item, schedule.day_after(day))
        values: dict[str, Encodable] = {
            "subscription_item_id": item.subscription_item_id,
            "expected_delivery_date": following.isoformat(),
            "shop_no": context.shop.shop_no,
        }
        await context.call(rules.change_item, {**values, "subscription_id": number})
