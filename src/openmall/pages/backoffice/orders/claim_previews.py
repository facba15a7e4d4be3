"""Previews of claims: a claim is executed and rolled back, so no amount is calculated here."""

import hashlib
from contextlib import suppress
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.api.pipeline.operation_call import Read
from openmall.commerce.order.billing.refunds import rules as refund_rules
from openmall.commerce.order.billing.refunds.shape import Refund
from openmall.commerce.order.items import costs as item_costs
from openmall.commerce.order.items.costs import ItemCost
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.orders.item_shape import Item
from openmall.contract.embedded import embedded
from openmall.contract.errors import NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.money import rounded
from openmall.http.web.languages import marked
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.orders.claim_decisions import Decision
from openmall.pages.backoffice.page_context import PageContext

REFUND_LINES: Final = {
    "product_price": marked("Products"),
    "shipping_fee": marked("Shipping"),
    "shipping_fee_discount_amount": marked("Shipping discount"),
    "return_shipping_fee": marked("Return shipping fee"),
    "product_discount_amount": marked("Product discount"),
    "coupon_discount_amount": marked("Coupons and codes"),
    "member_group_discount_amount": marked("Customer group discount"),
    "product_bundle_discount_amount": marked("Set discount"),
    "app_item_discount_amount": marked("App discount on products"),
    "app_discount_amount": marked("App discount"),
    "points_spent_amount": marked("Points used"),
    "credits_spent_amount": marked("Credits used"),
}
"""Fields of a refund that add up to `refund_amount` -> their labels."""
_OUTCOME: Final = (
    *REFUND_LINES, "refund_amount", "refund_point", "refund_credit", "refund_payment_methods",
    "status",
)  # fmt: skip
_ITEM_FIELDS: Final = ("product_name", "option_value", "variant_code", "quantity", "payment_amount")


class Preview(Struct, frozen=True, kw_only=True):
    """The outcome of a claim if it is executed now."""

    claim_code: str
    refund: Refund | None
    """The refund as the API returns it; None: this step refunds nothing."""
    by_gateway: bool = False
    """The payment gateway makes the refund as soon as the claim is executed."""
    replacements: list[Item]
    """The replacement items of an exchange."""
    unearned: list[Item] = []
    """Gifts and units without price that go along, as the rest does not earn them."""
    rest: list[ItemCost] = []
    """What the items that stay cost afterwards."""

    @property
    def digest(self) -> str:
        """Return a hash of the outcome, to compare previews."""
        facts: list[Any] = [
            [getattr(each, name) for name in _ITEM_FIELDS] for each in self.replacements
        ]
        if self.refund is not None:
            facts += [[each.order_item_code, each.cost] for each in self.rest]
            facts += [self.by_gateway, *(getattr(self.refund, name) for name in _OUTCOME)]
            facts += [
                [getattr(item, name) for name in _ITEM_FIELDS]
                for item in embedded(self.refund.items)
            ]
        return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


class RemainingItem(Struct, frozen=True, kw_only=True):
    """An item that stays: what it costs after the claim, and a unit of it before and after."""

    product_name: str
    option_value: str
    quantity: int
    cost: Decimal
    discount: Decimal
    unit: Decimal
    unit_before: Decimal

    @property
    def cheaper(self) -> bool:
        return self.unit < self.unit_before


def is_without_price(item: Item) -> bool:
    """Return whether an item is a gift, or the free part of a one-plus-N event."""
    return item.gift == "T" or (item.one_plus_n_event is not None and not item.payment_amount)


def parameters(context: PageContext, decision: Decision) -> dict[str, Encodable]:
    """Return the parameters of the operation of a decision."""
    shop = shop_parameters(context)
    return {**decision.parameters, **shop, "order_id": decision.order_id}


async def dry_run(context: PageContext, decision: Decision) -> Preview:
    """Return the outcome of a decision, which is rolled back. Raises the ApiError of the API."""
    previews: list[Preview] = []

    async def inspect(answer: Any, read: Read) -> None:
        previews.append(await read_preview(decision, answer, read))

    await context.dry_run(decision.operation, parameters(context, decision), inspect)
    return previews[0]


async def read_preview(decision: Decision, answer: Any, read: Read) -> Preview:
    """Return the outcome of a claim, read in its own transaction."""
    code: str = answer.claim_code
    named = {"order_id": decision.order_id}
    refund: Refund | None = None
    replacements: list[Item] = []
    rest: list[ItemCost] = []
    unearned: list[Item] = []
    by_gateway = False
    if decision.action == "exchange":
        order = await read(order_view.retrieve, named, ("exchange",))
        for claim in embedded(order.exchange):
            if claim.claim_code == code:
                replacements = claim.exchanged_items
    else:
        order = await read(order_view.retrieve, named, ("items",))
        unearned = [
            each
            for each in embedded(order.items)
            if each.claim_code == code and is_without_price(each)
        ]
        # unpaid items, and claims that await returned goods, have no refund
        with suppress(NotFound):
            refund = await read(refund_rules.retrieve, {"refund_code": code}, ("items",))
            by_gateway = refund.status == "F" and await _is_requested(refund, read)
            all_costs = await read(item_costs.list_costs, named)
            rest = [each for each in all_costs if each.bought == "T"]
    return Preview(
        claim_code=code,
        refund=refund,
        replacements=replacements,
        by_gateway=by_gateway,
        unearned=unearned,
        rest=rest,
    )


async def _is_requested(refund: Refund, read: Read) -> bool:
    """Return whether a refund that is awaited is requested from the gateway of its payment."""
    if refund.accepted_refund_date is None:
        return False
    day = refund.accepted_refund_date.date().isoformat()
    listed = await read(
        refund_rules.listing,
        {
            "order_id": [refund.order_id],
            "date_type": "accepted_refund_date",
            "start_date": day,
            "end_date": day,
            "limit": 500,
        },
    )
    return any(
        each.refund_code == refund.refund_code and each.payment_gateway_cancel_statuses
        for each in listed
    )


async def remaining(context: PageContext, order_id: str, preview: Preview) -> list[RemainingItem]:
    """Return what one unit of each item that stays costs now, and after the claim.

    A partly claimed item is split, and the rest may get another code: its unit is compared with
    that of the whole item.
    """
    if not preview.rest:
        return []
    before = (
        await context.call(
            item_costs.list_costs, {**shop_parameters(context), "order_id": order_id}
        )
    ).content
    by_code = {each.order_item_code: each for each in before}
    found = []
    for each in preview.rest:
        was = by_code.get(each.order_item_code, each)
        after, now = _of_unit(each), _of_unit(was)
        found.append(
            RemainingItem(
                product_name=each.product_name,
                option_value=each.option_value,
                quantity=each.quantity,
                cost=each.cost,
                discount=each.discount,
                unit=after,
                unit_before=now,
            )
        )
    return found


def _of_unit(cost: ItemCost) -> Decimal:
    return rounded(cost.cost / cost.quantity)
