"""Rules of subscriptions: kept, and found for the items of a subscription."""

from collections.abc import Sequence
from decimal import ROUND_DOWN, Decimal

from msgspec.structs import asdict, replace

from openmall.commerce.category.categories import category_placements
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.order.placement.subscription_rules import store
from openmall.commerce.order.placement.subscription_rules.refusals import (
    DELIVERY_CYCLE_MISSING,
    DELIVERY_CYCLE_NOT_OFFERED,
    DELIVERY_LIMIT_NOT_OFFERED,
    TOO_MANY_SUBSCRIPTION_RULES,
)
from openmall.commerce.order.placement.subscription_rules.shape import (
    Cycle,
    DeletedRule,
    ListedRule,
    Rule,
)
from openmall.commerce.order.placement.subscription_rules.takes import (
    RuleDraft,
    RulePath,
    RuleQuery,
)
from openmall.commerce.order.quotes import FreeShipping
from openmall.contract.call import Call
from openmall.contract.change import differences, sent_fields
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.money import ZERO, money, smallest_unit
from openmall.database import sequences


async def listing(call: Call, query: RuleQuery) -> Sequence[ListedRule]:
    """Retrieve a list of rules of subscriptions, the newest first."""
    return [_listed(each) for each in await store.page(call, query.subscription_no)]


async def create(call: Call, draft: RuleDraft) -> ListedRule:
    """Create a rule of subscriptions.

    Where several rules are of a product the newest holds. Raises Invalid (422) for a rule without
    cycles, and for more than 100 rules.
    """
    if await store.count(call) >= store.MOST:
        raise Invalid(
            TOO_MANY_SUBSCRIPTION_RULES, parameter="subscription_shipments_name", most=store.MOST
        )
    fields = {k: v for k, v in sent_fields(draft).items() if k in Rule.__struct_fields__}
    fields |= {"shop_no": call.shop_no, "one_time_purchase": draft.one_time_purchase}
    fields |= {"change_option": draft.change_option}
    fields |= {"shipments_start_date": draft.shipments_start_date}
    rule = Rule(**fields, subscription_no=await sequences.allocate(call.db, "subscription rule"))
    _require_cycles(rule)
    await store.add(call, rule)
    name = {"subscription_shipments_name": ("", rule.subscription_shipments_name)}
    call.journal(f"subscription rule {rule.subscription_no}", name)
    return _listed(rule)


async def change(call: Call, params: RulePath) -> ListedRule:
    """Update a rule of subscriptions; it holds for running subscriptions from the next order on."""
    before = await store.lock(call, params.subscription_no)
    fields = sent_fields(params)
    after = replace(
        before, **{k: v for k, v in fields.items() if k not in ("shop_no", "subscription_no")}
    )
    if after == before:
        raise NotModified()
    _require_cycles(after)
    await store.change(call, after)
    call.journal(f"subscription rule {after.subscription_no}", differences(before, after))
    return _listed(after)


async def delete(call: Call, params: RulePath) -> DeletedRule:
    """Delete a rule of subscriptions; running ones go on without its discount."""
    rule = await store.lock(call, params.subscription_no)
    await store.remove(call, rule)
    call.journal(f"subscription rule {rule.subscription_no}", {"made": (True, False)})
    return DeletedRule(shop_no=rule.shop_no, subscription_no=rule.subscription_no)


def _require_cycles(rule: Rule) -> None:
    if not rule.subscription_shipments_cycle:
        raise Invalid(DELIVERY_CYCLE_MISSING, parameter="subscription_shipments_cycle")


def _listed(rule: Rule) -> ListedRule:
    fields = {k: v for k, v in asdict(rule).items() if k in ListedRule.__struct_fields__}
    ordered = sorted(rule.discount_values, key=lambda each: each.delivery_cycle)
    fields |= {
        "category_list": rule.category_list or None,
        "discount_values": [money(100 * each.discount_amount) for each in ordered],
        "subscription_shipments_count": [int(n) for n in rule.subscription_shipments_count],
    }
    return ListedRule(**fields)


async def of_products(call: Call, product_nos: Sequence[int]) -> dict[int, Rule]:
    """Return the rule of each product that has one: product -> the newest that covers it."""
    rules = await store.every(call)
    categories = {}
    if any(each.product_binding_type == "C" for each in rules):
        categories = await category_placements.around(call.db, sorted(set(product_nos)))
    found = {}
    for number in product_nos:
        inside = categories.get(number, frozenset[int]())
        for rule in rules:
            if _covers(rule, number, inside):
                found[number] = rule
                break
    return found


async def sold_in_subscriptions_only(call: Call, product_nos: Sequence[int]) -> set[int]:
    """Return those of the products whose rule keeps them from being bought once."""
    found = await of_products(call, product_nos)
    return {number for number, rule in found.items() if rule.one_time_purchase == "F"}


def _covers(rule: Rule, product_no: int, category_nos: frozenset[int]) -> bool:
    if rule.product_binding_type == "P":
        return product_no in rule.product_list
    if rule.product_binding_type == "C":
        return not category_nos.isdisjoint(rule.category_list)
    return True


def offered_cycles(rule: Rule) -> list[Cycle]:
    """Return the cycles that a rule offers."""
    offered = rule.subscription_shipments_cycle
    return offered[:1] if rule.subscription_shipments_cycle_type == "F" else offered


def require_offered(rule: Rule | None, *, cycle: str, deliveries: int | None = None) -> None:
    """Raise Invalid (422) for a cycle or a number of deliveries that a rule does not offer."""
    if rule is None:
        return
    offered = offered_cycles(rule)
    if cycle not in offered:
        raise Invalid(
            DELIVERY_CYCLE_NOT_OFFERED,
            parameter="subscription_shipments_cycle",
            offered=", ".join(offered),
        )
    counts = rule.subscription_shipments_count
    limited = rule.subscription_shipments_count_type == "T" and counts
    if limited and deliveries is not None and str(deliveries) not in counts:
        raise Invalid(
            DELIVERY_LIMIT_NOT_OFFERED, parameter="max_delivery_limit", offered=", ".join(counts)
        )


def discount(call: Call, rule: Rule | None, item: Priced, delivery: int) -> Decimal:
    """Return the discount of an item of a subscription at a delivery, of the whole quantity."""
    if rule is None or rule.use_discount != "T":
        return ZERO
    held = [each for each in rule.discount_values if each.delivery_cycle <= delivery]
    if not held:
        return ZERO
    value = max(held, key=lambda each: each.delivery_cycle).discount_amount
    price = item.costs.product_price + item.costs.option_price
    unit = smallest_unit(call.mall.shops[call.shop_no].currency)
    each_off = Decimal(value) if rule.discount_value_unit == "W" else price * value / 100
    each_off = (min(each_off, price) / unit).to_integral_value(ROUND_DOWN) * unit
    return each_off * (item.costs.quantity if rule.related_purchase_quantity == "T" else 1)


def free_shipping(rules: Sequence[Rule | None], amount: Decimal) -> FreeShipping:
    """Return what an order of items with these rules ships free of: `basic`, `all` or nothing.

    Every item needs a rule that grants it. `amount`: price of the items before any discount.
    """
    if any(
        rule is None
        or rule.use_order_price_condition != "T"
        or amount < rule.order_price_greater_than
        for rule in rules
    ):
        return ""
    regional = all(rule and rule.include_regional_shipping_rate == "T" for rule in rules)
    return "all" if regional else "basic"
