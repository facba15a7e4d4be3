"""Gifts that a buyer chooses after ordering, where the benefits setting says so.

`gift_selection_step`: `order_complete`, within an hour of ordering; `order_detail`, until something
of the order is sent. `gift_available_condition` says whether the benefit must still be in force.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from openmall.commerce.category.categories import category_placements
from openmall.commerce.order import applied_discounts, quotes
from openmall.commerce.order.counted_amounts import counted_item, counted_shipping
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.fulfilment import order_stock
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import arithmetic, transitions
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.events import ItemAdded
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout import order_gifts, reductions, store
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.order_gifts import GiftOffer, OrderGifts
from openmall.commerce.order.placement.checkout.refusals import NO_GIFTS_TO_CHOOSE
from openmall.commerce.order.placement.checkout.shape import OwnOrder
from openmall.commerce.order.placement.checkout.takes import MOST_GIFTS, ChosenGift
from openmall.commerce.order.placement.placing import placed_gifts
from openmall.commerce.order.placement.placing.pricing import Gift
from openmall.commerce.order.placement.placing.rules import build_line, reserve_stock
from openmall.commerce.order.quotes import QuoteBasis
from openmall.commerce.promotion.benefits import gifts
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.discounts import BenefitLine, Visitor, holds
from openmall.commerce.promotion.benefits.gifts import GiftTerms
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.commerce.store.benefits_setting import BenefitsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment, seconds

_AFTER_ORDERING: Final = 3_600
"""Seconds for which the end of an order offers gifts."""
_NOT_SENT: Final = frozenset(("N00", "N10", "N20", "N21", "N22"))


class LaterGifts(OrderPath, frozen=True, kw_only=True):
    """Gifts chosen for an own order."""

    gifts: Annotated[list[ChosenGift], Meta(min_length=1, max_length=MOST_GIFTS)]


async def list_offers(call: Call, params: OrderPath) -> Sequence[GiftOffer]:
    """Retrieve a list of the gifts that one's own order may still choose.

    Empty where gifts are chosen while ordering or given automatically, and once some are chosen.
    """
    await checkout_rules.require_own(call, params.order_id)
    setting = await current(call, BenefitsSetting)
    if not _is_later(setting):
        return []
    order, group_no, buyer = await order_store.get(call, params.order_id)
    lines = (await order_store.lines_of(call, [params.order_id]))[params.order_id]
    aggregate = OrderAggregate(order=order, group_no=group_no, buyer=buyer, lines=lines, parcels=[])
    found = await _offered(call, setting, aggregate, [])
    return [] if found is None else found.offers


async def choose(call: Call, params: LaterGifts) -> OwnOrder:
    """Choose gifts for one's own order.

    Raises Invalid (422) for gifts that the order does not earn or cannot choose any more, and
    OutOfStock (422) for one that is sold out.
    """
    await checkout_rules.require_own(call, params.order_id)
    setting = await current(call, BenefitsSetting)
    aggregate = await order_store.lock(call, params.order_id)
    found = None
    if _is_later(setting):
        found = await _offered(call, setting, aggregate, params.gifts)
    if found is None:
        raise Invalid(NO_GIFTS_TO_CHOOSE, parameter="gifts")
    await _add(call, aggregate, found.gifts)
    return await checkout_rules.retrieve(call, OrderPath(order_id=params.order_id))


def _is_later(setting: BenefitsSetting) -> bool:
    return (
        setting.use_gift == "T"
        and setting.gift_grant_type == "S"
        and setting.gift_selection_step != "order_form"
    )


async def _offered(
    call: Call, setting: BenefitsSetting, aggregate: OrderAggregate, chosen: Sequence[ChosenGift]
) -> OrderGifts | None:
    """Return the chosen gifts of an order and its offers; None: it chooses none any more."""
    order, now = aggregate.order, call.clock.now()
    bought = arithmetic.still_bought(aggregate.lines)
    assert order.order_date is not None
    if not bought or any(line.item.gift == "T" for line in aggregate.lines):
        return None
    if any(line.item.order_status not in _NOT_SENT for line in bought):
        return None
    late = now > seconds(order.order_date) + _AFTER_ORDERING
    if setting.gift_selection_step == "order_complete" and late:
        return None
    basis = await quotes.of_order(call, order.order_id)
    if basis is None:
        return None
    earning = await _earning(call, setting, aggregate, bought, basis)
    return await order_gifts.choose_gifts(call, setting, earning, [], chosen, automatic=False)


async def _earning(
    call: Call,
    setting: BenefitsSetting,
    aggregate: OrderAggregate,
    bought: Sequence[OrderLine],
    basis: QuoteBasis,
) -> list[GiftTerms]:
    order = aggregate.order
    amount = order.actual_order_amount
    if not gifts.allows_method(setting.available_payment_methods, basis.method):
        return []
    in_money = amount.total_amount_due + amount.payment_amount
    if setting.allow_point_payment == "F" and not in_money and amount.points_spent_amount:
        return []
    visitor = Visitor(
        group_no=aggregate.group_no if order.member_id else None,
        platform=reductions.PLATFORMS[basis.device],
    )
    giving = [
        each
        for each in await benefit_store.in_use(call.db, call.shop_no)
        if each.gift is not None and _is_in_force(call, setting, each, order, visitor)
    ]
    if not giving:
        return []
    numbers = sorted({line.item.product_no for line in bought})
    categories = await category_placements.around(call.db, numbers)
    wanted = [
        BenefitLine(
            product_no=line.item.product_no,
            category_nos=categories.get(line.item.product_no, frozenset()),
            price=line.item.product_price + line.item.option_price,
            quantity=line.item.quantity,
        )
        for line in bought
    ]
    free = {each.item_no for each in basis.free}
    items = [counted_item(line, free) for line in bought]
    shipping = counted_shipping(aggregate)
    earning = gifts.earning_benefits(giving, setting, wanted, items, shipping)
    return [each for each in earning if await _is_first(call, each.benefit, order)]


def _is_in_force(
    call: Call, setting: BenefitsSetting, benefit: Benefit, order: Order, visitor: Visitor
) -> bool:
    assert order.order_date is not None
    if not holds(benefit, visitor, now=order.order_date):
        return False
    if setting.gift_available_condition == "after_period":
        return True
    return holds(benefit, visitor, now=moment(call.clock.now()))


async def _is_first(call: Call, benefit: Benefit, order: Order) -> bool:
    gift = benefit.gift
    if gift is None or gift.offer_only_first == "F":
        return True
    if gift.first_purchase_type == "O":
        return order.first_order == "T"
    return bool(order.member_id) and not await store.has_received(call, order.member_id)


async def _add(call: Call, aggregate: OrderAggregate, chosen: Sequence[Gift]) -> None:
    """Add gifts to a locked order, in the state of what it has, and take them from stock."""
    before, now = aggregate.order, int(call.clock.now())
    last = max(line.item.item_no for line in aggregate.lines)
    added = placed_gifts.numbered(await placed_gifts.in_stock(call, [], chosen), last + 1)
    earned = [each.earned for each in added]
    pairs = []
    for gift in added:
        code = order_store.item_code(before.order_id, gift.earned.item_no)
        line = build_line(gift.priced, code, aggregate.parcels[0].shipping_code, now)
        granting = [order_store.item_code(before.order_id, at) for at in gift.earned.item_nos]
        line.item = replace(line.item, item_granting_gift=",".join(granting))
        line.origin = "added"
        pairs.append((line, gift.priced.variant))
    lines = [line for line, _ in pairs]
    if before.paid == "F":
        await reserve_stock(call, before.order_id, pairs, methods=before.payment_method)
    else:
        await order_stock.take_stock(call, before.order_id, lines)
        for line in lines:
            transitions.enter_state(line, "N10", now)
        assert before.payment_date is not None
        at = seconds(before.payment_date)
        await figure_rules.count_paid_units(call, before, aggregate.group_no, lines, at)
    aggregate.lines += lines
    aggregate.order = transitions.with_summary(aggregate, now)
    await order_store.add_lines(call, aggregate.order, lines)
    await applied_discounts.append_benefits(call, before, placed_gifts.applied(call, earned))
    basis = await quotes.of_order(call, before.order_id)
    assert basis is not None
    basis = replace(basis, gifts=[*basis.gifts, *earned])
    await quotes.update_quote(call, before.order_id, basis)
    await save_order(call, before, aggregate, [], ItemAdded.of(aggregate, "product_added_to_order"))
