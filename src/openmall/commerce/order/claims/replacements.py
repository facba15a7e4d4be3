"""Replacements of exchanged items: added with the exchange, released or withdrawn."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.amounts import Share
from openmall.commerce.order.claims import exchange_variants, wishes
from openmall.commerce.order.claims.refusals import (
    EXCHANGE_PRICE_DIFFERS,
    EXCHANGE_VARIANT_NOT_OFFERED,
)
from openmall.commerce.order.claims.selection import next_item_no
from openmall.commerce.order.claims.shape import Claim
from openmall.commerce.order.fulfilment import order_stock
from openmall.commerce.order.fulfilment.open_parcels import is_sent, open_parcel
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.placement.placing.pricing import (
    RequestedItem,
    price_as_ordered,
    require_sold,
)
from openmall.commerce.order.states import status_code
from openmall.commerce.product import product_variant_store
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment

_TAKEN_OVER: Final = (
    "additional_discount_price", "coupon_discount_price", "app_item_discount_amount",
    "payment_amount", "shipping_code", "quantity", "tax_rate", "product_tax_type",
    "individual_shipping_fee", "shipping_fee_type", "shipping_fee_type_text",
    "shipping_payment_option", "store_pickup", "supplier_name",
)  # fmt: skip
"""Fields that a replacement takes over from the exchanged item."""


async def add_replacements(
    call: Call,
    aggregate: OrderAggregate,
    lines: Sequence[OrderLine],
    variants: Mapping[int, str],
    claim: Claim,
) -> list[OrderLine]:
    """Add replacements of items to an order, and take their stock.

    `variants`: number of an item -> variant code of the replacement, also of another product that
    the shop sells; else the one the buyer wished for, if it is offered still; else the same
    variant. It must cost as much. Raises Invalid (422), stock.OutOfStock (422).
    """
    open_ = [line.item for line in lines if line.item.item_no not in variants]
    wished = wishes.matched(claim.wishes, open_)
    if open_ and len(wished) < min(len(claim.wishes), len(open_)):
        raise Invalid(
            EXCHANGE_VARIANT_NOT_OFFERED,
            parameter="exchange_variant_code",
            variant_code=_unmatched(claim, wished),
        )
    await exchange_variants.require_offered(
        call, aggregate.order.order_id, open_, wished, parameter="exchange_variant_code"
    )
    variants = wished | dict(variants)
    wants = [
        RequestedItem(
            variant_code=variants.get(line.item.item_no, line.item.variant_code),
            quantity=line.item.quantity,
        )
        for line in lines
    ]
    added = []
    # what is sent instead of a bundle has the parts that were ordered
    found = await product_variant_store.of_codes(call, [each.variant_code for each in wants])
    for line, priced in zip(lines, price_as_ordered(wants, found), strict=True):
        item = line.item
        same = priced.item.variant_code == item.variant_code
        if not same and priced.product.set_product_type is not None:
            raise Invalid(
                EXCHANGE_VARIANT_NOT_OFFERED,
                parameter="exchange_variant_code",
                variant_code=priced.item.variant_code,
            )
        new: Item = item if same else priced.item
        if new.product_price + new.option_price != item.product_price + item.option_price:
            raise Invalid(EXCHANGE_PRICE_DIFFERS, parameter="exchange_variant_code")
        if not same:
            require_sold(call, [priced], parameter="exchange_variant_code")
        number = next_item_no(aggregate)
        new = replace(
            new,
            **{name: getattr(item, name) for name in _TAKEN_OVER},
            item_no=number,
            order_item_code=order_store.item_code(aggregate.order.order_id, number),
            order_status="N01",
            order_status_before_cs=None,
            status_code=status_code("N01"),
            ordered_date=moment(call.clock.now()),
            shipping_company_code="",
            shipped_date=None,
            delivered_date=None,
            purchaseconfirmation_date=None,
            exchange_request_date=None,
            claim_code=claim.claim_code,
            claim_quantity=0,
            request_undone=None,
            original_item_no=[*item.original_item_no, item.item_no],
        )
        replacement = OrderLine(item=new, origin="instead")
        await _leave_sent_parcel(call, aggregate, replacement)
        aggregate.lines.append(replacement)
        added.append(replacement)
    await order_stock.take_stock(call, aggregate.order.order_id, added)
    await order_store.add_lines(call, aggregate.order, added)
    return added


async def _leave_sent_parcel(call: Call, aggregate: OrderAggregate, line: OrderLine) -> None:
    """Let a replacement travel in a parcel of its own where that of the exchanged item was sent."""
    sent = {each.shipping_code for each in aggregate.parcels if is_sent(aggregate, each)}
    if line.item.shipping_code in sent:
        parcel = await open_parcel(call, aggregate)
        line.item = replace(line.item, shipping_code=parcel.shipping_code)


def _unmatched(claim: Claim, wished: Mapping[int, str]) -> str:
    """Return a variant that the buyer wished for, but not instead of an item of the claim."""
    matched = set(wished.values())
    return next(
        (each.variant_code for each in claim.wishes if each.variant_code not in matched),
        claim.wishes[-1].variant_code,
    )


async def release_replacements(
    call: Call, aggregate: OrderAggregate, claim: Claim
) -> list[OrderLine]:
    """Move replacements on as ordered items; they take over the exchanged items' shares."""
    by_number = {line.item.item_no: line for line in aggregate.lines}
    setting = await current(call, OrdersSetting)
    added = [by_number[number] for number in claim.new_item_nos]
    transitions.move(call, added, "release replacement")
    for line in added:
        before = by_number[line.item.original_item_no[-1]]
        line.share, before.share = before.share, Share()
        await _leave_sent_parcel(call, aggregate, line)
        if setting.use_product_prepare_status != "T":
            transitions.enter_state(line, "N20", int(call.clock.now()))
    return added


async def withdraw_replacements(
    call: Call, aggregate: OrderAggregate, numbers: Sequence[int]
) -> list[OrderLine]:
    """Withdraw replacements by their numbers, and restore their stock."""
    added = [line for line in aggregate.lines if line.item.item_no in numbers]
    transitions.move(call, added, "withdraw replacement")
    await order_stock.restore_stock(call, aggregate.order.order_id, added, recover=True)
    return added
